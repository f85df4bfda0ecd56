package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// inquiry is a question as a client is sent it.
type inquiry struct {
	RunID string `json:"run_id"`
	ID    string `json:"interrupt_id"`
	Type  string `json:"interrupt_type"`
	Data  struct {
		Message string `json:"message"`
		Options []struct {
			Value string `json:"value"`
		} `json:"options"`
		Data struct {
			Steps []step `json:"execution_steps"`
		} `json:"data"`
	} `json:"interrupt_data"`
	ExpiresAt     time.Time `json:"expires_at"`
	DefaultAction string    `json:"default_action"`
	TakesText     bool      `json:"takes_text"`
}

// inquiry reads up to a question.
func (c *socket) inquiry() inquiry {
	c.t.Helper()
	for {
		f := c.must()
		if f.Type == "workflow_interrupted" {
			var q inquiry
			if err := json.Unmarshal(f.Raw, &q); err != nil {
				c.t.Fatal(err)
			}
			return q
		}
		if f.Type == "error" || f.Type == "final_response" {
			c.t.Fatalf("no question but %s", f.Raw)
		}
	}
}

// answerTo is a reply to a question.
func answerTo(q inquiry, action string, payload any) map[string]any {
	m := map[string]any{"type": "interrupt_response", "interrupt_id": q.ID, "action": action, "id": "reply"}
	if payload != nil {
		m["payload"] = payload
	}
	return m
}

// resolution reads up to the end of a question.
func (c *socket) resolution() (interruptID, action, by string) {
	c.t.Helper()
	for {
		f := c.must()
		if f.Type != "interrupt_resolved" {
			continue
		}
		var r struct {
			ID     string `json:"interrupt_id"`
			Action string `json:"action"`
			By     string `json:"by"`
		}
		if err := json.Unmarshal(f.Raw, &r); err != nil {
			c.t.Fatal(err)
		}
		return r.ID, r.Action, r.By
	}
}

// labels are a run's transitions, oldest first.
func (s *server) labels(sessionID, runID string) []string {
	s.t.Helper()
	var list []struct {
		Label string `json:"label"`
	}
	if code := s.call("GET", "/api/v1/sessions/"+sessionID+"/checkpoints?limit=200&run_id="+runID, nil, &list); code != 200 {
		s.t.Fatalf("checkpoints: %d", code)
	}
	var labels []string
	for _, c := range slices.Backward(list) {
		labels = append(labels, c.Label)
	}
	return labels
}

// once checks that no work was done again; what a team found may be stored
// under one label for several of its steps.
func once(t *testing.T, labels []string) {
	t.Helper()
	// A question that is asked anew is another one.
	labels = slices.DeleteFunc(slices.Clone(labels), func(l string) bool { return strings.HasPrefix(l, "T5 ") || l == "question" })
	sorted := slices.Sorted(slices.Values(labels))
	if len(slices.Compact(sorted)) != len(labels) {
		t.Errorf("work was done again: %q", labels)
	}
}

// withProbe are the environments with the assistant that asks what it is
// told to.
func withProbe(t *testing.T, f func(t *testing.T, args, env []string)) {
	t.Helper()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			f(t, append(args, "--probe"), env)
		})
	}
}

var asProbe = map[string]any{"assistant": "probe"}

// asking is a probe's work of two steps that asks first.
func asking(kind string, ms int, byDefault string) string {
	return fmt.Sprintf(`{"steps":2,"step_ms":20,"ask":%q,"ask_ms":%d,"default":%q}`, kind, ms, byDefault)
}

// kill -9 while a question waits: the reply goes on behind it, and what was
// done before is not done again.
func TestAQuestionOutlivesAKill(t *testing.T) {
	t.Parallel()
	withProbe(t, func(t *testing.T, args, env []string) {
		s := start(t, args, env)
		id, other := s.session(nil), s.session(asProbe)
		c, d := s.fresh(id), s.fresh(other)
		c.send(map[string]any{"type": "query", "query": compound, "review_plan": true, "client_msg_id": "m"})
		d.send(map[string]any{"type": "query", "query": asking("input", 0, "cancel")})
		q, asked := c.inquiry(), d.inquiry()
		before := s.labels(id, q.RunID)
		s.kill()
		s = start(t, args, env)
		if run := s.run(q.RunID); run.Status != "waiting" || run.Interrupt == nil || run.Interrupt.ID != q.ID {
			t.Errorf("after the restart: %+v", run)
		}
		c = s.dial(id, "?last_seq=0", "madang.v1")
		if replayed := c.inquiry(); replayed.ID != q.ID || !replayed.ExpiresAt.Equal(q.ExpiresAt) {
			t.Errorf("replayed %+v, not %+v", replayed, q)
		}
		if r := c.do(map[string]any{"type": "query", "query": compound, "review_plan": true, "client_msg_id": "m"}); !r.Duplicate || r.RunID != q.RunID {
			t.Errorf("the same message again: %+v", r)
		}
		if r := c.do(answerTo(q, "approve", nil)); r.Type != "ack" || r.ID != "reply" {
			t.Errorf("reply: %+v", r)
		}
		if ended := c.ends(1); ended[q.RunID] != "final_response" {
			t.Errorf("ended: %v", ended)
		}
		labels := s.labels(id, q.RunID)
		once(t, labels)
		if !slices.Equal(labels[:len(before)], before) || len(labels) <= len(before) {
			t.Errorf("before %q, after %q", before, labels)
		}
		oneEndEach(t, s, id)
		// A plain query is the answer where a text is wanted.
		d = s.fresh(other)
		if r := d.do(map[string]any{"type": "query", "query": "3억", "client_msg_id": "text"}); r.RunID != asked.RunID {
			t.Errorf("the answer's ack: %+v", r)
		}
		frames := d.answer()
		if r := frames[len(frames)-1].Response; !strings.Contains(r.Answer, `answer by user`) || !strings.Contains(r.Answer, `{"text":"3억"}`) {
			t.Errorf("answer %q", r.Answer)
		}
		once(t, s.labels(other, asked.RunID))
	})
}

