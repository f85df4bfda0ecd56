package clause

import (
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
	whole := statement{span: span{0, len(r.letters.runes)}}
	result := apartFrom
	for _, concept := range strings.Split(f.Deny+f.Say, "|") {
		for _, at := range r.found[concept] {
			result = max(result, f.at(r, at))
		}
	}
	cleared := func(any string) bool { return r.near(any, whole) }
	switch {
	case result != broken:
	case !within(r, f.Over, f.Under, limit):
		return f.counted(r)
	case slices.ContainsFunc(f.Unless, cleared):
		return doubtful
	}
	return result
}

// at judges one place that the frame speaks of.
func (f *Frame) at(r *reading, at span) outcome {
	in := r.statementOf(at)
	if in.conditional || at.end > in.end {
		return apartFrom
	}
	sentence := r.sentenceOf(at)
	if slices.ContainsFunc(f.With, func(with string) bool { return !r.near(with, sentence) }) {
		return apartFrom
	}
	if slices.ContainsFunc(f.Near, func(near string) bool { return !r.near(near, in) }) {
		return apartFrom
	}
	negations := r.negations(at, in)
	denied := negations%2 == 1
	switch {
	case f.Who != "" && !r.acts(f.Who, at, in):
		return apartFrom
	case f.On != "" && !r.bears(f.On, at, in):
		if denied || !slices.ContainsFunc(parties, func(other string) bool { return other != f.On && r.bears(other, at, in) }) {
			return apartFrom
		}
		return kept
	case denied != (f.Deny != ""):
		switch {
		case negations > 0:
			return forbids
		case r.near(granting, in):
			return kept
		}
		return apartFrom
	case f.Deny != "" && f.Who == taker && r.near(needNot, in):
		return doubtful
	case slices.ContainsFunc(f.Apart, func(apart string) bool { return r.near(apart, in) }):
		return apartFrom
	}
	return broken
}

// counted is what numbers within the limits say: without one there is nothing to compare.
func (f *Frame) counted(r *reading) outcome {
	for _, limits := range []map[string]string{f.Over, f.Under} {
		for unit := range limits {
			if len(r.measures[unit]) > 0 {
				return kept
			}
		}
	}
	return apartFrom
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

// within tells whether a clause has the numbers that a frame asks for. Over a
// limit is beyond it, under it is below.
func within(r *reading, over, under map[string]string, limit func(string) (float64, bool)) bool {
	for unit, name := range over {
		if !anyNumber(r.measures[unit], name, limit, func(n, than float64) bool { return n > than+0.001 }) {
			return false
		}
	}
	for unit, name := range under {
		if !anyNumber(r.measures[unit], name, limit, func(n, than float64) bool { return n < than }) {
			return false
		}
	}
	return true
}

func anyNumber(list []float64, name string, limit func(string) (float64, bool), holds func(n, than float64) bool) bool {
	than, ok := limit(name)
	return ok && slices.ContainsFunc(list, func(n float64) bool { return holds(n, than) })
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
	for _, name := range f.concepts() {
		if len(known[name]) == 0 {
			return fmt.Errorf("no concept %q", name)
		}
	}
	for _, role := range []string{f.Who, f.On} {
		if role != "" && len(known[role]) == 0 {
			return fmt.Errorf("no party %q", role)
		}
	}
	return nil
}
