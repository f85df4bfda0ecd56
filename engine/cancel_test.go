package engine_test

import (
	"context"
	"sync"
	"testing"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Cancels race answers from every side, and whoever is acknowledged is kept his
// word: the run ends cancelled and in nothing else. Who is told that the run has
// finished is told the truth too.
func TestAcknowledgedCancelsEndCancelled(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{work: func(_ context.Context, turn *engine.Turn[tally]) error { return engine.Settle(turn) }}
		w := start(t, s, sc, nil)
		var crowd sync.WaitGroup
		var mu sync.Mutex
		ends := map[string]int{}
		for racer := range 8 {
			id := w.session(t)
			crowd.Go(func() {
				stream := w.Watch(id, 0)
				defer stream.Close()
				for round := range 12 {
					ack := w.ask(t, engine.Query{SessionID: id, Text: "하나"})
					last := ""
					for range (racer + round) % 3 { // at once, while it works, when it has ended
						last = following(t, stream)
					}
					err := w.Cancel(t.Context(), id, ack.RunID)
					for !state.TerminalEvent(last) {
						last = following(t, stream)
					}
					switch {
					case err == nil && last != state.EventRunCancelled:
						t.Errorf("acknowledged, and the run ended in %s", last)
					case err != nil && (fault.Of(err) != fault.RunFinished || last == state.EventRunCancelled):
						t.Errorf("%v, and the run ended in %s", err, last)
					}
					mu.Lock()
					ends[last]++
					mu.Unlock()
				}
			})
		}
		crowd.Wait()
		t.Logf("ended: %v", ends)
	})
}

// following is the type of the stream's next event.
func following(t *testing.T, s *engine.Stream) string {
	t.Helper()
	for {
		switch d, err := s.Next(t.Context()); {
		case err != nil:
			t.Error(err)
			return state.EventRunCancelled
		case !d.Ephemeral:
			return d.Event.Type
		}
	}
}