// A question whose time is over is answered by default, also one whose time
// ran out while no server was there.
func TestAQuestionExpires(t *testing.T) {
	t.Parallel()
	withProbe(t, func(t *testing.T, args, env []string) {
		s := start(t, args, env)
		for _, c := range []struct{ byDefault, end, says string }{
			{"approve", "final_response", "approve by expiry"}, {"cancel", "run_cancelled", ""},
		} {
			for _, down := range []bool{false, true} {
				id := s.session(asProbe)
				socket := s.fresh(id)
				socket.send(map[string]any{"type": "query", "query": asking("approval", 700, c.byDefault)})
				q := socket.inquiry()
				if down {
					s.kill()
					await(t, "the end of the question's time", func() bool { return time.Now().After(q.ExpiresAt) })
					s = start(t, args, env)
					socket = s.dial(id, "?last_seq=0", "madang.v1")
				}
				asked, action, by := socket.resolution()
				if asked != q.ID || action != c.byDefault || by != "expiry" {
					t.Errorf("down %v: %s of %s by %s", down, action, asked, by)
				}
				frames := socket.answer()
				last := frames[len(frames)-1]
				if last.Type != c.end || !strings.Contains(last.Response.Answer, c.says) {
					t.Errorf("default %s, down %v: %s", c.byDefault, down, last.Raw)
				}
				if r := socket.do(answerTo(q, "approve", nil)); r.Code != "interrupt_not_pending" {
					t.Errorf("a reply after the time: %+v", r)
				}
				oneEndEach(t, s, id)
			}
		}
	})
}

// One tab answers, the other one sees it and the work that follows.
func TestTwoTabsAndOneQuestion(t *testing.T) {
	t.Parallel()
	withProbe(t, func(t *testing.T, args, env []string) {
		s := start(t, args, env)
		id := s.session(asProbe)
		a, b := s.fresh(id), s.fresh(id)
		a.send(map[string]any{"type": "query", "query": asking("approval", 0, "cancel")})
		qa, qb := a.inquiry(), b.inquiry()
		if qa.ID != qb.ID || qa.ID == "" {
			t.Errorf("asked %q and %q", qa.ID, qb.ID)
		}
		b.send(answerTo(qb, "reject", map[string]any{"why": "아니요"}))
		for name, tab := range map[string]*socket{"that answers": b, "that looks on": a} {
			asked, action, by := tab.resolution()
			if asked != qa.ID || action != "reject" || by != "user" {
				t.Errorf("the tab %s: %s of %s by %s", name, action, asked, by)
			}
			frames := tab.answer()
			if r := frames[len(frames)-1].Response; !strings.Contains(r.Answer, `reject by user`) || !strings.Contains(r.Answer, "아니요") {
				t.Errorf("the tab %s: %q", name, r.Answer)
			}
		}
		if r := a.do(answerTo(qa, "approve", nil)); r.Code != "interrupt_not_pending" {
			t.Errorf("the other tab's reply: %+v", r)
		}
		oneEndEach(t, s, id)
	})
}

