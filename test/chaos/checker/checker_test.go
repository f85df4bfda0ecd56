package checker_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/test/chaos/checker"
)

const (
	session = "session-1"
	run1    = "run-1"
	run2    = "run-2"
)

// history is a whole story that a test may break.
type history struct {
	clients []checker.Recording
	db      checker.Database
}

// phone, laptop and base are the clients of a history.
func (h *history) phone() *checker.Recording  { return &h.clients[0] }
func (h *history) laptop() *checker.Recording { return &h.clients[1] }
func (h *history) base() *checker.Recording   { return &h.clients[2] }

func payload(seq int64) string { return fmt.Sprintf(`{"n":%d}`, seq) }

func numbered(e checker.Event, eventType string) checker.Frame {
	return checker.Frame{Raw: fmt.Appendf(nil, `{"type":%q,"n":%d,"seq":%d,"run_id":%q,"event_id":%q,"timestamp":"2026-11-21T00:00:00Z"}`,
		eventType, e.Seq, e.Seq, e.RunID, e.EventID)}
}

func plain(text string) checker.Frame { return checker.Frame{Raw: []byte(text)} }

// good is two runs, the second cancelled; the phone was cut after event 3.
func good() *history {
	h := &history{}
	types := []string{"planning_start", "todo_updated", "final_response", "planning_start", "run_cancelled"}
	for i, eventType := range types {
		seq, run := int64(i)+1, run1
		if i >= 3 {
			run = run2
		}
		h.db.Events = append(h.db.Events, checker.Event{
			SessionID: session, Seq: seq, EventID: fmt.Sprintf("e%d", seq), RunID: run, Type: eventType, Payload: payload(seq),
		})
	}
	h.db.Sessions = []checker.Session{{ID: session, LastSeq: 5, LastStep: 4, LastMessageID: 4, LastRun: 2, OpenRunsStored: 0, Fence: 3}}
	h.db.Runs = []checker.Run{
		{ID: run1, SessionID: session, ClientMsgID: "m1", Query: "one", Status: "completed", Seq: 1, Attempt: 2},
		{ID: run2, SessionID: session, ClientMsgID: "m2", Query: "two", Status: "cancelled", Seq: 2, Attempt: 1},
	}
	h.db.Messages = []checker.Message{
		{SessionID: session, ID: 1, RunID: run1, Role: "user", Content: "one"},
		{SessionID: session, ID: 2, RunID: run2, Role: "user", Content: "two"},
		{SessionID: session, ID: 3, RunID: run1, Role: "assistant", Content: "1"},
		{SessionID: session, ID: 4, RunID: run2, Role: "assistant", Content: "x"},
	}
	h.db.Checkpoints = []checker.Checkpoint{
		{SessionID: session, StepNo: 1, RunID: run1, Label: "step_0 completed", Fence: 1, Seq: 1, MessageID: 2},
		{SessionID: session, StepNo: 2, RunID: run1, Label: "T4 step_1 completed", Fence: 2, Seq: 2, MessageID: 2},
		{SessionID: session, StepNo: 3, RunID: run1, Label: "run completed", Fence: 2, Seq: 3, MessageID: 3},
		{SessionID: session, StepNo: 4, RunID: run2, Label: "step_0 completed", Fence: 3, Seq: 5, MessageID: 4},
	}
	var all []checker.Frame
	for _, e := range h.db.Events {
		all = append(all, numbered(e, e.Type))
	}
	ack := plain(`{"type":"ack","client_msg_id":"m1","run_id":"run-1","duplicate":false}`)
	again := plain(`{"type":"ack","client_msg_id":"m1","run_id":"run-1","duplicate":true}`)
	other := plain(`{"type":"ack","client_msg_id":"m2","run_id":"run-2","duplicate":false}`)
	hello, resumed := plain(`{"type":"connected","seq":5}`), plain(`{"type":"resumed","recovered":true,"seq":3}`)
	h.clients = []checker.Recording{
		{Client: "phone", SessionID: session, Complete: true, Sent: []checker.Sent{{ClientMsgID: "m1", Query: "one"}}, Conns: []checker.Conn{
			{Frames: []checker.Frame{hello, ack, all[0], all[1], all[2]}},
			{LastSeq: 3, Frames: []checker.Frame{hello, resumed, again, all[3], all[4]}},
		}},
		{Client: "laptop", SessionID: session, Complete: true, Sent: []checker.Sent{{ClientMsgID: "m2", Query: "two"}}, Conns: []checker.Conn{
			{Frames: append([]checker.Frame{hello, other}, all...)},
		}},
		{Client: "base", SessionID: session, Base: true, Complete: true, Conns: []checker.Conn{
			{CloseCode: 1012, Frames: []checker.Frame{hello, all[0], all[1], all[2]}},
			{Frames: []checker.Frame{hello, all[3], numbered(h.db.Events[4], "final_response")}},
		}},
	}
	return h
}

