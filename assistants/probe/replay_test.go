package probe_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/assistants/probe"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/teams"
)

// replay plays a run again, which must come out as it was recorded and soon.
func replay(t *testing.T, s *store.Store, runID string, claims int) {
	t.Helper()
	report, err := engine.Replay(t.Context(), engine.ReplayConfig{
		Store: s, Patience: 5 * time.Second,
		Assistants: []engine.Assistant{probe.New(probe.Config{Scheduler: teams.Scheduler{Grace: 20 * time.Millisecond}})},
	}, runID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]engine.Difference(nil), report.Differences); diff != "" || !report.Equal || report.Claims != claims {
		t.Errorf("run %s, %d claims: %s", runID, report.Claims, diff)
	}
}

func TestWorkCanBePlayedAgain(t *testing.T) {
	t.Parallel()
	s := openStore(t)
	y := open(t, s)
	for _, query := range []string{
		`{}`, `{"step_ms":5,"steps":8,"parallel":true}`, `{"step_ms":1,"fail":"step:1"}`, `{"step_ms":1,"fail":"step:2","parallel":true}`,
		`{"fail":"error"}`, `{"fail":"panic"}`, `{"steps":99}`,
	} {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			id := y.session(t)
			first, _ := y.ask(t, id, `{"steps":2,"step_ms":1}`)
			runID, _ := y.ask(t, id, query)
			replay(t, s, first, 1)
			if query == `{"steps":99}` { // refused before anything was committed
				if list, err := s.Checkpoints(t.Context(), store.Server(), id, runID, 0, 10); err != nil || len(list) > 0 {
					t.Errorf("%d checkpoints, %v", len(list), err)
				}
				return
			}
			replay(t, s, runID, 1)
		})
	}
}

// long is work whose steps end only when they are stopped.
const long = `{"step_ms":600000,"parallel":true}`

// atWork submits long and waits until all its steps are at work.
func (y *yard) atWork(t *testing.T, sessionID string) (runID string) {
	t.Helper()
	ack, err := y.Submit(t.Context(), engine.Query{SessionID: sessionID, Text: long, Language: "ko"})
	if err != nil {
		t.Fatal(err)
	}
	begun := 0
	y.follow(t, sessionID, 0, func(eventType string) bool {
		if eventType == state.EventTodoUpdated {
			begun++
		}
		return begun == 3
	})
	return ack.RunID
}

func TestStoppedWorkCanBePlayedAgain(t *testing.T) {
	t.Parallel()
	s := openStore(t)
	y := open(t, s)
	t.Run("skipped", func(t *testing.T) {
		t.Parallel()
		id := y.session(t)
		runID := y.atWork(t, id)
		for _, step := range []string{"step_1", "step_2", "step_0"} {
			if err := y.SkipStep(t.Context(), id, runID, step); err != nil {
				t.Fatal(err)
			}
		}
		events := y.follow(t, id, 0, state.TerminalEvent)
		if got := statuses(t, events); got[len(got)-1] != "skipped skipped skipped" {
			t.Errorf("steps %q", got)
		}
		replay(t, s, runID, 1)
	})
	t.Run("cancelled", func(t *testing.T) {
		t.Parallel()
		id := y.session(t)
		runID := y.atWork(t, id)
		if err := y.SkipStep(t.Context(), id, runID, "step_2"); err != nil {
			t.Fatal(err)
		}
		if err := y.Cancel(t.Context(), id, runID); err != nil {
			t.Fatal(err)
		}
		events := y.follow(t, id, 0, state.TerminalEvent)
		if last := events[len(events)-1]; last.Type != state.EventRunCancelled {
			t.Errorf("ended with %s", last.Type)
		}
		replay(t, s, runID, 1)
	})
}

// A run that another node took over has two claims; each is played from
// where it began.
func TestWorkThatWasTakenOverCanBePlayedAgain(t *testing.T) {
	t.Parallel()
	s := openStore(t)
	y := open(t, s)
	id := y.session(t)
	runID := y.atWork(t, id)
	y.stop()
	y = open(t, s)
	begun := 0
	y.follow(t, id, 0, func(eventType string) bool {
		if eventType == state.EventTodoUpdated {
			begun++
		}
		return begun == 6
	})
	for _, step := range []string{"step_0", "step_1", "step_2"} {
		if err := y.SkipStep(t.Context(), id, runID, step); err != nil {
			t.Fatal(err)
		}
	}
	y.follow(t, id, 0, state.TerminalEvent)
	replay(t, s, runID, 2)
	if labels, _ := y.labels(t, id, runID); strings.Count(strings.Join(labels, ","), "started") != 6 {
		t.Errorf("transitions %q", labels)
	}
}
