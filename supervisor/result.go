package supervisor

import (
	"maps"
	"slices"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/state"
)

// settle recounts a team after one of its steps has ended.
func (s *State) settle(team string) {
	result, open := s.resultOf(team)
	s.TeamResults = maps.Clone(s.TeamResults)
	s.TeamResults[team] = result
	if open {
		return
	}
	s.ActiveTeams = without(s.ActiveTeams, team)
	switch result.Status {
	case TeamFailed:
		s.FailedTeams = answer.Add(s.FailedTeams, team)
	case TeamSuccess:
		s.CompletedTeams = answer.Add(s.CompletedTeams, team)
	}
}

// resultOf is what a team has brought so far, and whether more is to come.
func (s *State) resultOf(team string) (result TeamResult, open bool) {
	result = TeamResult{Status: TeamSkipped, Steps: []string{}, Result: []state.StepResult{}}
	for _, step := range s.PlanningState.ExecutionSteps {
		if step.Team != team {
			continue
		}
		result.Steps = append(result.Steps, step.StepID)
		switch {
		case !step.Status.Done():
			open = true
		case step.Status == state.StepFailed:
			result.Status, result.Error = TeamFailed, *step.Error
		case step.Status == state.StepCompleted, step.ReusedFrom != "":
			if result.Status != TeamFailed {
				result.Status = TeamSuccess
			}
			result.Result = append(result.Result, *step.Result)
		}
	}
	return result, open
}

// settleDone recounts the teams that have steps which are done.
func (s *State) settleDone() {
	if s.PlanningState == nil {
		return
	}
	for _, step := range s.PlanningState.ExecutionSteps {
		if step.Status.Done() {
			s.settle(step.Team)
		}
	}
}

// maxHighlights bounds what is put together of all teams' findings.
const maxHighlights = 20

// aggregate puts the steps' results together: sources once each in the
// order of the steps, and what is missing.
func (s *State) aggregate() *Aggregated {
	a := &Aggregated{Sources: []string{}, Highlights: []string{}, Missing: []string{}}
	done := 0
	for _, step := range s.PlanningState.ExecutionSteps {
		if step.Result == nil {
			a.Missing = append(a.Missing, missingText(step, s.Language))
			continue
		}
		done++
		a.TotalResults += step.Result.TotalResults
		for _, source := range step.Result.Sources {
			a.Sources = answer.Add(a.Sources, source)
		}
		a.Highlights = append(a.Highlights, step.Result.Highlights...)
	}
	if len(a.Highlights) > maxHighlights {
		a.Highlights = a.Highlights[:maxHighlights]
	}
	// The answer can be no surer than the reading of the question and the
	// share of the plan that was carried out.
	a.Confidence = s.PlanningState.IntentConfidence
	if n := len(s.PlanningState.ExecutionSteps); n > 0 {
		a.Confidence *= float64(done) / float64(n)
	}
	return a
}

func without(list []string, text string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(t string) bool { return t == text })
}
