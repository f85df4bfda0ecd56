package ask_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// model answers as the test says.
type model func(ctx context.Context, req llm.Request) (llm.Response, error)

func (m model) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	return m(ctx, req)
}

func asked(m llm.Model) ask.Model {
	if m == nil {
		return ask.Model{}
	}
	return ask.Model{Client: llm.NewClient(llm.Config{Model: m, Attempts: 1}), Logger: slog.New(slog.DiscardHandler)}
}

func call(t *testing.T) llm.Call {
	t.Helper()
	p, err := llm.LoadPrompt(fstest.MapFS{"prompts/answer.md": {Data: []byte("---\nversion: 1\n---\nWrite.\n=== user ===\n{{.}}\n")}}, "answer")
	if err != nil {
		t.Fatal(err)
	}
	return llm.Call{Prompt: p, Data: "q"}
}

// note is a state that keeps what was heard.
type note struct {
	Heard []ask.Heard `json:"heard"`
}

// noting is an assistant that asks twice under one name.
func noting(m ask.Model, call llm.Call, show func(*engine.Turn[note]) *ask.Sentences[string]) *engine.Graph[note] {
	return &engine.Graph[note]{Assistant: "noting", Start: "ask", Nodes: engine.Nodes[note]{"ask": {
		Next: engine.To(engine.End),
		Enter: func(ctx context.Context, t *engine.Turn[note]) (string, error) {
			var list []ask.Heard
			for range 2 {
				heard, err := ask.Write(ctx, t, m, "answer", call, show(t))
				if err != nil {
					return "", err
				}
				list = append(list, heard)
			}
			if err := t.Update("heard", func(n *note) { n.Heard = list }); err != nil {
				return "", err
			}
			return engine.End, t.Answer(&state.Response{Type: state.ResponseAnswer, Answer: list[0].Answer.Text + list[0].Fallback})
		},
	}}}
}

func silent(*engine.Turn[note]) *ask.Sentences[string] {
	return &ask.Sentences[string]{Writer: ask.NewWriter("run", func(state.AnswerDelta) {})}
}

// run carries one query out and gives what was heard.
func run(t *testing.T, g *engine.Graph[note]) (s *store.Store, runID string, heard []ask.Heard) {
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
	e, err := engine.New(engine.Config{Store: s, Assistants: []engine.Assistant{g}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- e.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	session, err := s.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "noting"})
	if err != nil {
		t.Fatal(err)
	}
	stream := e.Watch(session.ID, 0)
	defer stream.Close()
	ack, err := e.Submit(t.Context(), engine.Query{SessionID: session.ID, Text: "q"})
	if err != nil {
		t.Fatal(err)
	}
	for {
		d, err := stream.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if state.TerminalEvent(d.Event.Type) {
			break
		}
	}
	c, err := s.LatestCheckpoint(t.Context(), store.Server(), session.ID)
	if err != nil {
		t.Fatal(err)
	}
	var n note
	if err := json.Unmarshal(c.State, &n); err != nil {
		t.Fatal(err)
	}
	return s, ack.RunID, n.Heard
}

// A run asks once, whoever asks again; a replay hears the same whether it has a
// model or not, and nothing where the run had none.
func TestARunAsksOnceAndAReplayHearsIt(t *testing.T) {
	t.Parallel()
	for name, with := range map[string]bool{"with a model": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			count := 0
			answers := asked(model(func(context.Context, llm.Request) (llm.Response, error) {
				count++
				return llm.Response{Text: "hello", Model: "m-1"}, nil
			}))
			c := struct {
				run, replay ask.Model
				want        string
				calls       int
			}{ask.Model{}, answers, llm.OutcomeOff, 0}
			if with {
				c.run, c.replay, c.want, c.calls = answers, ask.Model{}, "hello", 1
			}
			s, runID, heard := run(t, noting(c.run, call(t), silent))
			if len(heard) != 2 || heard[0].Answer.Text+heard[0].Fallback != c.want || heard[1].Answer.Text != heard[0].Answer.Text || (heard[0].Use("answer") == nil) != (c.calls == 0) {
				t.Errorf("heard %+v", heard)
			}
			report, err := engine.Replay(t.Context(), engine.ReplayConfig{
				Store: s, Assistants: []engine.Assistant{noting(c.replay, call(t), silent)}, Patience: 3 * time.Second,
			}, runID)
			if err != nil || !report.Equal || count != c.calls {
				t.Errorf("%+v, %v, asked %d times", report, err, count)
			}
		})
	}
}

