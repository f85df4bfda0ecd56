package api

import (
	"net/http"
	"slices"
	"time"

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

func (k knowledgeRoutes) packs(q *request) (any, error) {
	packs, err := k.cfg.Store.KnowledgePacks(q.ctx())
	return listOf(packs, func(p store.KnowledgePack) packEntry {
		return packEntry{p.Name, p.Assistant, p.Generation, p.Sources, p.Chunks, p.Bytes, p.CreatedAt, p.UpdatedAt}
	}), err
}

func (k knowledgeRoutes) sources(q *request) (any, error) {
	pack := q.name("pack")
	limit, offset := q.number("limit"), q.number("offset")
	if q.err != nil {
		return nil, q.err
	}
	packs, err := k.cfg.Store.KnowledgePacks(q.ctx())
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(packs, func(p store.KnowledgePack) bool { return p.Name == pack }) {
		return nil, fault.New(fault.NotFound, "")
	}
	sources, err := k.cfg.Store.KnowledgeSources(q.ctx(), pack, limit, offset)
	return listOf(sources, func(s store.KnowledgeSource) sourceEntry {
		return sourceEntry{s.URI, s.MediaType, s.Bytes, s.ChunkCount, s.Status, s.Error, s.ContentHash, s.IngestedAt}
	}), err
}
