package storetest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// changeCases are about states that are stored as what changed.
func changeCases() []kase {
	rest := `"text":"` + strings.Repeat("보증금 ", 40) + `"`
	cases := []kase{
		{"a small change is stored as one", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.walk(r, counted(2)...)
			same(y, y.head(r).BaseStep, 1)
		}},
		{"a large change is stored whole", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.walk(r, numbered(1), `{"all":"`+strings.Repeat("new ", 50)+`"}`)
			same(y, y.head(r).BaseStep, 2)
		}},
		{"a chain of 100 steps is bounded and reads back", changeChain},
		{"a chain goes on over runs", func(t *testing.T, y *harness) {
			s, runs := y.talked(3)
			same(y, y.head(runs[2]).BaseStep, 1)
			same(y, y.state(state.CheckpointID(s.ID, 5)), numbered(5))
		}},
		{"a writer who knows nothing writes the state whole", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.step(r, numbered(1))
			c := bare(r, "x")
			c.Checkpoints[0].State = json.RawMessage(numbered(2))
			y.apply(c)
			same(y, y.head(r).BaseStep, 2)
			same(y, y.state(c.Checkpoints[0].ID), numbered(2))
		}},
		{"a writer whose knowledge is old writes it whole", changeByAnOldHead},
		{"another session's head is no harm", func(t *testing.T, y *harness) {
			a, b := y.running("a"), y.running("a")
			y.walk(a, counted(3)...)
			y.step(b, numbered(7))
			c := y.commit(b, "x")
			c.Head, c.Checkpoints[0].State = y.head(a), json.RawMessage(numbered(8))
			y.apply(c)
			same(y, y.state(c.Checkpoints[0].ID), numbered(8))
			same(y, y.state(state.CheckpointID(b.SessionID, 1)), numbered(7))
		}},
		{"a takeover goes on from the state", func(t *testing.T, y *harness) {
			r := y.running("mortal")
			y.step(r, numbered(1))
			y.beat("mortal", after(-1))
			y.beat("a", after(10))
			r = y.claim(r.ID, "a")
			y.step(r, numbered(2))
			same(y, y.state(state.CheckpointID(r.SessionID, 2)), numbered(2))
		}},
	}
	for name, c := range map[string][2]string{
		"nothing changed":             {`{"a":1,` + rest + `}`, `{"a":1,` + rest + `}`},
		"a field changed":             {`{"a":1,` + rest + `}`, `{"a":2,` + rest + `}`},
		"a field came":                {`{` + rest + `}`, `{"a":[1],` + rest + `}`},
		"a field was removed":         {`{"a":{"b":1},` + rest + `}`, `{` + rest + `}`},
		"the last field was removed":  {`{` + rest + `,"z":1}`, `{` + rest + `}`},
		"a list grew":                 {`{"a":[1,2],` + rest + `}`, `{"a":[1,2,3],` + rest + `}`},
		"a list lost its first":       {`{"a":["가","나","다"],` + rest + `}`, `{"a":["나","다"],` + rest + `}`},
		"an inner field changed":      {`{"a":{"b":{"c":1}},` + rest + `}`, `{"a":{"b":{"c":2}},` + rest + `}`},
		"an object became a list":     {`{"a":{"b":1},` + rest + `}`, `{"a":[1],` + rest + `}`},
		"a value became null":         {`{"a":"가",` + rest + `}`, `{"a":null,` + rest + `}`},
		"all of it changed":           {`{` + rest + `}`, `{"other":true}`},
		"it became empty":             {`{` + rest + `}`, `{}`},
		"it grew to 1 MiB":            {`{` + rest + `}`, `{"a":"` + strings.Repeat("x", 1<<20) + `",` + rest + `}`},
		"it shrank from 1 MiB":        {`{"a":"` + strings.Repeat("가", 1<<18) + `",` + rest + `}`, `{` + rest + `}`},
		"one field of 1 MiB changed":  {`{"a":"` + strings.Repeat("가", 1<<18) + `","b":1}`, `{"a":"` + strings.Repeat("가", 1<<18) + `","b":2}`},
		"fields with odd names":       {`{"":1,"a.b":1,"\"":1,` + rest + `}`, `{"":2,"a.b":2,"\"":2,` + rest + `}`},
		"text cut within a character": {`{"a":"각",` + rest + `}`, `{"a":"간",` + rest + `}`},
	} {
		cases = append(cases, kase{name, func(t *testing.T, y *harness) {
			list := y.walk(y.running("a"), c[0], c[1], c[0])
			for i, want := range []string{c[0], c[1], c[0]} {
				if got := y.state(list[i].ID); got != want {
					t.Errorf("step %d is %.100q, want %.100q", i+1, got, want)
				}
			}
		}})
	}
	return cases
}

func (y *harness) head(r state.Run) store.Head {
	y.t.Helper()
	h, err := y.Head(y.t.Context(), store.Server(), r.SessionID)
	y.must(err)
	return h
}

func changeChain(t *testing.T, y *harness) {
	r := y.running("a")
	bases := map[int64]bool{}
	for i, p := range y.walk(r, counted(100)...) {
		same(y, y.state(p.ID), numbered(i+1))
		if i%10 == 0 {
			head := y.head(r)
			if head.LastStep != 100 || head.LastStep-head.BaseStep >= 32 {
				t.Errorf("step %d builds on %d", head.LastStep, head.BaseStep)
			}
			bases[head.BaseStep] = true
		}
	}
	same(y, len(bases), 1)
	y.gapless(r.SessionID)
}

func changeByAnOldHead(t *testing.T, y *harness) {
	r := y.running("a")
	y.step(r, numbered(1))
	old := y.commit(r, "x")
	y.step(r, numbered(2))
	old.Checkpoints[0].State = json.RawMessage(numbered(3))
	y.apply(old)
	for i := range 3 {
		same(y, y.state(state.CheckpointID(r.SessionID, int64(i+1))), numbered(i+1))
	}
}
