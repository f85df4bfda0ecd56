// Package cache keeps values near at hand in the process, already decoded. A
// cache is never the truth: a value that is missing is asked of who knows.
package cache

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// LRU keeps values in the process, up to a number and a weight in all, and
// drops what was not used for longest. It is safe for concurrent use. A value is
// shared with whoever finds it: nobody changes it.
type LRU[V any] struct {
	maxWeight int

	mu      sync.Mutex // guards all below
	entries *simplelru.LRU[string, weighed[V]]
	weight  int
}

type weighed[V any] struct {
	value  V
	weight int
	until  time.Time // zero is for good
}

// NewLRU is an empty cache; both bounds must be positive.
func NewLRU[V any](maxEntries, maxWeight int) *LRU[V] {
	c := &LRU[V]{maxWeight: maxWeight}
	entries, err := simplelru.NewLRU(maxEntries, func(_ string, e weighed[V]) { c.weight -= e.weight })
	if err != nil {
		panic(err) // only for a size that isn't positive
	}
	c.entries = entries
	return c
}

// Get is the value and whether there is one. A nil cache has none.
func (c *LRU[V]) Get(key string) (none V, ok bool) {
	if c == nil {
		return none, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries.Get(key)
	if !e.until.IsZero() && !time.Now().Before(e.until) {
		return none, false
	}
	return e.value, ok
}

// Set keeps the value in place of the key's last; one that is heavier than all
// may be is not kept. A nil cache keeps none.
func (c *LRU[V]) Set(key string, v V, weight int) { c.set(key, weighed[V]{value: v, weight: weight}) }

// SetFor is Set for a time.
func (c *LRU[V]) SetFor(key string, v V, weight int, ttl time.Duration) {
	c.set(key, weighed[V]{v, weight, time.Now().Add(ttl)})
}

func (c *LRU[V]) set(key string, e weighed[V]) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Remove(key)
	if e.weight > c.maxWeight {
		return
	}
	c.weight += e.weight
	c.entries.Add(key, e)
	for c.weight > c.maxWeight {
		c.entries.RemoveOldest()
	}
}

// Delete drops the value; a key without one is no error.
func (c *LRU[V]) Delete(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Remove(key)
}

// Clear drops all.
func (c *LRU[V]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Purge()
}
