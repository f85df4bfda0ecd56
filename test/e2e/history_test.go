package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// moment is a checkpoint as REST tells of it.
type moment struct {
	ID       string          `json:"id"`
	ParentID string          `json:"parent_id"`
	RunID    string          `json:"run_id"`
	StepNo   int64           `json:"step_no"`
	Node     string          `json:"node"`
	NextNode string          `json:"next_node"`
	Label    string          `json:"label"`
	State    json.RawMessage `json:"state"`
	Changes  []struct {
		Field string `json:"field"`
	} `json:"changes"`
}

// offshoot is a new conversation made of another one.
type offshoot struct {
	SessionID    string `json:"session_id"`
	Title        string `json:"title"`
	ForkedFrom   string `json:"forked_from"`
	MessageCount int64  `json:"message_count"`
	CheckpointID string `json:"checkpoint_id"`
	RunID        string `json:"run_id"`
}

// past is a conversation of one run and what it came to.
type past struct {
	*server
	id, runID, answer string
	moments           []moment // oldest first
}

func (s *server) moments(id string) []moment {
	s.t.Helper()
	var list []moment
	if code := s.call("GET", "/api/v1/sessions/"+id+"/checkpoints?limit=200", nil, &list); code != 200 {
		s.t.Fatalf("checkpoints: %d", code)
	}
	slices.Reverse(list)
	return list
}

func (s *server) contents(id string) []string {
	s.t.Helper()
	var list []struct{ Role, Content string }
	if code := s.call("GET", "/api/v1/chat/sessions/"+id+"/messages", nil, &list); code != 200 {
		s.t.Fatalf("messages: %d", code)
	}
	var out []string
	for _, m := range list {
		out = append(out, m.Role+": "+m.Content)
	}
	return out
}

// settled is the run's status when it is over.
func (s *server) settled(runID string) string {
	s.t.Helper()
	status := ""
	await(s.t, "the end of run "+runID, func() bool {
		status = s.run(runID).Status
		return status == "completed" || status == "failed" || status == "cancelled"
	})
	return status
}

// The past of a conversation over REST: to look at, to go on from, to copy
// and to throw away.
func TestHistory(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, args, env)
			id := s.session(nil)
			c := s.fresh(id)
			c.send(map[string]any{"type": "query", "query": compound})
			frames := c.answer()
			end := frames[len(frames)-1]
			for name, check := range map[string]func(*testing.T, past){
				"look": looksBack, "rerun": runsAgain, "fork before": forksBefore, "copy": copies, "nothing there": findsNothing,
			} {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					check(t, past{s.in(t), id, end.RunID, end.Response.Answer, s.moments(id)})
				})
			}
		})
	}
}

func looksBack(t *testing.T, p past) {
	var raw []byte
	p.call("GET", "/api/v1/sessions/"+p.id+"/checkpoints?limit=200", nil, &raw)
	if len(p.moments) < 8 || strings.Contains(string(raw), `"state"`) || strings.Contains(string(raw), `"changes"`) {
		t.Errorf("%d checkpoints, with values: %.300s", len(p.moments), raw)
	}
	first, last := p.moments[0], p.moments[len(p.moments)-1]
	var one moment
	end := slices.IndexFunc(p.moments, func(m moment) bool { return strings.HasPrefix(m.Label, "T4 ") })
	if code := p.call("GET", "/api/v1/sessions/"+p.id+"/checkpoints/"+p.moments[end].ID, nil, &one); code != 200 || len(one.Changes) == 0 {
		t.Errorf("%s: %d, %d changes", one.Label, code, len(one.Changes))
	}
	if code := p.call("GET", "/api/v1/sessions/"+p.id+"/checkpoints/"+last.ID, nil, &one); code != 200 || one.ID != last.ID || one.Label != last.Label {
		t.Errorf("one: %d %s %s", code, one.ID, one.Label)
	}
	var is struct {
		Query string `json:"query"`
		Steps struct {
			List []step `json:"execution_steps"`
		} `json:"planning_state"`
	}
	if err := json.Unmarshal(one.State, &is); err != nil || is.Query != compound || len(is.Steps.List) < 2 {
		t.Errorf("state of query %q with %d steps, %v", is.Query, len(is.Steps.List), err)
	}
	var diff struct {
		From    struct{ ID string } `json:"from"`
		Changes []struct {
			Field string `json:"field"`
		} `json:"changes"`
	}
	if code := p.call("GET", "/api/v1/checkpoints/"+first.ID+"/diff/"+last.ID, nil, &diff); code != 200 || diff.From.ID != first.ID {
		t.Errorf("diff: %d from %s", code, diff.From.ID)
	}
	var fields []string
	for _, c := range diff.Changes {
		fields = append(fields, c.Field)
	}
	for _, want := range []string{"final_response", "team_results", "planning_state"} {
		if !slices.ContainsFunc(fields, func(f string) bool { return strings.HasPrefix(f, want) }) {
			t.Errorf("%s is not among %q", want, fields)
		}
	}
	p.call("GET", "/api/v1/checkpoints/"+last.ID+"/diff/"+last.ID, nil, &diff)
	if len(diff.Changes) != 0 {
		t.Errorf("a checkpoint differs from itself in %d fields", len(diff.Changes))
	}
	var field struct {
		Values []struct {
			StepNo int64           `json:"step_no"`
			Value  json.RawMessage `json:"value"`
			Exists bool            `json:"exists"`
		} `json:"values"`
	}
	code := p.call("GET", "/api/v1/sessions/"+p.id+"/checkpoints/field?path=planning_state.execution_steps.0.status", nil, &field)
	var had []string
	for _, v := range field.Values {
		had = append(had, string(v.Value))
	}
	if got := strings.Join(had, " "); code != 200 || !strings.HasPrefix(got, `"completed" "in_progress" "pending"`) {
		t.Errorf("field: %d, %s", code, got)
	}
}

