package realestate

import (
	"strings"
)

// brief is what the prompt is filled with.
type brief struct {
	Language, Question, Today string
	Facts                     []shownFact
}

// languageOf is the tag without its variant.
func languageOf(tag string) string {
	tag, _, _ = strings.Cut(tag, "-")
	return tag
}

// shownFact is a fact as the model is shown it.
type shownFact struct{ ID, Kind, Title, Source, AsOf, Status, Text string }

func (w *writing) brief() brief {
	b := brief{Language: texts.Say("en", "language."+languageOf(w.state.Language)), Question: quoted(w.state.Query), Today: w.state.Today}
	for i, f := range w.evidence.All() {
		if i == maxFacts {
			break
		}
		b.Facts = append(b.Facts, shownFact{
			ID: f.ID, Kind: f.Kind, AsOf: f.AsOf, Status: f.Status,
			Title: quoted(f.Title), Source: quoted(f.Source), Text: quoted(f.Text),
		})
	}
	return b
}

// quoted is foreign text on one line that can't end the quotation in which
// it stands.
func quoted(text string) string {
	text = strings.NewReplacer("<", "‹", ">", "›", `"`, "”", "\r", " ", "\n", " ").Replace(text)
	if runes := []rune(text); len(runes) > maxFactShown {
		return string(runes[:maxFactShown]) + " …"
	}
	return text
}
