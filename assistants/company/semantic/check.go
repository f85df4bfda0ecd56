package semantic

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/internal/words"
)

// Check tells whether a person may have a request computed: the reading has
// the request, or why not. A request that a model chose goes through it too.
func (l *Layer) Check(ctx context.Context, r Request, p access.Person) (Reading, error) {
	if err := l.Connect(ctx); err != nil {
		return Reading{}, err
	}
	if refusal := l.refuse(r); refusal != nil {
		return Reading{Refusal: refusal}, nil
	}
	_, kept, err := l.look(ctx, r, &asker{database: l.db, person: p})
	if err != nil {
		return Reading{}, err
	}
	if kept != nil {
		kept.Asked = &r
		return Reading{Hidden: kept}, nil
	}
	return Reading{Request: &r}, nil
}

// refuse is why a request cannot be computed, nil where it can.
func (l *Layer) refuse(r Request) *Refusal {
	if name, ok := l.unknown(r); ok {
		return &Refusal{Reason: "invalid", Words: []string{name}, Text: say(r.Language, "refuse.invalid", "what", name)}
	}
	for _, ref := range r.Metrics {
		if d := l.decided(ref, r.broken()); d != nil {
			what, by := l.c.titleOf(ref, r.Language), d.Title.In(r.Language)
			return &Refusal{Reason: "no_path", Words: []string{what, by}, Text: say(r.Language, "refuse.no_path", "what", what, "by", by)}
		}
	}
	if p := r.Period; p.To != "" && p.From > p.To { // of unfinished pieces of time none is left
		text := p.From + " ~ " + p.To
		return &Refusal{Reason: "unclear", Words: []string{text}, Text: say(r.Language, "refuse.unclear", "words", []string{text})}
	}
	if e, ok := r.contradicts(); ok {
		what := l.c.datasets[e.Dataset].Title.In(r.Language)
		return &Refusal{Reason: "unclear", Words: []string{what}, Text: say(r.Language, "refuse.unclear", "words", []string{what})}
	}
	datasets := []string{r.Rows}
	if len(r.Metrics) > 0 {
		datasets = r.metricDatasets(l.c)
	}
	for _, name := range datasets {
		for _, by := range r.broken() {
			if d := l.c.dimensions[by]; !l.c.reaches(name, d) {
				return l.noPath(r, name, d.Title)
			}
		}
		for _, e := range r.Exists {
			if _, ok := l.c.paths[name][e.Of]; !ok {
				return l.noPath(r, name, l.c.datasets[e.Of].Title)
			}
			// The inner statement is tied to the outer one by the last join on the way: a
			// dataset that asks for rows of itself has none.
			if len(l.c.paths[e.Dataset][e.Of]) == 0 {
				return l.noPath(r, e.Dataset, l.c.datasets[e.Of].Title)
			}
			if d := l.c.datasets[e.Dataset]; d.early(e.Period) {
				return l.tooEarly(r, d)
			}
		}
		if refusal := l.untimely(r, l.c.datasets[name]); refusal != nil {
			return refusal
		}
	}
	return nil
}

// decided is a dimension that a rate is already made of: the success rate of visits
// by their result is 100 and 0 per cent, whatever the visits were.
func (l *Layer) decided(ref MetricRef, by []string) *dimension {
	m := l.c.metrics[ref.Name]
	if m.Ratio == nil {
		return nil
	}
	for _, f := range l.c.metrics[m.Ratio.Of].Where {
		if slices.Contains(by, f.Dimension) {
			return l.c.dimensions[f.Dimension]
		}
	}
	return nil
}

// broken are the dimensions that every dataset of a request has to have.
func (r Request) broken() []string {
	all := slices.Clone(r.Groups)
	for _, f := range r.Filters {
		all = append(all, f.Dimension)
	}
	return append(all, r.Fields...)
}

func (l *Layer) noPath(r Request, dataset string, to words.Text) *Refusal {
	what, by := l.c.datasets[dataset].Title.In(r.Language), to.In(r.Language)
	return &Refusal{Reason: "no_path", Words: []string{what, by}, Text: say(r.Language, "refuse.no_path", "what", what, "by", by)}
}

// untimely is why a dataset cannot be cut to the request's time.
func (l *Layer) untimely(r Request, d *dataset) *Refusal {
	title := d.Title.In(r.Language)
	periods := []Period{r.Period}
	if r.CompareTo != nil {
		periods = append(periods, *r.CompareTo)
	}
	if d.Time == nil {
		if r.Grain != "" || r.CompareTo != nil {
			grain := cmp.Or(r.Grain, Month)
			return &Refusal{Reason: "no_path", Words: []string{title}, Text: say(r.Language, "refuse.no_path", "what", title, "by", say(r.Language, "grain."+string(grain)))}
		}
		return nil
	}
	for _, p := range periods {
		if d.early(p) {
			return l.tooEarly(r, d)
		}
		if newest := l.known.Load().names.newest[d.Name]; p.From != "" && newest != "" && p.From[:min(len(p.From), len(newest))] > newest {
			return &Refusal{Reason: "too_late", Words: []string{title, newest}, Text: say(r.Language, "refuse.too_late", "what", title, "day", newest)}
		}
		if d.Time.Grain == Month && (!wholeMonths(p) || r.Grain == Day || r.Grain == Week || r.Grain == Weekday) {
			return &Refusal{Reason: "grain", Words: []string{title}, Text: say(r.Language, "refuse.grain", "what", title)}
		}
	}
	if r.CompareTo != nil && r.Grain != "" && r.Grain != Weekday && (r.Grain == Day || r.Grain == Week || r.Period.yearEarlier().From != r.CompareTo.From) {
		grain := say(r.Language, "grain."+string(r.Grain))
		return &Refusal{Reason: "grain", Words: []string{grain}, Text: say(r.Language, "refuse.compare_grain", "by", grain)}
	}
	return nil
}

