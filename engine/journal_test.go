package engine

import (
	"encoding/json"
	"testing"
)

// An attempt that begins again records its own times and results.
func TestWhatAnAttemptDidNotCommitIsForgotten(t *testing.T) {
	t.Parallel()
	var j journal
	j.add(scopeDo+"pay", json.RawMessage(`{}`))
	j.forget()
	if raw, err := j.flush(); err != nil || raw != nil {
		t.Errorf("%s, %v", raw, err)
	}
}
