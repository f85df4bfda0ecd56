package supervisor

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// A clock that is set back while a run works fails no run.
func TestARunWhoseClockWasSetBackEnds(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for _, gone := range []time.Duration{time.Second, 0, -time.Millisecond, -time.Minute, -24 * time.Hour} {
		var s State
		s.begin(0, engine.RunInfo{SessionID: "session-1", RunID: "run-1", Query: "전세?", Language: "ko", Now: noon})
		s.finish(&state.Response{Type: state.ResponseAnswer, Answer: "네."}, noon.Add(gone))
		if errs := s.Validate(); len(errs) > 0 {
			t.Errorf("ended %s after its beginning: %v", gone, errs)
		}
		if took := max(gone, 0).Seconds(); s.TotalExecutionTime != took {
			t.Errorf("ended %s after its beginning: took %v s", gone, s.TotalExecutionTime)
		}
	}
}
