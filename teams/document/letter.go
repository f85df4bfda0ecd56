package document

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/forms"
)

// letterKind is the key under which a draft keeps a letter.
const letterKind = "letter"

// letters is the form of a message or notice between the parties of a lease,
// with its texts in every language.
type letters struct {
	forms.Form `yaml:",inline"`
	Subjects   []saying    `yaml:"subjects"`
	Laws       []lawRule   `yaml:"laws"`
	Notes      []saying    `yaml:"notes"`
	Checks     []checkRule `yaml:"checks"`

	pages pages
}

// saying is a text that is said when its condition holds.
type saying struct {
	When forms.Cond     `yaml:"when"`
	Text forms.Template `yaml:"text"`
}

// lawRule is an article that a letter rests on.
type lawRule struct {
	When forms.Cond `yaml:"when"`
	Law  string     `yaml:"law"`
}

func loadLetters(facts forms.Facts) (*letters, error) {
	const file = "letters/letter.yaml"
	l := &letters{}
	if err := forms.Decode(files, file, l); err != nil {
		return nil, err
	}
	errs := []error{l.Prepare(file, facts)}
	for i := range l.Checks {
		errs = append(errs, l.Checks[i].prepare(&l.Form))
	}
	for _, list := range [][]saying{l.Subjects, l.Notes} {
		for i := range list {
			errs = append(errs, l.CheckCond(&list[i].When), l.Check(&list[i].Text))
		}
	}
	for i := range l.Laws {
		errs = append(errs, l.CheckCond(&l.Laws[i].When))
	}
	return l, errors.Join(append(errs, l.pages.load(builtInFiles("letters"), &l.Form, letterKind))...)
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
	body := []string{v.Raw("kind")}
	if v.Is("form", "text") {
		body = []string{"greeting", v.Raw("kind")}
	}
	var b bytes.Buffer
	for _, part := range body {
		if err := page.ExecuteTemplate(&b, part, v); err != nil {
			return nil, fmt.Errorf("document: render letter.%s: %w", tag, err)
		}
		b.WriteByte('\n')
	}
	for line := range strings.Lines(tidy(b.String())) {
		if line = strings.TrimSpace(line); line != "" {
			v.Lines = append(v.Lines, line)
		}
	}
	frame := "paper"
	if v.Is("form", "text") {
		frame = "text"
	}
	b.Reset()
	if err := page.ExecuteTemplate(&b, frame, v); err != nil {
		return nil, fmt.Errorf("document: render letter.%s: %w", tag, err)
	}
	out := &renderedLetter{Document: tidy(b.String()) + "\n", Lines: v.Lines}
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
func (v *letterView) Subject() string {
	for i := range v.form.Subjects {
		if s := &v.form.Subjects[i]; s.When.Holds(v, true) {
			return s.Text.In(v)
		}
	}
	return ""
}

// laws are the articles that the letter rests on.
func (v *letterView) laws() []string {
	var list []string
	for i := range v.form.Laws {
		if v.form.Laws[i].When.Holds(v, true) {
			list = append(list, v.form.Laws[i].Law)
		}
	}
	return list
}

// check runs the checks of letters; M-3 stands for the ground of a notice,
// whoever gives it.
func (v *letterView) check() []Check {
	list := make([]Check, 0, len(v.form.Checks))
	for i := range v.form.Checks {
		r := &v.form.Checks[i]
		c := r.run(v, nil)
		if i > 2 {
			if c.Outcome == CheckNotApplicable {
				continue
			}
			c.ID = list[2].ID
			list[2] = c
			continue
		}
		list = append(list, c)
	}
	return list
}

// nextLetter begins a letter for another purpose between the same parties.
func nextLetter(v forms.Values, kind string) forms.Values {
	next := forms.Values{}
	for _, key := range []string{
		"form", "side", "language", "sender_name", "sender_addr", "recipient_name", "recipient_addr",
		"property_address", "deposit", "monthly_rent", "end_date", "account", "shop",
	} {
		if value, ok := v[key]; ok {
			next[key] = value
		}
	}
	next.Set("kind", kind)
	return next
}

// newLetter begins a letter with what a lease in the making knows.
func newLetter(lease forms.Values) forms.Values {
	v := forms.Values{}
	v.Set("side", "tenant")
	v.Set("sender_name", strings.Join(lease.List("lessee_name")[:min(1, len(lease.List("lessee_name")))], ""))
	v.Set("property_address", strings.TrimSpace(lease.Text("property_address")+" "+lease.Text("property_detail")))
	for to, from := range map[string]string{
		"sender_addr": "lessee_addr", "recipient_name": "lessor_name", "recipient_addr": "lessor_addr",
		"deposit": "deposit", "monthly_rent": "monthly_rent", "end_date": "end_date",
	} {
		if value, ok := lease[from]; ok {
			v[to] = value
		}
	}
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

// settleParties moves what was said of a party by its role to the sender or
// the recipient.
func settleParties(v forms.Values) {
	for role, side := range map[string]string{"lessor": "landlord", "lessee": "tenant"} {
		to := "recipient"
		if v.Text("side") == side {
			to = "sender"
		}
		for _, part := range []string{"_name", "_addr"} {
			if said := v.Text(role + part); said != "" {
				v.Set(to+part, said)
				delete(v, role+part)
			}
		}
	}
	if unit := v.Text("property_detail"); unit != "" {
		v.Set("property_address", strings.TrimSpace(v.Text("property_address")+" "+unit))
		delete(v, "property_detail")
	}
}
