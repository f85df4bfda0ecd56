package state_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/state"
)

func TestChanges(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("가", 100)
	for name, c := range map[string]struct {
		from, to string
		want     []string // path, old, new, …
	}{
		"a first state":            {"", `{"a":1}`, nil},
		"nothing":                  {`{"a":1}`, `{"a":1}`, nil},
		"a field":                  {`{"a":1,"b":2}`, `{"a":1,"b":3}`, []string{"b", "2", "3"}},
		"in the order of paths":    {`{"b":1,"a":1}`, `{"b":2,"a":2}`, []string{"a", "1", "2", "b", "1", "2"}},
		"a field that came":        {`{}`, `{"a":"전세"}`, []string{"a", "null", `"전세"`}},
		"a field that went":        {`{"a":[1]}`, `{}`, []string{"a", "[1]", "null"}},
		"an inner field":           {`{"a":{"b":{"c":1}}}`, `{"a":{"b":{"c":2}}}`, []string{"a.b.c", "1", "2"}},
		"an element":               {`{"s":[{"x":1},{"x":2}]}`, `{"s":[{"x":1},{"x":3}]}`, []string{"s.1.x", "2", "3"}},
		"a list that grew":         {`{"s":[1]}`, `{"s":[1,2]}`, []string{"s", "[1]", "[1,2]"}},
		"another kind":             {`{"a":{"b":1}}`, `{"a":[1]}`, []string{"a", `{"b":1}`, "[1]"}},
		"null that became a value": {`{"a":null}`, `{"a":{"b":1}}`, []string{"a", "null", `{"b":1}`}},
		"large values": {
			`{"a":"` + long + `","b":["` + long + `"],"c":{"d":"` + long + `"}}`, `{"a":1,"b":2,"c":3}`,
			[]string{"a", `{"kind":"string","bytes":302}`, "1", "b", `{"kind":"array","bytes":304}`, "2",
				"c", `{"kind":"object","bytes":308}`, "3"},
		},
		"what isn't JSON": {`{"a":`, `{"a":1}`, []string{"", `{"a":`, `{"a":1}`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, l := range state.Changes(json.RawMessage(c.from), json.RawMessage(c.to), "", "", time.Time{}) {
				got = append(got, l.FieldChanged, string(l.OldValue), string(l.NewValue))
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestChangesTellTheStatusesAndTheTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)
	got := state.Changes([]byte(`{"a":1}`), []byte(`{"a":2}`), "planning", "executing", at)
	want := []state.TransitionLog{{
		Timestamp: "2026-01-02T03:04:05.000006Z", FromStatus: "planning", ToStatus: "executing",
		FieldChanged: "a", OldValue: []byte("1"), NewValue: []byte("2"),
	}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