// An existing client is shown a question for a text as guidance, which
// unlocks its input; its next query is the answer. Each query has exactly
// one terminal event.
func TestAnExistingClientIsAsked(t *testing.T) {
	t.Parallel()
	withProbe(t, func(t *testing.T, args, env []string) {
		s := start(t, args, env)
		for _, kind := range []string{"clarification", "input"} {
			p := &page{t: t, addr: s.addr, id: s.session(asProbe)}
			p.open()
			p.say(asking(kind, 0, "cancel"))
			if f := p.await(); f.Response.Type != "guidance" || f.Response.Message != "Shall the measured work begin?" || p.ended != 1 {
				t.Errorf("%s: %d ends, %+v", kind, p.ended, f.Response)
			}
			// It comes back, and is not shown the question again.
			p.leave()
			shown := len(p.shown)
			p.open()
			p.say("강남구")
			if f := p.await(); f.Response.Type != "answer" || !strings.Contains(f.Response.Answer, `{"text":"강남구"}`) || p.ended != 2 {
				t.Errorf("%s: %d ends, %+v", kind, p.ended, f.Response)
			}
			if slices.Contains(p.shown, "workflow_interrupted") || slices.Contains(p.shown, "interrupt_resolved") || p.shown[shown] != "connected" {
				t.Errorf("%s: shown %q", kind, p.shown)
			}
			p.nothingElse(s)
		}
		// An approval is passed as it is, and answered without its id.
		c := s.dial(s.session(asProbe), "")
		c.send(map[string]any{"type": "query", "query": asking("approval", 0, "cancel")})
		c.inquiry()
		c.send(map[string]any{"type": "interrupt_response", "action": "approve", "feedback": "네"})
		frames := c.answer()
		if r := frames[len(frames)-1].Response; !strings.Contains(r.Answer, `approve by user`) || !strings.Contains(r.Answer, `"feedback":"네"`) {
			t.Errorf("answer %s", frames[len(frames)-1].Raw)
		}
	})
}

// nothingElse asks once more and expects the answer alone.
func (p *page) nothingElse(s *server) {
	p.t.Helper()
	ended := p.ended
	p.say(`{"steps":1}`)
	if p.await(); p.ended != ended+1 || p.last.Response.Type != "answer" {
		p.t.Errorf("%d ends, the last %+v", p.ended-ended, p.last.Response)
	}
	messages, runs := s.in(p.t).written(p.id)
	if messages != 6 || runs < 2 { // query, question, answer to it, answer, query, answer
		p.t.Errorf("%d messages and %d runs", messages, runs)
	}
}

// Queries that come while a question waits.
func TestOnBusyWhileAQuestionWaits(t *testing.T) {
	t.Parallel()
	withProbe(t, func(t *testing.T, args, env []string) {
		shared := start(t, args, env)
		again := func(policy string) map[string]any {
			return map[string]any{"type": "query", "query": `{"steps":1}`, "on_busy": policy, "id": "second"}
		}
		for name, check := range map[string]func(t *testing.T, c *socket, q inquiry){
			"enqueue": func(t *testing.T, c *socket, q inquiry) {
				second := c.do(again("enqueue"))
				if second.Type != "ack" || !second.Queued || second.RunID == q.RunID {
					t.Errorf("second: %+v", second)
				}
				c.send(answerTo(q, "approve", nil))
				if ended := c.ends(2); ended[q.RunID] != "final_response" || ended[second.RunID] != "final_response" {
					t.Errorf("ended: %v", ended)
				}
			},
			"reject": func(t *testing.T, c *socket, q inquiry) {
				if r := c.do(again("reject")); r.Code != "session_busy" || r.ID != "second" {
					t.Errorf("second: %+v", r)
				}
				c.send(answerTo(q, "reject", nil))
				if ended := c.ends(1); ended[q.RunID] != "final_response" {
					t.Errorf("ended: %v", ended)
				}
			},
			"interrupt": func(t *testing.T, c *socket, q inquiry) {
				c.send(again("interrupt"))
				if asked, action, _ := c.resolution(); asked != q.ID || action != "cancel" {
					t.Errorf("resolved %s with %s", asked, action)
				}
				ended := c.ends(2)
				if ended[q.RunID] != "run_cancelled" {
					t.Errorf("ended: %v", ended)
				}
				if r := c.do(answerTo(q, "approve", nil)); r.Code != "interrupt_not_pending" {
					t.Errorf("a reply to what is over: %+v", r)
				}
			},
			"cancel": func(t *testing.T, c *socket, q inquiry) {
				if r := c.do(map[string]any{"type": "cancel", "run_id": q.RunID}); r.Type != "ack" {
					t.Errorf("cancel: %+v", r)
				}
			},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := shared.in(t)
				id := s.session(asProbe)
				c := s.fresh(id)
				c.send(map[string]any{"type": "query", "query": asking("approval", 0, "cancel")})
				check(t, c, c.inquiry())
				await(t, "the end of all runs", func() bool {
					var runs []runRow
					s.call("GET", "/api/v1/sessions/"+id+"/runs", nil, &runs)
					return !slices.ContainsFunc(runs, func(r runRow) bool {
						return r.Status == "queued" || r.Status == "running" || r.Status == "waiting"
					})
				})
				oneEndEach(t, s, id)
			})
		}
	})
}
