package engine

import (
	"encoding/json"
	"testing"
	"time"
)

// Work that is stopped notes its end before or after the time of it is read:
// in a replay each finds its own.
func TestTimesAndResultsOfAScopeAreFoundInAnyOrder(t *testing.T) {
	t.Parallel()
	s := Scope{name: ".step", journal: &journal{past: map[string][]json.RawMessage{".step": {
		json.RawMessage(`1700000000001`), json.RawMessage(`1700000000002`), json.RawMessage(`{"v":7}`), json.RawMessage(`{"e":"gone"}`), json.RawMessage(`-3`),
	}}}}
	seven, err := Recall[int](t.Context(), s, nil)
	if err != nil || seven != 7 {
		t.Errorf("%d, %v", seven, err)
	}
	for i, want := range []int64{1700000000001, 1700000000002} {
		if got := s.Now(); !got.Equal(time.UnixMilli(want)) {
			t.Errorf("time %d is %s", i, got)
		}
	}
	if _, err := Recall[int](t.Context(), s, nil); err == nil || err.Error() != "gone" {
		t.Errorf("recalled %v", err)
	}
	for i, want := range []int64{-3, 0} {
		if got := s.Now(); !got.Equal(time.UnixMilli(want)) {
			t.Errorf("the last but %d is %s", 1-i, got)
		}
	}
}

// An attempt that begins again records its own times and results.
func TestWhatAnAttemptDidNotCommitIsForgotten(t *testing.T) {
	t.Parallel()
	var j journal
	j.add(".step", json.RawMessage(`1700000000001`))
	j.add(skippedAt+"step", json.RawMessage(`"wait"`))
	j.forget()
	if raw, err := j.flush(); err != nil || raw != nil {
		t.Errorf("%s, %v", raw, err)
	}
}

// What the user asked for is recorded with each attempt, also when the one
// before has committed it: a replay knows only the last.
func TestSkipsAreRecordedWithEachAttempt(t *testing.T) {
	t.Parallel()
	r := &run{}
	r.skip("b")
	r.skip("a")
	r.skipped("not asked for")
	for range 2 {
		r.recordAnew()
		if raw, err := r.journal.flush(); err != nil || string(raw) != `{"skip":["a","b"]}` {
			t.Errorf("%s, %v", raw, err)
		}
	}
}
