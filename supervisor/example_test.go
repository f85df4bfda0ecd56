package supervisor_test

import (
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

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/words/wordstest"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams"
)

// Menu is the state of an assistant that looks dishes up and adds their prices.
type Menu struct {
	supervisor.State
	Dishes []string `json:"dishes"`
	Won    int      `json:"won"`
}

func newWaiter(lookUp, add supervisor.Team[Menu]) *engine.Graph[Menu] {
	return supervisor.Graph(supervisor.Config[Menu]{
		Assistant: "waiter", Plan: order, Respond: serve,
		Teams:     supervisor.Teams[Menu]{"kitchen": lookUp, "till": add},
		Scheduler: teams.Scheduler{RetryDelay: time.Millisecond, Grace: 20 * time.Millisecond},
	})
}

// order makes two steps of a message, the second of which waits for the first.
func order(_ context.Context, t *engine.Turn[Menu]) (p supervisor.Plan[Menu], err error) {
	step := func(id, team string, after ...string) state.ExecutionStep {
		return state.ExecutionStep{
			StepID: id, StepType: state.StepTypeSearch, AgentName: team + "_team", Team: team, Task: "Ask the " + team,
			Status: state.StepPending, DependsOn: after,
		}
	}
	p.Planning = state.Planning{
		RawQuery: t.Info().Query, AnalyzedIntent: state.AnalyzedIntent{IntentType: "order"}, IntentConfidence: 1,
		ExecutionStrategy: state.Parallel, ExecutionSteps: []state.ExecutionStep{step("step_0", "kitchen"), step("step_1", "till", "step_0")},
	}
	p.Exit = p.RawQuery == "?"
	return p, nil
}

func kitchen(_ context.Context, step *supervisor.Step[Menu]) (supervisor.Result[Menu], error) {
	step.Progress(50, "looking")
	dishes := strings.Fields(step.State.Query)
	return supervisor.Result[Menu]{
		Shown:  state.StepResult{Summary: fmt.Sprint(len(dishes), " dishes"), TotalResults: len(dishes)},
		Update: func(s *Menu) { s.Dishes = dishes },
	}, nil
}

func till(_ context.Context, step *supervisor.Step[Menu]) (supervisor.Result[Menu], error) {
	won := 9000 * len(step.State.Dishes)
	return supervisor.Result[Menu]{
		Shown: state.StepResult{Summary: fmt.Sprint(won), TotalResults: 1}, Update: func(s *Menu) { s.Won = won },
	}, nil
}

func serve(_ context.Context, t *engine.Turn[Menu]) (a supervisor.Answer[Menu], err error) {
	t.View(func(s *Menu) {
		a.Response = state.Response{Type: state.ResponseGuidance, Message: "Name dishes, please."}
		if s.AggregatedResults != nil {
			a.Response = state.Response{Type: state.ResponseAnswer, Answer: fmt.Sprintf("%s: %d", strings.Join(s.Dishes, ", "), s.Won)}
		}
	})
	return a, nil
}

// table is an engine with the waiter.
type table struct {
	*engine.Engine
	t     *testing.T
	store *store.Store
	id    string
}

func open(t *testing.T, graph engine.Assistant) *table {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DataDir: storetest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Config{Store: s, Assistants: []engine.Assistant{graph}, Sweep: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- e.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := errors.Join(<-done, s.Close()); err != nil {
			t.Error(err)
		}
	})
	session, err := s.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "waiter", Title: state.DefaultTitle})
	if err != nil {
		t.Fatal(err)
	}
	return &table{e, t, s, session.ID}
}

func (y *table) ask(query string) (runID string, types []string, last Menu) {
	y.t.Helper()
	return y.watch(query, func(string) {})
}

