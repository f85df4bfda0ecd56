package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// results are all figures of all rounds.
type results struct {
	At time.Time `json:"at"`
	// Machine is what was measured on.
	Machine string `json:"machine"`
	Took    string `json:"took"`
	Rounds  int    `json:"rounds"`
	Window  string `json:"window"`
	// Quick tells that the figures are no measurement: it was only looked
	// whether everything works.
	Quick bool          `json:"quick,omitempty"`
	Parts []measurement `json:"parts"`
}

// measurement is one contestant in one scenario.
type measurement struct {
	Contestant string `json:"contestant"`
	Scenario   string `json:"scenario"`
	// Rounds are the figures as they were measured.
	Rounds []figures `json:"rounds"`
}

func newResults(p pace) results {
	return results{At: time.Now().UTC(), Machine: machine(), Rounds: p.rounds, Window: p.window.String(), Quick: p.quick}
}

func (r *results) add(contestant, scenario string, f figures) {
	if m := r.part(contestant, scenario); m != nil {
		m.Rounds = append(m.Rounds, f)
		return
	}
	r.Parts = append(r.Parts, measurement{contestant, scenario, []figures{f}})
}

func (r *results) part(contestant, scenario string) *measurement {
	for i := range r.Parts {
		if r.Parts[i].Contestant == contestant && r.Parts[i].Scenario == scenario {
			return &r.Parts[i]
		}
	}
	return nil
}

// median of a figure over the rounds; false when it was not measured.
func (r *results) median(contestant, scenario, figure string) (float64, bool) {
	m := r.part(contestant, scenario)
	if m == nil {
		return 0, false
	}
	return middle(m.values(figure))
}

// middle is the median of sorted values; false of none.
func middle(sorted []float64) (float64, bool) {
	n := len(sorted)
	if n == 0 {
		return 0, false
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2, true
}

// spread is how far the rounds lie apart, as a part of their median.
func (r *results) spread(contestant, scenario, figure string) float64 {
	middle, ok := r.median(contestant, scenario, figure)
	if !ok || middle == 0 {
		return 0
	}
	all := r.part(contestant, scenario).values(figure)
	return (all[len(all)-1] - all[0]) / math.Abs(middle)
}

// values are a figure's rounds, sorted.
func (m *measurement) values(figure string) (all []float64) {
	for _, f := range m.Rounds {
		if v, ok := f[figure]; ok {
			all = append(all, v)
		}
	}
	slices.Sort(all)
	return all
}

func (f figures) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(f)) {
		fmt.Fprintf(&b, "  %s %s", name, number(f[name]))
	}
	return b.String()
}

// number shows three digits that count.
func number(v float64) string {
	switch {
	case v >= 1000:
		s := fmt.Sprintf("%.0f", v)
		for i := len(s) - 3; i > 0; i -= 3 {
			s = s[:i] + "," + s[i:]
		}
		return s
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}
