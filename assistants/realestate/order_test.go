package realestate

import (
	"testing"

	"github.com/madang-dev/madang/teams/analysis"
)

// Of two steps that reckon the same the later one of the plan counts, also where it
// ended first, and neither state is changed by the other.
func TestAnalysisIsJoinedInTheOrderOfThePlan(t *testing.T) {
	t.Parallel()
	first := &analysis.TeamState{Step: 1, Metrics: map[string]float64{"rent": 1}, Findings: []analysis.Finding{{Step: 1, Headline: "first"}}}
	second := &analysis.TeamState{Step: 2, Metrics: map[string]float64{"rent": 2}, Findings: []analysis.Finding{{Step: 2, Headline: "second"}}}
	for _, ended := range [][]*analysis.TeamState{{first, second}, {second, first}} {
		got := inOrder(ended[0], ended[1])
		if len(got.Findings) != 2 || got.Findings[0].Headline != "first" || got.Metrics["rent"] != 2 {
			t.Errorf("%+v", got)
		}
	}
	if len(first.Findings)+len(second.Findings) != 2 || first.Metrics["rent"] != 1 {
		t.Error("a state was changed")
	}
}
