package realestate

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// review submits the compound query with the wish to see its plan, and
// returns the question.
func (y *yard) review(t *testing.T, sessionID, language string) state.Interrupt {
	t.Helper()
	if _, err := y.Submit(t.Context(), engine.Query{SessionID: sessionID, Text: compound, Language: language, ReviewPlan: true}); err != nil {
		t.Fatal(err)
	}
	return y.question(t, sessionID, 0)
}

// question waits for the n-th question (from 0) of the session.
func (y *yard) question(t *testing.T, sessionID string, n int) state.Interrupt {
	t.Helper()
	stream := y.Watch(sessionID, 0)
	defer stream.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	for {
		d, err := stream.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if d.Event.Type != state.EventWorkflowInterrupted {
			continue
		}
		if n--; n >= 0 {
			continue
		}
		var q state.Interrupt
		if err := json.Unmarshal(d.Event.Payload, &q); err != nil {
			t.Fatal(err)
		}
		return q
	}
}

func (y *yard) reply(t *testing.T, sessionID string, q state.Interrupt, action, payload string) []state.Event {
	t.Helper()
	var raw json.RawMessage
	if payload != "" {
		raw = json.RawMessage(payload)
	}
	if err := y.Reply(t.Context(), sessionID, q.ID, action, raw); err != nil {
		t.Fatal(err)
	}
	return y.follow(t, sessionID, 0, nil)
}

func TestAPlanIsReviewedBeforeItIsCarriedOut(t *testing.T) {
	t.Parallel()
	y := open(t, nil, nil)
	id := y.session(t, "")
	q := y.review(t, id, "ko")
	if q.Type != state.InterruptPlanReview || q.Data.Message != "이 계획대로 진행할까요?" || q.DefaultAction != state.ActionApprove || len(q.Data.Options) != 3 {
		t.Errorf("question %+v", q)
	}
	var plan state.PlanReady
	if err := json.Unmarshal(q.Data.Data, &plan); err != nil || len(plan.ExecutionSteps) < 2 {
		t.Errorf("plan %s, %v", q.Data.Data, err)
	}
	events := typesOf(y.reply(t, id, q, state.ActionApprove, ""))
	for _, once := range []string{state.EventPlanReady, state.EventExecutionStart, state.EventFinalResponse} {
		if n := len(slices.DeleteFunc(slices.Clone(events), func(e string) bool { return e != once })); n != 1 {
			t.Errorf("%d times %s in %q", n, once, events)
		}
	}
	if got := statuses(y.state(t, id)); got["search"] != state.StepCompleted || got["analysis"] != state.StepCompleted {
		t.Errorf("steps %v", got)
	}
}

func TestAModifiedPlanLeavesStepsOut(t *testing.T) {
	t.Parallel()
	y := open(t, nil, nil)
	id := y.session(t, "")
	q := y.review(t, id, "ko")
	var plan state.PlanReady
	if err := json.Unmarshal(q.Data.Data, &plan); err != nil {
		t.Fatal(err)
	}
	keep := plan.ExecutionSteps[0]
	y.reply(t, id, q, state.ActionModify, `{"modified_todos":[{"step_id":"`+keep.StepID+`","task":"판례만 찾기"}]}`)
	s := y.state(t, id)
	for i, step := range s.PlanningState.ExecutionSteps {
		want := state.StepSkipped
		if i == 0 {
			want = state.StepCompleted
		}
		if step.Status != want || i == 0 && step.Task != "판례만 찾기" || step.CompletedAt == nil {
			t.Errorf("step %+v", step)
		}
	}
	if errs := s.Validate(); len(errs) > 0 {
		t.Error(errs)
	}
}

func TestARejectedPlanDoesNothing(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string][2]string{
		"rejected":           {state.ActionReject, ""},
		"everything skipped": {state.ActionModify, `{"modified_todos":[{"step_id":"step_0","status":"skipped"}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			never := func(_ context.Context, _ *atStep) (result, error) {
				t.Error("a team was set to work")
				return result{}, errors.New("never")
			}
			y := open(t, map[string]work{"search": never, "analysis": never}, nil)
			id := y.session(t, "")
			q := y.review(t, id, "en")
			events := y.reply(t, id, q, answer[0], answer[1])
			var final state.FinalResponse
			if err := json.Unmarshal(events[len(events)-1].Payload, &final); err != nil {
				t.Fatal(err)
			}
			if final.Response.Type != state.ResponseGuidance || !strings.HasPrefix(final.Response.Message, "All right") {
				t.Errorf("response %+v", final.Response)
			}
			for team, status := range statuses(y.state(t, id)) {
				if status != state.StepSkipped {
					t.Errorf("%s is %s", team, status)
				}
			}
		})
	}
}

func TestAnAnswerThatFitsNoPlanIsAskedAgain(t *testing.T) {
	t.Parallel()
	y := open(t, nil, nil)
	id := y.session(t, "")
	q := y.review(t, id, "ko")
	for n, payload := range []string{`{"modified_todos":[{"step_id":"step_99"}]}`, `{"modified_todos":"모두"}`, ``} {
		if err := y.Reply(t.Context(), id, q.ID, state.ActionModify, json.RawMessage(payload)); err != nil {
			t.Fatal(err)
		}
		again := y.question(t, id, n+1)
		if again.ID == q.ID || !strings.HasPrefix(again.Data.Message, "보내 주신 단계를 계획에서 찾지 못했습니다.") {
			t.Errorf("asked %+v", again)
		}
		q = again
	}
	y.reply(t, id, q, state.ActionApprove, "")
}

func TestARunOfTeamsCanBePlayedAgain(t *testing.T) {
	t.Parallel()
	shaky := func(ctx context.Context, b *atStep) (result, error) {
		if b.Attempt%2 == 0 {
			return result{}, errors.New("away")
		}
		return fine(ctx, b)
	}
	y := open(t, map[string]work{"analysis": shaky}, nil)
	id := y.session(t, "user-1")
	q := y.review(t, id, "ko")
	y.reply(t, id, q, state.ActionApprove, "")
	first, err := y.store.Runs(t.Context(), store.Server(), id, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	second, _ := y.ask(t, id, compound)
	p, err := planner()
	if err != nil {
		t.Fatal(err)
	}
	// Another day, no memory, a team that always answers: what the record
	// does not have must not be asked.
	today := func() time.Time { return time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC) }
	for _, runID := range []string{first[0].ID, second.RunID} {
		g := y.desk(p, today).graph(teamsOf(map[string]work{"analysis": shaky}))
		report, err := engine.Replay(t.Context(), engine.ReplayConfig{
			Store: y.store, Assistants: []engine.Assistant{g}, Patience: 5 * time.Second,
		}, runID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]engine.Difference(nil), report.Differences); diff != "" || !report.Equal {
			t.Errorf("run %s: %s", runID, diff)
		}
	}
}