// ask makes of the first run one that asks with its first event and is
// answered with its second.
// Its types may be other ones.
func (h *history) ask(types ...string) {
	types = append(types, []string{"workflow_interrupted", "interrupt_resolved"}[len(types):]...)
	retype(h, 0, types[0])
	retype(h, 1, types[1])
	h.tell(0, `"interrupt_id":"q1",`)
	h.tell(1, `"interrupt_id":"q1",`)
	h.db.Messages = append(h.db.Messages, checker.Message{SessionID: session, ID: 5, RunID: run1, Role: "assistant", Content: "?"})
	h.db.Sessions[0].LastMessageID = 5
}

// write has the first run ask, and the laptop answer with a text.
func (h *history) write() {
	h.ask()
	h.tell(1, `"action":"answer",`)
	h.db.Runs = append(h.db.Runs, checker.Run{
		ID: "run-3", SessionID: session, Kind: "reply", Of: run1, ClientMsgID: "m3", Query: "yes", Status: "completed", Seq: 3,
	})
	h.db.Messages = append(h.db.Messages, checker.Message{SessionID: session, ID: 6, RunID: run1, Role: "user", Content: "yes"})
	h.db.Sessions[0].LastRun, h.db.Sessions[0].LastMessageID = 3, 6
	l := h.laptop()
	l.Sent = append(l.Sent, checker.Sent{ClientMsgID: "m3", Query: "yes"})
	l.Conns[0].Frames = append(l.Conns[0].Frames, plain(`{"type":"ack","client_msg_id":"m3","run_id":"run-1","duplicate":false}`))
}

// tell has an event say more.
func (h *history) tell(i int, more string) {
	e := &h.db.Events[i]
	rest := string(numbered(*e, e.Type).Raw)[1:]
	e.Payload = "{" + more + e.Payload[1:]
	for _, r := range h.clients {
		for _, c := range r.Conns {
			for n, f := range c.Frames {
				if strings.HasSuffix(string(f.Raw), rest) {
					c.Frames[n].Raw = []byte("{" + more + string(f.Raw[1:]))
				}
			}
		}
	}
}

// answerAgain has the first run say something of its question between the
// answer and the end.
func (h *history) answerAgain(eventType string) {
	h.clients = nil
	db := &h.db
	again := db.Events[1]
	again.Type, again.EventID = eventType, "e2b"
	db.Events = slices.Insert(db.Events, 2, again)
	for i := range db.Events {
		db.Events[i].Seq = int64(i) + 1
	}
	db.Sessions[0].LastSeq = int64(len(db.Events))
}

func TestAWholeHistoryIsNotBlamed(t *testing.T) {
	t.Parallel()
	h := good()
	if got := checker.Check(h.clients, &h.db); len(got) > 0 {
		t.Errorf("blamed for %v", got)
	}
}

// A failure is a last response to clients and breaks no promise of the
// stream's; it is told apart, with the run.
func TestFailedRunsAreTold(t *testing.T) {
	t.Parallel()
	h := good()
	if got := checker.Failures(&h.db); len(got) > 0 {
		t.Errorf("blamed for %v", got)
	}
	h.db.Runs[0].Status = "failed"
	if got := checker.Check(h.clients, &h.db); len(got) > 0 {
		t.Errorf("blamed for %v", got)
	}
	want := []checker.Violation{{Kind: checker.RunFailed, SessionID: session, RunID: run1, Detail: "after 2 attempts: one"}}
	if diff := cmp.Diff(want, checker.Failures(&h.db)); diff != "" {
		t.Error(diff)
	}
}

