package cache

import (
	"bytes"
	"container/list"
	"context"
	"sync"
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
	config InMemConfig

	mu      sync.Mutex // guards all below
	entries map[string]*list.Element
	order   *list.List // of *entry, the latest used in front
	bytes   int
}

type entry struct {
	key     string
	value   []byte
	expires time.Time
}

func (e *entry) size() int { return len(e.key) + len(e.value) }

// NewInMem is an empty cache.
func NewInMem(c InMemConfig) *InMem {
	if c.MaxEntries <= 0 {
		c.MaxEntries = 10_000
	}
	if c.MaxBytes <= 0 {
		c.MaxBytes = 64 << 20
	}
	return &InMem{config: c, entries: map[string]*list.Element{}, order: list.New()}
}

// Get is a copy of the value and whether there is one; the error is always
// the context's.
func (m *InMem) Get(ctx context.Context, key string) ([]byte, bool, error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	el, ok := m.entries[key]
	if !ok {
		return nil, false, nil
	}
	e := el.Value.(*entry)
	if !time.Now().Before(e.expires) {
		m.remove(el)
		return nil, false, nil
	}
	m.order.MoveToFront(el)
	return bytes.Clone(e.value), true, nil
}

// Set keeps a copy of the value for at most ttl.
func (m *InMem) Set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if el, ok := m.entries[key]; ok {
		m.remove(el)
	}
	if err := Check(value, ttl); err != nil {
		return err
	}
	e := &entry{key: key, value: append([]byte{}, value...), expires: time.Now().Add(ttl)}
	if e.size() > m.config.MaxBytes {
		return ErrTooLarge
	}
	m.entries[key] = m.order.PushFront(e)
	m.bytes += e.size()
	for m.order.Len() > m.config.MaxEntries || m.bytes > m.config.MaxBytes {
		m.remove(m.order.Back())
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
	if el, ok := m.entries[key]; ok {
		m.remove(el)
	}
	return nil
}

// Size is the number of entries, expired ones included, and their bytes.
func (m *InMem) Size() (entries, bytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.order.Len(), m.bytes
}

func (m *InMem) remove(el *list.Element) {
	e := m.order.Remove(el).(*entry)
	delete(m.entries, e.key)
	m.bytes -= e.size()
}
