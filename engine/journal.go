package engine

import (
	"encoding/json"
	"sync"
)

// journal is what a replay has to know besides the states and the results of
// Do: in which claim these were heard, which errors there were, what the user
// answered. It is stored with the checkpoints; each scope has its own order.
type journal struct {
	mu sync.Mutex
	// fresh is what was recorded since the last commit.
	fresh map[string][]json.RawMessage
	// past is what is still to come in a replay; nil records.
	past map[string][]json.RawMessage
}

// The scopes of the engine's own entries.
const (
	scopeReply = "reply" // the answers that the run was resumed with
	// scopeDo, with a name behind it, is how the asking for a Do ended,
	// scopeSkipped, with a step behind it, after how many of its changes that
	// was passed over.
	scopeDo      = "do "
	scopeSkipped = "skipped "
)

// add records a value.
func (j *journal) add(scope string, value json.RawMessage) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.fresh == nil {
		j.fresh = map[string][]json.RawMessage{}
	}
	j.fresh[scope] = append(j.fresh[scope], value)
}

// take is the scope's next value in a replay; playing is false while
// recording.
func (j *journal) take(scope string) (value json.RawMessage, playing bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.past == nil {
		return nil, false
	}
	list := j.past[scope]
	if len(list) == 0 {
		return nil, true
	}
	j.past[scope] = list[1:]
	return list[0], true
}

// peek is take for a value that stays.
func (j *journal) peek(scope string) (value json.RawMessage, playing bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if list := j.past[scope]; len(list) > 0 {
		value = list[0]
	}
	return value, j.past != nil
}

// forget drops what an attempt recorded and did not commit: the next one
// records its own.
func (j *journal) forget() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.fresh = nil
}

// flush is what was recorded since the last flush, nil when nothing was.
func (j *journal) flush() (json.RawMessage, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.fresh) == 0 {
		return nil, nil
	}
	raw, err := json.Marshal(j.fresh)
	j.fresh = nil
	return raw, err
}
