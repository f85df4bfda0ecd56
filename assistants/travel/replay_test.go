package travel_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/assistants/travel"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
	"github.com/madang-dev/madang/teams"
)

// replay plays every run of a session again on another day and with services
// that nobody may call, and returns the runs, the newest first.
func (y *yard) replay(t *testing.T, sessionID string, scheduler ...teams.Scheduler) []state.Run {
	t.Helper()
	never := source{
		func(context.Context, catalog.FlightQuery) ([]catalog.Flight, error) {
			t.Error("a replay searched flights")
			return nil, errors.New("called")
		},
		func(context.Context, catalog.HotelQuery) ([]catalog.Hotel, error) {
			t.Error("a replay searched hotels")
			return nil, errors.New("called")
		},
	}
	scheduler = append(scheduler, patient)
	graph, err := travel.New(travel.Config{
		Flights: never, Hotels: never, Scheduler: scheduler[0],
		TodayFunc: func() time.Time { return time.Date(2031, 2, 3, 0, 0, 0, 0, time.UTC) },
	})
	if err != nil {
		t.Fatal(err)
	}
	runs, err := y.store.Runs(t.Context(), store.Server(), sessionID, 100, 0)
	if err != nil || len(runs) == 0 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	for _, run := range runs {
		report, err := engine.Replay(t.Context(), engine.ReplayConfig{
			Store: y.store, Assistants: []engine.Assistant{graph}, Patience: 10 * time.Second,
		}, run.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]engine.Difference(nil), report.Differences); diff != "" || !report.Equal || report.Checkpoints < 2 {
			t.Errorf("%q, %s, %d checkpoints: %s", run.Query, run.Status, report.Checkpoints, diff)
		}
	}
	return runs
}

// service is a source over the sample that shows itself as another one.
func service(t *testing.T, before func(ctx context.Context, nth int64) error) source {
	t.Helper()
	p := sample(t)
	var n atomic.Int64
	ask := func(ctx context.Context) error {
		nth := n.Add(1)
		if before == nil {
			return nil
		}
		return before(ctx, nth)
	}
	return source{
		func(ctx context.Context, q catalog.FlightQuery) ([]catalog.Flight, error) {
			if err := ask(ctx); err != nil {
				return nil, err
			}
			found, err := p.Flights(ctx, q)
			for i := range found {
				found[i].Source, found[i].ID = "service", fmt.Sprintf("service-%d", i)
				found[i].Price += n.Load() * 1000 // fares are never the same twice
			}
			return found, err
		},
		func(ctx context.Context, q catalog.HotelQuery) ([]catalog.Hotel, error) {
			if err := ask(ctx); err != nil {
				return nil, err
			}
			return p.Hotels(ctx, q)
		},
	}
}

func TestATripCanBePlayedAgain(t *testing.T) {
	t.Parallel()
	// Both experts are asked before either answers.
	var both sync.WaitGroup
	both.Add(2)
	s := service(t, func(_ context.Context, nth int64) error {
		if nth <= 2 {
			both.Done()
			both.Wait()
		}
		return nil
	})
	y := open(t, storetest.SQLite(t), func(c *travel.Config) { c.Flights, c.Hotels = s, s })
	id := y.session(t)
	for _, text := range []string{
		"오사카 3박 4일", "200만원 둘이 맛집", "예산을 300만원으로 올려줘", "쇼핑도 추가해줘",
		"다시 검색해줘", "PDF로 저장해줘", "비자 필요해?", "아니 5일로 하고 PDF로 저장해줘", "처음부터 다시",
	} {
		events := y.ask(t, id, text)
		started, planned := 0, 0
		for _, e := range events {
			switch e.Type {
			case state.EventExecutionStart:
				started++
			case state.EventPlanReady:
				planned++
			}
		}
		if started != planned || started > 1 {
			t.Errorf("%q: %d plans, %d executions", text, planned, started)
		}
	}
	if runs := y.replay(t, id); len(runs) != 9 {
		t.Errorf("%d runs", len(runs))
	}
}

