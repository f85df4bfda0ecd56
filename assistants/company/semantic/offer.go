package semantic

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
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
// understood, to be offered, for one of them may be a condition; and to that, and to a
// question what a word points at, what else was understood. What is computed is part of
// it where the question named that: the words that were left out stay named as such, for
// a condition must not be lost behind a metric.
func (r *reader) refused(ctx context.Context, out Reading) (Reading, error) {
	q, words := r.q, out.leftOpen()
	cause := out.Refusal != nil && out.Refusal.Reason == "cause"
	if len(words) == 0 && !cause || q.shorter == maxShorter {
		return out, nil
	}
	q.shorter++
	leave := func(t token) {
		q.Text = q.Text[:t.start] + strings.Repeat(" ", t.end-t.start) + q.Text[t.end:]
	}
	for i, t := range r.toks {
		left := slices.Contains(words, t.text) || out.Ambiguity != nil && strings.Contains(out.Ambiguity.word, t.text)
		if left && (t.is("op.lacks", "op.not") || phrases.Has(t.text, "negates")) {
			return out, nil // without it the question is the opposite of what was asked
		}
		if left || cause && t.is("stop.cause") {
			leave(t)
		}
		j := i + 1 // "without card fees": left alone, "without" would be of the month beside it
		if !korean.BeginsHangul(t.text) {
			j = i - 1
		}
		if left && j >= 0 && j < len(r.toks) && r.toks[j].is("op.not") {
			leave(r.toks[j])
		}
	}
	near, err := r.l.Read(ctx, q)
	if err != nil || q.Text == r.q.Text {
		return out, err
	}
	of := near.Understood()
	if out.Ambiguity != nil {
		if of != nil {
			whole := of.clone()
			whole.Pending, out.Ambiguity.Partial = out.Ambiguity.word, &whole
		}
		return out, nil
	}
	f := out.Refusal
	if out.Covered >= leastRead {
		f.Nearest = r.l.choices(near, q.Previous)
	}
	switch {
	case of == nil || !r.names(isValue, isPeriod, isMetric):
	case r.names(isMetric, isUnclear) && !of.open():
		f.Asked = of
		if !cause {
			whole := of.clone()
			whole.Without, f.Asked = r.lost(words), &whole
		}
	case len(of.Filters)+len(of.Period.From+of.Period.To) > 0:
		f.Asked = &Request{Language: q.Language, Filters: of.Filters, Period: of.Period}
	}
	return out, nil
}

// stillOpen offers what goes on from a refused question anew, since the words that were not
// understood may be a condition of this one too.
func (r *reader) stillOpen(checked Reading) Reading {
	if checked.Request == nil || len(r.r.Without) == 0 {
		return checked
	}
	f := refusal(r.q, "uncovered", r.r.Without...)
	offered := checked.Request.clone()
	offered.Without, f.Asked = nil, &offered // it was said twice, and is no part of what comes next
	f.Nearest = r.l.choices(Reading{Request: &offered}, nil)
	return Reading{Refusal: f}
}

// leftOpen are the words without which the rest of a question is understood.
func (r Reading) leftOpen() []string {
	switch a, f := r.Ambiguity, r.Refusal; {
	case f != nil && slices.Contains([]string{"uncovered", "unclear"}, f.Reason):
		return f.Words
	case a != nil && slices.Contains([]string{"referent", "person"}, a.Key):
		return strings.Fields(a.word)
	}
	return nil
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
		whole := before != nil && !before.open()
		return c.Request == nil || whole && l.Summary(*c.Request) == l.Summary(*before)
	})
	for i := range list {
		list[i].Text = l.Summary(*list[i].Request)
	}
	return list[:min(len(list), maxNearest)]
}
