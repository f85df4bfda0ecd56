package realestate

import (
	"strconv"

	statement "github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/teams/analysis"
)

// finding is one conclusion of the analysis team with what it rests on.
type finding struct {
	analysis.Finding
	key            string
	notes, caveats []string
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
		for _, law := range f.Sources {
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
	f := finding{Finding: found}
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
