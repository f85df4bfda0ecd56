package tutor

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/madang-dev/madang/assistants/tutor/migrations"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/scripted"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// The questions of these tests: one that the course can answer itself, and
// one for which it has passages only.
const (
	inGlossary = "환각은 왜 생기고 어떻게 줄일 수 있어요?"
	inPassages = "우리 동네 소식지를 어떻게 만들면 좋을까요?"
)

// script is a model that answers by a script.
func script(t *testing.T, text string) llm.Model {
	t.Helper()
	s, err := scripted.Read(fstest.MapFS{"test.yaml": {Data: []byte(text)}}, "test.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return scripted.New(s)
}

// counted counts how often a model is asked.
type counted struct {
	llm.Model
	asked atomic.Int64
}

func (m *counted) Generate(ctx context.Context, r llm.Request) (llm.Response, error) {
	m.asked.Add(1)
	return m.Model.Generate(ctx, r)
}

// taught is a classroom with that model, where the theory was explained.
func taught(t *testing.T, m llm.Model, change func(*llm.Config)) *classroom {
	t.Helper()
	c := newClassroom(t, func(cfg *Config) {
		model := llm.Config{Model: m}
		if change != nil {
			change(&model)
		}
		if model.Caps != (llm.Caps{}) {
			model.Ledger = cfg.Store.(*store.Store)
		}
		cfg.Model = llm.NewClient(model)
	})
	c.send("입문")
	return c
}

// watched is what a client sees of a run.
type watched struct {
	runID    string
	end      string // the event that ended it
	response state.Response
	shown    []string // the texts of its messages, in their order
	pieces   int
}

// last is the text that is shown in the end.
func (w *watched) last() string {
	if len(w.shown) == 0 {
		return ""
	}
	return w.shown[len(w.shown)-1]
}

// watch sends a message and follows its run; each is called after each piece.
func (c *classroom) watch(text string, each func(runID string)) watched {
	c.t.Helper()
	before, err := c.store.Session(c.t.Context(), store.Server(), c.id)
	if err != nil {
		c.t.Fatal(err)
	}
	stream := c.engine.Watch(c.id, before.LastSeq-1)
	defer stream.Close()
	// A stream that begins in the store while the run is under way may find the run's end
	// there, and is then not given the pieces that came before it.
	if _, err := stream.Next(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
	ack, err := c.engine.Submit(c.t.Context(), engine.Query{SessionID: c.id, Text: text})
	if err != nil {
		c.t.Fatal(err)
	}
	w := watched{runID: ack.RunID}
	message := ""
	ctx, cancel := context.WithTimeout(c.t.Context(), 30*time.Second)
	defer cancel()
	for {
		d, err := stream.Next(ctx)
		if err != nil {
			c.t.Fatal(err)
		}
		switch {
		case d.Event.Type == state.EventAnswerDelta:
			var delta state.AnswerDelta
			decode(c.t, d.Event.Payload, &delta)
			if delta.Index == 0 {
				w.shown, message, w.pieces = append(w.shown, ""), delta.MessageID, 0
			}
			if !d.Ephemeral || d.Event.Seq != 0 || delta.MessageID != message || delta.Index != w.pieces {
				c.t.Errorf("piece %+v after %s %d, seq %d", delta, message, w.pieces-1, d.Event.Seq)
			}
			w.shown[len(w.shown)-1] += delta.Delta
			w.pieces++
			if each != nil {
				each(ack.RunID)
			}
		case state.TerminalEvent(d.Event.Type):
			w.end = d.Event.Type
			var f state.FinalResponse
			decode(c.t, d.Event.Payload, &f)
			w.response = f.Response
			return w
		}
	}
}

// playedAgain plays a run again on a node whose model must not be asked.
func (c *classroom) playedAgain(runID string) {
	c.t.Helper()
	away := &spokenModel{say: func(llm.Request) (string, error) {
		c.t.Error("the model was asked again")
		return "", llm.ErrUnavailable
	}}
	for name, model := range map[string]*llm.Client{"with a model": llm.NewClient(llm.Config{Model: away}), "without": nil} {
		again, err := New(Config{Store: c.store, TodayFunc: monday, Model: model})
		if err != nil {
			c.t.Fatal(err)
		}
		report, err := engine.Replay(c.t.Context(), engine.ReplayConfig{
			Store: c.store, Assistants: []engine.Assistant{again}, Patience: 10 * time.Second,
		}, runID)
		if err != nil || !report.Equal {
			c.t.Errorf("%s: %+v, %v", name, report.Differences, err)
		}
	}
}

// gated is a model that writes the rest of its answer once the gate is open.
type gated struct {
	begin, rest string
	gate        chan struct{}
}

func (g gated) Generate(ctx context.Context, r llm.Request) (llm.Response, error) {
	r.DeltaFunc(g.begin)
	select {
	case <-g.gate:
	case <-ctx.Done():
		return llm.Response{Text: g.begin, Model: "gated-1"}, context.Cause(ctx)
	}
	r.DeltaFunc(g.rest)
	return llm.Response{Text: g.begin + g.rest, Model: "gated-1", Finish: llm.FinishStop}, nil
}

const (
	firstWritten = `{"sentences":[{"text":"모델은 그럴듯한 말을 이어 쓰기 때문에 없는 내용을 지어낼 수 있어요.","used":[1]},{"te`
	restWritten  = `xt":"원문과 대조해 보세요.","used":[2]},{"text":"다시 묻기","used":[4],"item":true}]}`
)

func TestAModelsAnswerIsSeenWhileItIsWritten(t *testing.T) {
	t.Parallel()
	m := gated{firstWritten, restWritten, make(chan struct{})}
	c := taught(t, m, nil)
	open := sync.OnceFunc(func() { close(m.gate) }) // it goes on only when somebody has seen the beginning
	got := c.watch(inGlossary, func(string) { open() })
	meta := got.response.StructuredData.Metadata
	if len(got.shown) != 1 || got.pieces < 2 || got.last() != got.response.Answer {
		t.Errorf("shown in %d pieces %q, answered %q", got.pieces, got.shown, got.response.Answer)
	}
	if meta.AnsweredBy != state.AnsweredByModel || meta.Model != "gated-1" || meta.Fallback != "" {
		t.Errorf("metadata %+v", meta)
	}
	if !strings.HasPrefix(got.response.Answer, "### 답변\n\n모델은 그럴듯한 말을 이어 쓰기 때문에 없는 내용을 지어낼 수 있어요. 원문과 대조해 보세요.\n\n- 다시 묻기\n\n### 근거\n\n") {
		t.Errorf("answer %s", got.response.Answer)
	}
	c.playedAgain(got.runID)
}

// English questions too, and while a quiz is open: the whole is what was
// shown, the question that waits included.
func TestWhatIsShownIsTheAnswerWhereverItIsAsked(t *testing.T) {
	t.Parallel()
	c := taught(t, script(t, `default: {chunk: 5, json: {sentences: [{text: "A model makes words that sound right.", used: [1]}, {text: "그래서 확인해요.", used: [1]}]}}`), nil)
	c.send("퀴즈")
	for _, ask := range []string{inGlossary, "What is hallucination?"} {
		got := c.watch(ask, nil)
		if len(got.shown) != 1 || got.last() != got.response.Answer || !strings.Contains(got.response.Answer, "1. ") {
			t.Errorf("shown %q, answered %q", got.shown, got.response.Answer)
		}
		c.playedAgain(got.runID)
	}
	if s := c.state(); s.place() != atQuiz || s.QnADraft != "" {
		t.Errorf("stage %s, draft %q", s.SessionProgressStage, s.QnADraft)
	}
}

const (
	goodSentence = `{text: "모델은 그럴듯한 말을 이어 쓰기 때문에 지어낼 수 있어요.", used: [1]}`
	badSentence  = `{text: "환각의 87%는 온도 때문입니다.", used: [1]}`
	lateSentence = `{text: "원문과 대조해 보세요.", used: [2]}`
)

// After the first sentence that its passages do not bear out nothing is
// shown, until the model has mended its answer or the course's stands.
func TestOnlyCheckedSentencesAreSeen(t *testing.T) {
	t.Parallel()
	bad := `{chunk: 3, delay: 1ms, json: {sentences: [` + goodSentence + `, ` + badSentence + `, ` + lateSentence + `]}}`
	for name, test := range map[string]struct {
		script, by, fallback string
		messages             int
	}{
		"mended": {`
rules: [{times: 1, chunk: 3, delay: 1ms, json: {sentences: [` + goodSentence + `, ` + badSentence + `, ` + lateSentence + `]}}]
default: {chunk: 3, json: {sentences: [` + goodSentence + `, ` + lateSentence + `]}}`, state.AnsweredByModel, "", 2},
		"never mended": {`default: ` + bad, state.AnsweredByRules, "bad_answer", 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := taught(t, script(t, test.script), nil)
			got := c.watch(inGlossary, nil)
			if all := strings.Join(got.shown, ""); strings.Contains(all, "87") {
				t.Errorf("shown %q", got.shown)
			}
			if len(got.shown) != test.messages || got.last() != got.response.Answer || !strings.Contains(got.shown[0], "이어 쓰기") || strings.Contains(got.shown[0], "대조해") {
				t.Errorf("shown %q, answered %q", got.shown, got.response.Answer)
			}
			if meta := got.response.StructuredData.Metadata; meta.AnsweredBy != test.by || meta.Fallback != test.fallback {
				t.Errorf("metadata %+v", meta)
			}
			c.playedAgain(got.runID)
		})
	}
}

// A model that breaks off, stalls, never ends or talks nonsense is bounded;
// the course's answer takes the place of what was shown of it, and says so.
func TestTheCourseAnswersInTheMiddleOfAStream(t *testing.T) {
	t.Parallel()
	long := `chunk: 9, json: {sentences: [` + goodSentence + `, {text: "` + strings.Repeat("원문과 대조해 보세요. ", 20) + `", used: [2]}]}`
	for name, test := range map[string]struct {
		script, fallback string
		shown            bool // some of the model's text
		caps             llm.Caps
	}{
		"breaks off":   {`default: {fault: disconnect, ` + long + `}`, "unavailable", true, llm.Caps{}},
		"stalls":       {`default: {fault: stall, ` + long + `}`, "unavailable", true, llm.Caps{}},
		"half":         {`default: {fault: half_json, ` + long + `}`, "bad_answer", true, llm.Caps{}},
		"never ends":   {`default: {fault: endless, chunk: 400, text: '{"sentences":[{"text":"원문과 대조해 보세요.","used":[2]},'}`, "bad_answer", true, llm.Caps{}},
		"one too big":  {`default: {fault: endless, chunk: 4000, text: '{"sentences":[{"text":"` + strings.Repeat("가", 3000) + `'}`, "bad_answer", false, llm.Caps{}},
		"nonsense":     {`default: {fault: garbage}`, "bad_answer", false, llm.Caps{}},
		"hangs":        {`default: {fault: hang}`, "unavailable", false, llm.Caps{}},
		"refuses":      {`default: {fault: refused}`, "refused", false, llm.Caps{}},
		"over budget":  {`default: {` + long + `}`, "over_budget", false, llm.Caps{TokensPerRun: 10}},
		"over a day's": {`default: {` + long + `}`, "over_budget", false, llm.Caps{TokensPerDay: 10}},
	} {
		for _, ask := range []string{inGlossary, inPassages} {
			t.Run(name+": "+ask, func(t *testing.T) {
				t.Parallel()
				m := &counted{Model: script(t, test.script)}
				c := taught(t, m, func(cfg *llm.Config) { cfg.Silence, cfg.Attempts, cfg.Caps = 500*time.Millisecond, 2, test.caps })
				got := c.watch(ask, nil)
				text := got.response.Answer + got.response.Message
				if (len(got.shown) > 0) != test.shown || test.shown && (got.last() != text || strings.Contains(text, "대조해 보세요")) {
					t.Errorf("shown %q, answered %q", got.shown, text)
				}
				if !strings.Contains(text, "언어 모델의 답을 쓸 수 없어") || strings.Contains(text, "이어 쓰기 때문에 지어낼") {
					t.Errorf("answered %q", text)
				}
				meta := got.response.StructuredData.Metadata
				if (meta.RetryAfterMS > 0) != (test.caps.TokensPerDay > 0) {
					t.Errorf("to be asked again after %d ms", meta.RetryAfterMS)
				}
				if ask == inGlossary {
					if meta.AnsweredBy != state.AnsweredByRules || meta.Fallback != test.fallback || meta.Model != "" {
						t.Errorf("metadata %+v", meta)
					}
				} else if f := c.state().Turn.QnA; got.response.Type != state.ResponseGuidance || f.Why != test.fallback {
					t.Errorf("%s: %+v", got.response.Type, f)
				}
				if n := m.asked.Load(); n > 2 || test.caps != (llm.Caps{}) && n > 0 {
					t.Errorf("asked %d times", n)
				}
				if s := c.state(); s.place() != atTheory || s.CurrentAgent != LearningSupervisor {
					t.Errorf("at %s of %s", s.SessionProgressStage, s.CurrentAgent)
				}
				c.playedAgain(got.runID)
			})
		}
	}
}

// Cancelled while it is written the answer is none; the lesson goes on where
// it was, the open question too.
func TestCancelEndsTheWriting(t *testing.T) {
	t.Parallel()
	m := gated{firstWritten, restWritten, make(chan struct{})}
	c := taught(t, m, nil)
	c.send("퀴즈")
	cancel := sync.OnceFunc(func() {
		if err := c.engine.Cancel(c.t.Context(), c.id, ""); err != nil {
			t.Error(err)
		}
	})
	got := c.watch(inGlossary, func(string) { cancel() })
	if got.end != state.EventRunCancelled || len(got.shown) != 1 || !strings.HasPrefix(got.last(), "### 답변\n\n모델은") {
		t.Errorf("%s after %q", got.end, got.shown)
	}
	if s := c.state(); s.place() != atQuiz || s.UIMode != modeQuiz {
		t.Errorf("at %s in %s", s.SessionProgressStage, s.UIMode)
	}
	c.playedAgain(got.runID)
	close(m.gate)
	if again := c.watch(inGlossary, nil); again.last() != again.response.Answer || again.response.Type != state.ResponseAnswer {
		t.Errorf("shown %q, answered %+v", again.shown, again.response)
	}
}

// The tutor has no steps to skip; the wish is refused, and the writing goes
// on.
func TestAWishToSkipLeavesTheWriting(t *testing.T) {
	t.Parallel()
	m := gated{firstWritten, restWritten, make(chan struct{})}
	c := taught(t, m, nil)
	skip := sync.OnceFunc(func() {
		if err := c.engine.SkipStep(c.t.Context(), c.id, "", "step_0"); fault.Of(err) != fault.StepNotFound {
			t.Errorf("skip: %v", err)
		}
		close(m.gate)
	})
	got := c.watch(inGlossary, func(string) { skip() })
	if len(got.shown) != 1 || got.last() != got.response.Answer || !strings.Contains(got.last(), "다시 묻기") {
		t.Errorf("shown %q, answered %q", got.shown, got.response.Answer)
	}
}

// halting is a log that holds a run at the word that the course answers, until
// its node goes down.
type halting struct {
	slog.Handler
	reached chan struct{}
	once    *sync.Once
}

func (h halting) Enabled(context.Context, slog.Level) bool { return true }

func (h halting) Handle(ctx context.Context, r slog.Record) error {
	if strings.HasPrefix(r.Message, "the course's answer stands") {
		h.once.Do(func() {
			close(h.reached)
			<-ctx.Done() // the node goes down with the answer in its hands
		})
	}
	return nil
}

// What came of asking is durable before anything is made of it: a node that
// takes the run over does not ask, and pay, again.
func TestARunThatIsTakenOverDoesNotAskAgain(t *testing.T) {
	t.Parallel()
	m := &counted{Model: script(t, `default: {fault: refused}`)}
	reached := make(chan struct{})
	st, err := store.Open(t.Context(), store.Config{DataDir: storetest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	if _, err := st.MigrateTables(t.Context(), Name, migrations.FS); err != nil {
		t.Fatal(err)
	}
	node := func(log *slog.Logger) (*engine.Engine, func()) {
		graph, err := New(Config{Store: st, TodayFunc: monday, Model: llm.NewClient(llm.Config{Model: m}), Logger: log})
		if err != nil {
			t.Fatal(err)
		}
		e, err := engine.New(engine.Config{Store: st, Assistants: []engine.Assistant{graph}, Sweep: 50 * time.Millisecond, DrainTimeout: 50 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- e.Run(ctx) }()
		return e, sync.OnceFunc(func() {
			stop()
			if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	first, stop := node(slog.New(halting{Handler: slog.DiscardHandler, reached: reached, once: &sync.Once{}}))
	t.Cleanup(stop)
	c := &classroom{t: t, store: st, engine: first}
	c.enter("")
	c.send("입문")
	if _, err := first.Submit(t.Context(), engine.Query{SessionID: c.id, Text: inGlossary}); err != nil {
		t.Fatal(err)
	}
	<-reached // asked and recorded, but nothing is made of it
	stop()
	second, end := node(nil)
	t.Cleanup(end)
	c.engine = second
	stream := second.Watch(c.id, 0)
	defer stream.Close()
	for answers := 0; answers < 2; {
		d, err := stream.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !state.TerminalEvent(d.Event.Type) {
			continue
		}
		if answers++; answers == 2 {
			var f state.FinalResponse
			decode(t, d.Event.Payload, &f)
			if f.Response.StructuredData.Metadata.Fallback != "refused" || m.asked.Load() != 1 {
				t.Errorf("asked %d times: %+v", m.asked.Load(), f.Response.StructuredData.Metadata)
			}
		}
	}
}
