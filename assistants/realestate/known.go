package realestate

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
)

// teller tells users what is remembered of them.
type teller struct {
	memory.Recalled
	language, query string
	today           time.Time // zero leaves days uncounted
}

func (t teller) say(key string, args ...any) string { return texts.Say(t.language, key, args...) }

// answer is what is told to a request.
func (t teller) answer(r memory.Request) string {
	switch {
	case r.Kind == memory.AskTell && len(r.Keys) == 0:
		return t.all()
	case r.Kind == memory.AskEarlier:
		return t.earlier()
	}
	return t.these(r)
}

// all is everything that is known, and what else was said.
func (t teller) all() string {
	facts := t.facts()
	if len(facts)+len(t.Stated)+len(t.Found) == 0 {
		return t.say("memory.nothing")
	}
	lines := []string{t.say("memory.nothing_said")}
	if len(facts)+len(t.Stated) > 0 {
		lines = []string{t.say("memory.preferences")}
	}
	lines = append(append(lines, facts...), t.stated()...)
	if asked := t.asked(); len(asked) > 0 {
		lines = append(append(lines, t.say("memory.conversations")), asked...)
	}
	return strings.Join(append(lines, t.say("memory.how_to_forget")), "\n")
}

// facts are all that are known, but for the language.
func (t teller) facts() (lines []string) {
	for _, p := range t.Facts {
		if p.Key != memory.Language {
			lines = append(lines, "- "+t.fact(p))
		}
	}
	return lines
}

// stated is what was said besides the facts.
func (t teller) stated() (lines []string) {
	for _, s := range t.Stated {
		lines = append(lines, "- "+t.say("memory.then", "day", dayOf(s.At, t.language), "words", s.Text))
	}
	return lines
}

// asked are the exchanges that ask, or are told by nothing else.
func (t teller) asked() (lines []string) {
	for _, m := range t.Found {
		told := func(s memory.Statement) bool { return s.RunID == m.RunID }
		known := func(p state.Preference) bool { return p.RunID == m.RunID && p.Key != memory.Language }
		if korean.Asks(m.Query) || !slices.ContainsFunc(t.Stated, told) && !slices.ContainsFunc(t.Facts, known) {
			lines = append(lines, "- "+dayOf(m.Timestamp, t.language)+" "+m.Query)
		}
	}
	return lines
}

// these are the facts that a question names, what else was said of it, and of
// what is not known of the user where else it was spoken of.
func (t teller) these(r memory.Request) string {
	if t.Other {
		return t.other(r)
	}
	var lines []string
	if t.Untold != "" {
		lines = append(lines, t.say("memory.untold."+t.Untold))
	}
	for _, p := range t.Facts {
		line := "- " + t.fact(p)
		if i := slices.IndexFunc(p.History, func(e state.Evidence) bool { return e.Value != p.Value && e.Words != "" }); i >= 0 {
			line += t.say("memory.former", "words", p.History[i].Words, "day", dayOf(p.History[i].At, t.language))
		}
		lines = append(lines, line)
	}
	lines = append(lines, t.stated()...)
	unknown := slices.DeleteFunc(slices.Clone(r.Keys), func(key string) bool {
		group, _, _ := strings.Cut(key, ".") // who is married is not told that he is not known to be single
		return len(memory.Request{Keys: []string{key}}.Of(t.Facts)) > 0 || r.Plain && len(memory.Request{Keys: []string{group}}.Of(t.Facts)) > 0
	})
	if len(unknown) > 0 {
		lines = append(lines, t.say("memory.no_preference", "name", namesOf(unknown, t.language)))
	}
	if r.Kind == memory.AskConfirm && slices.Contains(r.Keys, "status.no_house") {
		lines = append(lines, t.say("memory.household_counts"))
	}
	for _, m := range t.Found {
		if len(unknown) > 0 && len(t.Stated) == 0 || r.Kind == memory.AskConfirm {
			lines = append(lines, t.say("memory.spoken_of", "day", dayOf(m.Timestamp, t.language), "words", m.Query))
		}
	}
	return strings.Join(lines, "\n")
}

