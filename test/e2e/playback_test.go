package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// playback is what `server replay` reports.
type playback struct {
	RunID       string `json:"run_id"`
	Equal       bool   `json:"equal"`
	Events      int    `json:"events"`
	Checkpoints int    `json:"checkpoints"`
	Claims      int    `json:"claims"`
	Differences []struct {
		Where    string `json:"where"`
		Recorded string `json:"recorded"`
		Replayed string `json:"replayed"`
	} `json:"differences"`
}

// summary names each place that differs once, with the first of its values.
func (p playback) summary() string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, d := range p.Differences {
		place := d.Where[strings.LastIndex(d.Where, ") ")+1:]
		if !seen[place] {
			seen[place] = true
			fmt.Fprintf(&b, "%s: %.200s, replayed %.200s\n", d.Where, d.Recorded, d.Replayed)
		}
	}
	return b.String()
}

// recording is a run to be played again.
type recording struct {
	name, runID string
	claims      int // at least
}

// untilSo asks the compound query, with what meddle does in the middle of
// its run, until the run became what so wants.
func (s *server) untilSo(what string, meddle func(c *socket, f frame), so func(last []step, end frame) bool) string {
	s.t.Helper()
	for range 60 {
		c := s.fresh(s.session(nil))
		c.send(map[string]any{"type": "query", "query": compound})
		var steps []step
		for {
			f := c.must()
			if len(f.Steps) > 0 {
				steps = f.Steps
			}
			if f.Type == "final_response" || f.Type == "run_cancelled" || f.Type == "error" && f.Seq > 0 {
				c.Close()
				if so(steps, f) {
					return f.RunID
				}
				break
			}
			meddle(c, f)
		}
	}
	s.t.Fatalf("no run was %s", what)
	return ""
}

// Runs of the main assistant of all kinds are recorded and played again, by the
// server and by the command: events and states come out the same.
func TestReplay(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			list, s := record(t, args, env)
			for _, r := range list {
				var got playback
				if code := s.call("GET", "/api/v1/runs/"+r.runID+"/replay", nil, &got); code != 200 {
					t.Errorf("%s: replayed with %d", r.name, code)
				}
				got.check(t, r)
			}
			if err := s.stop(); err != nil {
				t.Errorf("stop: %v", err)
			}
			if d := madang(t, env, "", append(append([]string{"replay"}, args...), "--anew", "[", list[0].runID)...); d.code == 0 || !strings.Contains(d.err, "pattern") {
				t.Errorf("a bad pattern of --anew: exit code %d, %s", d.code, d.err)
			}
			// The command does the same from what is stored.
			for _, r := range []recording{list[0], list[len(list)-1]} {
				d := madang(t, env, "", append(append([]string{"replay"}, args...), r.runID)...)
				var got playback
				if err := json.Unmarshal([]byte(d.out), &got); err != nil || d.code != 0 {
					t.Fatalf("%s: exit code %d, %v in %s%s", r.name, d.code, err, d.out, d.err)
				}
				got.check(t, r)
			}
		})
	}
}

// check sees that a run came out the same, and that it was the whole of it.
func (p playback) check(t *testing.T, r recording) {
	t.Helper()
	if !p.Equal || len(p.Differences) != 0 {
		t.Errorf("%s: %d differences:\n%s", r.name, len(p.Differences), p.summary())
	}
	if p.RunID != r.runID || p.Events < 2 || p.Checkpoints < 2 || p.Claims < r.claims {
		t.Errorf("%s: run %s: %d events, %d checkpoints, %d claims", r.name, p.RunID, p.Events, p.Checkpoints, p.Claims)
	}
}

