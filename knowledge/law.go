package knowledge

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What the names of a law's decree and of its ministry's rule add to its own.
const (
	decree          = " 시행령"
	ministerialRule = " 시행규칙"
)

// mainLaw is a law without what its decree's name adds.
func mainLaw(law string) string {
	return strings.TrimSuffix(strings.TrimSuffix(law, decree), ministerialRule)
}

// squeeze is the text in lower case without white space, so that
// "주택 임대차 보호법" equals "주택임대차보호법".
func squeeze(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), "") }

// mentions are the laws of the lexicon that a text names, in order, by the
// places of the text; values are full names.
func (l *lexicon) mentions(text string) []match[string] {
	var b strings.Builder
	var places []int // of the squeezed text's bytes
	for i, r := range text {
		if !unicode.IsSpace(r) {
			n, _ := b.WriteRune(unicode.ToLower(r))
			places = append(places, slices.Repeat([]int{i}, n)...)
		}
	}
	squeezed := b.String()
	list := l.laws.scan(squeezed, anywhere)
	for i, m := range list {
		for _, part := range []string{decree, ministerialRule} {
			if strings.HasPrefix(squeezed[m.end:], part[1:]) {
				m.value += part
				m.end += len(part) - 1
			}
		}
		// It ends before whatever follows its last letter.
		end := places[m.end-1]
		_, size := utf8.DecodeRuneInString(text[end:])
		list[i] = match[string]{places[m.start], end + size, m.value}
	}
	return list
}

// lastLaw is the law that is named last before a place, "" for none.
func lastLaw(laws []match[string], before int) string {
	i := sort.Search(len(laws), func(i int) bool { return laws[i].end > before })
	if i == 0 {
		return ""
	}
	return laws[i-1].value
}

// firstLaw is the law that is named first behind a place, "" for none.
func firstLaw(laws []match[string], behind int) string {
	i := sort.Search(len(laws), func(i int) bool { return laws[i].start >= behind })
	if i == len(laws) {
		return ""
	}
	return laws[i].value
}

// lawName is the full name for a name, an alias, or the name itself when
// it is unknown.
func (l *lexicon) lawName(name string) string {
	laws := l.mentions(name)
	if len(laws) == 1 && laws[0].start == 0 && laws[0].end == len(name) {
		return laws[0].value
	}
	return strings.TrimSpace(name)
}

// unknownLaws are the laws that a text names and that are not among those
// that it mentions.
func (l *lexicon) unknownLaws(text string, known []match[string]) []match[string] {
	var laws []match[string]
	add := func(at []int) {
		// A phrase may have taken the end of a name only.
		i := sort.Search(len(known), func(i int) bool { return known[i].end > at[0] })
		if name := text[at[0]:at[1]]; !l.noLaw(name) && (i == len(known) || known[i].start >= at[1]) {
			laws = append(laws, match[string]{at[0], at[1], name})
		}
	}
	for _, at := range phrases.FindAll(text, "law.name") {
		if phrases.Has(text[at[1]:min(len(text), at[1]+maxAround)]+" ", "law.behind") {
			add(at)
		}
	}
	for _, at := range phrases.FindAll(text, "law.spaced") {
		add([]int{at[0], at[0] + strings.LastIndex(strings.TrimRight(text[at[0]:at[1]], " "), " ")})
	}
	for _, at := range phrases.FindAll(text, "law.english") {
		add(at)
	}
	slices.SortFunc(laws, func(a, b match[string]) int { return a.start - b.start })
	return laws
}

// noLaw tells a word that only ends like a law's name: a way of doing
// something ("해결법"), or laws in general ("현행법").
func (l *lexicon) noLaw(name string) bool {
	name = squeeze(name)
	return len([]rune(name)) < 2 || slices.ContainsFunc(l.NoLaws, func(s string) bool {
		end, ok := strings.CutPrefix(s, "~")
		return name == s || ok && strings.HasSuffix(name, end)
	})
}
