package probe_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/madang-dev/madang/assistants/probe"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
	"github.com/madang-dev/madang/teams"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("database/sql.(*DB).connectionOpener"))
}

// yard is the assistant at work on a store.
type yard struct {
	*engine.Engine
	store *store.Store
	stop  func()
}

func openStore(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DataDir: storetest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func open(t *testing.T, s *store.Store) *yard {
	t.Helper()
	e, err := engine.New(engine.Config{
		Store: s, Sweep: 20 * time.Millisecond, DrainTimeout: time.Millisecond,
		Assistants: []engine.Assistant{probe.New(probe.Config{Scheduler: teams.Scheduler{Grace: 20 * time.Millisecond}})},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- e.Run(ctx) }()
	y := &yard{Engine: e, store: s}
	y.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(y.stop)
	return y
}

func (y *yard) session(t *testing.T) string {
	t.Helper()
	s, err := y.store.CreateSession(t.Context(), store.Server(), state.Session{Assistant: probe.Name, Title: state.DefaultTitle})
	if err != nil {
		t.Fatal(err)
	}
	return s.ID
}

// ask submits a query and returns its run and the run's events.
func (y *yard) ask(t *testing.T, sessionID, text string) (string, []state.Event) {
	t.Helper()
	p, err := y.Position(t.Context(), sessionID)
	if err != nil {
		t.Fatal(err)
	}
	ack, err := y.Submit(t.Context(), engine.Query{SessionID: sessionID, Text: text, Language: "ko"})
	if err != nil {
		t.Fatal(err)
	}
	return ack.RunID, y.follow(t, sessionID, p.LastSeq, state.TerminalEvent)
}

// follow reads events until one has the type that last asks for.
func (y *yard) follow(t *testing.T, sessionID string, after int64, last func(string) bool) []state.Event {
	t.Helper()
	stream := y.Watch(sessionID, after)
	defer stream.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var events []state.Event
	for {
		d, err := stream.Next(ctx)
		if err != nil {
			t.Fatalf("after %d events: %v", len(events), err)
		}
		if d.Ephemeral {
			continue
		}
		events = append(events, *d.Event)
		if last(d.Event.Type) {
			return events
		}
	}
}

func (y *yard) state(t *testing.T, sessionID string) probe.State {
	t.Helper()
	c, err := y.store.LatestCheckpoint(t.Context(), store.Server(), sessionID)
	if err != nil {
		t.Fatal(err)
	}
	var s probe.State
	if err := json.Unmarshal(c.State, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// labels are the transitions of a run, oldest first, and the sizes of the
// states after them.
func (y *yard) labels(t *testing.T, sessionID, runID string) (labels []string, sizes []int) {
	t.Helper()
	list, err := y.store.Checkpoints(t.Context(), store.Server(), sessionID, runID, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	labels, sizes = make([]string, len(list)), make([]int, len(list))
	first := list[0].StepNo
	for _, c := range list {
		first = min(first, c.StepNo)
	}
	for _, c := range list {
		full, err := y.store.Checkpoint(t.Context(), store.Server(), c.ID)
		if err != nil {
			t.Fatal(err)
		}
		labels[c.StepNo-first], sizes[c.StepNo-first] = c.Label, len(full.State)
	}
	return labels, sizes
}

func typesOf(events []state.Event) (types []string) {
	for _, e := range events {
		types = append(types, e.Type)
	}
	return types
}

func statuses(t *testing.T, events []state.Event) (all []string) {
	t.Helper()
	for _, e := range events {
		if e.Type != state.EventTodoUpdated {
			continue
		}
		var body state.TodoUpdated
		if err := json.Unmarshal(e.Payload, &body); err != nil {
			t.Fatal(err)
		}
		var row []string
		for _, s := range body.ExecutionSteps {
			row = append(row, string(s.Status))
		}
		all = append(all, strings.Join(row, " "))
	}
	return all
}

func response(t *testing.T, events []state.Event) state.Response {
	t.Helper()
	var body state.FinalResponse
	if err := json.Unmarshal(events[len(events)-1].Payload, &body); err != nil {
		t.Fatal(err)
	}
	return body.Response
}

func TestWorkWithoutTimeIsFiveCommitsAndEightEvents(t *testing.T) {
	t.Parallel()
	y := open(t, openStore(t))
	id := y.session(t)
	runID, events := y.ask(t, id, "아무 말이나 합니다")
	want := []string{"plan_ready", "todo_updated", "todo_updated", "todo_updated", "todo_updated", "todo_updated", "todo_updated", "final_response"}
	if diff := cmp.Diff(want, typesOf(events)); diff != "" {
		t.Error(diff)
	}
	steps := []string{
		"in_progress pending pending", "completed pending pending",
		"completed in_progress pending", "completed completed pending",
		"completed completed in_progress", "completed completed completed",
	}
	if diff := cmp.Diff(steps, statuses(t, events)); diff != "" {
		t.Error(diff)
	}
	labels, sizes := y.labels(t, id, runID)
	if diff := cmp.Diff([]string{"initialize", "plan ready", "steps completed", "aggregate", "respond"}, labels); diff != "" {
		t.Error(diff)
	}
	if sizes[0] < 150 || sizes[0] > 350 || sizes[4] < 3_500 || sizes[4] > 5_000 {
		t.Errorf("the state grows over %d bytes, not from about 200 to 4,000", sizes)
	}
	if r := response(t, events); r.Type != state.ResponseAnswer || r.Answer != "1번째 질문: 3단계를 마쳤고 결과는 2700바이트입니다." {
		t.Errorf("response %+v", r)
	}
}

func TestAConversationKeepsOnlyCounters(t *testing.T) {
	t.Parallel()
	y := open(t, openStore(t))
	id := y.session(t)
	last := func(runID string) int {
		_, sizes := y.labels(t, id, runID)
		return sizes[len(sizes)-1]
	}
	first, _ := y.ask(t, id, "{}")
	small := last(first)
	y.ask(t, id, `{"turn_bytes": 5000}`)
	var runID string
	for range 8 {
		runID, _ = y.ask(t, id, "{}")
	}
	s := y.state(t, id)
	if s.Turn != 10 || s.StepsDone != 30 || s.StepsFailed != 0 {
		t.Errorf("turn %d, %d steps done, %d failed", s.Turn, s.StepsDone, s.StepsFailed)
	}
	if got := last(runID); got > small+10 {
		t.Errorf("the state is %d bytes in turn 10, %d in turn 1", got, small)
	}
}

func TestStepsThatTakeTimeAreCommitsOfTheirOwn(t *testing.T) {
	t.Parallel()
	y := open(t, openStore(t))
	id := y.session(t)
	runID, events := y.ask(t, id, `{"step_ms": 1, "steps": 2, "result_bytes": 7, "turn_bytes": 100}`)
	labels, _ := y.labels(t, id, runID)
	want := []string{"initialize", "plan ready", "T3 step_0 started", "T4 step_0 completed", "T3 step_1 started", "T4 step_1 completed", "aggregate", "respond"}
	if diff := cmp.Diff(want, labels); diff != "" {
		t.Error(diff)
	}
	if s := y.state(t, id); len(s.Results["step_1"]) != 7 {
		t.Errorf("results %q", s.Results)
	}
	if r := response(t, events); len(r.Answer) < 100 || len(r.Answer) > 200 {
		t.Errorf("the answer has %d bytes", len(r.Answer))
	}
}

// Parallel steps are all at work before the first of them ends.
func TestParallelStepsRunSideBySide(t *testing.T) {
	t.Parallel()
	y := open(t, openStore(t))
	_, events := y.ask(t, y.session(t), `{"step_ms": 200, "parallel": true}`)
	got := statuses(t, events)
	if len(got) != 6 || got[2] != "in_progress in_progress in_progress" || got[5] != "completed completed completed" {
		t.Errorf("steps %q", got)
	}
}

func TestCompletedStepsAreNotDoneAgainAfterAStop(t *testing.T) {
	t.Parallel()
	s := openStore(t)
	y := open(t, s)
	id := y.session(t)
	// A step is under way for longer than a full machine takes to hear of it and stop.
	ack, err := y.Submit(t.Context(), engine.Query{SessionID: id, Text: `{"step_ms": 1500}`, Language: "ko"})
	if err != nil {
		t.Fatal(err)
	}
	todo := 0
	y.follow(t, id, 0, func(eventType string) bool {
		if eventType == state.EventTodoUpdated {
			todo++
		}
		return todo == 3 // step_0 is completed, step_1 started
	})
	y.stop()
	y = open(t, s)
	y.follow(t, id, 0, state.TerminalEvent)
	labels, _ := y.labels(t, id, ack.RunID)
	want := []string{
		"initialize", "plan ready", "T3 step_0 started", "T4 step_0 completed", "T3 step_1 started",
		"T3 step_1 started", "T4 step_1 completed", "T3 step_2 started", "T4 step_2 completed", "aggregate", "respond",
	}
	if diff := cmp.Diff(want, labels); diff != "" {
		t.Error(diff)
	}
	var attempts []int
	for _, step := range y.state(t, id).Steps {
		attempts = append(attempts, step.Attempt)
	}
	if diff := cmp.Diff([]int{1, 2, 1}, attempts); diff != "" {
		t.Error(diff)
	}
}

func TestFailuresAsAsked(t *testing.T) {
	t.Parallel()
	y := open(t, openStore(t))
	for query, want := range map[string]struct{ kind, last, answer string }{
		`{"fail": "error"}`:                {state.ResponseError, "skipped skipped skipped", ""},
		`{"fail": "panic"}`:                {state.ResponseError, "skipped skipped skipped", ""},
		`{"fail": "step:1"}`:               {state.ResponseAnswer, "completed failed completed", "step_1의 결과가 없습니다."},
		`{"fail": "step:1", "step_ms": 1}`: {state.ResponseAnswer, "completed failed completed", "step_1의 결과가 없습니다."},
	} {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			_, events := y.ask(t, y.session(t), query)
			r, steps := response(t, events), statuses(t, events)
			if r.Type != want.kind || steps[len(steps)-1] != want.last || !strings.Contains(r.Answer, want.answer) {
				t.Errorf("%+v, steps %q", r, steps)
			}
		})
	}
}

func TestWorkThatIsNotThereIsRefused(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]probe.Work{
		"전세금 5% 인상 가능해?":            probe.DefaultWork(),
		"{not JSON":                 probe.DefaultWork(),
		" {\"steps\":2} ":           {Steps: 2, ResultBytes: 900},
		`{"fail":"step:2"}`:         {Steps: 3, ResultBytes: 900, Fail: "step:2"},
		`{"step_ms":50,"steps":32}`: {Steps: 32, StepMS: 50, ResultBytes: 900},
	} {
		got, err := probe.ParseWork(query)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", query, err, diff)
		}
	}
	for _, query := range []string{
		`{"step":3}`, `{"steps":0}`, `{"steps":33}`, `{"step_ms":-1}`, `{"steps":"3"}`,
		`{"result_bytes":1000000}`, `{"turn_bytes":-1}`, `{"fail":"step:3"}`, `{"fail":"sometimes"}`,
	} {
		_, err := probe.ParseWork(query)
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.InvalidArgument {
			t.Errorf("%s: %v", query, err)
		}
	}
}

// The refusal of a query reaches the user with its code.
func TestARefusedQueryEndsWithItsCode(t *testing.T) {
	t.Parallel()
	y := open(t, openStore(t))
	_, events := y.ask(t, y.session(t), `{"steps":99}`)
	last := events[len(events)-1]
	if last.Type != state.EventError || !strings.Contains(string(last.Payload), `"invalid_argument"`) || !strings.Contains(string(last.Payload), "steps=99") {
		t.Errorf("%s %s", last.Type, last.Payload)
	}
}

// The work is bounded by itself, so the longest plan comes to its end on an
// engine whose runs may begin fewer steps.
func TestTheLongestPlanEnds(t *testing.T) {
	t.Parallel()
	y := open(t, openStore(t))
	for _, work := range []string{`{"steps":32}`, `{"steps":32,"step_ms":1,"parallel":true}`} {
		id := y.session(t)
		y.ask(t, id, work)
		if s := y.state(t, id); s.StepsDone != 32 {
			t.Errorf("%s: %d steps done, %s", work, s.StepsDone, s.Error)
		}
	}
}