// What was recorded with the sample is played with the sample, whatever
// service a replay has.
func TestATripOfTheSampleCanBePlayedAgain(t *testing.T) {
	t.Parallel()
	y := open(t, storetest.SQLite(t), nil)
	id := y.session(t)
	y.say(t, id, whole, "도쿄로 바꿔줘", "캘린더로 내보내줘", "더 싸게 해줘", "호텔만 더 좋은 데로 바꿔줘", "둘째 날 비워줘", "츠키지 빼줘", "방금 거 취소", "네 명이면 얼마야?", "3일차에 긴자 넣어줘",
		"하루 더 있을래", "되돌려줘", "요약해줘", "왜 이 플랜이야?", "일정 다시 보여줘", "PDF로 저장해줘")
	y.replay(t, id)
}

func TestFailedSearchesCanBePlayedAgain(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]func(ctx context.Context, nth int64) error{
		"down":       func(context.Context, int64) error { return errors.New("the service is down") },
		"for good":   func(context.Context, int64) error { return teams.Permanent(errors.New("no such route")) },
		"at first":   func(_ context.Context, nth int64) error { return []error{errors.New("busy"), nil}[min(nth-1, 1)] },
		"long words": func(context.Context, int64) error { return errors.New(strings.Repeat("가\xff", 100_000)) },
		"panic":      func(context.Context, int64) error { panic("a bug in the client") },
		"silent":     func(ctx context.Context, _ int64) error { <-ctx.Done(); return ctx.Err() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			flights, hotels, scheduler := service(t, away), service(t, away), patient
			if name == "silent" {
				scheduler.StepTimeout, scheduler.MaxAttempts = 500*time.Millisecond, 2
			}
			y := open(t, storetest.SQLite(t), func(c *travel.Config) {
				c.Flights, c.Hotels = flights, hotels
				c.Scheduler = scheduler
			})
			id := y.session(t)
			events := y.ask(t, id, whole)
			if got := steps(t, events)["flight_expert"]; got != state.StepFailed {
				t.Errorf("the flight expert's step is %s", got)
			}
			// What can't be mended by trying is not tried again.
			tries := map[string]int{"down": 2, "for good": 1, "at first": 2, "long words": 2, "panic": 1, "silent": 2}[name]
			if got := y.state(t, id).Steps[1].Attempt; got != tries {
				t.Errorf("lodging was searched %d times, not %d", got, tries)
			}
			for _, c := range y.checkpoints(t, id) {
				if len(c.Journal) > 4<<10 || len(c.State) > 64<<10 {
					t.Errorf("%s: a record of %d bytes, a state of %d", c.Label, len(c.Journal), len(c.State))
				}
			}
			y.say(t, id, "다시 검색해줘")
			y.replay(t, id, scheduler)
		})
	}
}

func TestASkippedStepCanBePlayedAgain(t *testing.T) {
	t.Parallel()
	began := make(chan struct{}, 2)
	s := service(t, func(ctx context.Context, _ int64) error {
		began <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	})
	y := open(t, storetest.SQLite(t), func(c *travel.Config) { c.Flights, c.Hotels = s, s })
	id := y.session(t)
	runID := y.submit(t, id, whole)
	<-began
	<-began
	for _, step := range []string{"step_4", "step_0", "step_1"} {
		if err := y.SkipStep(t.Context(), id, runID, step); err != nil {
			t.Fatal(err)
		}
	}
	y.ended(t, id, state.EventFinalResponse)
	y.replay(t, id)
	for i, step := range y.state(t, id).Steps {
		if want := i == 0 || i == 1 || i == 4; (step.Status == state.StepSkipped) != want {
			t.Errorf("%s is %s", step.AgentName, step.Status)
		}
	}
}

func TestACancelledTripCanBePlayedAgain(t *testing.T) {
	t.Parallel()
	began := make(chan struct{}, 2)
	s := service(t, func(ctx context.Context, nth int64) error {
		if nth > 2 {
			return nil
		}
		began <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	})
	y := open(t, storetest.SQLite(t), func(c *travel.Config) { c.Flights, c.Hotels = s, s })
	id := y.session(t)
	runID := y.submit(t, id, whole)
	<-began
	<-began
	if err := y.Cancel(t.Context(), id, runID); err != nil {
		t.Fatal(err)
	}
	y.ended(t, id, state.EventRunCancelled)
	y.say(t, id, "계속해줘")
	runs := y.replay(t, id)
	if runs[len(runs)-1].Status != state.RunCancelled {
		t.Errorf("the first run is %s", runs[len(runs)-1].Status)
	}
}