// watch is ask with a word of each event as it comes.
func (y *table) watch(query string, came func(eventType string)) (runID string, types []string, last Menu) {
	y.t.Helper()
	p, err := y.Position(y.t.Context(), y.id)
	if err != nil {
		y.t.Fatal(err)
	}
	stream := y.Watch(y.id, p.LastSeq)
	defer stream.Close()
	ack, err := y.Submit(y.t.Context(), engine.Query{SessionID: y.id, Text: query, Language: "en"})
	if err != nil {
		y.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(y.t.Context(), 20*time.Second)
	defer cancel()
	for len(types) == 0 || !state.TerminalEvent(types[len(types)-1]) {
		d, err := stream.Next(ctx)
		if err != nil {
			y.t.Fatal(err)
		}
		types = append(types, d.Event.Type)
		came(d.Event.Type)
	}
	c, err := y.store.LatestCheckpoint(y.t.Context(), store.Server(), y.id)
	if err == nil {
		err = json.Unmarshal(c.State, &last)
	}
	if err != nil {
		y.t.Fatal(err)
	}
	return ack.RunID, types, last
}

func (y *table) replay(runID string, graph engine.Assistant) {
	y.t.Helper()
	report, err := engine.Replay(y.t.Context(), engine.ReplayConfig{Store: y.store, Assistants: []engine.Assistant{graph}, Patience: 10 * time.Second}, runID)
	if err != nil || !report.Equal {
		y.t.Errorf("%+v %v", report, err)
	}
}

func TestTwoTeamsAnswer(t *testing.T) {
	t.Parallel()
	// Progress isn't stored: a reader who still reads from the store is told
	// of it late. So the kitchen works when its start was seen.
	started := make(chan struct{})
	seen := sync.OnceFunc(func() { close(started) })
	y := open(t, newWaiter(func(ctx context.Context, step *supervisor.Step[Menu]) (supervisor.Result[Menu], error) {
		select {
		case <-started:
			return kitchen(ctx, step)
		case <-ctx.Done():
			return supervisor.Result[Menu]{}, ctx.Err()
		}
	}, till))
	runID, types, s := y.watch("bibimbap naengmyeon", func(eventType string) {
		if eventType == state.EventTodoUpdated {
			seen()
		}
	})
	want := []string{
		state.EventRunQueued, state.EventPlanningStart, state.EventAnalysisReady, state.EventPlanReady, state.EventExecutionStart,
		state.EventTodoUpdated, state.EventStepProgress, state.EventTodoUpdated, state.EventTodoUpdated, state.EventTodoUpdated,
		state.EventSessionUpdated, state.EventFinalResponse,
	}
	types = slices.DeleteFunc(types, func(e string) bool { return e == state.EventRunQueued })
	if diff := cmp.Diff(want[1:], types); diff != "" {
		t.Error(diff)
	}
	if s.FinalResponse.Answer != "bibimbap, naengmyeon: 18000" || s.Status != supervisor.StatusCompleted || len(s.CompletedTeams) != 2 {
		t.Errorf("%+v", s)
	}
	y.replay(runID, newWaiter(kitchen, till))
	if _, _, s := y.ask("?"); s.FinalResponse.Type != state.ResponseGuidance || s.Dishes != nil || s.Turn != 2 {
		t.Errorf("%+v", s)
	}
}

// A team that fails is told of, the other one answers from what there is, and
// a replay hears from outside what the run did.
func TestATeamThatFails(t *testing.T) {
	t.Parallel()
	asked := func(err error) supervisor.Team[Menu] {
		return func(ctx context.Context, step *supervisor.Step[Menu]) (supervisor.Result[Menu], error) {
			_, err := engine.Do(ctx, step.Turn, "cook", func(context.Context) (bool, error) { return true, err })
			if err != nil {
				return supervisor.Result[Menu]{}, teams.Permanent(err)
			}
			return kitchen(ctx, step)
		}
	}
	y := open(t, newWaiter(asked(errors.New("the cook is ill")), till))
	runID, _, s := y.ask("bibimbap")
	if s.FinalResponse.Answer != ": 0" || s.TeamResults["kitchen"].Status != supervisor.TeamFailed || len(s.AggregatedResults.Missing) != 1 || len(s.ErrorLog) != 1 {
		t.Errorf("%+v", s)
	}
	y.replay(runID, newWaiter(asked(nil), till))
}

func TestTheStateListsAllItsErrors(t *testing.T) {
	t.Parallel()
	bad := supervisor.State{
		Status: "odd", TotalExecutionTime: -1, PlanningState: &state.Planning{},
		TeamResults: map[string]supervisor.TeamResult{"search": {Status: "odd"}},
	}
	errs := bad.Validate()
	for _, want := range []string{"query", "session_id", "request_id", "current_phase", "status", "total_execution_time", "planning_state: raw_query", "team_results.search"} {
		if !slices.ContainsFunc(errs, func(e string) bool { return strings.HasPrefix(e, want) }) {
			t.Errorf("nothing about %s in %q", want, errs)
		}
	}
}

func TestTexts(t *testing.T) {
	t.Parallel()
	wordstest.Check(t, supervisor.Texts, ".")
}
