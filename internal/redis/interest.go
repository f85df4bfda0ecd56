package redis

import (
	"maps"
	"slices"
	"sync"
)

// interest is which sessions the node is subscribed to, and which of them
// have changed since the connection was last told. It never grows beyond the
// sessions named, however long there is no connection.
type interest struct {
	wake chan struct{} // holds one signal

	mu      sync.RWMutex // guards all below
	wanted  map[string]struct{}
	changed map[string]struct{}
}

func newInterest() interest {
	return interest{
		wake: make(chan struct{}, 1), wanted: map[string]struct{}{}, changed: map[string]struct{}{},
	}
}

func (i *interest) set(sessionID string, wanted bool) {
	i.mu.Lock()
	if wanted {
		i.wanted[sessionID] = struct{}{}
	} else {
		delete(i.wanted, sessionID)
	}
	i.changed[sessionID] = struct{}{}
	i.mu.Unlock()
	signal(i.wake)
}

func (i *interest) has(sessionID string) bool {
	i.mu.RLock()
	defer i.mu.RUnlock()
	_, ok := i.wanted[sessionID]
	return ok
}

// all is what a new connection has to be told.
func (i *interest) all() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	clear(i.changed)
	return slices.Collect(maps.Keys(i.wanted))
}

// changes is what a connection that was told of made has to be told now; it
// brings made up to date.
func (i *interest) changes(made map[string]struct{}) (add, remove []string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for id := range i.changed {
		_, wanted := i.wanted[id]
		_, has := made[id]
		switch {
		case wanted && !has:
			made[id] = struct{}{}
			add = append(add, id)
		case !wanted && has:
			delete(made, id)
			remove = append(remove, id)
		}
	}
	clear(i.changed)
	return add, remove
}

// Subscribe lets the node hear what other nodes publish for the session, now
// and after every reconnection.
func (b *Bus) Subscribe(sessionID string) { b.interest.set(sessionID, true) }

// Unsubscribe undoes any number of Subscribes.
func (b *Bus) Unsubscribe(sessionID string) { b.interest.set(sessionID, false) }
