package travel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams"
)

// The agents of the design, each a team of one.
const (
	flightExpert     = "flight_expert"
	hotelExpert      = "hotel_expert"
	itineraryPlanner = "itinerary_planner"
	budgetManager    = "budget_manager"
	planGenerator    = "plan_generator"
	documentWriter   = "document_writer"
	infoCollector    = "info_collector"
)

// agents are what clients and metrics know each by, what its steps are like
// and about how many seconds they take.
var agents = map[string]struct {
	team, stepType string
	phase          Step
	seconds        float64
}{
	flightExpert:     {"flight", state.StepTypeSearch, StepSearching, 1},
	hotelExpert:      {"hotel", state.StepTypeSearch, StepSearching, 1},
	itineraryPlanner: {"itinerary", state.StepTypePlanning, StepPlanning, 0.2},
	budgetManager:    {"budget", state.StepTypeAnalysis, StepPlanning, 0.2},
	planGenerator:    {"plans", state.StepTypeAnalysis, StepPlanning, 0.2},
	documentWriter:   {"itinerary_document", state.StepTypeDocument, StepDone, 0.2},
}

// Teams are the names of the assistant's teams.
func Teams() []string {
	return []string{"flight", "hotel", "itinerary", "budget", "plans", "itinerary_document"}
}

// planWaves are the agents that make plans; those of a wave work side by side,
// and wait for those of the one before.
var planWaves = [][]string{{flightExpert, hotelExpert}, {itineraryPlanner}, {budgetManager}, {planGenerator}}

// planned are the steps of waves of agents; what is there already is skipped,
// and shown so.
func planned(s *MultiAgentState, waves [][]string, now time.Time) []state.ExecutionStep {
	steps := []state.ExecutionStep{}
	before := []string{}
	for _, wave := range waves {
		var ids []string
		for _, agent := range wave {
			step := newStep(s, len(steps), agent, before)
			if s.done(agent) {
				at := supervisor.Stamp(now)
				step.Status, step.CompletedAt = state.StepSkipped, &at
				step.Result = &state.StepResult{Summary: texts.Say(s.Language, "reused")}
			}
			steps, ids = append(steps, step), append(ids, step.StepID)
		}
		before = ids
	}
	return steps
}

// done tells whether an agent's work holds for the trip as it is.
func (s *MultiAgentState) done(agent string) bool {
	return map[string]bool{
		flightExpert: s.FlightsSearched, hotelExpert: s.HotelsSearched, itineraryPlanner: s.ItineraryPlanned,
		budgetManager: s.BudgetAnalyzed, planGenerator: s.PlansGenerated,
	}[agent]
}

// ofSample is the action of a search that only looks into the built-in sample.
const ofSample = "sample"

func newStep(s *MultiAgentState, index int, agent string, after []string) state.ExecutionStep {
	step := supervisor.NewStep(fmt.Sprintf("step_%d", index), agents[agent].team, texts.Say(s.Language, "task."+agent), after...)
	step.StepType, step.AgentName, step.Description = agents[agent].stepType, agent, texts.Say(s.Language, "description."+agent)
	if agent == flightExpert {
		step.MaxAttempts = 1 // a service of flights is tried again by its client
	}
	if agent == flightExpert && s.SampleFlights || agent == hotelExpert && s.SampleHotels {
		step.Actions = []string{ofSample}
	}
	return step
}

// quick tells whether a step only reckons.
func quick(step state.ExecutionStep) bool {
	return step.StepType != state.StepTypeSearch || slices.Contains(step.Actions, ofSample)
}

// ready are the agents whose steps wait for nothing any more.
func ready(steps []state.ExecutionStep) Agents {
	open := func(id string) bool {
		return slices.ContainsFunc(steps, func(s state.ExecutionStep) bool { return s.StepID == id && !s.Status.Done() })
	}
	var next Agents
	for _, step := range steps {
		if step.Status == state.StepPending && !slices.ContainsFunc(step.DependsOn, open) {
			next = append(next, step.AgentName)
		}
	}
	return next
}

// Plan is the steps as clients are shown them.
func (s *MultiAgentState) Plan() *state.Planning {
	plan := &state.Planning{
		AnalyzedIntent: state.AnalyzedIntent{IntentType: s.Intent, Keywords: s.TravelStyle}, IntentConfidence: 1,
		ExecutionSteps: s.Steps, ExecutionStrategy: state.Parallel,
	}
	if s.Destination != nil {
		plan.AnalyzedIntent.Keywords = append([]string{*s.Destination}, s.TravelStyle...)
	}
	for i, step := range s.Steps {
		if i == 0 || !slices.Equal(step.DependsOn, s.Steps[i-1].DependsOn) {
			plan.ParallelGroups = append(plan.ParallelGroups, nil)
			if !step.Status.Done() {
				plan.EstimatedTotalTime += agents[step.AgentName].seconds
			}
		}
		last := &plan.ParallelGroups[len(plan.ParallelGroups)-1]
		*last = append(*last, step.StepID)
	}
	return plan
}

// ChangeStep is a step for a transition to change.
func (s *MultiAgentState) ChangeStep(id string) *state.ExecutionStep {
	return &s.Steps[slices.IndexFunc(s.Steps, func(step state.ExecutionStep) bool { return step.StepID == id })]
}

func started(s *MultiAgentState, step *state.ExecutionStep) {
	s.CurrentAgent, s.CurrentStep = step.AgentName, agents[step.AgentName].phase
	s.NextAgent = ready(s.Steps)
}

// ended notes what a step that failed or was skipped leaves open; the chain of
// its error is in the state's errors and in the log.
func ended(s *MultiAgentState, step *state.ExecutionStep, err error) {
	switch step.Status {
	case state.StepFailed:
		text := texts.Say(s.Language, "failed."+step.AgentName)
		if errors.Is(err, teams.ErrTimeout) {
			text = texts.Say(s.Language, "too_late", "what", text)
		}
		step.Error = &text
		s.Errors = append(s.Errors, fmt.Sprintf("%s: %v", texts.Say(words.Base, "failed."+step.AgentName), err))
		s.RunErrors = append(s.RunErrors, RunError{Agent: step.AgentName, Text: text})
	case state.StepSkipped:
		s.RunErrors = append(s.RunErrors, RunError{Agent: step.AgentName, Text: texts.Say(s.Language, "skipped", "task", step.Task)})
	}
	s.AgentHistory = append(s.AgentHistory, step.AgentName)
	if s.NextAgent = ready(s.Steps); !slices.ContainsFunc(s.Steps, func(x state.ExecutionStep) bool { return !x.Status.Done() }) {
		s.CurrentAgent = ""
	}
}

// executeAgents carries the steps out. Clients are shown the execution of a
// run that came here by another way than with its plan: of one that goes on
// from a checkpoint.
func (p *planner) executeAgents(ctx context.Context, t *turn) (string, error) {
	if !t.State().Opened {
		show := func(s *MultiAgentState) []engine.Event {
			return []engine.Event{supervisor.ExecutionStart(s.Plan(), s.Language)}
		}
		if err := t.Update("execution opened", func(s *MultiAgentState) { s.Opened = true }, with{Events: show}); err != nil {
			return "", err
		}
	}
	if err := p.crew.Execute(ctx, t); err != nil {
		return "", err
	}
	return engine.End, p.respond(ctx, t)
}
