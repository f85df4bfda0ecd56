package analysis

import (
	"fmt"
	"slices"

	"github.com/madang-dev/madang/state"
)

// Validate lists what is wrong with the state.
func (s *TeamState) Validate() []string {
	var errs []string
	that := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Sprintf(format, args...))
		}
	}
	that(s.TeamName == TeamName, "team_name %q is not %s", s.TeamName, TeamName)
	that(slices.Contains([]state.SharedStatus{state.SharedPending, state.SharedProcessing, state.SharedCompleted, state.SharedError}, s.Status), "status %q is unknown", s.Status)
	for _, e := range s.SharedContext.Validate() {
		that(false, "shared_context: %s", e)
	}
	that(slices.Contains([]string{"market", "risk", "legal", "finance", TypeComprehensive}, s.AnalysisType), "analysis_type %q is unknown", s.AnalysisType)
	that(s.ConfidenceScore >= 0 && s.ConfidenceScore <= 1, "confidence_score %v is not within 0-1", s.ConfidenceScore)
	for _, m := range s.InputData.Methods {
		p := s.AnalysisProgress[m]
		that(p != "", "analysis_progress lacks %s", m)
	}
	that(s.Status != state.SharedCompleted || s.StartTime != nil && s.EndTime != nil, "completed without start_time and end_time")
	that(len(s.Findings) <= MaxFindings, "findings: %d, at most %d", len(s.Findings), MaxFindings)
	for i, f := range s.Findings {
		that(f.Method != "" && f.Headline != "", "findings %d lacks its method or headline", i+1)
	}
	return errs
}
