package supervisor

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/fault"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
)

// planning is T2: the query is read, the user's memory loaded and the plan
// shown, or the run is sent to its early end.
func (sv *supervisor) planning(ctx context.Context, t *turn) (outcome, error) {
	if command, ok := recognise(t.Info().Query); ok {
		return sv.obey(ctx, t, command)
	}
	request := sv.request(t)
	var err error
	if request.MaxSteps, err = budget(ctx, t); err != nil {
		return outcome{}, err
	}
	loaded, err := engine.RecallAhead(ctx, t.Scope(""), func(ctx context.Context) (memory.Loaded, error) {
		return sv.recall(ctx, t.Info()), nil
	})
	if err != nil {
		return outcome{}, err
	}
	read := sv.understand(t, &request, loaded)
	if read.unclear() {
		return sv.askReference(t, read, loaded)
	}
	result, err := sv.cfg.Planner.Plan(ctx, request)
	if err != nil {
		return outcome{}, err
	}
	if result, err = sv.withPreferences(ctx, request, result, loaded, &read); err != nil {
		return outcome{}, err
	}
	if err := impossible(result.Problems, request.Language); err != nil {
		return outcome{}, err
	}
	result, use, err := sv.consult(ctx, request, result, func(q question) (heard, error) {
		return sv.hear(ctx, t.Scope("model.plan"), t.Info(), q)
	})
	if err != nil {
		return outcome{}, err
	}
	plan := result.Planning
	early := result.Exit || len(plan.ExecutionSteps) == 0
	found, err := sv.reuse(ctx, t, &plan, request.Query, result.FollowUp)
	if err != nil {
		return outcome{}, err
	}
	tr := change{Label: "T2 plan ready", Phase: PhasePlanning, Updates: []func(*State){
		func(s *State) { planned(s, plan, early) },
		func(s *State) { remembered(s, loaded) },
		read.note, found.put,
		func(s *State) { s.Problems = result.Problems },
		func(s *State) { noteUse(s, use) },
	}}
	if early {
		tr.Label = "T2 early exit"
		return outcome{Next: "generate_response", Last: []change{tr}}, nil
	}
	tr.PlanShown = true
	tr.Events = append([]engine.Event{
		{Type: state.EventAnalysisReady, Body: analysisReady(&plan)},
		{Type: state.EventPlanReady, Body: planReady(&plan)},
	}, reuseEvents(&plan)...)
	if t.Info().Wishes.ReviewPlan {
		q, err := reviewQuestion(&plan, t.Info().Language, "")
		return outcome{Next: "review_plan", Last: []change{tr}, Ask: q}, err
	}
	return outcome{Next: "execute_teams", Last: []change{tr, opened(t.Info().Language)}}, nil
}

// impossible is the error for sums, rates and days that can't be so: the run
// ends with it before anything is reckoned from them.
func impossible(problems []planning.Problem, language string) error {
	code, sentences := fault.Code(""), []string(nil)
	for _, p := range problems {
		switch p.Code {
		case planning.Injection, planning.TooManyQuestions:
			continue // told with the answer
		case planning.ImpossibleDate, planning.PeriodOutOfRange, planning.EndBeforeStart:
			code = cmp.Or(code, fault.InvalidDate)
		default:
			code = cmp.Or(code, fault.InvalidAmount)
		}
		sentences = append(sentences, p.Message(language))
	}
	if code == "" {
		return nil
	}
	return fault.New(code, "%s", strings.Join(sentences, " "))
}

// budget is how many steps the plan may have. It is recorded, so that a
// replay cuts a plan where it was cut; one from before there was a budget has
// none.
func budget(ctx context.Context, t *turn) (int, error) {
	scope := t.Scope("budget")
	if replay, more := scope.Recorded(); replay && !more {
		return math.MaxInt, nil
	}
	return engine.RecallAhead(ctx, scope, func(context.Context) (int, error) { return t.Info().MaxSteps, nil })
}

// request is the query with what the conversation knows already.
func (sv *supervisor) request(t *turn) planning.Request {
	var request planning.Request
	t.View(func(s *State) {
		today, err := time.ParseInLocation(time.DateOnly, s.Today, korea)
		if err != nil {
			today = t.Info().Now
		}
		request = planning.Request{Query: s.Query, Language: s.Language, Today: today, Previous: s.Previous}
		if s.Draft != nil && sv.cfg.ContinuesFunc != nil && sv.cfg.ContinuesFunc(s.Draft, s.Query) {
			request.Intent, request.Action = draftIntent(s.Draft), s.Draft.Action()
		}
	})
	return request
}

// recall loads the user's memory. Without it the answer is less personal
// but right, so its failure is logged and the run goes on.
func (sv *supervisor) recall(ctx context.Context, info engine.RunInfo) memory.Loaded {
	if sv.cfg.Memory == nil || info.UserID == "" {
		return memory.Loaded{}
	}
	loaded, err := sv.cfg.Memory.Load(ctx, info.UserID, info.SessionID)
	if err != nil {
		sv.cfg.Logger.Warn("load memory", "user_id", info.UserID, "error", err)
	}
	return loaded
}

func planned(s *State, plan state.Planning, early bool) {
	s.CurrentPhase = PhasePlanning
	s.Status = StatusProcessing
	s.PlanningState = &plan
	intent := plan.AnalyzedIntent
	s.Previous = &intent
	s.ExecutionPlan = &ExecutionPlan{Intent: intent.IntentType, Strategy: plan.ExecutionStrategy, Steps: []PlannedStep{}}
	if early {
		return
	}
	for _, step := range plan.ExecutionSteps {
		short := PlannedStep{StepID: step.StepID, Team: step.Team, Task: step.Task}
		if len(step.DependsOn) > 0 { // as it is read again
			short.DependsOn = step.DependsOn
		}
		s.ExecutionPlan.Steps = append(s.ExecutionPlan.Steps, short)
		if !slices.Contains(s.ActiveTeams, step.Team) {
			s.ActiveTeams = append(s.ActiveTeams, step.Team)
		}
	}
}

func remembered(s *State, loaded memory.Loaded) {
	s.LoadedMemories, s.UserPreferences = loaded.Memories, loaded.Preferences
	if !loaded.LoadedAt.IsZero() {
		at := loaded.LoadedAt
		s.MemoryLoadTime = &at
	}
}

func planReady(plan *state.Planning) state.PlanReady {
	return state.PlanReady{
		Intent: plan.AnalyzedIntent.IntentType, Confidence: plan.IntentConfidence,
		ExecutionSteps: plan.ExecutionSteps, ExecutionStrategy: plan.ExecutionStrategy,
		EstimatedTotalTime: plan.EstimatedTotalTime, Keywords: nonNil(plan.AnalyzedIntent.Keywords),
		ParallelGroups: plan.ParallelGroups,
	}
}

func analysisReady(plan *state.Planning) state.AnalysisReady {
	intent := plan.AnalyzedIntent
	intents := intent.Parts
	if len(intents) == 0 {
		intents = []state.QueryPart{{Text: plan.RawQuery, IntentType: intent.IntentType, Confidence: intent.Confidence}}
	}
	return state.AnalysisReady{
		Intents: intents, Entities: intent.Entities, Ambiguities: nonNil(intent.Ambiguities),
		PlannedBy: plan.PlannedBy, Model: plan.Model,
	}
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
