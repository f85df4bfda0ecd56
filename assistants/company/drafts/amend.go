package drafts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
)

// A later message changes what was told: it waves a word aside for another, tells a day of
// the month, so many more people, or a line more of the notes.

// meant is a message with what it means in the place of what it says: without the choice or
// the day that it waves aside ("not yesterday"), and with the month of a day that names none.
func (doc *document) meant(text string, today time.Time) string {
	for _, at := range phrases.FindAll(text, "denies") {
		if what := phrases.Named(text[at[0]:at[1]], "denies")["what"]; doc.chooses(what) || len(forms.FindDays(what, today)) > 0 {
			text = without(text, at[0], at[1])
		}
	}
	return doc.wholeDay(text, today)
}

// chooses tells that a word is one of a choice.
func (doc *document) chooses(word string) bool {
	return slices.ContainsFunc(doc.Fields, func(f *forms.Field) bool {
		return slices.ContainsFunc(f.Choices, func(o forms.Option) bool { return o.Said.In(forms.Lower(word)) })
	})
}

// dayAlone is a day of the month without its month; group 2 is the month where it has one.
var dayAlone = regexp.MustCompile(`(^|[\s,(])((?:\d{1,2}월\s?)?)(\d{1,2})일((?:로|이야|이에요|이었어요?|이었습니다|입니다|임|자)?(?:[\s.!]*$|,)|에\s)`)

// wholeDay gives a day of the month the month nearest to today that the form's day can have.
// It is told in the place of a day by its distance in the same message, which was reckoned
// from another day: "the day before yesterday, the 19th".
func (doc *document) wholeDay(text string, today time.Time) string {
	at := dayAlone.FindStringSubmatchIndex(text)
	i := slices.IndexFunc(doc.Fields, func(f *forms.Field) bool { return f.Type == forms.Day })
	if at == nil || at[5] > at[4] || i < 0 {
		return text
	}
	var n int
	if _, err := fmt.Sscan(text[at[6]:at[7]], &n); err != nil || n < 1 || n > 31 {
		return text
	}
	month := time.Date(today.Year(), today.Month(), 1, 0, 0, 0, 0, time.UTC)
	switch past := doc.Fields[i].Past.Given(); {
	case past && n > today.Day():
		month = month.AddDate(0, -1, 0)
	case !past && n < today.Day():
		month = month.AddDate(0, 1, 0)
	}
	head := text[:at[6]]
	for _, d := range slices.Backward(forms.FindDays(head, today)) {
		if !strings.ContainsAny(d.Text, "0123456789") {
			head = without(head, d.Start, d.End)
		}
	}
	return head + texts.Say("ko", "month_day", "month", int(month.Month()), "day", n) + text[at[7]+len("일"):]
}

// more adds to a number what a message tells as so many more of it: read as it stands it was
// put in the place of what was told before.
func (doc *document) more(before, values forms.Values, text string) {
	lower := forms.Lower(text)
	for _, at := range phrases.FindAll(lower, "more") {
		said := lower[at[0]:at[1]]
		told := phrases.Named(said, "more")
		n, ok := korean.ParseCount(told["n"])
		counted := said
		if of := told["of"]; of != "" { // "5 more doctors" are "5 doctors"
			counted = told["n"] + " " + of
		}
		for _, f := range doc.Fields {
			switch {
			case ok && f.Type == forms.MonthDay && before.Has(f.Key) && f.Find.In(counted):
				values.Set(f.Key, before.Int(f.Key)+int64(n))
			case f.Type == forms.Text && !values[f.Key].Equal(before[f.Key]) && strings.Contains(forms.Lower(values.Text(f.Key)), strings.TrimSpace(said)):
				put(values, before, f.Key)
			}
		}
	}
}

// into adds what a message has written into a field of free text that it names ("put into the
// notes that …"), and is the message without that.
func (doc *document) into(values forms.Values, text string) string {
	start, end, ok := phrases.Find(text, "into")
	if !ok {
		return text
	}
	told := phrases.Named(text[start:end], "into")
	name, what := forms.Lower(strings.TrimSpace(told["field"])), forms.OneLine(told["what"], maxNote)
	for _, f := range doc.Fields {
		if name == "" && f.Key == "memo" {
			name = forms.Lower(f.Name.In("ko"))
		}
		at := f.Said.FindAll(name, 1)
		if f.Type != forms.Line && f.Type != forms.Text || f.Noun || what == "" || len(at) == 0 || at[0][0] > 0 || at[0][1] < len(name) {
			continue
		}
		if had := values.Text(f.Key); had != "" {
			what = had + " / " + what
		}
		values.Set(f.Key, what)
		return without(text, start, end)
	}
	return text
}

// maxNote is how much is written into a field at once, in characters.
const maxNote = 200

// noteTotal leaves a field as it was and notes what was told of it.
func (doc *document) noteTotal(before, values forms.Values, key, text string) {
	put(values, before, key)
	doc.note(values, text)
}

// note adds a message to the notes of a form that has some.
func (doc *document) note(values forms.Values, text string) {
	if doc.Field("memo") == nil {
		return
	}
	memo := forms.OneLine(text, 200)
	if had := values.Text("memo"); had != "" {
		memo = had + " / " + memo
	}
	values.Set("memo", memo)
}

// otherCost tells that the only sum of a message is of something that the form has no field
// for, "the hall is 400,000 won": it is noted, and none of several fields of money takes it.
func (doc *document) otherCost(before, values forms.Values, text string) bool {
	what := phrases.Named(text, "cost")["what"]
	if what == "" || len(korean.FindSums(text)) != 1 || slices.ContainsFunc(doc.Fields, func(f *forms.Field) bool {
		return f.Said.In(what) || f.Type == forms.Money && doc.only(f)
	}) {
		return false
	}
	for _, f := range doc.Fields {
		if f.Type == forms.Money {
			put(values, before, f.Key)
		}
	}
	doc.note(values, text)
	return true
}

// named takes the product and the customer that a message names and the data knows, where the
// form has none yet or the message corrects it: a word before them had taken them as its own.
func (doc *document) named(before, values forms.Values, text string, names map[string]string) {
	for key, name := range names {
		f := doc.Field(key)
		if f == nil || f.Type != forms.Text || !strings.Contains(text, name) {
			continue
		}
		was, is := before.Text(key), values.Text(key)
		if is != was && strings.Contains(is, name) || is == "" || is == was && was != name && phrases.HasAny(text, "corrects", "denies", "directs.behind") {
			values.Set(key, forms.OneLine(name, maxNote))
		}
	}
}

// put has a field as it was.
func put(values, before forms.Values, key string) {
	if delete(values, key); before.Has(key) {
		values[key] = before[key]
	}
}
