package realestate

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// adviser is the assistant at work on a store.
type adviser struct {
	*engine.Engine
	store *store.Store
}

func newAdviser(t *testing.T, model llm.Model, deadline time.Duration) *adviser {
	t.Helper()
	return adviserOf(t, newAssistant(t, model), deadline)
}

func adviserOf(t *testing.T, graph engine.Assistant, deadline time.Duration) *adviser {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DataDir: storetest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	e, err := engine.New(engine.Config{Store: s, Assistants: []engine.Assistant{graph}, RunDeadline: deadline})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- e.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return &adviser{e, s}
}

func newAssistant(t *testing.T, model llm.Model) engine.Assistant {
	t.Helper()
	return leadAssistant(t, model, Config{Lead: ask.LeadUnsure})
}

func leadAssistant(t *testing.T, model llm.Model, cfg Config) engine.Assistant {
	t.Helper()
	cfg.TodayFunc = func() time.Time { return testDay }
	if model != nil {
		cfg.Model = llm.NewClient(llm.Config{Model: model})
	}
	g, err := New(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return g.Assistant
}

// live reads what the store has of a stream's session. One that begins while a
// run is under way may find the run's end there, and is then not given the
// pieces that came before it.
func live(t *testing.T, stream *engine.Stream) {
	t.Helper()
	stream.OnReady(func() {})
	defer stream.OnReady(nil)
	for {
		if _, err := stream.Next(t.Context()); errors.Is(err, engine.ErrNothing) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// answers is the response to a query, with what was shown of it by writing.
func (a *adviser) answers(t *testing.T, query, language string) (runID string, r state.Response, shown map[string]string) {
	t.Helper()
	session, err := a.store.CreateSession(t.Context(), store.Server(), state.Session{Assistant: Name, Title: state.DefaultTitle})
	if err != nil {
		t.Fatal(err)
	}
	stream := a.Watch(session.ID, 0)
	defer stream.Close()
	live(t, stream)
	ack, err := a.Submit(t.Context(), engine.Query{SessionID: session.ID, Text: query, Language: language})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	shown = map[string]string{}
	for {
		d, err := stream.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		switch d.Event.Type {
		case state.EventAnswerDelta:
			var delta state.AnswerDelta
			if err := json.Unmarshal(d.Event.Payload, &delta); err != nil {
				t.Fatal(err)
			}
			shown[delta.MessageID] += delta.Delta
		case state.EventFinalResponse:
			var final state.FinalResponse
			if err := json.Unmarshal(d.Event.Payload, &final); err != nil {
				t.Fatal(err)
			}
			return ack.RunID, final.Response, shown
		}
	}
}

// TestAWrittenAnswerOfARun goes the whole way: what is shown while the model
// writes is the answer, and a replay without the model gives the same.
func TestAWrittenAnswerOfARun(t *testing.T) {
	t.Parallel()
	sum := idOf(t, carriedOut(t, asksForMore, "ko"), "calculation", "제7조")
	m := &script{texts: []string{manuscriptOf(says("보증금은 3억 1,500만원까지만 올릴 수 있습니다.", sum))}}
	a := newAdviser(t, m, 0)
	runID, r, shown := a.answers(t, asksForMore, "ko")
	if shown[runID+".1"] != r.Answer || len(shown) != 1 || !strings.HasPrefix(r.Answer, "보증금은 3억 1,500만원까지만 올릴 수 있습니다(주택임대차보호법 제7조).") {
		t.Errorf("shown:\n%q\nanswered:\n%s", shown, r.Answer)
	}
	if r.StructuredData.Metadata.AnsweredBy != state.AnsweredByModel || len(m.asked) != 1 {
		t.Errorf("metadata %+v after %d questions", r.StructuredData.Metadata, len(m.asked))
	}
	report, err := engine.Replay(t.Context(), engine.ReplayConfig{Store: a.store, Assistants: []engine.Assistant{newAssistant(t, nil)}}, runID)
	if err != nil || !report.Equal {
		t.Errorf("replay %+v, %v", report, err)
	}
}

func TestAWrittenAnswerInEnglish(t *testing.T) {
	t.Parallel()
	const query = "My landlord wants to raise the deposit from 300 million won to 330 million won. Do I have to agree?"
	sum := idOf(t, carriedOut(t, query, "en"), "calculation", "art. 7")
	text := "No: the landlord may raise the deposit to KRW 315 million at most, since the cap is 5%."
	_, r, _ := newAdviser(t, &script{texts: []string{manuscriptOf(says(text, sum))}}, 0).answers(t, query, "en")
	if r.StructuredData.Metadata.AnsweredBy != state.AnsweredByModel || !strings.HasPrefix(r.Answer, strings.TrimSuffix(text, ".")+" (Housing Lease Protection Act, art. 7).") {
		t.Errorf("metadata %+v\n%s", r.StructuredData.Metadata, r.Answer)
	}
}

// endless is a model that never stops by itself.
type endless struct{ text string }

func (m endless) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	for ctx.Err() == nil {
		if m.text == "" {
			<-ctx.Done()
			break
		}
		req.DeltaFunc(m.text)
	}
	return llm.Response{}, ctx.Err()
}

func TestAModelThatDoesNotEnd(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text, want string
	}{
		"talks on":      {`{"text":"가나다","facts":[]},`, llm.OutcomeBadAnswer},
		"says nothing":  {"", llm.OutcomeUnavailable},
		"nests for fun": {`[`, llm.OutcomeBadAnswer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			deadline := time.Duration(0)
			if test.text == "" {
				deadline = 10 * time.Second // of the run, a part of which is kept for the rules' answer
			}
			runID, r, shown := newAdviser(t, endless{test.text}, deadline).answers(t, asksForMore, "ko")
			if r.Type != state.ResponseAnswer || r.StructuredData.Metadata.Fallback != test.want || test.text != "" && len(shown) > 0 {
				t.Errorf("%s: fallback %q, shown %q, %s:\n%s", runID, r.StructuredData.Metadata.Fallback, shown, r.Type, r.Answer)
			}
			// The rules' answer was shown meanwhile, and then as it stands.
			if test.text == "" && (core(state.Response{Answer: shown[runID+".1"]}) != core(r) || shown[runID+".2"] != r.Answer) {
				t.Errorf("shown %q", shown)
			}
		})
	}
}

