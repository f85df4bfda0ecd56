package realestate

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/state"
)

// library is a search team that finds something for other words only.
type library struct {
	desk  *desk
	mu    sync.Mutex
	asked []string
}

func (l *library) search(ctx context.Context, b *atStep) (result, error) {
	l.mu.Lock()
	l.asked = append(l.asked, b.Query)
	l.mu.Unlock()
	if b.Query == "" {
		if again, err := l.desk.reword(ctx, b); err != nil || !again {
			return result{Shown: state.StepResult{Summary: "nothing"}}, err
		}
		return l.search(ctx, b)
	}
	return fine(ctx, b)
}

// at gives the library the desk that has other words.
func (l *library) at(change func(*desk)) func(*desk) {
	return func(d *desk) {
		l.desk = d
		if change != nil {
			change(d)
		}
	}
}

func updates(t *testing.T, events []state.Event) (list []state.PlanUpdated) {
	t.Helper()
	for _, e := range events {
		if e.Type != state.EventPlanUpdated {
			continue
		}
		var body state.PlanUpdated
		if err := json.Unmarshal(e.Payload, &body); err != nil {
			t.Fatal(err)
		}
		list = append(list, body)
	}
	return list
}

// A search that found nothing is done once more in other words: the model's,
// or the configuration's where there is no model or it fails.
func TestASearchIsReworded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		model llm.Model
		words string // a part of them
		use   *state.ModelUse
	}{
		"model":        {saying(`{"query":"차임 증액 청구"}`), "차임 증액 청구", &state.ModelUse{Purpose: "reword", Outcome: state.ModelUsed}},
		"no model":     {nil, "증액", nil},
		"away":         {failing(llm.ErrUnavailable), "증액", &state.ModelUse{Purpose: "reword", Outcome: state.ModelFallback, Why: state.ModelUnavailable}},
		"invents":      {saying(`{"query":"보증금 20% 인상"}`), "증액", &state.ModelUse{Purpose: "reword", Outcome: state.ModelFallback, Why: state.ModelBadAnswer}},
		"says nothing": {saying(`{"query":""}`), "증액", &state.ModelUse{Purpose: "reword", Outcome: state.ModelFallback, Why: state.ModelBadAnswer}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lib := &library{}
			y := open(t, map[string]work{"search": lib.search}, lib.at(with(t, c.model)))
			id := y.session(t, "")
			ack, events := y.ask(t, id, compound)
			s := y.state(t, id)
			step := s.PlanningState.ExecutionSteps[0]
			if step.Team != "search" || step.Status != state.StepCompleted || step.Result.TotalResults != 1 || !strings.Contains(step.Query, c.words) || s.Replans != 1 {
				t.Errorf("step %+v, %d replans", step, s.Replans)
			}
			got := updates(t, events)
			if len(got) != 1 || got[0].Reason == "" || got[0].ExecutionSteps[0].Query != step.Query {
				t.Fatalf("updates %+v", got)
			}
			if diff := cmp.Diff([]state.PlanChange{{StepID: step.StepID, Change: "changed"}}, got[0].Changes); diff != "" {
				t.Error(diff)
			}
			var uses []state.ModelUse
			for _, u := range s.ModelUses {
				uses = append(uses, state.ModelUse{Purpose: u.Purpose, Outcome: u.Outcome, Why: u.Why})
			}
			var want []state.ModelUse
			if c.use != nil {
				want = []state.ModelUse{*c.use}
			}
			if diff := cmp.Diff(want, uses); diff != "" {
				t.Error(diff)
			}
			l1 := &library{}
			y.replay(t, ack.RunID, map[string]work{"search": l1.search}, l1.at(with(t, nil)))
		})
	}
}

