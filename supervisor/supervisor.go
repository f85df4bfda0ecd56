package supervisor

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

// Config is what makes an assistant of the supervisor: its teams, how a
// message becomes a plan, and what is answered from the results.
type Config[S any] struct {
	// Assistant is the name that sessions choose it by.
	Assistant string

	// Plan reads the run's message and says what is to be done.
	Plan func(ctx context.Context, t *engine.Turn[S]) (Plan[S], error)
	// Teams do the steps of plans.
	Teams Teams[S]
	// Respond answers from a state whose results are aggregated, or, where
	// AggregatedResults is nil, guides a run that ends without work.
	Respond func(ctx context.Context, t *engine.Turn[S]) (Answer[S], error)
	// Nodes are stations besides the supervisor's, which Plan leads to: what
	// is asked before there is a plan. They lead to planning or to an end.
	Nodes engine.Nodes[S]

	// Begin carries over into a run's new state what a session keeps besides
	// the supervisor's part; nil keeps nothing.
	Begin func(s, before *S)
	// Drop lets go of what was found in an earlier run, which the user does not want
	// to be used again; nil keeps nothing of earlier runs.
	Drop func(s *S)
	// Bound and Validate are the engine's, for the assistant's own part; nil
	// bounds nothing and finds nothing wrong.
	Bound    func(*S)
	Validate func(*S) []string

	Scheduler teams.Scheduler
	// StepEnded is told how each step ended; nil is nobody.
	StepEnded func(team, outcome string, took time.Duration)
	Logger    *slog.Logger
}

// Plan is what a message is to be answered by.
type Plan[S any] struct {
	// Planning has the steps. What is zero is the run's query, side by side
	// as far as steps do not wait for each other, and the assistant's name for
	// the intent.
	state.Planning
	// Exit tells that there is nothing to do: the run goes on to Respond.
	Exit bool
	// Update notes in the state what was found out besides the plan, which is
	// there by then; nil is nothing.
	Update func(*S)
	// Events follow the event that shows the plan.
	Events []engine.Event
	// Elsewhere is one of Config.Nodes that the run goes to instead; there is
	// no plan then.
	Elsewhere string
	// Response ends the run at once, without a plan; nil does not.
	Response *state.Response
}

// Answer ends a run.
type Answer[S any] struct {
	Response state.Response
	// Update is committed with the response; nil is nothing.
	Update func(*S)
	// Memories and Preferences are stored with it.
	Memories    []state.Memory
	Preferences []state.Preference
	// More are steps that the answer still needs. They are added to the plan and
	// carried out, and Respond is asked again; of the rest only Update is used.
	// Reason tells the user why.
	More   []state.ExecutionStep
	Reason string
}

// supervisor is an assistant's graph at work.
type supervisor[S any] struct {
	Config[S]
	crew *Crew[S]
	main func(*S) *State
}

// Graph is the assistant's graph. Its state embeds State.
func Graph[S any, P interface {
	*S
	Planned
	Main() *State
}](cfg Config[S]) *engine.Graph[S] {
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	sv := &supervisor[S]{Config: cfg, main: func(s *S) *State { return P(s).Main() }}
	sv.crew = NewCrew[S, P](CrewConfig[S]{
		Teams: cfg.Teams, Scheduler: cfg.Scheduler, StepEnded: cfg.StepEnded, Logger: cfg.Logger,
		Ended: sv.ended, settle: func(s *S, team string) { sv.main(s).settle(team) },
	})
	nodes := engine.Nodes[S]{
		"initialize":        {Enter: sv.initialize, Next: engine.To("planning")},
		"planning":          {Enter: sv.planning, Next: append(slices.Sorted(maps.Keys(cfg.Nodes)), "review_plan", "execute_teams", "generate_response", engine.End)},
		"review_plan":       {Enter: sv.reviewPlan, Next: engine.To("execute_teams", engine.End)},
		"execute_teams":     {Enter: sv.executeTeams, Next: engine.To("aggregate_results")},
		"aggregate_results": {Enter: sv.aggregateResults, Next: engine.To("generate_response")},
		"generate_response": {Enter: sv.generateResponse, Next: engine.To("execute_teams", engine.End)},
	}
	maps.Copy(nodes, cfg.Nodes)
	return &engine.Graph[S]{
		Assistant: cfg.Assistant,
		Begin:     sv.begin, Bound: sv.bound, Validate: sv.validate, Failed: sv.failed, Forked: sv.forked,
		Status: func(s *S) string { return string(sv.main(s).Status) },
		Phase:  func(s *S) string { return sv.main(s).CurrentPhase },
		Steps:  sv.steps, Start: "initialize", Nodes: nodes,
	}
}

// begin starts a run on what the session carries on.
func (sv *supervisor[S]) begin(s *S, info engine.RunInfo) {
	before := *s
	var fresh S
	*s = fresh
	sv.main(s).begin(sv.main(&before).Turn, info)
	if sv.Begin != nil {
		sv.Begin(s, &before)
	}
}

func (sv *supervisor[S]) bound(s *S) {
	sv.main(s).bound()
	if sv.Bound != nil {
		sv.Bound(s)
	}
}

func (sv *supervisor[S]) validate(s *S) []string {
	errs := sv.main(s).Validate()
	if sv.Validate != nil {
		errs = append(errs, sv.Validate(s)...)
	}
	return errs
}

func (sv *supervisor[S]) steps(s *S) []state.ExecutionStep {
	if plan := sv.main(s).PlanningState; plan != nil {
		return plan.ExecutionSteps
	}
	return nil
}

// forked gives a state that was copied from another session its own names.
// Between T4 and T5 a step has ended and its team is not recounted yet.
func (sv *supervisor[S]) forked(s *S, info engine.RunInfo) {
	m := sv.main(s)
	m.SessionID, m.ChatSessionID, m.RequestID = info.SessionID, info.SessionID, info.RunID
	m.settleDone()
}

// failed writes a failed or cancelled run down.
func (sv *supervisor[S]) failed(s *S, f engine.Failure) []engine.Event {
	m := sv.main(s)
	m.Status, m.ActiveTeams = StatusError, []string{}
	m.ErrorLog = append(m.ErrorLog, f.Err.Error())
	if m.CurrentPhase != PhaseExecuting {
		return nil
	}
	return sv.crew.Abandon(s, f.At)
}

// ended keeps a failed step's error for the operator; its user reads another.
func (sv *supervisor[S]) ended(s *S, step *state.ExecutionStep, err error) {
	if err != nil {
		m := sv.main(s)
		m.ErrorLog = append(m.ErrorLog, fmt.Sprintf("%s (%s): %v", step.StepID, step.Team, err))
	}
}
