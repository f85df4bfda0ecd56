package realestate

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/state"
)

// model answers as the test says.
type model func(ctx context.Context, req llm.Request) (llm.Response, error)

func (m model) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	return m(ctx, req)
}

var prompt = sync.OnceValues(func() (*llm.Prompt, error) {
	return llm.LoadPrompt(fstest.MapFS{"prompts/answer.md": {Data: []byte("---\nversion: 3\n---\nWrite.\n=== user ===\n{{.}}\n")}}, "answer")
})

// plainWriter shows what comes as it comes, and gives it as the answer.
func plainWriter(t *testing.T) func(*State, state.Response, aid) writer {
	p, err := prompt()
	if err != nil {
		t.Fatal(err)
	}
	return func(_ *State, draft state.Response, _ aid) writer {
		return func(ctx context.Context, to table) (state.Response, error) {
			heard, err := to.ask(ctx, llm.Call{Prompt: p, Data: "q", DeltaFunc: to.writer.Write, ResetFunc: to.writer.Restart}, nil, nil)
			if err != nil || heard.Fallback != "" {
				draft.StructuredData.Metadata.Fallback = heard.Fallback
				return draft, err
			}
			draft.Answer = heard.Answer.Text + "\n\n끝."
			draft.StructuredData.Metadata.AnsweredBy = state.AnsweredByModel
			return draft, nil
		}
	}
}

func withModel(t *testing.T, m model, by func(*State, state.Response, aid) writer) func(*desk) {
	if by == nil {
		by = plainWriter(t)
	}
	return func(c *desk) {
		c.Model, c.writer = llm.NewClient(llm.Config{Model: m}), by
	}
}

// shown follows a run and returns its deltas by message, the name of the last
// one, and the response.
func (y *yard) shown(t *testing.T, sessionID string, each func(state.AnswerDelta)) (texts map[string]string, last string, r state.Response) {
	t.Helper()
	stream := y.Watch(sessionID, 0)
	defer stream.Close()
	live(t, stream)
	if _, err := y.Submit(t.Context(), engine.Query{SessionID: sessionID, Text: "전세금 5% 인상 가능해?", Language: "ko"}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	texts = map[string]string{}
	next := map[string]int{}
	for {
		d, err := stream.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if d.Event.Type == state.EventAnswerDelta {
			var delta state.AnswerDelta
			if err := json.Unmarshal(d.Event.Payload, &delta); err != nil {
				t.Fatal(err)
			}
			if !d.Ephemeral || d.Event.Seq != 0 || delta.Index != next[delta.MessageID] || delta.Delta == "" {
				t.Errorf("delta %+v, ephemeral %v, seq %d", delta, d.Ephemeral, d.Event.Seq)
			}
			next[delta.MessageID]++
			texts[delta.MessageID] += delta.Delta
			last = delta.MessageID
			if each != nil {
				each(delta)
			}
		}
		if state.TerminalEvent(d.Event.Type) {
			var final state.FinalResponse
			if err := json.Unmarshal(d.Event.Payload, &final); err != nil {
				t.Fatal(err)
			}
			return texts, last, final.Response
		}
	}
}

func stream(pieces ...string) model {
	return func(_ context.Context, req llm.Request) (llm.Response, error) {
		for _, p := range pieces {
			req.DeltaFunc(p)
		}
		return llm.Response{Text: strings.Join(pieces, ""), Model: "fake"}, nil
	}
}

func TestTheAnswerIsShownWhileItIsWritten(t *testing.T) {
	t.Parallel()
	seen := make(chan struct{})
	y := open(t, nil, withModel(t, func(ctx context.Context, req llm.Request) (llm.Response, error) {
		req.DeltaFunc("네, ")
		select { // it goes on only when somebody has seen the beginning
		case <-seen:
		case <-ctx.Done():
			return llm.Response{}, ctx.Err()
		}
		for range 200 {
			req.DeltaFunc("가")
		}
		return llm.Response{Text: "네, " + strings.Repeat("가", 200), Model: "fake"}, nil
	}, nil))
	once := sync.OnceFunc(func() { close(seen) })
	deltas := 0
	texts, last, r := y.shown(t, y.session(t, "u"), func(state.AnswerDelta) { deltas++; once() })
	if r.Answer != "네, "+strings.Repeat("가", 200)+"\n\n끝." || texts[last] != r.Answer || len(texts) != 1 {
		t.Errorf("shown %q, answered %q", texts, r.Answer)
	}
	if deltas > 50 {
		t.Errorf("%d deltas: they are not gathered", deltas)
	}
	if r.StructuredData.Metadata.AnsweredBy != state.AnsweredByModel {
		t.Errorf("metadata %+v", r.StructuredData.Metadata)
	}
}

func TestTheRulesAnswerWhereTheModelDoesNot(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		model  model
		writer func(*State, state.Response, aid) writer
		want   string
		shown  int // messages
	}{
		"away":     {func(context.Context, llm.Request) (llm.Response, error) { return llm.Response{}, llm.ErrUnavailable }, nil, "unavailable", 0},
		"rejected": {func(context.Context, llm.Request) (llm.Response, error) { return llm.Response{}, llm.ErrRefused }, nil, "refused", 0},
		"broke off": {func(_ context.Context, req llm.Request) (llm.Response, error) {
			req.DeltaFunc("반쯤 쓴")
			return llm.Response{}, errors.New("reset by peer")
		}, nil, "unavailable", 4}, // asked three times
		"panicked": {func(context.Context, llm.Request) (llm.Response, error) { panic("boom") }, nil, "failed", 0},
		"its reader panicked": {stream("가", "나"), func(*State, state.Response, aid) writer {
			return func(context.Context, table) (state.Response, error) { panic("boom") }
		}, "failed", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := open(t, nil, withModel(t, test.model, test.writer))
			texts, last, r := y.shown(t, y.session(t, "u"), nil)
			if r.Answer == "" || r.StructuredData.Metadata.Fallback != test.want {
				t.Errorf("answer %q, fallback %q, want %q", r.Answer, r.StructuredData.Metadata.Fallback, test.want)
			}
			if len(texts) != test.shown || test.shown > 0 && texts[last] != r.Answer {
				t.Errorf("shown %q, answered %q", texts, r.Answer)
			}
		})
	}
}

