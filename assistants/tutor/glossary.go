package tutor

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/internal/words"
)

// glossary answers short questions about words of the course.
type glossary struct {
	Terms []term `yaml:"terms"`

	names []key // of all terms, the longest first
}

type term struct {
	ID      string `yaml:"id"`
	Chapter int    `yaml:"chapter"`
	// Names are what it may be called, by language; the first is shown.
	Names   scoring.Terms `yaml:"names"`
	Text    words.Text    `yaml:"text"`
	Sources []words.Text  `yaml:"sources"`
}

// key is a name as it is looked for. A Latin one has to stand alone as it is
// written, a short Korean one to begin a word: "ai" is not in "explain", and a
// log is in no "blog".
type key struct {
	tight, plain string
	word         *regexp.Regexp
	term         *term
}

// shortName is how long a Korean name is that stands in other words by chance.
const shortName = 2

// check finds what is wrong with a glossary, and readies the names.
func (g *glossary) check(chapters int) datafile.Flaws {
	var f datafile.Flaws
	names := map[string]string{}
	for i := range g.Terms {
		t, at := &g.Terms[i], fmt.Sprintf("terms[%d]", i)
		f.Need(t.ID != "", at, "it needs an id")
		f.Need(t.Chapter >= 1 && t.Chapter <= chapters, at+".chapter", "there is no chapter %d: write one of 1 to %d", t.Chapter, chapters)
		for _, list := range t.Names {
			for _, n := range list {
				other := names[korean.Plain(n)]
				f.Need(other == "" || other == t.ID, at+".names", "%q names %s and %s: remove one", n, other, t.ID)
				names[korean.Plain(n)] = t.ID
				k := key{tight: korean.Tight(n), plain: korean.Plain(n), term: t}
				switch {
				case !strings.ContainsFunc(n, korean.IsHangul):
					k.word = regexp.MustCompile(`(?:^|[^a-z])` + regexp.QuoteMeta(korean.Fold(n)) + `(?:$|[^a-rt-z])`)
				case utf8.RuneCountInString(n) <= shortName:
					k.word = regexp.MustCompile(`(?:^|[^\p{Hangul}])` + regexp.QuoteMeta(korean.Fold(n)))
				}
				g.names = append(g.names, k)
			}
		}
	}
	slices.SortStableFunc(g.names, func(a, b key) int { return len(b.tight) - len(a.tight) })
	return f
}

func (g *glossary) term(id string) *term {
	if i := slices.IndexFunc(g.Terms, func(t term) bool { return t.ID == id }); i >= 0 {
		return &g.Terms[i]
	}
	return nil
}

// name is what the term is called in a language.
func (t *term) name(language string) string {
	text := words.Text{}
	for tag, list := range t.Names {
		text[tag] = list[0]
	}
	return text.In(language)
}

// everywhere tells that a term is in so many questions that it says nothing of what
// they are about.
func (t *term) everywhere() bool { return t.ID == "ai" || t.ID == "chatbot" || t.ID == "generative-ai" }

// isTerm tells whether a plain text is nothing but a term's name.
func (g *glossary) isTerm(said string) bool {
	return slices.ContainsFunc(g.names, func(k key) bool { return k.plain == said })
}

// find lists the terms that a text names, each once, the longest names
// first: "generative AI" is not also "AI".
func (g *glossary) find(text string) (terms []*term) {
	folded, said := korean.Fold(text), korean.Tight(text)
	for _, k := range g.names {
		if !strings.Contains(said, k.tight) || k.word != nil && !k.word.MatchString(folded) {
			continue
		}
		said = strings.ReplaceAll(said, k.tight, " ")
		if !slices.Contains(terms, k.term) {
			terms = append(terms, k.term)
		}
	}
	return terms
}

// holds tells whether a word is in a name of one of the terms.
func (g *glossary) holds(terms []*term, word string) bool {
	return slices.ContainsFunc(g.names, func(k key) bool {
		return slices.Contains(terms, k.term) && strings.Contains(k.tight, word)
	})
}
