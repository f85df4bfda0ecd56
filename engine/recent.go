package engine

import "sync"

// recent keeps what was used lately, up to about a weight: two generations
// of which the older goes as a whole.
type recent[V any] struct {
	limit int

	mu         sync.Mutex
	young, old map[string]V
	weight     int // of young
}

func newRecent[V any](limit int) *recent[V] {
	return &recent[V]{limit: limit, young: map[string]V{}, old: map[string]V{}}
}

// find is the value of the key, if it is still known.
func (r *recent[V]) find(key string) (v V, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v, ok = r.young[key]; ok {
		return v, true
	}
	v, ok = r.old[key]
	return v, ok
}

// keep remembers a value of a weight.
func (r *recent[V]) keep(key string, v V, weight int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.weight += weight; r.weight > r.limit/2 {
		r.old, r.young, r.weight = r.young, map[string]V{}, weight
	}
	r.young[key] = v
}

// forget drops the key.
func (r *recent[V]) forget(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.young, key)
	delete(r.old, key)
}
