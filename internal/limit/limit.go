// Package limit bounds how often something may be done, by whoever does it:
// an address, a user. Each key has a bucket that fills at a rate; who finds it
// empty is told how long to wait. Nodes that share a Redis share the buckets.
package limit

import (
	"context"
	"net/netip"
	"sync"
	"time"

	"github.com/madang-dev/madang/internal/fault"
)

// What one message may hold, whoever sends it: a body or a frame that is larger
// costs more to read than any honest one is worth.
const (
	// MaxURL is the longest address of a request, in bytes.
	MaxURL = 8 << 10
	// MaxDepth is how deep objects and arrays of a JSON text may nest, MaxKeys
	// how many keys its objects may have together.
	MaxDepth = 64
	MaxKeys  = 1_000
)

// Rate is how often: PerSecond on the average, Burst at once. A PerSecond of
// zero or less is no limit.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Wait is the error of who has to wait; it comes with fault.RateLimited.
type Wait time.Duration

func (w Wait) Error() string { return "retry after " + time.Duration(w).String() }

// Bucket is one of those that a Limiter takes from.
type Bucket struct {
	Key  string
	Rate Rate
}

// TakeFunc takes one from each of the buckets that nodes share, up to the first
// that is empty, and is how long to wait for that.
type TakeFunc func(ctx context.Context, buckets ...Bucket) (time.Duration, error)

// Limiter counts. The zero value counts in this process alone.
type Limiter struct {
	// Shared counts over nodes; nil, or an error of it, counts in this process.
	Shared TakeFunc
	// Counts is for Hold what Shared is for Take. Run must run with it.
	Counts Counts
	// Clock is the wall clock unless a test sets it.
	Clock func() time.Time

	mu sync.Mutex
	// full is when each bucket is full again; a key that is not there is full.
	full map[string]time.Time
	// held is what this node holds or has told of, version grows with each change.
	held    map[string]*count
	version int64
}

// maxKeys bounds the buckets in memory: what a flood of addresses can take is
// some 10 MB.
const maxKeys = 100_000

// Take takes one from the bucket of that kind and key; its error, which carries
// fault.RateLimited and a Wait, says how long there will be none.
func (l *Limiter) Take(ctx context.Context, kind, key string, r Rate) error {
	if r.PerSecond <= 0 {
		return nil
	}
	return l.takeEach(ctx, Bucket{kind + ":" + key, r})
}

// takeEach asks the nodes' Redis once, however many buckets there are.
func (l *Limiter) takeEach(ctx context.Context, buckets ...Bucket) error {
	if l.Shared != nil && len(buckets) > 0 {
		if wait, err := l.Shared(ctx, buckets...); err == nil {
			return refused(wait)
		}
	}
	for _, b := range buckets {
		if err := refused(l.take(b)); err != nil {
			return err
		}
	}
	return nil
}

func refused(wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	return fault.Wrap(fault.RateLimited, Wait(wait))
}

// take is the generic cell rate algorithm: one time a key says how empty its
// bucket is.
func (l *Limiter) take(b Bucket) time.Duration {
	now := time.Now
	if l.Clock != nil {
		now = l.Clock
	}
	at := now()
	one := time.Duration(float64(time.Second) / b.Rate.PerSecond)
	l.mu.Lock()
	defer l.mu.Unlock()
	full := l.full[b.Key]
	if full.Before(at) {
		full = at
	}
	full = full.Add(one)
	if wait := full.Sub(at) - one*time.Duration(max(b.Rate.Burst, 1)); wait > 0 {
		return wait
	}
	if l.full == nil {
		l.full = make(map[string]time.Time)
	}
	if len(l.full) >= maxKeys {
		l.forget(at)
	}
	l.full[b.Key] = full
	return 0
}

// forget drops the buckets that are full, and all where none is: a flood of
// keys must not grow the table, nor be searched with each key.
func (l *Limiter) forget(at time.Time) {
	for key, full := range l.full {
		if !full.After(at) {
			delete(l.full, key)
		}
	}
	if len(l.full) >= maxKeys {
		clear(l.full)
	}
}

// Address is the key of an address: an IPv6 client has a whole /64 to come
// from.
func Address(ip string) string {
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return ip
	}
	addr = addr.Unmap().WithZone("")
	if addr.Is4() {
		return addr.String()
	}
	return netip.PrefixFrom(addr, 64).Masked().String()
}
