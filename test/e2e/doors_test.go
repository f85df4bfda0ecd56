package e2e

import (
	"strings"
	"testing"
	"time"
)

// kill -9 while a role is waited for, and again behind its answer: the question is
// there, the answer counts once, and the user is told once.
func TestARolesAnswerOutlivesAKill(t *testing.T) {
	t.Parallel()
	withProbe(t, func(t *testing.T, args, env []string) {
		s := start(t, args, env)
		id := s.session(asProbe)
		c := s.fresh(id)
		c.send(map[string]any{"type": "query", "query": `{"steps":2,"step_ms":300,"ask":"approval","ask_for":"reviewer"}`})
		q := c.inquiry()
		if !strings.Contains(q.Data.Message, "reviewer") || len(q.Data.Options) != 0 || !q.ExpiresAt.IsZero() {
			t.Errorf("the user is shown %+v", q)
		}
		if r := c.do(answerTo(q, "approve", nil)); r.Code != "interrupt_not_yours" {
			t.Errorf("the user's answer: %+v", r)
		}
		s.kill()
		s = start(t, args, env)
		var page struct {
			Interrupts []struct {
				ID   string `json:"interrupt_id"`
				Data struct {
					Options []map[string]any `json:"options"`
				} `json:"interrupt_data"`
			} `json:"interrupts"`
		}
		if code := s.call("GET", "/api/v1/interrupts?role=reviewer&session_id="+id, nil, &page); code != 200 || len(page.Interrupts) != 1 ||
			page.Interrupts[0].ID != q.ID || len(page.Interrupts[0].Data.Options) != 2 {
			t.Fatalf("what waits: %d %+v", code, page)
		}
		answer := func(reply, action string) (code int, duplicate bool) {
			var done struct {
				Duplicate bool `json:"duplicate"`
			}
			code = s.call("POST", "/api/v1/interrupts/"+q.ID, map[string]any{"reply_id": reply, "role": "reviewer", "action": action, "actor": "E023"}, &done)
			return code, done.Duplicate
		}
		if code, duplicate := answer("r1", "approve"); code != 200 || duplicate {
			t.Fatalf("the answer: %d, %v", code, duplicate)
		}
		s.kill()
		s = start(t, args, env)
		if code, duplicate := answer("r1", "approve"); code != 200 || !duplicate {
			t.Errorf("the same answer again: %d, %v", code, duplicate)
		}
		for reply, action := range map[string]string{"r1": "reject", "r2": "approve"} {
			if code, _ := answer(reply, action); code != 409 {
				t.Errorf("%s %s: %d", reply, action, code)
			}
		}
		c = s.dial(id, "?last_seq=0", "madang.v1")
		if ended := c.ends(1); ended[q.RunID] != "final_response" {
			t.Errorf("ended: %v", ended)
		}
		once(t, s.labels(id, q.RunID))
		oneEndEach(t, s, id)
		if code := s.call("GET", "/api/v1/interrupts?session_id="+id, nil, &page); code != 200 || len(page.Interrupts) != 0 {
			t.Errorf("what waits behind it: %d %+v", code, page)
		}
	})
}

// kill -9 between the record of an event and its time, and behind its start: the
// conversation is begun, once.
func TestATriggerOutlivesAKill(t *testing.T) {
	t.Parallel()
	withProbe(t, func(t *testing.T, args, env []string) {
		args = append(args, "--quiet-hours", "00:00-00:00")
		s := start(t, args, env)
		type trigger struct {
			Status    string `json:"status"`
			SessionID string `json:"session_id"`
			RunID     string `json:"run_id"`
		}
		body := map[string]any{
			"trigger_event_id": "exam-7", "trigger_event_type": "exam_reminder", "user_id": "7", "assistant": "probe",
			"at": time.Now().Add(1500 * time.Millisecond).UTC().Format(time.RFC3339Nano), "metadata": map[string]any{"day": 1},
		}
		var first, again trigger
		if code := s.call("POST", "/api/v1/triggers", body, &first); code != 202 || first.Status != "waiting" {
			t.Fatalf("recorded: %d %+v", code, first)
		}
		s.kill()
		s = start(t, args, env)
		await(t, "the start", func() bool {
			s.call("GET", "/api/v1/triggers/exam-7", nil, &again)
			return again.Status == "started"
		})
		s.kill()
		s = start(t, args, env)
		if code := s.call("POST", "/api/v1/triggers", body, &again); code != 202 || again.RunID != first.RunID || again.SessionID != first.SessionID {
			t.Errorf("the same event again: %d %+v, not %+v", code, again, first)
		}
		c := s.dial(first.SessionID, "?last_seq=0", "madang.v1")
		if ended := c.ends(1); len(ended) != 1 || ended[first.RunID] != "final_response" {
			t.Errorf("ended: %v", ended)
		}
		oneEndEach(t, s, first.SessionID)
		body["metadata"] = map[string]any{"day": 2}
		if code := s.call("POST", "/api/v1/triggers", body, nil); code != 409 {
			t.Errorf("another event of that name: %d", code)
		}
	})
}
