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
	who   string
}

// maxStatements is how many statements are told at most, minStatement how long
// one is at least, in characters: shorter ones greet or agree.
const (
	maxStatements = 8
	minStatement  = 4
)

// Statements are what a user stated in these exchanges (of newest first) of
// himself, or of whom a question names, but for what is told with these facts and
// what is known better from later ones.
func Statements(question string, exchanges []state.Memory, facts, told []state.Preference) []Statement {
	others := others(question)
	var list []Statement
	for _, x := range exchanges {
		for _, p := range passages(x.Query) {
			text := evidence(p.text)
			if p.who != self && !slices.Contains(others, p.who) || quoted(told, text) || overtaken(facts, text, x.Timestamp) {
				continue
			}
			list = append(list, Statement{text, x.RunID, x.Timestamp, p.who})
		}
	}
	return list
}

// passages are what a message states, by whole sentences as far as they are of one
// person: what a part of one means often stands in the next ("I keep a dog, a poodle").
func passages(message string) []clause {
	var list []clause
	for _, c := range stated(message) {
		if c.asking && !c.has("who.self") || c.has("secret", "memory.forget", "memory.note") {
			continue
		}
		if n := len(list) - 1; n >= 0 && list[n].sentence == c.sentence && list[n].who == c.who && (c.who == self || !c.has("who."+c.who)) && list[n].start+len(list[n].text) == c.start {
			list[n].text += c.text
			continue
		}
		list = append(list, c)
	}
	return slices.DeleteFunc(list, func(c clause) bool {
		return utf8.RuneCountInString(strings.TrimSpace(without(c.text, "small"))) < minStatement
	})
}

// InContext are facts whose value is no more than yes or no with the passages that
// they were learned from, as far as the exchange is still remembered: "I had surgery
// on my knee, so no stairs".
func InContext(facts []state.Preference, exchanges []state.Memory) []state.Preference {
	facts = slices.Clone(facts)
	of := map[string][]clause{}
	for _, x := range exchanges {
		of[x.RunID] = passages(x.Query)
	}
	for i, p := range facts {
		words := strings.TrimSuffix(p.Evidence, ellipsis)
		at := slices.IndexFunc(of[p.RunID], func(c clause) bool { return strings.Contains(c.text, words) })
		if words != "" && at >= 0 && slices.Contains([]string{Yes, No, Maybe, Like, Dislike, Fine}, p.Value) {
			facts[i].Evidence = evidence(of[p.RunID][at].text)
		}
	}
	return facts
}

// States tells whether a message states something, of its user or of others that he
// may ask about.
func States(message string) bool { return len(passages(message)) > 0 }

// others are whom a text names besides its user; "누가" asks after all of them.
func others(text string) (who []string) {
	for _, kind := range []string{partner, parents, other} {
		if phrases.HasAny(text, "whoever", "who."+kind) {
			who = append(who, kind)
		}
	}
	return who
}

// ofWhom are the facts and statements that are of the one whom a question is about,
// where that is not its user: nobody's budget is his sister's. Of several relatives
// it is the one that the question names, as far as that is said.
func ofWhom(question string, facts []state.Preference, all []Statement) ([]state.Preference, []Statement) {
	whom := about(question, self)
	if whom == self {
		return facts, all
	}
	facts = slices.DeleteFunc(slices.Clone(facts), func(p state.Preference) bool {
		return !of(p.Key, whom)
	})
	all = slices.DeleteFunc(slices.Clone(all), func(s Statement) bool { return s.who != whom })
	var names []string
	for _, at := range phrases.FindAll(question, "who."+whom) {
		names = append(names, strings.TrimSpace(question[at[0]:at[1]]))
	}
	named := slices.DeleteFunc(slices.Clone(all), func(s Statement) bool { return !containsAny(s.Text, names) })
	if len(named) > 0 {
		all = named
	}
	return facts, all
}

// of tells whether a key is of what is known of somebody: of a
// partner has its own, and a household is all of theirs, but not a friend's.
func of(key, whom string) bool {
	group, whose, _ := strings.Cut(key, ".")
	if whom == self { // who says "mine" does not mean his wife's
		return whose != partner && group+"." != partnerOf
	}
	return group == "household" && whom != other || whom == partner && (group+"." == partnerOf || whose == partner || whose == "both")
}

// quoted tells whether facts are told with all these words, but for what is too short
// to state anything.
func quoted(facts []state.Preference, text string) bool {
	rest := text
	drop := func(words string) {
		if words = strings.TrimSuffix(words, ellipsis); words != "" {
			rest = strings.Replace(rest, words, " ", 1)
		}
	}
	for _, p := range facts {
		drop(p.Evidence)
		for _, e := range p.History {
			drop(e.Words)
		}
	}
	return rest != text && utf8.RuneCountInString(strings.TrimSpace(without(rest, "small"))) < minStatement
}

// statementsAbout are those that speak of what a request names: of its keys, or
// of the words of the question. Wishes are of each taste.
func statementsAbout(question string, r Request, all []Statement) []Statement {
	words := content(question)
	return slices.DeleteFunc(slices.Clone(all), func(s Statement) bool {
		for _, key := range append(subjects(s.Text), keysOf(s.Text, "field")...) {
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
	of := append(subjects(text), keysOf(text, "field")...)
	return len(of) > 0 && !slices.ContainsFunc(of, func(key string) bool {
		return !slices.ContainsFunc(facts, func(p state.Preference) bool { return under(p.Key, key) && p.UpdatedAt.After(at) })
	})
}

// Borne are the statements that a message with its user in it speaks of, by two
// of its words or by what bears on it.
func Borne(message string, exchanges []state.Memory, facts []state.Preference) []Statement {
	if !phrases.HasAny(message, "memory.me") || !korean.Asks(message) && !korean.EndsAsking(message) {
		return nil
	}
	words, keys := content(message), keysOf(message, "bears")
	list := slices.DeleteFunc(Statements(message, exchanges, facts, facts), func(s Statement) bool {
		near := slices.ContainsFunc(keysOf(s.Text, "field"), func(f string) bool { return slices.Contains(keys, f) })
		return mentioned(s.Text, words) < minBorne && !near
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
	facts = Held(facts)
	later := func(p, than state.Preference) bool {
		return p.Key != than.Key && (p.Key == Budget || than.Key == Budget) && under(p.Key, Budget) && under(than.Key, Budget) && p.UpdatedAt.After(than.UpdatedAt)
	}
	return slices.DeleteFunc(slices.Clone(facts), func(p state.Preference) bool {
		return slices.ContainsFunc(facts, func(q state.Preference) bool { return later(q, p) })
	})
}

// Held are facts without wishes that were taken back, and without those of a home that was left.
func Held(facts []state.Preference) []state.Preference {
	return slices.DeleteFunc(slices.Clone(facts), func(p state.Preference) bool {
		return p.Value == No && (p.Key == DealType || p.Key == Region || under(p.Key, Budget) || ofHome(p.Key))
	})
}
