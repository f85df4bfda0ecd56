package supervisor

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/search"
)

// reviewTTL is how long a plan waits to be reviewed; then it is carried out
// as it is.
const reviewTTL = 5 * time.Minute

// reviewSchema describes the payload of a plan's modification: the steps to
// keep; what is left out, or marked skipped, is not done.
const reviewSchema = `{"type":"object","properties":{"modified_todos":{"type":"array","items":{"type":"object","properties":{"step_id":{"type":"string"},"status":{"enum":["pending","skipped"]},"task":{"type":"string","maxLength":200}},"required":["step_id"]}},"feedback":{"type":"string"}},"required":["modified_todos"]}`

// reviewQuestion shows the plan and asks whether to carry it out; problem
// says what was wrong with the answer before, "" the first time.
func reviewQuestion(plan *state.Planning, language, problem string) (*engine.Question, error) {
	data, err := json.Marshal(planReady(plan))
	if err != nil {
		return nil, fmt.Errorf("encode plan: %w", err)
	}
	q := &engine.Question{
		Type: state.InterruptPlanReview, Message: "이 계획대로 진행할까요?",
		Options: []state.InterruptOption{
			{Value: state.ActionApprove, Label: "이대로 진행"},
			{Value: state.ActionModify, Label: "단계 고치기"},
			{Value: state.ActionReject, Label: "하지 않기"},
		},
		Schema: json.RawMessage(reviewSchema), Data: data,
		TTL: reviewTTL, DefaultAction: state.ActionApprove,
	}
	if language == "en" {
		q.Message = "Shall I go ahead with this plan?"
		for i, label := range []string{"Go ahead", "Change the steps", "Don't do it"} {
			q.Options[i].Label = label
		}
	}
	if problem != "" {
		q.Message = problem + " " + q.Message
	}
	return q, nil
}

// reviewPlan carries out what the user said of the plan.
func (sv *supervisor) reviewPlan(_ context.Context, t *turn) (outcome, error) {
	reply := t.Reply()
	if reply == nil { // forked from the moment of the question
		return askAgain(t, "")
	}
	switch reply.Action {
	case state.ActionApprove, state.ActionSkip:
		return outcome{Next: "execute_teams", Last: []change{opened(t.Info().Language)}}, nil
	case state.ActionReject:
		return sv.rejected(t)
	case state.ActionModify:
		return sv.modified(t, reply)
	}
	return askAgain(t, problemText("action", t.Info().Language))
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

// modified leaves out the steps that the user does not want and takes over
// the words that they changed.
func (sv *supervisor) modified(t *turn, reply *state.Reply) (outcome, error) {
	var r review
	if err := json.Unmarshal(reply.Payload, &r); err != nil || len(r.Todos) == 0 {
		return askAgain(t, problemText("payload", t.Info().Language))
	}
	var steps []state.ExecutionStep
	t.View(func(s *State) { steps = slices.Clone(s.PlanningState.ExecutionSteps) })
	keep := make(map[string]string, len(r.Todos)) // task by step
	for _, todo := range r.Todos {
		if !slices.ContainsFunc(steps, func(s state.ExecutionStep) bool { return s.StepID == todo.StepID }) || len(todo.Task) > maxTaskLength {
			return askAgain(t, problemText("payload", t.Info().Language))
		}
		if todo.Status != state.StepSkipped {
			keep[todo.StepID] = todo.Task
		}
	}
	if len(keep) == 0 {
		return sv.rejected(t)
	}
	now := stamp(t.Now())
	return outcome{Next: "execute_teams", Last: []change{{
		Label: "T2 plan modified", Phase: PhasePlanning,
		Updates:    []func(*State){func(s *State) { modify(s, keep, now) }},
		EventsFunc: todoUpdated,
	}, opened(t.Info().Language)}}, nil
}

func modify(s *State, keep map[string]string, now string) {
	plan := s.changePlan()
	for i := range plan.ExecutionSteps {
		step := &plan.ExecutionSteps[i]
		task, kept := keep[step.StepID]
		switch {
		case !kept:
			step.Status, step.CompletedAt = state.StepSkipped, &now
			s.unuse(step)
		case task != "":
			step.Task = task
		}
	}
}

// rejected ends the run without any work.
func (sv *supervisor) rejected(t *turn) (outcome, error) {
	message := "알겠습니다. 이 계획은 진행하지 않겠습니다. 다른 내용이 필요하시면 다시 말씀해 주세요."
	if t.Info().Language == "en" {
		message = "All right, I will not carry out this plan. Tell me if you need something else."
	}
	end, now := t.Now(), stamp(t.Now())
	var response state.Response
	t.View(func(s *State) {
		response = state.Response{
			Type: state.ResponseGuidance, Message: message, OriginalQuery: s.Query,
			DetectedIntent: s.PlanningState.AnalyzedIntent.IntentType, TeamsUsed: []string{},
		}
	})
	return outcome{Next: engine.End, Last: []change{{
		Label: "T2 plan rejected", Phase: PhaseResponse, Response: &response,
		Updates: []func(*State){
			func(s *State) { modify(s, nil, now) },
			func(s *State) { s.ActiveTeams = []string{} },
			func(s *State) { finish(s, &response, end) },
		},
		EventsFunc: todoUpdated,
	}}}, nil
}

// askAgain shows the plan once more with what was wrong.
func askAgain(t *turn, problem string) (outcome, error) {
	var plan state.Planning
	t.View(func(s *State) { plan = *s.PlanningState })
	q, err := reviewQuestion(&plan, t.Info().Language, problem)
	return outcome{Next: "review_plan", Ask: q}, err
}

func problemText(what, language string) string {
	switch english := language == "en"; {
	case what == "payload" && english:
		return "I could not find those steps in the plan."
	case what == "payload":
		return "보내 주신 단계를 계획에서 찾지 못했습니다."
	case english:
		return "Please approve, change or reject the plan."
	default:
		return "승인, 수정, 거절 가운데 하나로 답해 주세요."
	}
}

// unuse takes an earlier result out of a plan, which is being changed, that the
// user does not want it in. A team's state can't be taken apart, so all of it goes and what else was
// to be used of it is done anew.
func (s *State) unuse(step *state.ExecutionStep) {
	if step.ReusedFrom == "" {
		return
	}
	step.Result, step.ReusedFrom = nil, ""
	for i := range s.PlanningState.ExecutionSteps {
		other := &s.PlanningState.ExecutionSteps[i]
		if other.Team == step.Team && other.ReusedFrom != "" {
			other.Status, other.CompletedAt, other.Result, other.ReusedFrom = state.StepPending, nil, nil, ""
		}
	}
	short := *s.ExecutionPlan
	short.Steps = slices.Clone(short.Steps)
	for i := range short.Steps {
		if short.Steps[i].Team == step.Team {
			short.Steps[i].From = nil
		}
	}
	s.ExecutionPlan = &short
	switch step.Team {
	case search.TeamName:
		s.SearchTeamState = nil
	case analysis.TeamName:
		s.AnalysisTeamState = nil
	}
	s.TeamResults = maps.Clone(s.TeamResults)
	delete(s.TeamResults, step.Team)
	s.CompletedTeams = slices.DeleteFunc(slices.Clone(s.CompletedTeams), func(t string) bool { return t == step.Team })
	s.ActiveTeams = appendNew(s.ActiveTeams, step.Team)
}
