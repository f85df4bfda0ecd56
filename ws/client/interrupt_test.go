package client_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client"
	"github.com/madang-dev/madang/ws/client/clienttest"
)

// asked is a question as a server sends it.
func asked(id string) state.Interrupt {
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	return state.Interrupt{
		ID: id, Type: state.InterruptApproval, ExpiresAt: new(at.Add(5 * time.Minute)), AskedAt: at,
		DefaultAction: state.ActionApprove, Node: "execute_teams",
		Data: state.InterruptData{
			Message: "진행할까요?", Data: json.RawMessage(`{"a":1}`),
			Options: []state.InterruptOption{{Value: "approve", Label: "승인"}, {Value: "reject", Label: "거절"}},
		},
	}
}

func TestAQuestionIsReadAndAnswered(t *testing.T) {
	t.Parallel()
	s := clienttest.New(t, func(_ int, c *clienttest.Conn) {
		c.Greet(0)
		q := c.Recv("query")
		if q["review_plan"] != true {
			t.Errorf("query %v", q)
		}
		c.Send(clienttest.Ack(q, "r1"), clienttest.Event(1, "r1", "run_queued", state.QueuedRun{Position: 2}),
			clienttest.Event(2, "r1", "workflow_interrupted", asked("i1")))
		r := c.Recv("interrupt_response")
		if r["interrupt_id"] != "i1" || r["action"] != "modify" || r["id"] == "" || r["client_msg_id"] != nil {
			t.Errorf("reply %v", r)
		}
		if diff := cmp.Diff(map[string]any{"modified_todos": []any{}}, r["payload"]); diff != "" {
			t.Error(diff)
		}
		c.Send(f{"type": "ack", "id": r["id"]}, clienttest.Event(3, "r1", "interrupt_resolved",
			state.InterruptResolved{InterruptID: "i1", Action: "modify", By: "user"}))
		if plain := c.Recv("interrupt_response"); plain["interrupt_id"] != nil || plain["payload"] != nil {
			t.Errorf("reply %v", plain)
		}
		c.Send(clienttest.Event(4, "r1", "final_response", nil))
		c.Drain()
	})
	c := dial(t, config(s))
	if _, err := c.Query(client.Query{Text: "질문", ReviewPlan: true}); err != nil {
		t.Fatal(err)
	}
	if got := decoded[state.QueuedRun](t, last(until(t, c, "run_queued"))); got.Position != 2 {
		t.Errorf("%+v", got)
	}
	got := decoded[state.Interrupt](t, last(until(t, c, "workflow_interrupted")))
	if diff := cmp.Diff(asked("i1"), got); diff != "" {
		t.Error(diff)
	}
	id, err := c.Reply(got.ID, "modify", json.RawMessage(`{"modified_todos":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	if ack := last(until(t, c, "ack")); ack.ID != id {
		t.Errorf("ack %s of reply %s", ack.Raw, id)
	}
	over := decoded[state.InterruptResolved](t, last(until(t, c, "interrupt_resolved")))
	if diff := cmp.Diff(state.InterruptResolved{InterruptID: "i1", Action: "modify", By: "user"}, over); diff != "" {
		t.Error(diff)
	}
	if _, err := c.Reply("", "approve", nil); err != nil {
		t.Fatal(err)
	}
	until(t, c, "final_response")
}

func last(frames []client.Frame) client.Frame { return frames[len(frames)-1] }

func decoded[T any](t *testing.T, f client.Frame) (v T) {
	t.Helper()
	if err := f.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestWaiting(t *testing.T) {
	t.Parallel()
	s := clienttest.New(t, nil)
	cfg := config(s)
	if got, err := client.Waiting(t.Context(), cfg); got != nil || err != nil {
		t.Errorf("a session without runs: %+v, %v", got, err)
	}
	q := asked("i1")
	s.SetRuns(
		state.Run{ID: "r3", Status: state.RunQueued},
		state.Run{ID: "r2", Status: state.RunWaiting, Query: "계약서", Language: "ko", Interrupt: &q},
		state.Run{ID: "r1", Status: state.RunCompleted, Interrupt: &q},
	)
	want := &client.Run{ID: "r2", Status: state.RunWaiting, Query: "계약서", Interrupt: &q}
	got, err := client.Waiting(t.Context(), cfg)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	s.SetRuns(state.Run{ID: "r1", Status: state.RunCompleted})
	if got, err := client.Waiting(t.Context(), cfg); got != nil || err != nil {
		t.Errorf("nothing waits: %+v, %v", got, err)
	}
	cfg.BaseURL = "http://127.0.0.1:1"
	if _, err := client.Waiting(t.Context(), cfg); err == nil {
		t.Error("nobody there, and no error")
	}
}
