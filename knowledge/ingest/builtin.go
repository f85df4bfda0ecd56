package ingest

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/store"
)

// maxMakingWait is the longest pause while nothing comes of it.
const maxMakingWait = time.Minute

// BuiltIn has vectors made of the packs' own records beside everything else. They
// are kept in the store, by text and model, so that a later start makes none; a
// shelf is told of them when all are there.
type BuiltIn struct {
	Store    *store.Store
	Embedder knowledge.Embedder
	Shelf    *knowledge.Shelf
	Sweep    time.Duration // between two looks; 0 is knowledge.DefaultSweep
	Logger   *slog.Logger  // default: none
}

// Run looks for texts without vectors until ctx ends. A model that fails or is
// over its budget is asked again, ever later.
func (b BuiltIn) Run(ctx context.Context) error {
	if b.Sweep <= 0 {
		b.Sweep = knowledge.DefaultSweep
	}
	b.Logger = cmp.Or(b.Logger, slog.New(slog.DiscardHandler))
	wait, said := b.Sweep, ""
	for {
		err := b.look(ctx)
		switch {
		case ctx.Err() != nil:
			return nil //nolint:nilerr // told to stop in the middle of a look
		case err == nil:
			wait, said = b.Sweep, ""
		default:
			wait = min(2*wait, max(maxMakingWait, b.Sweep))
			if err.Error() != said {
				said = err.Error()
				b.Logger.Warn("vectors of built-in knowledge could not be made; it is searched by words", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
}

// look has those vectors made that are missing and tells the shelf of all. Nodes that
// look at once may both make them: that is a few hundred short texts, once a model,
// and the store keeps what came first.
func (b BuiltIn) look(ctx context.Context) error {
	texts := b.Shelf.Lacking()
	if len(texts) == 0 {
		return nil
	}
	model := b.Embedder.Model()
	known, err := b.Store.BuiltInVectors(ctx, model)
	if err != nil {
		return err
	}
	missing := slices.DeleteFunc(texts, func(t knowledge.Text) bool { return known[t.Hash] != nil })
	started := time.Now()
	// Each batch stays when the next one fails, so that a model that answers now and
	// then comes to the end.
	for batch := range slices.Chunk(missing, embedBatch) {
		made, err := vectorsOf(ctx, b.Embedder, batch)
		if err == nil {
			err = b.Store.KeepVectors(ctx, model, made, time.Now())
		}
		if err != nil {
			return err
		}
		maps.Copy(known, made)
	}
	if b.Shelf.Know(known) && len(missing) > 0 {
		b.Logger.Info("vectors of built-in knowledge made", "model", model, "texts", len(missing), "took", time.Since(started))
	}
	return nil
}
