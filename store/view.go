package store

import "context"

// View reads an assistant's own tables, beside all transactions; what names
// the reading in errors. f may only read.
func (s *Store) View(ctx context.Context, what string, f func(ctx context.Context, tx Tx) error) error {
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	return s.wrap(ctx, what, f(bound, s.db.Reader()))
}
