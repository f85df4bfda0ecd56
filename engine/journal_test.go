package engine

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/madang-dev/madang/state"
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

// What another version recorded in its own way is refused, not played wrongly.
func TestJournalsOfAnotherWayAreRefused(t *testing.T) {
	t.Parallel()
	for _, journal := range []string{`{".":[1700000000001]}`, `{".step_1 work":[{"v":7}]}`} {
		if _, err := journalOf([]state.Checkpoint{{Journal: json.RawMessage(journal)}}); !errors.Is(err, ErrNotRecorded) {
			t.Errorf("%s: %v", journal, err)
		}
	}
	if past, err := journalOf([]state.Checkpoint{{Journal: json.RawMessage(`{"do pay":[{}]}`)}, {}}); err != nil || len(past) != 1 {
		t.Errorf("%v, %v", past, err)
	}
}