// What a client may do and the server may do all the same.
func TestAllowed(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*history){
		"a retried step completes again": func(h *history) {
			h.db.Checkpoints[1].Label = "step_0 retry"
			h.db.Checkpoints[2].Label = "step_0 completed"
		},
		"a text that answered a run's question": (*history).write,
		"a run that asked and was answered":     func(h *history) { h.ask() },
		"a run that was cancelled while it waited for an answer": func(h *history) {
			h.ask("workflow_interrupted", "todo_updated")
			retype(h, 2, "run_cancelled")
			h.db.Runs[0].Status = "cancelled"
		},
		"a client that left early saw less": func(h *history) {
			h.laptop().Complete = false
			h.laptop().Conns[0].Frames = h.laptop().Conns[0].Frames[:4]
		},
		"a client that came later": func(h *history) {
			h.laptop().From, h.laptop().Conns[0].LastSeq = 2, 2
			f := h.laptop().Conns[0].Frames
			h.laptop().Conns[0].Frames = slices.Delete(f, 2, 4)
		},
		"a base client is shown again what a cut left open": func(h *history) {
			c := h.base().Conns
			c[0].CloseCode = 0
			c[1].Frames = slices.Insert(c[1].Frames, 1, c[0].Frames[3])
		},
		"tables that don't tell fences and marks": func(h *history) {
			for i := range h.db.Checkpoints {
				c := &h.db.Checkpoints[i]
				c.Fence, c.Seq, c.MessageID = -1, -1, -1
			}
			h.db.Sessions[0].OpenRunsStored = -1
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := good()
			change(h)
			if got := checker.Check(h.clients, &h.db); len(got) > 0 {
				t.Errorf("blamed for %v", got)
			}
		})
	}
}

