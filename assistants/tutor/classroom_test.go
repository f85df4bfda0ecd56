package tutor

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// classroom is the tutor on a real engine and store.
type classroom struct {
	t      testing.TB
	store  *store.Store
	engine *engine.Engine
	id     string // the chat session
}

// spoken is what came of one message.
type spoken struct {
	state    TutorState
	response state.Response
	text     string   // of the response
	modes    []string // the ui modes that events told
	steps    []state.Checkpoint
}

func monday() time.Time { return time.Date(2026, 11, 23, 0, 0, 0, 0, korean.Zone) }

func newClassroom(t testing.TB, change func(*Config)) *classroom {
	t.Helper()
	return classroomOn(t, store.Config{DataDir: storetest.SQLite(t)}, change)
}

func classroomOn(t testing.TB, db store.Config, change func(*Config)) *classroom {
	t.Helper()
	return classroomIn(t, db, change, planning.ReadLanguage)
}

// classroomIn is a classroom whose messages are in the languages that a function
// finds.
func classroomIn(t testing.TB, db store.Config, change func(*Config), language func(string) (string, bool)) *classroom {
	t.Helper()
	st, err := store.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	cfg := Config{Store: st, TodayFunc: monday}
	if change != nil {
		change(&cfg)
	}
	graph, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	st.UserTables(Name, graph.UserTables...)
	if _, err := st.MigrateTables(t.Context(), Name, graph.Tables); err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Config{Store: st, Assistants: []engine.Assistant{graph}, LanguageFunc: language})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- e.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	c := &classroom{t: t, store: st, engine: e}
	c.enter("")
	return c
}

// enter begins a new chat of a user.
func (c *classroom) enter(userID string) {
	c.t.Helper()
	s, err := c.store.CreateSession(c.t.Context(), store.Server(), state.Session{Assistant: Name, UserID: userID})
	if err != nil {
		c.t.Fatal(err)
	}
	c.id = s.ID
}

// say sends a message and waits for its run's end, which must be good.
func (c *classroom) say(text string) spoken {
	c.t.Helper()
	out, ok := c.try(text)
	if !ok {
		c.t.Fatalf("say %.40q: the run failed", text)
	}
	return out
}

// try is say for a run that may fail.
func (c *classroom) try(text string) (out spoken, ok bool) {
	c.t.Helper()
	out, runID, ok := c.exchange(text)
	out.state = c.state()
	out.steps = c.steps(runID)
	return out, ok
}

// send is say without a look at the store; it returns the words.
func (c *classroom) send(text string) string {
	c.t.Helper()
	out, _, ok := c.exchange(text)
	if !ok {
		c.t.Fatalf("send %.40q: the run failed", text)
	}
	return out.text
}

func (c *classroom) exchange(text string) (out spoken, runID string, ok bool) {
	c.t.Helper()
	before, err := c.store.Session(c.t.Context(), store.Server(), c.id)
	if err != nil {
		c.t.Fatal(err)
	}
	stream := c.engine.Watch(c.id, before.LastSeq)
	defer stream.Close()
	ack, err := c.engine.Submit(c.t.Context(), engine.Query{SessionID: c.id, Text: text})
	if err != nil {
		c.t.Fatalf("say %.40q: %v", text, err)
	}
	for {
		d, err := stream.Next(c.t.Context())
		if err != nil {
			c.t.Fatalf("say %.40q: stream ended: %v", text, err)
		}
		switch d.Event.Type {
		case state.EventUIModeChanged:
			var m state.UIModeChanged
			decode(c.t, d.Event.Payload, &m)
			out.modes = append(out.modes, m.UIMode)
		case state.EventError, state.EventRunCancelled:
			return out, ack.RunID, false
		case state.EventFinalResponse:
			var f state.FinalResponse
			decode(c.t, d.Event.Payload, &f)
			out.response = f.Response
			out.text = f.Response.Answer + f.Response.Message
			return out, ack.RunID, f.Response.Type != state.ResponseError
		}
	}
}

// state is the chat's newest committed state.
func (c *classroom) state() TutorState {
	c.t.Helper()
	cp, err := c.store.LatestCheckpoint(c.t.Context(), store.Server(), c.id)
	if err != nil {
		c.t.Fatal(err)
	}
	var s TutorState
	decode(c.t, cp.State, &s)
	return s
}

// steps are the run's checkpoints with their states, oldest first.
func (c *classroom) steps(runID string) []state.Checkpoint {
	c.t.Helper()
	list, err := c.store.Checkpoints(c.t.Context(), store.Server(), c.id, runID, 0, 100)
	if err != nil {
		c.t.Fatal(err)
	}
	out := make([]state.Checkpoint, len(list))
	for i, entry := range list {
		full, err := c.store.Checkpoint(c.t.Context(), store.Server(), entry.ID)
		if err != nil {
			c.t.Fatal(err)
		}
		out[len(list)-1-i] = full
	}
	return out
}

func decode(t testing.TB, raw []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(raw, v); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
}

// rowsOfSteps are stage, agent and mode of each checkpoint.
func rowsOfSteps(t testing.TB, steps []state.Checkpoint) []string {
	t.Helper()
	var list []string
	for _, c := range steps {
		var s TutorState
		decode(t, c.State, &s)
		list = append(list, s.SessionProgressStage+" "+s.CurrentAgent+" "+s.UIMode)
	}
	return list
}
