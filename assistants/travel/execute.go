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
	"github.com/madang-dev/madang/teams"
)

// report is what an agent brings back from a step.
type report struct {
	result state.StepResult
	// update puts what was found into the state; it runs with the others'
	// already in it, so that no agent overwrites another's.
	update    update
	documents []state.Document
}

// executeAgents carries the steps out, those that can side by side.
func (p *planner) executeAgents(ctx context.Context, t *turn) (outcome, error) {
	var plan teams.Plan
	t.View(func(s *MultiAgentState) {
		plan = teams.Plan{Steps: slices.Clone(s.Steps), Strategy: state.Parallel, Groups: waves(s.Steps)}
	})
	x, err := p.execution(ctx, t, plan.Steps)
	if err != nil {
		return outcome{}, err
	}
	if err := t.Landed(ctx); err != nil {
		return outcome{}, err
	}
	err = teams.Run(ctx, p.Scheduler, plan, x.work, teams.Hooks[report]{
		StartedFunc: x.started, EndedFunc: x.ended, ProgressFunc: x.progress, SkippedFunc: t.SkippedAt, SkipTakenFunc: t.SkipTaken,
		NowFunc: func(stepID string) time.Time { return t.Scope(stepID).Now() },
	})
	if err != nil {
		return outcome{}, err
	}
	var s MultiAgentState
	t.View(func(now *MultiAgentState) { s = now.copied() })
	return outcome{Next: engine.End, Last: []change{p.respond(ctx, t, &s)}}, nil
}

// execution is one stay in the node; its hooks run side by side.
type execution struct {
	*planner
	turn    *turn
	builtIn sources
	// begun holds the starts of quick steps that are not committed yet, by
	// step; each step uses its own.
	begun map[string]*update
}

// execution readies a stay in the node. Clients are shown the execution of a
// run that came here by another way than with its plan: of one that goes on
// from a checkpoint.
func (p *planner) execution(ctx context.Context, t *turn, steps []state.ExecutionStep) (*execution, error) {
	builtIn, err := p.sources(ctx, t)
	if err != nil {
		return nil, err
	}
	x := &execution{planner: p, turn: t, builtIn: builtIn, begun: map[string]*update{}}
	for _, step := range steps {
		x.begun[step.StepID] = new(update)
	}
	open := false
	t.View(func(s *MultiAgentState) { open = s.Opened })
	if open {
		return x, nil
	}
	return x, t.Commit(ctx, change{
		Label: "execution opened", Phase: string(StepSearching),
		Updates:    []update{func(s *MultiAgentState) { s.Opened = true }},
		EventsFunc: executionStart,
	})
}

// quick tells whether an agent only reckons: its start and its end are then
// one transition, for both come within a moment and a commit takes longer.
func (x *execution) quick(agent string) bool {
	switch agent {
	case flightExpert:
		return x.builtIn.Flights
	case hotelExpert:
		return x.builtIn.Hotels
	}
	return true
}

// work hands a step to its agent and writes down whether it came to an end.
func (x *execution) work(ctx context.Context, step state.ExecutionStep, progress func(int, string)) (report, error) {
	found, err := x.ask(ctx, step, progress)
	if stopped := x.stopped(ctx, step); stopped != nil {
		return report{}, stopped
	}
	return found, err
}

// ask hands a step to its agent, with a copy of the state as it is now.
func (x *execution) ask(ctx context.Context, step state.ExecutionStep, progress func(int, string)) (report, error) {
	var s MultiAgentState
	x.turn.View(func(now *MultiAgentState) { s = now.copied() })
	switch step.AgentName {
	case flightExpert:
		return x.searchFlights(ctx, &s, x.flights(step), progress)
	case hotelExpert:
		return x.searchHotels(ctx, &s, x.hotels(step))
	case itineraryPlanner:
		return x.planDays(&s)
	case budgetManager:
		return x.analyzeBudget(&s)
	case planGenerator:
		return x.generatePlans(&s)
	case documentWriter:
		return x.writeDocument(&s, x.turn.Info(), step.StepID, x.scopeOf(step).Now())
	}
	return report{}, teams.Permanent(fmt.Errorf("travel: no agent %q", step.AgentName))
}

