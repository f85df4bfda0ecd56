package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/knowledge"
)

// maxNear bounds how many articles are offered where none answers. Below
// nearly an article is none, whatever it speaks of; from offered on it is
// near. What is below unsure and lacks much does not answer a question that
// it has no word of.
const (
	maxNear   = 3
	nearly    = 0.2
	offered   = 0.12
	unsure    = 0.5
	muchLacks = 3
)

// unanswered are the reasons why what was found does not answer the question,
// as the user is told them; none when it does. A document that the user waits
// for is not looked at: it quotes its own text.
func (a *answer) unanswered(findings []finding) []string {
	s := a.state.SearchTeamState
	if s == nil || a.state.DocumentTeamState != nil || len(a.state.PlanningState.AnalyzedIntent.Parts) > 1 {
		return nil
	}
	if reasons := a.tellGaps(findings, knowledge.GapPlace, knowledge.GapLaw, knowledge.GapArticle, knowledge.GapTerm); len(reasons) > 0 {
		return reasons
	}
	if !a.lawAlone() {
		return nil
	}
	if why := a.unknowable(); why != "" {
		return []string{why}
	}
	switch {
	case reckoned(findings):
		return nil
	case a.madeUp():
		return []string{a.tellLacks()}
	case len(findings) == 0 && (a.besideThePoint() || !a.anyFits()):
		return []string{a.say("gap.no_match")}
	}
	return nil
}

// tellGaps says what is asked for and not there, each of the kinds in one
// line.
func (a *answer) tellGaps(findings []finding, kinds ...string) []string {
	var reasons []string
	for _, kind := range kinds {
		var terms []string
		for _, g := range a.state.SearchTeamState.Gaps {
			if g.Kind == kind && a.decides(g, findings) {
				terms = appendNew(terms, g.Term)
			}
		}
		if len(terms) > 0 {
			reasons = append(reasons, a.tellGap(kind, strings.Join(terms, ", ")))
		}
	}
	return reasons
}

// decides tells whether a gap leaves the question without an answer. A word
// that nothing knows decides where only articles would answer; what was
// reckoned from the user's own figures has understood it.
func (a *answer) decides(g knowledge.Gap, findings []finding) bool {
	switch g.Kind {
	case knowledge.GapPlace, knowledge.GapLaw:
		return true
	case knowledge.GapArticle:
		return !slices.ContainsFunc(a.hits, func(r hit) bool { return r.Exact })
	}
	return a.lawAlone() && !reckoned(findings)
}

// reckoned tells whether a conclusion was reckoned, and is not a bare rule.
func reckoned(findings []finding) bool {
	return slices.ContainsFunc(findings, func(f finding) bool { return !f.rule })
}

// lawAlone tells whether articles are all that the search has to offer.
func (a *answer) lawAlone() bool {
	s := a.state.SearchTeamState
	return len(s.LegalResults) > 0 && len(s.RealEstateResults)+len(s.LoanResults)+len(s.PropertySearchResults) == 0
}

// best are the articles that would be told first.
func (a *answer) best() []hit { return a.hits[:min(maxLaw, len(a.hits))] }

// madeUp tells whether the question is whether there is such a rule, and
// speaks of things that not one of the best articles speaks of together.
func (a *answer) madeUp() bool {
	return knowledge.IsExistence(a.state.Query) && !slices.ContainsFunc(a.best(), func(r hit) bool {
		return r.Exact || len(r.Lacks) == 0
	})
}

// besideThePoint tells whether the best articles speak of nothing that is
// asked about and of little around it, and none of them is sure.
func (a *answer) besideThePoint() bool {
	return !slices.ContainsFunc(a.best(), func(r hit) bool {
		return r.Exact || !r.Misses || r.Score >= unsure || len(r.Lacks) < muchLacks
	})
}

// anyFits tells whether an article may well answer.
func (a *answer) anyFits() bool {
	return slices.ContainsFunc(a.best(), func(r hit) bool { return r.Score >= nearly && a.applies(r) })
}

// tellLacks names the things that no article which was found speaks of. Where
// each is spoken of somewhere, only their meeting in one rule is made up.
func (a *answer) tellLacks() string {
	best := a.best()
	things := slices.DeleteFunc(slices.Clone(best[0].Lacks), func(thing string) bool {
		return slices.ContainsFunc(best[1:], func(r hit) bool { return !slices.Contains(r.Lacks, thing) })
	})
	if len(things) == 0 || len(things) > maxThings {
		return a.say("gap.no_rule")
	}
	return a.say("gap.term", "terms", strings.Join(things, ", "))
}

// maxThings bounds what is named of what was not found.
const maxThings = 2

// tellGap says what is not there.
func (a *answer) tellGap(kind, terms string) string {
	switch kind {
	case knowledge.GapPlace, knowledge.GapLaw, knowledge.GapArticle:
		return a.say("gap."+kind, "terms", terms)
	}
	return a.say("gap.term", "terms", terms)
}

// abstain says that the question has no answer here, and offers what is near
// as near.
func (a *answer) abstain(reasons []string) {
	a.core = append(a.core, reasons...)
	for _, reason := range reasons {
		a.missing = appendNew(a.missing, reason)
	}
	a.silent = true
	for _, r := range a.hits {
		if len(a.near) < maxNear && r.Score >= offered && a.applies(r) {
			a.near = append(a.near, a.tells(r.key(), a.lawLine(r)))
		}
	}
	if len(a.near) > 0 {
		a.core = append(a.core, a.say("gap.only_near"))
	}
}

// useNear makes the articles that are offered as near facts of the answer, so
// that a reader finds their text. They are no sources: nothing rests on them.
func (a *answer) useNear() {
	for _, line := range a.near {
		if f := a.evidence.Keyed(a.of[line]); f != nil {
			a.evidence.Use(f)
		}
	}
}
