package catalog

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mention is a place of the catalog named in a text.
type Mention struct {
	Destination *Destination
	Sight       *Sight // nil when the destination itself is named
	Start, End  int
}

// Find lists the destinations and sights named in a text, in its order; the
// longest name wins where names overlap.
func (p *Pack) Find(text string) []Mention {
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		lower = text // a rune changed its length: positions would be off
	}
	var found []Mention
	for _, d := range p.Destinations {
		for _, name := range append([]string{d.Name.KO, d.Name.EN}, d.Aliases...) {
			found = appendNamed(found, lower, name, Mention{Destination: d})
		}
		for i := range d.Sights {
			s := &d.Sights[i]
			for _, name := range append([]string{s.Name.KO, s.Name.EN}, s.Aliases...) {
				found = appendNamed(found, lower, name, Mention{Destination: d, Sight: s})
			}
		}
	}
	return longest(found)
}

// appendNamed adds every place where a name stands as a word of its own.
func appendNamed(found []Mention, text, name string, m Mention) []Mention {
	name = strings.ToLower(name)
	for at := 0; len(found) < 256; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			break
		}
		m.Start, m.End = at+i, at+i+len(name)
		if standsAlone(text, m.Start, m.End) {
			found = append(found, m)
		}
		at = m.End
	}
	return found
}

// standsAlone refuses Latin names inside other words ("guamian") and names of
// one syllable that are a word's end; particles follow Hangul names, so what
// comes behind them says nothing.
func standsAlone(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	first, _ := utf8.DecodeRuneInString(text[start:])
	if !latin(first) {
		return utf8.RuneCountInString(text[start:end]) > 1 || !unicode.IsLetter(before)
	}
	return !latin(before) && !latin(after)
}

func latin(r rune) bool { return unicode.Is(unicode.Latin, r) }

// longest keeps of overlapping mentions the longest, the destination before
// its sights.
func longest(found []Mention) []Mention {
	slices.SortStableFunc(found, func(a, b Mention) int {
		return cmp.Or(cmp.Compare(b.End-b.Start, a.End-a.Start), cmp.Compare(a.Start, b.Start))
	})
	var kept []Mention
	for _, m := range found {
		if !slices.ContainsFunc(kept, func(k Mention) bool { return m.Start < k.End && k.Start < m.End }) {
			kept = append(kept, m)
		}
	}
	slices.SortStableFunc(kept, func(a, b Mention) int { return cmp.Compare(a.Start, b.Start) })
	return kept
}
