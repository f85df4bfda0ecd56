package dictation_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"testing/fstest"
	"time"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/dictation"
)

// model answers as the test says.
type model func(ctx context.Context, req llm.Request) (llm.Response, error)

func (m model) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	return m(ctx, req)
}

// asking asks m, and keeps the results of the run.
func asking(m llm.Model, kept map[string]json.RawMessage) dictation.Asking {
	a := dictation.Asking{Key: "answer", Logger: slog.New(slog.DiscardHandler)}
	if m != nil {
		a.Model = llm.NewClient(llm.Config{Model: m, Attempts: 1})
	}
	a.OnceFunc = func(ctx context.Context, key string, work func(context.Context) (json.RawMessage, error)) (json.RawMessage, error) {
		if raw, ok := kept[key]; ok {
			return raw, nil
		}
		raw, err := work(ctx)
		if err == nil {
			kept[key] = raw
		}
		return raw, err
	}
	return a
}

func call(t *testing.T) llm.Call {
	t.Helper()
	p, err := llm.LoadPrompt(fstest.MapFS{"prompts/answer.md": {Data: []byte("---\nversion: 1\n---\nWrite.\n=== user ===\n{{.}}\n")}}, "answer")
	if err != nil {
		t.Fatal(err)
	}
	return llm.Call{Prompt: p, Data: "q"}
}

func TestAskingIsDoneOnce(t *testing.T) {
	t.Parallel()
	asked := 0
	a := asking(model(func(context.Context, llm.Request) (llm.Response, error) {
		asked++
		return llm.Response{Text: "hello", Model: "m-1"}, nil
	}), map[string]json.RawMessage{})
	for range 2 {
		heard, err := a.Ask(t.Context(), t.Context(), call(t))
		if err != nil || heard.Fallback != "" || heard.Answer.Text != "hello" || heard.Answer.Model != "m-1" || asked != 1 {
			t.Errorf("asked %d times: %+v, %v", asked, heard, err)
		}
	}
}

func TestWhyAnAnswerIsNotUsed(t *testing.T) {
	t.Parallel()
	waits := model(func(ctx context.Context, _ llm.Request) (llm.Response, error) {
		<-ctx.Done()
		return llm.Response{}, context.Cause(ctx)
	})
	fails := func(err error) llm.Model {
		return model(func(context.Context, llm.Request) (llm.Response, error) { return llm.Response{}, err })
	}
	for name, test := range map[string]struct {
		model llm.Model
		left  time.Duration // of the run's time; 0 is no bound
		stop  error         // of the asking
		want  string
	}{
		"no model":      {nil, 0, nil, dictation.FallbackOff},
		"away":          {fails(llm.ErrUnavailable), 0, nil, dictation.FallbackUnavailable},
		"refused":       {fails(llm.ErrRefused), 0, nil, dictation.FallbackRefused},
		"panics":        {model(func(context.Context, llm.Request) (llm.Response, error) { panic("boom") }), 0, nil, dictation.FallbackFailed},
		"no time left":  {waits, 1050 * time.Millisecond, nil, dictation.FallbackUnavailable},
		"no use asking": {waits, 0, llm.ErrBadAnswer, dictation.FallbackBadAnswer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := asking(test.model, map[string]json.RawMessage{})
			if test.left > 0 {
				a.Deadline = time.Now().Add(test.left)
			}
			ctx, stop := context.WithCancelCause(t.Context())
			defer stop(nil)
			if test.stop != nil {
				stop(test.stop)
			}
			heard, err := a.Ask(t.Context(), ctx, call(t))
			if err != nil || heard.Fallback != test.want || (heard.Detail == "") != (test.want == "") {
				t.Errorf("%+v, %v", heard, err)
			}
		})
	}
}

// A run that is over is not a model that fails: nothing is recorded.
func TestTheEndOfARunIsNoAnswer(t *testing.T) {
	t.Parallel()
	kept := map[string]json.RawMessage{}
	over := errors.New("cancelled")
	run, end := context.WithCancelCause(t.Context())
	a := asking(model(func(ctx context.Context, _ llm.Request) (llm.Response, error) {
		end(over)
		<-ctx.Done()
		return llm.Response{}, ctx.Err()
	}), kept)
	if _, err := a.Ask(run, run, call(t)); !errors.Is(err, over) || len(kept) > 0 {
		t.Errorf("%v, kept %v", err, kept)
	}
}

// A panic in what shows the text costs what is shown, not the answer.
func TestAPanicOfAReaderIsNotTheEnd(t *testing.T) {
	t.Parallel()
	a := asking(model(func(_ context.Context, r llm.Request) (llm.Response, error) {
		r.DeltaFunc("hello")
		return llm.Response{Text: "hello"}, nil
	}), map[string]json.RawMessage{})
	c := call(t)
	c.DeltaFunc = func(string) { panic("boom") }
	if heard, err := a.Ask(t.Context(), t.Context(), c); err != nil || heard.Answer.Text != "hello" || heard.Fallback != "" {
		t.Errorf("%+v, %v", heard, err)
	}
}
