package storetest

import (
	"context"

	"github.com/madang-dev/madang/store"
)

// runCalls are the calls about runs, their events and states.
func runCalls() map[string]ownedCall {
	return map[string]ownedCall{
		"Run": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, err := s.Run(ctx, o, w.run.ID)
			return err
		}),
		"Runs": func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
			list, err := s.Runs(ctx, o, w.session.ID, 0, 0)
			return len(list), err
		},
		"OpenRuns": func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
			list, err := s.OpenRuns(ctx, o, w.session.ID)
			return len(list), err
		},
		"Results": func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
			list, err := s.Results(ctx, o, w.run.ID)
			return len(list), err
		},
		"Events": func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
			list, err := s.Events(ctx, o, w.session.ID, 0, 0)
			return len(list), err
		},
		"RunEvents": func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
			list, err := s.RunEvents(ctx, o, w.session.ID, w.run.ID, 0, 0)
			return len(list), err
		},
		"FirstSeq": func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
			n, err := s.FirstSeq(ctx, o, w.session.ID)
			return int(n), err
		},
		"Head": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, err := s.Head(ctx, o, w.session.ID)
			return err
		}),
		"AddControl": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			return s.AddControl(ctx, o, store.Control{RunID: w.waiting.ID, Kind: store.ControlCancel, At: noon})
		}),
		"Resume": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, err := s.Resume(ctx, o, answer(w.waiting, "q1"))
			return err
		}),
		"Waiting": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			list, err := s.Waiting(ctx, o, store.WaitingFilter{})
			return len(list), err
		},
		"Checkpoint": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, err := s.Checkpoint(ctx, o, w.point)
			return err
		}),
		"LatestCheckpoint": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, err := s.LatestCheckpoint(ctx, o, w.session.ID)
			return err
		}),
		"Checkpoints": func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
			list, err := s.Checkpoints(ctx, o, w.session.ID, "", 0, 0)
			if err != nil {
				return len(list), err
			}
			ofRun, err := s.Checkpoints(ctx, o, w.session.ID, w.run.ID, 0, 0)
			return min(len(list), len(ofRun)), err
		},
		"FieldHistory": func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
			list, err := s.FieldHistory(ctx, o, w.session.ID, "label", 0, 0)
			return len(list), err
		},
		"DeleteCheckpoints": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, err := s.DeleteCheckpoints(ctx, o, w.session.ID)
			return err
		}),
		"Prune": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, err := s.Prune(ctx, o, w.session.ID, 1)
			return err
		}),
	}
}
