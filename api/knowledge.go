package api

import (
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/store"
)

// knowledgeRoutes show what operators have ingested.
type knowledgeRoutes struct{ *door }

type packEntry struct {
	Name       string    `json:"name"`
	Assistant  string    `json:"assistant"`
	Generation int64     `json:"generation"`
	Sources    int64     `json:"sources"`
	Chunks     int64     `json:"chunks"`
	Bytes      int64     `json:"bytes"`
	CreatedAt  time.Time `json:"created_at"`
	UpdatedAt  time.Time `json:"updated_at"`
}

type sourceEntry struct {
	URI       string    `json:"uri"`
	MediaType string    `json:"media_type"`
	Bytes     int64     `json:"bytes"`
	Chunks    int64     `json:"chunks"`
	Status    string    `json:"status" jsonschema:"enum=ok,enum=failed"`
	Error     string    `json:"error,omitempty"`
	Hash      string    `json:"content_hash,omitempty"`
	At        time.Time `json:"ingested_at"`
}

func (k knowledgeRoutes) list() []route {
	packs := extension + "/knowledge"
	return []route{
		{method: http.MethodGet, path: packs, tag: "knowledge", action: policy.Knowledge, summary: "Packs of knowledge that operators have ingested",
			reply: []packEntry{}, handle: k.packs},
		{method: http.MethodGet, path: packs + "/:pack/sources", tag: "knowledge", action: policy.Knowledge, summary: "Sources of a pack, by name",
			query: []parameter{limitParam(100), offsetParam()}, reply: []sourceEntry{}, missing: true, handle: k.sources},
	}
}

func (k knowledgeRoutes) packs(c echo.Context) error {
	packs, err := k.cfg.Store.KnowledgePacks(c.Request().Context())
	if err != nil {
		return err
	}
	entries := make([]packEntry, len(packs))
	for i, p := range packs {
		entries[i] = packEntry{p.Name, p.Assistant, p.Generation, p.Sources, p.Chunks, p.Bytes, p.CreatedAt, p.UpdatedAt}
	}
	return ok(c, entries)
}

func (k knowledgeRoutes) sources(c echo.Context) error {
	pack, err := name(c, "pack")
	if err != nil {
		return err
	}
	limit, err := number(c, limitParam(100))
	if err != nil {
		return err
	}
	offset, err := number(c, offsetParam())
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	packs, err := k.cfg.Store.KnowledgePacks(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(packs, func(p store.KnowledgePack) bool { return p.Name == pack }) {
		return fault.New(fault.NotFound, "")
	}
	sources, err := k.cfg.Store.KnowledgeSources(ctx, pack, limit, offset)
	if err != nil {
		return err
	}
	entries := make([]sourceEntry, len(sources))
	for i, s := range sources {
		entries[i] = sourceEntry{s.URI, s.MediaType, s.Bytes, s.ChunkCount, s.Status, s.Error, s.ContentHash, s.IngestedAt}
	}
	return ok(c, entries)
}
