package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/evidence"
)

// ground gives the lines their sources, says what to know about these, and
// numbers the facts.
func (a *answer) ground() {
	a.evidence = a.facts()
	a.refer(a.core)
	for _, key := range a.rests {
		if f := a.evidence.Keyed(key); f != nil {
			a.evidence.Use(f)
		}
	}
	a.conclusions = a.evidence.TakeUsed()
	a.useNear()
	for _, lines := range [][]string{a.law, a.data, a.consider, a.recommend, a.note} {
		a.refer(lines)
	}
	a.keepBest()
	a.tellUnfound()
	a.tellLoading()
	a.tellConflicts()
	a.tellDated()
	a.besides = a.evidence.TakeUsed()
	a.evidence.Use(a.conclusions...)
	a.evidence.Use(a.besides...)
	a.evidence.Number()
}

// refer uses the facts that lines tell. A line that does not name its source
// itself has it put behind it, unless a line above it has.
func (a *answer) refer(lines []string) {
	var named []string
	for i, line := range lines {
		key := a.of[line]
		f := a.evidence.Keyed(key)
		if f == nil {
			continue
		}
		a.evidence.Use(f)
		a.cite(a.from[key]...)
		if !slices.Contains(named, f.Source) && !a.namesSource(line, f) {
			lines[i] = a.withSource(line, f.Source)
			a.of[lines[i]] = key
		}
		named = append(named, f.Source)
	}
}

// namesSource tells whether a line says where a fact is from. An assumption
// says itself that it is one, the user's own document needs no other source,
// and what is of the sample carries its label.
func (a *answer) namesSource(line string, f *evidence.Fact) bool {
	switch {
	case f.Kind == evidence.KindAssumption, f.Kind == evidence.KindDocument, f.Kind == evidence.KindMarket && a.sample, strings.Contains(line, f.Source):
		return true
	}
	return f.Law != "" && namesArticle(line)
}

// withSource puts a source in brackets behind a line, before its full stop.
func (a *answer) withSource(line, source string) string {
	body, stop := strings.CutSuffix(line, ".")
	bracket := a.say("bracket")
	if strings.HasSuffix(body, ")") || !stop {
		bracket = " ("
	}
	body += bracket + source + ")"
	if stop {
		body += "."
	}
	return body
}
