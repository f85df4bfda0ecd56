package memory

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// The kinds of values, as the phrases that ask for them are called.
const (
	sumKind   = "asks.sum"
	dayKind   = "asks.day"
	placeKind = "asks.place"
	countKind = "asks.count"
)

// valueKind is the kind of value that a key has, "" for none of its own.
func valueKind(key string) string {
	group, _, _ := strings.Cut(key, ".")
	switch {
	case key == Region, key == HomeAt, group == "place":
		return placeKind
	case group == "day":
		return dayKind
	case group == Budget, key == HomeHeld, key == HomeRent, key == Assets, group == "income", key == Loan, key == "loan":
		return sumKind
	case group == "household", group == "pet", key == Rooms, key == "car":
		return countKind
	}
	return ""
}

// holds tells whether a text has a value of a kind.
func holds(text, kind string) bool {
	switch kind {
	case sumKind:
		return len(wonIn(text)) > 0
	case dayKind:
		return len(korean.FindDays(text, time.Time{})) > 0
	case placeKind:
		return place(text) || phrases.Has(text, "place.station")
	case countKind:
		return phrases.Has(text, "number.heads") || len(korean.FindParties(text)) > 0
	}
	return false
}

// byKind notes the value of a part that no cue tells the meaning of: of the only
// field of its kind that the part speaks of ("all that I own is 30 million"). What
// names no field changes nothing, even the only thing known of the kind: the date of
// a viewing would become the end of the lease.
// Homes that were seen and cases that lead up to a question are not the user's.
func (l *learner) byKind(c clause) {
	if c.has("cue.seen") || c.asking && !c.has("who.self") {
		return
	}
	keys := keysOf(c.text, "field")
	if c.has("changes") {
		keys = l.changed(keys)
	}
	if won := wonIn(c.text); len(won) == 1 {
		l.sumByKind(c, won[0], keys)
	}
	name, spoken, several := l.region(c)
	if key := onlyOf(keys, placeKind); key != "" && name != "" && !several {
		if key == Work || key == School {
			name = spoken
		}
		l.add(key, name, c.text)
	}
	key := onlyOf(keys, dayKind)
	if key == "" && c.has("postponed") && !c.has("postponed_what") { // "4월로 밀렸어요": the only day that is known
		for _, p := range l.known() {
			keys = append(keys, p.Key)
		}
		key = onlyOf(keys, dayKind)
	}
	if key != "" {
		l.day(key, c)
	}
}

// changed are the keys of these fields that something is known of, else all of them.
func (l *learner) changed(fields []string) (keys []string) {
	for _, p := range l.known() {
		if slices.ContainsFunc(fields, func(f string) bool { return under(p.Key, f) }) {
			keys = append(keys, p.Key)
		}
	}
	if len(keys) == 0 {
		return fields
	}
	return keys
}

// onlyOf is the one key of a kind, "" for none or several.
func onlyOf(keys []string, kind string) string {
	keys = slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return valueKind(key) != kind })
	if len(keys) != 1 {
		return ""
	}
	return keys[0]
}

// muchAlike is how many times a sum is larger at most than the one that it takes the
// place of: a budget that is raised is not what somebody earns.
const muchAlike = 3

func (l *learner) sumByKind(c clause, sum korean.Money, keys []string) {
	keys = slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
		was := l.won(key)
		return was > 0 && (sum.Won > was*muchAlike || was > sum.Won*muchAlike)
	})
	key := onlyOf(keys, sumKind)
	if key == "" || lacks(c.text, sum) || key == "loan" && l.won(Loan) == 0 || c.has("sum.gone") || c.has("sum.other_use") && !(l.won(key) > 0 && slices.Contains(keysOf(c.text, "field"), key)) {
		return
	}
	won := strconv.FormatInt(sum.Won, 10)
	switch group, _, _ := strings.Cut(key, "."); {
	case key == Budget && l.won(key) == 0:
		l.add(budgetKey(c.text[:sum.Start]), won, c.text)
	case group == "income":
		l.income(c, sum.Won)
	case group == "loan":
		l.add(Loan, won, c.text)
	default:
		l.add(key, won, c.text)
	}
}

// known are the facts of earlier messages, and of this one.
func (l *learner) known() []state.Preference {
	known := slices.DeleteFunc(slices.Clone(l.said.Known), func(p state.Preference) bool {
		return slices.ContainsFunc(l.facts, func(q state.Preference) bool { return p.Key == q.Key })
	})
	return append(known, l.facts...)
}

// value is what is known of a key, "" where nothing is.
func (l *learner) value(key string) string {
	for _, p := range l.known() {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// won is the sum that is known of a key, 0 where none is.
func (l *learner) won(key string) int64 {
	value := l.value(key)
	var in Income
	if err := json.Unmarshal([]byte(value), &in); err == nil && in.Won > 0 {
		return in.Won
	}
	won, _ := strconv.ParseInt(value, 10, 64)
	return won
}
