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

// A search that found nothing is done once more in the model's words, where
// there is one and they are of use.
func TestASearchIsReworded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		model llm.Model
		words string // of the second search, "" for none
		use   *state.ModelUse
	}{
		"model":        {saying(`{"query":"차임 증액 청구"}`), "차임 증액 청구", &state.ModelUse{Purpose: "reword", Outcome: state.ModelUsed}},
		"no model":     {nil, "", nil},
		"away":         {failing(llm.ErrUnavailable), "", &state.ModelUse{Purpose: "reword", Outcome: state.ModelFallback, Why: state.ModelUnavailable}},
		"invents":      {saying(`{"query":"보증금 20% 인상"}`), "", &state.ModelUse{Purpose: "reword", Outcome: state.ModelFallback, Why: state.ModelBadAnswer}},
		"says nothing": {saying(`{"query":""}`), "", &state.ModelUse{Purpose: "reword", Outcome: state.ModelFallback, Why: state.ModelBadAnswer}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lib := &library{}
			y := open(t, map[string]work{"search": lib.search}, lib.at(with(t, c.model)))
			id := y.session(t, "")
			ack, events := y.ask(t, id, compound)
			s := y.state(t, id)
			step := s.PlanningState.ExecutionSteps[0]
			again := 0
			if c.words != "" {
				again = 1
			}
			if step.Team != "search" || step.Status != state.StepCompleted || step.Result.TotalResults != again || step.Query != c.words {
				t.Errorf("step %+v, %d replans", step, s.Replans)
			}
			got := updates(t, events)
			if len(got) != again {
				t.Fatalf("updates %+v", got)
			}
			for _, u := range got {
				if diff := cmp.Diff([]state.PlanChange{{StepID: step.StepID, Change: "changed"}}, u.Changes); diff != "" || u.Reason == "" || u.ExecutionSteps[0].Query != step.Query {
					t.Errorf("%+v %s", u, diff)
				}
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
	y := open(t, map[string]work{"search": lib.search}, lib.at(with(t, saying(`{"query":"차임 증액 청구"}`))))
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
	y := open(t, map[string]work{"search": l5.search}, l5.at(with(t, saying(`{"query":"rent ceiling"}`))))
	id := y.session(t, "")
	if _, err := y.Submit(t.Context(), engine.Query{SessionID: id, Text: "Can my landlord raise the deposit by 5%?", Language: "en"}); err != nil {
		t.Fatal(err)
	}
	got := updates(t, y.follow(t, id, 0, nil))
	if len(got) != 1 || !strings.HasPrefix(got[0].Reason, "Nothing was found") || strings.ContainsAny(got[0].Reason, "가나다인상") {
		t.Errorf("%+v", got)
	}
}
