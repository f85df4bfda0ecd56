package search

import (
	"context"
	"strings"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/knowledge"
)

// withTables is how many of the best articles carry their tables.
const withTables = 2

func (x *execution) legal(ctx context.Context) error {
	q := x.query
	q.Limit = MaxLegal
	for _, ref := range estate.EntitiesOf(x.req.Intent.Entities).Articles {
		if !strings.Contains(q.Text, ref.Text) || ref.Text == "" { // of a part, which another part names
			q.Text += " " + ref.Law + " " + ref.Article
		}
	}
	hits, err := x.library.SearchArticles(ctx, q)
	if err != nil {
		return err
	}
	if len(hits) == 0 {
		x.state.AggregatedResults.remark(x.words, answer.KindMissing, KeyNoLaw)
	}
	x.state.LegalResults = x.legalResults(hits)
	return nil
}

func (x *execution) legalResults(hits []knowledge.Hit[knowledge.Article]) []LegalResult {
	results := make([]LegalResult, 0, len(hits))
	shown := map[string]bool{}
	for i, h := range hits[:min(len(hits), MaxLegal)] {
		a := h.Record
		r := LegalResult{
			ID: a.ID, Question: x.req.Question, Law: a.Law, Article: a.Article, Citation: a.Citation(), Title: a.Title, TitleEN: a.TitleEN,
			Gist: a.Gist, GistEN: a.GistEN, Snippet: h.Snippet, Score: h.Score, Exact: h.Exact, AsOf: a.AsOf, Status: a.Status, Source: a.Source,
			Guide: a.Guide,
		}
		if i < withTables {
			for _, table := range x.library.TablesOf(a) {
				if !shown[table.ID] {
					shown[table.ID] = true
					r.Tables = append(r.Tables, table)
				}
			}
		}
		results = append(results, r)
	}
	return results
}
