package cache

import (
	"bytes"
	"context"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
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

	mu      sync.Mutex // guards all below
	entries *simplelru.LRU[string, entry]
	bytes   int
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
	m := &InMem{maxBytes: c.MaxBytes}
	entries, err := simplelru.NewLRU(c.MaxEntries, func(key string, e entry) { m.bytes -= len(key) + len(e.value) })
	if err != nil {
		panic(err) // only for a size that isn't positive
	}
	m.entries = entries
	return m
}

// Get is a copy of the value and whether there is one; the error is always
// the context's.
func (m *InMem) Get(ctx context.Context, key string) ([]byte, bool, error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries.Get(key)
	if ok && !time.Now().Before(e.expires) {
		m.entries.Remove(key)
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
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries.Remove(key)
	if err := Check(value, ttl); err != nil {
		return err
	}
	size := len(key) + len(value)
	if size > m.maxBytes {
		return ErrTooLarge
	}
	m.bytes += size
	m.entries.Add(key, entry{append([]byte{}, value...), time.Now().Add(ttl)})
	for m.bytes > m.maxBytes {
		m.entries.RemoveOldest()
	}
	return nil
}

// Delete drops the value; a key without one is no error.
func (m *InMem) Delete(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries.Remove(key)
	return nil
}

// Size is the number of entries, expired ones included, and their bytes.
func (m *InMem) Size() (entries, bytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.entries.Len(), m.bytes
}
