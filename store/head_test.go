package store_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// A mark that waited for a session while it holds others could wait for a
// transaction that waits for one of these, until the database finds out
// after a second.
func TestMarksPassOverASessionThatIsBeingWritten(t *testing.T) {
	t.Parallel()
	s := open(t, store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 8})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	free, err := s.CreateSession(ctx, store.Server(), state.Session{Assistant: "a"})
	if err != nil {
		t.Fatal(err)
	}
	held, err := s.CreateSession(ctx, store.Server(), state.Session{Assistant: "a"})
	if err != nil {
		t.Fatal(err)
	}
	done, err := s.Submit(ctx, store.Submission{
		Run: state.Run{ID: "r", SessionID: held.ID, Assistant: "a", Deadline: time.Now()}, Owner: "n", At: time.Now(),
	})
	if err != nil {
		t.Fatal(err)
	}
	marks := map[string]int64{free.ID: 5, held.ID: 6, "session-none": 7}
	var busy []string
	errs := s.Apply(ctx, []*store.Commit{{
		SessionID: held.ID, RunID: "r", Owner: "n", Fence: done.Run.Fence, Status: state.RunRunning, At: time.Now(),
		Effects: []func(context.Context, store.Tx) error{func(context.Context, store.Tx) (err error) {
			busy, err = s.MarkDelivered(ctx, marks)
			return err
		}},
	}})
	if diff := cmp.Diff([]string{held.ID}, busy); errs[0] != nil || diff != "" {
		t.Errorf("%v, passed over: %s", errs[0], diff)
	}
	if busy, err = s.MarkDelivered(ctx, marks); err != nil || len(busy) > 0 {
		t.Errorf("afterwards: %v, %v", busy, err)
	}
	for id, want := range map[string]int64{free.ID: 5, held.ID: 6} {
		if got, err := s.Session(ctx, store.Server(), id); err != nil || got.DeliveredSeq != want {
			t.Errorf("%+v, %v", got, err)
		}
	}
}
