package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/korean"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/analysis"
)

// finding is one conclusion of the analysis team with what it rests on.
type finding struct {
	title, headline, formula, asOf string
	laws, notes, caveats           []string
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
	for _, section := range s.Report.Sections {
		if section.Icon != "target" || len(section.Content) == 0 {
			continue
		}
		f := readFinding(section)
		f.about = a.about(f)
		list = append(list, f)
	}
	list = withoutRules(list, s)
	if a.state.DocumentTeamState != nil { // it tells of the clauses itself
		list = slices.DeleteFunc(list, func(f finding) bool { return f.title == "조항 위험" || f.title == "Risky clauses" })
	}
	slices.SortStableFunc(list, func(x, y finding) int { return y.about - x.about })
	return list
}

// readFinding takes a report's section apart.
func readFinding(s state.Section) finding {
	f := finding{title: s.Title, headline: s.Content[0]}
	for _, line := range s.Content[1:] {
		switch name, rest, _ := strings.Cut(line, ": "); name {
		case "계산", "Calculation":
			f.formula = rest
		case "근거", "Basis":
			f.laws = splitLaws(rest)
		case "기준일", "As of":
			f.asOf = rest
		default:
			if strings.HasPrefix(line, "일반 정보이며") || strings.HasPrefix(line, "General information") ||
				strings.Contains(line, "내장 표본") || strings.Contains(line, "built-in sample") {
				continue // said once, at the end of the answer
			}
			if caveat(line) {
				f.caveats = append(f.caveats, line)
				continue
			}
			f.notes = append(f.notes, line)
		}
	}
	return f
}

// splitLaws takes a list of citations apart; in English a comma stands also
// within one ("Housing Lease Protection Act, art. 7").
func splitLaws(list string) []string {
	var laws []string
	for _, part := range strings.Split(list, ", ") {
		if n := len(laws); n > 0 && (strings.HasPrefix(part, "art. ") || strings.HasPrefix(part, "table ")) {
			laws[n-1] += ", " + part
			continue
		}
		laws = append(laws, part)
	}
	return laws
}

// caveat tells a remark on where a figure comes from from one on what it
// means.
func caveat(note string) bool {
	for _, sign := range []string{"확인한 값", "확인하지 못", "확인되지 않", "안내된 값", "근사값", "not verified", "was checked", "were checked", "was not read", "approximat"} {
		if strings.Contains(note, sign) {
			return true
		}
	}
	return false
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
	if overlap(f.title, query) > 0 {
		return aboutTopic
	}
	return aboutBefore
}

// rule tells a conclusion that says what holds from one that reckons.
func (f finding) rule() bool {
	return f.formula != "" && !strings.ContainsAny(f.formula, "0123456789")
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
	titles := []string{"대출 상환액", "Repayment"}
	if idle == analysis.MethodLTVDSR {
		titles = []string{"대출 한도", "Loan limit"}
	}
	return slices.DeleteFunc(list, func(f finding) bool { return slices.Contains(titles, f.title) })
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
