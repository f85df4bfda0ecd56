package company

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/internal/korean"
)

// maxParts bounds the questions of one message.
const maxParts = 3

// questions reads what a message asks of numbers, each question with what the
// one before it has said: "서울 매출 상위 거래처랑 방문 대비 매출" asks two of
// Seoul. What makes one table is one question.
func (d *desk) questions(ctx context.Context, m message, text string, most int) ([]part, error) {
	whole, err := d.Numbers.Read(ctx, m.question(text, m.last()))
	if err != nil {
		return nil, err
	}
	if whole.FollowUp && len(m.previous) > 1 {
		return d.again(ctx, m, text)
	}
	joints := phrases.FindAll(text, "joint")
	for _, at := range phrases.FindAll(text, "clause") {
		// "How many customers are there, and how many of them are hospitals?" could be
		// read as one, and the first would be lost.
		switch {
		case phrases.Has(text[at[1]:], "of_them"):
			_, n := utf8.DecodeRuneInString(text[at[0]:]) // what the ending stands behind
			joints = append(joints, []int{at[0] + n, at[1]})
		case whole.Request == nil:
			joints = append(joints, at)
		}
	}
	if most < 2 {
		joints = nil
	}
	for _, at := range joints[:min(len(joints), maxParts)] {
		left, right := strings.TrimSpace(text[:at[0]]), strings.TrimSpace(text[at[1]:])
		first, err := d.Numbers.Read(ctx, m.question(left, m.last()))
		if err != nil {
			return nil, err
		}
		// What can't be read as one may be two, neither of which names a metric.
		// "The best of Seoul and the best of Busan" are two, however one reading of
		// both would go.
		ofThem := phrases.Has(right, "of_them")
		two := ofThem || phrases.Has(left, "ranks") && phrases.Has(right, "ranks")
		loose := func(r semantic.Reading) bool {
			return (whole.Request == nil || two) && r.Request != nil && len(r.Request.Metrics) > 0
		}
		if !asks(first) && !loose(first) {
			continue
		}
		second, err := d.Numbers.Read(ctx, m.question(right, first.Request))
		if err != nil {
			return nil, err
		}
		if m := second.Ambiguity; m != nil && m.Key == "period" && m.Partial != nil {
			second.Request, second.Ambiguity = m.Partial, nil // the first tells it
		}
		if !asks(second) && !loose(second) || whole.Request != nil && plain(first.Request) && plain(second.Request) && !ofThem {
			continue
		}
		if second, err = d.sharing(ctx, m, first.Request, second); err != nil {
			return nil, err
		}
		m.previous, m.shown, m.listing = []*semantic.Request{first.Request}, nil, nil
		if most == 2 || !slices.ContainsFunc(joints, func(j []int) bool { return j[0] > at[1] }) {
			return []part{numberPart(left, first), numberPart(right, second)}, nil
		}
		rest, err := d.questions(ctx, m, right, most-1)
		return append([]part{numberPart(left, first)}, rest...), err
	}
	if whole.Request == nil && whole.Hidden == nil && most > 1 {
		return d.bySentence(ctx, m, text, whole)
	}
	return []part{numberPart(text, whole)}, nil
}

// bySentence reads the sentences of a text that can't be read as a whole: those that ask for
// a figure are answered, and of the others it is said what can't be.
func (d *desk) bySentence(ctx context.Context, m message, text string, whole semantic.Reading) (parts []part, err error) {
	refused := []part{numberPart(text, whole)}
	sentences := korean.Sentences(text)
	if len(sentences) < 2 || len(sentences) > maxParts {
		return refused, nil
	}
	answered := false
	for _, sentence := range sentences {
		r, err := d.Numbers.Read(ctx, m.question(sentence, m.last()))
		if err != nil {
			return nil, err
		}
		of := numberPart(sentence, r)
		if r.Refusal != nil && !of.names("metric") && r.Refusal.Reason == "unrelated" {
			continue // a mood beside the question
		}
		answered = answered || asks(r)
		parts = append(parts, of)
	}
	if !answered {
		return refused, nil
	}
	return parts, nil
}

// again has a question that goes on ("and Busan?") asked of each of the questions
// before it.
func (d *desk) again(ctx context.Context, m message, text string) (parts []part, err error) {
	for _, previous := range m.previous {
		r, err := d.Numbers.Read(ctx, m.question(text, previous))
		if err != nil {
			return nil, err
		}
		if r.Request == nil || !r.FollowUp {
			return []part{numberPart(text, r)}, nil
		}
		same := func(p part) bool { return reflect.DeepEqual(p.Reading.Request, r.Request) }
		if !slices.ContainsFunc(parts, same) { // "by region instead" is one for both
			parts = append(parts, numberPart(text, r))
		}
	}
	return parts, nil
}

// last is the question that was answered last.
func (m message) last() *semantic.Request {
	if len(m.previous) == 0 {
		return nil
	}
	return m.previous[len(m.previous)-1]
}

// sharing is the second question of a message with the period and the filters of
// the first that it does not name itself, where the layer allows them.
func (d *desk) sharing(ctx context.Context, m message, first *semantic.Request, second semantic.Reading) (semantic.Reading, error) {
	r := *second.Request
	if !slices.ContainsFunc(second.Entities, func(e semantic.Entity) bool { return e.Type == "period" }) {
		r.Period = first.Period
		r.Assumptions = slices.DeleteFunc(slices.Clone(r.Assumptions), func(a semantic.Assumption) bool { return a.Key == "period" })
	}
	r.Filters = slices.Clone(r.Filters)
	for _, f := range first.Filters {
		if !slices.ContainsFunc(r.Filters, func(had semantic.Filter) bool { return had.Dimension == f.Dimension }) {
			r.Filters = append(r.Filters, f)
		}
	}
	checked, err := d.Numbers.Check(ctx, r, m.Person)
	if err == nil && checked.Request != nil {
		second.Request = checked.Request
	}
	return second, err
}

// asks tells whether a text asks for a number of its own.
func asks(r semantic.Reading) bool {
	return r.Request != nil && slices.ContainsFunc(r.Entities, func(e semantic.Entity) bool { return e.Type == "metric" })
}

// plain tells whether a request is of figures without a list.
func plain(r *semantic.Request) bool {
	return len(r.Groups) == 0 && r.Rows == "" && r.Limit == 0
}

func numberPart(text string, r semantic.Reading) part {
	return part{Text: text, Intent: IntentAnalysis, Sure: r.Covered, Reading: &r}
}
