package refund

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/words/wordstest"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// ledger is a shop with one order, which notes what it has paid by key.
type ledger map[string]string

func (l ledger) Order(_ context.Context, id string) (Order, error) {
	if id != "A-17" {
		return Order{}, ErrNoOrder
	}
	return Order{ID: id, Item: "전기포트", Price: 39_000}, nil
}

func (l ledger) Refund(_ context.Context, id, key string) (string, error) {
	l[key] = id
	return "R-1", nil
}

// counter is an engine with the assistant and one conversation.
type counter struct {
	*engine.Engine
	store  *store.Store
	shop   ledger
	id     string
	stream *engine.Stream
}

func open(t *testing.T) *counter {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DataDir: storetest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	c := &counter{store: s, shop: ledger{}}
	if c.Engine, err = engine.New(engine.Config{Store: s, Assistants: []engine.Assistant{New(c.shop)}, Logger: slog.New(slog.NewTextHandler(t.Output(), nil))}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	t.Cleanup(func() {
		c.stream.Close()
		stop()
		if err := errors.Join(<-done, s.Close()); err != nil {
			t.Error(err)
		}
	})
	session, err := s.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "refund", Title: state.DefaultTitle})
	if err != nil {
		t.Fatal(err)
	}
	c.id, c.stream = session.ID, c.Watch(session.ID, 0)
	return c
}

// ask says something and gives the types of the events up to the run's end or
// its question, and the last one.
func (c *counter) ask(t *testing.T, text, language string) (runID string, types []string, last *state.Event) {
	t.Helper()
	ack, err := c.Submit(t.Context(), engine.Query{SessionID: c.id, Text: text, Language: language})
	if err != nil {
		t.Fatal(err)
	}
	types, last = c.follow(t)
	return ack.RunID, types, last
}

func (c *counter) follow(t *testing.T) (types []string, last *state.Event) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		d, err := c.stream.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if d.Ephemeral {
			continue
		}
		types = append(types, d.Event.Type)
		if state.TerminalEvent(d.Event.Type) || d.Event.Type == state.EventWorkflowInterrupted {
			return types, d.Event
		}
	}
}

func answerOf(t *testing.T, ev *state.Event) string {
	t.Helper()
	var final state.FinalResponse
	if err := json.Unmarshal(ev.Payload, &final); err != nil || ev.Type != state.EventFinalResponse {
		t.Fatalf("%s %s: %v", ev.Type, ev.Payload, err)
	}
	return final.Response.Answer
}

func TestApprovedPaidOnceAndWritten(t *testing.T) {
	t.Parallel()
	c := open(t)
	runID, _, asked := c.ask(t, "A-17 환불해 주세요", "ko")
	var q state.Interrupt
	if err := json.Unmarshal(asked.Payload, &q); err != nil || q.Data.Message != "전기포트 값 3만 9,000원을 환불할까요?" || len(c.shop) != 0 {
		t.Fatalf("%s %s, paid %v: %v", asked.Type, asked.Payload, c.shop, err)
	}
	if err := c.Reply(t.Context(), c.id, q.ID, state.ActionApprove, nil); err != nil {
		t.Fatal(err)
	}
	types, last := c.follow(t)
	want := "3만 9,000원을 환불했습니다(영수증 R-1). 전기포트를 환불해 드렸습니다. 영수증 번호는 R-1입니다."
	if got := answerOf(t, last); got != want || len(c.shop) != 1 {
		t.Errorf("%q, paid %v", got, c.shop)
	}
	if all := strings.Join(types, " "); !strings.Contains(all, "plan_ready") || strings.Count(all, "todo_updated") < 4 {
		t.Errorf("the plan was not shown at work: %s", all)
	}
	report, err := engine.Replay(t.Context(), engine.ReplayConfig{Store: c.store, Assistants: []engine.Assistant{New(c.shop)}}, runID)
	if err != nil || !report.Equal || len(c.shop) != 1 {
		t.Errorf("replayed as %+v, paid %v: %v", report, c.shop, err)
	}
}

func TestRejectedOrUnknownPaysNothing(t *testing.T) {
	t.Parallel()
	c := open(t)
	if _, _, last := c.ask(t, "refund order B-1 please", "en"); answerOf(t, last) != "Which order shall I refund? Its number looks like A-17." {
		t.Errorf("%q", answerOf(t, last))
	}
	_, _, asked := c.ask(t, "refund A-17", "en")
	var q state.Interrupt
	if err := json.Unmarshal(asked.Payload, &q); err != nil {
		t.Fatal(err)
	}
	if err := c.Reply(t.Context(), c.id, q.ID, state.ActionReject, nil); err != nil {
		t.Fatal(err)
	}
	if _, last := c.follow(t); answerOf(t, last) != "Nothing was refunded." || len(c.shop) != 0 {
		t.Errorf("%q, paid %v", answerOf(t, last), c.shop)
	}
}

func TestItIsSmallAndSaysWhatItHas(t *testing.T) {
	t.Parallel()
	wordstest.Check(t, texts, ".", "card")
	source, err := os.ReadFile("refund.go")
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(source), "\n"); lines > 120 {
		t.Errorf("an assistant with a tool, an approval and a plan takes %d lines", lines)
	}
}
