package interview

import (
	"slices"

	"github.com/madang-dev/madang/internal/dialog"
)

// inAnswers are what answers speak of too: what phrases read as one of them may be
// an answer. loose is what else phrases read where they found nothing better.
var (
	inAnswers = []string{intentVerdict, intentPrivacy, intentErase, intentAbout, intentModel, intentProgress, intentReport, intentOffTopic, intentHelp}
	// costly are what ends a question, marks or is held against the candidate.
	costly = []string{intentAnswer, intentAtLoss, intentSkip, intentEasier, intentHarder, intentField, intentOffTopic}
	loose  = append([]string{intentAnswer, intentAtLoss, intentClarify}, inAnswers...)
)

const (
	// longWish is how long a wish can be that examples read, in syllables.
	longWish = 2 * shortCommand
	// likely is how sure where phrases say next to nothing, told of what is stated.
	likely, told = 0.45, 0.65
	// surely is how sure it has to be that a long message is one, or that the interview
	// is to end, for it can't be gone on with then.
	surely = 0.9
)

// meant is the intent by examples where the message surely resembles them. What earns
// points is an answer whatever it resembles. A wish that is marked costs the candidate
// a question, an answer that is not costs a word more.
func (m *message) meant(intent string) string {
	if m.at != atQuestion || m.plain || !m.weak && !slices.Contains(loose, intent) {
		return intent
	}
	meant := examples.Read(m.text, nil)
	n, least := m.length(), dialog.Confident
	switch {
	case n > shortCommand || meant.Label == intentEnd:
		least = surely
	case m.weak && !slices.Contains(costly, meant.Label) && !m.q.answeredBy(m.text) && !m.q.touches(m.text):
		if least = told; m.asks || m.has("request") {
			least = likely
		}
	}
	switch {
	case meant.Label == intentField && n > certainCommand && !m.asks && !m.has("request") && !m.has("field_wish"): // who tells what they are
		return intent
	case meant.Sure < least, meant.Label == intentAnswer && !slices.Contains(inAnswers, intent):
		return intent
	case meant.Label != intentAnswer && (n > longWish || m.q.earns(m.text)):
		return intent
	}
	return meant.Label
}
