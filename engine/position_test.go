package engine_test

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/store"
)

// The oldest kept event is the store's word, also where this node removes
// none: another node may, or this one did before it was set anew.
func TestPositionTellsTheOldestKeptEvent(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		w := start(t, s, &script{}, nil) // keeps everything
		id := w.session(t)
		is := func(first, last int64) {
			t.Helper()
			p, err := w.Position(t.Context(), id)
			if err != nil || p.FirstSeq != first || p.LastSeq != last {
				t.Errorf("from %d to %d, want %d to %d: %v", p.FirstSeq, p.LastSeq, first, last, err)
			}
		}
		talk := func(after int64) {
			t.Helper()
			stream := w.Watch(id, after)
			defer stream.Close()
			w.ask(t, engine.Query{SessionID: id, Text: "q"})
			until(t, stream, after, 1)
		}
		prune := func(upTo int64) {
			t.Helper()
			w.Delivered(id, upTo)
			w.FlushDelivered(t.Context())
			// A day on: two runs' events are old, and a client has some of them.
			if _, err := s.Retain(t.Context(), time.Now().Add(24*time.Hour), store.Retention{Events: time.Hour}, 100); err != nil {
				t.Fatal(err)
			}
		}
		is(0, 0)
		talk(0)
		is(1, 2)
		prune(2)
		is(0, 2)
		talk(2)
		is(3, 4)
		prune(3)
		is(4, 4)
	})
}

// A guest's session is the account's once the guest has signed in: what is asked
// behind that is stored under the account, though this node knew the guest.
func TestRunsBehindASignInAreTheAccounts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		w := start(t, s, &script{}, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		w.ask(t, engine.Query{SessionID: id, Text: "q"})
		until(t, stream, 0, 1)
		before, err := s.Session(t.Context(), store.Server(), id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.MoveUser(t.Context(), before.UserID, "account"); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Position(t.Context(), id); err != nil { // the socket comes back
			t.Fatal(err)
		}
		ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
		if run, err := s.Run(t.Context(), store.Server(), ack.RunID); err != nil || run.UserID != "account" {
			t.Errorf("the run is of %q, %v", run.UserID, err)
		}
	})
}
