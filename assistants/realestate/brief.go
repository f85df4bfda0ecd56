package realestate

import (
	"strings"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/memory"
)

// brief is what the prompt is filled with.
type brief struct {
	Language, Question, Today string
	Facts                     []shownFact
	// Tools tells that tools may be called first. Talk are the questions before
	// this one, the newest last, Profile what is known of the user.
	Tools         bool
	Talk, Profile []string
}

// shownFact is a fact as the model is shown it.
type shownFact struct{ ID, Kind, Title, Source, AsOf, Status, Text string }

func (w *writing) brief() brief {
	b := brief{Language: texts.Say("en", "language."+words.BaseOf(w.state.Language)), Question: quoted(w.state.Query), Today: w.state.Today}
	b.Tools, b.Talk, b.Profile = w.aid.tools, quotedList(w.state.talked()), quotedList(profileOf(memory.Loaded{Preferences: w.state.UserPreferences}))
	for _, f := range w.evidence.All() {
		if len(b.Facts) == maxFacts {
			break
		}
		if strings.HasPrefix(f.Key, calledPrefix) {
			continue // told where its call is
		}
		b.Facts = append(b.Facts, shownFact{
			ID: f.ID, Kind: f.Kind, AsOf: f.AsOf, Status: f.Status,
			Title: quoted(f.Title), Source: quoted(f.Source), Text: quoted(f.Text),
		})
	}
	return b
}

func quotedList(list []string) []string {
	out := make([]string, len(list))
	for i, text := range list {
		out[i] = quoted(text)
	}
	return out
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
