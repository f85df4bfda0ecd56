package interview

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// room is the interviewer on a real engine and store.
type room struct {
	t      testing.TB
	store  *store.Store
	engine *engine.Engine
	id     string // the chat session
}

// spoken is what came of one message.
type spoken struct {
	state    InterviewState
	response state.Response
	text     string
}

func newRoom(t testing.TB, change func(*Config)) *room {
	t.Helper()
	st, err := store.Open(t.Context(), store.Config{DataDir: storetest.SQLite(t), Keyset: storetest.Keyset(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	cfg := Config{Store: st}
	if change != nil {
		change(&cfg)
	}
	a, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	st.UserTables(Name, a.UserTables...)
	if _, err := st.MigrateTables(t.Context(), Name, a.Tables); err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Config{Store: st, Assistants: []engine.Assistant{a}, LanguageFunc: planning.ReadLanguage})
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
	r := &room{t: t, store: st, engine: e}
	r.enter("")
	return r
}

// enter begins a chat of a user.
func (r *room) enter(userID string) {
	r.t.Helper()
	s, err := r.store.CreateSession(r.t.Context(), store.Server(), state.Session{Assistant: Name, UserID: userID})
	if err != nil {
		r.t.Fatal(err)
	}
	r.id = s.ID
}

// say sends a message and waits for what ends its run.
func (r *room) say(text string) spoken {
	r.t.Helper()
	pos, err := r.engine.Position(r.t.Context(), r.id)
	if err != nil {
		r.t.Fatal(err)
	}
	ack, err := r.engine.Submit(r.t.Context(), engine.Query{SessionID: r.id, Text: text})
	if err != nil {
		r.t.Fatal(err)
	}
	return r.heard(ack.RunID, pos.LastSeq)
}

// review answers the interrupt that waits for a reviewer.
func (r *room) review(action, payload string) spoken {
	r.t.Helper()
	pos, err := r.engine.Position(r.t.Context(), r.id)
	if err != nil {
		r.t.Fatal(err)
	}
	list, err := r.store.Waiting(r.t.Context(), store.Server(), store.WaitingFilter{Role: reviewerRole, SessionID: r.id})
	if err != nil || len(list) != 1 {
		r.t.Fatalf("nobody waits: %v %+v", err, list)
	}
	done, err := r.engine.Answer(r.t.Context(), engine.Answer{
		InterruptID: list[0].Interrupt.ID, ReplyID: "reply-1", Role: reviewerRole, Actor: "R1", Action: action, Payload: json.RawMessage(payload),
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return r.heard(done.RunID, pos.LastSeq)
}

// heard waits for what ends a run.
func (r *room) heard(runID string, after int64) (out spoken) {
	r.t.Helper()
	stream := r.engine.Watch(r.id, after)
	defer stream.Close()
	ctx, stop := context.WithTimeout(r.t.Context(), time.Minute)
	defer stop()
	for {
		d, err := stream.Next(ctx)
		if err != nil {
			r.t.Fatal(err)
		}
		if d.Event == nil || d.Event.RunID != runID {
			continue
		}
		switch d.Event.Type {
		case state.EventFinalResponse:
			var body state.FinalResponse
			if err := json.Unmarshal(d.Event.Payload, &body); err != nil {
				r.t.Fatal(err)
			}
			out.response = body.Response
		case state.EventError:
			r.t.Fatalf("run %s: %s", runID, d.Event.Payload)
		default:
			continue
		}
		out.text = out.response.Answer + out.response.Message
		out.state = r.state()
		return out
	}
}

// state is the newest one as it is stored.
func (r *room) state() (s InterviewState) {
	r.t.Helper()
	c, err := r.store.LatestCheckpoint(r.t.Context(), store.Server(), r.id)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := json.Unmarshal(c.State, &s); err != nil {
		r.t.Fatal(err)
	}
	return s
}