// other says that what was asked for is not known, and what is.
func (t teller) other(r memory.Request) string {
	lines := []string{t.say("memory.no_preference", "name", namesOf(r.Keys, t.language))}
	if t.Untold != "" {
		lines = []string{t.say("memory.untold." + t.Untold)}
	}
	if about := t.Untold == "other" && len(t.Found) > 0; about {
		lines = nil // what was said of them tells it
	}
	for _, m := range t.Found {
		if !slices.ContainsFunc(t.Stated, func(s memory.Statement) bool { return s.RunID == m.RunID }) {
			lines = append(lines, t.say("memory.spoken_of", "day", dayOf(m.Timestamp, t.language), "words", m.Query))
		}
	}
	known := append(t.facts(), t.stated()...)
	switch {
	case r.Plain, t.Untold == "other" && len(t.Found) > 0:
		known = nil
	case len(r.Keys) > 0: // of another key than the one that is asked for
		known = t.stated()
	}
	if len(known) > 0 {
		lines = append(append(lines, t.say("memory.else")), known...)
	}
	return strings.Join(lines, "\n")
}

// earlier is what was talked of, and what was answered.
func (t teller) earlier() string {
	lines := []string{t.say("memory.earlier")}
	if len(t.Found) == 0 {
		lines = []string{t.say("memory.unheard")}
	}
	for _, m := range t.Found {
		words := memory.Passage(t.query, m)
		line := "- " + t.say("memory.then", "day", dayOf(m.Timestamp, t.language), "words", words)
		if pairs := korean.FindSpokenPairs(words); len(pairs) == 1 {
			line += t.say("memory.pair", "deposit", pairs[0][0].Won, "rent", pairs[0][1].Won)
		}
		if m.Intent != told && memory.Wants(m.Query) && m.Response != "" {
			line += t.say("memory.answered", "words", memory.Conclusion(m))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// fact is a preference with where it comes from.
func (t teller) fact(p state.Preference) string {
	name, value := namesOf([]string{p.Key}, t.language), valueName(p.Key, p.Value, t.language)
	if value != "" && value != p.Evidence {
		name += ": " + value
	}
	if day, err := time.Parse(time.DateOnly, p.Value); err == nil && !t.today.IsZero() {
		y, m, d := t.today.Date()
		if left := int(day.Sub(time.Date(y, m, d, 0, 0, 0, 0, time.UTC)).Hours() / 24); left > 0 {
			name += t.say("known.days_left", "n", left)
		}
	}
	switch day := dayOf(p.UpdatedAt, t.language); {
	case value != "" && value == p.Evidence && p.Source != state.SourceUser: // as it was said
		return t.say("memory.noted_as", "name", name, "words", value, "day", day)
	case p.Source == state.SourceUser:
		name += t.say("memory.written", "day", day)
	case p.Evidence != "":
		name += t.say("memory.said", "words", p.Evidence, "day", day)
	}
	return name
}

// valueName is a preference's value as it is told, "" where its name says all.
func valueName(key, value, language string) string {
	say := texts.In(language).Say
	group, _, _ := strings.Cut(key, ".")
	switch {
	case value == memory.No && group != "status" && group != "health":
		return say("known.no")
	case key == memory.DealType || key == memory.HomeDeal:
		return nameOf("looked_for.", value, language)
	case key == memory.Property || key == memory.HomeKind:
		return nameOf("home.", value, language)
	case key == memory.Language:
		return nameOf("language.", value, language)
	case group == memory.Budget && wonOf(value) > 0:
		return say("known.up_to", "won", wonOf(value))
	case group == "income":
		return incomeName(value, language)
	case key == memory.LoanRate:
		return say("known.rate", "rate", value)
	case (key == memory.Assets || group == "home" || group == "loan") && wonOf(value) > 0:
		return say("budget", "won", wonOf(value))
	case group == "day":
		if _, err := time.Parse("2006-01", value); err == nil {
			return say("known.month", "day", value+"-01")
		}
		return say("day", "day", value)
	case value == memory.No:
		return say("known.not_self")
	case value == memory.Yes && (group == "status" || group == "health"):
		return ""
	case texts.Has("known." + value):
		return say("known." + value)
	}
	if n, err := strconv.Atoi(value); err == nil {
		return counted(key, n, language)
	}
	return value
}

// counted is a number with what it counts.
func counted(key string, n int, language string) string {
	group, _, _ := strings.Cut(key, ".")
	unit := map[string]string{"pet": "known.animals", memory.Age: "known.years", memory.Rooms: "known.rooms"}[group]
	return texts.Say(language, cmp.Or(unit, "known.people"), "n", n)
}

func incomeName(value, language string) string {
	var in memory.Income
	if err := json.Unmarshal([]byte(value), &in); err != nil {
		return value
	}
	text := texts.Say(language, "known.per_"+in.Per, "won", in.Won)
	if in.Tax != "" {
		text += " " + texts.Say(language, "known.tax_"+in.Tax)
	}
	return text
}
