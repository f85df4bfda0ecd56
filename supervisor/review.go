package supervisor

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/state"
)

// reviewTTL is how long a plan waits to be reviewed; then it is carried out
// as it is.
const reviewTTL = 5 * time.Minute

// reviewSchema describes the payload of a plan's modification: the steps to
// keep; what is left out, or marked skipped, is not done.
const reviewSchema = `{"type":"object","properties":{"modified_todos":{"type":"array","items":{"type":"object","properties":{"step_id":{"type":"string"},"status":{"enum":["pending","skipped"]},"task":{"type":"string","maxLength":200}},"required":["step_id"]}},"feedback":{"type":"string"}},"required":["modified_todos"]}`

// reviewQuestion shows the plan and asks whether to carry it out; problem is
// the text on what was wrong with the answer before, "" the first time.
func reviewQuestion(plan *state.Planning, language, problem string) (engine.Question, error) {
	data, err := json.Marshal(shown(plan))
	if err != nil {
		return engine.Question{}, fmt.Errorf("encode plan: %w", err)
	}
	say := texts.In(language).Say
	q := engine.Question{
		Type: state.InterruptPlanReview, Message: say("review.question"),
		Options: []state.InterruptOption{
			{Value: state.ActionApprove, Label: say("review.approve")},
			{Value: state.ActionModify, Label: say("review.modify")},
			{Value: state.ActionReject, Label: say("review.reject")},
		},
		Schema: json.RawMessage(reviewSchema), Data: data,
		TTL: reviewTTL, DefaultAction: state.ActionApprove,
	}
	if problem != "" {
		q.Message = say(problem) + " " + q.Message
	}
	return q, nil
}

// reviewPlan shows the plan and carries out what the user says of it; an answer
// that fits no plan is asked for again, with what was wrong.
func (sv *supervisor[S]) reviewPlan(_ context.Context, t *engine.Turn[S]) (string, error) {
	s := t.State()
	plan := sv.main(&s).PlanningState
	for problem := ""; ; {
		q, err := reviewQuestion(plan, t.Info().Language, problem)
		if err != nil {
			return "", err
		}
		reply, err := t.Ask(q)
		if err != nil {
			return "", err
		}
		keep := map[string]string{}
		switch reply.Action {
		case state.ActionApprove, state.ActionSkip:
			open := sv.opened(t.Info().Language)
			return "execute_teams", t.Update(open.Label, open.Change, open.With)
		case state.ActionReject:
			return engine.End, sv.reject(t, plan)
		case state.ActionModify:
			keep, problem = kept(plan, &reply)
		default:
			problem = "review.no_action"
		}
		switch {
		case problem != "":
		case len(keep) == 0:
			return engine.End, sv.reject(t, plan)
		default:
			return "execute_teams", sv.modified(t, keep)
		}
	}
}

// review is the payload of a modification.
type review struct {
	Todos []struct {
		StepID string           `json:"step_id"`
		Status state.StepStatus `json:"status"`
		Task   string           `json:"task"`
	} `json:"modified_todos"`
}

// maxTaskLength is in bytes.
const maxTaskLength = 600

// kept are the steps that a reply keeps, with the words that it changed; problem
// is the text on what is wrong with it.
func kept(plan *state.Planning, reply *state.Reply) (tasks map[string]string, problem string) {
	var r review
	if err := json.Unmarshal(reply.Payload, &r); err != nil || len(r.Todos) == 0 {
		return nil, "review.no_steps"
	}
	tasks = make(map[string]string, len(r.Todos))
	for _, todo := range r.Todos {
		if plan.Step(todo.StepID) == nil || len(todo.Task) > maxTaskLength {
			return nil, "review.no_steps"
		}
		if todo.Status != state.StepSkipped {
			tasks[todo.StepID] = todo.Task
		}
	}
	return tasks, ""
}

// modified leaves out the steps that the user does not want and takes over
// the words that they changed.
func (sv *supervisor[S]) modified(t *engine.Turn[S], keep map[string]string) error {
	return t.Update("T2 plan modified", func(s *S) { sv.modify(s, keep, Stamp(t.Now())) }, engine.With[S]{
		Events: func(s *S) []engine.Event { return []engine.Event{sv.crew.todo(s)} },
		Then:   sv.opened(t.Info().Language),
	})
}

func (sv *supervisor[S]) modify(s *S, keep map[string]string, now string) {
	plan := sv.main(s).changePlan()
	for i := range plan.ExecutionSteps {
		step := &plan.ExecutionSteps[i]
		task, kept := keep[step.StepID]
		switch {
		case !kept:
			step.Status, step.CompletedAt = state.StepSkipped, &now
			sv.unuse(s, step)
		case task != "":
			step.Task = task
		}
	}
}

// unuse takes an earlier result out of a plan, which is being changed, that the
// user does not want it in. What a team has found can't be taken apart, so all
// of it goes and what else was to be used of it is done anew.
func (sv *supervisor[S]) unuse(s *S, step *state.ExecutionStep) {
	if step.ReusedFrom == "" {
		return
	}
	step.Result, step.ReusedFrom = nil, ""
	m := sv.main(s)
	for i := range m.PlanningState.ExecutionSteps {
		other := &m.PlanningState.ExecutionSteps[i]
		if other.Team == step.Team && other.ReusedFrom != "" {
			other.Status, other.CompletedAt, other.Result, other.ReusedFrom = state.StepPending, nil, nil, ""
		}
	}
	short := *m.ExecutionPlan
	short.Steps = slices.Clone(short.Steps)
	for i := range short.Steps {
		if short.Steps[i].Team == step.Team {
			short.Steps[i].From = nil
		}
	}
	m.ExecutionPlan = &short
	m.TeamResults = maps.Clone(m.TeamResults)
	delete(m.TeamResults, step.Team)
	m.CompletedTeams = without(m.CompletedTeams, step.Team)
	m.ActiveTeams = answer.Add(m.ActiveTeams, step.Team)
	if sv.Drop != nil {
		sv.Drop(s)
	}
}

// reject ends the run without any work.
func (sv *supervisor[S]) reject(t *engine.Turn[S], plan *state.Planning) error {
	return sv.end(t, "T2 plan rejected", &state.Response{
		Type: state.ResponseGuidance, Message: texts.Say(t.Info().Language, "review.rejected"), OriginalQuery: t.Info().Query,
		DetectedIntent: plan.AnalyzedIntent.IntentType, TeamsUsed: []string{},
	}, func(s *S) {
		sv.modify(s, nil, Stamp(t.Now()))
		sv.main(s).ActiveTeams = []string{}
	})
}
