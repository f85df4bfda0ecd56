// Package cache keeps things near at hand in the process for a while: InMem
// bytes, LRU values as they are, already decoded. A cache is never the truth:
// every error it returns means "ask who knows".
package cache

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// MaxValue is the longest value in bytes that a cache takes.
const MaxValue = 1 << 20

// What Set refuses. The key holds no value afterwards, so that a refused
// new value does not leave an old one to be found.
var (
	// ErrTTL is returned for a time to live of zero or less: nothing is
	// kept for ever.
	ErrTTL = errors.New("cache: time to live is not positive")
	// ErrTooLarge is returned for a value longer than MaxValue.
	ErrTooLarge = errors.New("cache: value is too large")
)

// Key is the one way to name a cached value: the program's prefix, the
// noun, the version of the value's form, and what it belongs to. Parts are
// escaped, so that no user id can reach another one's key.
func Key(noun string, version int, parts ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "madang:%s:v%d", noun, version)
	for _, p := range parts {
		b.WriteByte(':')
		b.WriteString(url.QueryEscape(p))
	}
	return b.String()
}

// Check is what Set asks of a value.
func Check(value []byte, ttl time.Duration) error {
	if ttl <= 0 {
		return ErrTTL
	}
	if len(value) > MaxValue {
		return ErrTooLarge
	}
	return nil
}
