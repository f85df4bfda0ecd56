package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

// reply is what answers a command.
type reply struct {
	Type        string `json:"type"`
	ID          string `json:"id"`
	ClientMsgID string `json:"client_msg_id"`
	RunID       string `json:"run_id"`
	Duplicate   bool   `json:"duplicate"`
	Queued      bool   `json:"queued"`
	Code        string `json:"code"`
	Recovered   bool   `json:"recovered"`
	Reason      string `json:"reason"`
	Seq         int64  `json:"seq"`
	Epoch       string `json:"epoch"`
	Snapshot    *struct {
		Seq          int64 `json:"seq"`
		MessageCount int64 `json:"message_count"`
	} `json:"snapshot"`
}

func (f frame) reply(t testing.TB) reply {
	t.Helper()
	var r reply
	if err := json.Unmarshal(f.Raw, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// do sends a command and returns its reply, leaving events out.
func (c *socket) do(command map[string]any) reply {
	c.t.Helper()
	c.send(command)
	for {
		r := c.must().reply(c.t)
		switch {
		case r.Type == "ack" || r.Type == "pong":
			return r
		case r.Type == "error" && r.Seq == 0:
			return r
		}
	}
}

// ends reads until each of n runs has ended and returns how, by run id.
func (c *socket) ends(n int) map[string]string {
	c.t.Helper()
	ended := map[string]string{}
	for len(ended) < n {
		f := c.must()
		if f.Seq > 0 && (f.Type == "final_response" || f.Type == "error" || f.Type == "run_cancelled") {
			if ended[f.RunID] != "" {
				c.t.Errorf("%s after %s in one run", f.Type, ended[f.RunID])
			}
			ended[f.RunID] = f.Type
		}
	}
	return ended
}

// The same message sent again and again, from two sockets at once, is one
// run, and every sender learns its number.
func TestOneRunForOneClientMsgID(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, args, env)
			id := s.session(nil)
			sockets := []*socket{s.fresh(id), s.fresh(id)}
			query := map[string]any{"type": "query", "query": mainQuery, "client_msg_id": "11111111-2222-4333-8444-555555555555"}
			acks := make(chan reply, 20)
			var senders sync.WaitGroup
			for _, c := range sockets {
				senders.Go(func() {
					for range 10 {
						if err := c.WriteJSON(query); err != nil {
							t.Error(err)
							return
						}
					}
					for got := 0; got < 10; {
						f, err := c.next()
						if err != nil {
							t.Error(err)
							return
						}
						if f.Type == "ack" || f.Type == "error" {
							acks <- f.reply(t)
							got++
						}
					}
				})
			}
			senders.Wait()
			close(acks)
			runs, first := map[string]int{}, 0
			for a := range acks {
				runs[a.RunID]++
				if !a.Duplicate {
					first++
				}
			}
			if len(runs) != 1 || first != 1 || runs[""] != 0 {
				t.Errorf("acks by run %v, %d of them the first", runs, first)
			}
			await(t, "the answer", func() bool { messages, _ := s.written(id); return messages == 2 })
			if n := oneEndEach(t, s, id); n != 1 {
				t.Errorf("%d runs", n)
			}
			query["query"] = longQuery
			if r := s.fresh(id).do(query); r.Code != "client_msg_id_conflict" {
				t.Errorf("with other words: %+v", r)
			}
			if messages, runs := s.written(id); messages != 2 || runs != 1 {
				t.Errorf("%d messages, %d runs", messages, runs)
			}
			// Another session's message may have the same id.
			if r := s.fresh(s.session(nil)).do(query); r.Type != "ack" || r.Duplicate {
				t.Errorf("another session: %+v", r)
			}
		})
	}
}

