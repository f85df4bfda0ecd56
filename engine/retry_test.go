package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// A retry asks for what the query asked for, and is one run however often a
// client that names it sends it.
func TestARetryHasItsQuerysWishesAndCountsOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		w := start(t, s, &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
			return commit(turn, line(fmt.Sprint("review ", turn.Info().ReviewPlan)))
		}}, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		first := w.ask(t, engine.Query{SessionID: id, Text: "전세", Language: "en", ReviewPlan: true})
		until(t, stream, 0, 1)
		retry := func(runID, clientMsgID string) engine.Ack {
			t.Helper()
			accepted, err := w.Retry(t.Context(), id, runID, clientMsgID)
			if err != nil {
				t.Error(err)
			}
			accepted.Start()
			return accepted.Ack
		}
		again := retry(first.RunID, "r-1")
		until(t, stream, 3, 1)
		if again.RunID == first.RunID || again.Duplicate || again.ClientMsgID != "r-1" {
			t.Errorf("ack %+v", again)
		}
		if ack := retry(first.RunID, "r-1"); ack.RunID != again.RunID || !ack.Duplicate {
			t.Errorf("sent again: ack %+v", ack)
		}
		// A retry of a retry wishes the same, and one without an id is new.
		last := retry(again.RunID, "")
		until(t, stream, 6, 1)
		if last.RunID == again.RunID || last.Duplicate {
			t.Errorf("ack %+v", last)
		}
		for _, runID := range []string{first.RunID, again.RunID, last.RunID} {
			if !reviewed(t, s, id, runID) {
				t.Error("a run without its query's wish")
			}
		}
		run, err := s.Run(t.Context(), store.Server(), last.RunID)
		if err != nil || run.Query != "전세" || run.Language != "en" || run.Kind != state.RunQuery {
			t.Errorf("run %+v, %v", run, err)
		}

		plain := w.ask(t, engine.Query{SessionID: id, Text: "월세"})
		until(t, stream, 9, 1)
		if reviewed(t, s, id, plain.RunID) {
			t.Error("a wish of nobody")
		}
		if _, err := w.Retry(t.Context(), id, plain.RunID, "r-1"); fault.Of(err) != fault.DuplicateConflict {
			t.Errorf("another run's retry under the same id: %v", err)
		}
	})
}

// reviewed tells what the run's work noted of its wishes.
func reviewed(t *testing.T, s *store.Store, sessionID, runID string) bool {
	t.Helper()
	list, err := s.Checkpoints(t.Context(), store.Server(), sessionID, runID, 0, 0)
	if err != nil || len(list) == 0 {
		t.Fatalf("checkpoints %+v, %v", list, err)
	}
	last, err := s.Checkpoint(t.Context(), store.Server(), list[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(last.State), "review true")
}
