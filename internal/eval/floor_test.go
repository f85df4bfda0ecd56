package eval_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/realestate"
	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/eval"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/store"
)

// noon is the day of whole answers.
func noon() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

func load(t testing.TB, name string) eval.Set {
	t.Helper()
	set, err := eval.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func library(t testing.TB) *knowledge.Library {
	t.Helper()
	lib, err := knowledge.Open(t.Context(), knowledge.Config{FS: packs.FS})
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// The floors are what a change may not fall below, a little under what
// docs/evaluation.md reports.
func TestRetrievalFloors(t *testing.T) {
	t.Parallel()
	lib := library(t)
	for _, c := range []struct {
		set, split           string
		least                int
		law3, hit1, hit3     float64
		nothing, calibration float64
	}{
		{set: "packs", least: 80, law3: 0.98, hit1: 0.92, hit3: 0.97, nothing: 0.85, calibration: 0.2},
		{set: "packs_holdout", least: 40, law3: 0.92, hit1: 0.78, hit3: 0.90, nothing: 0.75, calibration: 0.2},
		{set: "packs_english", least: 17, law3: 1, hit1: 0.94, hit3: 1, nothing: 1, calibration: 0.28},
		{set: "statutes", split: eval.Report, least: 30, law3: 0.90, hit1: 0.85, hit3: 0.90, calibration: 0.28},
	} {
		r, err := eval.MeasureRetrieval(t.Context(), lib, load(t, c.set).Half(c.split).AnsweredBy(lib))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %s: %v %v", c.set, c.split, r.Checks, r.Figures)
		if r.Checks["hit3"].N < c.least {
			t.Errorf("%s %s: %d questions", c.set, c.split, r.Checks["hit3"].N)
		}
		for name, floor := range map[string]float64{"law_hit3": c.law3, "hit1": c.hit1, "hit3": c.hit3, "nothing": c.nothing} {
			if h := r.Checks[name]; h.N > 0 && h.Share() < floor {
				t.Errorf("%s %s falls below its floor: %s is %+v", c.set, c.split, name, h)
			}
		}
		if r.Figures["ece"] > c.calibration {
			t.Errorf("%s: confidences are %.3f off", c.set, r.Figures["ece"])
		}
	}
}

func TestIntentFloors(t *testing.T) {
	t.Parallel()
	file, err := datafile.Open(configs.FS, "planning/realestate.yaml")
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := planning.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := planning.New(cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	read := func(ctx context.Context, text, language string) (eval.Reading, error) {
		got, err := p.Plan(ctx, planning.Request{Query: text, Language: language, Today: noon()})
		return eval.Reading{Intent: got.Planning.AnalyzedIntent.IntentType, Confidence: got.Planning.IntentConfidence}, err
	}
	for set, floor := range map[string]float64{"queries": 0.95, "queries_fresh": 0.88} {
		r, err := eval.MeasureIntents(t.Context(), read, load(t, set).Half(eval.Report))
		if err != nil {
			t.Fatal(err)
		}
		if h := r.Checks["intent"]; h.N < 70 || h.Share() < floor {
			t.Errorf("%s: %+v are right, less than %.2f", set, h, floor)
		}
	}
}

// chat is the real adviser, asked as a client asks it.
func chat(t *testing.T) *eval.Chat {
	t.Helper()
	calendar := &eval.Calendar{TodayFunc: noon}
	c, err := eval.OpenChat(t.Context(), func(ctx context.Context, s *store.Store) (engine.Assistant, error) {
		known := memory.New(memory.Config{Store: calendar.Over(s), Clock: calendar.Today})
		return realestate.New(ctx, realestate.Config{Memory: known, TodayFunc: calendar.Today, Logger: slog.New(slog.DiscardHandler)})
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	c.Calendar = calendar
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func TestAnswerFloors(t *testing.T) {
	t.Parallel()
	r, err := eval.MeasureAnswers(t.Context(), chat(t).Ask, load(t, "answers"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Missed {
		t.Logf("%s %s: want %v, found %v", m.ID, m.Text, m.Want, m.Found)
	}
	if h := r.Checks["answers"]; h.N < 60 || h.Share() < 0.88 {
		t.Errorf("%d of %d answers stand up to their checks", h.Held, h.N)
	}
	if h := r.Checks["numbers"]; h.N < 8 || h.Held < h.N {
		t.Errorf("%d of %d numbers are stated", h.Held, h.N)
	}
	if h := r.Checks["not_found"]; h.N < 10 || h.Held < h.N-1 {
		t.Errorf("%d of %d answers admit that there is nothing", h.Held, h.N)
	}
	if ece := r.Figures["ece"]; ece > 0.18 {
		t.Errorf("confidences of answers are %.3f off", ece)
	}
	if h := r.Checks["absent"]; h.N < 5 || h.Held < h.N {
		t.Errorf("%d of %d things are left unsaid", h.Held, h.N)
	}
}

// What has no answer gets none, and that costs no answer which is there.
func TestDecliningFloors(t *testing.T) {
	t.Parallel()
	c := chat(t)
	for _, floor := range []struct {
		set, split string
		least      float64
		declined   int
	}{
		{"unanswerable", eval.Tune, 0.73, 0},
		{"unanswerable", eval.Report, 0.70, 0},
		{"everyday", eval.Tune, 0.68, 1},
		{"everyday", eval.Report, 0.80, 2},
	} {
		r, err := eval.MeasureAnswers(t.Context(), c.Ask, load(t, floor.set).Half(floor.split))
		if err != nil {
			t.Fatal(err)
		}
		if h := r.Checks["answers"]; h.N < 20 || h.Share() < floor.least || r.Checks["declined"].Held > floor.declined {
			t.Errorf("%s %s: %v", floor.set, floor.split, r.Checks)
		}
	}
}

// BenchmarkSearch tells how long a search of the packs takes, over all
// questions of a set.
func BenchmarkSearch(b *testing.B) {
	lib, set := library(b), load(b, "packs")
	var worst float64
	for b.Loop() {
		r, err := eval.MeasureRetrieval(b.Context(), lib, set)
		if err != nil {
			b.Fatal(err)
		}
		worst = max(worst, r.Figures["p99"])
	}
	b.ReportMetric(worst, "p99-ms")
}
