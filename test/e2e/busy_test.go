package e2e

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// hurry sends pairs of queries until the second came while the first was at
// work; which is for the test to see. over are the runs that had ended by the
// second reply, which an ack can let go first.
func hurry(t *testing.T, s *server, second map[string]any, seen func(c *socket, first, second reply, over map[string]string) bool) {
	t.Helper()
	for range 40 {
		c := s.fresh(s.session(nil))
		c.send(map[string]any{"type": "query", "query": longQuery, "id": "first"})
		c.send(second)
		var replies []reply
		var early []frame
		for len(replies) < 2 {
			f := c.must()
			if r := f.reply(t); r.Type == "ack" || r.Type == "error" && r.Seq == 0 {
				replies = append(replies, r)
			} else {
				early = append(early, f)
			}
		}
		if slices.ContainsFunc(early, func(f frame) bool { return f.Type == "final_response" }) {
			continue
		}
		over := map[string]string{}
		for _, f := range early {
			if f.Type == "run_cancelled" || f.Type == "error" {
				over[f.RunID] = f.Type
			}
		}
		if seen(c, replies[0], replies[1], over) {
			return
		}
	}
	t.Fatal("no query came while another was at work")
}

func TestOnBusy(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	query := func(policy string) map[string]any {
		q := map[string]any{"type": "query", "query": mainQuery, "id": "second"}
		if policy != "" {
			q["on_busy"] = policy
		}
		return q
	}
	for _, policy := range []string{"", "enqueue"} {
		t.Run("enqueue"+policy, func(t *testing.T) {
			t.Parallel()
			hurry(t, s.in(t), query(policy), func(c *socket, first, second reply, _ map[string]string) bool {
				ended := c.ends(2)
				if ended[first.RunID] != "final_response" || ended[second.RunID] != "final_response" {
					t.Errorf("ended: %v", ended)
				}
				return second.Queued
			})
		})
	}
	t.Run("reject", func(t *testing.T) {
		t.Parallel()
		hurry(t, s.in(t), query("reject"), func(c *socket, first, second reply, _ map[string]string) bool {
			if second.Type == "ack" {
				return false // the first was over
			}
			if second.Code != "session_busy" || second.ID != "second" {
				t.Errorf("rejected with %+v", second)
			}
			if ended := c.ends(1); ended[first.RunID] != "final_response" {
				t.Errorf("ended: %v", ended)
			}
			return true
		})
	})
	t.Run("interrupt", func(t *testing.T) {
		t.Parallel()
		hurry(t, s.in(t), query("interrupt"), func(c *socket, first, second reply, over map[string]string) bool {
			ended := c.ends(2 - len(over))
			maps.Copy(ended, over)
			if ended[second.RunID] != "final_response" {
				t.Errorf("ended: %v", ended)
			}
			return ended[first.RunID] == "run_cancelled"
		})
	})
}

// A client that sends its interrupting query again, not knowing that it has
// arrived, does not interrupt itself.
func TestAnInterruptingQuerySentTwice(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	for n := range 10 {
		c := s.fresh(s.session(nil))
		query := map[string]any{"type": "query", "query": longQuery, "client_msg_id": fmt.Sprint("m-", n), "on_busy": "interrupt"}
		c.send(query)
		c.send(query)
		var acks []reply
		ended := ""
		for len(acks) < 2 || ended == "" {
			f := c.must()
			switch r := f.reply(t); {
			case r.Type == "ack":
				acks = append(acks, r)
			case f.Type == "final_response" || f.Type == "run_cancelled" || f.Type == "error":
				ended = f.Type
			}
		}
		if acks[0].RunID != acks[1].RunID || acks[0].Duplicate || !acks[1].Duplicate || ended != "final_response" {
			t.Fatalf("acks %+v, the run ended in %s", acks, ended)
		}
	}
}

func TestQueueIsBounded(t *testing.T) {
	t.Parallel()
	s := start(t, append(onSQLite(t), "--max-queued-runs", "2"), nil)
	c := s.fresh(s.session(nil))
	for range 20 {
		c.send(map[string]any{"type": "query", "query": longQuery})
	}
	taken, full := 0, 0
	ended := map[string]bool{}
	for taken+full < 20 || len(ended) < taken {
		f := c.must()
		switch r := f.reply(t); {
		case r.Type == "ack":
			taken++
		case r.Type == "error" && r.Seq == 0:
			if full++; r.Code != "queue_full" {
				t.Fatalf("refused with %s", f.Raw)
			}
		case f.Type == "final_response":
			ended[f.RunID] = true
		}
	}
	if taken == 0 || full == 0 {
		t.Errorf("%d taken, %d refused", taken, full)
	}
	if r := c.ask(mainQuery); r.Type != "answer" {
		t.Errorf("after the rush: %q", r.Type)
	}
}

// Cancelled over the socket or over HTTP, a run ends in one terminal event,
// which base clients know as a final response.
func TestCancel(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	ways := map[string]func(c *socket, run string){
		"socket":         func(c *socket, run string) { c.send(map[string]any{"type": "cancel", "run_id": run}) },
		"socket, no run": func(c *socket, _ string) { c.send(map[string]any{"type": "cancel"}) },
		"HTTP": func(_ *socket, run string) {
			if code := s.call("POST", "/api/v1/runs/"+run+"/cancel", nil, nil); code != 202 && code != 409 {
				t.Errorf("cancel: %d", code)
			}
		},
	}
	for name, cancel := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			own := s.in(t)
			for range 40 {
				id := own.session(nil)
				p := &page{t: t, addr: s.addr, id: id}
				p.open()
				c := own.fresh(id)
				run := c.do(map[string]any{"type": "query", "query": longQuery}).RunID
				p.locked = true
				cancel(c, run)
				ended := c.ends(1)
				p.await()
				oneEndEach(t, own, id)
				if ended[run] == "final_response" {
					continue // it was faster
				}
				if ended[run] != "run_cancelled" || p.last.Type != "final_response" || p.last.Response.Type != "cancelled" || p.last.Response.Message == "" {
					t.Errorf("ended in %v; the page was shown %+v", ended, p.last)
				}
				if r := c.do(map[string]any{"type": "cancel", "run_id": run, "id": "c"}); r.Code != "run_finished" || r.ID != "c" || r.RunID != run {
					t.Errorf("cancelled again: %+v", r)
				}
				if code := own.call("POST", "/api/v1/runs/"+run+"/cancel", nil, nil); code != 409 {
					t.Errorf("cancelled again over HTTP: %d", code)
				}
				if r := c.ask(mainQuery); r.Type != "answer" {
					t.Errorf("the next question: %q", r.Type)
				}
				return
			}
			t.Fatal("no run was cancelled in time")
		})
	}
}
