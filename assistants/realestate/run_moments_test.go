package realestate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("database/sql.(*DB).connectionOpener"))
}

var planner = sync.OnceValues(func() (*planning.Planner, error) {
	file, err := datafile.Open(configs.FS, "planning/realestate.yaml")
	if err != nil {
		return nil, err
	}
	cfg, err := planning.Load(file)
	if err != nil {
		return nil, err
	}
	return planning.New(cfg, nil)
})

type (
	atStep = supervisor.Step[State]
	result = supervisor.Result[State]
)

// work is what a test's team does.
type work func(ctx context.Context, b *atStep) (result, error)

func fine(_ context.Context, b *atStep) (result, error) {
	b.Progress(50, "half")
	return result{Shown: state.StepResult{
		Summary: b.Team + " found it", TotalResults: 1,
		Sources: []string{"출처 " + b.Team}, Highlights: []string{b.Team},
	}}, nil
}

// yard is a supervisor at work on a store.
type yard struct {
	*engine.Engine
	store *store.Store
	stop  func()
}

func open(t *testing.T, members map[string]work, change func(*desk)) *yard {
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
	return onStore(t, s, members, change)
}

// onStore is a supervisor at work on that store.
func onStore(t *testing.T, s *store.Store, members map[string]work, change func(*desk)) *yard {
	t.Helper()
	p, err := planner()
	if err != nil {
		t.Fatal(err)
	}
	today := func() time.Time { return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) }
	d := (&yard{store: s}).desk(p, today)
	if change != nil {
		change(d)
	}
	e, err := engine.New(engine.Config{Store: s, Assistants: []engine.Assistant{d.graph(teamsOf(members))}, Sweep: 50 * time.Millisecond, DrainTimeout: 50 * time.Millisecond})
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

// desk is one whose answers tell what was found.
func (y *yard) desk(p *planning.Planner, today func() time.Time) *desk {
	d := newDesk(Config{
		Memory:    memory.New(memory.Config{Store: y.store}),
		Scheduler: teams.Scheduler{StepTimeout: 5 * time.Second, RetryDelay: time.Millisecond, Grace: 20 * time.Millisecond},
		TodayFunc: today,
	}, p, prompts{}, nil)
	d.compose = func(s *State) state.Response {
		return state.Response{Type: state.ResponseAnswer, Answer: strings.Join(s.AggregatedResults.Highlights, ","), StructuredData: &state.StructuredData{
			Sections: []state.Section{},
			Metadata: state.AnswerMetadata{Confidence: s.AggregatedResults.Confidence, Missing: s.AggregatedResults.Missing, Sources: s.AggregatedResults.Sources},
		}}
	}
	d.writer = func(*State, state.Response, aid) writer { return nil }
	return d
}

// teamsOf are teams that do what the test says.
func teamsOf(members map[string]work) supervisor.Teams[State] {
	list := supervisor.Teams[State]{}
	for _, team := range []string{"search", "analysis", "document"} {
		do := members[team]
		if do == nil {
			do = fine
		}
		list[team] = supervisor.Team[State](do)
	}
	return list
}

func (y *yard) session(t *testing.T, user string) string {
	t.Helper()
	s, err := y.store.CreateSession(t.Context(), store.Server(), state.Session{Assistant: Name, UserID: user, Title: state.DefaultTitle})
	if err != nil {
		t.Fatal(err)
	}
	return s.ID
}

// ask submits a query and returns the run's events.
func (y *yard) ask(t *testing.T, sessionID, text string) (engine.Ack, []state.Event) {
	t.Helper()
	p, err := y.Position(t.Context(), sessionID)
	if err != nil {
		t.Fatal(err)
	}
	ack, err := y.Submit(t.Context(), engine.Query{SessionID: sessionID, Text: text, Language: "ko"})
	if err != nil {
		t.Fatal(err)
	}
	return ack, y.follow(t, sessionID, p.LastSeq, nil)
}

func (y *yard) follow(t *testing.T, sessionID string, after int64, each func(state.Event)) []state.Event {
	t.Helper()
	stream := y.Watch(sessionID, after)
	defer stream.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
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
		if each != nil {
			each(*d.Event)
		}
		if state.TerminalEvent(d.Event.Type) {
			return events
		}
	}
}

func typesOf(events []state.Event) []string {
	var list []string
	for _, e := range events {
		list = append(list, e.Type)
	}
	return list
}

