package catalog

import (
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/words"
)

// World is what travellers name besides destinations and their sights, as
// world.yaml has it.
type World struct {
	Styles Terms `yaml:"styles"`
	// AnyStyle is what somebody gets who has no preference.
	AnyStyle []string `yaml:"any_style"`
	// FoodStyles are those whose places one eats at.
	FoodStyles []string `yaml:"food_styles"`
	Lodgings   Terms    `yaml:"lodgings"`
	Airlines   Terms    `yaml:"airlines"`
	Airports   Terms    `yaml:"airports"` // that trips begin at
	Countries  Terms    `yaml:"countries"`
	Feasts     []Feast  `yaml:"feasts"`
	// Elsewhere are places that no trip can be planned to.
	Elsewhere []string `yaml:"elsewhere"`
}

// Term is something that goes by names.
type Term struct {
	ID   string     `yaml:"id"`
	Name words.Text `yaml:"name"`
	// Words are what messages call it, in lower case.
	Words []string `yaml:"words"`
}

// In gives every place of a text in lower case that a term is named at, word
// by word.
func (t Term) In(lower string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for _, word := range t.Words {
			for start, end := range places(lower, word) {
				if !yield(start, end) {
					return
				}
			}
		}
	}
}

// places are those of a word in a text.
func places(text, word string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for at := 0; ; {
			i := strings.Index(text[at:], word)
			if i < 0 || !yield(at+i, at+i+len(word)) {
				return
			}
			at += i + len(word)
		}
	}
}

// Terms are those of one kind.
type Terms []Term

// Has tells whether there is a term of that id.
func (t Terms) Has(id string) bool {
	return slices.ContainsFunc(t, func(term Term) bool { return term.ID == id })
}

// Name is what a term is called in answers; an id that is not there is its
// own name.
func (t Terms) Name(id string) words.Text {
	for _, term := range t {
		if term.ID == id {
			return term.Name
		}
	}
	return words.Text{words.Base: id}
}

// IDs are those of all terms, in the order of the file.
func (t Terms) IDs() []string {
	ids := make([]string, len(t))
	for i, term := range t {
		ids[i] = term.ID
	}
	return ids
}

// Named is the first term that has one of its words in a text.
func (t Terms) Named(text string) (Term, bool) {
	lower := strings.ToLower(text)
	for _, term := range t {
		for range term.In(lower) {
			return term, true
		}
	}
	return Term{}, false
}

// Feast is a day of the year that goes by a name.
type Feast struct {
	Month time.Month `yaml:"month"`
	Day   int        `yaml:"day"`
	Words []string   `yaml:"words"`
}

// After is the feast's next day from a day on.
func (f Feast) After(day time.Time) time.Time {
	next := time.Date(day.Year(), f.Month, f.Day, 0, 0, 0, 0, time.UTC)
	if next.Before(day) {
		return next.AddDate(1, 0, 0)
	}
	return next
}
