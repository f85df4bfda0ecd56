package store

import (
	"testing"

	"github.com/madang-dev/madang/state"
)

// BenchmarkPast looks back over, copies and forks a session of 1,400 steps
// with a state of 4 KB, of which three fields change each time.
func BenchmarkPast(b *testing.B) {
	benchmarked(b, func(b *testing.B, s *Store) {
		id := longSession(b, s, 1400)
		ctx, last := b.Context(), state.CheckpointID(id, 1400)
		for name, f := range map[string]func() error{
			"one":   func() error { _, err := s.Checkpoint(ctx, Server(), last); return err },
			"field": func() error { _, err := s.FieldHistory(ctx, Server(), id, "answer", 0, 10); return err },
			"copy":  func() error { _, err := s.CopySession(ctx, Server(), id, state.Session{}, 0); return err },
			"fork": func() error {
				_, _, err := s.Fork(ctx, Server(), last, state.Session{}, state.Checkpoint{})
				return err
			},
			"copy and prune": func() error {
				c, err := s.CopySession(ctx, Server(), id, state.Session{}, 0)
				if err == nil {
					_, err = s.Prune(ctx, Server(), c.ID, 1)
				}
				return err
			},
		} {
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					if err := f(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	})
}

// longSession has that many steps; a field that is asked for never changes.
func longSession(b *testing.B, s *Store, steps int) string {
	b.Helper()
	run := claimed(b, s, 1)[0]
	value := large()
	value.Answer = "네"
	var previous *state.Checkpoint
	var head Head
	for i := range steps {
		threeFields(value)
		value.Progress = i
		value.Steps[i%5].Percent = i
		c := transitions([]state.Run{run}, 9)[0]
		c.Checkpoints[0].State, c.Previous, c.Head, c.Messages = value.json(), previous, head, nil
		if err := s.Apply(b.Context(), []*Commit{c})[0]; err != nil {
			b.Fatal(err)
		}
		previous, head = c.Checkpoints[0], c.Head
	}
	return run.SessionID
}
