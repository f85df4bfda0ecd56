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

// maxShorter is how often words are left out of a question that is not understood.
const maxShorter = 3

// partly adds to a question of which a word was not understood, or points at nothing, what
// the rest of it says: the next one completes it. Nothing is answered or offered without the
// word, which may be what was asked for or a condition of it; of a refusal only whom and
// when it was of is kept.
func (r *reader) partly(ctx context.Context, out Reading) (Reading, error) {
	q, words := r.q, []string{}
	switch a, f := out.Ambiguity, out.Refusal; {
	case f != nil && (f.Reason == "uncovered" || f.Reason == "unclear") && !r.has("op.lacks", "op.not"): // "without card fees" would be of them
		words = f.Words
	case a != nil && (a.Key == "referent" || a.Key == "person"):
		words = strings.Fields(a.word)
	}
	if len(words) == 0 || q.shorter == maxShorter {
		return out, nil
	}
	q.shorter++
	for _, t := range r.toks {
		if slices.Contains(words, t.text) || out.Ambiguity != nil && strings.Contains(out.Ambiguity.word, t.text) {
			q.Text = q.Text[:t.start] + strings.Repeat(" ", t.end-t.start) + q.Text[t.end:]
		}
	}
	near, err := r.l.Read(ctx, q)
	if err != nil || q.Text == r.q.Text {
		return out, err
	}
	of := near.Understood()
	switch {
	case of == nil:
	case out.Ambiguity != nil:
		whole := of.clone()
		whole.Pending, out.Ambiguity.Partial = out.Ambiguity.word, &whole
	case r.names(isValue, isPeriod) && len(of.Filters)+len(of.Period.From+of.Period.To) > 0:
		out.Refusal.Asked = &Request{Language: q.Language, Filters: of.Filters, Period: of.Period}
	}
	return out, nil
}
