package supervisor

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/document"
	"github.com/madang-dev/madang/teams/search"
)

// Known is what a run has found so far. The states are read-only.
type Known struct {
	Search   *search.TeamState
	Analysis *analysis.TeamState
	Document *document.TeamState
	Draft    *document.Draft
}

// executeTeams is T3 to T5 of every step.
func (sv *supervisor) executeTeams(ctx context.Context, t *turn) (outcome, error) {
	var plan teams.Plan
	t.View(func(s *State) {
		plan = teams.Plan{
			Steps:    slices.Clone(s.PlanningState.ExecutionSteps),
			Strategy: s.PlanningState.ExecutionStrategy,
			Groups:   s.PlanningState.ParallelGroups,
		}
	})
	if err := t.Landed(ctx); err != nil {
		return outcome{}, err
	}
	x := &execution{supervisor: sv, turn: t}
	err := teams.Run(ctx, sv.cfg.Scheduler, plan, x.work, teams.Hooks[Report]{
		StartedFunc: x.started, EndedFunc: x.ended,
		ProgressFunc: x.progress, SkippedFunc: t.SkippedAt, SkipTakenFunc: t.SkipTaken,
		NowFunc: func(stepID string) time.Time { return t.Scope(stepID).Now() },
	})
	if err != nil {
		return outcome{}, err
	}
	return outcome{Next: "aggregate_results"}, nil
}

// execution is one stay in the node; its hooks run side by side.
type execution struct {
	*supervisor
	turn   *turn
	replan atomic.Bool // a step has taken the run's re-plan
}

// work hands a step to its team.
func (x *execution) work(ctx context.Context, step state.ExecutionStep, progress func(int, string)) (Report, error) {
	member, ok := x.cfg.Members[step.Team]
	if !ok {
		return Report{}, teams.Permanent(fmt.Errorf("supervisor: no team %q", step.Team))
	}
	brief, err := x.brief(ctx, step)
	if err != nil {
		return Report{}, err
	}
	report, err := member.ExecuteFunc(ctx, brief, progress)
	if err == nil && report.Reword {
		report, err = x.reworded(ctx, member, brief, report, progress)
	}
	return report, x.recorded(ctx, step.StepID, err)
}

// ending is how a team's work ended, for the run's journal.
type ending struct {
	Error     string `json:"error,omitempty"`
	Permanent bool   `json:"permanent,omitempty"`
}

// recorded writes down how the work ended, so that a replay ends it the
// same way, or not at all where it was stopped.
func (x *execution) recorded(ctx context.Context, stepID string, err error) error {
	was, recallErr := engine.Recall(ctx, x.turn.Scope(stepID), func(context.Context) (ending, error) {
		if err == nil {
			return ending{}, nil
		}
		if ctx.Err() != nil {
			return ending{}, context.Cause(ctx)
		}
		return ending{Error: err.Error(), Permanent: teams.IsPermanent(err)}, nil
	})
	switch {
	case recallErr != nil:
		return recallErr
	case err != nil || was.Error == "":
		return err
	case was.Permanent:
		return teams.Permanent(errors.New(was.Error))
	}
	return errors.New(was.Error)
}

func (x *execution) brief(ctx context.Context, step state.ExecutionStep) (Brief, error) {
	info := x.turn.Info()
	scope := x.turn.Scope(step.StepID)
	brief := Brief{RunID: info.RunID, Step: step, Clock: scope.Now, Scope: x.turn.Scope(step.StepID + " work"), Shared: state.Shared{
		UserQuery: info.Query, SessionID: info.SessionID, UserID: info.UserID,
		Timestamp: stamp(scope.Now()), Language: info.Language, Status: state.SharedProcessing,
	}}
	err := x.turn.ViewIn(ctx, scope, func(s *State) {
		brief.Shared.Today = s.Today
		if s.Understood != "" {
			brief.Shared.UserQuery = s.Understood
		}
		brief.Intent = s.PlanningState.AnalyzedIntent
		brief.Known = Known{Search: s.SearchTeamState, Analysis: s.AnalysisTeamState, Document: s.DocumentTeamState, Draft: s.Draft}
	})
	return brief, err
}

// started is T3.
func (x *execution) started(ctx context.Context, step state.ExecutionStep, attempt int) error {
	now := stamp(x.turn.Scope(step.StepID).Now())
	return x.turn.Commit(ctx, change{
		Label: "T3 " + step.StepID + " started", Phase: PhaseExecuting,
		Updates: []func(*State){func(s *State) {
			st := s.changePlan().Step(step.StepID)
			st.Status, st.StartedAt, st.Attempt, st.ProgressPercentage = state.StepInProgress, &now, attempt, 0
		}},
		EventsFunc: todoUpdated,
	})
}

