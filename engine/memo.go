package engine

import "sync"

// Memo is what a door has made of an event, e.g. its encoded frame, so that
// it is made once for all sockets. A nil Memo remembers nothing.
type Memo struct {
	mu   sync.Mutex
	made []memory
}

// memory is one thing made; there are one or two an event.
type memory struct {
	key   string
	value any
}

// Do gives what was made under the key; it is made by the first who asks,
// while the others wait. An error is not remembered.
func (m *Memo) Do(key string, make func() (any, error)) (any, error) {
	if m == nil {
		return make()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.made {
		if m.made[i].key == key {
			return m.made[i].value, nil
		}
	}
	value, err := make()
	if err == nil {
		m.made = append(m.made, memory{key, value})
	}
	return value, err
}
