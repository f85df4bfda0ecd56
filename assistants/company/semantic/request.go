package semantic

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/madang-dev/madang/assistants/company/access"
)

// Question is what somebody asks.
type Question struct {
	Text     string        `json:"text"`
	Language string        `json:"language"`
	Person   access.Person `json:"person"`
	// Today is the day that "last month" is counted from (YYYY-MM-DD).
	Today string `json:"today"`
	// Previous is what was asked before, for a question that leaves the rest
	// to it ("and Busan?"); nil at the beginning.
	Previous *Request `json:"previous,omitempty"`
	// Shown are the names of the things, or the pieces of time, that the answer to
	// Previous was of: by dimension or grain, in the order of its rows.
	Shown map[string][]string `json:"shown,omitempty"`
	// Listing is the newest answer of several rows, where that is not the one to Previous:
	// "the fourth" is of it whatever was asked since.
	Listing *Listing `json:"listing,omitempty"`
	// Answers tells that it answers a question about Previous.
	Answers bool `json:"answers,omitempty"`
	// Earlier is what was asked before that, for who goes back or wants both.
	Earlier *Request `json:"earlier,omitempty"`
	// First is the first question of the talk, for who goes back to the beginning.
	First *Request `json:"first,omitempty"`
	// Resumes tells that something else was said since Previous was answered: what goes
	// on from it says so.
	Resumes bool `json:"resumes,omitempty"`
	// shorter counts how often words were left out of it.
	shorter int
	// joined tells that it begins with a word for the time of the one before.
	joined bool
	// nested tells that it is asked within another.
	nested bool
}

// Listing is an answer of several rows: what it was of, and its names as in Shown.
type Listing struct {
	Of    *Request            `json:"of"`
	Names map[string][]string `json:"names"`
	by    string              // the first column, which tells what the rows are of
	rows  int
}

// Listed is what an answer with rows has shown.
func Listed(of *Request, columns []Column, rows [][]Cell) *Listing {
	l := &Listing{Of: of, Names: map[string][]string{}, by: columns[0].Name, rows: len(rows)}
	for i, c := range columns {
		for _, row := range rows {
			if i < len(row) && row[i].Text != "" && !slices.Contains(l.Names[c.Name], row[i].Text) {
				l.Names[c.Name] = append(l.Names[c.Name], row[i].Text)
			}
		}
	}
	return l
}

// After is the listing that members are picked from once another answer was shown: that one,
// unless it has no several rows or its rows are members of this listing, nil for none.
func (l *Listing) After(shown *Listing) *Listing {
	pointed := slices.ContainsFunc(shown.Of.Assumptions, func(a Assumption) bool { return a.Key == "referent" })
	if shown.rows < 2 || pointed && l != nil && l.by == shown.by {
		return l
	}
	return shown
}

// Request is what is to be computed, in names of the catalogue. The same
// request on the same data gives the same rows.
type Request struct {
	Language string `json:"language"`
	// Metrics are computed; without any, the rows of a dataset are listed.
	Metrics []MetricRef `json:"metrics,omitempty"`
	Rows    string      `json:"rows,omitempty"`
	// Fields are dimensions that a listing shows besides the dataset's own.
	Fields  []string `json:"fields,omitempty"`
	Groups  []string `json:"groups,omitempty"`
	Grain   Grain    `json:"grain,omitempty"`
	Filters []Filter `json:"filters,omitempty"`
	Exists  []Exists `json:"exists,omitempty"`
	// Counted tells that the number of the groups is asked for.
	Counted bool `json:"counted,omitempty"`
	// Total tells that the sum of the groups is asked for too.
	Total bool `json:"total,omitempty"`
	// Having keeps groups by their metrics.
	Having []Condition `json:"having,omitempty"`
	// Against is what a single figure is held to: "did sales pass 100 million?".
	Against   *Condition `json:"against,omitempty"`
	Period    Period     `json:"period"`
	CompareTo *Period    `json:"compare_to,omitempty"`
	Order     Order      `json:"order"`
	// Limit is the number of rows; 0 is as many as are shown at most.
	Limit int `json:"limit,omitempty"`
	// Skip is how many come before the first that is shown: two for the third.
	Skip int `json:"skip,omitempty"`
	// Ends shows as many of the other end too: the first and the last.
	Ends bool `json:"ends,omitempty"`
	// Each ranks within each piece of time, else within each value of the first of
	// two groups: Limit counts there.
	Each bool `json:"each,omitempty"`
	// Share adds each group's part of the whole, Growth the change from one
	// piece of time to the next.
	Share bool `json:"share,omitempty"`
	// Only are the values of the first group that are shown: the share of one
	// in the whole.
	Only []string `json:"only,omitempty"`
	// Bundles are the groups of values, by their codes, that are one row each
	// where the result is broken down by their dimension.
	Bundles []string `json:"bundles,omitempty"`
	// Rank adds each group's place among all, by the first metric.
	Rank   bool `json:"rank,omitempty"`
	Growth bool `json:"growth,omitempty"`
	// Mean tells that the average of the pieces of time is asked for.
	Mean bool `json:"mean,omitempty"`
	// Chart is the kind of chart that was asked for, "" the one that fits.
	Chart string `json:"chart,omitempty"`
	// Pending is a condition of which it is not known yet what it is on, or a word that
	// points at nothing.
	Pending     string       `json:"pending,omitempty"`
	Assumptions []Assumption `json:"assumptions,omitempty"`
}

