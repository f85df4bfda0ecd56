package forms

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// Scope is what conditions and texts of a form see: its values in a language,
// as of a day. Its methods take keys of fields.
type Scope struct {
	Values
	form  *Form
	lang  string
	today time.Time
	// Gaps collects the keys of the gaps that are written, when it is there.
	Gaps *[]string
	// Made is the text of the document, for checks of what it tells.
	Made string
}

// Scope is the form's view of values in a language as of a day.
func (f *Form) Scope(v Values, lang string, today time.Time) *Scope {
	return &Scope{Values: v, form: f, lang: lang, today: today}
}

func (s *Scope) in(lang string) *Scope {
	other := *s
	other.lang = lang
	return &other
}

// AsOf is the day as of which the scope is.
func (s *Scope) AsOf() time.Time { return s.today }

// Lang is the language of the scope.
func (s *Scope) Lang() string { return s.lang }

// Is tells whether a text is one of several.
func (s *Scope) Is(key string, list ...string) bool { return slices.Contains(list, s.Values.Text(key)) }

// Num is a number, 0 when none is known.
func (s *Scope) Num(key string) int64 { return s.Int(key) }

// Raw is a text as it is kept, All a list's entries in one text.
func (s *Scope) Raw(key string) string { return s.Values.Text(key) }

// All is the entries of a list in one text.
func (s *Scope) All(key string) string { return strings.Join(s.Values.List(key), " ") }

// Sum is the sum of fields, of lists of sums too.
func (s *Scope) Sum(keys ...string) int64 {
	var sum int64
	for _, key := range keys {
		sum += s.Int(key)
		for _, r := range s.Values.Rows(key) {
			sum += r.Amount
		}
	}
	return sum
}

// Figure is a number from the tables of facts.
func (s *Scope) Figure(path string) (float64, error) {
	if s.form.facts == nil {
		return 0, fmt.Errorf("no facts for %s", path)
	}
	return s.form.facts.Figure(path)
}

// Fact is a whole number from the tables of facts.
func (s *Scope) Fact(path string) (int64, error) {
	n, err := s.Figure(path)
	return int64(n), err
}

// Pct is a percentage from the tables of facts: "5%".
func (s *Scope) Pct(path string) (string, error) {
	n, err := s.Figure(path)
	return strconv.FormatFloat(n, 'f', -1, 64) + "%", err
}

// Risen tells whether a sum is more than so many percent above another,
// exactly.
func (s *Scope) Risen(now, before int64, pct float64) bool {
	return before > 0 && now > 0 && (now-before)*1_000_000 > before*int64(pct*10_000)
}

// Exceeds tells whether a sum is more than so many percent of another.
func (s *Scope) Exceeds(part, whole int64, pct float64) bool {
	return part*1_000_000 > whole*int64(pct*10_000)
}

// Lower is the lower of a figure and the sum of others.
func (s *Scope) Lower(a float64, rest ...float64) float64 {
	sum := 0.0
	for _, n := range rest {
		sum += n
	}
	return min(a, sum)
}

// Years is a number of months from the tables of facts, in years.
func (s *Scope) Years(path string) (int64, error) {
	n, err := s.Fact(path)
	return n / 12, err
}

// Class is the first class of a kind that a text belongs to, ClassName what it
// is called.
func (s *Scope) Class(kind, text string) string { return s.class(kind, text).Value }

// ClassName is what a text's class is called.
func (s *Scope) ClassName(kind, text string) string { return s.class(kind, text).Name.In(s.lang) }

func (s *Scope) class(kind, text string) Option {
	for _, o := range s.form.Classes[kind] {
		if text == "" || o.Said.In(text) && !o.Unless.In(text) {
			return o
		}
	}
	return Option{}
}

// Differ tells that two texts are known and not the same.
func (s *Scope) Differ(a, b string) bool {
	plain := func(key string) string {
		return strings.ToLower(strings.Join(strings.Fields(s.Values.Text(key)), ""))
	}
	return plain(a) != "" && plain(b) != "" && plain(a) != plain(b)
}

