package semantic

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// offerable leaves out of a question back what the person may not see, or what can't be
// computed: chosen, it would fail as if the data could not be asked.
func (r *reader) offerable(ctx context.Context, out *Reading) error {
	if out.Ambiguity == nil {
		return nil
	}
	var kept []Choice
	var hidden *Hidden
	for _, c := range out.Ambiguity.Choices {
		if c.Request != nil {
			checked, err := r.l.Check(ctx, *c.Request, r.q.Person)
			if err != nil {
				return err
			}
			if hidden = cmp.Or(hidden, checked.Hidden); checked.Request == nil {
				continue
			}
		}
		kept = append(kept, c)
	}
	switch {
	case len(kept) == 0 && hidden != nil:
		*out = Reading{Hidden: hidden}
	case len(kept) > 0 && len(kept) < len(out.Ambiguity.Choices):
		out.Ambiguity.Choices, out.Ambiguity.Default = kept, -1
	}
	return nil
}

// maxShorter is how often words are left out of a question that is refused.
const maxShorter = 3

// leastRead is the part of a question that has to be understood for another to be
// offered in its place.
const leastRead = 0.5

// refused adds to a refusal what can be answered without the words that were not
// understood, to be offered, for one of them may be a condition; and of whom and of
// when it asks, without what: a condition must not be lost behind a metric.
func (r *reader) refused(ctx context.Context, out Reading) (Reading, error) {
	f, q := out.Refusal, r.q
	if f == nil || !slices.Contains([]string{"uncovered", "unclear", "cause"}, f.Reason) || q.shorter == maxShorter {
		return out, nil
	}
	q.shorter++
	for _, t := range r.toks {
		if slices.Contains(f.Words, t.text) && t.is("op.lacks", "op.not") {
			return out, nil // without it the question is the opposite of what was asked
		}
		if slices.Contains(f.Words, t.text) || f.Reason == "cause" && t.is("stop.cause") {
			q.Text = q.Text[:t.start] + strings.Repeat(" ", t.end-t.start) + q.Text[t.end:]
		}
	}
	near, err := r.l.Read(ctx, q)
	if err != nil || q.Text == r.q.Text {
		return out, err
	}
	if out.Covered >= leastRead {
		f.Nearest = r.l.choices(near, q.Previous)
	}
	of := near.Request
	switch {
	case near.Ambiguity != nil:
		of = near.Ambiguity.Partial
	case near.Refusal != nil:
		of = near.Refusal.Asked
	case near.Hidden != nil: // whom it was of is still whom the next question is of
		of = near.Hidden.Asked
	}
	if of != nil && r.names(isValue, isPeriod) && len(of.Filters)+len(of.Period.From+of.Period.To) > 0 {
		f.Asked = &Request{Language: q.Language, Filters: of.Filters, Period: of.Period}
	}
	return out, nil
}

// maxNearest is how many questions are offered in the place of one.
const maxNearest = 4

// choices are what a reading comes to, each by what it is of; what was asked
// before is none.
func (l *Layer) choices(near Reading, before *Request) (list []Choice) {
	switch {
	case near.Request != nil:
		list = []Choice{{Request: near.Request}}
	case near.Ambiguity != nil:
		list = slices.Clone(near.Ambiguity.Choices)
	case near.Refusal != nil:
		list = near.Refusal.Nearest
	}
	list = slices.DeleteFunc(list, func(c Choice) bool {
		whole := before != nil && (len(before.Metrics) > 0 || before.Rows != "")
		return c.Request == nil || whole && l.Summary(*c.Request) == l.Summary(*before)
	})
	for i := range list {
		list[i].Text = l.Summary(*list[i].Request)
	}
	return list[:min(len(list), maxNearest)]
}
