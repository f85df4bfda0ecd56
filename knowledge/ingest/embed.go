package ingest

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/store"
)

// How texts are turned into vectors.
const (
	embedBatch   = 32
	embedTimeout = time.Minute
)

// shown is what a model is shown of a chunk.
func shown(c store.KnowledgeChunk) string {
	return strings.TrimSpace(c.Law+" "+c.Article+" "+c.Title) + "\n" + c.Text
}

// embed makes the vectors that the pack's texts lack, some at a time: what
// was made stays when it is broken off, and the next call goes on from there.
func (r *run) embed(ctx context.Context) error {
	if r.Embedder == nil || r.DryRun {
		return nil
	}
	for {
		chunks, err := r.Store.TextsWithoutVector(ctx, r.Pack, r.Embedder.Model(), embedBatch)
		if err != nil {
			return err
		}
		if len(chunks) == 0 {
			break
		}
		texts := make([]knowledge.Text, len(chunks))
		for i, c := range chunks {
			texts[i] = knowledge.Text{Hash: c.TextHash, Shown: shown(c)}
		}
		vectors, err := vectorsOf(ctx, r.Embedder, texts)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			r.report.Problems = append(r.report.Problems, Problem{File: r.Pack, Message: fmt.Sprintf(
				"vectors: %v; search goes by words, the next ingestion goes on from here", err)})
			break
		}
		if err := r.Store.KeepVectors(ctx, r.Embedder.Model(), vectors, time.Time{}); err != nil {
			return err
		}
		r.report.Vectors += len(vectors)
	}
	if r.report.Vectors == 0 {
		return nil
	}
	return r.Store.TouchKnowledgePack(ctx, r.Assistant, r.Pack, r.Clock())
}

// vectorsOf has the vectors of some texts made, all of one length, by hash.
func vectorsOf(ctx context.Context, embedder knowledge.Embedder, texts []knowledge.Text) (map[string][]float32, error) {
	asked := make([]string, len(texts))
	for i, t := range texts {
		asked[i] = t.Shown
	}
	ctx, cancel := context.WithTimeout(ctx, embedTimeout)
	defer cancel()
	made, err := embedder.Embed(ctx, asked)
	if err != nil {
		return nil, err
	}
	if len(made) != len(texts) {
		return nil, fmt.Errorf("%d vectors came for %d texts", len(made), len(texts))
	}
	out := make(map[string][]float32, len(made))
	for i, v := range made {
		unit, ok := knowledge.Unit(v)
		if !ok || len(v) != len(made[0]) {
			return nil, fmt.Errorf("a vector is empty, too long or no direction")
		}
		out[texts[i].Hash] = unit
	}
	return out, nil
}