// A question of more parts than a run may have steps is answered as far as
// that goes, says so, and is played again alike where the number is another.
func TestAQuestionOfTooManyParts(t *testing.T) {
	t.Parallel()
	assistantOf := func(steps int) engine.Assistant {
		graph := newAssistant(t, nil)
		graph.(*engine.Graph[State]).MaxSteps = steps
		return graph
	}
	a := adviserOf(t, assistantOf(8), time.Minute)
	query := strings.Repeat("전입신고는 언제까지 해야 하나요? 강남구 아파트 시세 알려줘. ", 15)
	runID, r, _ := a.answers(t, query, "ko")
	if r.Type != state.ResponseAnswer || !strings.Contains(r.Answer, "나머지는 따로 물어봐 주세요") {
		t.Errorf("response %s:\n%s", r.Type, r.Answer)
	}
	run, err := a.store.Run(t.Context(), store.Server(), runID)
	if err != nil {
		t.Fatal(err)
	}
	newest, err := a.store.LatestCheckpoint(t.Context(), store.Server(), run.SessionID)
	if err != nil {
		t.Fatal(err)
	}
	var last State
	if err := json.Unmarshal(newest.State, &last); err != nil {
		t.Fatal(err)
	}
	if n := len(last.PlanningState.ExecutionSteps); n != 8 {
		t.Errorf("%d steps", n)
	}
	report, err := engine.Replay(t.Context(), engine.ReplayConfig{Store: a.store, Assistants: []engine.Assistant{assistantOf(60)}, Patience: 10 * time.Second}, runID)
	if err != nil || !report.Equal {
		t.Errorf("replay %+v, %v", report, err)
	}
}
