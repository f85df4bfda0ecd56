package terminal_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client/clienttest"
	"github.com/madang-dev/madang/ws/client/terminal"
)

// writes serves one connection on which an answer is written in pieces.
func writes(t *testing.T, pieces ...state.AnswerDelta) *clienttest.Server {
	return clienttest.New(t, func(_ int, c *clienttest.Conn) {
		c.Greet(0)
		q := c.Recv("query")
		if q == nil {
			return
		}
		c.Send(clienttest.Ack(q, "r1"),
			clienttest.Event(1, "r1", "plan_ready", ready(plan(completed, completed))))
		for _, p := range pieces {
			c.Send(f{"type": "answer_delta", "run_id": "r1", "message_id": p.MessageID, "index": p.Index, "delta": p.Delta})
		}
		c.Send(clienttest.Event(2, "r1", "final_response", answer()))
		c.Drain()
	})
}

func piece(message string, index int, text string) state.AnswerDelta {
	return state.AnswerDelta{MessageID: message, Index: index, Delta: text}
}

func TestAnAnswerGrowsAndIsReplacedByTheWhole(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("아주 긴 초안입니다. ", 60)
	for name, test := range map[string]struct {
		pieces  []state.AnswerDelta
		want    []string
		without string
	}{
		"grows":       {[]state.AnswerDelta{piece("m1", 0, "초안의 처음"), piece("m1", 1, " 그리고 끝")}, []string{"초안의 처음", "초안의 처음 그리고 끝"}, ""},
		"begins anew": {[]state.AnswerDelta{piece("m1", 0, "틀린 말"), piece("m2", 0, "맞는 말")}, []string{"틀린 말", "맞는 말"}, "틀린 말맞는 말"},
		"has a hole":  {[]state.AnswerDelta{piece("m1", 0, "처음"), piece("m1", 2, "셋째"), piece("m1", 3, "넷째")}, []string{"처음"}, "째"},
		"is too long": {[]state.AnswerDelta{piece("m1", 0, long), piece("m1", 1, "마지막 낱말")}, []string{"마지막 낱말"}, ""},
		"steers":      {[]state.AnswerDelta{piece("m1", 0, "빨간\x1b[31m\x1b[2J 글")}, []string{"빨간 글"}, "\x1b[2J"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRun(writes(t, test.pieces...), func(o *terminal.Options) {
				o.Query, o.NoColor, o.SizeFunc = question, true, func() (int, int) { return 60, 0 }
			})
			if err := r.do(t.Context()); err != nil {
				t.Fatalf("%v\n%s", err, r.errs)
			}
			raw := r.out.String()
			for _, want := range test.want {
				if !strings.Contains(raw, want) {
					t.Errorf("%q was never shown:\n%q", want, raw)
				}
			}
			if test.without != "" && strings.Contains(raw, test.without) {
				t.Errorf("%q was shown:\n%q", test.without, raw)
			}
			end := ansi.Strip(strings.Join(screen(t, raw, 60), "\n"))
			if !strings.Contains(end, "까지 가능합니다.") || strings.Contains(end, "초안") || strings.Contains(end, "말") {
				t.Errorf("in the end:\n%s", end)
			}
		})
	}
}

func TestAPipeShowsOnlyTheWholeAnswer(t *testing.T) {
	t.Parallel()
	r := newRun(writes(t, state.AnswerDelta{MessageID: "m1", Delta: "초안"}), func(o *terminal.Options) { o.Query = question })
	if err := r.do(t.Context()); err != nil {
		t.Fatal(err)
	}
	if out := r.out.String(); strings.Contains(out, "초안") || !strings.Contains(out, "까지 가능합니다.") {
		t.Errorf("shown:\n%s", out)
	}
}
