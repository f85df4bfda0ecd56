package ws

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
)

func TestCommandsReachTheEngine(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	c := d.extended(t)
	tests := []struct{ say, call, ack string }{
		{`{"type":"cancel","id":"1"}`, "cancel session-1 ", "1"},
		{`{"type":"cancel","id":"2","run_id":"run-7"}`, "cancel session-1 run-7", "2"},
		{`{"type":"todo_skip","id":"3","todo_id":"step_0"}`, "skip session-1  step_0", "3"},
		{`{"type":"todo_skip","id":"4","run_id":"run-7","todo_id":"step_1"}`, "skip session-1 run-7 step_1", "4"},
		{`{"type":"retry","id":"5","run_id":"run-7"}`, "retry session-1 run-7 ", "5"},
		{`{"type":"retry","id":"5b","run_id":"run-7","client_msg_id":"m-7"}`, "retry session-1 run-7 m-7", "5b"},
		{`{"type":"feedback","id":"6","run_id":"run-7","rating":"positive","comment":"좋아요"}`, "feedback session-1 run-7 positive 좋아요", "6"},
		{`{"type":"interrupt_response","id":"7","action":"answer","interrupt_id":"i","payload":{"text":"네"}}`, `reply session-1 i answer {"text":"네"}`, "7"},
		{`{"type":"interrupt_response","id":"8","action":"modify","modified_todos":[1],"feedback":"f"}`, `reply session-1  modify {"modified_todos":[1],"feedback":"f"}`, "8"},
	}
	var want []string
	for _, test := range tests {
		c.say(test.say)
		if r := c.expect("ack"); r.text("id") != test.ack {
			t.Errorf("%s: %v", test.say, r)
		}
		want = append(want, test.call)
	}
	c.say(`{"type":"retry","id":"9","run_id":"run-none","client_msg_id":"m-8"}`)
	if r := c.expect("error"); r.text("id") != "9" || r.text("run_id") != "run-none" || r.text("client_msg_id") != "m-8" || r.text("code") != "run_not_found" {
		t.Errorf("got %v", r)
	}
	want = append(want, "retry session-1 run-none m-8")
	c.say(`{"type":"interrupt_response","id":"again","action":"approve","interrupt_id":"i","payload":{}}`)
	if r := c.expect("ack"); r.text("id") != "again" || r["duplicate"] != true {
		t.Errorf("a reply that was given before: %v", r)
	}
	want = append(want, `reply session-1 i approve {}`)
	c.say(`{"type":"interrupt_response","id":"taken","action":"approve","interrupt_id":"i","payload":{}}`)
	if r := c.expect("error"); r.text("id") != "taken" || r.text("code") != "interrupt_not_pending" {
		t.Errorf("another tab's reply under the same id: %v", r)
	}
	if diff := cmp.Diff(want, e.called()); diff != "" {
		t.Error(diff)
	}
}

func TestQueryIsAcknowledgedAndIdempotent(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	c := open(t, e).extended(t)
	say := `{"type":"query","query":"월세 전환율은?","id":"q-1","client_msg_id":"m-1","on_busy":"reject","language":"en"}`
	for _, duplicate := range []bool{false, true} {
		c.say(say)
		r := c.expect("ack")
		if r.text("id") != "q-1" || r.text("client_msg_id") != "m-1" || r.text("run_id") != "run-1" || r["duplicate"] != duplicate {
			t.Errorf("got %v", r)
		}
	}
	want := []engine.Query{{SessionID: sessionID, Text: "월세 전환율은?", Language: "en", ClientMsgID: "m-1", OnBusy: engine.BusyReject, Address: "127.0.0.1"}}
	if diff := cmp.Diff(want, e.queries()); diff != "" {
		t.Error(diff)
	}
}

func TestRefusedCommands(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	c := d.extended(t)
	tests := []struct{ say, code, runID string }{
		{`{"type":"cancel","id":"1","run_id":"run-done"}`, "run_finished", "run-done"},
		{`{"type":"interrupt_response","id":"1","action":"approve","interrupt_id":"over"}`, "interrupt_not_pending", ""},
		{`{"type":"query","id":"1","query":"a","user_id":"u"}`, "invalid_argument", ""},
	}
	for _, test := range tests {
		c.say(test.say)
		if r := c.expect("error"); r.text("code") != test.code || r.text("id") != "1" || r.text("run_id") != test.runID {
			t.Errorf("%s: %v", test.say, r)
		}
	}
	c.say(`{"type":"refresh","id":"9","token":"t"}`) // nobody signs in here
	c.expect("ack")
}

func TestInterruptResponseOfABaseClient(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	c := open(t, e).base(t)
	c.say(`{"type":"interrupt_response","action":"approve","modified_todos":[],"feedback":"","extra":1}`)
	c.say(`{"type":"ping"}`)
	c.expect("pong") // and no ack, which a base client does not know
	if diff := cmp.Diff([]string{`reply session-1  approve {"modified_todos":[]}`}, e.called()); diff != "" {
		t.Error(diff)
	}
}