func TestCommandsOnAFinishedRun(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	id := s.session(nil)
	c := s.fresh(id)
	run := c.do(map[string]any{"type": "query", "query": mainQuery}).RunID
	c.ends(1)
	stranger := s.fresh(s.session(nil))
	for _, check := range []struct {
		on      *socket
		command map[string]any
		code    string // "" is an ack
	}{
		{c, map[string]any{"type": "todo_skip", "run_id": run, "todo_id": "step_0"}, "run_finished"},
		{c, map[string]any{"type": "todo_skip", "todo_id": "step_0"}, "run_not_found"},
		{c, map[string]any{"type": "cancel", "run_id": run}, "run_finished"},
		{c, map[string]any{"type": "cancel"}, "run_not_found"},
		{c, map[string]any{"type": "feedback", "run_id": run, "rating": "positive", "comment": "좋아요 👍"}, ""},
		{c, map[string]any{"type": "feedback", "run_id": run, "rating": "negative"}, ""},
		{c, map[string]any{"type": "interrupt_response", "action": "approve"}, "interrupt_not_pending"},
		{c, map[string]any{"type": "refresh", "token": "x"}, ""},
		{stranger, map[string]any{"type": "retry", "run_id": run}, "run_not_found"},
		{stranger, map[string]any{"type": "feedback", "run_id": run, "rating": "positive"}, "run_not_found"},
		{stranger, map[string]any{"type": "cancel", "run_id": run}, "run_not_found"},
		{stranger, map[string]any{"type": "todo_skip", "run_id": run, "todo_id": "step_0"}, "run_not_found"},
	} {
		check.command["id"] = "x-1"
		r := check.on.do(check.command)
		if r.ID != "x-1" || r.Code != check.code || (check.code == "") != (r.Type == "ack") {
			t.Errorf("%v: %+v", check.command, r)
		}
	}
	if r := c.do(map[string]any{"type": "ping", "id": "p"}); r.Type != "pong" || r.ID != "p" {
		t.Errorf("ping: %+v", r)
	}
	again := c.do(map[string]any{"type": "retry", "run_id": run})
	if again.Type != "ack" || again.RunID == run || again.RunID == "" {
		t.Errorf("retry: %+v", again)
	}
	if ended := c.ends(1); ended[again.RunID] != "final_response" {
		t.Errorf("the retried run: %v", ended)
	}
	if messages, runs := s.written(id); messages != 4 || runs != 2 {
		t.Errorf("%d messages, %d runs", messages, runs)
	}
}

// A position that can't be served is told, with where to start from; one
// that can is served whole.
func TestResume(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	id := s.session(nil)
	c := s.fresh(id)
	c.ask(mainQuery)
	greet := func(hello map[string]any) (connected, resumed reply, seqs []int64) {
		t.Helper()
		c := s.dial(id, "", "madang.v1")
		hello["type"] = "hello"
		c.send(hello)
		for {
			r := c.must().reply(t)
			switch r.Type {
			case "connected":
				connected = r
			case "resumed":
				return connected, r, seqs
			case "error":
				t.Fatalf("%v: %+v", hello, r)
			default:
				seqs = append(seqs, r.Seq)
			}
		}
	}
	now, whole, seqs := greet(map[string]any{"last_seq": 0})
	if !whole.Recovered || whole.Snapshot != nil || int64(len(seqs)) != now.Seq || now.Seq < 8 {
		t.Errorf("from 0: %+v, seqs %v", whole, seqs)
	}
	if _, part, seqs := greet(map[string]any{"last_seq": now.Seq - 2, "epoch": now.Epoch}); !part.Recovered || !slices.Equal(seqs, []int64{now.Seq - 1, now.Seq}) {
		t.Errorf("from two before: %+v, seqs %v", part, seqs)
	}
	for reason, hellos := range map[string][]map[string]any{
		"unknown_position": {{"last_seq": -1}, {"last_seq": now.Seq + 1}, {"last_seq": 1e300}, {"last_seq": 1.5}, {"last_seq": json.RawMessage("99999999999999999999")}},
		"other_epoch":      {{"last_seq": 0, "epoch": "another"}},
	} {
		for _, hello := range hellos {
			_, r, seqs := greet(hello)
			if r.Recovered || r.Reason != reason || len(seqs) != 0 || r.Snapshot == nil || r.Snapshot.Seq != now.Seq || r.Snapshot.MessageCount != 2 {
				t.Errorf("%v: %+v, seqs %v", hello, r, seqs)
			}
		}
	}
	bad := s.dial(id, "", "madang.v1")
	bad.send(map[string]any{"type": "hello", "last_seq": "7"})
	if f := bad.must(); f.Code != "invalid_argument" {
		t.Errorf("a text for last_seq: %s", f.Raw)
	}
}

