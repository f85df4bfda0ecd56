package supervisor

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// initialize is T1.
func (sv *supervisor[S]) initialize(_ context.Context, t *engine.Turn[S]) (string, error) {
	today := t.Info().Now.In(korean.Zone).Format(time.DateOnly)
	started := engine.Event{Type: state.EventPlanningStart, Body: state.PlanningStart{Message: texts.Say(t.Info().Language, "planning")}}
	return "planning", t.Update("T1 initialize", func(s *S) { sv.main(s).Today = today }, engine.With[S]{
		Events: func(*S) []engine.Event { return []engine.Event{started} },
	})
}

// planning is T2: the plan is shown, or the run is sent to its early end.
func (sv *supervisor[S]) planning(ctx context.Context, t *engine.Turn[S]) (string, error) {
	plan, err := sv.Plan(ctx, t)
	if err != nil {
		return "", err
	}
	update := func(s *S) {
		if plan.Update != nil {
			plan.Update(s)
		}
	}
	plan.RawQuery = cmp.Or(plan.RawQuery, t.Info().Query)
	plan.ExecutionStrategy = cmp.Or(plan.ExecutionStrategy, state.Parallel)
	plan.AnalyzedIntent.IntentType = cmp.Or(plan.AnalyzedIntent.IntentType, sv.Assistant)
	if plan.AnalyzedIntent.Entities == nil { // clients read an object
		plan.AnalyzedIntent.Entities = json.RawMessage("{}")
	}
	early := plan.Exit || len(plan.ExecutionSteps) == 0
	switch {
	case plan.Response != nil:
		return engine.End, sv.end(t, "T2 answered", plan.Response, update)
	case plan.Elsewhere != "":
		return plan.Elsewhere, t.Update("T2 "+plan.Elsewhere, func(s *S) {
			sv.main(s).CurrentPhase, sv.main(s).Status = PhasePlanning, StatusProcessing
			update(s)
		})
	case early:
		return "generate_response", t.Update("T2 early exit", func(s *S) {
			sv.main(s).planned(plan.Planning, true)
			update(s)
		})
	}
	show := engine.With[S]{Events: func(s *S) []engine.Event {
		p := sv.main(s).PlanningState
		return append([]engine.Event{AnalysisReady(p), PlanReady(p)}, plan.Events...)
	}}
	next := "execute_teams"
	if t.Info().ReviewPlan {
		next = "review_plan"
	} else {
		show.Then = sv.opened(t.Info().Language)
	}
	return next, t.Update("T2 plan ready", func(s *S) {
		sv.main(s).planned(plan.Planning, false)
		update(s)
		sv.main(s).settleDone()
	}, show)
}

// planned puts a plan into the state.
func (s *State) planned(plan state.Planning, early bool) {
	s.CurrentPhase, s.Status, s.PlanningState = PhasePlanning, StatusProcessing, &plan
	s.ExecutionPlan = &ExecutionPlan{Intent: plan.AnalyzedIntent.IntentType, Strategy: plan.ExecutionStrategy, Steps: []PlannedStep{}}
	if early {
		return
	}
	for _, step := range plan.ExecutionSteps {
		short := PlannedStep{StepID: step.StepID, Team: step.Team, Task: step.Task}
		if len(step.DependsOn) > 0 { // as it is read again
			short.DependsOn = step.DependsOn
		}
		s.ExecutionPlan.Steps = append(s.ExecutionPlan.Steps, short)
		s.ActiveTeams = answer.Add(s.ActiveTeams, step.Team)
	}
}

// opened opens the execution for clients. It is committed with the decision to
// carry the plan out, so it is never twice.
func (sv *supervisor[S]) opened(language string) *engine.Then[S] {
	return &engine.Then[S]{
		Label: "execution opened", Change: func(s *S) { sv.main(s).CurrentPhase = PhaseExecuting },
		With: engine.With[S]{Events: func(s *S) []engine.Event {
			return []engine.Event{ExecutionStart(sv.main(s).PlanningState, language)}
		}},
	}
}

// executeTeams is T3 to T5 of every step.
func (sv *supervisor[S]) executeTeams(ctx context.Context, t *engine.Turn[S]) (string, error) {
	return "aggregate_results", sv.crew.Execute(ctx, t)
}