// runsAgain forks in the middle of the run and lets the rest be done again:
// from each moment the answer is the first run's.
func runsAgain(t *testing.T, p past) {
	before, runs := p.footprint(p.id), 0
	for i, m := range p.moments {
		body := map[string]any{"checkpoint_id": m.ID, "rerun": true, "title": fmt.Sprintf("다시 %d", i)}
		var made offshoot
		code := p.call("POST", "/api/v1/sessions/"+p.id+"/fork", body, &made)
		if m.NextNode == "" || m.NextNode == "end" {
			if code != http.StatusBadRequest && code != http.StatusUnprocessableEntity {
				t.Errorf("the rest of what is over, %s: %d", m.Label, code)
			}
			continue
		}
		if code != http.StatusCreated || made.RunID == "" || made.ForkedFrom == "" || made.Title != body["title"] {
			t.Fatalf("fork at %s: %d %+v", m.Label, code, made)
		}
		if status := p.settled(made.RunID); status != "completed" {
			t.Errorf("from %s: %s", m.Label, status)
		}
		messages := p.contents(made.SessionID)
		if got := messages[len(messages)-1]; got != "assistant: "+p.answer {
			t.Errorf("from %s: %d messages, the answer differs:\n%.300s\nwas\n%.300s", m.Label, len(messages), got, p.answer)
		}
		var statuses []string
		for _, step := range p.lastSteps(made.SessionID) {
			statuses = append(statuses, step.Status)
		}
		if slices.ContainsFunc(statuses, func(s string) bool { return s != "completed" }) {
			t.Errorf("from %s: steps %q", m.Label, statuses)
		}
		runs++
	}
	if runs < 5 {
		t.Errorf("only %d moments of %d to go on from", runs, len(p.moments))
	}
	if after := p.footprint(p.id); after != before {
		t.Error("the forks changed what they were made of")
	}
}

// lastSteps are the steps in a session's newest state.
func (s *server) lastSteps(id string) []step {
	s.t.Helper()
	list := s.moments(id)
	var one moment
	s.call("GET", "/api/v1/sessions/"+id+"/checkpoints/"+list[len(list)-1].ID, nil, &one)
	var is struct {
		Plan struct {
			Steps []step `json:"execution_steps"`
		} `json:"planning_state"`
	}
	if err := json.Unmarshal(one.State, &is); err != nil {
		s.t.Error(err)
	}
	return is.Plan.Steps
}

// forksBefore asks something else where the run began, and the same again.
func forksBefore(t *testing.T, p past) {
	for _, body := range []map[string]any{
		{"before_run_id": p.runID, "query": mainQuery}, {"before_run_id": p.runID, "rerun": true}, {"before_run_id": p.runID},
	} {
		var made offshoot
		if code := p.call("POST", "/api/v1/sessions/"+p.id+"/fork", body, &made); code != http.StatusCreated || made.SessionID == p.id || made.MessageCount != 0 {
			t.Fatalf("%v: %d %+v", body, code, made)
		}
		if len(body) == 1 {
			if got := p.contents(made.SessionID); len(got) != 0 || made.RunID != "" {
				t.Errorf("%v: run %q, messages %q", body, made.RunID, got)
			}
			continue
		}
		if status := p.settled(made.RunID); status != "completed" {
			t.Errorf("%v: %s", body, status)
		}
		got, want := p.contents(made.SessionID), "assistant: "+p.answer
		if len(got) != 2 || body["query"] != nil && got[0] != "user: "+mainQuery || body["rerun"] != nil && got[1] != want {
			t.Errorf("%v: %.300q", body, got)
		}
	}
}

