package terminal_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client/clienttest"
	"github.com/madang-dev/madang/ws/client/terminal"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type f = clienttest.F

// buffer is a writer that can be read meanwhile.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// waitFor polls until the buffer holds the text.
func (b *buffer) waitFor(t *testing.T, text string) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	deadline := time.After(10 * time.Second)
	for !strings.Contains(b.String(), text) {
		select {
		case <-deadline:
			t.Fatalf("no %q in %q", text, b.String())
		case <-tick.C:
		}
	}
}

// run is one Run in the test.
type run struct {
	out, errs *buffer
	options   terminal.Options
}

func newRun(s *clienttest.Server, changes ...func(*terminal.Options)) *run {
	r := &run{out: &buffer{}, errs: &buffer{}}
	r.options = terminal.Options{
		URL: s.URL, In: strings.NewReader(""), Out: r.out, Err: r.errs, Progress: r.out,
	}
	for _, change := range changes {
		change(&r.options)
	}
	return r
}

func (r *run) do(ctx context.Context) error { return terminal.Run(ctx, r.options) }

func pointer[T any](v T) *T { return &v }

// plan is two steps in the given statuses.
func plan(first, second state.StepStatus) []state.ExecutionStep {
	steps := []state.ExecutionStep{
		{StepID: "step_0", StepType: "search", AgentName: "search_team", Team: "search", Task: "법률 정보 검색", Description: "전세금 인상률 한도 조회", Status: first},
		{StepID: "step_1", StepType: "analysis", AgentName: "analysis_team", Team: "analysis", Task: "Rate check 계산", Description: "", Status: second},
	}
	for i := range steps {
		if steps[i].Status == state.StepCompleted {
			steps[i].ProgressPercentage, steps[i].ExecutionTimeMS = 100, 1234
			steps[i].Result = &state.StepResult{Summary: "조문 3건", TotalResults: 3}
		}
		if steps[i].Status == state.StepFailed {
			steps[i].Error = pointer("시간 초과")
		}
	}
	return steps
}

func ready(steps []state.ExecutionStep) state.PlanReady {
	return state.PlanReady{Intent: "legal_consult", Confidence: 0.9, ExecutionSteps: steps, ExecutionStrategy: state.Sequential, EstimatedTotalTime: 3.5, Keywords: []string{"전세금"}}
}

func answer() state.FinalResponse {
	return state.FinalResponse{Response: state.Response{
		Type: state.ResponseAnswer, Answer: "## 핵심 답변\n\n네, **5%** 까지 가능합니다.",
		StructuredData: &state.StructuredData{
			Sections: []state.Section{},
			Metadata: state.AnswerMetadata{Confidence: 0.95, Sources: []string{"주택임대차보호법 제7조"}, AnsweredBy: "rules", SampleData: true},
		},
	}}
}

const (
	pending, working = state.StepPending, state.StepInProgress
	completed        = state.StepCompleted
	failed           = state.StepFailed
)

// play is a whole run from seq 1, with a foreign run's end before it.
func play(c *clienttest.Conn, q f, runID string, end any) {
	c.Send(
		clienttest.Event(1, "other", "final_response", state.FinalResponse{Response: state.Response{Type: "answer", Answer: "FOREIGN"}}),
		clienttest.Ack(q, runID),
		clienttest.Event(2, runID, "planning_start", state.PlanningStart{Message: "계획을 수립하고 있습니다..."}),
		clienttest.Event(3, runID, "analysis_ready", f{"intents": []any{}}),
		clienttest.Event(4, runID, "plan_ready", ready(plan(pending, pending))),
		clienttest.Event(5, runID, "execution_start", state.ExecutionStart{PlanReady: ready(plan(pending, pending))}),
		clienttest.Event(6, runID, "todo_updated", state.TodoUpdated{ExecutionSteps: plan(working, pending)}),
		clienttest.Event(7, runID, "step_progress", state.StepProgress{StepID: "step_0", ProgressPercentage: 60, Message: "조문 확인"}),
		clienttest.Event(8, runID, "todo_updated", state.TodoUpdated{ExecutionSteps: plan(completed, working)}),
		clienttest.Event(9, "other", "todo_updated", state.TodoUpdated{ExecutionSteps: plan(failed, failed)}),
		clienttest.Event(10, runID, "todo_updated", state.TodoUpdated{ExecutionSteps: plan(completed, failed)}),
		f{"type": "answer_delta", "run_id": runID, "delta": "네"},
		clienttest.Event(11, runID, "final_response", end),
	)
}

// asked serves one connection that plays a run for each query.
func asked(t *testing.T, end any) *clienttest.Server {
	return clienttest.New(t, func(_ int, c *clienttest.Conn) {
		c.Greet(0)
		if q := c.Recv("query"); q != nil {
			play(c, q, "r1", end)
		}
		c.Drain()
	})
}

var _ io.Writer = (*buffer)(nil)
