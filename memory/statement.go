package memory

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// Statement is what a user stated that has no place in the profile, in his own
// words.
type Statement struct {
	Text  string    `json:"text"`
	RunID string    `json:"run_id"`
	At    time.Time `json:"at"`
}

// maxStatements is how many statements are told at most, minStatement how long
// one is at least, in characters: shorter ones greet or agree.
const (
	maxStatements = 8
	minStatement  = 4
)

// Statements are what a user stated in these exchanges (of newest first) of
// himself, or of whom a question names, but for what facts were learned from.
func Statements(question string, exchanges []state.Memory, facts []state.Preference) []Statement {
	others := others(question)
	var list []Statement
	for _, x := range exchanges {
		for _, c := range stated(x.Query) {
			text := evidence(c.text)
			if !c.tells() || c.who != self && !slices.Contains(others, c.who) || quoted(facts, text) || overtaken(facts, text, x.Timestamp) {
				continue
			}
			list = append(list, Statement{text, x.RunID, x.Timestamp})
		}
	}
	return list
}

// States tells whether a message states something of its user.
func States(message string) bool {
	return slices.ContainsFunc(stated(message), func(c clause) bool { return c.who == self && c.tells() })
}

// tells tells whether a clause says more than a greeting, and more than of what
// is asked about.
func (c clause) tells() bool {
	if c.asking && !c.has("who.self") {
		return false
	}
	text := strings.TrimSpace(without(c.text, "small"))
	return utf8.RuneCountInString(text) >= minStatement && !c.has("secret", "memory.forget", "memory.note")
}

// others are whom a text names besides its user.
func others(text string) (who []string) {
	for _, kind := range []string{partner, parents, other} {
		if phrases.Has(text, "who."+kind) {
			who = append(who, kind)
		}
	}
	return who
}

// quoted tells whether a fact is told with these words.
func quoted(facts []state.Preference, text string) bool {
	return slices.ContainsFunc(facts, func(p state.Preference) bool {
		return p.Evidence == text || slices.ContainsFunc(p.History, func(e state.Evidence) bool { return e.Words == text })
	})
}

// statementsAbout are those that speak of what a request names: of its keys, or
// of the words of the question. Wishes are of each taste.
func statementsAbout(question string, r Request, all []Statement) []Statement {
	words := content(question)
	return slices.DeleteFunc(slices.Clone(all), func(s Statement) bool {
		for _, key := range subjects(s.Text) {
			if slices.ContainsFunc(r.Keys, func(k string) bool { return under(key, k) || under(k, key) }) {
				return false
			}
		}
		if phrases.HasAny(s.Text, "cue.like", "cue.dislike") && slices.ContainsFunc(r.Keys, func(k string) bool { return under(k, "taste") }) {
			return false
		}
		return mentioned(s.Text, words) == 0
	})
}

// overtaken tells whether what a text speaks of is known from what was said
// later.
func overtaken(facts []state.Preference, text string, at time.Time) bool {
	of := subjects(text)
	return len(of) > 0 && !slices.ContainsFunc(of, func(key string) bool {
		return !slices.ContainsFunc(facts, func(p state.Preference) bool { return under(p.Key, key) && p.UpdatedAt.After(at) })
	})
}

// Borne are the statements that a message with its user in it speaks of, by two
// of its words.
func Borne(message string, exchanges []state.Memory, facts []state.Preference) []Statement {
	if !phrases.HasAny(message, "memory.me") || !korean.Asks(message) && !korean.EndsAsking(message) {
		return nil
	}
	words := content(message)
	list := slices.DeleteFunc(Statements(message, exchanges, facts), func(s Statement) bool {
		return mentioned(s.Text, words) < minBorne
	})
	return list[:min(len(list), maxBorne)]
}

// minBorne is how many words a statement has of a message that it bears on,
// maxBorne how many statements are told with it.
const (
	minBorne = 2
	maxBorne = 2
)

// current are facts without those that a later one of the same matter stands
// for: a budget of no kind of deal and those of one.
func current(facts []state.Preference) []state.Preference {
	later := func(p, than state.Preference) bool {
		return p.Key != than.Key && (p.Key == Budget || than.Key == Budget) && under(p.Key, Budget) && under(than.Key, Budget) && p.UpdatedAt.After(than.UpdatedAt)
	}
	return slices.DeleteFunc(slices.Clone(facts), func(p state.Preference) bool {
		return slices.ContainsFunc(facts, func(q state.Preference) bool { return later(q, p) })
	})
}
