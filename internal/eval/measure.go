package eval

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/calibration"
)

// tally gathers the result of a set.
type tally struct {
	Result
	took []time.Duration
	sure []calibration.Outcome
}

// measure puts every case of a set to the product.
func measure(set Set, one func(c Case, t *tally) error) (Result, error) {
	t := tally{Result: Result{Set: set.Name, Kind: set.Kind, Cases: len(set.Cases), Checks: map[string]Held{}, Figures: map[string]float64{}}}
	for _, c := range set.Cases {
		if err := one(c, &t); err != nil {
			return t.Result, fmt.Errorf("set %s: %s: %w", set.Name, c.ID, err)
		}
	}
	t.Bins = calibration.Bins(t.sure)
	t.Figures["ece"], t.Figures["p50"], t.Figures["p99"] = calibration.Error(t.Bins), t.within(0.5), t.within(0.99)
	return t.Result, nil
}

// timed notes how long the product takes for a case.
func (t *tally) timed(ask func() error) error {
	began := time.Now()
	err := ask()
	t.took = append(t.took, time.Since(began))
	return err
}

// within is the time in milliseconds in which a share of the cases was done.
func (t *tally) within(share float64) float64 {
	if len(t.took) == 0 {
		return 0
	}
	slices.Sort(t.took)
	i := int(math.Ceil(share*float64(len(t.took)))) - 1
	return float64(t.took[max(0, i)].Microseconds()) / 1000
}

func (t *tally) check(name string, held bool) {
	h := t.Checks[name]
	h.N++
	if held {
		h.Held++
	}
	t.Checks[name] = h
}

// trust compares a confidence with what came of it.
func (t *tally) trust(confidence float64, right bool) {
	t.sure = append(t.sure, calibration.Outcome{Confidence: confidence, Right: right})
}

func (t *tally) miss(c Case, want, found []string) {
	t.Missed = append(t.Missed, Missed{ID: c.ID, Text: c.Text, Want: want, Found: found})
}

// Reading is what a query was taken to want, and how surely.
type Reading struct {
	Intent     string
	Confidence float64
}

// ReadFunc reads a query.
type ReadFunc func(ctx context.Context, text, language string) (Reading, error)

// MeasureIntents has all queries of a set read.
func MeasureIntents(ctx context.Context, read ReadFunc, set Set) (Result, error) {
	return measure(set, func(c Case, t *tally) (err error) {
		var got Reading
		if err := t.timed(func() error { got, err = read(ctx, c.Text, c.Language); return err }); err != nil {
			return err
		}
		right := got.Intent == c.Intent
		t.check("intent", right)
		t.trust(got.Confidence, right)
		if !right {
			t.miss(c, []string{c.Intent}, []string{fmt.Sprintf("%s (%.2f)", got.Intent, got.Confidence)})
		}
		return nil
	})
}