func TestCancelEndsTheWritingAtOnce(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{})
	y := open(t, nil, withModel(t, func(ctx context.Context, req llm.Request) (llm.Response, error) {
		req.DeltaFunc("쓰는 중")
		close(asked)
		<-ctx.Done()
		return llm.Response{}, ctx.Err()
	}, nil))
	id := y.session(t, "u")
	go func() {
		<-asked
		if err := y.Cancel(context.WithoutCancel(t.Context()), id, ""); err != nil {
			t.Error(err)
		}
	}()
	_, _, r := y.shown(t, id, nil)
	if r.Type != state.ResponseCancelled {
		t.Errorf("response %+v", r)
	}
}

func TestAReplayHearsTheModelAgain(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	counted := func(ctx context.Context, req llm.Request) (llm.Response, error) {
		return stream("말 ", strconv.Itoa(int(asked.Add(1))))(ctx, req)
	}
	y := open(t, nil, withModel(t, counted, nil))
	id := y.session(t, "u")
	ack, _ := y.ask(t, id, "전세금 5% 인상 가능해?")
	y.stop()
	p, err := planner()
	if err != nil {
		t.Fatal(err)
	}
	d := y.desk(p, time.Now)
	d.writer = plainWriter(t) // and no model at all
	report, err := engine.Replay(t.Context(), engine.ReplayConfig{Store: y.store, Assistants: []engine.Assistant{d.graph(teamsOf(nil))}, Patience: 10 * time.Second}, ack.RunID)
	if err != nil || !report.Equal {
		t.Errorf("%+v %v", report, err)
	}
	if n := asked.Load(); n != 1 {
		t.Errorf("the model was asked %d times", n)
	}
}

func TestARunThatIsTakenOverDoesNotPayTwice(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	paid := make(chan struct{})
	var first atomic.Bool
	first.Store(true)
	counted := func(ctx context.Context, req llm.Request) (llm.Response, error) {
		return stream("말 ", strconv.Itoa(int(asked.Add(1))))(ctx, req)
	}
	plain := plainWriter(t)
	stuck := func(s *State, draft state.Response, aid aid) writer {
		write := plain(s, draft, aid)
		return func(ctx context.Context, to table) (state.Response, error) {
			r, err := write(ctx, to)
			if first.Swap(false) {
				close(paid)
				<-ctx.Done() // the node goes down with the answer in its hands
				return r, context.Cause(ctx)
			}
			return r, err
		}
	}
	y := open(t, nil, withModel(t, counted, stuck))
	id := y.session(t, "u")
	if _, err := y.Submit(t.Context(), engine.Query{SessionID: id, Text: "전세금 5% 인상 가능해?", Language: "ko"}); err != nil {
		t.Fatal(err)
	}
	<-paid
	y.stop()
	next := onStore(t, y.store, nil, withModel(t, counted, stuck))
	events := next.follow(t, id, 0, nil)
	var final state.FinalResponse
	if err := json.Unmarshal(events[len(events)-1].Payload, &final); err != nil {
		t.Fatal(err)
	}
	if final.Response.Answer != "말 1\n\n끝." || asked.Load() != 1 {
		t.Errorf("answer %q after %d questions to the model", final.Response.Answer, asked.Load())
	}
}