// early tells a period that ends before the data begins.
func (d *dataset) early(p Period) bool {
	return d.Time != nil && p.To != "" && p.To < d.Time.From
}

// tooEarly declines such a period: no rows are not nothing sold.
func (l *Layer) tooEarly(r Request, d *dataset) *Refusal {
	day, _ := time.Parse(time.DateOnly, d.Time.From)
	title := d.Title.In(r.Language)
	return &Refusal{Reason: "too_early", Words: []string{title, d.Time.From}, Text: say(r.Language, "refuse.too_early", "what", title, "day", day)}
}

// wholeMonths tells whether a period begins and ends with a month.
func wholeMonths(p Period) bool {
	from, to := p.days()
	return (p.From == "" || from.Day() == 1) && (p.To == "" || to.AddDate(0, 0, 1).Day() == 1)
}

// contradicts is a condition that another one denies: nothing has visits and none within one
// time, and "no such customers" would be told as a fact.
func (r Request) contradicts() (Exists, bool) {
	for i, e := range r.Exists {
		if len(e.Filters) == 0 && slices.ContainsFunc(r.Exists[i+1:], func(o Exists) bool {
			return o.Dataset == e.Dataset && o.Of == e.Of && o.Period == e.Period && o.Not != e.Not && len(o.Filters) == 0
		}) {
			return e, true
		}
	}
	return Exists{}, false
}

// unknown is a name of a request that the catalogue does not have.
func (l *Layer) unknown(r Request) (string, bool) {
	metrics, dimensions, datasets := slices.Clone(r.Metrics), r.broken(), []string{}
	for _, h := range r.Having {
		metrics = append(metrics, h.Metric)
	}
	for _, e := range r.Exists {
		datasets = append(datasets, e.Dataset, e.Of)
		for _, f := range e.Filters {
			dimensions = append(dimensions, f.Dimension)
		}
	}
	if len(r.Metrics) == 0 {
		datasets = append(datasets, r.Rows)
	}
	for _, m := range metrics {
		for _, name := range []string{m.Name, cmp.Or(m.Per, m.Name)} {
			if l.c.metrics[name] == nil {
				return name, true
			}
		}
	}
	for _, d := range dimensions {
		if l.c.dimensions[d] == nil {
			return d, true
		}
	}
	for _, d := range datasets {
		if l.c.datasets[d] == nil {
			return d, true
		}
	}
	return l.malformed(r)
}

// malformed is a part of a request that no reader of ours makes: an operator,
// a period or a grain that there is none of.
func (l *Layer) malformed(r Request) (string, bool) {
	for _, f := range r.Filters {
		numeric := signs[f.Op] != ""
		if !numeric && f.Op != In && f.Op != NotIn || numeric && l.c.dimensions[f.Dimension].Kind != "number" || !numeric && len(f.Values) == 0 && f.Period == nil {
			return f.Dimension + " " + string(f.Op), true
		}
	}
	for _, h := range r.Having {
		if signs[h.Op] == "" || h.Change && r.CompareTo == nil {
			return string(h.Op), true
		}
	}
	if a := r.Against; a != nil && signs[a.Op] == "" {
		return string(a.Op), true
	}
	for _, ref := range r.Metrics {
		if ref.Per != "" && (!l.c.metrics[ref.Name].additive() || !l.c.metrics[ref.Per].additive()) {
			return ref.column(), true
		}
	}
	if r.Each && (r.keys() != 2 || r.Limit == 0 || r.Ends || r.Order.By != "metric") {
		return "each", true
	}
	if r.Growth && (r.Grain == "" || r.Grain == Weekday) {
		return "growth", true
	}
	if r.Grain != "" && !slices.Contains([]Grain{Day, Week, Month, Quarter, Year, Weekday}, r.Grain) {
		return string(r.Grain), true
	}
	if !slices.Contains([]string{"", "metric", "change", "rate", "time", "label"}, r.Order.By) && l.c.dimensions[r.Order.By] == nil {
		return r.Order.By, true
	}
	for _, p := range []*Period{&r.Period, r.CompareTo} {
		if p == nil {
			continue
		}
		for _, day := range []string{p.From, p.To} {
			if _, err := time.Parse(time.DateOnly, day); day != "" && err != nil {
				return day, true
			}
		}
	}
	return "", false
}
