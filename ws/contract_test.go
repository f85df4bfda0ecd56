package ws

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// The tests of this file are named for what existing clients depend on
// (protocol, section 1).

func step(status state.StepStatus) []state.ExecutionStep {
	return []state.ExecutionStep{{
		StepID: "step_0", StepType: state.StepTypeSearch, AgentName: "search_team", Team: "search",
		Task: "전세금 인상 한도", Description: "법령을 찾습니다", Status: status, DependsOn: []string{},
	}}
}

// answer emits what a normal query does, extension events included.
func (e *inMem) answer(session, runID string) {
	plan := state.PlanReady{Intent: "legal_consult", Confidence: 0.9, ExecutionSteps: step(state.StepPending),
		ExecutionStrategy: "sequential", EstimatedTotalTime: 3.5, Keywords: []string{"전세금", "인상"}}
	e.emit(session, runID, state.EventPlanningStart, state.PlanningStart{Message: "계획을 수립하고 있습니다..."})
	e.emit(session, runID, state.EventAnalysisReady, state.AnalysisReady{Intents: []state.QueryPart{}, Entities: json.RawMessage("{}"), Ambiguities: []string{}})
	e.emit(session, runID, state.EventPlanReady, plan)
	e.emit(session, runID, state.EventExecutionStart, state.ExecutionStart{Message: "작업 실행을 시작합니다...", PlanReady: plan})
	e.emit(session, runID, state.EventTodoUpdated, state.TodoUpdated{ExecutionSteps: step(state.StepInProgress)})
	e.emit(session, runID, state.EventStepProgress, state.StepProgress{StepID: "step_0", ProgressPercentage: 40, Message: "판례 확인"})
	e.emit(session, runID, state.EventTodoUpdated, state.TodoUpdated{ExecutionSteps: step(state.StepCompleted)})
	e.emit(session, runID, state.EventFinalResponse, state.FinalResponse{Response: state.Response{
		Type: state.ResponseAnswer, Answer: "5% 이내에서 **가능**합니다.", TeamsUsed: []string{"search"},
	}})
}

// baseOrder is what a base client sees of answer.
var baseOrder = []string{"planning_start", "plan_ready", "execution_start", "todo_updated", "todo_updated", "final_response"}

const answerEvents = 8

func (c *client) types(n int) []string {
	c.t.Helper()
	var types []string
	for range n {
		types = append(types, c.next().text("type"))
	}
	return types
}

// markEnd emits a last event and checks that nothing else came before it.
func markEnd(t *testing.T, e *inMem, clients ...*client) {
	t.Helper()
	mark := fmt.Sprintf("mark-%d", time.Now().UnixNano())
	e.emit(sessionID, mark, state.EventPlanningStart, state.PlanningStart{Message: "mark"})
	for _, c := range clients {
		if r := c.next(); r.text("run_id") != mark {
			t.Fatalf("got %v, want nothing before the mark", r)
		}
	}
}

func TestRule1OneTerminalEventPerQuery(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	e.submitFunc = func(q engine.Query, runID string) { e.answer(q.SessionID, runID) }
	d := open(t, e)
	c := d.base(t)
	for range 3 {
		c.say(`{"type":"query","query":"전세금 5% 인상 가능해?","enable_checkpointing":true}`)
		if diff := cmp.Diff(baseOrder, c.types(len(baseOrder))); diff != "" {
			t.Fatal(diff)
		}
	}
	refused := []struct{ say, code string }{
		{`{"type":"query","query":"  "}`, "query_empty"},
		{`{"type":"query"}`, "query_empty"},
		{`{"type":"query","query":7}`, "invalid_argument"},
	}
	for _, r := range refused {
		c.say(r.say)
		if got := c.expect("error"); got.text("code") != r.code {
			t.Fatalf("%s: %v", r.say, got)
		}
		markEnd(t, e, c)
	}
}

