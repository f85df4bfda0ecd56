package ingest

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/store"
)

// makingHold is how long a node has the making of vectors to itself; it is
// longer than one batch may take.
const makingHold = 2 * embedTimeout

// maxMakingWait is the longest pause while nothing comes of it.
const maxMakingWait = time.Minute

// BuiltIn has vectors made of the packs' own records, once for each text and
// model, by one node for all, beside everything else. They are kept in the
// store; a shelf is told of them when all are there.
type BuiltIn struct {
	Store    *store.Store
	Embedder knowledge.Embedder
	Shelf    *knowledge.Shelf
	Node     string        // no other node has the same
	Sweep    time.Duration // between two looks; 0 is knowledge.DefaultSweep
	Logger   *slog.Logger  // default: none
}

// Run looks for texts without vectors until ctx ends. A model that fails or is
// over its budget is asked again, ever later.
func (b BuiltIn) Run(ctx context.Context) error {
	if b.Sweep <= 0 {
		b.Sweep = knowledge.DefaultSweep
	}
	if b.Logger == nil {
		b.Logger = slog.New(slog.DiscardHandler)
	}
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

// look tells the shelf of the vectors that there are, and has those made that
// are missing unless another node is at it.
func (b BuiltIn) look(ctx context.Context) error {
	texts := b.Shelf.Lacking()
	if len(texts) == 0 {
		return nil
	}
	hashes := make([]string, len(texts))
	for i, t := range texts {
		hashes[i] = t.Hash
	}
	model := b.Embedder.Model()
	if err := b.Store.UseBuiltInVectors(ctx, model, hashes, time.Now()); err != nil {
		return err
	}
	known, err := b.Store.BuiltInVectors(ctx, model)
	if err != nil || b.Shelf.Know(known) {
		return err
	}
	missing := slices.DeleteFunc(texts, func(t knowledge.Text) bool { return known[t.Hash] != nil })
	started := time.Now()
	if ours, err := b.make(ctx, missing); err != nil || !ours {
		return err
	}
	if known, err = b.Store.BuiltInVectors(ctx, model); err != nil || !b.Shelf.Know(known) {
		return err
	}
	b.Logger.Info("vectors of built-in knowledge made", "model", model, "texts", len(missing), "took", time.Since(started))
	return nil
}

// make has the vectors of texts made in batches, each of which stays when the
// next one fails. Ours is false where another node is at it.
func (b BuiltIn) make(ctx context.Context, texts []knowledge.Text) (ours bool, err error) {
	model := b.Embedder.Model()
	for batch := range slices.Chunk(texts, embedBatch) {
		if ours, err = b.Store.ClaimMaking(ctx, model, b.Node, makingHold); err != nil || !ours {
			return ours, err
		}
		made, err := vectorsOf(ctx, b.Embedder, batch)
		if err == nil {
			err = b.Store.KeepBuiltInVectors(ctx, model, made, time.Now())
		}
		if err != nil {
			return true, errors.Join(err, b.release(ctx))
		}
	}
	return true, nil
}

// release lets other nodes try at once.
func (b BuiltIn) release(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_, err := b.Store.ClaimMaking(ctx, b.Embedder.Model(), b.Node, 0)
	return err
}
