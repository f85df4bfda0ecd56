package store

import (
	"context"
	"fmt"
)

// Effect is a write that joins a transaction of the store's; it may run again when the
// transaction has to be repeated.
type Effect = func(ctx context.Context, tx Tx) error

// Record carries out effects in one transaction of their own; what names it in
// errors.
func (s *Store) Record(ctx context.Context, what string, effects ...Effect) error {
	return s.write(ctx, what, func(ctx context.Context, q *queries) error { return join(ctx, q.tx, effects) })
}

func join(ctx context.Context, tx Tx, effects []Effect) error {
	for _, effect := range effects {
		if err := effect(ctx, tx); err != nil {
			return fmt.Errorf("effect: %w", err)
		}
	}
	return nil
}
