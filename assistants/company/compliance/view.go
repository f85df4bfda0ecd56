package compliance

import (
	"maps"
	"slices"
	"strconv"

	"github.com/madang-dev/madang/internal/answer"
)

// targetType is the choice that every formula may ask: the target's type.
const targetType = "target_type"

// The largest values that an unknown number is tried as; products of them
// stay exact.
const (
	mostWon   = int64(10_000_000_000_000)
	mostCount = int64(1_000_000)
)

// maxTrials bounds how many sets of unknown answers are tried.
const maxTrials = 512

// value is an answer as formulas see it.
type value struct {
	num    int64
	yes    bool
	choice string
	turn   int // of the message that told it
}

// view is what a formula of a rule is evaluated over: what is known, and one
// try of what is not.
type view struct {
	lang  string
	rule  *Rule
	facts *facts
	tried map[string]value
}

// Lang is the language of texts.
func (v *view) Lang() string { return v.lang }

// All is no text: rules ask no lists.
func (v *view) All(string) string { return "" }

// Fig is a figure of the rule, Pct one in basis points as a percentage.
func (v *view) Fig(name string) int64 { return v.rule.Figures[name] }

// Pct is a figure in basis points as a percentage.
func (v *view) Pct(name string) string {
	return strconv.FormatFloat(float64(v.Fig(name))/100, 'f', -1, 64) + "%"
}

func (v *view) of(key string) value {
	if known, ok := v.facts.known[key]; ok {
		return known
	}
	return v.tried[key]
}

// Num is a number, Yes and No an answer, Is a choice.
func (v *view) Num(key string) int64 { return v.of(key).num }

// Yes tells that the answer is yes.
func (v *view) Yes(key string) bool { return v.of(key).yes }

// No tells that the answer is no.
func (v *view) No(key string) bool { return !v.of(key).yes }

// Is tells whether a choice is one of several.
func (v *view) Is(key string, list ...string) bool { return slices.Contains(list, v.of(key).choice) }

// Said tells whether a topic or question was raised.
func (v *view) Said(key string) bool { return v.facts.raised[key] }

// Has tells whether a field or an answer is there.
func (v *view) Has(key string) bool {
	return v.facts.has(key) || !v.facts.lacks(key) && v.tried[hasAll].yes
}

// hasAll is the try that fields which free words did not tell are there.
const hasAll = "+"

// judge tries a rule with everything that the unknown answers could be.
// concerned is false where it concerns the target in no try.
func (r *Rules) judge(x *Rule, f *facts) (verdict Verdict, missing, assumed []string, concerned bool) {
	v := &view{rule: x, facts: f, tried: map[string]value{}}
	keys, options, assumed := r.unknown(x, f, v.tried)
	var tries []try
	for at := make([]byte, len(keys)); ; {
		for i, key := range keys {
			v.tried[key] = options[i][at[i]]
		}
		tries = append(tries, try{slices.Clone(at), x.outcome(v)})
		if len(tries) == maxTrials || !next(at, options) {
			break
		}
	}
	seen := map[Verdict]bool{}
	for _, t := range tries {
		seen[t.outcome] = true
	}
	switch {
	case len(seen) == 1 && seen[""]:
		return "", nil, nil, false
	case !seen[Fail]: // what decides whether it concerns the target at all is still missing
		return Pass, decisive(keys, tries), assumed, true
	case len(seen) == 1:
		return Fail, nil, assumed, true
	}
	missing = decisive(keys, tries)
	for _, key := range x.Keep.Calls("Has") {
		if r.byKey[key] != nil && !f.has(key) {
			missing = answer.Add(missing, key)
		}
	}
	return Unclear, missing, assumed, true
}

// outcome is what the rule says of one try: "" where it does not concern it.
func (x *Rule) outcome(v *view) Verdict {
	switch {
	case !x.When.Holds(v, true):
		return ""
	case x.Keep.Holds(v, false):
		return Pass
	}
	return Fail
}

// try is one set of answers, by their places among the options.
type try struct {
	at      []byte
	outcome Verdict
}

// next counts on to the next set of options.
func next(at []byte, options [][]value) bool {
	for i := range at {
		if at[i]++; int(at[i]) < len(options[i]) {
			return true
		}
		at[i] = 0
	}
	return false
}

// decisive are the keys of which another answer alone changes an outcome.
func decisive(keys []string, tries []try) []string {
	var list []string
	for i, key := range keys {
		seen := map[string]Verdict{}
		for _, t := range tries {
			rest := slices.Clone(t.at)
			rest[i] = 0
			if before, ok := seen[string(rest)]; ok && before != t.outcome && key != hasAll {
				list = append(list, key)
				break
			}
			seen[string(rest)] = t.outcome
		}
	}
	return list
}

// unknown are the questions of a rule that nobody answered with what each
// could be; what is assumed is put into tried.
func (r *Rules) unknown(x *Rule, f *facts, tried map[string]value) (keys []string, options [][]value, assumed []string) {
	asked := map[string]bool{}
	for _, key := range append(x.When.Calls("Num", "Yes", "No", "Is"), x.Keep.Calls("Num", "Yes", "No", "Is")...) {
		asked[key] = true
	}
	for _, key := range slices.Sorted(maps.Keys(asked)) {
		q := r.byKey[key]
		if _, known := f.known[key]; known || q == nil {
			continue
		}
		named := slices.ContainsFunc(q.Topics, func(topic string) bool { return f.raised[topic] })
		if q.Assume != nil && !(q.Kind.numeric() && named) { // a wreath without its price is none for nothing
			tried[key] = value{num: q.Assume.Num, yes: q.Assume.Yes, choice: q.Assume.Choice}
			assumed = append(assumed, key)
			continue
		}
		keys, options = append(keys, key), append(options, q.options(f))
	}
	if slices.ContainsFunc(x.Keep.Calls("Has"), func(key string) bool { return !f.has(key) && !f.lacks(key) }) {
		keys, options = append(keys, hasAll), append(options, []value{{yes: true}, {}})
	}
	return keys, options, assumed
}

// options are what the answer to a question could be.
func (q *question) options(f *facts) []value {
	switch q.Kind {
	case kindYesNo, kindMention:
		return []value{{yes: true}, {}}
	case kindChoice:
		list := []value{{}}
		for _, o := range q.Options {
			list = append(list, value{choice: o})
		}
		return list
	case kindCount:
		return []value{{}, {num: mostCount}}
	}
	if q.Within != nil {
		if of, ok := f.known[q.Within.Of]; ok {
			return []value{{num: of.num * q.Within.Least / 1000}, of}
		}
	}
	return []value{{}, {num: mostWon}}
}
