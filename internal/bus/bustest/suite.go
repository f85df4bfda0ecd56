// Package bustest is the suite that every bus passes.
package bustest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/bus"
)

// Bus is the contract: one node's end.
type Bus interface {
	Run(ctx context.Context, h bus.Handler) error
	Offer(ctx context.Context, runIDs ...string) error
	Tell(ctx context.Context, nodeID string, w bus.Control) error
	Publish(sessionID string, payload []byte)
	Subscribe(sessionID string)
	Unsubscribe(sessionID string)
	Healthy() bool
}

// Suite checks the contract. open makes a bus of the test's own and is the
// way to its ends.
func Suite(t *testing.T, open func(t *testing.T) func(nodeID string) Bus) {
	for name, test := range map[string]func(*testing.T, func(string) Bus){
		"each offer reaches one node":       offers,
		"offers wait for a node":            offersWait,
		"told is the named node alone":      tell,
		"subscribers hear, in order":        order,
		"the sender does not hear itself":   notItself,
		"unsubscribed hears nothing":        unsubscribe,
		"many sessions":                     manySessions,
		"payloads of any size":              payloads,
		"a handler may be incomplete":       incomplete,
		"run ends, runs again, never twice": runs,
		"ended contexts":                    endedContexts,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

func offers(t *testing.T, node func(string) Bus) {
	const count = 1000
	nodes := []*Node{Start(t, node("a")), Start(t, node("b")), Start(t, node("c"))}
	var want []string
	for i := range count {
		want = append(want, fmt.Sprintf("run-%d", i))
	}
	var offering sync.WaitGroup
	for i, n := range nodes { // singly, a few, many at once
		offering.Go(func() {
			mine := want[i*300 : (i+1)*300]
			for size := []int{1, 7, 100}[i]; len(mine) > 0; mine = mine[min(size, len(mine)):] {
				if err := n.Offer(t.Context(), mine[:min(size, len(mine))]...); err != nil {
					t.Error(err)
				}
			}
		})
	}
	offering.Wait()
	if err := nodes[0].Offer(t.Context(), want[900:]...); err != nil {
		t.Fatal(err)
	}
	got := func() map[string]int {
		all := map[string]int{}
		for _, n := range nodes {
			for _, run := range n.Offered() {
				all[run]++
			}
		}
		return all
	}
	Until(t, "all offers are received", func() bool { return len(got()) == count })
	// Whatever else is under way comes before these.
	for i := range 30 {
		last := fmt.Sprintf("last-%d", i)
		if err := nodes[i%3].Offer(t.Context(), last); err != nil {
			t.Fatal(err)
		}
		Until(t, last, func() bool { return got()[last] > 0 })
	}
	for run, times := range got() {
		if times != 1 {
			t.Errorf("%s was received %d times", run, times)
		}
	}
	t.Logf("shares: %d, %d, %d", len(nodes[0].Offered()), len(nodes[1].Offered()), len(nodes[2].Offered()))
}

func offersWait(t *testing.T, node func(string) Bus) {
	first := Start(t, node("first"))
	first.Stop(t)
	if err := first.Offer(t.Context(), "r1", "r2"); err != nil {
		t.Fatal(err)
	}
	second := Start(t, node("second"))
	Until(t, "the next node gets both", func() bool { return len(second.Offered()) == 2 })
}

func tell(t *testing.T, node func(string) Bus) {
	a, b, c := Start(t, node("a")), Start(t, node("b")), Start(t, node("node c:*[x]"))
	controls := []bus.Control{
		{RunID: "r1", Kind: "cancel", Arg: "그만\x00 \"now\"\r\n"}, {RunID: "r2", Kind: "skip"}, {},
	}
	for _, w := range controls {
		if err := a.Tell(t.Context(), "node c:*[x]", w); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Tell(t.Context(), "node c:*[x]", controls[0]); err != nil { // itself
		t.Fatal(err)
	}
	Until(t, "all controls are there", func() bool { return len(c.Told()) == 4 })
	for i, w := range append(controls, controls[0]) {
		if got := c.Told()[i]; got != w {
			t.Errorf("control %d is %v, want %v", i, got, w)
		}
	}
	if a, b := a.Told(), b.Told(); len(a)+len(b) > 0 {
		t.Errorf("others were told %v, %v", a, b)
	}
	for _, nobody := range []string{"nobody", "*", "node c:x", ""} {
		if err := a.Tell(t.Context(), nobody, controls[0]); !errors.Is(err, bus.ErrUnheard) {
			t.Errorf("telling %q: %v", nobody, err)
		}
	}
}

func order(t *testing.T, node func(string) Bus) {
	const count = 500
	a, b, c, d := Start(t, node("a")), Start(t, node("b")), Start(t, node("c")), Start(t, node("d"))
	for _, n := range []*Node{b, c} {
		n.Subscribe("s:1 *")
		Reach(t, a, n, "s:1 *")
	}
	d.Subscribe("s:1") // another session
	Reach(t, a, d, "s:1")
	var sending sync.WaitGroup
	for name, n := range map[string]*Node{"a": a, "d": d} {
		sending.Go(func() {
			for i := range count {
				n.Publish("s:1 *", fmt.Appendf(nil, "%s%d", name, i))
			}
		})
	}
	sending.Wait()
	for _, n := range []*Node{b, c} {
		Until(t, "all is heard", func() bool { return len(n.Heard("s:1 *")) >= 2*count })
		next := map[byte]int{}
		for _, payload := range n.Heard("s:1 *") {
			if want := fmt.Sprintf("%c%d", payload[0], next[payload[0]]); string(payload) != want {
				t.Fatalf("heard %s, want %s", payload, want)
			}
			next[payload[0]]++
		}
		if next['a'] != count || next['d'] != count {
			t.Errorf("heard %v", next)
		}
	}
	if heard := append(d.Heard("s:1 *"), d.Heard("s:1")...); len(heard) > 0 {
		t.Errorf("not subscribed, d heard %q", heard)
	}
}

func notItself(t *testing.T, node func(string) Bus) {
	a, b := Start(t, node("a")), Start(t, node("b"))
	a.Subscribe("s")
	b.Subscribe("s")
	Reach(t, a, b, "s")
	Reach(t, b, a, "s")
	a.Publish("s", []byte("own"))
	Until(t, "b hears it", func() bool { return len(b.Heard("s")) == 1 })
	Reach(t, b, a, "s")
	if heard := a.Heard("s"); len(heard) != 0 {
		t.Errorf("a heard %q", heard)
	}
}

func unsubscribe(t *testing.T, node func(string) Bus) {
	a, b := Start(t, node("a")), Start(t, node("b"))
	b.Unsubscribe("s") // of nothing
	for range 2 {
		for range 3 {
			b.Subscribe("s")
		}
		b.Subscribe("other")
		Reach(t, a, b, "s")
		b.Unsubscribe("s") // once for all three
		a.Publish("s", []byte("too late"))
		Reach(t, a, b, "other")
		if heard := b.Heard("s"); len(heard) != 0 {
			t.Errorf("heard %q", heard)
		}
	}
}

func manySessions(t *testing.T, node func(string) Bus) {
	const count = 2000
	a, b := Start(t, node("a")), Start(t, node("b"))
	for i := range count {
		b.Subscribe(fmt.Sprintf("s%d", i))
	}
	for i := 1; i < count; i += 2 {
		b.Unsubscribe(fmt.Sprintf("s%d", i))
	}
	// Subscriptions of one moment take effect in any order.
	for i := 0; i < count; i += 2 {
		Reach(t, a, b, fmt.Sprintf("s%d", i))
	}
	for i := range count {
		a.Publish(fmt.Sprintf("s%d", i), fmt.Appendf(nil, "%d", i))
	}
	for i := range count {
		session := fmt.Sprintf("s%d", i)
		if i%2 == 1 {
			continue
		}
		Until(t, session, func() bool { return len(b.Heard(session)) == 1 })
		if got, want := string(b.Heard(session)[0]), fmt.Sprint(i); got != want {
			t.Errorf("%s heard %q", session, got)
		}
	}
	for i := 1; i < count; i += 2 {
		if heard := b.Heard(fmt.Sprintf("s%d", i)); len(heard) != 0 {
			t.Errorf("s%d heard %q", i, heard)
		}
	}
}

func payloads(t *testing.T, node func(string) Bus) {
	a, b := Start(t, node("a")), Start(t, node("b"))
	b.Subscribe("s")
	Reach(t, a, b, "s")
	sent := [][]byte{
		{}, nil, {0}, {0, 255, '\r', '\n', 0}, []byte("*3\r\n$7\r\nmessage\r\n"), []byte("전세"),
		bytes.Repeat([]byte("x"), bus.MaxPayload), bytes.Repeat([]byte("y"), bus.MaxPayload+1),
		bytes.Repeat([]byte("z"), 4<<20),
	}
	for _, payload := range sent {
		mine := bytes.Clone(payload)
		a.Publish("s", mine)
		clear(mine) // a copy was taken
	}
	Until(t, "all is heard", func() bool { return len(b.Heard("s")) == len(sent) })
	for i, got := range b.Heard("s") {
		if want := bus.Fit(sent[i]); !bytes.Equal(got, want) {
			t.Errorf("payload %d: %d bytes arrived as %d", i, len(sent[i]), len(got))
		}
	}
}

func incomplete(t *testing.T, node func(string) Bus) {
	a, b := Start(t, node("a")), node("b")
	stop := run(t, b, bus.Handler{})
	b.Subscribe("s")
	Until(t, "b is told", func() bool { return a.Tell(t.Context(), "b", bus.Control{}) == nil })
	a.Publish("s", []byte("x"))
	a.Stop(t)
	if err := a.Offer(t.Context(), "r"); err != nil { // for b alone
		t.Fatal(err)
	}
	Until(t, "b is healthy", b.Healthy)
	stop()
}

func runs(t *testing.T, node func(string) Bus) {
	a := Start(t, node("a"))
	if err := a.Run(t.Context(), Whole(bus.Handler{})); !errors.Is(err, bus.ErrRunning) {
		t.Errorf("a second Run: %v", err)
	}
	other := Start(t, node("b"))
	a.Subscribe("s")
	for range 3 {
		Reach(t, other, a, "s") // the subscription outlives a Run
		lost := a.Lost()
		if took := a.Stop(t); took > 500*time.Millisecond {
			t.Errorf("Run ended after %v", took)
		}
		if a.Healthy() {
			t.Error("healthy without Run")
		}
		if err := other.Tell(t.Context(), "a", bus.Control{}); !errors.Is(err, bus.ErrUnheard) {
			t.Errorf("a stopped node is told: %v", err)
		}
		a.Start(t)
		Until(t, "the new Run looks into the store", func() bool { return a.Lost() > lost })
	}
}

func endedContexts(t *testing.T, node func(string) Bus) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := node("a")
	if err := a.Offer(ctx, "r"); !errors.Is(err, context.Canceled) {
		t.Errorf("Offer: %v", err)
	}
	if err := a.Tell(ctx, "a", bus.Control{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Tell: %v", err)
	}
	if err := a.Run(ctx, Whole(bus.Handler{})); err != nil {
		t.Errorf("Run: %v", err)
	}
	if err := a.Offer(t.Context()); err != nil {
		t.Errorf("offering nothing: %v", err)
	}
}
