package ws

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

func question(interruptType string) state.Interrupt {
	return state.Interrupt{
		ID: "i-1", Type: interruptType,
		Data: state.InterruptData{
			Message: "보증금은 얼마인가요?", Options: []state.InterruptOption{{Value: "low", Label: "1억 이하"}},
		},
		ExpiresAt: new(time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)), DefaultAction: state.ActionSkip,
	}
}

func TestQuestionIsGuidanceToBaseClients(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{state.InterruptClarification, state.InterruptInput} {
		e := newInMem(sessionID)
		d := open(t, e)
		base, extended := d.base(t), d.extended(t)
		e.emit(sessionID, "run-1", state.EventWorkflowInterrupted, question(kind))
		got := base.expect(state.EventFinalResponse)
		want := map[string]any{"type": "guidance", "message": "보증금은 얼마인가요?"}
		if diff := cmp.Diff(want, got["response"]); diff != "" {
			t.Errorf("%s: %s", kind, diff)
		}
		if got.seq() != 1 || got.text("run_id") != "run-1" || got["interrupt_id"] != nil {
			t.Errorf("%s: envelope %v", kind, got)
		}
		own := extended.expect(state.EventWorkflowInterrupted)
		data, _ := own["interrupt_data"].(map[string]any)
		if own.text("interrupt_type") != kind || own.text("default_action") != "skip" || data["message"] != want["message"] {
			t.Errorf("%s: %v", kind, own)
		}
		// The answer to it is their next query; that the question is over
		// concerns the others.
		e.emit(sessionID, "run-1", state.EventInterruptResolved, state.InterruptResolved{InterruptID: "i-1", Action: "answer", By: "user"})
		if r := extended.expect(state.EventInterruptResolved); r.text("action") != "answer" || r.text("by") != "user" {
			t.Errorf("%s: %v", kind, r)
		}
		markEnd(t, e, base, extended)
	}
}

func TestApprovalIsPassedToBaseClientsAsItIs(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{state.InterruptApproval, state.InterruptPlanReview} {
		e := newInMem(sessionID)
		base := open(t, e).base(t)
		e.emit(sessionID, "run-1", state.EventWorkflowInterrupted, question(kind))
		if r := base.expect(state.EventWorkflowInterrupted); r.text("interrupt_id") != "i-1" || r.text("interrupt_type") != kind {
			t.Errorf("%s: %v", kind, r)
		}
		markEnd(t, e, base)
	}
}

// They could not answer it, and their input is not to be locked for days.
func TestAQuestionToARoleIsGuidanceToBaseClients(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	base, extended := d.base(t), d.extended(t)
	q := question(state.InterruptApproval)
	q.For, q.Notice = "reviewer", "검토를 기다리고 있습니다."
	e.emit(sessionID, "run-1", state.EventWorkflowInterrupted, q.ForUser())
	got := base.expect(state.EventFinalResponse)
	if diff := cmp.Diff(map[string]any{"type": "guidance", "message": "검토를 기다리고 있습니다."}, got["response"]); diff != "" {
		t.Error(diff)
	}
	own := extended.expect(state.EventWorkflowInterrupted)
	data, _ := own["interrupt_data"].(map[string]any)
	if own.text("for") != "reviewer" || data["message"] != "검토를 기다리고 있습니다." || own["notice"] != nil || len(data["options"].([]any)) != 0 {
		t.Errorf("shown as %v", own)
	}
	markEnd(t, e, base, extended)
}

