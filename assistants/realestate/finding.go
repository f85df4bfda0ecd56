package realestate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	statement "github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/teams/analysis"
)

// finding is one conclusion of the analysis team with what it rests on.
type finding struct {
	key, method, title, topic, headline, formula, asOf, question string
	laws, notes, caveats                                         []string
	// rule tells a conclusion that says what holds from one that reckons.
	rule bool
	// sample tells that its figures are of the sample, as its headline says.
	sample bool
	// about is how far the finding speaks to this question rather than to
	// what an earlier turn asked.
	about int
}

// How a finding speaks to the question.
const (
	aboutBefore = iota // only to facts of earlier turns
	aboutTopic         // it is of the kind that is asked for
	aboutFact          // it reckons with a fact of this question
)

// findings are the analysis team's conclusions, those that speak to the
// question first.
func (a *answer) findings() []finding {
	s := a.state.AnalysisTeamState
	if s == nil {
		return nil
	}
	var list []finding
	for i, found := range s.Findings {
		f := readFinding(found)
		f.key = findingKey(i)
		for _, law := range f.laws {
			a.from[f.key] = append(a.from[f.key], exactOf(namedIn(law))...)
		}
		f.about = a.about(f)
		list = append(list, f)
	}
	list = withoutRules(list, s)
	if a.state.DocumentTeamState != nil { // it tells of the clauses itself
		list = slices.DeleteFunc(list, func(f finding) bool { return f.method == analysis.MethodContractRisk })
	}
	slices.SortStableFunc(list, func(x, y finding) int { return y.about - x.about })
	return list
}

// findingKey names a finding's fact.
func findingKey(i int) string { return "finding." + strconv.Itoa(i) }

// readFinding sorts a finding's remarks: what is said once at the end of the
// answer is left out, where figures come from stands apart.
func readFinding(found analysis.Finding) finding {
	f := finding{
		method: found.Method, title: found.Title, topic: cmp.Or(found.Topic, found.Title), headline: found.Headline,
		formula: found.Formula, laws: found.Sources, asOf: found.AsOf, rule: found.Rule, question: found.Question,
	}
	if len(found.Remarks) == 0 { // stored before remarks had kinds
		f.notes = found.Notes
	}
	for _, r := range found.Remarks {
		switch {
		case r.Kind == statement.KindDisclaimer:
		case r.Key == analysis.KeySample:
			f.sample = true
		case r.Kind == statement.KindCaveat:
			f.caveats = append(f.caveats, r.Text)
		default:
			f.notes = append(f.notes, r.Text)
		}
	}
	return f
}

// about weighs a finding against the question. In a session's first turn
// every fact is of this question.
func (a *answer) about(f finding) int {
	query := a.state.Query
	if a.state.Turn <= 1 {
		return aboutFact
	}
	for _, amount := range a.state.PlanningState.AnalyzedIntent.Entities.Amounts {
		if strings.Contains(query, amount.Text) && f.names(korean.FormatNumber(amount.Won), korean.FormatWon(amount.Won)) {
			return aboutFact
		}
	}
	for _, p := range a.state.PlanningState.AnalyzedIntent.Entities.Percentages {
		if strings.Contains(query, p.Text) && f.names(strings.ReplaceAll(p.Text, " ", "")) {
			return aboutFact
		}
	}
	if a.question().pairs.Common(korean.PairsOf(f.topic)) > 0 {
		return aboutTopic
	}
	return aboutBefore
}

func (f finding) names(texts ...string) bool {
	for _, text := range texts {
		if strings.Contains(f.headline, text) || strings.Contains(f.formula, text) {
			return true
		}
	}
	return false
}

// withoutRules drops the bare rule of a loan method that lacked its inputs
// where the other one was carried out: who asks what can be borrowed is not
// asked what was borrowed.
func withoutRules(list []finding, s *analysis.TeamState) []finding {
	idle := idleLoanMethod(s)
	if idle == "" {
		return list
	}
	return slices.DeleteFunc(list, func(f finding) bool { return f.method == idle })
}

// idleLoanMethod is the one of the two loan methods that lacked its inputs
// while the other had them, "" if none.
func idleLoanMethod(s *analysis.TeamState) string {
	limit, payment := s.AnalysisProgress[analysis.MethodLTVDSR], s.AnalysisProgress[analysis.MethodRepayment]
	switch {
	case payment == analysis.ProgressMissing && (limit == analysis.ProgressCompleted || s.RawAnalysis.LTV != nil || len(s.RawAnalysis.Loans) > 0):
		return analysis.MethodRepayment
	case limit == analysis.ProgressMissing && payment == analysis.ProgressCompleted && s.RawAnalysis.LTV == nil && len(s.RawAnalysis.Loans) == 0:
		return analysis.MethodLTVDSR
	}
	return ""
}
