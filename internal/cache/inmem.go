package cache

import (
	"bytes"
	"context"
	"time"
)

// InMemConfig bounds an InMem; zero values are the defaults.
type InMemConfig struct {
	MaxEntries int // default 10,000
	MaxBytes   int // keys and values, default 64 MiB
}

// InMem is a cache in the process that drops what was not used for longest
// when it is full. It is safe for concurrent use and starts no goroutine:
// what has expired goes when it is met or when its place is needed.
type InMem struct {
	maxBytes int
	entries  *LRU[entry]
}

type entry struct {
	value   []byte
	expires time.Time
}

// NewInMem is an empty cache.
func NewInMem(c InMemConfig) *InMem {
	if c.MaxEntries <= 0 {
		c.MaxEntries = 10_000
	}
	if c.MaxBytes <= 0 {
		c.MaxBytes = 64 << 20
	}
	return &InMem{maxBytes: c.MaxBytes, entries: NewLRU[entry](c.MaxEntries, c.MaxBytes)}
}

// Get is a copy of the value and whether there is one; the error is always
// the context's.
func (m *InMem) Get(ctx context.Context, key string) ([]byte, bool, error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	e, ok := m.entries.Get(key)
	if ok && !time.Now().Before(e.expires) {
		m.entries.Delete(key)
		ok = false
	}
	if !ok {
		return nil, false, nil
	}
	return bytes.Clone(e.value), true, nil
}

// Set keeps a copy of the value for at most ttl.
func (m *InMem) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	size, err := len(key)+len(value), Check(value, ttl)
	if err == nil && size > m.maxBytes {
		err = ErrTooLarge
	}
	if err != nil {
		m.entries.Delete(key)
		return err
	}
	m.entries.Set(key, entry{append([]byte{}, value...), time.Now().Add(ttl)}, size)
	return nil
}

// Size is the number of entries, expired ones included, and their bytes.
func (m *InMem) Size() (entries, bytes int) { return m.entries.Size() }
