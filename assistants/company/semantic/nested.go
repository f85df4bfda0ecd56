package semantic

import (
	"context"
	"slices"
	"strings"
)

// nested answers the question within the question: of "in which regions did the product
// sell that sells least" the product is looked up, and its name put in its place, as is that
// of the row in "the lowest month by product" behind sales by month. What can't be looked up
// is left as it stands.
func (r *reader) nested(ctx context.Context) error {
	start, end, by := r.innermost()
	if by == "" || r.q.nested {
		return nil
	}
	inner := r.q
	inner.nested, inner.Text = true, r.q.Text[:end]
	previous := r.q.Previous
	if p := previous; p != nil { // how that was ranked and compared is of that question
		previous = &Request{Language: p.Language, Metrics: p.Metrics, Filters: p.Filters, Period: p.Period}
		if r.has("op.grew", "op.fell") {
			previous.CompareTo = p.CompareTo
		}
		if inner.Previous = previous; p.brokenBy() == by { // it is one of its rows
			q := previous.clone()
			q.Groups, q.Grain = p.Groups, p.Grain
			inner.Previous, inner.Answers = &q, true
		}
		if slices.ContainsFunc(r.toks, func(t token) bool { return t.sort == isDimension && t.start == start }) {
			inner.Previous, previous = nil, nil // it says itself what is counted
		}
	}
	found, err := r.l.Read(ctx, inner)
	q := found.Request
	if err != nil || q == nil || q.Limit != 1 || q.Skip > 0 || q.Ends || q.brokenBy() != by {
		return err
	}
	return r.lookUp(ctx, *q, by, start, end, previous)
}

// lookUp puts the first value that a request has a row for in the place of the words
// that ask for it, and says so; the question goes on from a previous one then. Where
// there is none all stays as it stands.
func (r *reader) lookUp(ctx context.Context, q Request, by string, start, end int, previous *Request) error {
	result, err := r.l.Run(ctx, q, r.q.Person)
	i := column(result.Columns, by)
	if err != nil || len(result.Rows) == 0 || i < 0 || result.Rows[0][i].Text == "" {
		return err
	}
	said, name := strings.TrimSpace(r.q.Text[start:end]), result.Rows[0][i].Text
	label := name
	if d := r.l.c.dimensions[by]; d != nil {
		label = r.l.label(d, name, r.q.Language)
	}
	r.mended = append(r.mended, Assumption{Key: "nested", Args: map[string]string{"word": said, "as": label, "of": r.l.Summary(q)}})
	r.q.Text = r.q.Text[:start] + name + r.q.Text[end:]
	r.q.Previous, r.ofRow = previous, by
	r.scan()
	return nil
}

// innermost is where a superlative stands with the things that it is of, when the
// question goes on from them to others: "the best product's regions".
func (r *reader) innermost() (start, end int, by string) {
	for _, s := range r.superlatives() {
		things, behind := r.toks[s.things], r.toks[s.things+1:]
		by := strings.TrimPrefix(things.name, "piece.")
		goesOn := things.sort == isDimension && phrases.Has(things.tail, "form.goes_on") && slices.ContainsFunc(behind, func(t token) bool {
			return t.sort == isDimension && t.name != by || t.sort == isMetric || t.is("op.where", "op.place")
		})
		if goesOn || r.ofShownRows(s, by) {
			start, end = r.span(s)
			return start, end, by
		}
	}
	return 0, 0, ""
}

// ofShownRows tells a superlative of the rows that were shown, by what was shown of them, from
// which the question goes on to another figure or breakdown: "the best month of each year" does not.
func (r *reader) ofShownRows(s superlative, by string) bool {
	p := r.q.Previous
	if p == nil || len(r.q.Shown) == 0 || p.brokenBy() != by || len(p.Exists)+len(p.Having) > 0 || r.toks[s.things].by || r.has("op.each") {
		return false
	}
	other := func(t token) bool { return t.sort == isMetric && !slices.Contains(p.Metrics, MetricRef{Name: t.name}) }
	anew := slices.ContainsFunc(r.toks[:s.at], func(t token) bool { return t.sort == isPeriod || t.sort == isValue || t.sort == isCohort })
	if anew || s.metric >= 0 && other(r.toks[s.metric]) || slices.ContainsFunc(r.toks[s.at:s.things], func(t token) bool {
		return other(t) || t.sort == isUnclear || t.is("op.grew", "op.fell")
	}) {
		return false
	}
	return phrases.Has(r.q.Text, "form.things") || slices.ContainsFunc(slices.Concat(r.toks[:s.at], r.toks[s.things+1:]), func(t token) bool {
		return other(t) || t.sort == isDimension && t.name != by || t.sort == isPeriod || t.sort == isDataset
	})
}

// superlative is where one stands among the tokens: with the metric before it, -1 for
// none, and the word for the things behind it.
type superlative struct{ metric, at, things int }

// superlatives are those of the question. What is ranked by stands before them, or
// between them and the things.
func (r *reader) superlatives() (all []superlative) {
	for i, t := range r.toks {
		first := t.is("op.top", "op.bottom") || t.name == best || t.sort == isNumber && t.number.unit == "at" && t.number.value == 1
		if !first || !phrases.Has(r.q.Text[t.start:], "form.superlative") {
			continue
		}
		j := i + 1
		for j < len(r.toks) && (r.toks[j].sort == isMetric || r.toks[j].sort == isUnclear || r.toks[j].is("filler", "op.top", "op.bottom", "op.grew", "op.fell")) {
			j++
		}
		if j < len(r.toks) {
			all = append(all, superlative{r.beside(i, true, isMetric), i, j})
		}
	}
	return all
}

// span is where a superlative with its things begins and ends in the text.
func (r *reader) span(s superlative) (start, end int) {
	start = r.toks[s.at].start
	if s.metric >= 0 {
		start = r.toks[s.metric].start
	} else if j := r.beside(s.at, true, isDimension); j >= 0 && r.entity(r.toks[j].name) &&
		r.toks[j].name != r.toks[s.things].name {
		start = r.toks[j].start // "who has the fewest customers"
	}
	return start, r.toks[s.things].start + len(r.toks[s.things].text)
}
