package main

import (
	"context"
	"log/slog"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/knowledge/ingest"
	"github.com/madang-dev/madang/llm"
)

// embedder makes the vectors of knowledge with the embedding model.
type embedder struct{ *llm.Embeddings }

func (e embedder) Model() string { return e.Name() }

func (e embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, _, err := e.Embeddings.Embed(ctx, texts)
	return vectors, err
}

// vectors is the embedder of a model, nil without one.
func vectors(model *llm.Client) knowledge.Embedder {
	if e := model.Embedder(); e != nil {
		return embedder{e}
	}
	return nil
}

// builtIn has vectors made of the packs' own records; nil without a model for
// them.
func (h *house) builtIn(settings configs.Settings, nodeID string, log *slog.Logger) *ingest.BuiltIn {
	e := vectors(h.model)
	if e == nil {
		return nil
	}
	return &ingest.BuiltIn{
		Store: h.store, Embedder: e, Shelf: h.shelf, Node: nodeID, Sweep: settings.KnowledgeSweep, Logger: log,
	}
}
