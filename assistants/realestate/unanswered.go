package realestate

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/planning"
)

// maxNear bounds how many articles are offered where none answers.
const maxNear = 3

// unanswered are the reasons why what was found does not answer the question,
// as the user is told them; none when it does. A document that the user waits
// for is not looked at: it quotes its own text.
func (a *answer) unanswered(findings []finding) []string {
	s := a.state.SearchTeamState
	if s == nil || a.state.DocumentTeamState != nil || len(findings) > 0 && len(a.state.PlanningState.AnalyzedIntent.Parts) > 1 {
		return nil
	}
	if reasons := a.tellGaps(knowledge.GapPlace, knowledge.GapLaw, knowledge.GapArticle); len(reasons) > 0 {
		return reasons
	}
	// What comes is not in the prices of today either.
	if why := guard.Unknowable(a.state.Query, a.thisYear()); why != "" && why != guard.Outcome && why != guard.Private {
		return []string{a.say("unknowable." + string(why))}
	}
	if !a.lawAlone() {
		return nil
	}
	if why := a.unknowable(); why != "" {
		return []string{why}
	}
	least := planning.Likely
	if a.leans() { // the question before, which was searched with, finds its articles again
		least = knowledge.Doubtful
	}
	switch {
	case len(findings) > 0 || a.chance() >= least:
		return nil
	case knowledge.IsExistence(a.state.Query):
		return []string{a.say("gap.no_rule")}
	}
	return []string{a.say("gap.no_match")}
}

// chance is that of the best article which applies.
func (a *answer) chance() (best float64) {
	for _, h := range a.hits {
		best = max(best, h.Score)
	}
	return best
}

// tellGaps says what is asked for and not there, each of the kinds in one
// line.
func (a *answer) tellGaps(kinds ...string) []string {
	var reasons []string
	for _, kind := range kinds {
		var terms []string
		for _, g := range a.state.SearchTeamState.Gaps {
			if g.Kind == kind && a.decides(g) {
				terms = appendNew(terms, g.Term)
			}
		}
		if len(terms) > 0 {
			reasons = append(reasons, a.say("gap."+kind, "terms", strings.Join(terms, ", ")))
		}
	}
	return reasons
}

// decides tells whether a gap leaves the question without an answer: what is
// written like the name of a law does not where an article surely answers.
func (a *answer) decides(g knowledge.Gap) bool {
	exact := slices.ContainsFunc(a.hits, func(r hit) bool { return r.Exact })
	switch g.Kind {
	case knowledge.GapArticle:
		return !exact
	case knowledge.GapLaw:
		return exact || a.chance() < planning.Answers || utf8.RuneCountInString(g.Term) > adverb
	}
	return true
}

// adverb is how many letters a word has at most that only sounds like a law:
// "제법".
const adverb = 2

// lawAlone tells whether articles are all that the search has to offer.
func (a *answer) lawAlone() bool {
	s := a.state.SearchTeamState
	return len(s.LegalResults) > 0 && len(s.RealEstateResults)+len(s.LoanResults)+len(s.PropertySearchResults) == 0
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
		if len(a.near) < maxNear && r.Score >= planning.Near {
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
