package tutor

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// glossary answers short questions about words of the course.
type glossary struct {
	Terms  []term   `yaml:"terms"`
	Versus []versus `yaml:"versus"`
}

type term struct {
	ID      string   `yaml:"id"`
	Chapter int      `yaml:"chapter"`
	Names   []string `yaml:"names"`
	KO      string   `yaml:"ko"`
	EN      string   `yaml:"en"`
	Sources []string `yaml:"sources"`

	keys []key // of Names
}

// key is a name as it is looked for.
type key struct {
	tight, folded, plain string
	latin                bool
}

// versus tells two terms apart.
type versus struct {
	Of []string `yaml:"of"`
	KO string   `yaml:"ko"`
	EN string   `yaml:"en"`
}

func (g *glossary) check() error {
	names := map[string]string{}
	for i := range g.Terms {
		t := &g.Terms[i]
		if t.ID == "" || len(t.Names) == 0 || t.KO == "" || t.EN == "" || t.Chapter < 1 || t.Chapter > chapterCount {
			return fmt.Errorf("term %q is not whole", t.ID)
		}
		for _, n := range t.Names {
			if other := names[korean.Plain(n)]; other != "" && other != t.ID {
				return fmt.Errorf("%q names %s and %s", n, other, t.ID)
			}
			names[korean.Plain(n)] = t.ID
			t.keys = append(t.keys, key{korean.Tight(n), korean.Fold(n), korean.Plain(n), isLatin(n)})
		}
	}
	for _, v := range g.Versus {
		if len(v.Of) != 2 || v.KO == "" || v.EN == "" || g.term(v.Of[0]) == nil || g.term(v.Of[1]) == nil {
			return fmt.Errorf("versus %q is not whole", v.Of)
		}
	}
	return nil
}

func (g *glossary) term(id string) *term {
	for i := range g.Terms {
		if g.Terms[i].ID == id {
			return &g.Terms[i]
		}
	}
	return nil
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
// first: "생성형 AI" is not also "AI".
func (g *glossary) find(text string) []*term {
	folded, said := korean.Fold(text), korean.Tight(text)
	var spans []span
	for i := range g.Terms {
		for _, k := range g.Terms[i].keys {
			spans = append(spans, occurrences(folded, said, k, &g.Terms[i])...)
		}
	}
	slices.SortStableFunc(spans, func(a, b span) int { return (b.to - b.from) - (a.to - a.from) })
	var kept []span
	for _, s := range spans {
		if !slices.ContainsFunc(kept, func(k span) bool { return s.from < k.to && k.from < s.to }) {
			kept = append(kept, s)
		}
	}
	var terms []*term
	for _, k := range kept {
		if !slices.Contains(terms, k.term) {
			terms = append(terms, k.term)
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
	n := k.tight
	var list []span
	for at := 0; ; {
		i := strings.Index(said[at:], n)
		if i < 0 {
			return list
		}
		list = append(list, span{at + i, at + i + len(n), t})
		at += i + len(n)
	}
}

func isLatin(s string) bool { return strings.IndexFunc(s, func(r rune) bool { return r > 127 }) < 0 }

func standsAlone(text, name string) bool {
	latin := func(r rune) bool { return r >= 'a' && r <= 'z' }
	for rest, base := text, 0; ; {
		i := strings.Index(rest, name)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:base+i])
		after, _ := utf8.DecodeRuneInString(rest[i+len(name):])
		if !latin(before) && (!latin(after) || after == 's') {
			return true
		}
		base += i + len(name)
		rest = text[base:]
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
