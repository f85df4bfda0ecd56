package eval

import (
	"math"
	"slices"
	"time"

	"github.com/madang-dev/madang/calibration"
)

// confident is one outcome with the confidence that it was given.
type confident = calibration.Outcome

// Bin is the cases of a range of confidence.
type Bin = calibration.Bin

// Calibration tells whether a confidence means what it says: of the cases
// given 0.8, eight in ten should be right.
type Calibration struct {
	Bins []Bin `json:"bins"`
	// Error is the expected calibration error: the mean distance between
	// confidence and share of right ones, weighted by the bins' cases.
	Error float64 `json:"error"`
	N     int     `json:"n"`
}

func calibrate(list []confident) Calibration {
	bins := calibration.Bins(list)
	return Calibration{Bins: bins, Error: calibration.Error(bins), N: len(list)}
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
