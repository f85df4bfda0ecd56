package eval

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/calibration"
)

// Results is all that was measured.
type Results struct {
	Entries []Result `json:"entries"`
}

// Result is one set, or half of one, measured in one way.
type Result struct {
	Set   string `json:"set"`
	Split string `json:"split,omitempty"`
	Kind  Kind   `json:"kind"`
	// With is what was measured: "rules", "model", or a library.
	With  string `json:"with"`
	Cases int    `json:"cases"`
	// Checks count by name what was looked at and what of it was right:
	// "intent"; "hit1", "hit3", "hit5" of articles, "law_hit…" of their laws,
	// "nothing" where nothing is to be found; "answers" all checks of whole
	// answers, by kind "cites", "contains", "absent", "numbers", "not_found",
	// and "declined" those that admit to find nothing where there is something.
	Checks map[string]Held `json:"checks"`
	// Figures are all others: "mrr" and "law_mrr", the mean of 1/place; "ece",
	// the mean distance between confidence and share of right ones; "p50" and
	// "p99", how long a case took in milliseconds.
	Figures map[string]float64 `json:"figures"`
	// Bins are the cases by their confidence.
	Bins   []calibration.Bin `json:"confidence,omitempty"`
	Missed []Missed          `json:"missed,omitempty"`
}

// Held is how many checks held of how many.
type Held struct {
	Held int `json:"held"`
	N    int `json:"n"`
}

// Share is the part that held, from 0 to 1.
func (h Held) Share() float64 { return float64(h.Held) / float64(max(h.N, 1)) }

// Missed is a case that came out wrong.
type Missed struct {
	ID    string   `json:"id"`
	Text  string   `json:"text"`
	Want  []string `json:"want"`
	Found []string `json:"found"`
}

// Hide takes the questions of "report" halves out of the lists of what was
// missed: those halves are only counted.
func (r *Results) Hide() {
	for i := range r.Entries {
		if r.Entries[i].Split == Report {
			r.Entries[i].Missed = nil
		}
	}
}

// Figure is a named figure, a check's share; false where the result has none.
func (r Result) Figure(name string) (float64, bool) {
	if h, ok := r.Checks[name]; ok {
		return h.Share(), true
	}
	v, ok := r.Figures[name]
	return v, ok
}

// Bound is a threshold for a figure, of one set, of one half of it, or of
// all that have it.
type Bound struct {
	Set, Split, Metric string
	Value              float64
	// AtMost turns the bound round: for errors and times.
	AtMost bool
}

// ParseBound reads "hit3=0.9", "statutes:hit3=0.9" or
// "statutes/report:hit3=0.9".
func ParseBound(s string, atMost bool) (Bound, error) {
	b := Bound{AtMost: atMost}
	where, figure, ok := strings.Cut(s, ":")
	if !ok {
		where, figure = "", s
	}
	b.Set, b.Split, _ = strings.Cut(where, "/")
	metric, value, ok := strings.Cut(figure, "=")
	if !ok || metric == "" {
		return b, fmt.Errorf("threshold %q is not NAME=VALUE", s)
	}
	v, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return b, fmt.Errorf("threshold %q: %q is no number", s, value)
	}
	b.Metric, b.Value = metric, v
	return b, nil
}

// Broken lists the bounds that do not hold, and those that nothing measured
// has: a threshold that is never looked at would be a lie.
func (r Results) Broken(bounds []Bound) []string {
	var broken []string
	for _, b := range bounds {
		met, side := false, "at least"
		if b.AtMost {
			side = "at most"
		}
		for _, e := range r.Entries {
			v, ok := e.Figure(b.Metric)
			if !ok || b.Set != "" && b.Set != e.Set || b.Split != "" && b.Split != e.Split {
				continue
			}
			met = true
			if !b.AtMost && v < b.Value || b.AtMost && v > b.Value {
				broken = append(broken, fmt.Sprintf("%s %s with %s: %s is %.3f, not %s %g", e.Set, e.Split, e.With, b.Metric, v, side, b.Value))
			}
		}
		if !met {
			broken = append(broken, fmt.Sprintf("%s: nothing that was measured has it", b.Metric))
		}
	}
	return broken
}
