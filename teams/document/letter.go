package document

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/forms"
)

// letterKind is the key under which a draft keeps a letter.
const letterKind = "letter"

// letters is the form of a message or notice between the parties of a lease,
// with its texts in every language.
type letters struct {
	contract `yaml:",inline"`
	Subjects []saying `yaml:"subjects"` // the first that holds is what a letter is about
	Laws     []saying `yaml:"laws"`     // the articles that it rests on
	Notes    []saying `yaml:"notes"`
	// Lease are the fields of a lease in the making by those that a letter begins
	// with, Kept those that the next letter begins with.
	Lease map[string]string `yaml:"lease"`
	Kept  []string          `yaml:"kept"`
	// Standing are the fields that any question of the talk may tell.
	Standing []string `yaml:"standing"`
}

// saying is a text that is said when its condition holds.
type saying struct {
	When forms.Cond     `yaml:"when"`
	Text forms.Template `yaml:"text"`
}

func loadLetters(facts forms.Facts) (*letters, error) {
	l, dir := &letters{}, datafile.Sub(files, "letters")
	if err := forms.Decode(dir, "letter.yaml", l); err != nil {
		return nil, err
	}
	errs := []error{l.prepare(dir, "letter.yaml", facts)}
	for _, list := range [][]saying{l.Subjects, l.Laws, l.Notes} {
		for i := range list {
			errs = append(errs, l.CheckCond(&list[i].When), l.Check(&list[i].Text))
		}
	}
	return l, errors.Join(errs...)
}

// view is a letter as conditions and texts see it.
func (l *letters) view(v forms.Values, lang string, today time.Time) *letterView {
	s := l.Scope(v, lang, today)
	s.Gaps = &[]string{}
	return &letterView{Scope: s, form: l}
}

// renderedLetter is a letter in words: the whole document, the lines that are
// sent, and what is blank in it.
type renderedLetter struct {
	Document string
	Lines    []string
	Blanks   []Missing
}

// render writes a letter: the body of its kind first, then the frame of its
// form around the body's lines.
func (l *letters) render(v *letterView) (*renderedLetter, error) {
	page, tag := l.pages.in(v.Lang())
	write := func(parts ...string) (string, error) {
		var b strings.Builder
		for _, part := range parts {
			if err := page.ExecuteTemplate(&b, part, v); err != nil {
				return "", fmt.Errorf("document: render letter.%s: %w", tag, err)
			}
			b.WriteByte('\n')
		}
		return tidy(b.String()), nil
	}
	body, frame := []string{v.Raw("kind")}, "paper"
	if v.Is("form", "text") {
		body, frame = []string{"greeting", v.Raw("kind")}, "text"
	}
	text, err := write(body...)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			v.Lines = append(v.Lines, line)
		}
	}
	whole, err := write(frame)
	if err != nil {
		return nil, err
	}
	out := &renderedLetter{Document: whole + "\n", Lines: v.Lines}
	for _, key := range forms.Distinct(*v.Gaps) {
		out.Blanks = append(out.Blanks, forms.NewMissing(key, letterKind, l.Field(key).Name, nil, false))
	}
	return out, nil
}

var (
	manySpaces = regexp.MustCompile(`[ \t]{2,}`)
	gapSpace   = regexp.MustCompile(`_ ([,.)])`)
)

// tidy joins the spaces that gaps leave within the lines of a letter.
func tidy(text string) string {
	return strings.TrimSpace(gapSpace.ReplaceAllString(manySpaces.ReplaceAllString(text, " "), "_$1"))
}

// describe is the template as the state names it.
func (l *letters) describe(v *letterView) *Template {
	_, tag := l.pages.in(v.Lang())
	return &Template{
		TemplateID:   strings.Join([]string{letterKind, v.Raw("kind"), v.Raw("form"), tag}, "_"),
		TemplateName: v.Option("form") + ": " + v.Subject(), TemplateContent: l.pages.hashes[tag], Placeholders: l.Keys(),
	}
}

// Subject is what the letter is about.
func (v *letterView) Subject() string { return strings.Join(bounded(v.said(v.form.Subjects), 1), "") }

// said are the texts whose conditions hold.
func (v *letterView) said(list []saying) (said []string) {
	for i := range list {
		if list[i].When.Holds(v, true) {
			said = append(said, list[i].Text.In(v))
		}
	}
	return said
}

// next begins a letter for another purpose between the same parties.
func (l *letters) next(v forms.Values, kind string) forms.Values {
	next := forms.Values{}
	for _, key := range l.Kept {
		if value, ok := v[key]; ok {
			next[key] = value
		}
	}
	if owed := []string{"rent_demand", "termination"}; slices.Contains(owed, kind) && slices.Contains(owed, v.Text("kind")) {
		next.Set("sum", v.Int("sum")) // rent that is asked for is still owed
	}
	next.Set("kind", kind)
	return next
}

// begin begins a letter with what a lease in the making knows.
func (l *letters) begin(lease forms.Values) forms.Values {
	v := forms.Values{}
	for to, from := range l.Lease {
		if value, ok := lease[from]; ok {
			v[to] = value
		}
	}
	v.Set("side", "tenant")
	v.Set("sender_name", strings.Join(bounded(lease.List("lessee_name"), 1), ""))
	v.Set("property_address", strings.TrimSpace(lease.Text("property_address")+" "+lease.Text("property_detail")))
	return v
}

// turnAround makes the other side the sender.
func turnAround(v forms.Values, side string) {
	if v.Text("side") == side {
		return
	}
	for _, part := range []string{"name", "addr"} {
		sender, recipient := v.Text("sender_"+part), v.Text("recipient_"+part)
		v.Set("sender_"+part, recipient)
		v.Set("recipient_"+part, sender)
	}
	v.Set("side", side)
}