// record has runs of all kinds, on the server that is running at the end.
func record(t *testing.T, args, env []string) (list []recording, s *server) {
	t.Helper()
	s = start(t, args, env)
	some := func(f func(s step) bool) func([]step, frame) bool {
		return func(last []step, _ frame) bool { return slices.ContainsFunc(last, f) }
	}
	list = append(list, recording{"parallel teams", s.untilSo("whole", func(*socket, frame) {}, func(_ []step, end frame) bool {
		return end.Type == "final_response"
	}), 1})
	list = append(list, recording{"cancelled", s.untilSo("cancelled", func(c *socket, f frame) {
		if f.Type == "execution_start" {
			c.send(map[string]any{"type": "cancel", "run_id": f.RunID})
		}
	}, func(_ []step, end frame) bool { return end.Type == "run_cancelled" }), 1})
	list = append(list, recording{"a step skipped", s.untilSo("skipped", func(c *socket, f frame) {
		if f.Type == "plan_ready" {
			c.send(map[string]any{"type": "todo_skip", "run_id": f.RunID, "todo_id": "step_3"})
		}
	}, some(func(s step) bool { return s.Status == "skipped" })), 1})

	// A dialog's second turn, a reviewed plan, one that is rejected, and one
	// that is cancelled while it waits.
	c := s.fresh(s.session(nil))
	c.ask(mainQuery)
	c.send(map[string]any{"type": "query", "query": "그럼 3억이면 얼마까지 올릴 수 있어?"})
	list = append(list, recording{"a second turn", c.ended(), 1})
	for _, action := range []string{"approve", "modify", "reject", "cancel"} {
		c := s.fresh(s.session(nil))
		c.send(map[string]any{"type": "query", "query": compound, "review_plan": true})
		q := c.inquiry()
		switch action {
		case "modify":
			c.send(answerTo(q, action, map[string]any{"modified_todos": []any{map[string]any{"step_id": "step_0"}}}))
		case "cancel":
			c.send(map[string]any{"type": "cancel", "run_id": q.RunID})
		default:
			c.send(answerTo(q, action, nil))
		}
		list = append(list, recording{"plan review " + action, c.ended(), 1})
	}
	taken, s := takenOver(t, s, args, env)
	return append(list, recording{"taken over after kill -9", taken, 2}), s
}

// ended reads to the end of a run and is its id.
func (c *socket) ended() string {
	c.t.Helper()
	frames := c.answer()
	return frames[len(frames)-1].RunID
}

// takenOver kills the server in the middle of runs until one was carried on
// by the next server; it is the run and that server.
func takenOver(t *testing.T, s *server, args, env []string) (string, *server) {
	t.Helper()
	for n := range 12 {
		id := s.session(nil)
		c := s.fresh(id)
		c.send(map[string]any{"type": "query", "query": compound})
		runID := ""
		for seen := 0; seen < 4+n%4; {
			f := c.must()
			if f.Seq > 0 && f.RunID != "" {
				seen, runID = seen+1, f.RunID
			}
		}
		s.kill()
		s = start(t, args, env)
		if status := s.settled(runID); status != "completed" {
			t.Errorf("after the kill: %s", status)
		}
		var run struct {
			Attempt int `json:"attempt"`
		}
		if s.call("GET", "/api/v1/runs/"+runID, nil, &run); run.Attempt > 1 {
			// What was under way is begun again, what was done is not.
			once(t, slices.DeleteFunc(s.labels(id, runID), func(l string) bool { return strings.HasPrefix(l, "T3 ") }))
			return runID, s
		}
	}
	t.Fatal("no run was taken over")
	return "", s
}

// What can't be played again is refused with a reason and an exit code.
func TestReplayRefusals(t *testing.T) {
	t.Parallel()
	args := onSQLite(t)
	s := start(t, append(args, "--probe"), nil)
	id := s.session(asProbe)
	c := s.fresh(id)
	c.send(map[string]any{"type": "query", "query": asking("approval", 0, "cancel")})
	q := c.inquiry()
	replay := func(more ...string) done {
		return madang(t, nil, "", append(append([]string{"replay"}, args...), more...)...)
	}
	replay(q.RunID).expect(t, 1, nil, []string{`(?m)^error: .*` + q.RunID}) // the server has the file
	if err := s.stop(); err != nil {
		t.Errorf("stop: %v", err)
	}
	replay(q.RunID).expect(t, 1, nil, []string{`(?m)^error: .*not over.*waiting`})
	replay("no-such-run").expect(t, 1, nil, []string{`(?m)^error: `})
	replay("").expect(t, 1, nil, []string{`(?m)^error: `})
	replay().expect(t, 2, nil, []string{`server replay \[flags\] RUN`})
	replay("a", "b").expect(t, 2, nil, []string{`server replay \[flags\] RUN`})
	replay("--colour", "a").expect(t, 2, nil, []string{`colour`})
	d := replay("-h")
	d.expect(t, 0, []string{`server replay \[flags\] RUN`, `--data-dir`}, nil)
	if d.err != "" || strings.Contains(d.out, "panic") {
		t.Errorf("help: %s", d.err)
	}
	madang(t, []string{"DATABASE_URL=postgres://127.0.0.1:1/none"}, "", "replay", "a").expect(t, 1, nil, []string{`(?m)^error: `})
	if entries, err := os.ReadDir(args[1]); err != nil || len(entries) == 0 {
		t.Errorf("the data is gone: %v", err)
	}
}
