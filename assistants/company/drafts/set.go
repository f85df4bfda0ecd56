package drafts

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/words"
)

//go:embed forms/* texts/*.yaml phrases/*.yaml
var files embed.FS

var (
	texts   = words.Must(files, "texts")
	phrases = dialog.Must(files, "phrases")
)

// document is one kind of document.
type document struct {
	forms.Form `yaml:",inline"`
	// Wanted are the words that ask for one.
	Wanted forms.Phrases `yaml:"wanted"`
	// Answers are what its fields answer of the questions of compliance.
	Answers []answer `yaml:"answers"`
	// Voids are the fields that a field takes with it, with what was said of
	// it, when it is corrected to none.
	Voids map[string][]string `yaml:"voids"`
	// Lists are text fields that hold several items. PerHead are sums for each person,
	// with the field of how many people there are, "" for none; ForAll are sums for all of them.
	Lists   []string          `yaml:"lists"`
	PerHead map[string]string `yaml:"per_head"`
	ForAll  map[string]string `yaml:"for_all"`
	// Total tells what the sums of a form come to, "" where none is known.
	Total forms.Template `yaml:"total"`

	pages map[string]*template.Template // by language
}

// answer is how a field answers a question of the rules: Num is a number, Yes
// tells a yes; without either it is the field's own value.
type answer struct {
	Key   string          `yaml:"key"`
	Field string          `yaml:"field"`
	When  forms.Cond      `yaml:"when"`
	Num   *forms.Template `yaml:"num"`
	Yes   forms.Cond      `yaml:"yes"`
}

// Set is the kinds of documents. It is read-only and safe for concurrent use.
type Set struct {
	list   []*document
	byType map[string]*document
}

var shipped = datafile.Shipped(func() (*Set, error) { return Load(datafile.Sub(files, "forms")) })

// Shipped are the built-in documents, loaded once, by the first who asks.
func Shipped() *Set { return shipped() }

// Load reads a folder of forms: <type>.yaml with <type>.ko.md and <type>.en.md.
// Errors name file and line, and what would mend it.
func Load(dir fs.FS) (*Set, error) {
	list, err := forms.Load(dir, (*document).prepare)
	s := &Set{list: list, byType: map[string]*document{}}
	for _, d := range list {
		s.byType[d.Kind] = d
	}
	return s, err
}

func (doc *document) prepare(dir fs.FS, name string) error {
	if err := doc.Prepare(name, nil); err != nil {
		return err
	}
	for i := range doc.Answers {
		a := &doc.Answers[i]
		if a.Key == "" || doc.Field(a.Field) == nil {
			return fmt.Errorf("drafts: %s: answer %q is of the field %q, which the form has not: correct it", name, a.Key, a.Field)
		}
		for _, c := range []*forms.Cond{&a.When, &a.Yes} {
			if err := doc.CheckCond(c); err != nil {
				return fmt.Errorf("drafts: %s: answer %q: %w", name, a.Key, err)
			}
		}
	}
	if err := doc.Check(&doc.Total); err != nil {
		return fmt.Errorf("drafts: %s: total: %w", name, err)
	}
	for _, key := range slices.Concat(slices.Collect(maps.Keys(doc.PerHead)), slices.Collect(maps.Keys(doc.ForAll)), doc.Lists) {
		if doc.Field(key) == nil {
			return fmt.Errorf("drafts: %s: lists, per_head and for_all name the field %q, which the form has not: correct it", name, key)
		}
	}
	doc.pages = map[string]*template.Template{}
	for _, lang := range []string{"ko", "en"} {
		file := doc.Kind + "." + lang + ".md"
		raw, err := fs.ReadFile(dir, file)
		if err != nil {
			return fmt.Errorf("drafts: %s has no document in %s: add %s", name, lang, file)
		}
		if doc.pages[lang], err = doc.Page(lang, file, string(raw)); err != nil {
			return fmt.Errorf("drafts: %w", err)
		}
		// A text that cannot be written is found when the forms are read.
		if _, err := doc.write(doc.Scope(forms.Values{}, lang, time.Time{})); err != nil {
			return err
		}
	}
	return nil
}

// write is the document as Markdown.
func (doc *document) write(s *forms.Scope) (string, error) {
	page := cmp.Or(doc.pages[s.Lang()], doc.pages[words.Base])
	if page == nil {
		return "", errors.New("drafts: no such kind of document")
	}
	var b strings.Builder
	if err := page.Execute(&b, s); err != nil {
		return "", fmt.Errorf("drafts: write %s: %w", doc.Kind, err)
	}
	return b.String(), nil
}

// open is the kind of a draft with what its texts see; of one that there is none of it
// has no fields.
func (s *Set) open(d Draft, now time.Time) (*document, *forms.Scope) {
	doc := s.byType[d.DocumentType]
	if doc == nil {
		doc = &document{}
	}
	return doc, doc.Scope(d.FormData, words.BaseOf(d.Language), now)
}

// Wanted is the kind of document that a message asks for, "" for none.
func (s *Set) Wanted(text string) string {
	text = forms.Lower(cut.Bytes(text, dialog.MaxRead))
	for _, d := range s.list {
		if d.Wanted.In(text) {
			return d.Kind
		}
	}
	return ""
}
