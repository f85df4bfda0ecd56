package api

import (
	"net/http"
	"slices"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/store"
)

// knowledgeRoutes show what operators have ingested.
type knowledgeRoutes struct{ *door }

func (k knowledgeRoutes) list() []route {
	packs := extension + "/knowledge"
	return []route{
		{method: http.MethodGet, path: packs, tag: "knowledge", action: policy.Knowledge, summary: "Packs of knowledge that operators have ingested",
			reply: []store.KnowledgePack{}, handle: k.packs},
		{method: http.MethodGet, path: packs + "/:pack/sources", tag: "knowledge", action: policy.Knowledge, summary: "Sources of a pack, by name",
			query: []parameter{limitParam(100), offsetParam()}, reply: []store.KnowledgeSource{}, missing: true, handle: k.sources},
	}
}

func (k knowledgeRoutes) packs(q *request) (any, error) {
	return k.cfg.Store.KnowledgePacks(q.ctx())
}

func (k knowledgeRoutes) sources(q *request) (any, error) {
	pack := q.name("pack")
	limit, offset := q.number("limit"), q.number("offset")
	packs, err := k.cfg.Store.KnowledgePacks(q.ctx())
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(packs, func(p store.KnowledgePack) bool { return p.Name == pack }) {
		return nil, fault.New(fault.NotFound, "")
	}
	return k.cfg.Store.KnowledgeSources(q.ctx(), pack, limit, offset)
}
