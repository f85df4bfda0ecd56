package terminal_test

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/ws/client/clienttest"
	"github.com/madang-dev/madang/ws/client/terminal"
)

// typing is a user at a terminal.
func typing(text string) func(*terminal.Options) {
	return func(o *terminal.Options) { o.In, o.Terminal = strings.NewReader(text), true }
}

// answers answers each question of each connection.
func answers(t *testing.T) *clienttest.Server {
	return clienttest.New(t, func(_ int, c *clienttest.Conn) {
		c.Greet(0)
		for seq := int64(1); ; seq++ {
			q := c.Recv("query")
			if q == nil {
				return
			}
			c.Send(clienttest.Ack(q, "r1"), clienttest.Event(seq, "r1", "final_response", answer()))
		}
	})
}

func TestWordsFollowTheUsersLanguage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		locale, typed  string
		welcome, after string
	}{
		"Korean":                      {"", "", "질문을 입력하세요", "이어서 대화하기"},
		"an English system":           {"en", "", "Ask a question", "Go on with: --session"},
		"an English question":         {"", "Is 5% allowed?\n", "질문을 입력하세요", "Go on with: --session"},
		"a number after it":           {"", "Is 5% allowed?\n2\n", "질문을 입력하세요", "Go on with: --session"},
		"Korean on an English system": {"en", "5% 가능해?\n3\n", "Ask a question", "이어서 대화하기"},
	} {
		r := newRun(answers(t), typing(c.typed), func(o *terminal.Options) { o.Locale = c.locale })
		if err := r.do(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := r.errs.String()
		if !strings.HasPrefix(got, c.welcome) || !strings.Contains(got, c.after) {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

// interrupter is a user who types nothing but Ctrl-C.
type interrupter struct {
	gone    <-chan struct{}
	signals chan<- os.Signal
}

func (i interrupter) Read([]byte) (int, error) {
	i.signals <- os.Interrupt
	<-i.gone
	return 0, io.EOF
}

func TestInterruptAndEndAtThePromptLeaveALine(t *testing.T) {
	t.Parallel()
	signals := make(chan os.Signal) // taken at the prompt
	r := newRun(answers(t), typing(""), func(o *terminal.Options) {
		o.In, o.Interrupts = interrupter{t.Context().Done(), signals}, signals
	})
	if err := r.do(t.Context()); err != nil || !strings.Contains(r.errs.String(), "> \n이어서 대화하기") {
		t.Errorf("%v\n%q", err, r.errs)
	}
	end := newRun(answers(t), typing(""))
	if err := end.do(t.Context()); err != nil || !strings.Contains(end.errs.String(), "> \n이어서 대화하기") {
		t.Errorf("%v\n%q", err, end.errs)
	}
}

func TestConversationsAreListedOnOneLineEach(t *testing.T) {
	t.Parallel()
	s := answers(t)
	at := time.Date(2026, 11, 21, 20, 5, 0, 0, time.Local)
	s.SetSessions(
		map[string]any{"id": clienttest.SessionID, "title": "전세 3억을\n5% 올려달래요", "updated_at": at, "message_count": 2},
		map[string]any{"id": "session-b", "title": "짧은 대화", "updated_at": at, "message_count": 10},
	)
	r := newRun(s)
	if err := terminal.List(t.Context(), r.options); err != nil {
		t.Fatal(err)
	}
	want := clienttest.SessionID + "  2026-11-21 20:05:00  전세 3억을 5% 올려달래요  (2)\nsession-b  2026-11-21 20:05:00  짧은 대화  (10)\n"
	if got := r.out.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestAddressNeedsNoScheme(t *testing.T) {
	t.Parallel()
	s := answers(t)
	r := newRun(s, func(o *terminal.Options) {
		o.URL, o.Query = strings.TrimPrefix(s.URL, "http://"), question
	})
	if err := r.do(t.Context()); err != nil {
		t.Errorf("%v\n%s", err, r.errs)
	}
	r = newRun(s, func(o *terminal.Options) { o.URL, o.Query = "ftp://localhost", question })
	if err := r.do(t.Context()); err == nil || !strings.Contains(r.errs.String(), "같은 주소가 아닙니다") {
		t.Errorf("%v\n%s", err, r.errs)
	}
}
