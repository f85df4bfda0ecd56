package storetest

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func putCases() []kase {
	return []kase{
		{"a checkpoint comes back with every field", putRound},
		{"its id is the session's and the step", func(t *testing.T, y *harness) {
			r := y.running("a")
			same(y, y.step(r, `{}`).ID, r.SessionID+".1")
		}},
		{"steps count from 1", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.walk(r, counted(3)...)
			same(y, y.steps(r.SessionID), []int64{3, 2, 1})
		}},
		{"several of one commit are in order", putSeveral},
		{"a parent is the step before", func(t *testing.T, y *harness) {
			list := y.walk(y.running("a"), counted(2)...)
			same(y, list[1].ParentID, list[0].ID)
		}},
		{"the first has no parent", func(t *testing.T, y *harness) {
			same(y, y.step(y.running("a"), `{}`).ParentID, "")
		}},
		{"a run's first follows the run before", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			c, err := y.Checkpoint(t.Context(), store.Server(), state.CheckpointID(s.ID, 3))
			y.must(err)
			same(y, c.ParentID, state.CheckpointID(s.ID, 2))
		}},
		{"a parent that is given stays", func(t *testing.T, y *harness) {
			r := y.running("a")
			list := y.walk(r, counted(2)...)
			c := y.commit(r, "x")
			c.Checkpoints[0].ParentID = list[0].ID
			y.apply(c)
			got, err := y.LatestCheckpoint(t.Context(), store.Server(), r.SessionID)
			y.must(err)
			same(y, got.ParentID, list[0].ID)
		}},
		{"its marks are the session's after the commit", func(t *testing.T, y *harness) {
			r := y.running("a")
			c := y.commit(r, "x")
			c.Events = append(c.Events, &state.Event{Type: "e", Payload: []byte(`{}`)})
			y.apply(c)
			same(y, [2]int64{c.Checkpoints[0].Seq, c.Checkpoints[0].MessageID}, [2]int64{2, 2})
		}},
		{"sessions don't mix", putApart},
		{"Hangul", putText(`{"말":"전세금 5% 인상이 가능합니까? 쀍뷁"}`)},
		{"emoji and combining marks", putText(`{"t":"😀👩‍👩‍👧 é 각"}`)},
		{"quotes and backslashes", putText(`{"t":"\"\\\" '; DROP TABLE checkpoints; --"}`)},
		{"an escaped NUL", putText(`{"t":"\u0000"}`)},
		{"spaces and line ends", putText("{ \"a\" : [ 1 ,\n 2 ] }\n")},
		{"a list for a state", putText(`[1,2,3]`)},
		{"1 MiB", putText(`{"t":"` + strings.Repeat("가", 350_000) + `"}`)},
		{"NUL in the label is refused", putRefused(func(c *state.Checkpoint) { c.Label = "a\x00" })},
		{"NUL in the journal is refused", putRefused(func(c *state.Checkpoint) { c.Journal = []byte("\"\x00\"") })},
		{"a fenced writer leaves nothing", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.step(r, `{}`)
			c := y.commit(r, "late")
			c.Fence--
			y.is(y.Apply(t.Context(), []*store.Commit{c})[0], store.ErrFenced)
			same(y, y.steps(r.SessionID), []int64{1})
		}},
		{"100 writers at once", putAtOnce},
	}
}

func putRound(t *testing.T, y *harness) {
	r := y.running("a")
	c := y.commit(r, nasty)
	p := c.Checkpoints[0]
	p.Node, p.NextNode, p.Phase, p.Status, p.PlanShown, p.SchemaVersion = "planning", "teams", "실행", "executing", true, 3
	p.Journal = []byte(`[{"now":1}]`)
	y.apply(c)
	got, err := y.Checkpoint(t.Context(), store.Server(), p.ID)
	y.must(err)
	same(y, got, state.Checkpoint{
		ID: state.CheckpointID(r.SessionID, 1), SessionID: r.SessionID, RunID: r.ID, Fence: r.Fence, StepNo: 1,
		Node: "planning", NextNode: "teams", Phase: "실행", Label: nasty, Status: "executing", PlanShown: true,
		SchemaVersion: 3, Seq: 1, MessageID: 2, State: p.State, Journal: []byte(`[{"now":1}]`), CreatedAt: after(1),
	})
}

func putSeveral(t *testing.T, y *harness) {
	r := y.running("a")
	c := y.commit(r, "one")
	for i, v := range counted(4) {
		if i > 0 {
			c.Checkpoints = append(c.Checkpoints, &state.Checkpoint{Label: id("l", i)})
		}
		c.Checkpoints[i].State = json.RawMessage(v)
	}
	y.apply(c)
	for i, v := range counted(4) {
		same(y, y.state(state.CheckpointID(r.SessionID, int64(i+1))), v)
	}
	y.gapless(r.SessionID)
}

func putApart(t *testing.T, y *harness) {
	a, b := y.running("a"), y.running("a")
	y.walk(a, `{"of":"a"}`, `{"of":"aa"}`)
	y.walk(b, `{"of":"b"}`)
	same(y, y.state(state.CheckpointID(a.SessionID, 1)), `{"of":"a"}`)
	same(y, y.state(state.CheckpointID(b.SessionID, 1)), `{"of":"b"}`)
	_, err := y.Checkpoint(t.Context(), store.Server(), state.CheckpointID(b.SessionID, 2))
	y.is(err, store.ErrNotFound)
}

func putText(value string) func(*testing.T, *harness) {
	return func(t *testing.T, y *harness) {
		if got := y.state(y.step(y.running("a"), value).ID); got != value {
			t.Errorf("%.100q came back as %.100q", value, got)
		}
	}
}

func putRefused(harm func(*state.Checkpoint)) func(*testing.T, *harness) {
	return func(t *testing.T, y *harness) {
		r := y.running("a")
		c := y.commit(r, "x")
		harm(c.Checkpoints[0])
		y.is(y.Apply(t.Context(), []*store.Commit{c})[0], store.ErrInvalid)
		same(y, y.steps(r.SessionID), nil)
	}
}

func putAtOnce(t *testing.T, y *harness) {
	var runs []state.Run
	for range 100 {
		runs = append(runs, y.running("a"))
	}
	var wg sync.WaitGroup
	for i, r := range runs {
		wg.Go(func() {
			var previous *state.Checkpoint
			var head store.Head
			for n := range 5 {
				c := bare(r, "x")
				c.Checkpoints[0].State = json.RawMessage(numbered(1000*i + n))
				c.Previous, c.Head = previous, head
				if err := y.Apply(t.Context(), []*store.Commit{c})[0]; err != nil {
					t.Error(err)
					return
				}
				previous, head = c.Checkpoints[0], c.Head
			}
		})
	}
	wg.Wait()
	for i, r := range runs {
		y.gapless(r.SessionID)
		for n := range 5 {
			same(y, y.state(state.CheckpointID(r.SessionID, int64(n+1))), numbered(1000*i+n))
		}
	}
}
