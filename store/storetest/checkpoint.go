package storetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// checkpointTests are what holds of checkpoints and of what is done with a
// session's past, by group; the cases of a group share a store.
func checkpointTests() []test {
	return append(retainTests(),
		shared("checkpoint put", putCases()),
		shared("checkpoint change", changeCases()),
		shared("checkpoint result", resultCases()),
		shared("checkpoint get", getCases()),
		shared("checkpoint list", listCases()),
		shared("checkpoint delete", deleteCases()),
		shared("checkpoint copy", copyCases()),
		shared("checkpoint fork", forkCases()),
		shared("checkpoint prune", pruneCases()),
		shared("checkpoint field", fieldCases()),
	)
}

type kase struct {
	name string
	run  func(t *testing.T, y *harness)
}

// shared is a test whose cases run side by side on one store.
func shared(name string, cases []kase) test {
	return on(name, func(t *testing.T, y *harness) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				c.run(t, &harness{Store: y.Store, t: t})
			})
		}
	})
}

// step commits a state and returns the checkpoint as it was filled in.
func (y *harness) step(r state.Run, value string) state.Checkpoint {
	y.t.Helper()
	c := y.commit(r, "step")
	c.Checkpoints[0].State = json.RawMessage(value)
	y.apply(c)
	return *c.Checkpoints[0]
}

// walk commits states one after the other.
func (y *harness) walk(r state.Run, values ...string) (out []state.Checkpoint) {
	y.t.Helper()
	for _, v := range values {
		out = append(out, y.step(r, v))
	}
	return out
}

// counted are n states that differ in a number, large enough for a change to
// be smaller.
func counted(n int) (values []string) {
	for i := range n {
		values = append(values, numbered(i+1))
	}
	return values
}

func numbered(i int) string {
	return fmt.Sprintf(`{"n":%d,"odd":%v,"text":%q}`, i, i%2 == 1, strings.Repeat("전세 ", 30))
}

// state is the state of a checkpoint by its id.
func (y *harness) state(id string) string {
	y.t.Helper()
	c, err := y.Checkpoint(y.t.Context(), store.Server(), id)
	y.must(err)
	return string(c.State)
}

// steps are the numbers of a session's checkpoints, the newest first.
func (y *harness) steps(sessionID string) (out []int64) {
	y.t.Helper()
	list, err := y.Checkpoints(y.t.Context(), store.Server(), sessionID, "", 0, 0)
	y.must(err)
	for _, c := range list {
		out = append(out, c.StepNo)
	}
	return out
}

// texts are a session's messages.
func (y *harness) texts(sessionID string) (out []string) {
	y.t.Helper()
	list, err := y.Messages(y.t.Context(), store.Server(), sessionID, 0, 0)
	y.must(err)
	for i, m := range list {
		if m.ID != int64(i+1) {
			y.t.Errorf("message %d has id %d", i+1, m.ID)
		}
		out = append(out, m.Content)
	}
	return out
}

// next begins another run in the session of one that is over.
func (y *harness) next(sessionID, query string) state.Run {
	y.t.Helper()
	y.beat("a", after(10))
	return y.claim(y.submit(sessionID, query).ID, "a")
}

// turn is a whole run: a query, some states, an answer.
func (y *harness) turn(sessionID, query string, values ...string) state.Run {
	y.t.Helper()
	r := y.next(sessionID, query)
	for i, v := range values {
		c := y.commit(r, "step")
		c.Checkpoints[0].State = json.RawMessage(v)
		c.Messages = nil
		if i == len(values)-1 {
			c.Messages = []*state.Message{{Role: state.RoleAssistant, Content: "답: " + query}}
			c.Status = state.RunCompleted
		}
		y.apply(c)
	}
	return r
}

// talked is a session with finished turns of two states each: 1 2 | 3 4 | …
func (y *harness) talked(turns int) (state.Session, []state.Run) {
	y.t.Helper()
	s := y.session("u1")
	var runs []state.Run
	for i := range turns {
		runs = append(runs, y.turn(s.ID, id("q", i+1), numbered(2*i+1), numbered(2*i+2)))
	}
	return s, runs
}
