package forms

import (
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// Bounds of a text behind its label, in characters.
const (
	maxValueRunes = 160
	maxLineRunes  = 300
)

// readTexts takes the texts that their label announces, in the order of the
// form's fields, and then hides what looks like an account or a phone number.
func (r *reading) readTexts() {
	for _, f := range r.each(Text, Line, Phone, Account, List) {
		r.readText(f)
	}
	for _, re := range []*regexp.Regexp{grammar.barePhone, grammar.bareAccount} {
		for _, at := range re.FindAllIndex(r.left, -1) {
			if !grammar.looksLikeDay.Match(r.left[at[0]:at[1]]) {
				r.Blank(at[0], at[1])
			}
		}
	}
}

func (r *reading) readText(f *Field) {
	rest := r.Rest()
	for _, at := range f.re.FindAllStringIndex(rest, maxListItems) {
		end := at[1] + valueLength(f.Type, rest[at[1]:])
		value := r.Written[at[1]:end]
		if next := r.nextLabel(f, at[1], end); r.form.Tight && next < end { // an ending joins it to what comes next
			end = next
			value = grammar.joined.ReplaceAllString(r.Written[at[1]:end], "")
		}
		if phrases.Has(value, "puts_in") { // only what stands behind a colon is one
			_, value, _ = strings.Cut(value, ":")
		}
		if utf8.RuneCountInString(strings.TrimSpace(value)) < 2 || Asks(value) {
			continue
		}
		if f.Type == Account {
			value = grammar.talk.ReplaceAllString(value, "")
		}
		text := Plain(value, maxTextRunes)
		if f.Noun && NoName(text) {
			continue
		}
		if f.Type == List {
			r.Set(f.Key, listItems(value))
		} else if text != "" && (f.Type != Account || strings.ContainsAny(text, "0123456789")) {
			r.Set(f.Key, text)
		} else {
			continue
		}
		r.Use(at[0], end)
		return
	}
}

// NoName tells that a text is a sentence, a number of people or the end of the word ahead of it, and
// no name of anything: "두 분으로 늘었어요", "거래처|랑 저녁".
func NoName(value string) bool { return phrases.Has(value, "no_name") }

// Asks tells that what stands behind the name of a field asks about it, "the place? why?", and
// is no value.
func Asks(value string) bool { return phrases.Has(value, "asked_of") }

// nextLabel is where the label of another text begins behind a space, at most
// end.
func (r *reading) nextLabel(f *Field, from, end int) int {
	for _, other := range r.form.Fields {
		if other == f || other.Said.Empty() {
			continue
		}
		for _, at := range other.Said.re.FindAllStringIndex(r.Lower[from:end], 4) {
			if at[0] > 0 && r.Lower[from+at[0]-1] == ' ' {
				end = from + at[0]
				break
			}
		}
	}
	return end
}

// readCorrections takes what Correct does as understood.
func (r *reading) readCorrections() {
	if r.form.Correct(r.Values, r.Written) {
		r.Understood++
	}
}

// Correct puts a name, a number with its unit or a day of the week in the place of the one that is
// known of a text and waved aside: "이영희가 아니라 이영애", "904호 말고 1904호", "수요일 말고 목요일".
func (f *Form) Correct(v Values, written string) (changed bool) {
	for _, d := range dialog.Denials(written) {
		was, now := "", ""
		for _, word := range strings.Fields(d.Denied) {
			if !phrases.Has(word, "title") { // "professor Kim"
				was = correctable(word) // the last one stands by the denial
			}
		}
		for _, word := range strings.Fields(d.Instead) {
			now = cmp.Or(now, correctable(word))
		}
		for _, x := range f.Fields {
			text := v.Text(x.Key)
			at := strings.Index(text, was)
			if was == "" || now == "" || at < 0 || at > 0 && isDigit(text[at-1]) && isDigit(was[0]) {
				continue
			}
			v.Set(x.Key, text[:at]+now+text[at+len(was):])
			changed = true
		}
	}
	return changed
}

// correctable is the name, the number with its unit or the day of the week that a word is, "" for none.
func correctable(word string) string {
	return cmp.Or(grammar.numbered.FindString(word), korean.PersonName(word, false))
}

// valueLength is how much of a text behind a label is its value.
func valueLength(t Type, text string) int {
	stop, most := ",;\n", maxValueRunes
	switch t {
	case Phone:
		return len(grammar.phone.FindString(text))
	case Line:
		stop, most = "\n", maxLineRunes
	case List:
		stop, most = "\n.", maxLineRunes
	}
	if i := strings.IndexAny(text, stop); i >= 0 {
		text = text[:i]
	}
	runes := 0
	for i := range text {
		if runes++; runes > most {
			return i
		}
	}
	return len(text)
}

// listItems cuts a list at commas and the like.
func listItems(text string) []string {
	var items []string
	for _, item := range grammar.items.Split(text, maxListItems) {
		if item = Plain(item, maxItemRunes); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// readAddress takes the first address with its unit: one with its province,
// else what stands behind a word for an address.
func (r *reading) readAddress() {
	for _, f := range r.each(Address) {
		text := r.Rest()
		if at, ok := korean.FullAddress(text); ok {
			r.takeAddress(f, at.Start, at.End)
			return
		}
		if start, from, ok := phrases.Find(text, "address_head"); ok {
			end := from + valueLength(Line, text[from:])
			if i := strings.IndexByte(text[from:end], ';'); i >= 0 {
				end = from + i
			}
			if stop := grammar.addressEnd.FindStringIndex(text[from:end]); stop != nil {
				end = from + stop[0]
			}
			if strings.ContainsAny(text[from:end], "0123456789") {
				r.takeAddress(f, from, end)
				r.Blank(start, end)
				return
			}
		}
		if at, ok := korean.DistrictAddress(text); ok {
			r.takeAddress(f, at.Start, at.End)
			return
		}
		if at := grammar.lostUnit.FindStringIndex(text); at != nil {
			r.takeUnit(at[0], at[1])
			r.Use(at[0], at[1])
		}
	}
}

func (r *reading) takeAddress(f *Field, from, to int) {
	r.Set(f.Key, Plain(r.Written[from:to], maxTextRunes))
	r.Use(from, to)
	if m := grammar.unit.FindStringSubmatchIndex(r.Rest()[to:]); m != nil && m[3] > m[2] {
		r.takeUnit(to+m[2], to+m[3])
		r.Use(to+m[0], to+m[1])
	}
}

func (r *reading) takeUnit(from, to int) {
	for _, f := range r.each(Unit) {
		r.Set(f.Key, Plain(r.Written[from:to], maxTextRunes))
	}
}

// readNames takes the names behind the titles of the parties.
func (r *reading) readNames() {
	for _, f := range r.each(Name, Names) {
		for _, m := range f.re.FindAllStringSubmatchIndex(r.Rest(), 4) {
			r.takeName(f, m)
		}
		if f.Own == "" || f.Own != r.in.Side {
			continue
		}
		if m := grammar.ownName.FindStringSubmatchIndex(r.Rest()); m != nil {
			if name, end, ok := r.NameAt(m[2], m[3], false); ok && r.closes(name, end) {
				r.putNames(f, []string{name})
				r.Use(m[0], end)
			}
		}
	}
}

// takeName stores the name at group 1 of a match, with the further names
// that follow it and a correction ("김철수가 아니라 박민수").
func (r *reading) takeName(f *Field, m []int) {
	announced := phrases.Has(r.Written[m[0]:m[2]], "announced")
	name, end, ok := r.NameAt(m[2], m[3], announced)
	if !ok || (f.Closed && !announced || lone(r.Written[m[2]:m[3]])) && !r.closes(name, end) {
		return
	}
	if again := grammar.insteadName.FindStringSubmatchIndex(r.Rest()[end:]); again != nil {
		if other, stop, good := r.NameAt(end+again[2], end+again[3], true); good {
			name, end = other, stop
		}
	}
	names := []string{name}
	for f.Type == Names && len(names) < maxPeople {
		next := grammar.nextName.FindStringSubmatchIndex(r.Rest()[end:])
		if next == nil {
			break
		}
		other, stop, good := r.NameAt(end+next[2], end+next[3], false)
		if !good || korean.BeginsHangul(other) && utf8.RuneCountInString(other) < 3 {
			break // two syllables behind a comma are more often a word
		}
		names, end = append(names, other), stop
	}
	if f.With != "" {
		if with := grammar.relation.FindStringSubmatchIndex(r.Rest()[end:]); with != nil {
			r.Set(f.With, Plain(r.Written[end+with[2]:end+with[3]], 20))
			end += with[1]
		}
	}
	r.putNames(f, Distinct(names))
	r.Use(m[0], end)
}

// closes tells whether a name ends as names do: "집주인이 고장 난 …" names
// nobody.
func (r *reading) closes(name string, end int) bool {
	if korean.BeginsHangul(name) && utf8.RuneCountInString(name) <= 2 {
		return false
	}
	return strings.Contains(name, " ") || grammar.nameClose.MatchString(r.Rest()[end:])
}

// lone tells a text of one Latin word, which may be any that begins a sentence.
func lone(text string) bool {
	return !strings.Contains(text, " ") && !strings.ContainsFunc(text, korean.IsHangul)
}

func (r *reading) putNames(f *Field, names []string) {
	if f.Type == Names {
		r.Set(f.Key, names)
		return
	}
	r.Set(f.Key, names[0])
}

// NameAt reads one name out of the text found at from..to and tells where it
// ends.
func (m *Message) NameAt(from, to int, announced bool) (name string, end int, ok bool) {
	raw := m.Written[from:to]
	if !strings.ContainsFunc(raw, korean.IsHangul) {
		name, length := korean.LatinName(raw)
		return name, from + length, len(name) >= 2
	}
	if grammar.company.MatchString(raw) {
		name = OneLine(grammar.companyTail.ReplaceAllString(raw, ""), maxNameRunes)
		return name, from + len(name), true
	}
	name = korean.PersonName(raw, announced)
	return name, from + len(name), name != ""
}

// Distinct keeps the first of equal values of a short list, in order.
func Distinct[T comparable](values []T) []T { return answer.Add[T](nil, values...) }
