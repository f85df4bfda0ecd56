package toolloop_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

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

// A hundred calls write what is new and no more: the last ten of them what the
// first ten did, and all of them little besides what they brought.
func TestAHundredCallsWriteWhatIsNew(t *testing.T) {
	t.Parallel()
	read := tools.New("read", "Reads a page", func(context.Context, tools.Caller, struct{}) (tools.Found, error) {
		return tools.Found{Text: strings.Repeat("page ", callBytes/len("page "))}, nil
	})
	m := model(func(_ llm.Request, answered []string) llm.Response {
		if len(answered) < callsARun {
			return calls("read", `{}`)
		}
		return llm.Response{Text: fmt.Sprint(len(answered))}
	})
	h := open(t, storetest.SQLite(t), graph(m, &toolloop.Loop[Desk]{ToolsFunc: func() tools.Set { return tools.Set{read} }, MaxTokens: 1 << 30}))
	h.begin()
	var grown []int64
	before := int64(0)
	for range longCalls / callsARun {
		h.since(t)
		if _, _, answer, _ := h.ask(""); answer != fmt.Sprint(callsARun) {
			t.Fatalf("answered after %q calls", answer)
		}
		now := h.written(t)
		grown, before = append(grown, now-before), now
	}
	if first, last := grown[0], grown[len(grown)-1]; last > first*5/4 {
		t.Errorf("the first run wrote %d bytes, the last %d: %v", first, last, grown)
	}
	if brought := int64(longCalls * callBytes); before > 3*brought {
		t.Errorf("%d bytes for %d that were brought", before, brought)
	}
}

// written is how many bytes the session's records hold.
func (h *house) written(t *testing.T) (bytes int64) {
	t.Helper()
	const sum = `SELECT (SELECT COALESCE(SUM(LENGTH(value)), 0) FROM run_results) +
		(SELECT COALESCE(SUM(LENGTH(value) + LENGTH(journal)), 0) FROM checkpoints) +
		(SELECT COALESCE(SUM(LENGTH(payload)), 0) FROM events) + (SELECT COALESCE(SUM(LENGTH(content) + LENGTH(data)), 0) FROM messages)`
	err := h.store.View(t.Context(), "bytes", func(ctx context.Context, tx store.Tx) error {
		return tx.QueryRowContext(ctx, sum).Scan(&bytes)
	})
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}
