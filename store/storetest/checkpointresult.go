package storetest

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// resultCases are about what work outside the database brought, kept until
// the run is over.
func resultCases() []kase {
	return []kase{
		{"none at first", func(t *testing.T, y *harness) {
			same(y, y.results(y.running("a")), nil)
		}},
		{"one comes back", func(t *testing.T, y *harness) {
			r := y.running("a")
			c := y.commit(r, "x")
			c.Results = []store.Result{{Key: "model:1", Value: []byte(`{"a":1}`), At: after(2)}}
			y.apply(c)
			got, err := y.Results(t.Context(), store.Server(), r.ID)
			y.must(err)
			same(y, got, []store.Result{{Key: "model:1", Value: []byte(`{"a":1}`), Index: 1, At: after(2)}})
		}},
		{"in the order in which they came", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.record(r, "z", "1", "a", "2")
			y.record(r, "m", "3")
			same(y, y.results(r), []string{"z=1", "a=2", "m=3"})
		}},
		{"numbered from 1", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.record(r, "z", "1", "a", "2")
			got, err := y.Results(t.Context(), store.Server(), r.ID)
			y.must(err)
			same(y, [2]int64{got[0].Index, got[1].Index}, [2]int64{1, 2})
		}},
		{"the first of a key stays", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.record(r, "k", "1")
			y.record(r, "k", "2")
			same(y, y.results(r), []string{"k=1"})
		}},
		{"the first of a key in one commit stays", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.record(r, "k", "1", "k", "2")
			same(y, y.results(r), []string{"k=1"})
		}},
		{"runs don't mix", func(t *testing.T, y *harness) {
			a, b := y.running("a"), y.running("a")
			y.record(a, "k", "1")
			y.record(b, "k", "2")
			same(y, y.results(a), []string{"k=1"})
			same(y, y.results(b), []string{"k=2"})
		}},
		{"large and in Hangul", func(t *testing.T, y *harness) {
			r := y.running("a")
			long := `"` + strings.Repeat("판례", 200_000) + `"`
			y.record(r, "검색", long)
			if got := y.results(r); len(got) != 1 || got[0] != "검색="+long {
				t.Error("the result came back changed")
			}
		}},
		{"NUL in a key is refused", resultRefused("a\x00", "1")},
		{"NUL in a value is refused", resultRefused("a", "\"\x00\"")},
		{"a fenced writer records nothing", func(t *testing.T, y *harness) {
			r := y.running("a")
			c := y.commit(r, "x")
			c.Fence, c.Results = c.Fence+1, []store.Result{{Key: "k", Value: []byte("1")}}
			y.is(y.Apply(t.Context(), []*store.Commit{c})[0], store.ErrFenced)
			same(y, y.results(r), nil)
		}},
		{"a commit of results alone makes no step", func(t *testing.T, y *harness) {
			r := y.running("a")
			c := y.commit(r, "x")
			c.Checkpoints, c.Events, c.Messages = nil, nil, nil
			c.Results = []store.Result{{Key: "k", Value: []byte("1"), At: noon}}
			y.apply(c)
			same(y, y.results(r), []string{"k=1"})
			same(y, y.steps(r.SessionID), nil)
		}},
	}
}

// record commits results: key, value, key, value, …
func (y *harness) record(r state.Run, pairs ...string) {
	y.t.Helper()
	c := y.commit(r, "x")
	for i := 0; i < len(pairs); i += 2 {
		c.Results = append(c.Results, store.Result{Key: pairs[i], Value: []byte(pairs[i+1]), At: noon})
	}
	y.apply(c)
}

func (y *harness) results(r state.Run) (out []string) {
	y.t.Helper()
	list, err := y.Results(y.t.Context(), store.Server(), r.ID)
	y.must(err)
	for _, res := range list {
		out = append(out, res.Key+"="+string(res.Value))
	}
	return out
}

func resultRefused(key, value string) func(*testing.T, *harness) {
	return func(t *testing.T, y *harness) {
		r := y.running("a")
		c := y.commit(r, "x")
		c.Results = []store.Result{{Key: key, Value: []byte(value)}}
		y.is(y.Apply(t.Context(), []*store.Commit{c})[0], store.ErrInvalid)
		same(y, y.results(r), nil)
	}
}