// conditions are the filters of a request, with the one that its only rows are of: whose
// share or place was asked.
func (r Request) conditions() []Filter {
	bundled := slices.ContainsFunc(r.Only, func(v string) bool { return slices.Contains(r.Bundles, v) })
	if len(r.Only) == 0 || bundled || r.Grain != "" || len(r.Groups) != 1 {
		return r.Filters
	}
	return append(slices.Clone(r.Filters), Filter{Dimension: r.Groups[0], Op: In, Values: r.Only})
}

// brokenBy is the one dimension, or piece of time, that a request has a row for each
// value of; "" for none and for several.
func (r Request) brokenBy() string {
	switch {
	case len(r.Metrics) == 0 || r.Counted || len(r.Groups)+min(len(r.Grain), 1) != 1:
		return ""
	case r.Grain != "":
		return string(r.Grain)
	}
	return r.Groups[0]
}

// MetricRef names a metric, or with Per the ratio of two.
type MetricRef struct {
	Name string `json:"name"`
	Per  string `json:"per,omitempty"`
}

// Grain is a piece of time that results are broken down by.
type Grain string

// The grains, from fine to coarse; none is "".
const (
	Day     Grain = "day"
	Week    Grain = "week"
	Month   Grain = "month"
	Quarter Grain = "quarter"
	Year    Grain = "year"
	// Weekday is no piece of time but the days of the week, of all weeks.
	Weekday Grain = "weekday"
)

// Op compares a dimension or metric with values.
type Op string

// The comparisons.
const (
	In    Op = "in"
	NotIn Op = "not_in"
	GE    Op = "ge"
	GT    Op = "gt"
	LE    Op = "le"
	LT    Op = "lt"
)

// Filter keeps rows whose dimension is, or is not, one of the values, or
// compares a number (GE, GT, LE, LT). A date dimension is within a period.
type Filter struct {
	Dimension string   `json:"dimension" yaml:"dimension"`
	Op        Op       `json:"op" yaml:"op"`
	Values    []string `json:"values,omitempty" yaml:"values"`
	Number    float64  `json:"number,omitempty" yaml:"number"`
	Period    *Period  `json:"period,omitempty" yaml:"-"`
}

// disjoint tells two bounds of a number between which there is none: above 3 and below 1.
func (f Filter) disjoint(g Filter) bool {
	upper := func(op Op) bool { return op == LE || op == LT }
	lower := func(op Op) bool { return op == GE || op == GT }
	if lower(f.Op) {
		f, g = g, f
	}
	if f.Dimension != g.Dimension || !upper(f.Op) || !lower(g.Op) {
		return false
	}
	return f.Number < g.Number || f.Number == g.Number && (f.Op == LT || g.Op == GT)
}

// Exists keeps what has rows of a dataset within a period, or with Not what has
// none. Of is the dataset whose rows are kept, one to the many.
type Exists struct {
	Dataset string `json:"dataset"`
	Of      string `json:"of"`
	Not     bool   `json:"not,omitempty"`
	Period  Period `json:"period"`
	// Filters are of the dataset's own dimensions.
	Filters []Filter `json:"filters,omitempty"`
}

// Condition compares a metric of a group with a number, or with Change the
// difference from the compared period.
type Condition struct {
	Metric MetricRef `json:"metric"`
	Op     Op        `json:"op"`
	Number float64   `json:"number"`
	Change bool      `json:"change,omitempty"`
	// Mean compares with the mean of all groups in the place of Number.
	Mean bool `json:"mean,omitempty"`
}

// Holds tells whether a figure is as the condition has it.
func (c Condition) Holds(figure float64) bool {
	switch c.Op {
	case GE:
		return figure >= c.Number
	case GT:
		return figure > c.Number
	case LE:
		return figure <= c.Number
	}
	return figure < c.Number
}

