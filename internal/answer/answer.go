// Package answer is what a team tells: statements that say by kind and key
// what they are, so that whoever reads them decides by those and never by the
// words.
package answer

import "slices"

// Kind is what a statement is for.
type Kind string

// The kinds of a statement.
const (
	KindVerdict    Kind = "verdict"    // the answer itself
	KindFigure     Kind = "figure"     // a number and how it came about
	KindRule       Kind = "rule"       // what the law says, whoever asks
	KindCondition  Kind = "condition"  // what it depends on
	KindCaveat     Kind = "caveat"     // where a figure comes from and how far it can be trusted
	KindAssumption Kind = "assumption" // what was taken for granted
	KindMissing    Kind = "missing"    // a question to the user, or what was not found
	KindAdvice     Kind = "advice"     // what to do
	KindDisclaimer Kind = "disclaimer" // what every answer of the field says at its end
)

// Statement is one thing that is told.
type Statement struct {
	Kind Kind `json:"kind"`
	// Key names what is said, as the catalogue does: "rent.max_deposit".
	Key string `json:"key"`
	// Text says it in the language of the run.
	Text string `json:"text"`
}

// Printer writes the texts of a catalogue in one language.
type Printer interface {
	Say(key string, args ...any) string
}

// Say is a statement whose text is the entry of the key, with its arguments
// as pairs of name and value.
func Say(p Printer, kind Kind, key string, args ...any) Statement {
	return Statement{Kind: kind, Key: key, Text: p.Say(key, args...)}
}

// Add appends what a short list does not hold yet.
func Add[T comparable](list []T, more ...T) []T {
	for _, one := range more {
		if !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list
}

// Texts are what the statements say.
func Texts(list []Statement) []string {
	var texts []string
	for _, s := range list {
		texts = append(texts, s.Text)
	}
	return texts
}
