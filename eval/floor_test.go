package eval_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/realestate"
	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/datafile"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/eval"
	"github.com/madang-dev/madang/knowledge"
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
		{set: "packs", least: 80, law3: 0.98, hit1: 0.92, hit3: 0.97, nothing: 0.9, calibration: 0.2},
		{set: "packs_holdout", least: 40, law3: 0.92, hit1: 0.78, hit3: 0.90, nothing: 0.85, calibration: 0.2},
		{set: "packs_english", least: 17, law3: 1, hit1: 0.94, hit3: 1, nothing: 1, calibration: 0.28},
		{set: "statutes", split: eval.Report, least: 30, law3: 0.90, hit1: 0.85, hit3: 0.90, calibration: 0.28},
	} {
		r, err := eval.MeasureRetrieval(t.Context(), lib, load(t, c.set).Half(c.split).AnsweredBy(lib))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %s: %d questions, law %.3f, article %.3f, ECE %.3f", c.set, c.split, r.Questions, r.Law, r.Article, r.Calibration.Error)
		if r.Questions < c.least || r.Law.Hit3 < c.law3 || r.Article.Hit1 < c.hit1 || r.Article.Hit3 < c.hit3 {
			t.Errorf("%s %s falls below its floors: %d questions, law %+v, article %+v", c.set, c.split, r.Questions, r.Law, r.Article)
		}
		if r.Nothing > 0 && float64(r.NothingRight) < c.nothing*float64(r.Nothing) {
			t.Errorf("%s: %d of %d questions about something else find nothing", c.set, r.NothingRight, r.Nothing)
		}
		if r.Calibration.Error > c.calibration {
			t.Errorf("%s: confidences are %.3f off", c.set, r.Calibration.Error)
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
		t.Logf("%s: %d of %d", set, r.Right, r.Queries)
		if r.Queries < 70 || r.Accuracy < floor {
			t.Errorf("%s: %d of %d are right, less than %.2f", set, r.Right, r.Queries, floor)
		}
	}
}

// chat is the real adviser, asked as a client asks it.
func chat(t *testing.T) *eval.Chat {
	t.Helper()
	c, err := eval.OpenChat(t.Context(), func(ctx context.Context, _ *store.Store) (engine.Assistant, error) {
		return realestate.New(ctx, realestate.Config{TodayFunc: noon, Logger: slog.New(slog.DiscardHandler)})
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func TestAnswerFloors(t *testing.T) {
	t.Parallel()
	r, err := eval.MeasureAnswers(t.Context(), chat(t).Ask, nil, load(t, "answers"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Missed {
		t.Logf("%s %s: want %v, found %v", m.ID, m.Text, m.Want, m.Found)
	}
	if r.Questions < 60 || r.Accuracy < 0.88 {
		t.Errorf("%d of %d answers stand up to their checks", r.Right, r.Questions)
	}
	if h := r.Checks["numbers"]; h.N < 8 || h.Held < h.N {
		t.Errorf("%d of %d numbers are stated", h.Held, h.N)
	}
	if h := r.Checks["not_found"]; h.N < 10 || h.Held < h.N-1 {
		t.Errorf("%d of %d answers admit that there is nothing", h.Held, h.N)
	}
	if r.Calibration.Error > 0.18 {
		t.Errorf("confidences of answers are %.3f off", r.Calibration.Error)
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
		r, err := eval.MeasureAnswers(t.Context(), c.Ask, nil, load(t, floor.set).Half(floor.split))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %s: %d of %d, %d declined, ECE %.3f", floor.set, floor.split, r.Right, r.Questions, r.Declined, r.Calibration.Error)
		if r.Questions < 20 || r.Accuracy < floor.least || r.Declined > floor.declined {
			t.Errorf("%s %s: %d of %d answers stand up to their checks, %d decline", floor.set, floor.split, r.Right, r.Questions, r.Declined)
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
		worst = max(worst, r.Latency.P99)
	}
	b.ReportMetric(worst, "p99-ms")
}