func (x *execution) started(ctx context.Context, step state.ExecutionStep, attempt int) error {
	now := stamp(x.turn.Scope(step.StepID).Now())
	start := func(s *MultiAgentState) {
		st := s.step(step.StepID)
		st.Status, st.StartedAt, st.Attempt, st.ProgressPercentage = state.StepInProgress, &now, attempt, 0
		s.CurrentAgent, s.CurrentStep = step.AgentName, phaseOf(step.AgentName)
		s.NextAgent = ready(s.Steps)
	}
	if x.quick(step.AgentName) {
		*x.begun[step.StepID] = start
		return nil
	}
	return x.turn.Commit(ctx, change{
		Label: step.StepID + " started", Phase: string(phaseOf(step.AgentName)),
		Updates: []update{start}, EventsFunc: todoUpdated,
	})
}

// phaseOf is how far the trip is while an agent works.
func phaseOf(agent string) Step {
	switch agent {
	case flightExpert, hotelExpert:
		return StepSearching
	case documentWriter:
		return StepDone
	}
	return StepPlanning
}

// ended makes a step's end and what the agent found durable together, so
// that a completed step is never done again.
func (x *execution) ended(ctx context.Context, step state.ExecutionStep, end teams.End[report]) error {
	if stack := teams.Stack(end.Err); stack != nil {
		x.Logger.Error("panic in an agent", "agent", step.AgentName, "step_id", step.StepID,
			"run_id", x.turn.Info().RunID, "error", end.Err, "stack", string(stack))
	} else if end.Err != nil {
		x.Logger.Warn("agent failed", "agent", step.AgentName, "run_id", x.turn.Info().RunID, "error", end.Err)
	}
	now, language := stamp(x.turn.Scope(step.StepID).Now()), x.turn.Info().Language
	var shown []engine.Event // the start of a quick step
	err := x.turn.Commit(ctx, change{
		Label: step.StepID + " " + string(end.Status), Phase: string(phaseOf(step.AgentName)),
		Updates: []update{
			func(s *MultiAgentState) {
				if start := *x.begun[step.StepID]; start != nil {
					start(s)
					shown = todoUpdated(s)
				}
			},
			func(s *MultiAgentState) { closeStep(s, step.StepID, end, now, language) },
			func(s *MultiAgentState) {
				if end.Result.update != nil {
					end.Result.update(s)
				}
			},
		},
		Documents:  end.Result.documents,
		EventsFunc: func(s *MultiAgentState) []engine.Event { return append(shown, todoUpdated(s)...) },
	})
	if err != nil {
		return err
	}
	if x.StepEndedFunc != nil {
		x.StepEndedFunc(step.Team, string(end.Status), end.Took)
	}
	return nil
}

func (x *execution) progress(step state.ExecutionStep, percent int, message string) {
	err := x.turn.Emit(engine.Event{Type: state.EventStepProgress, Body: state.StepProgress{
		StepID: step.StepID, ProgressPercentage: percent, Message: message,
	}})
	if err != nil {
		x.Logger.Warn("progress", "step_id", step.StepID, "error", err)
	}
}

func (s *MultiAgentState) step(id string) *state.ExecutionStep {
	i := slices.IndexFunc(s.Steps, func(st state.ExecutionStep) bool { return st.StepID == id })
	return &s.Steps[i]
}

func closeStep(s *MultiAgentState, id string, end teams.End[report], now, language string) {
	st := s.step(id)
	st.Status, st.CompletedAt, st.Attempt = end.Status, &now, end.Attempt
	st.ExecutionTimeMS = end.Took.Milliseconds()
	switch end.Status {
	case state.StepCompleted:
		st.ProgressPercentage = 100
		result := end.Result.result
		st.Result = &result
	case state.StepFailed:
		text := failureText(st.AgentName, end.Err, language)
		st.Error = &text
		s.Errors = append(s.Errors, fmt.Sprintf("%s: %v", texts.Say(words.Base, "failed."+st.AgentName), end.Err))
		s.RunErrors = append(s.RunErrors, RunError{Agent: st.AgentName, Text: text})
	case state.StepSkipped:
		s.RunErrors = append(s.RunErrors, RunError{Agent: st.AgentName, Text: texts.Say(language, "skipped", "task", st.Task)})
	}
	s.AgentHistory = append(s.AgentHistory, st.AgentName)
	s.NextAgent = ready(s.Steps)
	if len(s.NextAgent) == 0 && !slices.ContainsFunc(s.Steps, func(x state.ExecutionStep) bool { return !x.Status.Done() }) {
		s.CurrentAgent = ""
	}
}

// failureText says what could not be done; the chain is in the state's
// errors and in the log.
func failureText(agent string, err error, language string) string {
	what := texts.Say(language, "failed."+agent)
	if errors.Is(err, teams.ErrTimeout) {
		return texts.Say(language, "too_late", "what", what)
	}
	return what
}
