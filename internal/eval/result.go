package eval

import "github.com/madang-dev/madang/internal/calibration"

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
