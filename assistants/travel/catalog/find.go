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

// name is a name in lower case with the place that goes by it.
type name struct {
	text  string
	place Mention
}

// index lists the names of all places, the longest first: where names
// overlap, the longest is meant, and of equal ones the destination's.
func (p *Pack) index() {
	for _, d := range p.Destinations {
		p.named(d.Name, d.Aliases, Mention{Destination: d})
		for i := range d.Sights {
			p.named(d.Sights[i].Name, d.Sights[i].Aliases, Mention{Destination: d, Sight: &d.Sights[i]})
		}
	}
	slices.SortStableFunc(p.names, func(a, b name) int { return cmp.Compare(len(b.text), len(a.text)) })
}

// maxMentions bounds what is found in a text made of nothing but names.
const maxMentions = 256

// Find lists the destinations and sights named in a text, in its order.
func (p *Pack) Find(text string) []Mention {
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		lower = text // a rune changed its length: positions would be off
	}
	var found []Mention
	for _, n := range p.names {
		for start, end := range places(lower, n.text) {
			if len(found) == maxMentions {
				break
			}
			taken := slices.ContainsFunc(found, func(m Mention) bool { return start < m.End && m.Start < end })
			if !taken && standsAlone(lower, start, end) {
				n.place.Start, n.place.End = start, end
				found = append(found, n.place)
			}
		}
	}
	slices.SortFunc(found, func(a, b Mention) int { return cmp.Compare(a.Start, b.Start) })
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
