package knowledge

import (
	"regexp"
	"slices"
	"strings"
)

// namedLaw is a law in a text, by byte offsets.
type namedLaw struct {
	name       string
	start, end int
}

var (
	koreanLaw  = regexp.MustCompile(`(?:[가-힣]+(?:\s(?:및|등)\s?[가-힣]*)*\s?에\s?관한\s(?:특별|특례)?(?:법률|법|규칙))|[가-힣]+(?:특별법|특례법|기본법|보호법|보장법|법률|법|조례)`)
	englishLaw = regexp.MustCompile(`[A-Z][A-Za-z]+(?: (?:and|of|on|for|[A-Z][A-Za-z]+))* (?:Act|Code|Ordinance)\b`)
	// behindLaw is what may follow a law's name in its word.
	behindLaw = regexp.MustCompile(`^(?:상|에서?|에는|에도|의|은|는|이|가|을|를|과|와|으로|로|에선|이란|이라는|도|만|대로)?(?:\s|$|[?!.,])`)
)

// unknownLaws are the laws that a text names and no name or short name
// stands for.
func (l *Lexicon) unknownLaws(text string) []namedLaw {
	var laws []namedLaw
	add := func(at []int) {
		name := text[at[0]:at[1]]
		if l.lastLaw(name) == "" && !l.endsInLaw(text[:at[1]]) && !l.noLaw(name) {
			laws = append(laws, namedLaw{name, at[0], at[1]})
		}
	}
	for _, at := range places(koreanLaw, text, "법", "규칙", "조례") {
		if behindLaw.MatchString(text[at[1]:]) || articlePattern.FindStringIndex(text[at[1]:]) != nil {
			add(at)
		}
	}
	for _, at := range places(englishLaw, text, "Act", "Code", "Ordinance") {
		add(at)
	}
	return laws
}

// places are those of a pattern that needs one of the parts: most texts hold
// none, and looking is cheaper.
func places(pattern *regexp.Regexp, text string, parts ...string) [][]int {
	if !containsAny(text, parts...) {
		return nil
	}
	return pattern.FindAllStringIndex(text, -1)
}

// endsInLaw tells whether a text ends with the name of a law, of which a
// pattern may have taken the end only.
func (l *Lexicon) endsInLaw(text string) bool {
	text = squeeze(text)
	return slices.ContainsFunc(l.lawAliases, func(a lawAlias) bool { return strings.HasSuffix(text, a.key) })
}

// noLaw tells a word that only ends like a law's name: a way of doing
// something ("해결법"), or laws in general ("현행법").
func (l *Lexicon) noLaw(name string) bool {
	name = squeeze(name)
	return len([]rune(name)) < 2 || slices.ContainsFunc(l.NoLaws, func(s string) bool {
		end, ok := strings.CutPrefix(s, "~")
		return name == s || ok && strings.HasSuffix(name, end)
	})
}

// unknownBefore tells whether an article's law is one that is not known.
func unknownBefore(laws []namedLaw, text string, at int) bool {
	return slices.ContainsFunc(laws, func(law namedLaw) bool {
		return law.end <= at && strings.TrimSpace(text[law.end:at]) == ""
	})
}
