package retrieval

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/filing"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/store"
)

const (
	// leastRelevant is the score below which a hit is left out of the answer.
	leastRelevant = 0.3
	// maxDocuments is how many of a company's newest documents are looked at.
	maxDocuments = 200
	maxSnippet   = 240
)

// internal are the rules, the company's documents and the things of its data. An
// error comes with what the others found.
func (r *Retriever) internal(ctx context.Context, q Query) (hits []Hit, hidden []string, err error) {
	hits = r.rules(q)
	documents, err := r.documents(ctx, q)
	named, hidden, err2 := r.things(ctx, q)
	hits = append(append(hits, documents...), named...)
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits[:min(len(hits), 2*q.Limit)], hidden, errors.Join(err, err2)
}

func (r *Retriever) rules(q Query) []Hit {
	if r.cfg.Rules == nil {
		return nil
	}
	var hits []Hit
	for _, told := range r.cfg.Rules.Search(q.Text, q.Language, q.Day, q.Limit) {
		hits = append(hits, Hit{
			ID: "rule/" + told.Rule, Source: InternalDB, Kind: "rule", Title: told.Title, Snippet: told.Text, Score: told.Score,
			Citation: texts.Say(q.Language, "cite.rule", "id", told.Rule, "title", told.Title, "article", told.Article, "as_of", told.AsOf),
		})
	}
	return hits
}

// things are customers, people and products that the text names.
func (r *Retriever) things(ctx context.Context, q Query) (hits []Hit, hidden []string, err error) {
	if r.cfg.Things == nil {
		return nil, nil, nil
	}
	seen, hidden, err := r.cfg.Things.Things(ctx, semantic.Question{Text: q.Text, Language: q.Language, Person: q.Person}, q.Limit)
	for _, t := range seen {
		hits = append(hits, Hit{
			ID: t.Dimension + "/" + t.ID, Source: InternalDB, Kind: t.Dimension, Title: t.Name, Snippet: t.Detail, Score: 1,
			Citation: texts.Say(q.Language, "cite.thing", "kind", t.Kind, "id", t.ID, "title", t.Name),
		})
	}
	return hits, hidden, err
}

// documents are the company's documents that share words with what is asked,
// of those that the person may see.
func (r *Retriever) documents(ctx context.Context, q Query) ([]Hit, error) {
	if r.cfg.Store == nil {
		return nil, nil
	}
	var list []filing.Document
	err := r.cfg.Store.View(ctx, "company documents", func(ctx context.Context, tx store.Tx) (err error) {
		list, err = filing.Texts(ctx, tx, r.cfg.Store, q.Person.CompanyID, maxDocuments)
		return err
	})
	asked := korean.Topics(q.Text)
	score := map[string]float64{}
	list = slices.DeleteFunc(list, func(doc filing.Document) bool {
		score[doc.ID] = 1 // all of them are asked for
		if q.Text != "" {
			score[doc.ID] = shared(asked, doc.Title+" "+doc.Markdown)
		}
		return score[doc.ID] < leastRelevant || !May(q.Person, doc.PersonID)
	})
	slices.SortStableFunc(list, func(a, b filing.Document) int { return cmp.Compare(score[b.ID], score[a.ID]) })
	var hits []Hit
	for _, doc := range list[:min(len(list), 2*q.Limit)] {
		hits = append(hits, Hit{
			ID: "document/" + doc.ID, Source: InternalDB, Kind: "document", Title: doc.Title, Snippet: best(asked, doc.Markdown), Score: score[doc.ID],
			Citation: texts.Say(q.Language, "cite.document", "title", doc.Title, "version", strconv.Itoa(doc.Version), "day", doc.UpdatedAt.Format(time.DateOnly)),
		})
	}
	return hits, err
}

// May tells whether a person may see what another has filed: sales staff see
// their own, which may tell of what others may not see.
func May(p access.Person, personID string) bool {
	switch p.Role {
	case access.Manager, access.Compliance:
		return true
	case access.Sales:
		return personID == p.ID
	}
	return false
}

// shared is the share of what is asked that a text speaks of.
func shared(asked map[string]bool, text string) float64 {
	if len(asked) == 0 {
		return 0
	}
	n := 0
	topics := korean.Topics(text)
	for topic := range asked {
		if topics[topic] {
			n++
		}
	}
	return float64(n) / float64(len(asked))
}

// best is the line of a text that shares most with what is asked.
func best(asked map[string]bool, text string) string {
	line, most := "", -1.0
	for one := range strings.Lines(text) {
		if score := shared(asked, one); score > most {
			line, most = one, score
		}
	}
	return forms.OneLine(strings.TrimLeft(line, "#*- "), maxSnippet) // no mark of a heading
}
