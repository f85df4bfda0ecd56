package knowledge

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"slices"
)

// Entry is a text that people ask for in words of their own.
type Entry struct {
	ID          string
	Title       string // what it is about, in whatever languages
	Text        string
	Translation string
	// Questions are what people say whose answer it is.
	Questions []string
}

// Finder finds entries of rooms that have no law: by the index in which a library
// has its guides, and with chances that are reckoned alike.
type Finder struct {
	index   *index
	entries map[string]Entry
}

// NewFinder builds the index of entries; what words are also called, and which carry
// no subject, is in synonyms.yaml of a folder where there is one.
func NewFinder(ctx context.Context, fsys fs.FS, entries []Entry) (*Finder, error) {
	var p pack
	if err := p.readLexicon(fsys); err != nil {
		return nil, err
	}
	f := &Finder{entries: map[string]Entry{}}
	docs := make([]document, len(entries))
	for i, e := range entries {
		f.entries[e.ID] = e
		docs[i] = document{ID: e.ID, Phrases: e.Questions, Fields: [fields]string{fieldTitle: e.Title, fieldText: e.Text, fieldTranslation: e.Translation}}
	}
	var err error
	if f.index, err = newIndex(ctx, docs, &p.lexicon, true); err != nil {
		return nil, fmt.Errorf("find entries: %w", err)
	}
	return f, nil
}

// The log-odds that the first entry answers: the more of the text it holds, in share
// and in weight, the more the text says, and the farther the next one is behind. Laymen
// tell a story around what they ask, of which an entry holds a small share, and still
// much by weight. Fitted on half of what strangers wrote to the titles of the tutor's
// answers, on questions of the answers that were left out, and on talk of other matters.
const (
	entryBase   = -10.6
	entryShare  = 2.7
	entryLead   = 0.6
	entryWords  = 1.3
	entryWeight = 1.3
)

// Find lists the entries that may answer a text, best first, each with its chance to,
// but for those of some ids. It fails only when ctx ends.
func (f *Finder) Find(ctx context.Context, text string, limit int, but ...string) ([]Hit[Entry], error) {
	q := f.index.ask(text)
	list, err := f.index.rank(ctx, q)
	list = slices.DeleteFunc(list, func(c *candidate) bool { return slices.Contains(but, c.id) })
	var hits []Hit[Entry]
	for _, c := range list[:min(len(list), limit)] {
		hits = append(hits, Hit[Entry]{Record: f.entries[c.id], Score: rounded(chance(q, list) * math.Exp(c.rank-list[0].rank)), Share: rounded(c.share)})
	}
	return hits, err
}

// chance is that of the first of a list that is not empty.
func chance(q *question, list []*candidate) float64 {
	first, lead := list[0], leadEnough
	if len(list) > 1 {
		lead = min(lead, first.rank-list[1].rank)
	}
	odds := entryBase + entryShare*first.share + entryLead*lead + entryWords*math.Log1p(first.words) + entryWeight*math.Log1p(q.weight)
	return 1 / (1 + math.Exp(-odds))
}

// Subjects are the words of a text that say what it is about.
func (f *Finder) Subjects(text string) []string {
	var list []string
	for _, r := range f.index.lexicon.read(normalise(ends(text))) {
		if !r.faint {
			list = append(list, r.wordings[0])
		}
	}
	return list
}
