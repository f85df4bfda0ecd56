package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/madang-dev/madang/store/sqlc"
)

// CheckKeys tells whether what is sealed can be opened: ErrSealed when keys are
// there and no master keys are set. It is asked at a start, after Migrate.
func (s *Store) CheckKeys(ctx context.Context) error {
	counts, err := s.Keys(ctx)
	if err == nil && s.vault.master == nil && len(counts) > 0 {
		return fmt.Errorf("%w: the database is encrypted, set encryption.keyset to the file of master keys", ErrSealed)
	}
	return err
}

// Keys counts the users' keys by the name of the master key that wraps them.
func (s *Store) Keys(ctx context.Context) (map[string]int64, error) {
	rows, err := read(ctx, s, "count keys", func(ctx context.Context, q *queries) ([]sqlc.CountKeysRow, error) {
		return q.CountKeys(ctx)
	})
	counts := make(map[string]int64, len(rows))
	for _, r := range rows {
		counts[r.Master] = r.Keys
	}
	return counts, err
}

// rewrap wraps users' keys with the present master key. One that can't be opened
// keeps none of the others.
func (s *Store) rewrap(ctx context.Context) error {
	if s.vault.master == nil {
		return nil
	}
	var failed error
	for name, after := s.vault.master.Primary(), ""; ; {
		keys, err := fetch(ctx, s, "find keys to wrap", s.reads.KeysOfOtherMasters, sqlc.KeysOfOtherMastersParams{
			Master: name, After: after,
		})
		if err != nil || len(keys) == 0 {
			return errors.Join(failed, err)
		}
		for i := range keys {
			// Past one that fails too, or every page would begin with it.
			after = keys[i].ID
			if err := s.rewrapKey(ctx, &keys[i]); err != nil {
				failed = fmt.Errorf("wrap key %s: %w", keys[i].ID, err)
			}
		}
	}
}

func (s *Store) rewrapKey(ctx context.Context, r *sqlc.KeysOfOtherMastersRow) error {
	about := []byte(r.ID)
	key, err := s.vault.master.Unwrap(r.Wrapped, about)
	if err != nil {
		return err
	}
	// What is written from now on is sealed with a part that no earlier master key has
	// ever wrapped: who copied that one reads nothing new.
	if key, err = key.Grow(); err != nil {
		return err
	}
	wrapped, name, err := s.vault.master.Wrap(key, about)
	if err != nil {
		return err
	}
	moved, err := change(ctx, s, "wrap key", func(ctx context.Context, q *queries) (int64, error) {
		return q.RewrapKey(ctx, sqlc.RewrapKeyParams{Master: name, Wrapped: wrapped, ID: r.ID, KnownMaster: r.Master})
	})
	if err == nil && moved == 1 { // else another node was faster, with another part
		s.vault.keys.Set(r.ID, key, 1)
	}
	return err
}