func TestEachKindOfBreakIsCaught(t *testing.T) {
	t.Parallel()
	drop := func(c *checker.Conn, i int) { c.Frames = slices.Delete(c.Frames, i, i+1) }
	for name, c := range map[string]struct {
		change func(*history)
		want   string // the kinds, in order, each once
	}{
		"a hole in a connection": {func(h *history) { drop(&h.laptop().Conns[0], 3) }, "stream hole"},
		"a hole between two connections": {func(h *history) {
			drop(&h.phone().Conns[0], 4)
		}, "stream hole"},
		"the last event never came": {func(h *history) { drop(&h.phone().Conns[1], 4) }, "stream short"},
		"an event twice on one connection": {func(h *history) {
			f := &h.laptop().Conns[0].Frames
			*f = slices.Insert(*f, 4, (*f)[3])
		}, "stream duplicate"},
		"an event again after a resume": {func(h *history) {
			f := &h.phone().Conns[1].Frames
			*f = slices.Insert(*f, 2, h.phone().Conns[0].Frames[4])
		}, "stream duplicate"},
		"two events in the wrong order": {func(h *history) {
			f := h.laptop().Conns[0].Frames
			f[3], f[4] = f[4], f[3]
		}, "stream duplicate, stream hole"},
		"a base client is shown again what was settled": {func(h *history) {
			f := &h.base().Conns[1].Frames
			*f = slices.Insert(*f, 1, h.base().Conns[0].Frames[3])
		}, "stream duplicate"},
		"a base client is never shown the end": {func(h *history) { drop(&h.base().Conns[1], 2) }, "stream short"},
		"two clients see different words": {func(h *history) {
			f := &h.phone().Conns[0].Frames[2]
			f.Raw = []byte(strings.Replace(string(f.Raw), "00:00:00Z", "00:00:01Z", 1))
		}, "stream differs"},
		"an event that is not stored": {func(h *history) {
			e := checker.Event{Seq: 6, RunID: run2, EventID: "e6"}
			h.laptop().Conns[0].Frames = append(h.laptop().Conns[0].Frames, numbered(e, "todo_updated"))
		}, "seen but not stored"},
		"an event with another content than stored": {func(h *history) { h.db.Events[1].Payload = `{"n":7}` }, "seen but not stored"},
		"an event of another type than stored":      {func(h *history) { h.db.Events[1].Type = "step_progress" }, "seen but not stored"},
		"an event with another id than stored":      {func(h *history) { h.db.Events[1].EventID = "e9" }, "seen but not stored"},
		"a session that is not stored":              {func(h *history) { h.db = checker.Database{} }, "seen but not stored"},
		"a snapshot instead of the events": {func(h *history) {
			h.phone().Conns[1].Frames[1] = plain(`{"type":"resumed","recovered":false,"reason":"other_epoch","seq":3}`)
		}, "not recovered"},
		"no JSON": {func(h *history) {
			h.phone().Conns[1].Frames[0] = plain(`{"type":`)
		}, "unreadable"},
		"two terminal events": {func(h *history) { retype(h, 1, "final_response") }, "terminal events"},
		"no terminal event":   {func(h *history) { retype(h, 4, "todo_updated") }, "terminal events"},
		"a word after the end": {func(h *history) {
			retype(h, 1, "final_response")
			retype(h, 2, "todo_updated")
		}, "terminal events"},
		"an event of a run that is not there": {func(h *history) {
			h.clients = nil
			h.db.Events[0].RunID = "run-9"
		}, "terminal events"},
		"a run that never ends": {func(h *history) {
			h.db.Runs[1].Status = "running"
			h.db.Sessions[0].OpenRuns, h.db.Sessions[0].OpenRunsStored = 1, 1
		}, "numbering, run not ended, terminal events"},
		"an acknowledged message without a run": {func(h *history) { h.db.Runs[0].ClientMsgID = "m7" }, "acknowledged but lost"},
		"an acknowledged message with two runs": {func(h *history) { h.db.Runs[1].ClientMsgID = "m1" }, "acknowledged but lost, acknowledged twice"},
		"a message acknowledged as two runs": {func(h *history) {
			h.phone().Conns[1].Frames[2] = plain(`{"type":"ack","client_msg_id":"m1","run_id":"run-2","duplicate":true}`)
		}, "acknowledged twice"},
		"a message acknowledged as another run": {func(h *history) {
			h.laptop().Conns[0].Frames[1] = plain(`{"type":"ack","client_msg_id":"m2","run_id":"run-1","duplicate":true}`)
		}, "acknowledged but lost"},
		"a message acknowledged twice as the first": {func(h *history) {
			h.phone().Conns[1].Frames[2] = h.phone().Conns[0].Frames[1]
		}, "acknowledged twice"},
		"a run with other words":         {func(h *history) { h.db.Runs[0].Query = "eins" }, "acknowledged but lost"},
		"a message with other words":     {func(h *history) { h.db.Messages[0].Content = "eins" }, "acknowledged but lost"},
		"a run without the user's line":  {func(h *history) { h.db.Messages[0].Role = "system" }, "acknowledged but lost"},
		"a run without an answer's line": {func(h *history) { h.db.Messages[3].Role = "system" }, "acknowledged but lost"},
		"two answers of one run":         {func(h *history) { h.db.Messages[3].RunID = run1 }, "acknowledged but lost, numbering"},
		"an answer to a question without its line": {func(h *history) {
			h.ask()
			h.db.Messages = h.db.Messages[:4]
			h.db.Sessions[0].LastMessageID = 4
		}, "acknowledged but lost"},
		"a line of a question that was not asked": {func(h *history) {
			h.ask("todo_updated", "todo_updated")
		}, "numbering"},
		"a question that is passed over": {func(h *history) { h.ask("workflow_interrupted", "todo_updated") }, "question lost"},
		"an answer to no question": {func(h *history) {
			h.ask("todo_updated")
			h.db.Messages = h.db.Messages[:4]
			h.db.Sessions[0].LastMessageID = 4
		}, "question lost"},
		"a question of another run answered": {func(h *history) {
			h.clients = nil
			h.ask()
			h.db.Events[1].RunID = run2
		}, "question lost"},
		"a question answered twice": {func(h *history) { h.ask(); h.answerAgain("interrupt_resolved") }, "question twice"},
		"a question asked again":    {func(h *history) { h.ask(); h.answerAgain("workflow_interrupted") }, "acknowledged but lost, question twice"},
		"a text that answered nothing": {func(h *history) {
			h.write()
			h.db.Events[1].Payload = strings.Replace(h.db.Events[1].Payload, `"answer"`, `"approve"`, 1)
			h.clients = nil
		}, "question twice"},
		"a text that answered is no line": {func(h *history) {
			h.write()
			h.db.Messages[5].Role = "system"
		}, "acknowledged but lost"},
		"a text that answered is two lines": {func(h *history) {
			h.write()
			again := h.db.Messages[5]
			again.ID = 7
			h.db.Messages = append(h.db.Messages, again)
			h.db.Sessions[0].LastMessageID = 7
		}, "acknowledged but lost, numbering"},
		"a text that answered is taken for the query": {func(h *history) {
			h.write()
			m := h.db.Messages
			m[0].Content, m[5].Content = m[5].Content, m[0].Content
		}, "acknowledged but lost"},
		"a text that answered was acknowledged as another run": {func(h *history) {
			h.write()
			h.db.Runs[2].Of = run2
		}, "acknowledged but lost, numbering, question twice"},
		"a question without a name":              {func(h *history) { h.ask(); h.db.Events[0].Payload = `{"n":1}`; h.clients = nil }, "question lost, unreadable"},
		"a step done twice":                      {func(h *history) { h.db.Checkpoints[1].Label = "step_0 completed" }, "step done twice"},
		"an earlier holder writes late":          {func(h *history) { h.db.Checkpoints[2].Fence = 1 }, "fence went back"},
		"one fence for two runs":                 {func(h *history) { h.db.Checkpoints[3].Fence = 2 }, "fence went back"},
		"a checkpoint of a claim that never was": {func(h *history) { h.db.Checkpoints[3].Fence = 4 }, "fence went back"},
		"an earlier run writes late": {func(h *history) {
			c := h.db.Checkpoints
			c[2].RunID, c[3].RunID = c[3].RunID, c[2].RunID
			c[2].Fence, c[3].Fence, c[3].Label = 2, 3, "aggregate"
		}, "fence went back"},
		"a hole in the events": {func(h *history) {
			h.clients = nil
			h.db.Events[4].Seq = 6
		}, "numbering"},
		"a hole in the messages":         {func(h *history) { h.db.Messages[3].ID = 5 }, "numbering"},
		"a hole in the checkpoints":      {func(h *history) { h.db.Checkpoints[3].StepNo = 5 }, "numbering"},
		"a hole in the runs":             {func(h *history) { h.db.Runs[1].Seq = 3 }, "numbering"},
		"a mark that says more":          {func(h *history) { h.db.Sessions[0].LastSeq = 6 }, "numbering"},
		"open runs that are not there":   {func(h *history) { h.db.Sessions[0].OpenRunsStored = 1 }, "numbering"},
		"a checkpoint whose mark is off": {func(h *history) { h.db.Checkpoints[2].Seq = 1 }, "numbering"},
		"a checkpoint beyond the events": {func(h *history) { h.db.Checkpoints[3].Seq = 9 }, "numbering"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := good()
			c.change(h)
			var kinds []string
			got := checker.Check(h.clients, &h.db)
			for _, v := range got {
				kinds = append(kinds, v.Kind)
			}
			slices.Sort(kinds)
			if diff := cmp.Diff(c.want, strings.Join(slices.Compact(kinds), ", ")); diff != "" {
				t.Errorf("%s\n%v", diff, got)
			}
		})
	}
}

// retype changes an event's type in the database and for every client.
func retype(h *history, i int, eventType string) {
	e := &h.db.Events[i]
	before := e.Type
	e.Type = eventType
	for _, r := range h.clients {
		for _, c := range r.Conns {
			for n, f := range c.Frames {
				if string(f.Raw) == string(numbered(*e, before).Raw) || string(f.Raw) == string(numbered(*e, "final_response").Raw) {
					c.Frames[n] = numbered(*e, eventType)
				}
			}
		}
	}
}
