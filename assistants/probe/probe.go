package probe

import (
	"context"
	"errors"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams"
)

// Name is what sessions choose the assistant by.
const Name = "probe"

// Config is what an assistant is made of.
type Config struct {
	// Scheduler bounds steps that take time; a failing one is tried once.
	Scheduler teams.Scheduler
	// StepEndedFunc is told how each step ended; nil is nobody.
	StepEndedFunc func(team, outcome string, took time.Duration)
}

// New is the assistant.
func New(cfg Config) assistant.Assistant {
	p := &probe{crew: supervisor.NewCrew(supervisor.CrewConfig[State]{
		Teams: supervisor.Teams[State]{"search": work, "analysis": work, "document": work}, Scheduler: cfg.Scheduler,
		Started: started, Ended: ended, StepEnded: cfg.StepEndedFunc,
	})}
	return assistant.New(&engine.Graph[State]{
		Assistant:     Name,
		SchemaVersion: 1,
		Begin:         begin,
		Validate:      validate,
		Status:        func(s *State) string { return s.Phase },
		Phase:         func(s *State) string { return s.Phase },
		Failed:        p.failed,
		Steps:         func(s *State) []state.ExecutionStep { return s.Steps },
		MaxSteps:      maxSteps,
		Proactive:     true,
		Start:         "initialize",
		Nodes: engine.Nodes[State]{
			"initialize":        {Enter: p.initialize, Next: engine.To("planning")},
			"planning":          {Enter: p.planning, Next: engine.To("hear_reply", "execute_teams")},
			"hear_reply":        {Enter: p.hearReply, Next: engine.To("execute_teams", "aggregate_results")},
			"execute_teams":     {Enter: p.executeTeams, Next: engine.To("hear_reply", "aggregate_results")},
			"aggregate_results": {Enter: p.aggregateResults, Next: engine.To("generate_response")},
			"generate_response": {Enter: p.generateResponse, Next: engine.To(engine.End)},
		},
	}, texts)
}

type probe struct{ crew *supervisor.Crew[State] }

type turn = engine.Turn[State]

// The teams that the steps are given to in turn, all of them this package.
var members = [...]struct{ team, stepType string }{
	{"search", state.StepTypeSearch}, {"analysis", state.StepTypeAnalysis}, {"document", state.StepTypeDocument},
}

func (p *probe) initialize(_ context.Context, t *turn) (string, error) {
	w, err := ParseWork(t.Info().Query)
	if err != nil {
		return "", err
	}
	return "planning", t.Update("initialize", func(s *State) { s.Phase, s.Work = supervisor.PhaseInitialization, w })
}

func (p *probe) planning(_ context.Context, t *turn) (string, error) {
	next := "execute_teams"
	err := t.Update("plan ready", func(s *State) {
		s.Phase, s.Steps = supervisor.PhasePlanning, plan(s)
		if s.Work.Ask != "" && !s.Work.AskLate {
			next = "hear_reply"
		}
	}, engine.With[State]{Events: func(s *State) []engine.Event {
		return []engine.Event{supervisor.PlanReady(s.Plan())}
	}})
	return next, err
}

func plan(s *State) []state.ExecutionStep {
	say := texts.In(s.Language).Say
	steps := make([]state.ExecutionStep, s.Work.Steps)
	for i := range steps {
		m := members[i%len(members)]
		steps[i] = state.ExecutionStep{
			StepID: stepID(i), StepType: m.stepType, AgentName: m.team + "_team", Team: m.team,
			Task: say("task"), Description: say("description", "n", i+1), Status: state.StepPending,
			DependsOn: []string{}, MaxAttempts: 1,
			TimeoutMS: int64(s.Work.StepMS) + 30_000,
		}
	}
	return steps
}

func (p *probe) aggregateResults(_ context.Context, t *turn) (string, error) {
	return "generate_response", t.Update("aggregate", func(s *State) { s.Phase, s.Summary = supervisor.PhaseAggregation, summarize(s) })
}

func summarize(s *State) *Summary {
	sum := &Summary{Missing: []string{}}
	for i := range s.Steps {
		found, ok := s.Results[s.Steps[i].StepID]
		if !ok {
			sum.Missing = append(sum.Missing, texts.Say(s.Language, "missing", "step", s.Steps[i].StepID))
			continue
		}
		sum.Completed++
		sum.Bytes += len(found)
	}
	return sum
}

func (p *probe) generateResponse(_ context.Context, t *turn) (string, error) {
	var response state.Response
	err := t.Update("respond", func(s *State) {
		response = state.Response{Type: state.ResponseAnswer, Answer: answer(s)}
		for i := range min(len(s.Steps), len(members)) {
			response.TeamsUsed = append(response.TeamsUsed, s.Steps[i].Team)
		}
		s.Phase, s.Response = supervisor.PhaseResponse, &response
	})
	if err != nil {
		return "", err
	}
	return engine.End, t.Answer(&response)
}

// failed shows what was not done as skipped.
func (p *probe) failed(s *State, f engine.Failure) []engine.Event {
	s.Error = string(f.Status)
	if f.Code != "" {
		s.Error += ": " + string(f.Code)
	}
	return p.crew.Abandon(s, f.At)
}

// errWanted is the failure that a query asked for.
var errWanted = errors.New("probe: failed as asked")
