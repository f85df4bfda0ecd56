package terminal_test

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client/clienttest"
	"github.com/madang-dev/madang/ws/client/terminal"
)

// typing is a user at a terminal of that width.
func typing(width int, text string) func(*terminal.Options) {
	return func(o *terminal.Options) {
		o.In, o.NoColor = strings.NewReader(text), true
		o.SizeFunc = func() (int, int) { return width, 24 }
	}
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
		"Korean":                         {"", "/help\n", "질문을 입력하세요", "끝내기"},
		"an English system":              {"en", "/help\n", "Ask a question", "list conversations"},
		"an English question":            {"", "Is 5% allowed?\n/help\n", "질문을 입력하세요", "list conversations"},
		"a number after it":              {"", "Is 5% allowed?\n2\n/help\n", "질문을 입력하세요", "list conversations"},
		"Korean on an English system":    {"en", "5% 가능해?\n3\n/help\n", "Ask a question", "끝내기"},
		"the session's name at the end":  {"", "Is 5% allowed?\n", "질문을 입력하세요", "Go on with: --session"},
		"an unknown command, in English": {"en", "/dance\n", "Ask a question", "There is no command /dance."},
	} {
		r := newRun(answers(t), typing(60, c.typed), func(o *terminal.Options) { o.Locale = c.locale })
		if err := r.do(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := r.errs.String()
		if !strings.HasPrefix(got, c.welcome) || !strings.Contains(got, c.after) {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

func TestWordsAreWrappedAtTheTerminalsWidth(t *testing.T) {
	t.Parallel()
	for _, width := range []int{20, 40} {
		r := newRun(answers(t), typing(width, "/help\n/dance\n/new nobody\n/open 9\n"))
		if err := r.do(t.Context()); err != nil {
			t.Fatal(err)
		}
		said, _, _ := strings.Cut(r.errs.String(), "이어서 대화하기")
		for row := range strings.Lines(said) {
			if w := ansi.StringWidth(strings.TrimSpace(row)); w > width {
				t.Errorf("width %d: %d cells: %q", width, w, row)
			}
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
	r := newRun(answers(t), typing(60, ""), func(o *terminal.Options) {
		o.In, o.Interrupts = interrupter{t.Context().Done(), signals}, signals
	})
	if err := r.do(t.Context()); err != nil || !strings.Contains(r.errs.String(), "> \n이어서 대화하기") {
		t.Errorf("%v\n%q", err, r.errs)
	}
	end := newRun(answers(t), typing(60, ""))
	if err := end.do(t.Context()); err != nil || !strings.Contains(end.errs.String(), "> \n이어서 대화하기") {
		t.Errorf("%v\n%q", err, end.errs)
	}
}

func TestConversationsAreListedOnOneLineEach(t *testing.T) {
	t.Parallel()
	s := answers(t)
	at := time.Date(2026, 11, 21, 20, 5, 0, 0, time.Local)
	s.SetSessions(
		map[string]any{"id": clienttest.SessionID, "title": "전세 3억을 5% 올려달래요. 그리고 강남구 아파트 시세도 알려줘", "updated_at": at, "message_count": 2},
		map[string]any{"id": "session-b", "title": "짧은 대화", "updated_at": at, "message_count": 10},
	)
	for _, width := range []int{20, 40, 80} {
		r := newRun(s, typing(width, "/sessions\n"))
		if err := r.do(t.Context()); err != nil {
			t.Fatal(err)
		}
		rows := strings.Split(strings.TrimSpace(r.out.String()), "\n")
		if len(rows) != 2 || !strings.HasPrefix(rows[0], "* 1  전세") || strings.Contains(r.out.String(), "session-") {
			t.Errorf("width %d:\n%s", width, r.out)
		}
		for _, row := range rows {
			if w := ansi.StringWidth(row); w >= width {
				t.Errorf("width %d: %d cells: %q", width, w, row)
			}
		}
		if width >= 40 && ansi.StringWidth(rows[0]) != ansi.StringWidth(rows[1]) {
			t.Errorf("width %d: the columns differ:\n%s", width, r.out)
		}
	}
	r := newRun(s, typing(40, "")) // the flag's list is for its ids
	if err := terminal.List(t.Context(), r.options); err != nil || !strings.Contains(r.out.String(), "\n     session-b\n") {
		t.Errorf("%v\n%s", err, r.out)
	}
}

func TestOpenedConversationShowsWhatWasSaidLast(t *testing.T) {
	t.Parallel()
	s := answers(t)
	s.SetSessions(map[string]any{"id": clienttest.SessionID, "title": "대화", "updated_at": time.Now(), "message_count": 4})
	s.SetMessages(
		state.Message{Role: "user", Content: "먼저 물은 것"}, state.Message{Role: "assistant", Content: "먼저 들은 것"},
		state.Message{Role: "user", Content: "마지막 질문"}, state.Message{Role: "assistant", Content: "## 마지막 **답**"},
	)
	r := newRun(s, typing(60, "/sessions\n/open 1\n/open 7\n/open session-gone\n/new nobody\n/assistants\n/quit\n질문"))
	if err := r.do(t.Context()); err != nil {
		t.Fatal(err)
	}
	out, said := r.out.String(), r.errs.String()
	if !strings.Contains(out, "> 마지막 질문") || !strings.Contains(out, "[마지막 답]") || strings.Contains(out, "먼저") {
		t.Errorf("%s", out)
	}
	for _, want := range []string{"그런 대화가 없습니다", "대화를 찾을 수 없습니다", "없는 상담 종류입니다", "guide  길잡이"} {
		if !strings.Contains(said, want) {
			t.Errorf("lacks %q:\n%s", want, said)
		}
	}
	if strings.Count(said, "질문을 입력하세요") != 1 || strings.Contains(out, "까지 가능합니다") {
		t.Errorf("%s\n%s", said, out)
	}
	if started := s.Started(); !slices.ContainsFunc(started, func(b map[string]string) bool { return b["assistant"] == "nobody" }) {
		t.Errorf("started %v", started)
	}
}

func TestNewConversationIsWithTheAssistantThatIsNamed(t *testing.T) {
	t.Parallel()
	s := answers(t)
	r := newRun(s, typing(60, "/new travel\n"))
	if err := r.do(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.Started(); len(got) != 2 || got[1]["assistant"] != "travel" {
		t.Errorf("started %v", got)
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
