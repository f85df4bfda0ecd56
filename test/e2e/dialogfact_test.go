package e2e

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// look finds a value by its path in a JSON value: members and numbers of elements
// by dots, "#" is how many there are, "*" all of a list; nil is none.
func look(v any, path string) any {
	if path == "" {
		return v
	}
	name, rest, _ := strings.Cut(path, ".")
	switch v := v.(type) {
	case map[string]any:
		return look(v[name], rest)
	case []any:
		switch n, err := strconv.Atoi(name); {
		case name == "#":
			return len(v)
		case name == "*":
			all := []any{}
			for _, one := range v {
				all = append(all, look(one, rest))
			}
			return all
		case err == nil && n < len(v):
			return look(v[n], rest)
		}
	}
	return nil
}

// textOf is a value as data files write it: texts as they are, all else as JSON.
func textOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// is holds a value to what a turn wants of it: "-" is nothing, a map wants of each
// member, a list of two numbers holds a number between them, {has: …} wants what is
// somewhere in it, anything else the same.
func is(got, want any) bool {
	switch want := want.(type) {
	case string:
		if want == "-" {
			return got == nil || slices.Contains([]string{"", "[]", "{}", "null"}, textOf(got))
		}
	case map[string]any:
		if inside, ok := want["has"]; ok {
			return holds(got, inside)
		}
		for name, value := range want {
			if !is(look(got, name), value) {
				return false
			}
		}
		return true
	case []any:
		n, err := strconv.ParseFloat(textOf(got), 64)
		if len(want) == 2 && err == nil && got != nil {
			least, _ := strconv.ParseFloat(textOf(want[0]), 64)
			most, _ := strconv.ParseFloat(textOf(want[1]), 64)
			return least <= n && n <= most
		}
		list, _ := got.([]any)
		return slices.EqualFunc(list, want, is)
	}
	if n, err := strconv.ParseFloat(textOf(got), 64); err == nil {
		m, err := strconv.ParseFloat(textOf(want), 64)
		return err == nil && n == m
	}
	return textOf(got) == textOf(want)
}

// holds tells whether all that is wanted is somewhere in a value.
func holds(got, want any) bool {
	if list, ok := want.([]any); ok {
		return !slices.ContainsFunc(list, func(one any) bool { return !holds(got, one) })
	}
	switch v := got.(type) {
	case map[string]any:
		for _, one := range v {
			if holds(one, want) {
				return true
			}
		}
		return false
	case []any:
		return slices.ContainsFunc(v, func(one any) bool { return holds(one, want) })
	}
	return got != nil && is(got, want)
}

func (c *speaker) checkFacts(facts map[string]any, fail func(string, ...any)) {
	c.t.Helper()
	for name, want := range facts {
		path, ok := c.talk.Facts[name]
		if !ok {
			c.t.Fatalf("%s is no fact of %s", name, c.talk.Assistant)
		}
		switch rest := path[1:]; path[0] {
		case '=':
			if same := look(c.doc, rest) != nil && reflect.DeepEqual(look(c.before, rest), look(c.doc, rest)); same != want {
				fail("%s: %s behind %s", name, textOf(look(c.doc, rest)), textOf(look(c.before, rest)))
			}
		case '>':
			before, _ := strconv.ParseFloat(textOf(look(c.before, rest)), 64)
			now, err := strconv.ParseFloat(textOf(look(c.doc, rest)), 64)
			if err != nil || (now > before) != want {
				fail("%s: %v behind %v", name, now, before)
			}
		default:
			if got := look(c.doc, path); !is(got, want) {
				fail("%s is %s, want %s", name, textOf(got), textOf(want))
			}
		}
	}
}

// What a turn says of an answer is held to it: a test of the tests.
func TestFactsOfDialogs(t *testing.T) {
	t.Parallel()
	var doc any
	if err := json.Unmarshal([]byte(`{"a":{"b":[{"c":1},{"c":"x"}],"n":7.5},"none":[]}`), &doc); err != nil {
		t.Fatal(err)
	}
	list := func(v ...any) []any { return v }
	for _, tt := range []struct {
		path string
		want any
		ok   bool
	}{
		{"a.b.0.c", 1, true}, {"a.b.0.c", 2, false}, {"a.b.1.c", "x", true}, {"a.b.#", 2, true}, {"a.b.9.c", "-", true}, {"a.b.0.c", "-", false},
		{"a.n", list(7, 8), true}, {"a.n", list(8, 9), false}, {"a.b.*.c", list(1, "x"), true}, {"a.b.*.c", list("x", 1), false},
		{"a", map[string]any{"n": 7.5}, true}, {"a", map[string]any{"n": 7}, false}, {"a", map[string]any{"has": list("x", 1)}, true},
		{"a", map[string]any{"has": 3}, false}, {"none", "-", true}, {"no.such", "x", false},
	} {
		if got := is(look(doc, tt.path), tt.want); got != tt.ok {
			t.Errorf("%s as %s: %v", tt.path, fmt.Sprint(tt.want), got)
		}
	}
}
