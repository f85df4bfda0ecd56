package knowledge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// Passage is a piece of what an operator has ingested: an article as its law
// has it, or a section of another text. Beside an article of the packs that
// explains the same it comes second.
type Passage struct {
	// ID is unique among passages and articles: "pack/source#number".
	ID  string
	Law string // or the title of another text
	// Article is "제7조의2" and can be looked up, or "".
	Article     string
	Title, Head string
	Text        string
	AsOf        string
	Source      string
	Status      string
	Language    string
	Keywords    []string
	// Vector is of length 1, nil where there is none.
	Vector []float32
}

// article is the passage as searches hand it out.
func (p Passage) article() Article {
	a := Article{
		ID: p.ID, Law: p.Law, Article: p.Article, Title: p.Title, Gist: p.Text, Keywords: p.Keywords,
		AsOf: p.AsOf, Status: p.Status, Source: p.Source,
	}
	if _, ok := parseCover(p.Law, p.Article); ok {
		a.Covers = []string{p.Article}
	}
	if p.Language == "en" {
		a.GistEN = p.Text
		a.TitleEN = p.Title
	}
	return a
}

// Ingested is the whole text of an ingested document that a text names by its
// title, and the title; of several the longest, "" where it names none.
func (l *Library) Ingested(text string) (title, whole string) {
	text = korean.Plain(text)
	for of := range l.ingestedIn {
		named := korean.Plain(of)
		if utf8.RuneCountInString(named) >= minTitle && strings.Contains(text, named) && (len(of) > len(title) || len(of) == len(title) && of < title) {
			title = of
		}
	}
	var parts []string
	for _, id := range l.ingestedIn[title] {
		parts = append(parts, l.articleByID[id].Gist)
	}
	return title, strings.Join(parts, "\n\n")
}

// minTitle is the length in runes from which a title names a document.
const minTitle = 4

// lawsOf are the laws of passages that can be named by an article.
func lawsOf(passages []Passage) map[string]bool {
	laws := map[string]bool{}
	for _, p := range passages {
		if _, ok := parseCover(p.Law, p.Article); ok && utf8.RuneCountInString(p.Law) > 1 {
			laws[mainLaw(p.Law)] = true
		}
	}
	return laws
}

// besideArticles moves passages right behind the first article of the packs
// that explains their text.
func (l *Library) besideArticles(found []scored) []scored {
	behind := map[string][]scored{} // by the article's id
	var out, free []scored
	for _, f := range found {
		if id := l.explained(f.ID, found); id != "" {
			behind[id] = append(behind[id], f)
		} else {
			free = append(free, f)
		}
	}
	for _, f := range free {
		out = append(out, f)
		for _, p := range behind[f.ID] {
			out = append(out, scored{p.ID, min(p.Score, f.Score)})
		}
	}
	return out
}

// explained is the first of the packs' articles that covers what a passage
// does, "" for an article of theirs.
func (l *Library) explained(id string, found []scored) string {
	if l.ofPacks(id) {
		return ""
	}
	keys := l.keysOf(id)
	for _, f := range found {
		if l.ofPacks(f.ID) && slices.ContainsFunc(l.keysOf(f.ID), func(k string) bool { return slices.Contains(keys, k) }) {
			return f.ID
		}
	}
	return ""
}

func (l *Library) ofPacks(id string) bool { return l.articles.places[id] < len(l.pack.articles) }

func (l *Library) keysOf(id string) []string {
	a := l.articleByID[id]
	return coverKeys(a.Law, a.Covers)
}
