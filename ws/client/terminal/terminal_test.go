package terminal_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client"
	"github.com/madang-dev/madang/ws/client/clienttest"
	"github.com/madang-dev/madang/ws/client/terminal"
)

const question = "전세금 5% 인상 가능해?"

func TestPipeShowsALineForEachChangeAndTheAnswerAsMarkdown(t *testing.T) {
	t.Parallel()
	r := newRun(asked(t, answer()), func(o *terminal.Options) { o.Query, o.Progress = question, nil })
	if err := r.do(t.Context()); err != nil {
		t.Fatalf("%v\n%s", err, r.errs)
	}
	progress := `계획을 수립하고 있습니다...
계획: 신뢰도 90% · 예상 3.5초
  1) [검색] 법률 정보 검색 — 전세금 인상률 한도 조회
  2) [분석] Rate check 계산
▶ 1) 법률 정보 검색 시작
✔ 1) 법률 정보 검색 완료 · 1.2초 · 3건 · 조문 3건
▶ 2) Rate check 계산 시작
✘ 2) Rate check 계산 실패 · 시간 초과

`
	want := `## 핵심 답변

네, **5%** 까지 가능합니다.

**근거**

- 주택임대차보호법 제7조

신뢰도 95% · 답변 방식: 규칙 기반 · 예시 데이터로 계산한 값이라 실제와 다를 수 있습니다
`
	if diff := cmp.Diff(want, r.out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := r.errs.String(); !strings.HasPrefix(got, progress) || !strings.Contains(got, "--session "+clienttest.SessionID) {
		t.Errorf("stderr %q", got)
	}
}

// A terminal gets the lines of a pipe, all of them in one place.
func TestTerminal(t *testing.T) {
	t.Parallel()
	r := newRun(asked(t, answer()), func(o *terminal.Options) {
		o.Query, o.Terminal, o.Progress = question, true, nil
	})
	if err := r.do(t.Context()); err != nil || strings.Contains(r.out.String(), "\x1b") || !strings.Contains(r.out.String(), "▶ 1) ") {
		t.Errorf("%v\n%q", err, r.out)
	}
}

// On a terminal an answer is shown while it is written, and once; one whose pieces
// were lost, or do not hold, is shown whole at the end.
func TestAnAnswerIsShownWhileItIsWritten(t *testing.T) {
	t.Parallel()
	type pieces = []state.AnswerDelta
	for name, c := range map[string]struct {
		pieces pieces
		want   string
	}{
		"grows":      {pieces{{Index: 0, Delta: "한 줄, "}, {Index: 1, Delta: "두 줄"}}, "\n한 줄, 두 줄\n"},
		"anew":       {pieces{{Index: 0, Delta: "틀린 말"}, {Index: 0, Delta: "한 줄, 두"}}, "\n틀린 말\n한 줄, 두 줄\n"},
		"a lost one": {pieces{{Index: 0, Delta: "한"}, {Index: 2, Delta: "두 줄"}}, "\n한 줄, 두 줄\n"},
		"another":    {pieces{{Index: 0, Delta: "딴말"}}, "\n딴말\n한 줄, 두 줄\n"},
	} {
		server := clienttest.New(t, func(_ int, conn *clienttest.Conn) {
			conn.Greet(0)
			if q := conn.Recv("query"); q != nil {
				conn.Send(clienttest.Ack(q, "r1"))
				for _, p := range c.pieces {
					conn.Send(f{"type": "answer_delta", "run_id": "r1", "message_id": "m", "index": p.Index, "delta": p.Delta})
				}
				conn.Send(clienttest.Event(1, "r1", "final_response", state.FinalResponse{Response: state.Response{Type: state.ResponseAnswer, Answer: "한 줄, 두 줄"}}))
			}
			conn.Drain()
		})
		r := newRun(server, func(o *terminal.Options) { o.Query, o.Terminal, o.Progress = question, true, nil })
		if err := r.do(t.Context()); err != nil || !strings.Contains(r.out.String(), c.want) {
			t.Errorf("%s: %v\n%q", name, err, r.out)
		}
	}
}

func TestJSONPrintsFramesAlone(t *testing.T) {
	t.Parallel()
	r := newRun(asked(t, answer()), func(o *terminal.Options) { o.Query, o.JSON = question, true })
	if err := r.do(t.Context()); err != nil {
		t.Fatal(err)
	}
	var types []string
	for l := range strings.Lines(r.out.String()) {
		var frame struct{ Type string }
		if err := json.Unmarshal([]byte(l), &frame); err != nil {
			t.Fatalf("%q: %v", l, err)
		}
		types = append(types, frame.Type)
	}
	want := []string{"connected", "connected", "resumed", "final_response", "ack", "planning_start", "analysis_ready", "plan_ready", "execution_start", "todo_updated", "step_progress", "todo_updated", "todo_updated", "todo_updated", "answer_delta", "final_response"}
	if diff := cmp.Diff(want, types); diff != "" {
		t.Error(diff)
	}
	if r.errs.String() != "" {
		t.Errorf("stderr %q", r.errs)
	}
}

func TestErrorsSpeakTheUsersLanguage(t *testing.T) {
	t.Parallel()
	failure := func(e f) *clienttest.Server {
		return clienttest.New(t, func(_ int, c *clienttest.Conn) {
			c.Greet(0)
			q := c.Recv("query")
			e["type"], e["id"], e["client_msg_id"] = "error", q["id"], q["client_msg_id"]
			c.Send(e)
			c.Drain()
		})
	}
	for _, c := range []struct {
		query, language string
		server          *clienttest.Server
		want            string
	}{
		{"질문", "", failure(f{"error": "x", "code": "queue_full"}), "대기 중인 질문이 너무 많습니다"},
		{"Is 5% allowed?", "", failure(f{"error": "x", "code": "queue_full"}), "Too many questions are waiting"},
		{"질문", "en", failure(f{"error": "x", "code": "rate_limited"}), "Too many requests"},
		{"질문", "", failure(f{"error": "x", "code": "rate_limited", "message": "서버의 말"}), "서버의 말"},
		{"질문", "", failure(f{"error": "Query processing failed"}), "Query processing failed"},
		{"질문", "", asked(t, state.FinalResponse{Response: state.Response{Type: "error", Error: "deadline_exceeded"}}), "시간 안에 답변을 마치지 못했습니다"},
	} {
		r := newRun(c.server, func(o *terminal.Options) { o.Query, o.Language = c.query, c.language })
		err := r.do(t.Context())
		if !errors.Is(err, terminal.ErrAnswer) || !strings.Contains(r.out.String(), c.want) {
			t.Errorf("%q: %v\n%s", c.want, err, r.out)
		}
	}
}

func TestServerOutOfReach(t *testing.T) {
	t.Parallel()
	s := asked(t, answer())
	for name, c := range map[string]struct {
		change func(*terminal.Options)
		cause  error
		want   string
	}{
		"unknown session": {func(o *terminal.Options) { o.Session = "session-gone" }, client.ErrNoSession, "대화를 찾을 수 없습니다: session-gone"},
		"nobody there":    {func(o *terminal.Options) { o.URL = "http://127.0.0.1:1" }, nil, "서버에 연결할 수 없습니다: http://127.0.0.1:1"},
		"bad address":     {func(o *terminal.Options) { o.URL = "localhost" }, nil, "서버에 연결할 수 없습니다"},
		"English":         {func(o *terminal.Options) { o.URL, o.Language = "http://127.0.0.1:1", "en" }, nil, "The server can't be reached"},
	} {
		r := newRun(s, func(o *terminal.Options) { o.Query = question; c.change(o) })
		err := r.do(t.Context())
		if err == nil || c.cause != nil && !errors.Is(err, c.cause) || !strings.Contains(r.errs.String(), c.want) {
			t.Errorf("%s: %v\n%s", name, err, r.errs)
		}
		if r.out.String() != "" {
			t.Errorf("%s: stdout %q", name, r.out)
		}
	}
}

func TestSessionIsContinued(t *testing.T) {
	t.Parallel()
	s := asked(t, answer())
	r := newRun(s, func(o *terminal.Options) { o.Query, o.Session = question, clienttest.SessionID })
	if err := r.do(t.Context()); err != nil || len(s.Started()) != 0 {
		t.Errorf("%v, started %v", err, s.Started())
	}
}

func TestPromptAsksLineByLine(t *testing.T) {
	t.Parallel()
	s := clienttest.New(t, func(_ int, c *clienttest.Conn) {
		c.Greet(0)
		for i := int64(1); ; i++ {
			q := c.Recv("query")
			if q == nil {
				return
			}
			r := state.Response{Type: "answer", Answer: "답: " + q["query"].(string)}
			if q["query"] == "둘째" {
				r = state.Response{Type: "error", Message: "안 됨"}
			}
			c.Send(clienttest.Ack(q, q["query"].(string)), clienttest.Event(i, q["query"].(string), "final_response", state.FinalResponse{Response: r}))
		}
	})
	r := newRun(s, func(o *terminal.Options) { o.In = strings.NewReader("첫째\n  둘째 \n셋째\n\n넷째\n") })
	if err := r.do(t.Context()); err != nil {
		t.Fatalf("the last answer was good: %v", err)
	}
	if diff := cmp.Diff("답: 첫째\n안 됨\n답: 셋째\n", r.out.String()); diff != "" {
		t.Error(diff)
	}
	r = newRun(s, func(o *terminal.Options) { o.In = strings.NewReader("첫째\n둘째") })
	if err := r.do(t.Context()); !errors.Is(err, terminal.ErrAnswer) {
		t.Errorf("the last answer was an error: %v", err)
	}
}

// slow answers a cancel of its run, and nothing else, with the run's end.
func slow(t *testing.T) *clienttest.Server {
	return clienttest.New(t, func(_ int, c *clienttest.Conn) {
		c.Greet(0)
		q := c.Recv("query")
		c.Send(clienttest.Ack(q, "r1"), clienttest.Event(1, "r1", "plan_ready", ready(plan(working, pending))))
		if cancel := c.Recv("cancel"); cancel != nil {
			if cancel["run_id"] != "r1" {
				t.Errorf("cancel %v", cancel)
			}
			c.Send(clienttest.Event(2, "r1", "run_cancelled", state.CancelledRun{Response: state.Response{Type: "cancelled", Message: "질문을 취소했습니다."}}))
		}
		c.Drain()
	})
}

func TestCtrlCCancelsTheRun(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	signals := make(chan os.Signal)
	for name, stop := range map[string]func(){
		"context": cancel,
		"signal":  func() { signals <- os.Interrupt },
	} {
		use := t.Context()
		if name == "context" {
			use = ctx
		}
		r := newRun(slow(t), func(o *terminal.Options) { o.Query, o.Interrupts = question, signals })
		got := make(chan error, 1)
		go func() { got <- r.do(use) }()
		r.out.waitFor(t, "계획: ")
		stop()
		if err := <-got; !errors.Is(err, terminal.ErrCancelled) || !strings.Contains(r.out.String(), "질문을 취소했습니다.") {
			t.Errorf("%s: %v\n%s", name, err, r.out)
		}
	}
}

func TestSecondCtrlCDoesNotWait(t *testing.T) {
	t.Parallel()
	signals := make(chan os.Signal, 2)
	s := clienttest.New(t, func(_ int, c *clienttest.Conn) {
		c.Greet(0)
		c.Recv("query")
		signals <- os.Interrupt
		signals <- os.Interrupt
		c.Drain() // never even an ack
	})
	r := newRun(s, func(o *terminal.Options) { o.Query, o.Interrupts = question, signals })
	if err := r.do(t.Context()); !errors.Is(err, terminal.ErrCancelled) {
		t.Errorf("%v", err)
	}
}

// A server that takes connections and does not answer holds nobody.
func TestCtrlCWhileConnecting(t *testing.T) {
	t.Parallel()
	mute, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer mute.Close()
	for _, session := range []string{"", clienttest.SessionID} {
		signals := make(chan os.Signal)
		r := newRun(asked(t, answer()), func(o *terminal.Options) {
			o.URL, o.Session, o.Query, o.Interrupts = "http://"+mute.Addr().String(), session, question, signals
		})
		got := make(chan error, 1)
		go func() { got <- r.do(t.Context()) }()
		conn, err := mute.Accept()
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		signals <- os.Interrupt
		if err := <-got; !errors.Is(err, terminal.ErrCancelled) || time.Since(began) > 5*time.Second {
			t.Errorf("session %q: %v after %v", session, err, time.Since(began))
		}
		conn.Close()
	}
}

// A connection that is lost ends the chat, which tells how to go on; who does is
// shown what came meanwhile.
func TestALostConnectionIsGoneOnWith(t *testing.T) {
	t.Parallel()
	s := clienttest.New(t, func(n int, c *clienttest.Conn) {
		if n == 0 {
			c.Greet(0)
			q := c.Recv("query")
			c.Send(clienttest.Ack(q, "r1"), clienttest.Event(1, "r1", "plan_ready", ready(plan(pending, pending))))
			c.Close(4001)
			return
		}
		c.Send(clienttest.Connected(2))
		c.Recv("hello")
		c.Send(clienttest.Event(2, "r1", "final_response", answer()), f{"type": "resumed", "recovered": true, "seq": 2})
		c.Drain()
	})
	r := newRun(s, func(o *terminal.Options) { o.Query = question })
	if err := r.do(t.Context()); !errors.Is(err, client.ErrLost) {
		t.Errorf("%v", err)
	}
	for _, text := range []string{"연결이 끊겼습니다", "--session " + clienttest.SessionID} {
		if !strings.Contains(r.errs.String(), text) {
			t.Errorf("lacks %q:\n%s", text, r.errs)
		}
	}
	r = newRun(s, func(o *terminal.Options) { o.Session = clienttest.SessionID })
	if err := r.do(t.Context()); err != nil || !strings.Contains(r.out.String(), "까지 가능합니다") {
		t.Errorf("%v\n%s", err, r.out)
	}
}

// What a document says must not reach the terminal as an order.
func TestServerTextCanNotSteerTheTerminal(t *testing.T) {
	t.Parallel()
	const evil = "a\x1b]52;c;aGFjaw==\x07b\x1b[2Jc\u009b31md\u202Ee\rf"
	steps := plan(working, completed)
	steps[0].Task, steps[0].Description, steps[1].Result.Summary = evil, evil, evil
	s := clienttest.New(t, func(_ int, c *clienttest.Conn) {
		c.Greet(0)
		q := c.Recv("query")
		end := answer()
		end.Response.Answer, end.Response.StructuredData.Metadata.Sources = evil, []string{evil}
		c.Send(clienttest.Ack(q, "r1"), clienttest.Event(1, "r1", "planning_start", state.PlanningStart{Message: evil}),
			clienttest.Event(2, "r1", "plan_ready", ready(steps)), clienttest.Event(3, "r1", "final_response", end))
		c.Drain()
	})
	r := newRun(s, func(o *terminal.Options) { o.Query = question })
	if err := r.do(t.Context()); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(r.out.String(), "\x1b\u009b\u202e\x07\r") {
		t.Errorf("control characters got through: %q", r.out)
	}
	if !strings.Contains(r.out.String(), "52;c;aGFjaw==b[2Jc31mdef") {
		t.Errorf("the text is gone: %q", r.out)
	}
}
