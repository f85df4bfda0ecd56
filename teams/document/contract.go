package document

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml phrases/*.yaml forms/* letters/*
var files embed.FS

var (
	texts   = words.Must(files, "texts")
	phrases = dialog.Must(files, "phrases")
)

// contract is a kind of contract: a form, what it is checked for, the special
// terms that are recommended for it, and its document in every language.
type contract struct {
	forms.Form `yaml:",inline"`
	Title      words.Text `yaml:"title"`
	// Clauses is the kind of contract that a reviewer of clauses is told.
	Clauses string `yaml:"clauses"`
	// Wanted are the words that ask for this kind; Default is the kind when
	// there are none.
	Wanted  forms.Phrases `yaml:"wanted"`
	Default bool          `yaml:"default"`
	Checks  []checkRule   `yaml:"checks"`
	Terms   []termRule    `yaml:"terms"`

	pages pages
}

// termsKey is the field of every contract that holds its special terms.
const termsKey = "special_terms"

// contracts are the kinds of contracts, the default first.
type contracts []*contract

// loadContracts reads every form of a folder: <kind>.yaml with <kind>.ko.md
// and <kind>.en.md; parts.*.md is shared. Errors name file and line.
func loadContracts(files fs.FS, facts forms.Facts) (contracts, error) {
	all, err := forms.Load(files, func(c *contract, _ fs.FS, name string) error {
		if err := c.prepare(files, name, facts); err != nil {
			return err
		}
		if c.Field(termsKey) == nil {
			return fmt.Errorf("document: %s: no field %q: add it with the type free", name, termsKey)
		}
		return nil
	})
	if i := slices.IndexFunc(all, func(c *contract) bool { return c.Default }); i > 0 {
		all[0], all[i] = all[i], all[0]
	}
	return all, err
}

func (c *contract) prepare(files fs.FS, name string, facts forms.Facts) error {
	if err := c.Prepare(name, facts); err != nil {
		return err
	}
	for i := range c.Checks {
		if err := c.Checks[i].prepare(&c.Form); err != nil {
			return fmt.Errorf("document: %s: check %q: %w", name, c.Checks[i].ID, err)
		}
	}
	for i := range c.Terms {
		if err := c.Terms[i].prepare(&c.Form); err != nil {
			return fmt.Errorf("document: %s: term %q: %w", name, c.Terms[i].ID, err)
		}
	}
	return c.loadPages(files, facts != nil)
}

// loadPages parses the document of every language and writes it once without
// values: a template that can't be written is found at the start.
func (c *contract) loadPages(files fs.FS, facts bool) error {
	if err := c.pages.load(files, &c.Form, c.Kind); err != nil || !facts {
		return err
	}
	for lang := range c.pages.templates {
		if _, err := c.render(c.Scope(forms.Values{}, lang, time.Time{})); err != nil {
			return err
		}
	}
	return nil
}

// kind is the contract whose documents have a type, nil for none.
func (all contracts) kind(documentType string) *contract {
	for _, c := range all {
		if c.documentType() == documentType {
			return c
		}
	}
	return nil
}

// wanted is the contract that words ask for, nil for none.
func (all contracts) wanted(lower string) *contract {
	for _, c := range all {
		if c.Wanted.In(lower) {
			return c
		}
	}
	return nil
}

// documentType is what documents of the contract are called, which is the
// action that asks for one, too.
func (c *contract) documentType() string { return c.Kind + "_contract" }

// render writes the contract as Markdown.
func (c *contract) render(s *forms.Scope) (string, error) {
	page, tag := c.pages.in(s.Lang())
	if page == nil {
		return "", fmt.Errorf("document: %s has no document in %s", c.Kind, s.Lang())
	}
	var b bytes.Buffer
	if err := page.Execute(&b, s); err != nil {
		return "", fmt.Errorf("document: render %s.%s: %w", c.Kind, tag, err)
	}
	return b.String(), nil
}

// describe is the template as the state names it.
func (c *contract) describe(lang string) *Template {
	_, tag := c.pages.in(lang)
	return &Template{TemplateID: c.Kind + "_" + tag, TemplateName: c.Title.In(lang), TemplateContent: c.pages.hashes[tag], Placeholders: c.Keys()}
}

// summaryOf lists what is known, so that a misreading shows.
func (c *contract) summaryOf(s *forms.Scope) string {
	lines := c.KnownLines(s)
	for i, term := range s.Values.List(termsKey) {
		lines = append(lines, texts.Say(s.Lang(), "draft.term_line", "n", i+1, "term", escape(forms.OneLine(term, 60))))
	}
	if len(lines) == 0 {
		return ""
	}
	return texts.Say(s.Lang(), "draft.summary", "lines", lines)
}
