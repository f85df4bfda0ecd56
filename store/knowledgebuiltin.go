package store

import (
	"context"
	"slices"
	"time"

	"github.com/madang-dev/madang/store/sqlc"
)

// Built-in texts are no chunks, so their vectors tell when they were last
// used: noted once a day, and forgotten a month after the last use. Nodes of
// two versions that run side by side both keep theirs.
const (
	vectorUseNoted = 24 * time.Hour
	vectorKept     = 30 * 24 * time.Hour
)

func idleBefore(now time.Time) int64 { return max(1, millis(now.Add(-vectorKept))) }

// BuiltInVectors are the vectors that a model made of built-in texts, by the
// hash of the text.
func (s *Store) BuiltInVectors(ctx context.Context, model string) (map[string][]float32, error) {
	rows, err := fetch(ctx, s, "built-in vectors", s.reads.BuiltInVectors, model)
	vectors := make(map[string][]float32, len(rows))
	for _, r := range rows {
		vectors[r.TextHash] = floats(r.Vector)
	}
	return vectors, err
}

// KeepBuiltInVectors keeps vectors that a model made of built-in texts, by
// the hash of the text; one that is there already stays as it is.
func (s *Store) KeepBuiltInVectors(ctx context.Context, model string, vectors map[string][]float32, at time.Time) error {
	return s.keepVectors(ctx, model, vectors, at)
}

// UseBuiltInVectors notes that texts of these hashes are in use.
func (s *Store) UseBuiltInVectors(ctx context.Context, model string, hashes []string, at time.Time) error {
	return s.write(ctx, "use built-in vectors", func(ctx context.Context, q *queries) error {
		for _, hash := range slices.Sorted(slices.Values(hashes)) {
			err := q.UseBuiltInVector(ctx, sqlc.UseBuiltInVectorParams{
				Now: millis(at), TextHash: hash, Model: model, UsedBefore: millis(at.Add(-vectorUseNoted)),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// ClaimMaking lets one node at a time have a model's missing vectors made; it
// holds for a while by the database's clock, and longer when it is called
// again. False is that another node has it.
func (s *Store) ClaimMaking(ctx context.Context, model, node string, hold time.Duration) (ours bool, err error) {
	now, err := s.Now(ctx)
	if err != nil {
		return false, err
	}
	return change(ctx, s, "claim making of vectors", func(ctx context.Context, q *queries) (bool, error) {
		n, err := q.ClaimMaking(ctx, sqlc.ClaimMakingParams{
			Model: model, Node: node, Until: millis(now.Add(hold)), Now: millis(now),
		})
		return n > 0, err
	})
}
