package storetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// fieldOf is the history of a field over some states, in short.
func fieldOf(path string, values []string, want ...string) func(*testing.T, *harness) {
	return func(t *testing.T, y *harness) {
		r := y.running("a")
		y.walk(r, values...)
		got, err := y.FieldHistory(t.Context(), store.Server(), r.SessionID, path, 0, 0)
		y.must(err)
		same(y, history(got), want)
	}
}

func history(list []store.FieldValue) (out []string) {
	for _, v := range list {
		out = append(out, fmt.Sprintf("%d:%s", v.StepNo, v.Value))
	}
	return out
}

func fieldCases() []kase {
	pad := strings.Repeat("보증금 ", 40)
	states := func(fields ...string) (out []string) {
		for _, f := range fields {
			out = append(out, `{`+f+`"pad":"`+pad+`"}`)
		}
		return out
	}
	return []kase{
		{"only the steps where it changed, the newest first", fieldOf("a",
			states(`"a":1,`, `"a":1,"b":1,`, `"a":2,`, `"a":2,"b":2,`, `"a":1,`), "5:1", "3:2", "1:1")},
		{"a field that never changed", fieldOf("a", states(`"a":1,`, `"a":1,"b":1,`, `"a":1,`), "1:1")},
		{"a field that never was", fieldOf("x", states(`"a":1,`, `"a":2,`))},
		{"a field that came later", fieldOf("a", states(``, `"b":1,`, `"a":"가",`), `3:"가"`)},
		{"a field that went and came back", fieldOf("a", states(`"a":1,`, ``, `"a":1,`), "3:1", "2:", "1:1")},
		{"null is a value", fieldOf("a", states(``, `"a":null,`, ``), "3:", "2:null")},
		{"an inner field", fieldOf("a.b.c", states(`"a":{"b":{"c":1}},`, `"a":{"b":{"c":1,"d":1}},`, `"a":{"b":{"c":2}},`), "3:2", "1:1")},
		{"an element of a list", fieldOf("a.1.s", states(`"a":[{"s":1},{"s":1}],`, `"a":[{"s":2},{"s":1}],`, `"a":[{"s":2},{"s":3}],`), "3:3", "1:1")},
		{"an element past the end", fieldOf("a.2", states(`"a":[1,2],`, `"a":[1,2,3],`), "2:3")},
		{"a whole object", fieldOf("a", states(`"a":{"b":1},`, `"a":{"b":2},`), `2:{"b":2}`, `1:{"b":1}`)},
		{"a name in Hangul", fieldOf("보증금.액수", states(`"보증금":{"액수":1},`, `"보증금":{"액수":2},`), "2:2", "1:1")},
		{"a name with a dot", fieldOf("a.b.c", states(`"a":{"b.c":1},`, `"a":{"b.c":2},`), "2:2", "1:1")},
		{"an escaped name", fieldOf(`a"`, states(`"a\"":1,`, `"\u0061\"":2,`), "2:2", "1:1")},
		{"a path into a text", fieldOf("pad.x", states(`"a":1,`))},
		{"states with spaces", fieldOf("a.b", []string{`{ "a": { "b": 1 } }`, `{ "a": { "b": 2 } }`}, "2:2", "1:1")},
		{"over a long chain", func(t *testing.T, y *harness) {
			r := y.running("a")
			values := make([]string, 100)
			for i := range values {
				values[i] = fmt.Sprintf(`{"n":%d,"tens":%d,"pad":%q}`, i, i/10, pad)
			}
			y.walk(r, values...)
			got, err := y.FieldHistory(t.Context(), store.Server(), r.SessionID, "tens", 0, 0)
			y.must(err)
			same(y, history(got), []string{"91:9", "81:8", "71:7", "61:6", "51:5", "41:4", "31:3", "21:2", "11:1", "1:0"})
		}},
		{"over runs", func(t *testing.T, y *harness) {
			s, runs := y.talked(2)
			got, err := y.FieldHistory(t.Context(), store.Server(), s.ID, "n", 0, 0)
			y.must(err)
			same(y, history(got), []string{"4:4", "3:3", "2:2", "1:1"})
			same(y, [2]string{got[0].RunID, got[3].RunID}, [2]string{runs[1].ID, runs[0].ID})
		}},
		{"with the checkpoint", func(t *testing.T, y *harness) {
			s, runs := y.talked(1)
			got, err := y.FieldHistory(t.Context(), store.Server(), s.ID, "n", 0, 1)
			y.must(err)
			same(y, got, []store.FieldValue{{
				CheckpointID: state.CheckpointID(s.ID, 2), StepNo: 2, RunID: runs[0].ID, Node: "planning",
				Label: "step", Exists: true, Value: []byte("2"), At: after(1),
			}})
		}},
		{"page by page is all of it", fieldPages},
		{"large values make a page shorter", func(t *testing.T, y *harness) {
			r := y.running("a")
			c := y.commit(r, "step")
			c.Checkpoints = nil
			for i := range 10 {
				text := fmt.Sprintf(`{"t":"%d%s"}`, i, strings.Repeat("x", 1<<20))
				c.Checkpoints = append(c.Checkpoints, &state.Checkpoint{Label: "step", State: json.RawMessage(text)})
			}
			y.apply(c)
			page, err := y.FieldHistory(t.Context(), store.Server(), r.SessionID, "t", 0, 10)
			y.must(err)
			if len(page) < 1 || len(page) > 9 || page[0].StepNo != 10 {
				t.Errorf("the page has %d values", len(page))
			}
		}},
		{"what was pruned begins later", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			_, err := y.Prune(t.Context(), store.Server(), s.ID, 2)
			y.must(err)
			got, err := y.FieldHistory(t.Context(), store.Server(), s.ID, "n", 0, 0)
			y.must(err)
			same(y, history(got), []string{"4:4", "3:3"})
		}},
		{"without a path", func(t *testing.T, y *harness) {
			_, err := y.FieldHistory(t.Context(), store.Server(), y.session("u1").ID, "", 0, 0)
			y.is(err, store.ErrInvalid)
		}},
		{"of a session that isn't there", func(t *testing.T, y *harness) {
			got, err := y.FieldHistory(t.Context(), store.Server(), "session-none", "a", 0, 0)
			y.must(err)
			same(y, len(got), 0)
		}},
	}
}

func fieldPages(t *testing.T, y *harness) {
	r := y.running("a")
	y.walk(r, counted(40)...)
	var steps []int64
	for before := int64(0); ; {
		page, err := y.FieldHistory(t.Context(), store.Server(), r.SessionID, "odd", before, 7)
		y.must(err)
		if len(page) == 0 {
			break
		}
		for _, v := range page {
			steps = append(steps, v.StepNo)
		}
		before = page[len(page)-1].StepNo
	}
	same(y, len(steps), 40)
	for i, step := range steps {
		same(y, step, int64(40-i))
	}
}