// opened opens the execution for clients, who add a card for it. It is
// committed with the decision to carry the plan out, so it is never twice.
func opened(language string) change {
	message := "작업 실행을 시작합니다..."
	if language == "en" {
		message = "Starting work..."
	}
	return change{
		Label: "execution opened", Phase: PhaseExecuting,
		Updates: []func(*State){func(s *State) { s.CurrentPhase = PhaseExecuting }},
		EventsFunc: func(s *State) []engine.Event {
			body := state.ExecutionStart{Message: message, PlanReady: planReady(s.PlanningState)}
			body.ExecutionSteps = slices.Clone(body.ExecutionSteps)
			return []engine.Event{{Type: state.EventExecutionStart, Body: body}}
		},
	}
}

// ended is T4 and T5: the step's end and what the team brought become
// durable together, so that a completed step is never done again.
func (x *execution) ended(ctx context.Context, step state.ExecutionStep, end teams.End[Report]) error {
	if stack := teams.Stack(end.Err); stack != nil {
		x.cfg.Logger.Error("panic in a team", "team", step.Team, "step_id", step.StepID,
			"run_id", x.turn.Info().RunID, "error", end.Err, "stack", string(stack))
	}
	now := stamp(x.turn.Scope(step.StepID).Now())
	info := x.turn.Info()
	err := x.turn.Commit(ctx,
		change{
			Label: "T4 " + step.StepID + " " + string(end.Status), Phase: PhaseExecuting,
			Updates: []func(*State){func(s *State) { closeStep(s, step.StepID, end, now, info.Language) }, end.Result.apply},
		},
		change{
			Label: "T5 " + step.Team + " result", Phase: PhaseExecuting,
			Updates:    []func(*State){func(s *State) { settle(s, step.Team) }},
			Documents:  end.Result.Documents,
			EventsFunc: todoUpdated,
		})
	if err != nil {
		return err
	}
	if x.cfg.StepEndedFunc != nil {
		x.cfg.StepEndedFunc(step.Team, string(end.Status), end.Took)
	}
	return nil
}

func (r Report) apply(s *State) {
	if r.Update != nil {
		r.Update(s)
	}
}

func (x *execution) progress(step state.ExecutionStep, percent int, message string) {
	err := x.turn.Emit(engine.Event{Type: state.EventStepProgress, Body: state.StepProgress{
		StepID: step.StepID, ProgressPercentage: percent, Message: message,
	}})
	if err != nil {
		x.cfg.Logger.Warn("progress", "step_id", step.StepID, "error", err)
	}
}

func closeStep(s *State, stepID string, end teams.End[Report], now, language string) {
	st := s.changePlan().Step(stepID)
	st.Status, st.CompletedAt, st.Attempt = end.Status, &now, end.Attempt
	st.ExecutionTimeMS = end.Took.Milliseconds()
	switch end.Status {
	case state.StepCompleted:
		st.ProgressPercentage = 100
		result := end.Result.Result
		st.Result = &result
	case state.StepFailed:
		text := stepErrorText(end.Err, language)
		st.Error = &text
		s.ErrorLog = append(s.ErrorLog, fmt.Sprintf("%s (%s): %v", stepID, st.Team, end.Err))
	}
}

// settle recounts a team after one of its steps has ended.
func settle(s *State, team string) {
	result := TeamResult{Steps: []string{}, Result: []state.StepResult{}}
	open, failed, completed := 0, 0, 0
	for _, step := range s.PlanningState.ExecutionSteps {
		if step.Team != team {
			continue
		}
		result.Steps = append(result.Steps, step.StepID)
		switch {
		case !step.Status.Done():
			open++
		case step.Status == state.StepFailed:
			failed++
			result.Error = *step.Error
		case step.Status == state.StepCompleted, step.ReusedFrom != "":
			completed++
			result.Result = append(result.Result, *step.Result)
		}
	}
	switch {
	case failed > 0:
		result.Status = TeamFailed
	case completed > 0:
		result.Status = TeamSuccess
	default:
		result.Status = TeamSkipped
	}
	s.TeamResults = maps.Clone(s.TeamResults)
	s.TeamResults[team] = result
	if open > 0 {
		return
	}
	s.ActiveTeams = slices.DeleteFunc(slices.Clone(s.ActiveTeams), func(t string) bool { return t == team })
	switch result.Status {
	case TeamFailed:
		s.FailedTeams = appendNew(s.FailedTeams, team)
	case TeamSuccess:
		s.CompletedTeams = appendNew(s.CompletedTeams, team)
	}
}

func todoUpdated(s *State) []engine.Event {
	body := state.TodoUpdated{ExecutionSteps: slices.Clone(s.PlanningState.ExecutionSteps)}
	return []engine.Event{{Type: state.EventTodoUpdated, Body: body}}
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }

func appendNew(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}
