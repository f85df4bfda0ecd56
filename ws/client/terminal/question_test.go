package terminal_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client/clienttest"
	"github.com/madang-dev/madang/ws/client/terminal"
)

// inquiry is a question with five minutes to answer it.
func inquiry(kind, message string, options ...state.InterruptOption) state.Interrupt {
	now := time.Now().UTC().Truncate(time.Millisecond)
	return state.Interrupt{
		ID: "i1", Type: kind, AskedAt: now, ExpiresAt: new(now.Add(5 * time.Minute)), DefaultAction: state.ActionApprove,
		TakesText: kind == state.InterruptInput || kind == state.InterruptClarification,
		Data:      state.InterruptData{Message: message, Options: options},
	}
}

func review(t *testing.T) state.Interrupt {
	t.Helper()
	q := inquiry(state.InterruptPlanReview, "이 계획대로 진행할까요?",
		state.InterruptOption{Value: "approve", Label: "이대로 진행"},
		state.InterruptOption{Value: "modify", Label: "단계 고치기"},
		state.InterruptOption{Value: "reject", Label: "하지 않기"})
	raw, err := json.Marshal(ready(plan(pending, pending)))
	if err != nil {
		t.Fatal(err)
	}
	q.Data.Data = raw
	return q
}

func approve() state.Interrupt {
	return inquiry(state.InterruptApproval, "계약서를 보낼까요?",
		state.InterruptOption{Value: "approve", Label: "보내기"}, state.InterruptOption{Value: "reject", Label: "보내지 않기"})
}

// asker asks once in a run and answers what it was told.
func asker(t *testing.T, q state.Interrupt, got func(f)) *clienttest.Server {
	t.Helper()
	return clienttest.New(t, func(_ int, c *clienttest.Conn) {
		c.Greet(0)
		query := c.Recv("query")
		if query == nil {
			return
		}
		c.Send(clienttest.Ack(query, "r1"), clienttest.Event(1, "r1", "plan_ready", ready(plan(pending, pending))),
			clienttest.Event(2, "r1", "workflow_interrupted", q))
		r := c.Recv("interrupt_response")
		if r == nil {
			return
		}
		got(r)
		c.Send(f{"type": "ack", "id": r["id"]},
			clienttest.Event(3, "r1", "interrupt_resolved", state.InterruptResolved{InterruptID: q.ID, Action: r["action"].(string), By: "user"}),
			clienttest.Event(4, "r1", "todo_updated", state.TodoUpdated{ExecutionSteps: plan(completed, working)}),
			clienttest.Event(5, "r1", "final_response", answer()))
		c.Drain()
	})
}

func todos(first, second string) f {
	return f{"modified_todos": []any{
		map[string]any{"step_id": "step_0", "status": first}, map[string]any{"step_id": "step_1", "status": second},
	}}
}

