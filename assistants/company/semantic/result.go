package semantic

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
)

// Result is what a request gave.
type Result struct {
	About
	Rows       [][]Cell    `json:"rows"`
	Statistics []Statistic `json:"statistics,omitempty"`
	Chart      Chart       `json:"chart"`
	SQL        string      `json:"sql"`
	Plan       []string    `json:"plan,omitempty"`
	Cached     bool        `json:"cached,omitempty"`
	// Queries are the statements that it took this time: what explains and what
	// runs, the newest day, the version of the data, what lies outside.
	Queries    int    `json:"queries,omitempty"`
	AgeSeconds int64  `json:"age_seconds,omitempty"`
	Key        string `json:"key"`
}

// About is what the rows of a result are, and what they rest on.
type About struct {
	Title string `json:"title"`
	// Subject is the title without what it is compared with.
	Subject string   `json:"subject"`
	Columns []Column `json:"columns"`
	// Truncated tells that there are more rows than are given.
	Truncated bool        `json:"truncated"`
	Period    PeriodText  `json:"period"`
	Compare   *PeriodText `json:"compare,omitempty"`
	Filters   []string    `json:"filters"`
	// Lead is what is said before the figures: that the time which was named has not come yet or
	// is only partly in the data, without which they would be taken for another one's, or that
	// data tell no reasons.
	Lead string `json:"lead,omitempty"`
	// Assumptions are what the question left open; Notes are what metrics
	// mean and what the person's role keeps back.
	Assumptions []string `json:"assumptions"`
	Notes       []string `json:"notes"`
	Sources     []string `json:"sources"`
	// DataDay is the newest day of the data that was read.
	DataDay string `json:"data_day"`
	// FreshUntil is the last day on which the data is as new as its catalogue
	// wants it; "" is a catalogue that says nothing of it.
	FreshUntil string `json:"fresh_until,omitempty"`
}

// Column is a column of a result.
type Column struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	// Kind is text, number or time.
	Kind string `json:"kind"`
	// Unit is won, percent, count, piece, person, place, minute or point.
	Unit string `json:"unit,omitempty"`
	// Role is key, label, time, metric, previous, difference, change, share, rank
	// or field.
	Role string `json:"role"`
}

// Cell is a value of a row: a number, a text, or nothing. It is written as
// JSON's number, string or null.
type Cell struct {
	Text   string
	Number *float64
}

// MarshalJSON writes the value alone.
func (c Cell) MarshalJSON() ([]byte, error) {
	switch {
	case c.Number != nil:
		return json.Marshal(*c.Number)
	case c.Text != "":
		return json.Marshal(c.Text)
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (c *Cell) UnmarshalJSON(data []byte) error {
	*c = Cell{}
	switch text := string(data); {
	case text == "null":
		return nil
	case strings.HasPrefix(text, `"`):
		return json.Unmarshal(data, &c.Text)
	}
	return json.Unmarshal(data, &c.Number)
}

func number(v float64) Cell { return Cell{Number: &v} }

// PeriodText is a period in words.
type PeriodText struct {
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	Text string `json:"text"`
	Open bool   `json:"open,omitempty"`
}

// Statistic sums a column up. Sum is nil where values do not add up (rates,
// averages).
type Statistic struct {
	Column    string   `json:"column"`
	Count     int      `json:"count"`
	Sum       *float64 `json:"sum,omitempty"`
	Mean      float64  `json:"mean"`
	Median    float64  `json:"median"`
	Deviation float64  `json:"deviation"`
	Min       float64  `json:"min"`
	Max       float64  `json:"max"`
}

// Chart says how a result is best drawn.
type Chart struct {
	// Kind is number, line, bar, stacked or table.
	Kind       string   `json:"kind"`
	X          string   `json:"x,omitempty"`
	Categories []string `json:"categories,omitempty"`
	Series     []Series `json:"series,omitempty"`
}

// Series is a row of values of a chart, one a category; nil is a gap.
type Series struct {
	Name   string     `json:"name"`
	Title  string     `json:"title"`
	Unit   string     `json:"unit,omitempty"`
	Values []*float64 `json:"values"`
}

// statistics sum up each metric of a result with two rows or more.
func statistics(r Result, q Request, c *catalogue) []Statistic {
	if len(r.Rows) < 2 {
		return nil
	}
	var all []Statistic
	metrics := 0
	for i, column := range r.Columns {
		if column.Role != "metric" || column.Kind != "number" {
			continue
		}
		metrics++
		if s, ok := statistic(r, i); ok {
			if metrics > len(q.Metrics) || !c.additive(q.Metrics[metrics-1]) {
				s.Sum = nil // averages do not add up
			}
			all = append(all, s)
		}
	}
	return all
}

func statistic(r Result, at int) (Statistic, bool) {
	s := Statistic{Column: r.Columns[at].Name, Min: math.Inf(1), Max: math.Inf(-1)}
	var values []float64
	sum := 0.0
	for _, row := range r.Rows {
		if row[at].Number == nil {
			continue
		}
		v := *row[at].Number
		s.Min, s.Max = min(s.Min, v), max(s.Max, v)
		values, sum = append(values, v), sum+v
	}
	if s.Count = len(values); s.Count < 2 {
		return s, false
	}
	s.Mean = sum / float64(s.Count)
	s.Sum = &sum
	for _, v := range values {
		s.Deviation += (v - s.Mean) * (v - s.Mean)
	}
	s.Deviation = math.Sqrt(s.Deviation / float64(s.Count-1))
	slices.Sort(values)
	s.Median = (values[(s.Count-1)/2] + values[s.Count/2]) / 2
	return s, true
}

// mean makes the averages those of all pieces of time of the period, with those
// in which nothing happened.
func (r *Result) mean(q Request, c *catalogue) {
	from, to := q.Period.days()
	pieces := 0
	for at := from; !at.After(to) && !from.IsZero(); pieces++ {
		at = q.Grain.beyond(at, 1)
	}
	for i, s := range r.Statistics {
		if pieces > 0 && s.Sum != nil && i < len(q.Metrics) && c.additive(q.Metrics[i]) {
			r.Statistics[i].Count, r.Statistics[i].Mean = pieces, *s.Sum/float64(pieces)
		}
	}
}