func copies(t *testing.T, p past) {
	labels := func(list []moment) (out []string) {
		for _, m := range list {
			out = append(out, m.Label)
		}
		return out
	}
	var made, part offshoot
	if code := p.call("POST", "/api/v1/sessions/"+p.id+"/copy", map[string]any{"title": "사본"}, &made); code != http.StatusCreated || made.Title != "사본" || made.SessionID == p.id {
		t.Fatalf("copy: %d %+v", code, made)
	}
	if got := p.moments2(made.SessionID); !slices.Equal(labels(got), labels(p.moments)) {
		t.Errorf("checkpoints of the copy: %q", labels(got))
	}
	if !slices.Equal(p.contents(made.SessionID), p.contents(p.id)) || made.MessageCount != 2 {
		t.Errorf("messages of the copy: %d", made.MessageCount)
	}
	if code := p.call("POST", "/api/v1/sessions/"+p.id+"/copy", map[string]any{"up_to_step": 3}, &part); code != http.StatusCreated {
		t.Fatalf("copy of a part: %d", code)
	}
	if got := p.moments2(part.SessionID); len(got) != 3 {
		t.Errorf("checkpoints of the part: %q", labels(got))
	}
	// Only the newest, then none; the copy still speaks.
	var thinned struct {
		Deleted int64 `json:"deleted"`
	}
	n := int64(len(p.moments))
	for _, keep := range []int64{3, 3, 0} {
		if code := p.call("DELETE", fmt.Sprintf("/api/v1/sessions/%s/checkpoints?keep=%d", made.SessionID, keep), nil, &thinned); code != 200 || thinned.Deleted != n-keep {
			t.Errorf("keep %d of %d: %d, %+v", keep, n, code, thinned)
		}
		left := p.moments2(made.SessionID)
		if n = keep; int64(len(left)) != keep {
			t.Errorf("keep %d: %q", keep, labels(left))
		}
		for _, m := range left {
			var one moment
			if code := p.call("GET", "/api/v1/sessions/"+made.SessionID+"/checkpoints/"+m.ID, nil, &one); code != 200 || !json.Valid(one.State) {
				t.Errorf("keep %d: %s: %d", keep, m.ID, code)
			}
		}
	}
	if r := p.fresh(made.SessionID).ask(mainQuery); r.Type != "answer" {
		t.Errorf("the copy without checkpoints: %s", r.Type)
	}
	if code := p.call("DELETE", "/api/v1/chat/"+made.SessionID, nil, nil); code != 200 {
		t.Errorf("delete: %d", code)
	}
	if got := p.moments2(p.id); len(got) != len(p.moments) {
		t.Errorf("the original has %d of %d checkpoints", len(got), len(p.moments))
	}
}

// moments2 is moments of a session, past the field of that name.
func (p past) moments2(id string) []moment { return p.server.moments(id) }

// findsNothing: ids of nothing, and of another conversation, are 404, bad
// requests are 400 or 422; each says why in the user's language.
func findsNothing(t *testing.T, p past) {
	before := p.footprint(p.id)
	other := p.session(nil)
	m := p.moments[2].ID
	for _, c := range []struct {
		method, path string
		body         any
		status       int
	}{
		{"GET", "/api/v1/sessions/" + other + "/checkpoints/" + m, nil, 404},
		{"GET", "/api/v1/sessions/" + p.id + "/checkpoints/" + p.id + ".9999", nil, 404},
		{"GET", "/api/v1/checkpoints/" + m + "/diff/x", nil, 404},
		{"GET", "/api/v1/checkpoints/" + m + "/diff/" + other + ".1", nil, 404},
		{"GET", "/api/v1/sessions/" + p.id + "/checkpoints/field", nil, 422},
		{"GET", "/api/v1/sessions/" + p.id + "/checkpoints/field?path=a&limit=-1", nil, 422},
		{"POST", "/api/v1/sessions/" + other + "/fork", map[string]any{"checkpoint_id": m}, 404},
		{"POST", "/api/v1/sessions/" + other + "/fork", map[string]any{"before_run_id": p.runID}, 404},
		{"POST", "/api/v1/sessions/" + p.id + "/fork", map[string]any{}, 422},
		{"POST", "/api/v1/sessions/" + p.id + "/fork", map[string]any{"checkpoint_id": m, "query": " "}, 400},
		{"POST", "/api/v1/sessions/" + p.id + "/fork", map[string]any{"checkpoint_id": m, "colour": 1}, 422},
		{"POST", "/api/v1/sessions/" + p.id + "/copy", map[string]any{"up_to_step": -1}, 422},
		{"POST", "/api/v1/sessions/session-00000000-0000-4000-8000-000000000000/copy", map[string]any{}, 404},
		{"DELETE", "/api/v1/sessions/" + p.id + "/checkpoints", nil, 422},
		{"DELETE", "/api/v1/sessions/" + p.id + "/checkpoints?keep=-1", nil, 422},
		{"DELETE", "/api/v1/sessions/" + p.id + "/checkpoints?keep=many", nil, 422},
	} {
		var raw []byte
		if code := p.call(c.method, c.path, c.body, &raw); code != c.status || !strings.Contains(string(raw), `"`) {
			t.Errorf("%s %s %v: %d %s", c.method, c.path, c.body, code, raw)
		}
	}
	if after := p.footprint(p.id); after != before {
		t.Error("a refused request changed something")
	}
}
