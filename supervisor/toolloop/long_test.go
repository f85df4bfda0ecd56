package toolloop_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
	"github.com/madang-dev/madang/supervisor/toolloop"
	"github.com/madang-dev/madang/teams/tools"
)

// What the calls of a long conversation are: so many in all, so many a run, and
// so many bytes each, of which a model would have read 200,000 tokens by then.
const (
	longCalls = 100
	callsARun = 10
	callBytes = 8000
)

// talks has a conversation of a hundred calls held, and tells what it has written
// by written after each ten of them.
func (h *house) talks(written func() int64) (grown []int64) {
	h.t.Helper()
	h.begin()
	before := written()
	for range longCalls / callsARun {
		h.since()
		if _, _, answer, _ := h.ask(""); answer != fmt.Sprint(callsARun) {
			h.t.Fatalf("answered after %q calls", answer)
		}
		now := written()
		grown, before = append(grown, now-before), now
	}
	return grown
}

// reader is an assistant whose model has ten pages read for each answer.
func reader() *engine.Graph[Desk] {
	read := tools.New("read", "Reads a page", func(context.Context, tools.Caller, struct{}) (tools.Found, error) {
		return tools.Found{Text: strings.Repeat("page ", callBytes/len("page "))}, nil
	})
	m := model(func(_ llm.Request, answered []string) llm.Response {
		if len(answered) < callsARun {
			return calls("read", `{}`)
		}
		return llm.Response{Text: fmt.Sprint(len(answered))}
	})
	return graph(m, &toolloop.Loop[Desk]{ToolsFunc: func() tools.Set { return tools.Set{read} }, MaxTokens: 1 << 30})
}

// A hundred calls write what is new and no more: the last ten of them what the
// first ten did, and all of them little besides what they brought.
func TestAHundredCallsWriteWhatIsNew(t *testing.T) {
	t.Parallel()
	h := open(t, storetest.SQLite(t), reader())
	grown := h.talks(h.written)
	if first, last := grown[0], grown[len(grown)-1]; last > first*5/4 {
		t.Errorf("the first run wrote %d bytes, the last %d: %v", first, last, grown)
	}
	if all, brought := h.written(), int64(longCalls*callBytes); all > 3*brought {
		t.Errorf("%d bytes for %d that were brought", all, brought)
	}
}

// BenchmarkCalls tells what a call writes that brings 8,000 bytes, at the begin of
// a conversation, in its middle and at its end: what its records hold, and what
// the process gave to the file system for them, whole pages and their log.
func BenchmarkCalls(b *testing.B) {
	for name, measure := range map[string]func(*house) int64{"records": (*house).written, "files": (*house).flushed} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				h := open(b, storetest.SQLite(b), reader())
				grown := h.talks(func() int64 { return measure(h) })
				for _, call := range []int{10, 50, 100} {
					b.ReportMetric(float64(grown[call/callsARun-1])/callsARun, fmt.Sprintf("B/call-%d", call))
				}
			}
		})
	}
}

// flushed is how many bytes this process has written so far, to whatever.
func (h *house) flushed() (bytes int64) {
	raw, err := os.ReadFile("/proc/self/io")
	if err != nil {
		h.t.Skip(err) // no Linux
	}
	for line := range strings.Lines(string(raw)) {
		_, _ = fmt.Sscanf(line, "wchar: %d", &bytes)
	}
	return bytes
}

// written is how many bytes the session's records hold.
func (h *house) written() (bytes int64) {
	h.t.Helper()
	const sum = `SELECT (SELECT COALESCE(SUM(LENGTH(value)), 0) FROM run_results) +
		(SELECT COALESCE(SUM(LENGTH(value) + LENGTH(journal)), 0) FROM checkpoints) +
		(SELECT COALESCE(SUM(LENGTH(payload)), 0) FROM events) + (SELECT COALESCE(SUM(LENGTH(content) + LENGTH(data)), 0) FROM messages)`
	err := h.store.View(h.t.Context(), "bytes", func(ctx context.Context, tx store.Tx) error {
		return tx.QueryRowContext(ctx, sum).Scan(&bytes)
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return bytes
}
