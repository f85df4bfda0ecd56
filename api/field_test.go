package api

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/state"
)

func TestFieldChanges(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, a, b, want string }{
		{"same in another order", `{"a":1,"b":[1,2]}`, `{ "b": [1, 2], "a": 1.0 }`, `[]`},
		{"value", `{"a":{"b":1}}`, `{"a":{"b":2}}`, `[{"field":"a.b","op":"changed","from":1,"to":2}]`},
		{"added and removed", `{"a":1}`, `{"b":null}`, `[{"field":"a","op":"removed","from":1,"to":null},{"field":"b","op":"added","from":null,"to":null}]`},
		{"list grows", `{"l":[1]}`, `{"l":[1,{"x":2}]}`, `[{"field":"l.1","op":"added","from":null,"to":{"x":2}}]`},
		{"list shrinks", `{"l":[1,2]}`, `{"l":[1]}`, `[{"field":"l.1","op":"removed","from":2,"to":null}]`},
		{"kind", `{"a":[1]}`, `{"a":{"0":1}}`, `[{"field":"a","op":"changed","from":[1],"to":{"0":1}}]`},
		{"from null", `{"a":null}`, `{"a":{}}`, `[{"field":"a","op":"changed","from":null,"to":{}}]`},
		{"whole", `1`, `"1"`, `[{"field":"","op":"changed","from":1,"to":"1"}]`},
	}
	for _, test := range tests {
		changes, truncated := fieldChanges([]byte(test.a), []byte(test.b))
		got, err := json.Marshal(changes)
		if err != nil || truncated {
			t.Fatal(err, truncated)
		}
		if diff := cmp.Diff(test.want, string(got)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
	long := make([]int, maxChanges+5)
	whole, err := json.Marshal(map[string]any{"l": long})
	if err != nil {
		t.Fatal(err)
	}
	if changes, truncated := fieldChanges([]byte(`{"l":[]}`), whole); len(changes) != maxChanges || !truncated {
		t.Errorf("%d changes, truncated %v", len(changes), truncated)
	}
	// What means the same takes no place of what changed.
	ones := strings.Repeat("1,", maxChanges+5)
	from, to := `{"l":[`+ones+`2]}`, `{"l":[`+strings.ReplaceAll(ones, "1", "1.0")+`3]}`
	if changes, truncated := fieldChanges([]byte(from), []byte(to)); len(changes) != 1 || truncated {
		t.Errorf("%d changes, truncated %v", len(changes), truncated)
	}
}

// Any change is named by a path at which both sides can be read.
func TestFieldChangesAreThere(t *testing.T) {
	t.Parallel()
	value := rapid.Custom(func(t *rapid.T) string { return drawJSON(t, 3) })
	rapid.Check(t, func(t *rapid.T) {
		a, b := json.RawMessage(value.Draw(t, "a")), json.RawMessage(value.Draw(t, "b"))
		changes, _ := fieldChanges(a, b)
		if (len(changes) == 0) != sameJSON(a, b) {
			t.Fatalf("%d changes between %s and %s", len(changes), a, b)
		}
		for _, c := range changes {
			if c.Field == "" {
				continue
			}
			from, to := state.Field(a, c.Field), state.Field(b, c.Field)
			if (from == nil) != (c.Op == "added") || (to == nil) != (c.Op == "removed") || string(from) != string(c.From) || string(to) != string(c.To) {
				t.Fatalf("%+v is not between %s and %s", c, a, b)
			}
		}
	})
}

func drawJSON(t *rapid.T, depth int) string {
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if depth == 0 || kind < 2 {
		return rapid.SampledFrom([]string{"1", "2", `"x"`, "null", "true"}).Draw(t, "leaf")
	}
	var out any
	n := rapid.IntRange(0, 3).Draw(t, "n")
	if kind == 2 {
		list := []json.RawMessage{}
		for range n {
			list = append(list, json.RawMessage(drawJSON(t, depth-1)))
		}
		out = list
	} else {
		object := map[string]json.RawMessage{}
		for range n {
			object[rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "key")] = json.RawMessage(drawJSON(t, depth-1))
		}
		out = object
	}
	raw, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// A path is one of names without an empty one, or refused; whatever it leads to
// in a state is valid JSON.
func FuzzField(f *testing.F) {
	for _, path := range []string{"a", "a.0", "a[0].b", "", ".", "a..b", "[]", "a[", "a.99999999999999999999", "a.-1", "\x00", "전세.금"} {
		f.Add(path, []byte(`{"a":[{"b":1}],"전세":{"금":null}}`))
	}
	f.Fuzz(func(t *testing.T, path string, raw []byte) {
		parts, err := parseField("path", path)
		if err != nil {
			return
		}
		for _, part := range parts {
			if part == "" {
				t.Fatalf("%q has an empty part in %q", path, parts)
			}
		}
		if value := state.Field(raw, strings.Join(parts, ".")); value != nil && json.Valid(raw) && !json.Valid(value) {
			t.Fatalf("%s of %s is %s", path, raw, value)
		}
	})
}