func TestRule1RefusedSubmissionIsItsTerminalEvent(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	e.submitErr = fault.Wrap(fault.Unavailable, io.ErrUnexpectedEOF)
	c := open(t, e).base(t)
	c.say(`{"type":"query","query":"안녕"}`)
	got := c.expect("error")
	details, _ := got["details"].(map[string]any)
	want := received{"error": "Query processing failed", "code": "backend_unavailable", "recoverable": true, "retry_after_ms": 1000.0}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s is %v, want %v", k, got[k], v)
		}
	}
	if details["error"] == "" || details["error"] == nil {
		t.Errorf("details.error is missing in %v", got)
	}
	if got.text("message") != fault.Text(fault.Unavailable, "ko") {
		t.Errorf("message is %q, want Korean", got.text("message"))
	}
	markEnd(t, e, c)
}

func TestRule1CancelledRunIsAFinalResponseToBaseClients(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	base, extended := d.base(t), d.extended(t)
	e.emit(sessionID, "run-1", state.EventRunCancelled, state.CancelledRun{
		Response: state.Response{Type: state.ResponseCancelled, Message: "취소했습니다."}})
	got := base.expect("final_response")
	response, _ := got["response"].(map[string]any)
	if response["type"] != "cancelled" || response["message"] != "취소했습니다." {
		t.Errorf("response is %v", response)
	}
	extended.expect("run_cancelled")
	markEnd(t, e, base, extended)
}

func TestRule2ExecutionStartNeverTwiceToOneSocket(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	c := open(t, e).base(t)
	plan := state.ExecutionStart{Message: "시작"}
	e.emit(sessionID, "run-1", state.EventExecutionStart, plan)
	c.expect("execution_start")
	// A run that was taken over may start its steps once more.
	e.emit(sessionID, "run-1", state.EventExecutionStart, plan)
	e.emit(sessionID, "run-1", state.EventTodoUpdated, state.TodoUpdated{ExecutionSteps: step(state.StepCompleted)})
	c.expect("todo_updated")
	e.emit(sessionID, "run-2", state.EventExecutionStart, plan)
	c.expect("execution_start")
}

func TestRule2HelloDoesNotRepeatWhatTheSocketWasSent(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	e.answer(sessionID, "run-1")
	e.Delivered(sessionID, 3)
	c := open(t, e).base(t)
	c.expect("execution_start") // event 4
	c.expect("todo_updated")    // 5; 6 is not for base clients
	c.expect("todo_updated")    // 7
	c.expect("final_response")  // 8
	c.say(`{"type":"hello","last_seq":1}`)
	c.expect("connected")
	c.expectSeqs(2, 3)
	if r := c.expect("resumed"); r["recovered"] != true {
		t.Fatalf("got %v", r)
	}
	markEnd(t, e, c)
}

func TestRule3IntentIsPassedAsItIs(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	c := open(t, e).base(t)
	e.answer(sessionID, "run-1")
	c.expect("planning_start")
	if got := c.expect("plan_ready").text("intent"); got != "legal_consult" {
		t.Errorf("intent is %q", got)
	}
}

func TestRule4UnknownSessionIsRefusedInTheUpgrade(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID))
	_, response, err := d.tryDial(dialing{}, "session-unknown")
	if err == nil || response == nil {
		t.Fatal("an unknown session was accepted")
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusNotFound || string(body) != `{"detail":"Session not found"}` {
		t.Errorf("got %d %s", response.StatusCode, body)
	}
}

func TestRule5ShutdownClosesWithACodeThatBringsClientsBack(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID))
	base, extended := d.base(t), d.extended(t)
	done := make(chan error, 1)
	go func() { done <- d.Drain(context.Background()) }()
	if code := base.closeCode(); code != CloseRestart {
		t.Errorf("base client: %d", code)
	}
	if r := extended.expect("server_draining"); r["retry_after_ms"].(float64) <= 0 {
		t.Errorf("got %v", r)
	}
	if code := extended.closeCode(); code != CloseDraining {
		t.Errorf("extended client: %d", code)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	_, response, err := d.tryDial(dialing{}, sessionID)
	if err == nil || response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a drained server answered %v", response)
	}
}

