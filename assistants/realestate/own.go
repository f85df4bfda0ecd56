package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
)

// own puts what is known of the user in the place of what names it ("제
// 보증금으로"), so that it is reckoned with as if it had been said, and notes
// what else was said of the matter.
func (r *reading) own(request *planning.Request, loaded memory.Loaded) {
	owns := memory.Owns(request.Query, loaded.Preferences)
	text := request.Query
	for _, o := range slices.Backward(owns) {
		var words []string
		for _, p := range o.Facts {
			words = append(words, inPlace(p, request.Language))
		}
		text = text[:o.Start] + strings.Join(words, " ") + text[o.End:]
	}
	for _, o := range owns {
		for _, p := range o.Facts {
			r.assumed = append(r.assumed, state.Assumption{Key: p.Key, Value: p.Value, Text: teller{language: request.Language}.fact(p)})
		}
	}
	for _, st := range memory.Borne(request.Query, loaded.Memories, loaded.Preferences) {
		said := texts.Say(request.Language, "memory.spoken_of", "day", dayOf(st.At, request.Language), "words", st.Text)
		r.assumed = append(r.assumed, state.Assumption{Key: "said", Value: st.Text, Text: said})
	}
	if text != request.Query {
		request.Query, r.understood = text, text
	}
}

// inPlace is a fact as somebody would say it in a question.
func inPlace(p state.Preference, language string) string {
	group, _, _ := strings.Cut(p.Key, ".")
	value := valueName(p.Key, p.Value, language)
	switch {
	case group == memory.Budget && wonOf(p.Value) > 0:
		return texts.Say(language, "budget", "won", wonOf(p.Value))
	case texts.Has("own." + p.Key):
		return texts.Say(language, "own."+p.Key, "value", value)
	case value == "":
		return namesOf([]string{p.Key}, language)
	}
	return value
}

// leaseOf is what is known of the user's lease, in a sentence.
func leaseOf(facts []state.Preference, language string) string {
	var words []string
	for _, key := range []string{memory.HomeHeld, memory.HomeRent, memory.LeaseEnd} {
		if i := slices.IndexFunc(facts, func(p state.Preference) bool { return p.Key == key }); i >= 0 {
			words = append(words, inPlace(facts[i], language))
		}
	}
	return strings.Join(words, ", ")
}