// A day of departure that passed between two turns has passed in a replay.
func TestAPassedDayCanBePlayedAgain(t *testing.T) {
	t.Parallel()
	now := today
	y := open(t, storetest.SQLite(t), func(c *travel.Config) { c.TodayFunc = func() time.Time { return now } })
	id := y.session(t)
	y.say(t, id, whole)
	now = today.AddDate(0, 2, 0)
	y.say(t, id, "쇼핑도 추가해줘")
	y.replay(t, id)
}

// A run that goes on from a checkpoint shows its execution once too, makes
// documents of its own and can be played again.
func TestARunFromACheckpointCanBePlayedAgain(t *testing.T) {
	t.Parallel()
	s := service(t, nil)
	y := open(t, storetest.SQLite(t), func(c *travel.Config) { c.Flights, c.Hotels = s, s })
	id := y.session(t)
	first := y.say(t, id, whole, "다시 검색해줘", "처음 예산은 250만원, PDF로 저장해줘")
	tried := 0
	for _, c := range y.checkpoints(t, id) {
		if c.Label != "collect_info" && c.Label != "T4 step_3 completed" {
			continue
		}
		tried++
		fork, from, err := y.store.Fork(t.Context(), store.Server(), c.ID, state.Session{Title: "다른 길"}, state.Checkpoint{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := y.Rerun(t.Context(), fork.ID, from, ""); err != nil {
			t.Fatal(err)
		}
		events := y.ended(t, fork.ID, state.EventFinalResponse)
		if n := strings.Count(" "+eventTypes(events), " "+state.EventExecutionStart); n != 1 {
			t.Errorf("%s: %d times execution_start in %s", c.Label, n, eventTypes(events))
		}
		if r := answer(t, events); r.Document != nil && first.Document != nil && r.Document.ID == first.Document.ID {
			t.Error("two runs made one document")
		}
		y.replay(t, fork.ID)
	}
	if tried < 4 {
		t.Errorf("%d checkpoints were tried", tried)
	}
}

// However much a service brings, record and state stay small.
func TestTheRecordOfASearchIsBounded(t *testing.T) {
	t.Parallel()
	p := sample(t)
	s := source{
		func(ctx context.Context, q catalog.FlightQuery) ([]catalog.Flight, error) {
			found, err := p.Flights(ctx, q)
			for len(found) < 5000 {
				f := found[len(found)%3]
				f.ID = fmt.Sprintf("%s-%d", f.ID, len(found))
				found = append(found, f)
			}
			return found, err
		},
		p.Hotels,
	}
	y := open(t, storetest.SQLite(t), func(c *travel.Config) { c.Flights = s })
	id := y.session(t)
	y.say(t, id, whole)
	if n := len(y.state(t, id).FlightOptions); n != 30 {
		t.Errorf("%d flights", n)
	}
	for _, c := range y.checkpoints(t, id) {
		if len(c.Journal) > 8<<10 {
			t.Errorf("%s: a record of %d bytes", c.Label, len(c.Journal))
		}
	}
	y.replay(t, id)
}

// submit sends a message and returns its run at once.
func (y *yard) submit(t *testing.T, sessionID, text string) string {
	t.Helper()
	ack, err := y.Submit(t.Context(), engine.Query{SessionID: sessionID, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return ack.RunID
}

// ended waits for the session's first run to end with an event of that type
// and returns the events until then.
func (y *yard) ended(t *testing.T, sessionID, eventType string) []state.Event {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	watch := y.Watch(sessionID, 0)
	defer watch.Close()
	var events []state.Event
	for {
		d, err := watch.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if d.Ephemeral {
			continue
		}
		events = append(events, *d.Event)
		if state.TerminalEvent(d.Event.Type) {
			if d.Event.Type != eventType {
				t.Fatalf("ended with %s %s", d.Event.Type, d.Event.Payload)
			}
			return events
		}
	}
}
