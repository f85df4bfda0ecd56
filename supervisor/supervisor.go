package supervisor

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
	"github.com/madang-dev/madang/teams/document"
)

// Config is what makes an assistant of the supervisor.
type Config struct {
	// Assistant is the name that sessions choose it by.
	Assistant string
	Planner   *planning.Planner
	// Members are the teams, by the name that plans call them.
	Members map[string]Member
	// ComposeFunc writes the answer from a state whose results are
	// aggregated; GuideFunc the guidance of a run that ends early.
	ComposeFunc func(s *State) state.Response
	GuideFunc   func(s *State) state.Response
	// WriterFunc is who may write the answer in place of the rules, whose
	// answer the draft is; it must not keep s. nil, and a nil Writer, leave
	// the draft. It is called where there is a Model, or in a replay was.
	WriterFunc func(s *State, draft state.Response) Writer
	// ContinuesFunc tells whether a query goes on with a pending draft.
	ContinuesFunc func(draft *document.Draft, query string) bool
	// Model is asked where its answer is better than the rules'; nil is no
	// model.
	Model *llm.Client
	// Prompts are what it is asked with, ModelTimeout how long a plan or a
	// step waits for it (10 s).
	Prompts      Prompts
	ModelTimeout time.Duration
	// Memory is the user's long-term memory; nil remembers nothing.
	Memory *memory.Memory
	// GenerationFunc names what teams look things up in: what was found in
	// another generation is not used again. nil never changes.
	GenerationFunc func() string
	Scheduler      teams.Scheduler
	// TodayFunc is the date that answers reckon from; nil is the real one
	// in Korea.
	TodayFunc func() time.Time
	// StepEndedFunc is told how each step ended; nil is nobody.
	StepEndedFunc func(team, outcome string, took time.Duration)
	Logger        *slog.Logger
}

// Member is a team of the supervisor.
type Member struct {
	// ExecuteFunc does one step. The brief is the team's own copy.
	ExecuteFunc func(ctx context.Context, brief Brief, progress func(percent int, message string)) (Report, error)
}

// Brief is what a team is told for a step.
type Brief struct {
	RunID  string
	Shared state.Shared
	Intent state.AnalyzedIntent
	Step   state.ExecutionStep
	// Known is what the run has so far, for steps that build on others.
	Known Known
	// Clock is the step's own: a replay repeats what it told.
	Clock func() time.Time
	// Scope records what the work hears from outside (engine.Recall). It is
	// another than the clock's: work that was given up may still be on its
	// way when the step goes on.
	Scope engine.Scope
}

// Report is what a team brings back from a step.
type Report struct {
	Result state.StepResult
	// Update puts the team's own state into the supervisor's.
	Update func(*State)
	// Documents are stored with the step's end.
	Documents []state.Document
	// Reword tells that nothing was found, and that other words
	// (ExecutionStep.Query) may find something.
	Reword bool
}

// korea is where "today" is reckoned when nothing else is said.
var korea = time.FixedZone("KST", 9*60*60)

// New is the assistant's graph.
func New(cfg Config) *engine.Graph[State] {
	s := newSupervisor(cfg)
	return &engine.Graph[State]{
		Assistant:     cfg.Assistant,
		SchemaVersion: 1,
		Begin:         s.begin,
		Bound:         bound,
		Validate:      func(st *State) []string { return st.Validate().Errors },
		Status:        func(st *State) string { return string(st.Status) },
		Failed:        failed,
		Forked:        forked,
		Steps:         steps,
		Start:         "initialize",
		Nodes: engine.Nodes[State]{
			"initialize":        {Old: s.initialize, Next: engine.To("planning")},
			"planning":          {Old: s.planning, Next: engine.To("refer", "forget_memory", "review_plan", "execute_teams", "generate_response", engine.End)},
			"refer":             {Old: s.refer, Next: engine.To("planning")},
			"forget_memory":     {Old: s.forgetMemory, Next: engine.To(engine.End)},
			"review_plan":       {Old: s.reviewPlan, Next: engine.To("execute_teams", engine.End)},
			"execute_teams":     {Old: s.executeTeams, Next: engine.To("aggregate_results")},
			"aggregate_results": {Old: s.aggregateResults, Next: engine.To("generate_response")},
			"generate_response": {Old: s.generateResponse, Next: engine.To(engine.End)},
		},
	}
}

type supervisor struct {
	cfg        Config
	planPrompt *llm.Prompt // nil is never asked
}

func newSupervisor(cfg Config) *supervisor {
	if cfg.TodayFunc == nil {
		cfg.TodayFunc = func() time.Time { return time.Now().In(korea) }
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	cfg.ModelTimeout = cmp.Or(max(cfg.ModelTimeout, 0), defaultModelTimeout)
	s := &supervisor{cfg: cfg}
	if cfg.Prompts.Plan != nil {
		s.planPrompt = withSchema(cfg.Prompts.Plan, cfg.Planner.Schema())
	}
	return s
}

type (
	turn    = engine.Turn[State]
	outcome = engine.Outcome[State]
	change  = engine.Transition[State]
)

// begin starts a run on what the session carries on.
func (sv *supervisor) begin(s *State, info engine.RunInfo) {
	begin(s)
	s.Query, s.SessionID, s.ChatSessionID = info.Query, info.SessionID, info.SessionID
	s.RequestID, s.UserID, s.Language = info.RunID, info.UserID, info.Language
	start := info.Now
	s.StartTime = &start
}

// forked gives a state that was copied from another session its own names.
func forked(s *State, info engine.RunInfo) {
	s.SessionID, s.ChatSessionID, s.RequestID = info.SessionID, info.SessionID, info.RunID
	if s.PlanningState == nil {
		return
	}
	// Between T4 and T5 a step has ended and its team is not recounted yet.
	for _, step := range s.PlanningState.ExecutionSteps {
		if step.Status.Done() {
			settle(s, step.Team)
		}
	}
}

// failed writes a failed or cancelled run down: what was not done by then
// is shown as skipped, so that no step seems to be at work for ever.
func failed(s *State, f engine.Failure) []engine.Event {
	s.Status = StatusError
	s.ActiveTeams = []string{}
	s.ErrorLog = append(s.ErrorLog, f.Err.Error())
	if s.PlanningState == nil || s.CurrentPhase != PhaseExecuting {
		return nil
	}
	now := stamp(f.At)
	plan := s.changePlan()
	for i := range plan.ExecutionSteps {
		step := &plan.ExecutionSteps[i]
		if !step.Status.Done() {
			step.Status, step.CompletedAt = state.StepSkipped, &now
		}
	}
	return todoUpdated(s)
}

func steps(s *State) []state.ExecutionStep {
	if s.PlanningState == nil {
		return nil
	}
	return s.PlanningState.ExecutionSteps
}

// initialize is T1.
func (sv *supervisor) initialize(ctx context.Context, t *turn) (outcome, error) {
	today, err := engine.RecallAhead(ctx, t.Scope(""), func(context.Context) (string, error) {
		return sv.cfg.TodayFunc().Format(time.DateOnly), nil
	})
	if err != nil {
		return outcome{}, err
	}
	message := "계획을 수립하고 있습니다..."
	if t.Info().Language == "en" {
		message = "Drawing up a plan..."
	}
	return outcome{Next: "planning", Last: []change{{
		Label: "T1 initialize", Phase: PhaseInitialization,
		Updates: []func(*State){func(s *State) { s.Today = today }},
		Events:  []engine.Event{{Type: state.EventPlanningStart, Body: state.PlanningStart{Message: message}}},
	}}}, nil
}
