package eval

import (
	"context"
	"fmt"
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
	Queries     int         `json:"queries"`
	Right       int         `json:"right"`
	Accuracy    float64     `json:"accuracy"`
	Calibration Calibration `json:"calibration"`
	Latency     Latency     `json:"latency"`
	Missed      []Missed    `json:"missed,omitempty"`
}

// MeasureIntents has all queries of a set read.
func MeasureIntents(ctx context.Context, read ReadFunc, set Set) (IntentResult, error) {
	r := IntentResult{Queries: len(set.Cases)}
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
		sure = append(sure, confident{Confidence: got.Confidence, Right: right})
		if right {
			r.Right++
		} else {
			r.Missed = append(r.Missed, Missed{ID: c.ID, Text: c.Text, Want: []string{c.Intent},
				Found: []string{fmt.Sprintf("%s (%.2f)", got.Intent, got.Confidence)}})
		}
	}
	r.Accuracy = share(r.Right, r.Queries)
	r.Calibration, r.Latency = calibrate(sure), latencyOf(took)
	return r, nil
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
