package realestate

import (
	"strconv"

	statement "github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/teams/analysis"
)

// finding is one conclusion of the analysis team with what it rests on.
type finding struct {
	key, method, title, headline, formula, asOf, question string
	laws, notes, caveats                                  []string
	// rule tells a conclusion that says what holds from one that reckons.
	rule bool
}

// findings are the analysis team's conclusions.
func (a *answer) findings() []finding {
	s := a.state.AnalysisTeamState
	if s == nil {
		return nil
	}
	var list []finding
	for i, found := range s.Findings {
		f := readFinding(found)
		f.key = findingKey(i)
		a.product[f.key] = found.Product
		for _, law := range f.laws {
			a.from[f.key] = append(a.from[f.key], exactOf(namedIn(law))...)
		}
		list = append(list, f)
	}
	return list
}

// findingKey names a finding's fact.
func findingKey(i int) string { return "finding." + strconv.Itoa(i) }

// readFinding sorts a finding's remarks: what is said once at the end of the
// answer is left out, where figures come from stands apart.
func readFinding(found analysis.Finding) finding {
	f := finding{
		method: found.Method, title: found.Title, headline: found.Headline,
		formula: found.Formula, laws: found.Sources, asOf: found.AsOf, rule: found.Rule, question: found.Question,
	}
	if len(found.Remarks) == 0 { // stored before remarks had kinds
		f.notes = found.Notes
	}
	for _, r := range found.Remarks {
		switch {
		case r.Kind == statement.KindDisclaimer, r.Key == analysis.KeySample:
		case r.Kind == statement.KindCaveat:
			f.caveats = append(f.caveats, r.Text)
		default:
			f.notes = append(f.notes, r.Text)
		}
	}
	return f
}
