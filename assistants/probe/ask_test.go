package probe_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/madang-dev/madang/assistants/probe"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// A query that wants to be asked is, before its steps, and its answer tells
// the reply; by default too.
func TestAskBeforeTheSteps(t *testing.T) {
	t.Parallel()
	y := open(t, openStore(t))
	for _, c := range []struct {
		query, action string
		takesText     bool
		want          string
	}{
		{`{"ask":"approval"}`, state.ActionReject, false, `reject(user)입니다: {"a":1}`},
		{`{"ask":"input"}`, state.ActionAnswer, true, `answer(user)입니다: {"a":1}`},
		{`{"ask":"clarification","ask_ms":60000,"default":"approve"}`, state.ActionAnswer, true, `answer(user)`},
		{`{"ask":"approval","ask_ms":30,"default":"approve"}`, "", false, `approve(expiry)`},
		{`{"ask":"approval","ask_ms":30,"default":"cancel"}`, "", false, ``},
	} {
		id := y.session(t)
		ack, err := y.Submit(t.Context(), engine.Query{SessionID: id, Text: c.query, Language: "ko"})
		if err != nil {
			t.Fatal(err)
		}
		events := y.follow(t, id, 0, func(kind string) bool { return kind == state.EventWorkflowInterrupted })
		var q state.Interrupt
		if err := json.Unmarshal(events[len(events)-1].Payload, &q); err != nil {
			t.Fatal(err)
		}
		if q.TakesText != c.takesText || q.Data.Message != "측정용 작업을 시작할까요?" || (len(q.Data.Options) == 2) == c.takesText {
			t.Errorf("%s: %+v", c.query, q)
		}
		for _, ev := range events {
			if ev.Type == state.EventTodoUpdated {
				t.Errorf("%s: a step was begun before the answer", c.query)
			}
		}
		if c.action != "" {
			if err := y.Reply(t.Context(), id, q.ID, c.action, json.RawMessage(`{"a":1}`)); err != nil {
				t.Fatal(err)
			}
		}
		events = y.follow(t, id, 0, state.TerminalEvent)
		last := events[len(events)-1]
		if cancelled := last.Type == state.EventRunCancelled; cancelled != (c.want == "") || last.RunID != ack.RunID {
			t.Errorf("%s: ended with %s", c.query, last.Type)
		}
		var end state.FinalResponse
		if err := json.Unmarshal(last.Payload, &end); err != nil || !strings.Contains(end.Response.Answer, c.want) {
			t.Errorf("%s: %q, %v", c.query, end.Response.Answer, err)
		}
	}
}

// With ask_late the steps are done when the question comes, and not again
// after its answer.
func TestAskBehindTheSteps(t *testing.T) {
	t.Parallel()
	y := open(t, openStore(t))
	for _, query := range []string{
		`{"ask":"approval","ask_late":true}`, `{"ask":"approval","ask_late":true,"step_ms":1}`,
		`{"ask":"input","ask_late":true,"step_ms":1,"parallel":true}`,
	} {
		id := y.session(t)
		ack, err := y.Submit(t.Context(), engine.Query{SessionID: id, Text: query, Language: "ko"})
		if err != nil {
			t.Fatal(err)
		}
		events := y.follow(t, id, 0, func(kind string) bool { return kind == state.EventWorkflowInterrupted })
		asked := events[len(events)-1]
		var q state.Interrupt
		if err := json.Unmarshal(asked.Payload, &q); err != nil || q.Data.Message != "측정용 작업의 결과를 정리할까요?" {
			t.Errorf("%s: %+v, %v", query, q, err)
		}
		if s := y.state(t, id); s.StepsDone != 3 || len(s.Results) != 3 || s.Summary != nil {
			t.Errorf("%s: asked with %d steps done, %d results, %v", query, s.StepsDone, len(s.Results), s.Summary)
		}
		if err := y.Reply(t.Context(), id, q.ID, state.ActionApprove, nil); err != nil {
			t.Fatal(err)
		}
		for _, ev := range y.follow(t, id, asked.Seq, state.TerminalEvent) {
			var end state.FinalResponse
			switch {
			case ev.Type == state.EventInterruptResolved:
			case ev.Type != state.EventFinalResponse || ev.RunID != ack.RunID:
				t.Errorf("%s: %s behind the question", query, ev.Type)
			case json.Unmarshal(ev.Payload, &end) != nil || !strings.Contains(end.Response.Answer, "approve(user)"):
				t.Errorf("%s: %q", query, end.Response.Answer)
			}
		}
		if s := y.state(t, id); s.StepsDone != 3 {
			t.Errorf("%s: %d steps done", query, s.StepsDone)
		}
	}
}

func TestAskOnlyWhatThereIs(t *testing.T) {
	t.Parallel()
	for _, query := range []string{
		`{"ask":"plan_review"}`, `{"ask":"maybe"}`, `{"ask":"input","ask_ms":-1}`, `{"ask":"input","ask_ms":600001}`,
		`{"ask":"input","default":"reject"}`, `{"ask":1}`, `{"ask_late":true}`,
	} {
		if _, err := probe.ParseWork(query); fault.Of(err) != fault.InvalidArgument {
			t.Errorf("%s: %v", query, err)
		}
	}
	w, err := probe.ParseWork(`{"ask":"approval","ask_ms":600000,"default":"cancel"}`)
	if err != nil || w.Ask != "approval" || w.AskMS != 600_000 || w.Default != "cancel" || w.Steps != 3 {
		t.Errorf("%+v, %v", w, err)
	}
}
