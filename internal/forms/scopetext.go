package forms

import (
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/documents"
)

// Blank is a gap to fill in by hand, between spaces, which Markdown leaves
// alone.
func (s *Scope) Blank() string { return " " + BlankMark() + " " }

// BlankMark is the gap itself.
func BlankMark() string { return texts.Say("ko", "blank") }

// Mark is the gap without the spaces, for texts that are escaped later.
func (s *Scope) Mark() string { return BlankMark() }

// Gap is a value in words, a gap when it is unknown.
func (s *Scope) Gap(key string) string {
	switch f := s.form.byKey[key]; {
	case !s.Has(key):
		return BlankMark()
	case f.Type == Day:
		return s.say("day", "day", s.Raw(key))
	case f.Type == Months:
		return strconv.FormatInt(s.Num(key), 10)
	}
	return strings.Join(s.Values.List(key), ", ")
}

// GapWon is a sum in digits, a gap when it is unknown or zero.
func (s *Scope) GapWon(key string) string {
	if s.Num(key) == 0 {
		return s.say("won_gap", "blank", BlankMark())
	}
	return s.Won(s.Num(key))
}

// Party is a line for each of several people; address and phone belong to
// the first.
func (s *Scope) Party(names, addr, phone string) []Person {
	list := s.Values.List(names)
	if len(list) == 0 {
		list = []string{""}
	}
	rows := make([]Person, len(list))
	for i, name := range list {
		rows[i] = Person{s.Escaped(name), s.Blank(), s.Blank()}
	}
	rows[0].Addr, rows[0].Phone = s.Text(addr), s.Text(phone)
	return rows
}

// Person is one line of Party.
type Person struct{ Name, Addr, Phone string }

// Gapped is the gap of a field.
func (s *Scope) Gapped(key string) string {
	if s.Gaps != nil {
		*s.Gaps = append(*s.Gaps, key)
	}
	return s.Blank()
}

// Text is a text as plain Markdown, a gap when it is unknown; gaps in it stay.
func (s *Scope) Text(key string) string {
	if strings.TrimSpace(s.Values.Text(key)) == "" {
		return s.Gapped(key)
	}
	return s.Escaped(s.Values.Text(key))
}

// Escaped is any text as plain Markdown.
func (s *Scope) Escaped(text string) string {
	if strings.TrimSpace(text) == "" {
		return s.Blank()
	}
	parts := strings.Split(text, BlankMark())
	for i := range parts {
		parts[i] = documents.Escape(parts[i])
	}
	return strings.Join(parts, s.Blank())
}

// List is the entries of a list with commas.
func (s *Scope) List(key string) string {
	list := s.Each(key)
	if len(list) == 0 {
		return s.Gapped(key)
	}
	return strings.Join(list, ", ")
}

// Each is the entries of a list as plain Markdown.
func (s *Scope) Each(key string) []string {
	var list []string
	for _, item := range s.Values.List(key) {
		list = append(list, s.Escaped(item))
	}
	return list
}

// Money is a sum in digits and words, "none" for zero.
func (s *Scope) Money(key string) string {
	switch {
	case !s.Has(key):
		return s.Blank()
	case s.Num(key) == 0:
		return s.say("none")
	}
	return s.Amount(s.Num(key))
}

// Amount is any sum in digits and words.
func (s *Scope) Amount(sum int64) string { return s.say("sum", "sum", sum) }

// Spoken is a sum as it is said, "" when it is unknown.
func (s *Scope) Spoken(key string) string {
	if !s.Has(key) {
		return ""
	}
	return s.say("spoken", "sum", s.Num(key))
}

// Won is any sum in digits.
func (s *Scope) Won(sum int64) string { return s.say("won", "sum", sum) }

// Day is a day in words.
func (s *Scope) Day(key string) string {
	if !s.Has(key) {
		return s.Gapped(key)
	}
	return s.Date(s.Raw(key))
}

// Date is any day in words, a gap for none.
func (s *Scope) Date(day string) string {
	if day == "" {
		return s.Blank()
	}
	return documents.Escape(s.say("day", "day", day))
}

// Area is an area in square metres.
func (s *Scope) Area(key string) string {
	if s.Float(key) <= 0 {
		return s.Blank() + "㎡"
	}
	return strconv.FormatFloat(s.Float(key), 'f', -1, 64) + "㎡"
}

// Rate is a rate kept in basis points: "0.5%".
func (s *Scope) Rate(key string) string {
	if s.Num(key) <= 0 {
		return s.Blank() + "%"
	}
	return strconv.FormatFloat(float64(s.Num(key))/100, 'f', -1, 64) + "%"
}

// Boxes are the choices of a field with a box before each.
func (s *Scope) Boxes(key string) string {
	f := s.form.byKey[key]
	if f.Type == YesNo {
		return box(s.No(key)) + s.no() + "  " + box(s.Yes(key)) + s.yes()
	}
	out := make([]string, len(f.Choices))
	for i, o := range f.Choices {
		out[i] = box(s.Raw(key) == o.Value) + o.Name.In(s.lang)
	}
	return strings.Join(out, "  ")
}

func box(on bool) string {
	if on {
		return "☑ "
	}
	return "☐ "
}

// Option is a choice, or yes or no, in words; "" when it is unknown.
func (s *Scope) Option(key string) string {
	switch f := s.form.byKey[key]; {
	case s.Yes(key), s.No(key):
		return s.YesOrNo(key)
	default:
		for _, o := range f.Choices {
			if o.Value == s.Raw(key) {
				return o.Name.In(s.lang)
			}
		}
	}
	return ""
}

// Plain is a text or list as plain Markdown, "" when it is unknown.
func (s *Scope) Plain(keys ...string) string {
	var list []string
	for _, key := range keys {
		if s.Has(key) {
			list = append(list, s.List(key))
		}
	}
	return strings.Join(list, " ")
}

func (s *Scope) say(key string, args ...any) string { return texts.Say(s.lang, key, args...) }
