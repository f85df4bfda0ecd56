package knowledge

import (
	"slices"
	"unicode/utf8"
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

func passageDocuments(passages []Passage, lexicon *lexicon) []document {
	docs := make([]document, len(passages))
	for i, p := range passages {
		docs[i] = document{
			ID: p.ID, Head: lexicon.names(p.Law) + " " + p.Head, Title: p.Article + " " + p.Title,
			Keywords: p.Keywords, Text: p.Text, Group: p.Law, Prior: lexicon.prior(Article{Law: p.Law, Title: p.Title}),
		}
	}
	return docs
}

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

// beside puts passages among articles by their scores; one that has the text
// of an article that was found follows it.
func (l *Library) beside(articles, passages []scored) []scored {
	behind := map[string][]scored{} // by the article's id
	var free []scored
	for _, p := range passages {
		if id := l.explained(p.ID, articles); id != "" {
			behind[id] = append(behind[id], p)
		} else {
			free = append(free, p)
		}
	}
	var out []scored
	for _, a := range articles {
		for len(free) > 0 && free[0].Score > a.Score {
			out, free = append(out, free[0]), free[1:]
		}
		out = append(out, a)
		for _, p := range behind[a.ID] {
			p.Score = min(p.Score, a.Score)
			out = append(out, p)
		}
	}
	return append(out, free...)
}

// explained is the first of the articles that covers what the passage does.
func (l *Library) explained(passage string, articles []scored) string {
	keys := l.keysOf(passage)
	if len(keys) == 0 {
		return ""
	}
	i := slices.IndexFunc(articles, func(a scored) bool {
		return slices.ContainsFunc(l.keysOf(a.ID), func(k string) bool { return slices.Contains(keys, k) })
	})
	if i < 0 {
		return ""
	}
	return articles[i].ID
}

func (l *Library) keysOf(id string) []string {
	a := l.articleByID[id]
	return coverKeys(a.Law, a.Covers)
}
