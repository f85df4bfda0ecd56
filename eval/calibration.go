package eval

import (
	"math"
	"slices"
	"time"
)

// confident is one outcome with the confidence that it was given.
type confident struct {
	confidence float64
	right      bool
}

// Calibration tells whether a confidence means what it says: of the cases
// given 0.8, eight in ten should be right.
type Calibration struct {
	Bins []Bin `json:"bins"`
	// Error is the expected calibration error: the mean distance between
	// confidence and share of right ones, weighted by the bins' cases.
	Error float64 `json:"error"`
	N     int     `json:"n"`
}

// Bin is the cases of a range of confidence.
type Bin struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	N     int     `json:"n"`
	Mean  float64 `json:"mean"`  // confidence
	Right float64 `json:"right"` // share
}

const bins = 10

func calibrate(list []confident) Calibration {
	c := Calibration{N: len(list)}
	all := make([]Bin, bins)
	for i := range all {
		all[i].From, all[i].To = float64(i)/bins, float64(i+1)/bins
	}
	for _, one := range list {
		i := min(bins-1, max(0, int(one.confidence*bins)))
		all[i].N++
		all[i].Mean += one.confidence
		if one.right {
			all[i].Right++
		}
	}
	for _, b := range all {
		if b.N == 0 {
			continue
		}
		b.Mean /= float64(b.N)
		b.Right /= float64(b.N)
		c.Error += math.Abs(b.Mean-b.Right) * float64(b.N) / float64(len(list))
		c.Bins = append(c.Bins, b)
	}
	return c
}

// Latency is how long the cases took, in milliseconds.
type Latency struct {
	P50 float64 `json:"p50_ms"`
	P99 float64 `json:"p99_ms"`
	Max float64 `json:"max_ms"`
}

func latencyOf(took []time.Duration) Latency {
	if len(took) == 0 {
		return Latency{}
	}
	sorted := slices.Sorted(slices.Values(took))
	at := func(share float64) float64 {
		i := int(math.Ceil(share*float64(len(sorted)))) - 1
		return float64(sorted[max(0, i)].Microseconds()) / 1000
	}
	return Latency{P50: at(0.5), P99: at(0.99), Max: at(1)}
}