func TestRule6ReplayRightAfterConnectedExactlyOnce(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	first := d.base(t)
	e.emit(sessionID, "run-1", state.EventPlanningStart, state.PlanningStart{})
	first.expect("planning_start")
	first.bye()
	d.wasClosed(t) // what is written to a socket that ends cleanly counts as delivered
	e.awaitDelivered(t, sessionID, 1)
	// The answer comes while nobody is there.
	e.emit(sessionID, "run-1", state.EventFinalResponse, state.FinalResponse{})

	came := time.Now()
	second := d.dial(t, dialing{})
	second.expect("connected")
	if r := second.expect("final_response"); r.seq() != 2 {
		t.Fatalf("got %v", r)
	}
	if took := time.Since(came); took > 300*time.Millisecond {
		t.Errorf("the replay took %v; existing clients ask over HTTP after 400 ms", took)
	}
	markEnd(t, e, second)
	e.awaitDelivered(t, sessionID, 3)
	third := d.base(t)
	markEnd(t, e, second, third)
}

func TestRule7SessionsSurviveARestart(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	before := open(t, e)
	c := before.base(t)
	e.emit(sessionID, "run-1", state.EventPlanningStart, state.PlanningStart{})
	c.expect("planning_start")
	go func() { _ = before.Drain(context.Background()) }()
	c.closeCode()
	e.awaitDelivered(t, sessionID, 1)
	e.emit(sessionID, "run-1", state.EventFinalResponse, state.FinalResponse{})

	again := open(t, e).base(t)
	if r := again.expect("final_response"); r.seq() != 2 {
		t.Errorf("got %v", r)
	}
	markEnd(t, e, again)
}

func TestRule8MessagesMayComeBeforeConnectedWasHandled(t *testing.T) {
	t.Parallel()
	for _, protocol := range []string{"", Subprotocol} {
		e := newInMem(sessionID)
		e.submitFunc = func(q engine.Query, runID string) { e.answer(q.SessionID, runID) }
		d := open(t, e)
		c := d.dial(t, dialing{protocol: protocol})
		c.say(`{"type":"query","query":"보증금 돌려받으려면?"}`)
		c.expect("connected")
		for {
			if r := c.next(); r.text("type") == "final_response" {
				break
			}
		}
		if got := len(e.queries()); got != 1 {
			t.Errorf("%d queries", got)
		}
	}
}

// The acknowledgement has left when the run begins: the client knows the run before
// it is shown anything of it.
func TestAQueryIsAcknowledgedBeforeItsRunBegins(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	acknowledged := make(chan struct{})
	e.submitFunc = func(q engine.Query, runID string) {
		select {
		case <-acknowledged:
		case <-time.After(5 * time.Second):
			t.Error("the run begins before its client knows it")
		}
		e.answer(q.SessionID, runID)
	}
	d := open(t, e)
	c := d.extended(t)
	c.say(`{"type":"query","query":"전세금 5% 인상 가능해?"}`)
	if r := c.expect("ack"); r.text("run_id") != "run-1" {
		t.Errorf("got %v", r)
	}
	close(acknowledged)
	c.expectSeqs(1, answerEvents)
}

func TestBaseClientsHearOnlyBaseEvents(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	base, extended := d.base(t), d.extended(t)
	e.awaitStreams(t, sessionID, 2) // what is not stored is heard by those who listen
	e.answer(sessionID, "run-1")
	e.whisper(sessionID, state.EventStepProgress, state.StepProgress{StepID: "step_0", Message: "가"})
	e.whisper(sessionID, state.EventAnswerDelta, state.AnswerDelta{MessageID: "run-1.1", Delta: "네, "})
	if diff := cmp.Diff(baseOrder, base.types(len(baseOrder))); diff != "" {
		t.Error(diff)
	}
	extended.expectSeqs(1, answerEvents)
	if r := extended.expect(state.EventStepProgress); r.text("message") != "가" || r["seq"] != nil {
		t.Errorf("got %v", r)
	}
	if r := extended.expect(state.EventAnswerDelta); r.text("delta") != "네, " || r.text("message_id") != "run-1.1" || r["seq"] != nil {
		t.Errorf("got %v", r)
	}
	markEnd(t, e, base, extended)
}

func TestStateChangedOnlyForThoseWhoAskedWhenItIsNotStored(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	plain := d.extended(t)
	curious := d.dial(t, dialing{protocol: Subprotocol})
	curious.say(`{"type":"hello","capabilities":["state_changed"]}`)
	curious.expect("connected")
	curious.expect("resumed")
	e.awaitStreams(t, sessionID, 2)
	e.whisper(sessionID, state.EventStateChanged, json.RawMessage(`{"changes":[]}`))
	curious.expect("state_changed")
	markEnd(t, e, plain, curious)
}
