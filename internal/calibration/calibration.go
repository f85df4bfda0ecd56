// Package calibration tells whether a confidence means what it says: of the
// answers given 0.8, eight in ten should be right.
package calibration

import "math"

// Outcome is an answer's confidence and whether the answer was right.
type Outcome struct {
	Confidence float64
	Right      bool
}

// Bin is the answers of a tenth of the range of confidence.
type Bin struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Count int     `json:"n"`
	// Said is their mean confidence, Right the share of right answers. Where
	// these are the same, a confidence means what it says.
	Said  float64 `json:"mean"`
	Right float64 `json:"right"`
}

// Bins sorts outcomes into tenths; tenths without any are left out.
func Bins(outcomes []Outcome) []Bin {
	var said, right [10]float64
	var count [10]int
	for _, o := range outcomes {
		i := min(9, max(0, int(o.Confidence*10)))
		count[i]++
		said[i] += o.Confidence
		if o.Right {
			right[i]++
		}
	}
	var bins []Bin
	for i, n := range count {
		if n > 0 {
			bins = append(bins, Bin{From: float64(i) / 10, To: float64(i+1) / 10, Count: n, Said: said[i] / float64(n), Right: right[i] / float64(n)})
		}
	}
	return bins
}

// Error is the mean distance between what was said and what was
// right, weighed by the answers of each bin (the expected calibration error).
func Error(bins []Bin) float64 {
	sum, n := 0.0, 0
	for _, b := range bins {
		sum += math.Abs(b.Said-b.Right) * float64(b.Count)
		n += b.Count
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
