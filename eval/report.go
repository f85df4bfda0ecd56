package eval

import (
	"fmt"
	"strconv"
	"strings"
)

// Results is all that was measured.
type Results struct {
	Entries []Entry `json:"entries"`
}

// Entry is one set, or half of one, measured in one way.
type Entry struct {
	Set   string `json:"set"`
	Split string `json:"split,omitempty"`
	Kind  Kind   `json:"kind"`
	// With is what was measured: "rules", a model's name, or a library.
	With      string           `json:"with"`
	Intents   *IntentResult    `json:"intents,omitempty"`
	Retrieval *RetrievalResult `json:"retrieval,omitempty"`
	Answers   *AnswerResult    `json:"answers,omitempty"`
}

// Hide takes the questions of "report" halves out of the lists of what was
// missed: those halves are only counted.
func (r *Results) Hide() {
	for _, e := range r.Entries {
		if e.Split != Report {
			continue
		}
		switch {
		case e.Intents != nil:
			e.Intents.Missed = nil
		case e.Retrieval != nil:
			e.Retrieval.Missed = nil
		case e.Answers != nil:
			e.Answers.Missed = nil
		}
	}
}

// metric is the value of a named figure; false where the entry has none.
func (e Entry) metric(name string) (float64, bool) {
	var c *Calibration
	var l *Latency
	values := map[string]float64{}
	switch {
	case e.Intents != nil:
		values["intent"] = e.Intents.Accuracy
		c, l = &e.Intents.Calibration, &e.Intents.Latency
	case e.Retrieval != nil:
		r := e.Retrieval
		if r.Questions > 0 {
			values = map[string]float64{
				"hit1": r.Article.Hit1, "hit3": r.Article.Hit3, "hit5": r.Article.Hit5, "mrr": r.Article.MRR,
				"law_hit1": r.Law.Hit1, "law_hit3": r.Law.Hit3, "law_hit5": r.Law.Hit5, "law_mrr": r.Law.MRR,
			}
		}
		if r.Nothing > 0 {
			values["nothing"] = share(r.NothingRight, r.Nothing)
		}
		c, l = &r.Calibration, &r.Latency
	case e.Answers != nil:
		values["answers"] = e.Answers.Accuracy
		c, l = &e.Answers.Calibration, &e.Answers.Latency
	}
	if c != nil {
		values["ece"], values["p50"], values["p99"] = c.Error, l.P50, l.P99
	}
	v, ok := values[name]
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
		met := false
		for _, e := range r.Entries {
			v, ok := e.metric(b.Metric)
			if !ok || b.Set != "" && b.Set != e.Set || b.Split != "" && b.Split != e.Split {
				continue
			}
			met = true
			if !b.AtMost && v < b.Value || b.AtMost && v > b.Value {
				broken = append(broken, fmt.Sprintf("%s %s with %s: %s is %.3f, not %s %g", e.Set, e.Split, e.With, b.Metric, v, b.side(), b.Value))
			}
		}
		if !met {
			broken = append(broken, fmt.Sprintf("%s: nothing that was measured has it", b.Metric))
		}
	}
	return broken
}

func (b Bound) side() string {
	if b.AtMost {
		return "at most"
	}
	return "at least"
}
