package metrics

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/madang-dev/madang/llm"
)

func newMetrics() *Metrics {
	m := New(Config{Purposes: []string{"answer"}, Version: "v1.2.3"})
	m.Introduce("realestate", "search", "analysis")
	return m
}

func scrape(t *testing.T, m *Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	body, err := io.ReadAll(w.Result().Body)
	if err != nil || w.Code != 200 {
		t.Fatalf("status %d, %v", w.Code, err)
	}
	return string(body)
}

// use calls everything that reports.
func use(m *Metrics) {
	m.Introduce("tutor")
	m.RunStarted("realestate")
	m.RunStarted("realestate")
	m.RunEnded("realestate", "completed", 1500*time.Millisecond)
	m.RunEnded("realestate", "failed", -time.Second)
	m.FirstEvent("realestate", 20*time.Millisecond)
	m.StepEnded("search", "completed", 300*time.Millisecond)
	m.StepEnded("search", "timeout", 30*time.Second)
	m.Committed(3, 2*time.Millisecond)
	m.Committed(1, 4*time.Millisecond)
	m.SocketOpened()
	m.SocketOpened()
	m.SocketClosed(1000)
	m.QueueDepth(7)
	m.StoreError("unavailable")
	m.KnowledgeSearched("degraded")
	m.KnowledgeReloaded(nil)
	m.KnowledgeReloaded(errors.New("x"))
	m.ModelCalled("answer", "ok", 700*time.Millisecond)
	m.ModelSpent(120, 30, 1_500_000)
}

func TestWhatIsReportedIsServed(t *testing.T) {
	t.Parallel()
	m := newMetrics()
	use(m)
	got := scrape(t, m)
	for _, line := range []string{
		`madang_knowledge_searches_total{way="degraded"} 1`, `madang_knowledge_searches_total{way="hybrid"} 0`,
		`madang_knowledge_reloads_total{result="ok"} 1`, `madang_knowledge_reloads_total{result="failed"} 1`,
		`madang_runs_started_total{assistant="realestate"} 2`,
		`madang_runs_ended_total{assistant="realestate",status="completed"} 1`,
		`madang_runs_ended_total{assistant="realestate",status="failed"} 1`,
		`madang_runs_ended_total{assistant="realestate",status="cancelled"} 0`,
		`madang_run_duration_seconds_sum{assistant="realestate",status="completed"} 1.5`,
		`madang_run_duration_seconds_sum{assistant="realestate",status="failed"} 0`,
		`madang_run_duration_seconds_bucket{assistant="realestate",status="completed",le="1"} 0`,
		`madang_run_duration_seconds_bucket{assistant="realestate",status="completed",le="2.5"} 1`,
		`madang_run_first_event_seconds_count{assistant="realestate"} 1`,
		`madang_steps_total{outcome="completed",team="search"} 1`,
		`madang_steps_total{outcome="timeout",team="search"} 1`,
		`madang_step_duration_seconds_sum{outcome="timeout",team="search"} 30`,
		`madang_commits_total 2`,
		`madang_commit_duration_seconds_count 2`,
		`madang_sockets_open 1`,
		`madang_sockets_closed_total{code="1000"} 1`,
		`madang_queued_runs 7`,
		`madang_store_errors_total{kind="unavailable"} 1`,
		`madang_store_errors_total{kind="fenced"} 0`,
		`madang_model_calls_total{outcome="ok",purpose="answer"} 1`,
		`madang_model_call_duration_seconds_sum{outcome="ok",purpose="answer"} 0.7`,
		`madang_model_tokens_total{direction="input"} 120`,
		`madang_model_tokens_total{direction="output"} 30`,
		`madang_model_cost_total 1.5`,
		`madang_build_info{version="v1.2.3"} 1`,
	} {
		if !strings.Contains(got, "\n"+line+"\n") {
			t.Errorf("lacks %s", line)
		}
	}
	for _, name := range []string{"go_goroutines", "process_open_fds"} {
		if !strings.Contains(got, "\n"+name+" ") {
			t.Errorf("lacks %s", name)
		}
	}
}

func TestNamesFollowTheConventions(t *testing.T) {
	t.Parallel()
	m := newMetrics()
	use(m)
	problems, err := testutil.GatherAndLint(m.registry)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

// A client that sends a thousand names must not make a thousand series.
func TestLabelsAreBounded(t *testing.T) {
	t.Parallel()
	m := newMetrics()
	use(m)
	wild := func(n int) {
		for i := range n {
			x := fmt.Sprint("x", i)
			m.RunStarted(x)
			m.RunEnded(x, x, 0)
			m.FirstEvent(x, 0)
			m.StepEnded(x, x, 0)
			m.SocketOpened()
			m.SocketClosed(-i)
			m.SocketClosed(5000 + i)
			m.StoreError(x)
			m.ModelCalled(x, x, 0)
		}
	}
	wild(1)
	before := count(t, m)
	wild(1000)
	if after := count(t, m); after != before {
		t.Errorf("%d series became %d", before, after)
	}
	if !strings.Contains(scrape(t, m), `madang_runs_started_total{assistant="other"} 1001`) {
		t.Error("unknown assistants are not counted as other")
	}
	for code := -10; code < 70_000; code++ {
		m.SocketClosed(code)
	}
	if n := testutil.CollectAndCount(m.socketsClosed); n > 40 {
		t.Errorf("%d close codes", n)
	}
}

func count(t *testing.T, m *Metrics) int {
	t.Helper()
	n := 0
	for line := range strings.SplitSeq(scrape(t, m), "\n") {
		if strings.HasPrefix(line, "madang_") {
			n++
		}
	}
	return n
}

func TestEachMetricsIsItsOwn(t *testing.T) {
	t.Parallel()
	a, b := newMetrics(), newMetrics()
	a.QueueDepth(3)
	if got := testutil.ToFloat64(b.queueDepth); got != 0 {
		t.Errorf("another's gauge shows %v", got)
	}
}

// What llm calls an outcome is known here.
func TestOutcomesOfModels(t *testing.T) {
	t.Parallel()
	m := newMetrics()
	for _, outcome := range []string{
		llm.OutcomeOK, llm.OutcomeOff, llm.OutcomeUnavailable, llm.OutcomeOverBudget,
		llm.OutcomeBadAnswer, llm.OutcomeRefused, llm.OutcomeCancelled, llm.OutcomeFailed,
	} {
		m.ModelCalled("answer", outcome, time.Second)
	}
	m.ModelCalled("made up", "ok", time.Second)
	got := scrape(t, m)
	if strings.Contains(got, `outcome="other"`) || !strings.Contains(got, `madang_model_calls_total{outcome="ok",purpose="other"} 1`) {
		t.Error(got)
	}
}
