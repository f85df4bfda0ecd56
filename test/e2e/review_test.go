package e2e

import (
	"strings"
	"testing"
	"time"
)

const compound = "전세금 5% 인상이 가능한지 알려주고 강남구 아파트 전세 시세도 찾아줘"

// A plan is shown before it is carried out, and what the user says of it
// is done.
func TestPlanReview(t *testing.T) {
	t.Parallel()
	withProbe(t, func(t *testing.T, args, env []string) {
		shared := start(t, args, env)
		for name, check := range map[string]func(t *testing.T, s *server, id string, c *socket, q inquiry){
			"approve": approved, "modify": modified, "reject": rejected, "nonsense": notUnderstood,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := shared.in(t)
				id := s.session(nil)
				c := s.fresh(id)
				c.send(map[string]any{"type": "query", "query": compound, "review_plan": true})
				q := c.inquiry()
				left := time.Until(q.ExpiresAt)
				if q.Type != "plan_review" || q.Data.Message == "" || len(q.Data.Options) != 3 || q.DefaultAction != "approve" || left < time.Minute || left > 10*time.Minute {
					t.Errorf("question %+v", q)
				}
				if len(q.Data.Data.Steps) < 2 {
					t.Fatalf("a plan of %d steps", len(q.Data.Data.Steps))
				}
				if run := s.run(q.RunID); run.Status != "waiting" || run.Interrupt == nil || run.Interrupt.ID != q.ID {
					t.Errorf("run %+v", run)
				}
				check(t, s, id, c, q)
				once(t, s.labels(id, q.RunID))
				oneEndEach(t, s, id)
				if r := s.fresh(id).ask("안녕"); r.Type != "guidance" {
					t.Errorf("the next query: %s", r.Type)
				}
			})
		}
	})
}

// runRow is a run as REST tells of it.
type runRow struct {
	ID        string   `json:"id"`
	Status    string   `json:"status"`
	Interrupt *inquiry `json:"interrupt"`
}

func (s *server) run(id string) (r runRow) {
	s.t.Helper()
	if code := s.call("GET", "/api/v1/runs/"+id, nil, &r); code != 200 {
		s.t.Errorf("run: %d", code)
	}
	return r
}

func approved(t *testing.T, _ *server, _ string, c *socket, q inquiry) {
	c.send(answerTo(q, "approve", nil))
	frames := c.answer()
	watchSteps(t, frames)
	if got := types(frames); strings.Count(got, "execution_start") != 1 || strings.Count(got, "interrupt_resolved") != 1 || strings.Contains(got, "plan_ready") {
		t.Errorf("frames: %s", got)
	}
	if r := frames[len(frames)-1].Response; r.Type != "answer" || !strings.Contains(r.Answer, "5%") || !strings.Contains(r.Answer, "강남구") {
		t.Errorf("%s: %.300s", r.Type, r.Answer)
	}
}

func modified(t *testing.T, _ *server, _ string, c *socket, q inquiry) {
	last := q.Data.Data.Steps[len(q.Data.Data.Steps)-1].StepID
	var todos []map[string]any
	for _, s := range q.Data.Data.Steps {
		todo := map[string]any{"step_id": s.StepID, "status": "pending"}
		if s.StepID == last {
			todo["status"] = "skipped"
		}
		todos = append(todos, todo)
	}
	c.send(answerTo(q, "modify", map[string]any{"modified_todos": todos}))
	frames := c.answer()
	statuses := map[string]string{}
	for _, f := range frames {
		for _, s := range f.Steps {
			if s.StepID == last && s.Status != "skipped" {
				t.Errorf("%s is %s in %s", last, s.Status, f.Type)
			}
			statuses[s.StepID] = s.Status
		}
	}
	for id, status := range statuses {
		if id != last && status != "completed" {
			t.Errorf("%s ended as %s", id, status)
		}
	}
	if r := frames[len(frames)-1].Response; r.Type != "answer" || r.Answer == "" {
		t.Errorf("%s: %.300s", r.Type, r.Answer)
	}
}

func rejected(t *testing.T, s *server, _ string, c *socket, q inquiry) {
	c.send(answerTo(q, "reject", nil))
	frames := c.answer()
	if got := types(frames); strings.Contains(got, "execution_start") {
		t.Errorf("frames: %s", got)
	}
	if r := frames[len(frames)-1].Response; r.Type != "guidance" || r.Message == "" {
		t.Errorf("%s: %.300s", r.Type, r.Message)
	}
	for _, f := range frames {
		for _, s := range f.Steps {
			if s.Status != "skipped" {
				t.Errorf("%s is %s", s.StepID, s.Status)
			}
		}
	}
	if run := s.run(q.RunID); run.Status != "completed" || run.Interrupt != nil {
		t.Errorf("run %+v", run)
	}
}

// A modification that names no step of the plan is asked about again.
func notUnderstood(t *testing.T, s *server, id string, c *socket, q inquiry) {
	c.send(answerTo(q, "modify", map[string]any{"modified_todos": []any{map[string]any{"step_id": "step_99"}}}))
	again := c.inquiry()
	if again.ID == q.ID || !strings.Contains(again.Data.Message, "단계를 계획에서 찾지 못했습니다") {
		t.Errorf("asked again with %+v", again)
	}
	rejected(t, s, id, c, again)
}
