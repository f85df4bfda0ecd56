package knowledge

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// How far a record has been checked against its source.
const (
	StatusVerified       = "verified"
	StatusPartlyVerified = "partly_verified" // practice or case law mixed in
	StatusUnverified     = "unverified"
)

// Article is one rule of a statute, explained in plain words. Several
// records may stand for one article when it holds several rules
// (주택임대차보호법 제6조의3: the right, the refusals, the damages).
type Article struct {
	ID      string `yaml:"id" json:"id"`
	Law     string `yaml:"law" json:"law"`
	Article string `yaml:"article" json:"article"` // as shown, with its paragraph
	// Covers lists the articles that the record explains, for look-up; an
	// entry of another law carries the law's name in front.
	Covers  []string `yaml:"covers" json:"covers"`
	Title   string   `yaml:"title" json:"title"`
	TitleEN string   `yaml:"title_en" json:"title_en,omitempty"`
	Gist    string   `yaml:"gist" json:"gist"`
	// GistEN says the same as Gist in English. Every article of a pack has
	// it; raw statute text that is added to a library has none.
	GistEN    string   `yaml:"gist_en" json:"gist_en,omitempty"`
	Keywords  []string `yaml:"keywords" json:"keywords,omitempty"`
	Questions []string `yaml:"questions" json:"questions,omitempty"`
	AsOf      string   `yaml:"as_of" json:"as_of"`
	Status    string   `yaml:"status" json:"status"`
	Source    string   `yaml:"source" json:"source"`
	// Guide tells that it answers a situation by the article, verdict first, and is
	// found by what is asked, never by the article's number.
	Guide bool `yaml:"-" json:"guide,omitempty"`
}

// Citation is how an answer names the article: "주택임대차보호법 제7조".
func (a Article) Citation() string { return strings.TrimSpace(a.Law + " " + a.Article) }

// text is the article's gist in the language, in Korean where it has none.
func (a Article) text(language string) string {
	tag, _, _ := strings.Cut(language, "-")
	return cmp.Or(map[string]string{"en": a.GistEN}[tag], a.Gist)
}

func (a Article) validate() error {
	return errors.Join(
		required(a.ID, "law", a.Law, "article", a.Article, "title", a.Title, "gist", a.Gist, "as_of", a.AsOf, "source", a.Source),
		validateLaw(a.ID, a.Status, a.Covers))
}

// TableChunk is a table that belongs to an article: fee ceilings, protected
// amounts, tax brackets. Every row has as many cells as there are columns.
type TableChunk struct {
	ID       string     `yaml:"id" json:"id"`
	Law      string     `yaml:"law" json:"law"`
	Article  string     `yaml:"article" json:"article"`
	Covers   []string   `yaml:"covers" json:"covers"`
	Title    string     `yaml:"title" json:"title"`
	TitleEN  string     `yaml:"title_en" json:"title_en,omitempty"`
	Columns  []string   `yaml:"columns" json:"columns"`
	Rows     [][]string `yaml:"rows" json:"rows"`
	Notes    []string   `yaml:"notes" json:"notes,omitempty"`
	Keywords []string   `yaml:"keywords" json:"keywords,omitempty"`
	AsOf     string     `yaml:"as_of" json:"as_of"`
	Status   string     `yaml:"status" json:"status"`
	Source   string     `yaml:"source" json:"source"`
}

// Text is the table as lines of "cell | cell", notes last.
func (t TableChunk) Text() string {
	lines := []string{strings.Join(t.Columns, " | ")}
	for _, row := range t.Rows {
		lines = append(lines, strings.Join(row, " | "))
	}
	return strings.Join(append(lines, t.Notes...), "\n")
}

func (t TableChunk) validate() error {
	if len(t.Columns) == 0 || len(t.Rows) == 0 {
		return fmt.Errorf("%s: no columns or no rows", t.ID)
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return fmt.Errorf("%s: row %d has %d cells, want %d", t.ID, i+1, len(row), len(t.Columns))
		}
	}
	return errors.Join(required(t.ID, "law", t.Law, "article", t.Article, "title", t.Title), validateLaw(t.ID, t.Status, t.Covers))
}

// required tells of the first of a record's fields that is empty: names, each
// with its value.
func required(id string, fields ...string) error {
	if id == "" {
		return errors.New("id is empty")
	}
	for i := 0; i < len(fields); i += 2 {
		if fields[i+1] == "" {
			return fmt.Errorf("%s: %s is empty", id, fields[i])
		}
	}
	return nil
}

func validateLaw(id, status string, covers []string) error {
	if status != StatusVerified && status != StatusPartlyVerified && status != StatusUnverified {
		return fmt.Errorf("%s: status %q is unknown", id, status)
	}
	if len(covers) == 0 {
		return fmt.Errorf("%s: covers is empty", id)
	}
	for _, c := range covers {
		if _, ok := parseCover("", c); !ok {
			return fmt.Errorf("%s: covers %q is no article", id, c)
		}
	}
	return nil
}
