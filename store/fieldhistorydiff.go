package store

import (
	"context"
	"fmt"

	"github.com/madang-dev/madang/state"
)

// DiffCheckpoints lists the fields that differ between two checkpoints, of
// one session or of two of the same assistant; of others it is ErrInvalid.
func (s *Store) DiffCheckpoints(ctx context.Context, owner Owner, fromID, toID string) ([]state.TransitionLog, error) {
	var points [2]state.Checkpoint
	for i, id := range [2]string{fromID, toID} {
		what := "compare checkpoint " + id
		sessionID, step, ok := state.ParseCheckpointID(id)
		if !ok {
			return nil, fmt.Errorf("%s: %w", what, ErrNotFound)
		}
		var err error
		if points[i], err = s.rebuilt(ctx, owner, what, sessionID, step); err != nil {
			return nil, err
		}
	}
	from, to := &points[0], &points[1]
	if err := s.comparable(ctx, owner, from.SessionID, to.SessionID); err != nil {
		return nil, err
	}
	return state.Changes(from.State, to.State, from.Status, to.Status, to.CreatedAt), nil
}

// comparable tells whether the states of two sessions have the same fields.
func (s *Store) comparable(ctx context.Context, owner Owner, fromID, toID string) error {
	if fromID == toID {
		return nil
	}
	from, err := s.Session(ctx, owner, fromID)
	if err != nil {
		return err
	}
	to, err := s.Session(ctx, owner, toID)
	if err != nil {
		return err
	}
	if from.Assistant != to.Assistant {
		return fmt.Errorf("compare checkpoints: %w: of %s and %s", ErrInvalid, from.Assistant, to.Assistant)
	}
	return nil
}
