package semantic

import (
	"context"
	"slices"
	"strings"
)

// nested answers the question within a question: of "in which regions did the product
// sell that sells least" the product is looked up, and its name put in its place.
// What can't be looked up is left as it stands.
func (r *reader) nested(ctx context.Context) error {
	start, end, of := r.innermost()
	if of == nil || r.q.nested {
		return nil
	}
	inner := r.q
	inner.nested, inner.Text = true, r.q.Text[:end]
	if p := r.q.Previous; p != nil { // how that was ranked and compared is of that question
		inner.Previous = &Request{Language: p.Language, Metrics: p.Metrics, Filters: p.Filters, Period: p.Period}
		if r.has("op.grew", "op.fell") {
			inner.Previous.CompareTo = p.CompareTo
		}
	}
	found, err := r.l.Read(ctx, inner)
	if q := found.Request; err != nil || q == nil || q.Limit != 1 || q.Skip > 0 || q.Ends || len(q.Groups) != 1 || q.Groups[0] != of.Name {
		return err
	}
	result, err := r.l.Run(ctx, *found.Request, r.q.Person)
	if err != nil || len(result.Rows) == 0 {
		return err
	}
	i := slices.IndexFunc(result.Columns, func(c Column) bool { return c.Name == of.Name })
	if i < 0 || result.Rows[0][i].Text == "" {
		return nil
	}
	said, name := strings.TrimSpace(r.q.Text[start:end]), result.Rows[0][i].Text
	r.mended = append(r.mended, Assumption{Key: "nested", Args: map[string]string{"word": said, "as": r.l.label(of, name, r.q.Language), "of": r.l.Summary(*found.Request)}})
	r.q.Text, r.q.Previous = r.q.Text[:start]+name+r.q.Text[end:], inner.Previous
	r.scan()
	return nil
}

// innermost is where a superlative stands with the things that it is of, when the
// question goes on from them to others: "the best product's regions". What is ranked
// by stands before it, or between.
func (r *reader) innermost() (start, end int, of *dimension) {
	for i, t := range r.toks {
		first := t.is("op.top", "op.bottom") || t.name == best || t.sort == isNumber && t.number.unit == "at" && t.number.value == 1
		if !first || !phrases.Has(r.q.Text[t.start:], "form.superlative") {
			continue
		}
		j := i + 1
		for j < len(r.toks) && (r.toks[j].sort == isMetric || r.toks[j].sort == isUnclear || r.toks[j].is("filler", "op.top", "op.bottom", "op.grew", "op.fell")) {
			j++
		}
		if j >= len(r.toks) || r.toks[j].sort != isDimension || !phrases.Has(r.toks[j].tail, "form.goes_on") {
			continue
		}
		d := r.l.c.dimensions[r.toks[j].name]
		if !slices.ContainsFunc(r.toks[j+1:], func(t token) bool {
			return t.sort == isDimension && t.name != d.Name || t.sort == isMetric || t.is("op.where", "op.place")
		}) {
			continue
		}
		start = t.start
		if before := r.beside(i, true, isMetric); before >= 0 {
			start = r.toks[before].start
		}
		return start, r.toks[j].start + len(r.toks[j].text), d
	}
	return 0, 0, nil
}
