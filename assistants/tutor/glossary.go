package tutor

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/internal/words"
)

// glossary answers short questions about words of the course.
type glossary struct {
	Terms  []term   `yaml:"terms"`
	Versus []versus `yaml:"versus"`
}

type term struct {
	ID      string `yaml:"id"`
	Chapter int    `yaml:"chapter"`
	// Names are what it may be called, by language; the first is shown.
	Names   scoring.Terms `yaml:"names"`
	Text    words.Text    `yaml:"text"`
	Sources []words.Text  `yaml:"sources"`

	keys []key // of Names
}

// key is a name as it is looked for.
type key struct {
	tight, folded, plain string
	latin                bool
}

// versus tells two terms apart.
type versus struct {
	Of   []string   `yaml:"of"`
	Text words.Text `yaml:"text"`
}

// check finds what is wrong with a glossary, and readies the names.
func (g *glossary) check(chapters int) []scoring.Flaw {
	var f flaws
	names := map[string]string{}
	for i := range g.Terms {
		t, at := &g.Terms[i], fmt.Sprintf("terms[%d]", i)
		f.need(t.ID != "", at, "it needs an id")
		f.need(t.Chapter >= 1 && t.Chapter <= chapters, at+".chapter", "there is no chapter %d: write one of 1 to %d", t.Chapter, chapters)
		for _, list := range t.Names {
			for _, n := range list {
				other := names[korean.Plain(n)]
				f.need(other == "" || other == t.ID, at+".names", "%q names %s and %s: remove one", n, other, t.ID)
				names[korean.Plain(n)] = t.ID
				t.keys = append(t.keys, key{korean.Tight(n), korean.Fold(n), korean.Plain(n), isLatin(n)})
			}
		}
	}
	for i, v := range g.Versus {
		known := len(v.Of) == 2 && g.term(v.Of[0]) != nil && g.term(v.Of[1]) != nil
		f.need(known, fmt.Sprintf("versus[%d]", i), "versus %q needs the ids of two terms", v.Of)
	}
	return f
}

func (g *glossary) term(id string) *term {
	for i := range g.Terms {
		if g.Terms[i].ID == id {
			return &g.Terms[i]
		}
	}
	return nil
}

// name is what the term is called in a language.
func (t *term) name(language string) string {
	if list := t.Names[language]; len(list) > 0 {
		return list[0]
	}
	return words.Text{words.Base: t.Names[words.Base][0], "en": t.Names["en"][0]}.In(language)
}

// isTerm tells whether a plain text is nothing but a term's name.
func (g *glossary) isTerm(said string) bool {
	return slices.ContainsFunc(g.Terms, func(t term) bool {
		return slices.ContainsFunc(t.keys, func(k key) bool { return k.plain == said })
	})
}

// span is where a name stands in a text.
type span struct {
	from, to int
	term     *term
}

// find lists the terms that a text names, each once, the longest names
// first: "generative AI" is not also "AI".
func (g *glossary) find(text string) []*term {
	folded, said := korean.Fold(text), korean.Tight(text)
	var spans []span
	for i := range g.Terms {
		for _, k := range g.Terms[i].keys {
			spans = append(spans, occurrences(folded, said, k, &g.Terms[i])...)
		}
	}
	slices.SortStableFunc(spans, func(a, b span) int { return (b.to - b.from) - (a.to - a.from) })
	taken := make([]bool, len(said))
	var terms []*term
	for _, s := range spans {
		if slices.Contains(taken[s.from:s.to], true) {
			continue
		}
		for i := s.from; i < s.to; i++ {
			taken[i] = true
		}
		if !slices.Contains(terms, s.term) {
			terms = append(terms, s.term)
		}
	}
	return terms
}

// occurrences finds a name in a text without its spaces. A Latin name has to
// stand alone in the text as it was written: "ai" is not in "explain".
func occurrences(folded, said string, k key, t *term) []span {
	if k.latin && !standsAlone(folded, k.folded) {
		return nil
	}
	var list []span
	for at := 0; ; {
		i := strings.Index(said[at:], k.tight)
		if i < 0 {
			return list
		}
		list = append(list, span{at + i, at + i + len(k.tight), t})
		at += i + len(k.tight)
	}
}

func isLatin(s string) bool { return strings.IndexFunc(s, func(r rune) bool { return r > 127 }) < 0 }

func standsAlone(text, name string) bool {
	latin := func(r rune) bool { return r >= 'a' && r <= 'z' }
	for base := 0; ; {
		i := strings.Index(text[base:], name)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:base+i])
		base += i + len(name)
		after, _ := utf8.DecodeRuneInString(text[base:])
		if !latin(before) && (!latin(after) || after == 's') {
			return true
		}
	}
}

// apart is what tells two of the terms apart, nil if nothing does.
func (g *glossary) apart(terms []*term) *versus {
	named := func(id string) bool { return slices.ContainsFunc(terms, func(t *term) bool { return t.ID == id }) }
	for i := range g.Versus {
		if v := &g.Versus[i]; named(v.Of[0]) && named(v.Of[1]) {
			return v
		}
	}
	return nil
}