// What is typed, on one line or several, and the reply that comes of it.
func TestWhatIsTypedAnswersTheQuestion(t *testing.T) {
	t.Parallel()
	text := func(s string) f { return f{"text": s} }
	clarification := inquiry(state.InterruptClarification, "어느 구의 시세를 찾을까요?",
		state.InterruptOption{Value: "강남구", Label: "강남구 전체"}, state.InterruptOption{Value: "서초구"})
	for typed, c := range map[string]struct {
		question state.Interrupt
		action   string
		payload  f
		shown    string
	}{
		"1":                   {review(t), "approve", nil, ""},
		"승인":                  {review(t), "approve", nil, ""},
		" Y ":                 {review(t), "approve", nil, ""},
		"네.":                  {review(t), "approve", nil, ""},
		"이대로 진행":              {review(t), "approve", nil, ""},
		"3":                   {review(t), "reject", nil, ""},
		"거절":                  {review(t), "reject", nil, ""},
		"Reject":              {review(t), "reject", nil, ""},
		"n":                   {review(t), "reject", nil, ""},
		"수정\n2":               {review(t), "modify", todos("pending", "skipped"), "2) [분석] Rate check 계산"},
		"modify\nstep_0":      {review(t), "modify", todos("skipped", "pending"), "빼고 싶은 단계"},
		"2 1,2":               {review(t), "modify", todos("skipped", "skipped"), ""},
		"수정 1-2":              {review(t), "modify", todos("skipped", "skipped"), ""},
		"수정\n7\n0\n2-1\n,\n1": {review(t), "modify", todos("skipped", "pending"), "그런 단계는 없습니다"},
		"수정\n\n승인":            {review(t), "approve", nil, ""},
		"\n아마도\n4\n-1\n승인":    {review(t), "approve", nil, "번호나 선택지로 답해 주세요"},
		"보내기":                 {approve(), "approve", nil, ""},
		"아니요":                 {approve(), "reject", nil, ""},
		"수정\nno":              {approve(), "reject", nil, "번호나 선택지로"}, // not offered
		"2":                   {clarification, "answer", text("서초구"), ""},
		"강남구 전체":              {clarification, "answer", text("강남구"), ""},
		"3 송파구":               {clarification, "answer", text("3 송파구"), ""},
		"승인 안 난 구":            {clarification, "answer", text("승인 안 난 구"), ""},
		"\n 3억 ":              {inquiry(state.InterruptInput, "보증금은 얼마인가요?"), "answer", text("3억"), "답을 입력해 주세요"},
		"no\n":                {inquiry(state.InterruptInput, "이름은요?"), "answer", text("no"), ""},
		"yes":                 {inquiry(state.InterruptApproval, "보낼까요?"), "approve", nil, ""},
	} {
		t.Run(typed, func(t *testing.T) {
			t.Parallel()
			var reply f
			s := asker(t, c.question, func(r f) { reply = r })
			r := newRun(s, func(o *terminal.Options) { o.Query, o.In = question, strings.NewReader(typed+"\n") })
			if err := r.do(t.Context()); err != nil {
				t.Fatalf("%v\n%s%s", err, r.out, r.errs)
			}
			var payload any
			if c.payload != nil {
				payload = map[string]any(c.payload)
			}
			if diff := cmp.Diff([]any{"i1", c.action, payload}, []any{reply["interrupt_id"], reply["action"], reply["payload"]}); diff != "" {
				t.Error(diff)
			}
			out := r.out.String()
			for _, want := range []string{c.question.Data.Message, "까지 가능합니다", c.shown} {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
			if strings.Contains(out, "다른 곳에서") {
				t.Errorf("our own reply is told as another's:\n%s", out)
			}
		})
	}
}

func TestAQuestionIsShownWithItsChoicesAndTheTimeLeft(t *testing.T) {
	t.Parallel()
	english := inquiry(state.InterruptPlanReview, "Shall I go ahead?\x1b[2J", state.InterruptOption{Value: "approve", Label: "Go ahead"})
	english.DefaultAction = state.ActionCancel
	for want, c := range map[string]struct {
		q        state.Interrupt
		language string
	}{
		"\n이 계획대로 진행할까요?\n  1) 이대로 진행\n  2) 단계 고치기\n  3) 하지 않기\n남은 시간 5분 · 답이 없으면: 이대로 진행\n": {review(t), "ko"},
		"\nShall I go ahead?[2J\n  1) Go ahead\n5m0s left; without an answer: cancel\n":      {english, "en"},
	} {
		s := asker(t, c.q, func(f) {})
		r := newRun(s, func(o *terminal.Options) { o.Query, o.Language, o.In = question, c.language, strings.NewReader("1\n") })
		if err := r.do(t.Context()); err != nil || !strings.Contains(r.out.String(), want) {
			t.Errorf("%v, no %q in\n%s", err, want, r.out)
		}
	}
}

// unanswered asks, and does with the question what end says.
func unanswered(t *testing.T, q state.Interrupt, end func(c *clienttest.Conn)) *clienttest.Server {
	t.Helper()
	return clienttest.New(t, func(_ int, c *clienttest.Conn) {
		c.Greet(0)
		c.Send(clienttest.Ack(c.Recv("query"), "r1"), clienttest.Event(1, "r1", "workflow_interrupted", q))
		end(c)
		c.Drain()
	})
}

func resolved(action, by string) state.InterruptResolved {
	return state.InterruptResolved{InterruptID: "i1", Action: action, By: by}
}

// Without input the question is left to its default, and the user is told.
func TestWithoutInputTheDefaultIsLeftToAnswer(t *testing.T) {
	t.Parallel()
	told := make(chan struct{}, 2)
	s := unanswered(t, review(t), func(c *clienttest.Conn) {
		<-told
		c.Send(clienttest.Event(2, "r1", "interrupt_resolved", resolved("approve", "expiry")),
			clienttest.Event(3, "r1", "final_response", answer()))
	})
	for _, asJSON := range []bool{false, true} {
		r := newRun(s, func(o *terminal.Options) { o.Query, o.JSON = question, asJSON })
		got := make(chan error, 1)
		go func() { got <- r.do(t.Context()) }()
		where := r.out
		if asJSON {
			where = r.errs
		}
		where.waitFor(t, "더 들어올 입력이 없습니다")
		where.waitFor(t, "뒤에 기본 동작으로 처리합니다: 이대로 진행")
		told <- struct{}{}
		if err := <-got; err != nil {
			t.Errorf("%v\n%s", err, r.out)
		}
		if expired := strings.Contains(r.out.String(), "답할 시간이 지났습니다: 이대로 진행"); expired == asJSON {
			t.Errorf("JSON %v: %s", asJSON, r.out)
		}
	}
}

func TestAnotherTabAnswers(t *testing.T) {
	t.Parallel()
	typed, in := io.Pipe()
	defer in.Close()
	s := unanswered(t, review(t), func(c *clienttest.Conn) {
		c.Send(clienttest.Event(2, "r1", "interrupt_resolved", resolved("reject", "user")),
			clienttest.Event(3, "r1", "final_response", answer()))
	})
	r := newRun(s, func(o *terminal.Options) { o.Query, o.In = question, typed })
	if err := r.do(t.Context()); err != nil || !strings.Contains(r.out.String(), "다른 곳에서 답했습니다: 하지 않기\n") {
		t.Errorf("%v\n%s", err, r.out)
	}
}

func TestCtrlCWhileAQuestionWaits(t *testing.T) {
	t.Parallel()
	typed, in := io.Pipe()
	defer in.Close()
	signals := make(chan os.Signal)
	s := unanswered(t, review(t), func(c *clienttest.Conn) {
		if cancel := c.Recv("cancel"); cancel["run_id"] != "r1" {
			t.Errorf("cancel %v", cancel)
		}
		c.Send(clienttest.Event(2, "r1", "interrupt_resolved", resolved("cancel", "user")),
			clienttest.Event(3, "r1", "run_cancelled", state.CancelledRun{Response: state.Response{Type: "cancelled", Message: "질문을 취소했습니다."}}))
	})
	r := newRun(s, func(o *terminal.Options) { o.Query, o.In, o.Interrupts = question, typed, signals })
	got := make(chan error, 1)
	go func() { got <- r.do(t.Context()) }()
	r.out.waitFor(t, "남은 시간")
	signals <- os.Interrupt
	if err := <-got; !errors.Is(err, terminal.ErrCancelled) || !strings.Contains(r.out.String(), "질문을 취소했습니다.") || strings.Contains(r.out.String(), "다른 곳에서") {
		t.Errorf("%v\n%s", err, r.out)
	}
}

// A program answers with JSON lines; what is none is refused and leaves the
// question.
func TestJSONLinesAnswer(t *testing.T) {
	t.Parallel()
	var reply f
	s := asker(t, review(t), func(r f) { reply = r })
	in := "승인\n{\"action\":7}\n{}\n\n{\"action\":\"approve\",\"colour\":1}\n" +
		`{"action":"modify","payload":{"modified_todos":[{"step_id":"step_0"}]}}` + "\n"
	r := newRun(s, func(o *terminal.Options) { o.Query, o.JSON, o.In = question, true, strings.NewReader(in) })
	if err := r.do(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"modified_todos": []any{map[string]any{"step_id": "step_0"}}}
	if diff := cmp.Diff(want, reply["payload"]); diff != "" || reply["interrupt_id"] != "i1" {
		t.Errorf("reply %v\n%s", reply, diff)
	}
	if n := strings.Count(r.errs.String(), "JSON 객체 하나로"); n != 4 {
		t.Errorf("told %d times:\n%s", n, r.errs)
	}
	for l := range strings.Lines(r.out.String()) {
		if !json.Valid([]byte(l)) {
			t.Errorf("%q among the frames", l)
		}
	}
}

// The server's no to a reply leaves the question open, unless it is over.
func TestARefusedReply(t *testing.T) {
	t.Parallel()
	s := unanswered(t, review(t), func(c *clienttest.Conn) {
		first := c.Recv("interrupt_response")
		c.Send(f{"type": "error", "id": first["id"], "error": "x", "code": "backend_unavailable", "message": "잠시 후에"})
		second := c.Recv("interrupt_response")
		if second["action"] != "reject" {
			t.Errorf("second %v", second)
		}
		c.Send(f{"type": "ack", "id": second["id"]}, clienttest.Event(2, "r1", "interrupt_resolved", resolved("reject", "user")),
			clienttest.Event(3, "r1", "final_response", answer()))
	})
	r := newRun(s, func(o *terminal.Options) { o.Query, o.In = question, strings.NewReader("승인\n거절\n") })
	if err := r.do(t.Context()); err != nil || !strings.Contains(r.out.String(), "잠시 후에\n이 계획대로") {
		t.Errorf("%v\n%s", err, r.out)
	}
	late := unanswered(t, review(t), func(c *clienttest.Conn) {
		c.Send(f{"type": "error", "id": c.Recv("interrupt_response")["id"], "error": "x", "code": "interrupt_not_pending", "message": "이미 끝났습니다"},
			clienttest.Event(2, "r1", "final_response", answer()))
	})
	r = newRun(late, func(o *terminal.Options) { o.Query, o.In = question, strings.NewReader("승인\n") })
	if err := r.do(t.Context()); err != nil || !strings.Contains(r.out.String(), "이미 끝났습니다") || !strings.Contains(r.out.String(), "까지 가능합니다") {
		t.Errorf("%v\n%s", err, r.out)
	}
}

// waiting is a session whose run waits for an answer when we come; plays is
// what it does with the reply.
func waiting(t *testing.T, q state.Interrupt, plays func(c *clienttest.Conn, reply f)) *clienttest.Server {
	t.Helper()
	s := clienttest.New(t, func(_ int, c *clienttest.Conn) {
		c.Greet(7)
		if r := c.Recv("interrupt_response"); r != nil {
			plays(c, r)
		}
		c.Drain()
	})
	s.SetRuns(state.Run{ID: "r1", Status: state.RunWaiting, Query: question, Language: "ko", Interrupt: &q})
	return s
}

func TestAWaitingSessionIsTakenUp(t *testing.T) {
	t.Parallel()
	ends := func(want string) func(c *clienttest.Conn, r f) {
		return func(c *clienttest.Conn, r f) {
			if r["action"] != want || r["interrupt_id"] != "i1" {
				t.Errorf("reply %v, want %s", r, want)
			}
			c.Send(f{"type": "ack", "id": r["id"]}, clienttest.Event(8, "r1", "interrupt_resolved", resolved(want, "user")),
				clienttest.Event(9, "r1", "final_response", answer()))
			if q := c.Recv("query"); q != nil {
				c.Send(clienttest.Ack(q, "r2"), clienttest.Event(10, "r2", "final_response",
					state.FinalResponse{Response: state.Response{Type: "answer", Answer: "그다음 답"}}))
			}
		}
	}
	for name, c := range map[string]struct {
		query, in, action string
		shown             []string
	}{
		"typed":                   {"", "거절\n\n", "reject", []string{"답을 기다리는 질문이 있습니다", "이 계획대로", "까지 가능합니다"}},
		"typed, then another":     {"", "승인\n다음 질문\n\n", "approve", []string{"이 계획대로", "까지 가능합니다", "그다음 답"}},
		"the query is the answer": {"승인", "", "approve", []string{"까지 가능합니다"}},
		"the query has to wait":   {"다른 질문", "1\n", "approve", []string{"이 계획대로", "까지 가능합니다", "그다음 답"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := waiting(t, review(t), ends(c.action))
			r := newRun(s, func(o *terminal.Options) {
				o.Session, o.Query, o.In = clienttest.SessionID, c.query, strings.NewReader(c.in)
			})
			if err := r.do(t.Context()); err != nil {
				t.Fatalf("%v\n%s%s", err, r.out, r.errs)
			}
			at := 0
			for _, want := range c.shown {
				i := strings.Index(r.out.String()[at:], want)
				if i < 0 {
					t.Fatalf("no %q in its place:\n%s", want, r.out)
				}
				at += i
			}
		})
	}
	// A program is shown the question as the frame that it was.
	r := newRun(waiting(t, review(t), ends("approve")), func(o *terminal.Options) {
		o.Session, o.JSON, o.In = clienttest.SessionID, true, strings.NewReader("{\"action\":\"approve\"}\n\n")
	})
	if err := r.do(t.Context()); err != nil || !strings.Contains(r.out.String(), `{"type":"workflow_interrupted","run_id":"r1","interrupt_id":"i1"`) {
		t.Errorf("%v\n%s", err, r.out)
	}
}