// Order sorts: By is "metric" (the first), "change", "rate" (the change in percent), "label", "time" or the
// name of a dimension that a listing shows.
type Order struct {
	By   string `json:"by,omitempty"`
	Desc bool   `json:"desc,omitempty"`
}

// Period is a span of days, both of which belong to it; empty ones are all
// there is.
type Period struct {
	// Key names how it was said: last_month, year, recent…
	Key  string `json:"key,omitempty"`
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// Open tells that it has not ended yet.
	Open bool `json:"open,omitempty"`
}

// All tells whether the period is everything.
func (p Period) All() bool { return p.From == "" && p.To == "" }

// Assumption is something that the question left open and how it was taken.
type Assumption struct {
	Key  string            `json:"key"`
	Args map[string]string `json:"args,omitempty"`
}

// Reading is what became of a question: exactly one of its four is set.
type Reading struct {
	Request   *Request   `json:"request,omitempty"`
	Ambiguity *Ambiguity `json:"ambiguity,omitempty"`
	Refusal   *Refusal   `json:"refusal,omitempty"`
	Hidden    *Hidden    `json:"hidden,omitempty"`
	// Entities are the parts of the question that mean something.
	Entities []Entity `json:"entities,omitempty"`
	// FollowUp tells that the request was made out of the previous one.
	FollowUp bool `json:"follow_up,omitempty"`
	// Covered is the part of the meaningful words that was understood, 0 to 1.
	Covered float64 `json:"covered"`
}

// Understood is what was read of a question, whatever became of it: the next one completes
// or changes it. It is nil where nothing was.
func (r Reading) Understood() (asked *Request) {
	switch {
	case r.Request != nil:
		return r.Request
	case r.Ambiguity != nil:
		asked = r.Ambiguity.Partial
	case r.Refusal != nil:
		asked = r.Refusal.Asked
	case r.Hidden != nil && r.Hidden.Reason == "rows": // "and Seoul?"
		asked = r.Hidden.Asked
	}
	if asked == nil || asked.open() && len(asked.Filters)+len(asked.Groups)+len(asked.Exists) == 0 && asked.Period.All() {
		return nil
	}
	return asked
}

// assumes tells whether something was left open and taken in a way.
func (r Request) assumes(key string) bool {
	return slices.ContainsFunc(r.Assumptions, func(a Assumption) bool { return a.Key == key })
}

// Same tells whether two requests come to the same figures, whatever was assumed for them.
func (r Request) Same(o Request) bool {
	r.Assumptions, o.Assumptions, r.Language = nil, nil, o.Language
	a, errA := json.Marshal(r)
	b, errB := json.Marshal(o)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// open tells that it is not said what is to be computed or listed.
func (r Request) open() bool { return len(r.Metrics) == 0 && r.Rows == "" }

// Ambiguity is a question back, since what was asked could mean several things.
type Ambiguity struct {
	// Key is what is unclear: metric, period, compare_period, referent, person.
	Key     string   `json:"key"`
	Text    string   `json:"text"`
	Choices []Choice `json:"choices,omitempty"`
	// Default is the choice that is usual, -1 for none.
	Default int `json:"default"`
	// Partial is what is clear already: the Previous of the answer.
	Partial *Request `json:"partial,omitempty"`
	// word is what is asked about.
	word string
}

// Choice is a way to take the question.
type Choice struct {
	Text    string   `json:"text"`
	Request *Request `json:"request,omitempty"`
}

// Refusal says why a question is not answered and what would be.
type Refusal struct {
	// Reason is uncovered, unrelated, export, write, too_long, no_path or grain.
	Reason string   `json:"reason"`
	Words  []string `json:"words,omitempty"`
	Text   string   `json:"text"`
	// Lacking is what no data is kept of, where the question names such; Measure tells that
	// the next one may go on with it.
	Lacking string `json:"lacking,omitempty"`
	Measure bool   `json:"measure,omitempty"`
	// Asked is what of the question was understood, for a follow-up: of whom and of
	// when it was; nil for nothing.
	Asked *Request `json:"asked,omitempty"`
}

// Hidden says what the person may not see.
type Hidden struct {
	What []string `json:"what"`
	// Reason is role, rows or field.
	Reason string `json:"reason"`
	Text   string `json:"text"`
	// Asked is the request that would show it, for a follow-up to change; nil
	// where it was not read so far.
	Asked *Request `json:"asked,omitempty"`
}

// Entity is a part of the question and what it was taken for: {type: location,
// value: 서울, code: SEL}.
type Entity struct {
	Type       string `json:"type"`
	Value      string `json:"value"`
	Normalized string `json:"normalized,omitempty"`
	Code       string `json:"code,omitempty"`
	Column     string `json:"column,omitempty"`
}
