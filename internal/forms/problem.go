package forms

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/words"
)

// Problem is a contradiction or an impossible value, with the values that do
// not fit each other: only the user knows which one is meant.
type Problem struct {
	Code   string   `json:"code"`
	Fields []string `json:"fields"`
	Values []string `json:"values"`
	TextKo string   `json:"text_ko"`
	TextEn string   `json:"text_en"`
}

// ID tells the same problem with other values apart.
func (p Problem) ID() string { return p.Code + " " + strings.Join(p.Values, " ") }

// Text is the problem in a language.
func (p Problem) Text(lang string) string { return words.Text{"ko": p.TextKo, "en": p.TextEn}.In(lang) }

// Clash is one field for which one message gave several values.
type Clash struct {
	Key    string  `json:"key"`
	Values []int64 `json:"values"`
}

// problem says what is wrong with fields; key is of the catalogue, and the
// code of the problem.
func problem(key string, fields, values []string, args ...any) Problem {
	return Problem{Code: key, Fields: fields, Values: values, TextKo: texts.Say("ko", key, args...), TextEn: texts.Say("en", key, args...)}
}

func spoken(sum int64) string { return texts.Say("ko", "spoken", "sum", sum) }

// Problems lists what contradicts itself.
func (f *Form) Problems(s *Scope, clashes []Clash) []Problem {
	var out []Problem
	for _, c := range clashes {
		field := f.byKey[c.Key]
		if field == nil {
			continue
		}
		values, said := make([]string, len(c.Values)), make([]words.Message, len(c.Values))
		for i, v := range c.Values {
			values[i], said[i] = spoken(v), words.M("spoken", "sum", v)
		}
		out = append(out, problem("several_values", []string{c.Key}, values, "field", field.Name, "values", said))
	}
	for i := range f.Rules {
		out = append(out, f.Rules[i].broken(s)...)
	}
	return out
}

func (r *Rule) broken(s *Scope) []Problem {
	if len(r.Order) == 2 {
		return r.disorder(s)
	}
	if !r.When.Holds(s, false) {
		return nil
	}
	p := Problem{Code: r.Code, Fields: r.Fields}
	for i := range r.Values {
		p.Values = append(p.Values, r.Values[i].In(s.in("ko")))
	}
	p.TextKo, p.TextEn = r.Text.Both(s)
	return []Problem{p}
}

// disorder finds days that come before the one they have to follow, among
// those of a list of payments too.
func (r *Rule) disorder(s *Scope) []Problem {
	var out []Problem
	first, second := s.form.byKey[r.Order[0]], s.form.byKey[r.Order[1]]
	for _, a := range s.daysOf(first) {
		for _, b := range s.daysOf(second) {
			if a != "" && b != "" && b < a {
				out = append(out, problem("day_order", r.Order, []string{a, b}, "first", first.Name, "second", second.Name, "earlier", a, "later", b))
			}
		}
	}
	return out
}

// daysOf are the days of a field: its own, or those of its payments.
func (s *Scope) daysOf(f *Field) []string {
	if p := s.form.paymentsOf(f.Key); p != nil {
		f = p
	} else if f.Type == Day {
		return []string{s.Raw(f.Key)}
	}
	var days []string
	for _, r := range s.Values.Rows(f.Key) {
		days = append(days, r.Day)
	}
	return days
}

// paymentsOf is the list of payments whose days are a field, nil for none.
func (f *Form) paymentsOf(key string) *Field {
	i := slices.IndexFunc(f.Fields, func(x *Field) bool { return x.Days == key })
	if i < 0 {
		return nil
	}
	return f.Fields[i]
}
