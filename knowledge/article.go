package knowledge

import (
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
}

// Citation is how an answer names the article: "주택임대차보호법 제7조".
func (a Article) Citation() string { return strings.TrimSpace(a.Law + " " + a.Article) }

// text is the article's gist in the language, in Korean where it has none.
func (a Article) text(language string) string {
	if language == "en" && a.GistEN != "" {
		return a.GistEN
	}
	return a.Gist
}

func (a Article) validate() error {
	switch {
	case a.ID == "":
		return fmt.Errorf("id is empty")
	case a.Law == "" || a.Article == "":
		return fmt.Errorf("%s: law or article is empty", a.ID)
	case a.Title == "" || a.Gist == "":
		return fmt.Errorf("%s: title or gist is empty", a.ID)
	case a.AsOf == "" || a.Source == "":
		return fmt.Errorf("%s: as_of or source is empty", a.ID)
	case !knownStatus(a.Status):
		return fmt.Errorf("%s: status %q is unknown", a.ID, a.Status)
	}
	return validateCovers(a.ID, a.Covers)
}

// validateEnglish asks of a pack's articles that English answers can tell
// them too.
func (a Article) validateEnglish() error {
	if a.TitleEN == "" || a.GistEN == "" {
		return fmt.Errorf("%s: title_en or gist_en is empty", a.ID)
	}
	return nil
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

// Citation is how an answer names the table's legal ground.
func (t TableChunk) Citation() string { return t.Law + " " + t.Article }

// Text is the table as lines of "cell | cell", notes last.
func (t TableChunk) Text() string {
	lines := []string{strings.Join(t.Columns, " | ")}
	for _, row := range t.Rows {
		lines = append(lines, strings.Join(row, " | "))
	}
	return strings.Join(append(lines, t.Notes...), "\n")
}

func (t TableChunk) validate() error {
	if t.ID == "" || t.Law == "" || t.Article == "" || t.Title == "" {
		return fmt.Errorf("table %q: id, law, article or title is empty", t.ID)
	}
	if len(t.Columns) == 0 || len(t.Rows) == 0 {
		return fmt.Errorf("%s: no columns or no rows", t.ID)
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return fmt.Errorf("%s: row %d has %d cells, want %d", t.ID, i+1, len(row), len(t.Columns))
		}
	}
	if !knownStatus(t.Status) {
		return fmt.Errorf("%s: status %q is unknown", t.ID, t.Status)
	}
	return validateCovers(t.ID, t.Covers)
}

func knownStatus(s string) bool {
	return s == StatusVerified || s == StatusPartlyVerified || s == StatusUnverified
}

func validateCovers(id string, covers []string) error {
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
