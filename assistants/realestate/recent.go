package realestate

import "sync"

// recent keeps what was made of keys that come again and again. Of those that
// have not come for long it forgets half at a time, so that it stays within
// its bound and keeps the rest. It is safe for concurrent use.
type recent[K comparable, V any] struct {
	// most is the size of all keys of one half.
	most int

	mu         sync.RWMutex
	young, old map[K]V
	size       int // of the young ones
}

// of is what is kept of a key, or else what is made of it now; size is how
// much room it takes, in the unit of the bound. The key that is made with the
// value is the one that is kept.
func (m *recent[K, V]) of(key K, size int, made func() (K, V)) V {
	m.mu.RLock()
	v, isYoung := m.young[key]
	isOld := false
	if !isYoung {
		v, isOld = m.old[key]
	}
	m.mu.RUnlock()
	switch {
	case isYoung:
		return v
	case !isOld:
		key, v = made()
	}
	return m.keep(key, size, v)
}

// keep puts a value among the young ones, unless another did meanwhile.
func (m *recent[K, V]) keep(key K, size int, v V) V {
	m.mu.Lock()
	defer m.mu.Unlock()
	if have, ok := m.young[key]; ok {
		return have
	}
	if m.young == nil || m.size+size > m.most {
		m.young, m.old, m.size = map[K]V{}, m.young, 0
	}
	m.young[key] = v
	m.size += size
	return v
}