// A run changes its plan once, whichever of its searches needs it first.
func TestOneRewordingARun(t *testing.T) {
	t.Parallel()
	lib := &library{}
	y := open(t, map[string]work{"search": lib.search}, lib.at(with(t, nil)))
	id := y.session(t, "")
	ack, events := y.ask(t, id, "전세금 5% 인상 가능해? 그리고 강남 시세도 알려줘. 복비는 누가 내?")
	s := y.state(t, id)
	searches, reworded := 0, 0
	for _, step := range s.PlanningState.ExecutionSteps {
		if step.Team == "search" {
			searches++
		}
		if step.Query != "" {
			reworded++
		}
	}
	if searches < 2 || reworded != 1 || s.Replans != 1 || len(updates(t, events)) != 1 || len(lib.asked) != searches+1 {
		t.Errorf("%d searches, %d reworded, %d replans, asked %q", searches, reworded, s.Replans, lib.asked)
	}
	l2 := &library{}
	y.replay(t, ack.RunID, map[string]work{"search": l2.search}, l2.at(nil))
}

// A step that is skipped while the model looks for words ends at once, and
// its run answers without it.
func TestASkippedStepIsNotReworded(t *testing.T) {
	t.Parallel()
	thinking := make(chan struct{}, 8)
	m := &scripted{say: func(ctx context.Context, _ llm.Request, _ int) (string, error) {
		thinking <- struct{}{}
		<-ctx.Done()
		return "", ctx.Err()
	}}
	give := with(t, m)
	// On a full machine the step must not be left behind on its way to stop.
	patient := func(c *desk) { c.Scheduler.Grace = time.Minute }
	l3 := &library{}
	y := open(t, map[string]work{"search": l3.search}, l3.at(func(c *desk) {
		give(c)
		patient(c)
		c.ModelTimeout, c.Scheduler.StepTimeout = time.Hour, time.Hour
	}))
	id := y.session(t, "")
	ack, err := y.Submit(t.Context(), engine.Query{SessionID: id, Text: compound, Language: "ko"})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-thinking:
	case <-time.After(60 * time.Second):
		t.Fatal("nobody was asked")
	}
	if err := y.SkipStep(t.Context(), id, ack.RunID, "step_0"); err != nil {
		t.Fatal(err)
	}
	events := y.follow(t, id, 0, nil)
	s := y.state(t, id)
	if statuses(s)["search"] != state.StepSkipped || events[len(events)-1].Type != state.EventFinalResponse || s.Replans != 0 || len(updates(t, events)) != 0 {
		t.Errorf("%v, %d replans", statuses(s), s.Replans)
	}
	l4 := &library{}
	y.replay(t, ack.RunID, map[string]work{"search": l4.search}, l4.at(patient))
}

func TestRewordingIsToldInTheUsersLanguage(t *testing.T) {
	t.Parallel()
	l5 := &library{}
	y := open(t, map[string]work{"search": l5.search}, l5.at(nil))
	id := y.session(t, "")
	if _, err := y.Submit(t.Context(), engine.Query{SessionID: id, Text: "Can my landlord raise the deposit by 5%?", Language: "en"}); err != nil {
		t.Fatal(err)
	}
	got := updates(t, y.follow(t, id, 0, nil))
	if len(got) != 1 || !strings.HasPrefix(got[0].Reason, "Nothing was found") || strings.ContainsAny(got[0].Reason, "가나다인상") {
		t.Errorf("%+v", got)
	}
}

// Where no topic has another name the search is done once, and its plan is
// left as it is.
func TestNoOtherWords(t *testing.T) {
	t.Parallel()
	lib := &library{}
	y := open(t, map[string]work{"search": lib.search}, lib.at(nil))
	id := y.session(t, "")
	ack, events := y.ask(t, id, "강남구 아파트 어때?")
	s := y.state(t, id)
	if len(lib.asked) != 1 || len(updates(t, events)) != 0 || s.Replans != 0 || s.PlanningState.ExecutionSteps[0].Query != "" {
		t.Errorf("asked %q, %d replans", lib.asked, s.Replans)
	}
	l6 := &library{}
	y.replay(t, ack.RunID, map[string]work{"search": l6.search}, l6.at(nil))
}
