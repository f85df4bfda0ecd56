package travel_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/travel"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// says is a model that always says the same.
type says struct {
	text  string
	err   error
	asked atomic.Int64
}

func (m *says) Generate(context.Context, llm.Request) (llm.Response, error) {
	m.asked.Add(1)
	return llm.Response{Text: m.text, Model: "says-1"}, m.err
}

func with(m *says) func(*travel.Config) {
	return func(c *travel.Config) { c.Model = llm.NewClient(llm.Config{Model: m}) }
}

// answerTo is the text of the response that ended a run.
func answerTo(t *testing.T, events []state.Event) string {
	t.Helper()
	r := responseTo(t, events)
	return r.Answer + r.Message
}

func responseTo(t *testing.T, events []state.Event) state.Response {
	t.Helper()
	var f state.FinalResponse
	if err := json.Unmarshal(events[len(events)-1].Payload, &f); err != nil {
		t.Fatal(err)
	}
	return f.Response
}

const vague = "글리코 아저씨 간판 보고 바람 좀 쐬고 올까 하는데"

const overCap = "over a day's cap"

// spent is the account of who may take no more.
type spent struct{}

func (spent) HoldUsage(context.Context, []store.UsageHold) error { return store.OverCap{Key: "day"} }

func (spent) SettleUsage(context.Context, store.UsageEntry, []store.UsageHold) error { return nil }

func TestAModelPutsItPlainly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		model *says
		query string
		told  bool
		asked int64
		away  bool
	}{
		"understood":             {&says{text: `{"understood":true,"text":"목적지 오사카, 기간 3박 4일, 인원 2명"}`}, vague, true, 1, false},
		"not understood":         {&says{text: `{"understood":false,"text":""}`}, vague, false, 1, false},
		"nothing that is a slot": {&says{text: `{"understood":true,"text":"고마워"}`}, vague, false, 1, false},
		"out of bounds":          {&says{text: `{"understood":true,"text":"목적지 오사카, 기간 99박 100일"}`}, vague, false, 1, false},
		"nonsense":               {&says{text: `목적지 오사카`}, vague, false, 2, true},
		"two lines":              {&says{text: `{"understood":true,"text":"오사카\n3박"}`}, vague, false, 2, true},
		"away":                   {&says{err: llm.ErrUnavailable}, vague, false, 3, true},
		overCap:                  {&says{}, vague, false, 0, true},
		"not needed":             {&says{text: `{"understood":true,"text":"목적지 파리"}`}, "오사카 3박 4일 둘이서", false, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := open(t, storetest.SQLite(t), func(cfg *travel.Config) {
				model := llm.Config{Model: c.model}
				if name == overCap {
					model.Caps, model.Ledger = llm.Caps{TokensPerDay: 10}, spent{}
				}
				cfg.Model = llm.NewClient(model)
			})
			id := y.session(t)
			events := y.ask(t, id, c.query)
			text, meta := answerTo(t, events), responseTo(t, events).StructuredData.Metadata
			if (meta.Fallback != "") != c.away || (meta.RetryAfterMS > 0) != (name == overCap) {
				t.Errorf("metadata %+v", meta)
			}
			if strings.Contains(text, "이해했습니다") != c.told || strings.Contains(text, "언어 모델을 쓸 수 없어") != c.away || c.model.asked.Load() != c.asked {
				t.Errorf("asked %d times: %s", c.model.asked.Load(), text)
			}
			cp, err := y.store.LatestCheckpoint(t.Context(), store.Server(), id)
			if err != nil {
				t.Fatal(err)
			}
			var s travel.MultiAgentState
			if err := json.Unmarshal(cp.State, &s); err != nil {
				t.Fatal(err)
			}
			if filled := s.Destination != nil && *s.Destination == "osaka" && *s.Duration == 3 && *s.NumPeople == 2; filled != (c.told || name == "not needed") {
				t.Errorf("destination %v, %v nights, %v people", s.Destination, s.Duration, s.NumPeople)
			}
		})
	}
}

// drips is a model that writes a character at a time.
type drips struct{ text string }

func (m drips) Generate(_ context.Context, r llm.Request) (llm.Response, error) {
	for _, c := range m.text {
		if r.DeltaFunc != nil {
			r.DeltaFunc(string(c))
		}
	}
	return llm.Response{Text: m.text, Model: "drips-1"}, nil
}

// The model's line is for the rules to read. Nobody sees it before they have,
// and then as a part of the answer only.
func TestALineIsNotSeenBeforeItIsRead(t *testing.T) {
	t.Parallel()
	y := open(t, storetest.SQLite(t), func(c *travel.Config) {
		c.Model = llm.NewClient(llm.Config{Model: drips{`{"understood":true,"text":"목적지 오사카, 기간 3박 4일, 인원 2명"}`}})
	})
	id := y.session(t)
	watch := y.Watch(id, 0)
	defer watch.Close()
	// What the store has is read first: a stream that begins behind the run's end is given
	// no pieces, and this test could not fail.
	watch.OnReady(func() {})
	if _, err := watch.Next(t.Context()); !errors.Is(err, engine.ErrNothing) {
		t.Fatal(err)
	}
	watch.OnReady(nil)
	events := y.ask(t, id, vague)
	if !strings.Contains(answerTo(t, events), "이해했습니다") {
		t.Fatal(answerTo(t, events))
	}
	for {
		d, err := watch.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if d.Event.Type == state.EventAnswerDelta {
			t.Errorf("shown %s", d.Event.Payload)
		}
		if state.TerminalEvent(d.Event.Type) {
			return
		}
	}
}

// What the model said, or that it failed, is in the record: a replay does not
// ask it.
func TestAPlainLineIsPlayedAgain(t *testing.T) {
	t.Parallel()
	for name, model := range map[string]*says{
		"understood": {text: `{"understood":true,"text":"목적지 오사카, 기간 3박 4일"}`},
		"refused":    {err: llm.ErrRefused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			playedAgain(t, model)
		})
	}
}

func playedAgain(t *testing.T, model *says) {
	t.Helper()
	y := open(t, storetest.SQLite(t), with(model))
	id := y.session(t)
	events := y.ask(t, id, vague)
	away := &says{err: llm.ErrUnavailable}
	cfg := travel.Config{Scheduler: patient, TodayFunc: func() time.Time { return today }}
	with(away)(&cfg)
	again, err := travel.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	report, err := engine.Replay(t.Context(), engine.ReplayConfig{
		Store: y.store, Assistants: []engine.Assistant{again}, Patience: 30 * time.Second,
	}, events[0].RunID)
	if err != nil || !report.Equal || away.asked.Load() != 0 {
		t.Errorf("asked %d times: %+v, %v", away.asked.Load(), report.Differences, err)
	}
}
