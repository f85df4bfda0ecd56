package drafts

import (
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/forms"
)

// maxDirected is how many words say something of a field that is named: more tell a story,
// in which the name of a field is a word like others.
const maxDirected = 5

// maxShort is how long such a message is at most, in bytes.
const maxShort = 160

// directed is the field whose name a short message begins with, and what it says of it: "no,
// the day is the 25th". Without that it was told of whatever had been asked for last.
func (doc *document) directed(text string) (*forms.Field, string) {
	var f *forms.Field
	if text = strings.TrimSpace(text); len(text) > maxShort {
		return nil, ""
	}
	if start, end, ok := phrases.Find(text, "directs.ahead"); ok && start == 0 {
		text = text[end:]
	}
	lower, end := forms.Lower(text), 0
	longer := func(g *forms.Field, n int) {
		if n > end {
			f, end = g, n
		}
	}
	for _, g := range doc.Fields {
		if at := g.Said.FindAll(lower, 1); len(at) > 0 && at[0][0] == 0 {
			longer(g, at[0][1])
		}
		for _, name := range g.Name {
			if strings.HasPrefix(lower, forms.Lower(name)) {
				longer(g, len(name))
			}
		}
		if start, n, ok := phrases.Find(lower, "directs.kind."+string(g.Type)); ok && start == 0 && doc.only(g) {
			longer(g, n)
		}
	}
	if f == nil {
		return nil, ""
	}
	start, n, ok := phrases.Find(text[end:], "directs.of")
	if !ok || start != 0 {
		return nil, ""
	}
	named, said := text[end:end+n], text[end+n:]
	if start, _, ok := phrases.Find(said, "directs.behind"); ok {
		said = said[:start]
	}
	said = strings.Trim(said, " .!")
	most := maxDirected
	if strings.TrimSpace(named) == "" { // "meal entry, yesterday with the director" is no value of it
		most = 2
	}
	if said == "" || len(strings.Fields(said)) > most || phrases.Has(said, "clause") || forms.Asks(said) || f.Noun && forms.NoName(said) {
		return nil, ""
	}
	return f, said
}

// only tells that a field is the only one of its type, so that a word for that means it.
func (doc *document) only(f *forms.Field) bool {
	for _, g := range doc.Fields {
		if g != f && g.Type == f.Type {
			return false
		}
	}
	return true
}

// direct has a message tell the field that it names and no other, where it was read as
// anything else.
func (doc *document) direct(f *forms.Field, said string, before, values forms.Values, in forms.Input) {
	other := false
	for _, key := range doc.Keys() {
		other = other || key != f.Key && !values[key].Equal(before[key])
	}
	if slices.Contains(doc.Lists, f.Key) || !other && f.Type != forms.Text && !values[f.Key].Equal(before[f.Key]) {
		return
	}
	if n := phrases.Named(said, "directs.day")["n"]; f.Type == forms.Day && n != "" {
		month, err := time.Parse(time.DateOnly, before.Text(f.Key)) // of the day that was told, else this month
		if err != nil {
			month = in.Today
		}
		said = texts.Say("ko", "month_day", "month", int(month.Month()), "day", n)
	}
	read := before.Clone()
	in.Asked, in.Clashes = []string{f.Key}, nil
	doc.Read(read, forms.NewMessage(f.Name.In(in.Lang)+" "+said), in)
	if f.Key == sumKey && doc.Field(rowsKey) != nil && read[f.Key].Equal(before[f.Key]) { // "dinner: 5 people" tells no sum
		return
	}
	for _, key := range doc.Keys() {
		put(values, before, key)
	}
	switch {
	case !read[f.Key].Equal(before[f.Key]):
		values[f.Key] = read[f.Key]
	case f.Type == forms.Text:
		values.Set(f.Key, forms.OneLine(said, 200))
	}
}

// Names tells that a message is about one field of a draft, whatever it says of it.
func (s *Set) Names(d Draft, text string) bool {
	doc := s.byType[d.DocumentType]
	if doc == nil {
		return false
	}
	f, _ := doc.directed(text)
	return f != nil
}
