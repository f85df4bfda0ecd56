package e2e

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

const mainQuery = "전세금 5% 인상 가능해?"

// The main job: ask over the WebSocket and watch the teams work.
func TestMainJob(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, args, env)
			id := s.session(map[string]any{"user_id": 1})
			c := s.dial(id, "")
			if f := c.must(); f.Type != "connected" {
				t.Fatalf("first frame %s", f.Raw)
			}
			c.send(map[string]any{"type": "query", "query": mainQuery, "enable_checkpointing": true})
			frames := c.answer()
			if !regexp.MustCompile(`^planning_start plan_ready execution_start( todo_updated)+ final_response$`).MatchString(types(frames)) {
				t.Fatalf("frames: %s", types(frames))
			}
			watchSteps(t, frames)
			checkAnswer(t, frames[len(frames)-1].Response)
			checkMoments(t, s, id)
			checkMessages(t, s, id)
		})
	}
}

// watchSteps sees each step go from pending over in_progress to completed.
func watchSteps(t *testing.T, frames []frame) {
	t.Helper()
	rank := map[string]int{"pending": 0, "in_progress": 1, "completed": 2}
	seen := map[string][]string{}
	for _, f := range frames {
		for _, s := range f.Steps {
			list := seen[s.StepID]
			if len(list) == 0 || list[len(list)-1] != s.Status {
				if n := len(list); n > 0 && rank[s.Status] < rank[list[n-1]] {
					t.Errorf("%s went back from %s to %s", s.StepID, list[n-1], s.Status)
				}
				seen[s.StepID] = append(list, s.Status)
			}
			if s.Status == "completed" && (s.Progress != 100 || string(s.Result) == "null") {
				t.Errorf("%s completed with %d%% and %s", s.StepID, s.Progress, s.Result)
			}
		}
	}
	if len(seen) == 0 {
		t.Error("no steps were shown")
	}
	for id, list := range seen {
		if got := strings.Join(list, " "); got != "pending in_progress completed" {
			t.Errorf("%s: %s", id, got)
		}
	}
}

func checkAnswer(t *testing.T, r response) {
	t.Helper()
	if r.Type != "answer" {
		t.Fatalf("response %+v", r)
	}
	for _, want := range []string{"주택임대차보호법", "제7조", "5%"} {
		if !strings.Contains(r.Answer, want) {
			t.Errorf("the answer does not name %s:\n%s", want, r.Answer)
		}
	}
	meta := r.Structured.Metadata
	if !slices.Contains(meta.Sources, "주택임대차보호법 제7조") || meta.Intent != "legal_consult" || meta.Confidence <= 0.3 || meta.Confidence > 1 {
		t.Errorf("metadata %+v", meta)
	}
	var titles []string
	for _, s := range r.Structured.Sections {
		titles = append(titles, s.Title+"/"+s.Icon)
	}
	for _, want := range []string{"핵심 답변/target", "법적 근거/scale"} {
		if !slices.Contains(titles, want) {
			t.Errorf("no section %s in %q", want, titles)
		}
	}
	if len(r.Data) == 0 || len(r.Data) != len(r.TeamsUsed) {
		t.Errorf("data of %d teams, used %q", len(r.Data), r.TeamsUsed)
	}
}

// checkMoments reads T1 to T8 back in order from the checkpoints.
func checkMoments(t *testing.T, s *server, id string) {
	t.Helper()
	var list []struct {
		StepNo int64  `json:"step_no"`
		Label  string `json:"label"`
	}
	if code := s.call("GET", "/api/v1/sessions/"+id+"/checkpoints?limit=200", nil, &list); code != 200 {
		t.Fatalf("checkpoints: %d", code)
	}
	slices.SortFunc(list, func(a, b struct {
		StepNo int64  `json:"step_no"`
		Label  string `json:"label"`
	}) int {
		return int(a.StepNo - b.StepNo)
	})
	var labels []string
	for _, c := range list {
		labels = append(labels, c.Label)
	}
	all := strings.Join(labels, " · ")
	at := 0
	for n := 1; n <= 8; n++ {
		i := strings.Index(all[at:], fmt.Sprintf("T%d ", n))
		if i < 0 {
			t.Fatalf("T%d is missing or out of order: %s", n, all)
		}
		at += i
	}
}