// aggregateResults is T6.
func (sv *supervisor[S]) aggregateResults(_ context.Context, t *engine.Turn[S]) (string, error) {
	return "generate_response", t.Update("T6 aggregate", func(s *S) {
		m := sv.main(s)
		m.CurrentPhase, m.AggregatedResults = PhaseAggregation, m.aggregate()
	})
}

// generateResponse is T7 and T8.
func (sv *supervisor[S]) generateResponse(ctx context.Context, t *engine.Turn[S]) (string, error) {
	answer, err := sv.Respond(ctx, t)
	if err != nil {
		return "", err
	}
	if len(answer.More) > 0 {
		return "execute_teams", sv.goOn(t, answer)
	}
	stored := engine.With[S]{Memories: answer.Memories, Preferences: answer.Preferences}
	if s := t.State(); sv.main(&s).Turn == 1 {
		if stored.Title, err = Title(ctx, t); err != nil {
			return "", err
		}
	}
	return engine.End, sv.end(t, "T7 respond", &answer.Response, func(s *S) {
		if answer.Update != nil {
			answer.Update(s)
		}
	}, engine.With[S]{Then: &engine.Then[S]{Label: "T8 store", With: stored}})
}

// goOn adds the steps that an answer still needs to the plan.
func (sv *supervisor[S]) goOn(t *engine.Turn[S], answer Answer[S]) error {
	var changes []state.PlanChange
	for _, step := range answer.More {
		changes = append(changes, state.PlanChange{StepID: step.StepID, Change: "added"})
	}
	return t.Update("T6 more steps", func(s *S) {
		sv.main(s).extend(answer.More)
		if answer.Update != nil {
			answer.Update(s)
		}
	}, engine.With[S]{Events: func(s *S) []engine.Event {
		return []engine.Event{PlanUpdated(sv.main(s).PlanningState, answer.Reason, changes...)}
	}})
}

// extend adds steps to the plan that is carried out.
func (s *State) extend(more []state.ExecutionStep) {
	s.CurrentPhase = PhaseExecuting
	plan, short := s.changePlan(), *s.ExecutionPlan
	short.Steps = slices.Clone(short.Steps)
	for _, step := range more {
		plan.ExecutionSteps = append(plan.ExecutionSteps, step)
		short.Steps = append(short.Steps, PlannedStep{StepID: step.StepID, Team: step.Team, Task: step.Task})
		if !step.Status.Done() {
			s.ActiveTeams = answer.Add(s.ActiveTeams, step.Team)
		}
	}
	s.ExecutionPlan = &short
}

// end ends a run with a response.
func (sv *supervisor[S]) end(t *engine.Turn[S], label string, response *state.Response, update func(*S), with ...engine.With[S]) error {
	err := t.Update(label, func(s *S) {
		update(s)
		sv.main(s).finish(response, t.Now())
	}, with...)
	if err != nil {
		return err
	}
	return t.Answer(response)
}

// Tell ends a run with a response, without plan or work, in a node of
// Config.Nodes. The assistant's state embeds State.
func Tell[S any, P interface {
	*S
	Main() *State
}](t *engine.Turn[S], label string, response state.Response, update func(*S)) (string, error) {
	sv := supervisor[S]{main: func(s *S) *State { return P(s).Main() }}
	return engine.End, sv.end(t, label, &response, update)
}

// maxTitle bounds a session's title, in characters; who shows it cuts it to the
// room there is.
const maxTitle = 60

// Title is what a session is called after its first message: the start of it,
// or "" where somebody has named the session.
func Title[S any](ctx context.Context, t *engine.Turn[S]) (string, error) {
	session, err := engine.Read(ctx, t, "session", func(ctx context.Context) (state.Session, error) { return engine.Session(ctx, t) })
	if err != nil || session.Title != state.DefaultTitle {
		return "", err
	}
	query := strings.Join(strings.Fields(t.Info().Query), " ")
	if utf8.RuneCountInString(query) <= maxTitle {
		return query, nil
	}
	start := string([]rune(query)[:maxTitle+1])
	if at := strings.LastIndexByte(start, ' '); at > len(start)/2 { // no word is cut in two
		return strings.TrimRight(start[:at], " .,;:") + "…", nil
	}
	return string([]rune(query)[:maxTitle]) + "…", nil
}
