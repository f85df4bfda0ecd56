package store

import (
	"context"
	"fmt"

	"github.com/madang-dev/madang/store/sqlc"
)

// Effect is a write that joins a transaction of the store's.
type Effect = func(ctx context.Context, tx Tx) error

// Record carries out effects in one transaction of their own; what names it in
// errors.
func (s *Store) Record(ctx context.Context, what string, effects ...Effect) error {
	return s.retried(ctx, func() error {
		bound, cancel := context.WithTimeout(ctx, opTimeout)
		defer cancel()
		sent, err := s.db.Tx(bound, func(tx sqlc.DBTX) error { return join(bound, tx, effects) })
		return s.wrap(ctx, what, outcome(sent, err))
	})
}

func join(ctx context.Context, tx Tx, effects []Effect) error {
	for _, effect := range effects {
		if err := effect(ctx, tx); err != nil {
			return fmt.Errorf("effect: %w", err)
		}
	}
	return nil
}