func TestEventsOfTheExtension(t *testing.T) {
	t.Parallel()
	events := []struct {
		name string
		body any
		want map[string]any
	}{
		{state.EventRunQueued, state.QueuedRun{Position: 2}, map[string]any{"position": 2.0}},
		{state.EventDataReuse, state.DataReuse{Teams: []string{"search"}, FromRun: "run-0"},
			map[string]any{"teams": []any{"search"}, "from_run": "run-0"}},
		{state.EventUIModeChanged, state.UIModeChanged{UIMode: "document"}, map[string]any{"ui_mode": "document"}},
		{state.EventPlanUpdated, state.PlanUpdated{
			PlanReady: state.PlanReady{Intent: "legal_consult"}, Changes: []state.PlanChange{{StepID: "step_1", Change: "added"}}},
			map[string]any{"intent": "legal_consult", "changes": []any{map[string]any{"step_id": "step_1", "change": "added"}}}},
		{state.EventProactive, state.Proactive{TriggerEventType: "lease_expiring", Metadata: json.RawMessage(`{"days":30}`)},
			map[string]any{"trigger_event_type": "lease_expiring", "metadata": map[string]any{"days": 30.0}}},
	}
	e := newInMem(sessionID)
	d := open(t, e)
	base, extended := d.base(t), d.extended(t)
	for _, ev := range events {
		e.emit(sessionID, "run-1", ev.name, ev.body)
		r := extended.expect(ev.name)
		for field, want := range ev.want {
			if diff := cmp.Diff(want, r[field]); diff != "" {
				t.Errorf("%s.%s: %s", ev.name, field, diff)
			}
		}
	}
	e.whisper(sessionID, state.FrameSessionStarted, state.SessionStarted{StartedSessionID: "session-2", Assistant: "interview", TriggerEventType: "interview_reminder"})
	if r := extended.expect(state.FrameSessionStarted); r.text("started_session_id") != "session-2" || r.text("assistant") != "interview" || r.text("trigger_event_type") != "interview_reminder" || r["seq"] != nil {
		t.Errorf("%v", r)
	}
	markEnd(t, e, base, extended)
}

func TestRepliesAreOfTheClosedList(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	c := open(t, e, func(c *Config) { c.Rate, c.Burst = 1e6, 1e6 }).extended(t)
	for _, action := range state.InterruptActions() {
		c.say(`{"type":"interrupt_response","id":"a","interrupt_id":"i-1","action":"` + action + `"}`)
		c.expect("ack")
	}
	for _, bad := range []string{`"maybe"`, `""`, `"APPROVE"`, `null`, `1`, `["approve"]`} {
		c.say(`{"type":"interrupt_response","id":"b","interrupt_id":"i-1","action":` + bad + `}`)
		if r := c.expect("error"); r.text("code") != string(fault.InvalidArgument) || r.text("id") != "b" {
			t.Errorf("%s: %v", bad, r)
		}
	}
	if got := len(e.called()); got != len(state.InterruptActions()) {
		t.Errorf("%d replies: %v", got, e.called())
	}
}

func TestReplyToAQuestionThatIsOver(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	for _, c := range []*client{d.base(t), d.extended(t)} {
		c.say(`{"type":"interrupt_response","interrupt_id":"over","action":"approve"}`)
		r := c.expect("error")
		if r.text("code") != string(fault.InterruptNotPending) || r.text("message") != fault.Text(fault.InterruptNotPending, "ko") || r["recoverable"] != true {
			t.Errorf("got %v", r)
		}
	}
	if got := e.queries(); len(got) != 0 {
		t.Errorf("submitted %v", got)
	}
}

func TestReviewPlanIsPassedOn(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	c := open(t, e).extended(t)
	for _, say := range []string{`,"review_plan":true`, `,"review_plan":false`, ``} {
		c.say(`{"type":"query","query":"a"` + say + `}`)
		c.expect("ack")
	}
	c.say(`{"type":"query","query":"a","review_plan":"yes"}`)
	if r := c.expect("error"); r.text("code") != string(fault.InvalidArgument) {
		t.Errorf("got %v", r)
	}
	query := engine.Query{SessionID: sessionID, Text: "a", Address: "127.0.0.1"}
	reviewed := query
	reviewed.ReviewPlan = true
	if diff := cmp.Diff([]engine.Query{reviewed, query, query}, e.queries()); diff != "" {
		t.Error(diff)
	}
}