// Two sockets of a session are given the same events with the same numbers.
func TestTwoSocketsSeeTheSame(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, args, env)
			id := s.session(nil)
			sockets := []*socket{s.fresh(id), s.fresh(id)}
			var seen [2][]string
			var readers sync.WaitGroup
			for i, c := range sockets {
				c.send(map[string]any{"type": "query", "query": []string{mainQuery, longQuery}[i]})
				readers.Go(func() {
					for ended := 0; ended < 2; {
						f, err := c.next()
						if err != nil {
							t.Error(err)
							return
						}
						if f.Seq == 0 {
							continue
						}
						seen[i] = append(seen[i], fmt.Sprint(f.Seq, " ", f.RunID, " ", f.Type))
						if f.Type == "final_response" {
							ended++
						}
					}
				})
			}
			readers.Wait()
			if !slices.Equal(seen[0], seen[1]) || len(seen[0]) < 16 {
				t.Errorf("one socket:\n%s\nthe other:\n%s", strings.Join(seen[0], "\n"), strings.Join(seen[1], "\n"))
			}
			oneEndEach(t, s, id)
		})
	}
}

// A client that asks for it is told which fields of the state each
// transition changed, without what is personal; the frames carry no number.
func TestStateChangesForThoseWhoAsk(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	id := s.session(nil)
	plain := s.fresh(id)
	curious := s.dial(id, "", "madang.v1")
	curious.send(map[string]any{"type": "hello", "capabilities": []string{"state_changed"}})
	if got := types([]frame{curious.must(), curious.must()}); got != "connected resumed" {
		t.Fatalf("greeted with %s", got)
	}
	curious.send(map[string]any{"type": "query", "query": "전세금 5% 인상 가능해?"})
	told := curious.answer()
	curious.send(map[string]any{"type": "query", "query": "전세금 5% 인상 가능해? 연락은 010-1234-5678로"})
	told = append(told, curious.answer()...)
	// Events don't wait for changes, so the last of these may come behind the end.
	for !slices.ContainsFunc(told, func(f frame) bool {
		return f.Type == "state_changed" && bytes.Contains(f.Raw, []byte("010-****-5678"))
	}) {
		told = append(told, curious.must())
	}
	seen := map[string]bool{}
	for _, f := range told {
		if f.Type != "state_changed" {
			continue
		}
		if bytes.Contains(f.Raw, []byte("1234-5678")) {
			t.Errorf("a change tells a number: %s", f.Raw)
		}
		if f.Seq != 0 {
			t.Errorf("a change has the number %d", f.Seq)
		}
		var body struct {
			Changes []struct {
				Field string `json:"field_changed"`
			} `json:"changes"`
		}
		if err := json.Unmarshal(f.Raw, &body); err != nil {
			t.Fatal(err)
		}
		for _, c := range body.Changes {
			seen[c.Field] = true
		}
	}
	if !seen["current_phase"] || !seen["planning_state.execution_steps.0.status"] {
		t.Errorf("changes of %v", seen)
	}
	for _, f := range plain.answer() {
		if f.Type == "state_changed" {
			t.Error("told to one who did not ask")
		}
	}
}