func checkMessages(t *testing.T, s *server, id string) {
	t.Helper()
	var messages []struct {
		ID      int64  `json:"id"`
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	if code := s.call("GET", "/api/v1/chat/sessions/"+id+"/messages", nil, &messages); code != 200 || len(messages) != 2 {
		t.Fatalf("messages: %d %+v", code, messages)
	}
	if messages[0].Role != "user" || messages[0].Content != mainQuery || messages[1].Role != "assistant" || !strings.Contains(messages[1].Content, "제7조") {
		t.Errorf("messages %+v", messages)
	}
}

// Kill the server and start it again: the session and its messages are
// there, and the socket is sent nothing twice.
func TestARestartLosesNothing(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, args, env)
			id := s.session(nil)
			c := s.dial(id, "?last_seq=0", "madang.v1")
			var last int64
			c.send(map[string]any{"type": "query", "query": mainQuery, "client_msg_id": "m-1"})
			for _, f := range c.answer() {
				if f.Seq > 0 && f.RunID != "" {
					last = f.Seq
				}
			}
			s.kill()
			s = start(t, args, env)
			checkMessages(t, s, id)
			c = s.dial(id, fmt.Sprintf("?last_seq=%d", last), "madang.v1")
			if got := types([]frame{c.must(), c.must()}); got != "connected resumed" {
				t.Errorf("after the restart: %s", got)
			}
			c.send(map[string]any{"type": "query", "query": mainQuery, "client_msg_id": "m-1", "id": "again"})
			if f := c.must(); f.Type != "ack" || !strings.Contains(string(f.Raw), `"duplicate":true`) {
				t.Errorf("the same message again: %s", f.Raw)
			}
			if r := s.dial(id, "").ask("강남구 아파트 전세 시세 알려줘"); r.Type != "answer" || !r.Structured.Metadata.Sample {
				t.Errorf("the next question: %+v", r)
			}
		})
	}
}

// kill -9 at many moments of a run: after the restart the stream goes on
// without a hole or a repeat and ends in one terminal event.
func TestKillsInTheMiddleOfARun(t *testing.T) {
	t.Parallel()
	args := onSQLite(t)
	s := start(t, args, nil)
	id := s.session(nil)
	var last int64
	for n := range 6 {
		c := s.dial(id, fmt.Sprintf("?last_seq=%d", last), "madang.v1")
		c.send(map[string]any{"type": "query", "query": fmt.Sprintf("전세 3억을 %d%% 올려달래요. 그리고 강남 시세도 알려줘", n+4), "client_msg_id": fmt.Sprint("m-", n)})
		terminals := 0
		read := func(f frame) {
			if f.Seq == 0 || f.RunID == "" { // connected and resumed say where the session is
				return
			}
			if f.Seq != last+1 {
				t.Fatalf("kill %d: seq %d after %d: %s", n, f.Seq, last, f.Raw)
			}
			last = f.Seq
			if f.Type == "final_response" || f.Type == "error" {
				terminals++
			}
		}
		// Each round dies some frames later than the one before.
		for acked, left := false, n*2; !acked || left > 0; {
			f := c.must()
			read(f)
			acked = acked || f.Type == "ack"
			if f.Seq > 0 {
				left--
			}
			if terminals > 0 {
				break
			}
		}
		s.kill()
		s = start(t, args, nil)
		c = s.dial(id, fmt.Sprintf("?last_seq=%d", last), "madang.v1")
		for terminals == 0 {
			read(c.must())
		}
		if terminals != 1 {
			t.Errorf("kill %d: %d terminal events", n, terminals)
		}
		c.Close()
	}
}

// SIGTERM ends the program well, and sockets with a code that says "come
// back" in the words of each dialect.
func TestGracefulStop(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	base, extended := s.dial(s.session(nil), ""), s.dial(s.session(nil), "?last_seq=0", "madang.v1")
	base.must()
	extended.must()
	go func() { _ = s.stop() }()
	if code := base.closeCode(); code != websocket.CloseGoingAway && code != websocket.CloseServiceRestart {
		t.Errorf("base socket closed with %d", code)
	}
	if code := extended.closeCode(); code != 4001 {
		t.Errorf("extended socket closed with %d", code)
	}
	<-s.done
	if s.err != nil {
		t.Errorf("exit: %v\n%s", s.err, s.logs())
	}
}

func TestOperatorsRoutes(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	s.dial(s.session(nil), "").ask(mainQuery)
	for _, path := range []string{"/livez", "/readyz", "/health"} {
		if code := s.call("GET", path, nil, nil); code != http.StatusOK {
			t.Errorf("%s: %d", path, code)
		}
	}
	var text []byte
	s.call("GET", "/metrics", nil, &text)
	for _, want := range []string{
		`madang_runs_ended_total{assistant="realestate",status="completed"} 1`,
		`team="search"`, "madang_run_duration_seconds_bucket", "madang_sockets_open",
		"madang_queued_runs", "_total", "go_goroutines",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in the metrics", want)
		}
	}
}
