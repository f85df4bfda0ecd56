package analysis

import (
	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// Basis is what every result carries beside its numbers: how it was
// reckoned and how far that can be trusted.
type Basis struct {
	// Formula is the calculation with the numbers filled in.
	Formula words.Message   `json:"-"`
	Statute []words.Message `json:"-"` // see cite
	Notes   []Note          `json:"-"`
	// AsOf is the oldest day (YYYY-MM-DD) on which a used table was
	// checked; empty for plain arithmetic.
	AsOf string `json:"as_of,omitempty"`
	// Verified tells that every used table was read in the law itself.
	Verified bool `json:"verified"`
	// Product is the id of the loan product that a result is of.
	Product string `json:"-"`
}

// basis begins the basis of a result that rests on the sources.
func basis(formula words.Message, statute []words.Message, sources ...Source) Basis {
	b := Basis{Formula: formula, Statute: statute, Verified: true}
	for _, s := range sources {
		b.rest(s)
	}
	return b
}

// rest adds a source that the result rests on as well.
func (b *Basis) rest(s Source) {
	if b.AsOf == "" || s.AsOf < b.AsOf {
		b.AsOf = s.AsOf
	}
	if !s.Status.verified() {
		b.Verified = false
		b.note(answer.KindCaveat, "source."+string(s.Status), "name", s.name(), "as_of", s.AsOf)
	}
}

// Note is a remark on a result.
type Note struct {
	Kind answer.Kind
	words.Message
}

// note adds a remark: the key of its text with the arguments.
func (b *Basis) note(kind answer.Kind, key string, args ...any) {
	b.Notes = append(b.Notes, Note{kind, words.M(key, args...)})
}

// sources names what the result rests on, for the list of sources.
func (b Basis) sources(p words.Printer) []string {
	var list []string
	names := texts.In(words.BaseOf(p.Language())) // names are not rewritten
	for _, c := range b.Statute {
		list = append(list, names.Text(c))
	}
	return list
}
