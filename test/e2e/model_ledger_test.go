package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A long conversation: so many runs, each with so many calls in two rounds, of
// which each brings so many bytes.
const (
	ledgerRuns  = 10
	ledgerFirst = 2
	ledgerCalls = 10
	ledgerBytes = 8000
)

// ledger is an MCP server outside of the program that books each call, by its
// idempotency key.
type ledger struct {
	mu sync.Mutex
	// booked is what was booked under each key; again are the keys that came once
	// more, and were not booked again.
	booked map[string]int
	again  []string
	// halts are the entries that are booked and not answered before resume is
	// closed; reached tells of them.
	halts   []int
	reached chan struct{}
	resume  chan struct{}
}

type ledgerEntry struct {
	Entry int `json:"entry"`
}

func (l *ledger) book(ctx context.Context, req *sdk.CallToolRequest, in ledgerEntry) (*sdk.CallToolResult, any, error) {
	key, _ := req.Params.Meta["madang.dev/idempotencyKey"].(string)
	if resume := l.enter(key, in.Entry); resume != nil {
		select {
		case <-resume:
		case <-ctx.Done():
		}
	}
	line := fmt.Sprintf("Entry %d is in the book. ", in.Entry)
	text := strings.Repeat(line, ledgerBytes/len(line))
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil, nil
}

// enter books an entry; what it returns is to be waited for before the answer.
func (l *ledger) enter(key string, entry int) <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.booked[key]; ok {
		l.again = append(l.again, key)
		return nil
	}
	l.booked[key] = entry
	if !slices.Contains(l.halts, entry) {
		return nil
	}
	l.reached <- struct{}{}
	return l.resume
}

// open serves the ledger and returns the flags for a program that uses it.
func (l *ledger) open(t *testing.T) []string {
	t.Helper()
	s := sdk.NewServer(&sdk.Implementation{Name: "ledger", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "book", Description: "Books an entry"}, l.book)
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil))
	t.Cleanup(web.CloseClientConnections) // the killed program's are not closed by it
	t.Cleanup(func() { close(l.resume) })
	path := filepath.Join(t.TempDir(), "tools.yaml")
	text := "servers: [{name: ledger, url: " + web.URL + ", tools: {book: {approval: false}}, timeout: 3m}]"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"--model-tools", path}
}

func ledgerQuery(run int) string {
	return mainQuery + fmt.Sprintf(" (문의 %c)", 'A'+run)
}

// ledgerScript has the model book its entries in two rounds and then answer. The
// newest question stands first: a prompt quotes those before it.
func ledgerScript() string {
	calls := func(from, to int) string {
		var list []string
		for n := from; n < to; n++ {
			list = append(list, fmt.Sprintf("{id: call_%d, name: ledger_book, arguments: {entry: %d}}", n, n))
		}
		return "tool_calls: [" + strings.Join(list, ", ") + "]"
	}
	var b strings.Builder
	b.WriteString("rules:\n")
	for run := range ledgerRuns {
		run = ledgerRuns - 1 - run
		query, first := ledgerQuery(run), run*ledgerCalls
		rule := func(purpose, answer string) {
			fmt.Fprintf(&b, "  - {purpose: %s, contains: %q, %s}\n", purpose, query, answer)
		}
		rule("plan", fmt.Sprintf("json: {intent: legal_consult, confidence: 0.95, is_irrelevant: false, follow_up: false, parts: [{text: %q, intent: legal_consult, actions: [rent_increase]}]}", query))
		rule("answer", "after_tools: 0, "+calls(first, first+ledgerFirst))
		rule("answer", fmt.Sprintf("after_tools: %d, ", ledgerFirst)+calls(first+ledgerFirst, first+ledgerCalls))
		rule("answer", fmt.Sprintf("after_tools: %d, text: '%s'", ledgerCalls, sentence))
	}
	return b.String()
}

// A hundred calls over a conversation of more than 200,000 tokens, with kill -9
// where a call is done and not answered: the book outside has each entry once.
func TestEachOfAHundredCallsIsDoneOnce(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := &ledger{booked: map[string]int{}, halts: []int{20, 52}, reached: make(chan struct{}, 2), resume: make(chan struct{})}
			args, env := environment(t)
			args = append(append(args, improvised(t, ledgerScript())...), l.open(t)...)
			s := start(t, args, env)
			id := s.session(nil)
			for run := range ledgerRuns {
				c := s.fresh(id)
				c.send(map[string]any{"type": "query", "query": ledgerQuery(run)})
				if slices.ContainsFunc(l.halts, func(entry int) bool { return entry/ledgerCalls == run }) {
					f := c.must()
					for f.RunID == "" {
						f = c.must()
					}
					<-l.reached
					s.kill()
					s = start(t, args, env)
					if status := s.settled(f.RunID); status != "completed" {
						t.Fatalf("run %d after the kill: %s", run, status)
					}
				} else if meta := last(c.answer()).Response.Structured.Metadata; meta.AnsweredBy != "model" {
					t.Fatalf("run %d: %+v", run, meta)
				}
			}
			l.check(t)
			// Each answer of the model was paid once: a reading, two rounds, the text.
			if u := s.usage(id); u.Total.Calls != 4*ledgerRuns || u.Total.InputTokens < 200_000 {
				t.Errorf("used %+v", u.Total)
			}
			var messages []struct{ Role, Content string }
			s.call("GET", "/api/v1/chat/sessions/"+id+"/messages", nil, &messages)
			if n := len(slices.DeleteFunc(messages, func(m struct{ Role, Content string }) bool {
				return !strings.Contains(m.Content, "요구할 수 있는 금액입니다")
			})); n != ledgerRuns {
				t.Errorf("%d answers of the model", n)
			}
		})
	}
}

// check proves that each entry is booked once, and that what came again after a
// kill bore the key that it had before.
func (l *ledger) check(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	times := map[int]int{}
	for key, entry := range l.booked {
		times[entry]++
		if key == "" {
			t.Errorf("entry %d has no key", entry)
		}
	}
	for entry := range ledgerRuns * ledgerCalls {
		if times[entry] != 1 {
			t.Errorf("entry %d is booked %d times", entry, times[entry])
		}
	}
	if len(times) != ledgerRuns*ledgerCalls || len(l.again) < len(l.halts) {
		t.Errorf("%d entries, %q came again", len(times), l.again)
	}
}
