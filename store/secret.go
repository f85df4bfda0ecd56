package store

import (
	"context"
	"crypto/rand"

	"github.com/madang-dev/madang/store/sqlc"
)

// Secret is the secret of that name, which all nodes on this database share;
// the first one that asks makes it.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	return change(ctx, s, "secret "+name, func(ctx context.Context, q *queries) ([]byte, error) {
		if err := q.InsertSecret(ctx, sqlc.InsertSecretParams{Name: name, Value: rand.Text()}); err != nil {
			return nil, err
		}
		value, err := q.Secret(ctx, name)
		return []byte(value), err
	})
}