// Later tells that the first day is not before the second; both are known.
func (s *Scope) Later(a, b string) bool {
	return s.Has(a) && s.Has(b) && s.Raw(a) >= s.Raw(b)
}

// Latest is the last of several days, "" when none is known.
func (s *Scope) Latest(keys ...string) string {
	last := ""
	for _, key := range keys {
		last = max(last, s.Raw(key))
	}
	return last
}

// Ahead tells that a day is more than so many days after today.
func (s *Scope) Ahead(key string, days int) bool {
	return s.Raw(key) > s.today.AddDate(0, 0, days).Format(time.DateOnly)
}

// Reaches tells whether a span of days lasts so many months; its end may be
// the last day or the same day of the month.
func (s *Scope) Reaches(from, to string, months int64) bool {
	return s.Raw(to) >= spanEnd(s.Raw(from), int(months))
}

// MonthsAfter is the day so many months after a day, "" where that is none.
func (s *Scope) MonthsAfter(day string, months int64) string {
	return moved(day, func(t time.Time) time.Time { return korean.AddMonths(t, int(months)) })
}

// DaysAfter is the day so many days after a day, "" where that is none.
func (s *Scope) DaysAfter(day string, days int) string {
	return moved(day, func(t time.Time) time.Time { return t.AddDate(0, 0, days) })
}

// moved is a day from another one, "" where that is none.
func moved(day string, by func(time.Time) time.Time) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return by(t).Format(time.DateOnly)
}

// Near tells that a day lies within so many days of a day of its year.
func (s *Scope) Near(key string, month, day, days int) bool {
	t, err := time.Parse(time.DateOnly, s.Raw(key))
	near := time.Date(t.Year(), time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return err == nil && t.Sub(near).Abs() <= time.Duration(days)*24*time.Hour
}

// DaysUntil is how many days lie between today and a day of the form.
func (s *Scope) DaysUntil(key string) int64 {
	day, err := time.Parse(time.DateOnly, s.Raw(key))
	if err != nil {
		return 0
	}
	return int64(day.Sub(korean.Midnight(s.today)).Hours()) / 24
}

// Workdays is how many working days have passed since a day of the form, the
// day itself not counted; of a day long ago those of the last two years. Holidays other than
// weekends are not known.
func (s *Scope) Workdays(key string) (n int64) {
	for day := range min(max(-s.DaysUntil(key), 0), 2*365) {
		if w := s.today.AddDate(0, 0, -int(day)).Weekday(); w != time.Saturday && w != time.Sunday {
			n++
		}
	}
	return n
}

// Today is today, YYYY-MM-DD.
func (s *Scope) Today() string { return s.today.Format(time.DateOnly) }

// Whole is what the parts of the form's split have to add up to.
func (s *Scope) Whole() int64 { return s.Int(s.form.Split.Whole) - s.Sum(s.form.Split.Less...) }

// Splits tells whether the parts are known as far as they have to be: all
// but those that nobody has mentioned and that may be none.
func (s *Scope) Splits() bool {
	for _, key := range s.form.Split.Parts {
		if f := s.form.byKey[key]; f.Needed.Holds(s, false) && !s.Has(key) {
			return false
		}
	}
	return s.Has(s.form.Split.Whole)
}

// AddsUp tells whether the known parts add up to the whole.
func (s *Scope) AddsUp() bool { return s.Splits() && s.Sum(s.form.Split.Parts...) == s.Whole() }

// spanEnd is the last day of so many months: two years from 2026-12-01 end on
// 2028-11-30.
func spanEnd(from string, months int) string {
	if months <= 0 {
		return ""
	}
	return moved(from, func(t time.Time) time.Time { return korean.AddMonths(t, months).AddDate(0, 0, -1) })
}
