package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/store"
)

// Collection is all that is ingested for an assistant, as a knowledge.Shelf
// reads it.
type Collection struct {
	Store     *store.Store
	Assistant string
	// Model names the model whose vectors are read; "" reads none.
	Model string
}

// Stamp changes whenever the passages may have.
func (c Collection) Stamp(ctx context.Context) (string, error) {
	return c.Store.KnowledgeStamp(ctx, c.Assistant)
}

// errMoved tells that a source was replaced while the passages were read.
var errMoved = errors.New("ingest: sources change too fast to be read")

// readTries is how often sources that change are read again.
const readTries = 5

// Passages reads every chunk. Each source is read as a whole in one of its
// versions.
func (c Collection) Passages(ctx context.Context) ([]knowledge.Passage, error) {
	for range readTries {
		all, err := c.read(ctx)
		if !errors.Is(err, errMoved) {
			return all, err
		}
	}
	return nil, errMoved
}

func (c Collection) read(ctx context.Context) ([]knowledge.Passage, error) {
	packs, err := c.Store.KnowledgePacks(ctx)
	if err != nil {
		return nil, err
	}
	var all []knowledge.Passage
	for _, p := range packs {
		if p.Assistant != c.Assistant {
			continue
		}
		sources, err := allSources(ctx, c.Store, p.Name)
		if err != nil {
			return nil, err
		}
		for _, s := range sources {
			if all, err = c.source(ctx, s, all); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func (c Collection) source(ctx context.Context, s store.KnowledgeSource, all []knowledge.Passage) ([]knowledge.Passage, error) {
	chunks, err := c.Store.KnowledgeChunks(ctx, s.ID)
	if err != nil {
		return nil, err
	}
	if int64(len(chunks)) != s.ChunkCount {
		return nil, errMoved
	}
	var vectors map[string][]float32
	if c.Model != "" && len(chunks) > 0 {
		if vectors, err = c.Store.KnowledgeVectors(ctx, s.ID, c.Model); err != nil {
			return nil, err
		}
	}
	for i, ch := range chunks {
		origin := ch.Origin
		origin = cmp.Or(origin, s.URI)
		all = append(all, knowledge.Passage{
			ID:  fmt.Sprintf("%s/%s#%d", s.Pack, s.URI, i+1),
			Law: ch.Law, Article: ch.Article, Title: ch.Title, Head: ch.Head, Text: ch.Text,
			AsOf: ch.AsOf, Source: origin, Status: ch.Status, Language: ch.Language, Keywords: ch.Keywords,
			Vector: vectors[ch.TextHash],
		})
	}
	return all, nil
}
