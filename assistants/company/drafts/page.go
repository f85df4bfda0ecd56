package drafts

import (
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/internal/forms"
)

// Page is a document as it is kept and exported.
type Page struct {
	Title    string `json:"title"`
	Markdown string `json:"markdown"`
}

// Render writes the draft; what is unknown stays a gap to be filled in.
func (s *Set) Render(d Draft, now time.Time) (Page, error) {
	doc, scope := s.open(d, now)
	body, err := doc.write(scope)
	if err != nil {
		return Page{}, err
	}
	title := doc.Name.In(d.Language)
	return Page{Title: title, Markdown: "# " + title + "\n\n" + strings.TrimSpace(body) + "\n"}, nil
}

// Row is what the draft holds, as a row to file.
func (d Draft) Row() map[string]any {
	row := map[string]any{}
	for key := range d.FormData {
		switch v := d.FormData; {
		case v.Yes(key) || v.No(key):
			row[key] = v.Yes(key)
		case v.List(key) != nil:
			row[key] = strings.Join(v.List(key), ", ")
		case v.Rows(key) != nil:
			row[key] = v.Rows(key)
		default:
			row[key] = v.Int(key)
		}
	}
	return row
}

// Known are the values that are known, line by line, so that a misreading
// shows.
func (s *Set) Known(d Draft, now time.Time) []string {
	var list []string
	for _, f := range s.fields(d, now) {
		if f.Text != "" {
			list = append(list, f.Label+": "+f.Text)
		}
	}
	return list
}

// Entries are the draft's fields for clients that show them as controls.
func (s *Set) Entries(d Draft, now time.Time) []forms.Entry {
	doc, scope := s.open(d, now)
	return doc.Entries(scope)
}

// Total tells what the sums of a draft come to for who asks, without what the question leaves
// out ("without the parking"); "" where none is known.
func (s *Set) Total(d Draft, asked string, now time.Time) string {
	trial := d
	if s.Fill(&trial, asked, Input{Now: now}); len(trial.FormData.Rows(rowsKey)) < len(d.FormData.Rows(rowsKey)) {
		d = trial
	}
	doc, scope := s.open(d, now)
	return doc.Total.In(scope)
}

// fields are the draft's fields in words.
func (s *Set) fields(d Draft, now time.Time) []compliance.Field {
	doc, scope := s.open(d, now)
	var list []compliance.Field
	for _, f := range doc.Fields {
		list = append(list, compliance.Field{Key: f.Key, Label: f.Name.In(d.Language), Text: scope.Told(f)})
	}
	return list
}

// Target is the draft as compliance checks it: the whole form, what its
// fields answer, and what was said of it besides.
func (s *Set) Target(d Draft, now time.Time) compliance.Target {
	t := compliance.Target{Kind: compliance.KindDocument, Type: d.DocumentType, Day: now, Form: true, Text: strings.Join(d.Said, "\n")}
	doc, sc := s.open(d, now)
	read := map[forms.Type]bool{forms.Text: true, forms.Line: true, forms.List: true}
	for i, f := range s.fields(d, now) {
		f.Typed = !read[doc.Fields[i].Type]
		t.Fields = append(t.Fields, f)
	}
	for i := range doc.Answers {
		a, ok := doc.Answers[i].of(sc)
		if !ok {
			continue
		}
		if f := doc.Field(a.Quote.Field); sc.Has(f.Key) {
			a.Quote.Text = f.Name.In(d.Language) + ": " + sc.Told(f)
		}
		t.Known = append(t.Known, a)
	}
	return t
}

// of is what the field answers, where it holds something and is asked.
func (a *answer) of(s *forms.Scope) (compliance.Answer, bool) {
	if !a.When.Holds(s, s.Has(a.Field)) {
		return compliance.Answer{}, false
	}
	out := compliance.Answer{Key: a.Key, Quote: compliance.Quote{Field: a.Field}}
	yes := s.Yes(a.Field)
	switch {
	case a.Num != nil:
		n, err := strconv.ParseInt(strings.TrimSpace(a.Num.In(s)), 10, 64)
		if out.Num = n; err != nil {
			return out, false
		}
	case a.Yes.Given():
		yes = a.Yes.Holds(s, false)
		out.Yes = &yes
	case yes || s.No(a.Field):
		out.Yes = &yes
	case s.Raw(a.Field) != "":
		out.Choice = s.Raw(a.Field)
	default:
		out.Num = s.Num(a.Field)
	}
	return out, true
}
