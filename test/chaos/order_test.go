package chaos

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// submit is what a device does to a session's order of runs: it puts one at
// the end, or reads the whole order.
type submit struct {
	run string // "" is a read
}

// orderModel is a list that grows at its end. An append tells its place.
var orderModel = porcupine.Model{
	Init: func() any { return []string{} },
	Step: func(now, input, output any) (bool, any) {
		order, in := now.([]string), input.(submit)
		if in.run == "" {
			return slices.Equal(order, output.([]string)), order
		}
		return output.(int) == len(order), append(slices.Clone(order), in.run)
	},
	Equal: func(a, b any) bool { return slices.Equal(a.([]string), b.([]string)) },
	DescribeOperation: func(input, output any) string {
		return fmt.Sprintf("%+v -> %v", input, output)
	},
}

// Reliability 26: two devices of one user send at once, on two nodes: there
// is one order, it respects what came before what, and both are shown it.
func TestTwoDevicesOneOrder(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{args: []string{"--max-queued-runs", "100"}})
	for range pick(3, 12) {
		session := c.nodes[0].session()
		devices := []*client{c.join(session, 0, false), c.join(session, 1, false)}
		for _, d := range devices {
			d.present()
		}
		asks := make([][]*ask, len(devices))
		for range pick(6, 10) {
			for i, d := range devices { // at once
				asks[i] = append(asks[i], d.ask(work(1, 2*time.Millisecond, false)))
			}
			pause(between(c.rng, 0, 20*time.Millisecond))
		}
		for i, d := range devices {
			for _, a := range asks[i] {
				if d.answered(a) == "" {
					t.Errorf("%s: a query was refused: %v", d.name, a.refusals)
				}
			}
		}
		c.settle()
		c.linearizable(session, devices, asks)
	}
	c.verdict()
}

// linearizable asks porcupine whether the devices' calls, with the places
// that their runs have, can have happened one after the other.
func (c *cluster) linearizable(session string, devices []*client, asks [][]*ask) {
	c.t.Helper()
	place := make(map[string]int)
	for _, r := range c.read().Runs {
		if r.SessionID == session {
			place[r.ID] = int(r.Seq) - 1
		}
	}
	var history []porcupine.Operation
	var latest int64
	for i, d := range devices {
		for _, a := range asks[i] {
			at, ok := place[d.run(a)]
			if !ok {
				c.t.Errorf("the run of %q is not there", a.query)
				continue
			}
			latest = max(latest, a.acked.UnixNano())
			history = append(history, porcupine.Operation{
				ClientId: i, Input: submit{run: d.run(a)}, Output: at, Call: a.sent.UnixNano(), Return: a.acked.UnixNano(),
			})
		}
	}
	for i, d := range devices {
		history = append(history, porcupine.Operation{
			ClientId: len(devices) + i, Input: submit{}, Output: d.shownOrder(), Call: latest + 1, Return: latest + 2,
		})
	}
	if result := porcupine.CheckOperationsTimeout(orderModel, history, 20*time.Second); result != porcupine.Ok {
		c.t.Errorf("%s: no one order: %s; %+v", session, result, history)
	}
}

// shownOrder is the order in which a client was shown the ends of runs.
func (c *client) shownOrder() []string {
	order := []string{}
	for _, conn := range c.conns() {
		for _, f := range conn.Frames {
			var h heard
			if json.Unmarshal(f.Raw, &h) == nil && h.Seq > 0 && h.Type == "final_response" {
				order = append(order, h.RunID)
			}
		}
	}
	return order
}

// The judge itself must know a wrong order when it sees one.
func TestOrderModelRefusesWrongOrders(t *testing.T) {
	t.Parallel()
	put := func(client int, run string, place int, call, ret int64) porcupine.Operation {
		return porcupine.Operation{ClientId: client, Input: submit{run: run}, Output: place, Call: call, Return: ret}
	}
	read := func(client int, order ...string) porcupine.Operation {
		return porcupine.Operation{ClientId: client, Input: submit{}, Output: order, Call: 90, Return: 91}
	}
	for name, h := range map[string]struct {
		operations []porcupine.Operation
		want       bool
	}{
		"at once, either order": {[]porcupine.Operation{put(0, "a", 1, 0, 10), put(1, "b", 0, 0, 10), read(2, "b", "a"), read(3, "b", "a")}, true},
		"the later one first":   {[]porcupine.Operation{put(0, "a", 1, 0, 10), put(1, "b", 0, 20, 30)}, false},
		"two orders":            {[]porcupine.Operation{put(0, "a", 1, 0, 10), put(1, "b", 0, 0, 10), read(2, "b", "a"), read(3, "a", "b")}, false},
		"one place twice":       {[]porcupine.Operation{put(0, "a", 0, 0, 10), put(1, "b", 0, 0, 10)}, false},
		"one not shown":         {[]porcupine.Operation{put(0, "a", 0, 0, 10), put(1, "b", 1, 0, 10), read(2, "a")}, false},
	} {
		if got := porcupine.CheckOperations(orderModel, h.operations); got != h.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
