package travel

import (
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// agents are those that make plans, with the agents that they wait for.
var agents = []struct {
	name  string
	after []string
}{
	{flightExpert, nil},
	{hotelExpert, nil},
	{itineraryPlanner, []string{flightExpert, hotelExpert}},
	{budgetManager, []string{itineraryPlanner}},
	{planGenerator, []string{budgetManager}},
}

// planSteps are the steps to plans; what is there already is skipped, and
// shown so.
func planSteps(s *MultiAgentState, now time.Time) []state.ExecutionStep {
	ids := map[string]string{}
	steps := make([]state.ExecutionStep, 0, len(agents)+1)
	for i, agent := range agents {
		step := newStep(s, i, agent.name)
		ids[agent.name] = step.StepID
		for _, other := range agent.after {
			step.DependsOn = append(step.DependsOn, ids[other])
		}
		if s.done(agent.name) {
			at := stamp(now)
			step.Status, step.CompletedAt = state.StepSkipped, &at
			step.Result = &state.StepResult{Summary: texts.Say(s.Language, "reused")}
		}
		steps = append(steps, step)
	}
	return steps
}

func exportSteps(s *MultiAgentState, _ time.Time) []state.ExecutionStep {
	return []state.ExecutionStep{newStep(s, 0, documentWriter)}
}

// done tells whether an agent's work holds for the trip as it is.
func (s *MultiAgentState) done(agent string) bool {
	switch agent {
	case flightExpert:
		return s.FlightsSearched
	case hotelExpert:
		return s.HotelsSearched
	case itineraryPlanner:
		return s.ItineraryPlanned
	case budgetManager:
		return s.BudgetAnalyzed
	case planGenerator:
		return s.PlansGenerated
	}
	return false
}

func newStep(s *MultiAgentState, index int, agent string) state.ExecutionStep {
	attempts := 0 // the scheduler's number
	if agent == flightExpert {
		attempts = 1 // a service of flights is tried again by its client
	}
	return state.ExecutionStep{
		MaxAttempts: attempts,
		StepID:      fmt.Sprintf("step_%d", index), StepType: stepTypeOf(agent), AgentName: agent, Team: teamOf(agent),
		Task: texts.Say(s.Language, "task."+agent), Description: texts.Say(s.Language, "description."+agent), Status: state.StepPending, DependsOn: []string{},
	}
}

func stepTypeOf(agent string) string {
	switch agent {
	case flightExpert, hotelExpert:
		return state.StepTypeSearch
	case itineraryPlanner:
		return state.StepTypePlanning
	case documentWriter:
		return state.StepTypeDocument
	}
	return state.StepTypeAnalysis
}

// ready are the agents whose steps wait for nothing any more.
func ready(steps []state.ExecutionStep) Agents {
	var next Agents
	for _, step := range steps {
		if step.Status != state.StepPending {
			continue
		}
		waits := slices.ContainsFunc(step.DependsOn, func(id string) bool {
			return slices.ContainsFunc(steps, func(s state.ExecutionStep) bool { return s.StepID == id && !s.Status.Done() })
		})
		if !waits {
			next = append(next, step.AgentName)
		}
	}
	return next
}

// estimated is about how long an agent takes, in seconds.
func estimated(agent string) float64 {
	if agent == flightExpert || agent == hotelExpert {
		return 1
	}
	return 0.2
}

func planReady(s *MultiAgentState) state.PlanReady {
	body := state.PlanReady{
		Intent: s.Intent, Confidence: 1, ExecutionSteps: slices.Clone(s.Steps),
		ExecutionStrategy: state.Parallel, Keywords: keywords(s), ParallelGroups: waves(s.Steps),
	}
	for _, wave := range body.ParallelGroups {
		slowest := 0.0
		for _, step := range s.Steps {
			if slices.Contains(wave, step.StepID) && !step.Status.Done() {
				slowest = max(slowest, estimated(step.AgentName))
			}
		}
		body.EstimatedTotalTime += slowest
	}
	return body
}

// waves are the steps that may be at work side by side, one wave after the
// other.
func waves(steps []state.ExecutionStep) [][]string {
	var groups [][]string
	placed := map[string]int{}
	for _, step := range steps {
		wave := 0
		for _, id := range step.DependsOn {
			wave = max(wave, placed[id]+1)
		}
		placed[step.StepID] = wave
		for len(groups) <= wave {
			groups = append(groups, nil)
		}
		groups[wave] = append(groups[wave], step.StepID)
	}
	return groups
}

// keywords are what the trip is about.
func keywords(s *MultiAgentState) []string {
	about := append([]string{}, s.TravelStyle...)
	if s.Destination != nil {
		about = append([]string{*s.Destination}, about...)
	}
	return about
}

// executionStart shows that the steps are being carried out.
func executionStart(s *MultiAgentState) []engine.Event {
	message := texts.Say(s.Language, "starting")
	return []engine.Event{{Type: state.EventExecutionStart, Body: state.ExecutionStart{Message: message, PlanReady: planReady(s)}}}
}

func todoUpdated(s *MultiAgentState) []engine.Event {
	return []engine.Event{{Type: state.EventTodoUpdated, Body: state.TodoUpdated{ExecutionSteps: slices.Clone(s.Steps)}}}
}