func TestWhyAnAnswerIsNotUsed(t *testing.T) {
	t.Parallel()
	fails := func(err error) llm.Model {
		return model(func(context.Context, llm.Request) (llm.Response, error) { return llm.Response{}, err })
	}
	waits := model(func(ctx context.Context, _ llm.Request) (llm.Response, error) {
		<-ctx.Done()
		return llm.Response{}, context.Cause(ctx)
	})
	for name, test := range map[string]struct {
		model llm.Model
		want  string
	}{
		"no model": {nil, llm.OutcomeOff},
		"away":     {fails(llm.ErrUnavailable), llm.OutcomeUnavailable},
		"refused":  {fails(llm.ErrRefused), llm.OutcomeRefused},
		"panics":   {model(func(context.Context, llm.Request) (llm.Response, error) { panic("boom") }), llm.OutcomeFailed},
		"slow":     {waits, llm.OutcomeUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := asked(test.model)
			m.Timeout = 20 * time.Millisecond
			heard, err := m.Ask(t.Context(), call(t))
			if err != nil || heard.Fallback != test.want || (heard.Detail == "") != (test.model == nil) {
				t.Errorf("%+v, %v", heard, err)
			}
		})
	}
}

// An answer that does not end is not waited for.
// Who sets no time of his own waits as long as the operator's client does.
func TestTheClientsTimeHolds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := model(func(ctx context.Context, _ llm.Request) (llm.Response, error) {
			select {
			case <-time.After(50 * time.Second):
				return llm.Response{Text: "at last", Finish: llm.FinishStop}, nil
			case <-ctx.Done():
				return llm.Response{}, context.Cause(ctx)
			}
		})
		m := ask.Model{Client: llm.NewClient(llm.Config{Model: slow, Timeout: time.Minute, Silence: time.Minute})}
		if heard, err := m.Ask(t.Context(), call(t)); err != nil || heard.Answer.Text != "at last" {
			t.Errorf("heard %+v, %v", heard, err)
		}
	})
}

func TestAnAnswerThatDoesNotEndIsStopped(t *testing.T) {
	t.Parallel()
	m := asked(model(func(ctx context.Context, r llm.Request) (llm.Response, error) {
		for ctx.Err() == nil {
			r.DeltaFunc(strings.Repeat("[", 10_000))
		}
		return llm.Response{}, ctx.Err()
	}))
	if _, _, heard := run(t, noting(m, call(t), silent)); heard[0].Fallback != llm.OutcomeBadAnswer {
		t.Errorf("heard %+v", heard)
	}
}

// A run that is over is not a model that fails.
func TestTheEndOfARunIsNoAnswer(t *testing.T) {
	t.Parallel()
	over := errors.New("cancelled")
	ctx, end := context.WithCancelCause(t.Context())
	m := asked(model(func(ctx context.Context, _ llm.Request) (llm.Response, error) {
		end(over)
		<-ctx.Done()
		return llm.Response{}, ctx.Err()
	}))
	if heard, err := m.Ask(ctx, call(t)); !errors.Is(err, over) {
		t.Errorf("%+v, %v", heard, err)
	}
}

// A panic in what shows the text costs what is shown, not the answer.
func TestAPanicOfAReaderIsNotTheEnd(t *testing.T) {
	t.Parallel()
	m := asked(model(func(_ context.Context, r llm.Request) (llm.Response, error) {
		r.DeltaFunc("hello")
		return llm.Response{Text: "hello"}, nil
	}))
	c := call(t)
	c.DeltaFunc = func(string) { panic("boom") }
	if heard, err := m.Ask(t.Context(), c); err != nil || heard.Answer.Text != "hello" || heard.Fallback != "" {
		t.Errorf("%+v, %v", heard, err)
	}
}
