package clause

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Frame is one way in which a clause bears a risk: what it says or denies, who
// does, and what else stands in it. A concept is named by its key; "a|b" is
// either.
type Frame struct {
	// Deny is a right or duty that a statement takes away, Say what it
	// provides. One of them is given.
	Deny string `yaml:"deny"`
	Say  string `yaml:"say"`
	// Who is the role that acts when somebody is named; On is who bears it and
	// has to be named.
	Who string `yaml:"who"`
	On  string `yaml:"on"`
	// Near stands in the same statement and Apart does not, With stands in the
	// clause and Unless nowhere.
	Near   []string `yaml:"near"`
	Apart  []string `yaml:"apart"`
	With   []string `yaml:"with"`
	Unless []string `yaml:"unless"`
	// Over and Under are limits of a number in the clause by its unit, each a
	// number or the name of a limit.
	Over  map[string]string `yaml:"over"`
	Under map[string]string `yaml:"under"`
}

// outcome is what a frame says of a clause.
type outcome int

const (
	apartFrom outcome = iota // it is about something else
	kept                     // it grants the opposite
	doubtful                 // it bears the risk but for what else it says
	forbids                  // it denies the risk
	broken                   // it bears the risk
)

// judge applies the frame to a clause.
func (f *Frame) judge(r *reading, limit func(string) (float64, bool)) outcome {
	result := apartFrom
	for concept := range strings.SplitSeq(f.Deny+f.Say, "|") {
		for _, at := range r.found[concept] {
			result = max(result, f.at(r, at))
		}
	}
	if result != broken {
		return result
	}
	beyond := r.compare(f.Over, limit, func(n, limit float64) bool { return n > limit+0.001 })
	result = min(beyond, r.compare(f.Under, limit, func(n, limit float64) bool { return n < limit }))
	if result == broken && r.excused(f.Unless) {
		return doubtful
	}
	return result
}

// at judges one place that the frame speaks of.
func (f *Frame) at(r *reading, at span) outcome {
	at, in := r.meant(at)
	if in.conditional || at.end > in.end || !r.all(f.With, r.sentenceOf(at)) || !r.all(f.Near, in) {
		return apartFrom
	}
	negations := r.negations(at, in)
	opposite := (negations%2 == 1) != (f.Deny != "")
	switch {
	case f.On == taker && !r.bears(f.On, at, in) && negations%2 == 0 && r.bears(parties[0], at, in):
		return kept
	case f.Who != "" && !r.acts(f.Who, at, in), f.On != "" && !r.bears(f.On, at, in):
		return apartFrom
	case opposite && f.Who != "" && !slices.ContainsFunc(r.mentions, func(m mention) bool { return m.role == f.Who }):
		return apartFrom // nobody tells whose it is
	case opposite && negations > 0:
		return forbids
	case opposite && r.near(granting, in):
		return kept
	case opposite, r.any(f.Apart, in):
		return apartFrom
	case f.Deny != "" && r.near(needNot, in) && (f.Who == taker || r.actsIn(taker, span{in.start, at.start})):
		return doubtful
	case f.Deny != "" && overlapping(at, r.found[imposing]) && r.bears(taker, at, in) && !r.acts(taker, at, in):
		return doubtful // another asks nothing of the taker: 임차인에게 청구하지 않는다
	}
	return broken
}

// meant is the place that speaks of what stands at one, with its statement: "갱신을 요구해도
// 이를 물리친다" tells of the renewal behind the condition.
func (r *reading) meant(at span) (span, statement) {
	in := r.statementOf(at)
	for _, s := range r.found[thereof] {
		if next := r.statementOf(s); in.conditional && at.end <= in.end && next.start == in.end {
			return s, next
		}
	}
	return at, in
}

// near tells whether one of the concepts stands in a statement.
func (r *reading) near(concepts string, in statement) bool {
	for concept := range strings.SplitSeq(concepts, "|") {
		if slices.ContainsFunc(r.found[concept], func(s span) bool { return s.start >= in.start && s.start < in.end }) {
			return true
		}
	}
	return false
}

func (r *reading) any(list []string, in statement) bool {
	return slices.ContainsFunc(list, func(concepts string) bool { return r.near(concepts, in) })
}

// excused tells whether one of the concepts stands in the clause as more than what it
// concedes.
func (r *reading) excused(list []string) bool {
	for _, concepts := range list {
		for concept := range strings.SplitSeq(concepts, "|") {
			if slices.ContainsFunc(r.found[concept], func(s span) bool { return !r.concedes(s) }) {
				return true
			}
		}
	}
	return false
}

func (r *reading) all(list []string, in statement) bool {
	return !slices.ContainsFunc(list, func(concepts string) bool { return !r.near(concepts, in) })
}

// compare tells whether the numbers that a frame asks for break its limits or keep
// to them. A clause without a number of the unit is about something else.
func (r *reading) compare(limits map[string]string, of func(string) (float64, bool), breaks func(n, limit float64) bool) outcome {
	result := broken
	for unit, name := range limits {
		limit, ok := of(name)
		switch list := r.measures[unit]; {
		case !ok || len(list) == 0:
			return apartFrom
		case slices.ContainsFunc(list, func(n float64) bool { return breaks(n, limit) }):
		case unit == unitMonths: // a period alone keeps to no law
			return apartFrom
		default:
			result = kept
		}
	}
	return result
}

// concepts are the names that a frame uses.
func (f *Frame) concepts() []string {
	names := strings.Split(f.Deny+f.Say, "|")
	for _, list := range [][]string{f.Near, f.Apart, f.With, f.Unless} {
		for _, any := range list {
			names = append(names, strings.Split(any, "|")...)
		}
	}
	return names
}

func (f *Frame) check(known map[string][]string) error {
	if (f.Deny == "") == (f.Say == "") {
		return fmt.Errorf("a frame has one of deny and say")
	}
	for _, name := range append(f.concepts(), cmp.Or(f.Who, taker), cmp.Or(f.On, taker)) {
		if len(known[name]) == 0 {
			return fmt.Errorf("no concept %q", name)
		}
	}
	return nil
}
