package store

import (
	"context"
	"time"
)

// vectorKept is how long the vectors of built-in texts are kept: no chunk tells that
// they are in use, so that a start after that has them made again.
const vectorKept = 30 * 24 * time.Hour

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
