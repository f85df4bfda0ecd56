package main

import (
	"log/slog"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/knowledge/ingest"
	"github.com/madang-dev/madang/llm"
)

// vectors is the embedder of a model, nil without one.
func vectors(model *llm.Client) knowledge.Embedder {
	if e := model.Embedder(); e != nil {
		return e
	}
	return nil
}

// builtIn has vectors made of the packs' own records; nil without a model for
// them.
func (h *house) builtIn(settings configs.Settings, log *slog.Logger) *ingest.BuiltIn {
	e := vectors(h.model)
	if e == nil {
		return nil
	}
	return &ingest.BuiltIn{
		Store: h.store, Embedder: e, Shelf: h.shelf, Sweep: settings.KnowledgeSweep, Logger: log,
	}
}