func (y *yard) state(t *testing.T, sessionID string) State {
	t.Helper()
	c, err := y.store.LatestCheckpoint(t.Context(), store.Server(), sessionID)
	if err != nil {
		t.Fatal(err)
	}
	var s State
	if err := json.Unmarshal(c.State, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func statuses(s State) map[string]state.StepStatus {
	got := map[string]state.StepStatus{}
	for _, step := range s.PlanningState.ExecutionSteps {
		got[step.Team] = step.Status
	}
	return got
}

// compound makes a plan of search and analysis.
const compound = "전세금 5% 인상 가능해?"

func TestMomentsAreTransitionsInOrder(t *testing.T) {
	t.Parallel()
	y := open(t, nil, nil)
	id := y.session(t, "")
	ack, events := y.ask(t, id, compound)
	got := typesOf(events)
	if got[0] != state.EventPlanningStart || !slices.Contains(got, state.EventExecutionStart) || got[len(got)-1] != state.EventFinalResponse {
		t.Errorf("events %q", got)
	}
	list, err := y.store.Checkpoints(t.Context(), store.Server(), id, ack.RunID, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(list)
	if list[0].StepNo > list[1].StepNo {
		slices.Reverse(list)
	}
	var labels, phases []string
	for _, c := range list {
		labels = append(labels, c.Label)
		if n := len(phases); n == 0 || phases[n-1] != c.Phase {
			phases = append(phases, c.Phase)
		}
	}
	wantPhases := []string{"initialization", "planning", "executing", "aggregation", "response_generation"}
	if diff := cmp.Diff(wantPhases, phases); diff != "" {
		t.Errorf("%s in %q", diff, labels)
	}
	at := 0
	for n := 1; n <= 8; n++ {
		i := slices.IndexFunc(labels[at:], func(l string) bool { return strings.HasPrefix(l, fmt.Sprintf("T%d ", n)) })
		if i < 0 {
			t.Fatalf("T%d is missing or out of order: %q", n, labels)
		}
		at += i
	}
}

// The fields of each moment are set when the design says so.
func TestWhatEachMomentSets(t *testing.T) {
	t.Parallel()
	y := open(t, nil, nil)
	id := y.session(t, "u-1")
	ack, _ := y.ask(t, id, compound)
	list, err := y.store.Checkpoints(t.Context(), store.Server(), id, ack.RunID, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]State{}
	for _, c := range list {
		full, err := y.store.Checkpoint(t.Context(), store.Server(), c.ID)
		if err != nil {
			t.Fatal(err)
		}
		var s State
		if err := json.Unmarshal(full.State, &s); err != nil {
			t.Fatal(err)
		}
		if errs := s.Validate(); len(errs) > 0 {
			t.Errorf("%s: %q", c.Label, errs)
		}
		at[strings.Fields(c.Label)[0]] = s
	}
	t1, t2, t6, t7 := at["T1"], at["T2"], at["T6"], at["T7"]
	if t1.Query != compound || t1.SessionID != id || t1.RequestID != ack.RunID || t1.StartTime == nil ||
		t1.Status != supervisor.StatusInitialized || t1.UserID != "u-1" || t1.Today == "" {
		t.Errorf("T1 %+v", t1)
	}
	if t2.PlanningState == nil || t2.ExecutionPlan == nil || len(t2.ActiveTeams) != 2 || t2.MemoryLoadTime == nil || t2.Today != "2026-11-21" {
		t.Errorf("T2 %+v", t2)
	}
	if t6.AggregatedResults == nil || len(t6.ActiveTeams) != 0 || len(t6.CompletedTeams) != 2 || len(t6.TeamResults) != 2 {
		t.Errorf("T6 %+v", t6)
	}
	if t7.Status != supervisor.StatusCompleted || t7.EndTime == nil || t7.FinalResponse == nil {
		t.Errorf("T7 %+v", t7)
	}
}

// Two teams that each wait for the other can only end when both run at once.
func TestParallelTeamsRunAtOnce(t *testing.T) {
	t.Parallel()
	var both sync.WaitGroup
	both.Add(2)
	meet := func(ctx context.Context, b *atStep) (result, error) {
		both.Done()
		met := make(chan struct{})
		go func() { both.Wait(); close(met) }()
		select {
		case <-met:
			return fine(ctx, b)
		case <-ctx.Done():
			return result{}, ctx.Err()
		}
	}
	y := open(t, map[string]work{"search": meet, "analysis": meet}, nil)
	id := y.session(t, "")
	y.ask(t, id, compound)
	s := y.state(t, id)
	if s.PlanningState.ExecutionStrategy != state.Parallel || len(s.PlanningState.ParallelGroups) == 0 {
		t.Fatalf("not a parallel plan: %+v", s.PlanningState)
	}
	if diff := cmp.Diff(map[string]state.StepStatus{"search": "completed", "analysis": "completed"}, statuses(s)); diff != "" {
		t.Error(diff)
	}
}

func TestAnalysisWaitsForSearchWhenItNeedsIt(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var order []string
	note := func(ctx context.Context, b *atStep) (result, error) {
		mu.Lock()
		order = append(order, b.Team)
		mu.Unlock()
		return fine(ctx, b)
	}
	y := open(t, map[string]work{"search": note, "analysis": note}, nil)
	id := y.session(t, "")
	y.ask(t, id, "강남구 아파트 전세 평균 시세가 얼마야?")
	s := y.state(t, id)
	waits := slices.ContainsFunc(s.PlanningState.ExecutionSteps, func(st state.ExecutionStep) bool {
		return st.Team == "analysis" && len(st.DependsOn) > 0
	})
	if !waits || len(order) < 2 || order[0] != "search" || order[len(order)-1] != "analysis" {
		t.Errorf("depends %v, order %q", waits, order)
	}
}

func TestAFailedTeamIsShownAndTheOthersAnswer(t *testing.T) {
	t.Parallel()
	stuck := make(chan struct{})
	t.Cleanup(func() { close(stuck) })
	for name, broken := range map[string]work{
		"error": func(_ context.Context, _ *atStep) (result, error) {
			return result{}, errors.New("secret of the inside")
		},
		"panic": func(_ context.Context, _ *atStep) (result, error) {
			panic("secret of the inside")
		},
		"timeout": func(_ context.Context, _ *atStep) (result, error) {
			<-stuck // ignores its limit
			return result{}, errors.New("secret of the inside")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := open(t, map[string]work{"search": broken}, func(c *desk) { c.Scheduler.StepTimeout = 50 * time.Millisecond })
			id := y.session(t, "")
			_, events := y.ask(t, id, compound)
			s := y.state(t, id)
			if diff := cmp.Diff(map[string]state.StepStatus{"search": "failed", "analysis": "completed"}, statuses(s)); diff != "" {
				t.Error(diff)
			}
			if !cmp.Equal(s.FailedTeams, []string{"search"}) || !cmp.Equal(s.CompletedTeams, []string{"analysis"}) || s.Status != supervisor.StatusCompleted {
				t.Errorf("failed %q completed %q status %s", s.FailedTeams, s.CompletedTeams, s.Status)
			}
			if len(s.AggregatedResults.Missing) != 1 || len(s.ErrorLog) == 0 {
				t.Errorf("missing %q, log %q", s.AggregatedResults.Missing, s.ErrorLog)
			}
			last := events[len(events)-1]
			if last.Type != state.EventFinalResponse || !bytes.Contains(last.Payload, []byte(`"answer":"analysis"`)) {
				t.Errorf("ended with %s %s", last.Type, last.Payload)
			}
			for _, e := range events {
				if bytes.Contains(e.Payload, []byte("secret")) {
					t.Errorf("the inside is shown: %s", e.Payload)
				}
			}
		})
	}
}

func TestAStepIsTriedAgain(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	tries := 0
	shaky := func(ctx context.Context, b *atStep) (result, error) {
		mu.Lock()
		defer mu.Unlock()
		if tries++; tries == 1 {
			return result{}, errors.New("not yet")
		}
		return fine(ctx, b)
	}
	y := open(t, map[string]work{"search": shaky}, nil)
	id := y.session(t, "")
	y.ask(t, id, compound)
	for _, step := range y.state(t, id).PlanningState.ExecutionSteps {
		if step.Team == "search" && (step.Status != state.StepCompleted || step.Attempt != 2) {
			t.Errorf("%+v", step)
		}
	}
}

func TestASkippedStepAndACancelledRun(t *testing.T) {
	t.Parallel()
	hang := func(ctx context.Context, _ *atStep) (result, error) {
		<-ctx.Done()
		return result{}, ctx.Err()
	}
	y := open(t, map[string]work{"search": hang}, nil)
	id := y.session(t, "")
	submit := func() engine.Ack {
		ack, err := y.Submit(t.Context(), engine.Query{SessionID: id, Text: compound, Language: "ko"})
		if err != nil {
			t.Fatal(err)
		}
		return ack
	}
	// at calls do once the search step is at work.
	at := func(do func(stepID string)) func(state.Event) {
		once := false
		return func(e state.Event) {
			var body state.TodoUpdated
			if once || e.Type != state.EventTodoUpdated || json.Unmarshal(e.Payload, &body) != nil {
				return
			}
			for _, s := range body.ExecutionSteps {
				if s.Team == "search" && s.Status == state.StepInProgress {
					once = true
					do(s.StepID)
				}
			}
		}
	}
	ack := submit()
	events := y.follow(t, id, 0, at(func(step string) {
		if err := y.SkipStep(t.Context(), id, ack.RunID, step); err != nil {
			t.Error(err)
		}
	}))
	s := y.state(t, id)
	if statuses(s)["search"] != state.StepSkipped || events[len(events)-1].Type != state.EventFinalResponse || len(s.AggregatedResults.Missing) != 1 {
		t.Errorf("%v %+v", statuses(s), s.AggregatedResults)
	}

	ack = submit()
	events = y.follow(t, id, events[len(events)-1].Seq, at(func(string) {
		if err := y.Cancel(t.Context(), id, ack.RunID); err != nil {
			t.Error(err)
		}
	}))
	s = y.state(t, id)
	if events[len(events)-1].Type != state.EventRunCancelled || statuses(s)["search"] != state.StepSkipped || s.Status != supervisor.StatusError {
		t.Errorf("%q %v %s", typesOf(events), statuses(s), s.Status)
	}
}

func TestEarlyExits(t *testing.T) {
	t.Parallel()
	y := open(t, nil, nil)
	for query, intent := range map[string]string{
		"오늘 점심 뭐 먹지?": "irrelevant",
		"음...":        "unclear",
	} {
		id := y.session(t, "u-early")
		_, events := y.ask(t, id, query)
		want := []string{state.EventPlanningStart, state.EventSessionUpdated, state.EventFinalResponse}
		if diff := cmp.Diff(want, typesOf(events)); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
		if last := events[len(events)-1]; !bytes.Contains(last.Payload, []byte(`"type":"guidance"`)) || !bytes.Contains(last.Payload, []byte(intent)) {
			t.Errorf("%s: %s", query, last.Payload)
		}
	}
	memories, err := y.store.Memories(t.Context(), store.Server(), "u-early", time.Time{}, 10)
	if err != nil || len(memories) != 0 {
		t.Errorf("remembered %+v, %v", memories, err)
	}
}

func TestImpossibleValuesAreRefusedInTheUsersLanguage(t *testing.T) {
	t.Parallel()
	y := open(t, nil, nil)
	for query, code := range map[string]string{
		"전세 99999조원인데 5% 인상 가능해?":       "invalid_amount",
		"계약 만기가 2027년 2월 30일인데 갱신 가능해?": "invalid_date",
	} {
		id := y.session(t, "")
		_, events := y.ask(t, id, query)
		last := events[len(events)-1]
		if last.Type != state.EventError || !bytes.Contains(last.Payload, []byte(code)) || !bytes.Contains(last.Payload, []byte("올바르지 않습니다")) {
			t.Errorf("%s: %s %s", query, last.Type, last.Payload)
		}
	}
}

func TestMemoryIsSavedAndLoadedInAnotherSession(t *testing.T) {
	t.Parallel()
	y := open(t, nil, nil)
	y.ask(t, y.session(t, "u-7"), "강남구에서 집을 구하고 있어요. 서울 강남구 전세금 5% 인상 가능해?")
	id := y.session(t, "u-7")
	y.ask(t, id, compound)
	s := y.state(t, id)
	if len(s.LoadedMemories) != 1 || !strings.Contains(s.LoadedMemories[0].Query, "강남구") || s.MemoryLoadTime == nil {
		t.Errorf("memories %+v", s.LoadedMemories)
	}
	if !slices.ContainsFunc(s.UserPreferences, func(p state.Preference) bool { return p.Key == memory.Region }) {
		t.Errorf("preferences %+v", s.UserPreferences)
	}
	other := y.session(t, "u-8")
	y.ask(t, other, compound)
	if got := y.state(t, other).LoadedMemories; len(got) != 0 {
		t.Errorf("another user's memories %+v", got)
	}
}
