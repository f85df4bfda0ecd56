package eval

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Reading is what a query was taken to want, and how surely.
type Reading struct {
	Intent     string
	Confidence float64
}

// ReadFunc reads a query.
type ReadFunc func(ctx context.Context, text, language string) (Reading, error)

// IntentResult is how a set's queries were read.
type IntentResult struct {
	Queries  int     `json:"queries"`
	Right    int     `json:"right"`
	Accuracy float64 `json:"accuracy"`
	// Confusion counts expected → found.
	Confusion   map[string]map[string]int `json:"confusion"`
	PerIntent   map[string]Share          `json:"per_intent"`
	Calibration Calibration               `json:"calibration"`
	Latency     Latency                   `json:"latency"`
	Missed      []Missed                  `json:"missed,omitempty"`
}

// Share is how many of how many; Found is how many were found in all.
type Share struct {
	Right     int     `json:"right"`
	N         int     `json:"n"`
	Found     int     `json:"found"`
	Recall    float64 `json:"recall"`
	Precision float64 `json:"precision"`
}

// MeasureIntents has all queries of a set read.
func MeasureIntents(ctx context.Context, read ReadFunc, set Set) (IntentResult, error) {
	r := IntentResult{Confusion: map[string]map[string]int{}, PerIntent: map[string]Share{}}
	var took []time.Duration
	var sure []confident
	for _, c := range set.Cases {
		began := time.Now()
		got, err := read(ctx, c.Text, c.Language)
		if err != nil {
			return r, fmt.Errorf("set %s: %s: %w", set.Name, c.ID, err)
		}
		took = append(took, time.Since(began))
		right := got.Intent == c.Intent
		r.count(c.Intent, got.Intent)
		sure = append(sure, confident{Confidence: got.Confidence, Right: right})
		if !right {
			r.Missed = append(r.Missed, Missed{ID: c.ID, Text: c.Text, Want: []string{c.Intent},
				Found: []string{fmt.Sprintf("%s (%.2f)", got.Intent, got.Confidence)}})
		}
	}
	r.Accuracy = share(r.Right, r.Queries)
	for intent, s := range r.PerIntent {
		s.Recall, s.Precision = share(s.Right, s.N), share(s.Right, s.Found)
		r.PerIntent[intent] = s
	}
	r.Calibration, r.Latency = calibrate(sure), latencyOf(took)
	return r, nil
}

func (r *IntentResult) count(want, got string) {
	r.Queries++
	if r.Confusion[want] == nil {
		r.Confusion[want] = map[string]int{}
	}
	r.Confusion[want][got]++
	expected, found := r.PerIntent[want], r.PerIntent[got]
	if want == got {
		r.Right++
		expected.Right++
		expected.N++
		expected.Found++
		r.PerIntent[want] = expected
		return
	}
	expected.N++
	found.Found++
	r.PerIntent[want], r.PerIntent[got] = expected, found
}

// intents are all that were expected or found, in order.
func (r IntentResult) intents() []string { return slices.Sorted(maps.Keys(r.PerIntent)) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
