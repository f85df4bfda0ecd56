package bustest_test

import (
	"context"
	"fmt"
	"testing"

	"go.uber.org/goleak"

	"github.com/madang-dev/madang/internal/bus"
	"github.com/madang-dev/madang/internal/bus/bustest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestInMemContract(t *testing.T) {
	t.Parallel()
	bustest.Suite(t, func(*testing.T) func(string) bustest.Bus {
		hub := &bustest.InMem{}
		return func(nodeID string) bustest.Bus { return hub.Node(nodeID) }
	})
}

// A node that can't keep up is told that it has missed something; the sender
// goes on.
func TestInMemOverflow(t *testing.T) {
	t.Parallel()
	const sent = 10_000
	hub := &bustest.InMem{}
	a, b := hub.Node("a"), hub.Node("b")
	begun, release := make(chan struct{}), make(chan struct{})
	var heard, lost int
	slow := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		slow <- b.Run(ctx, bus.Handler{
			LostFunc: func() {
				if lost++; lost == 1 { // the one at the beginning
					close(begun)
					<-release
				}
			},
			HeardFunc: func(string, []byte) { heard++ },
			ToldFunc:  func(bus.Control) { cancel() },
		})
	}()
	<-begun
	b.Subscribe("s")
	for i := range sent {
		a.Publish("s", fmt.Append(nil, i))
	}
	close(release)
	bustest.Until(t, "there is room again", func() bool { return a.Tell(ctx, "b", bus.Control{}) == nil })
	if err := <-slow; err != nil {
		t.Fatal(err)
	}
	if lost != 2 || heard == 0 || heard >= sent {
		t.Errorf("lost %d, heard %d", lost, heard)
	}
}

// Offers that nobody takes don't grow without end.
func TestInMemOffersAreBounded(t *testing.T) {
	t.Parallel()
	hub := &bustest.InMem{}
	a := hub.Node("a")
	for i := range 10_005 {
		if err := a.Offer(t.Context(), fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	n := bustest.Start(t, a)
	bustest.Until(t, "the latest came", func() bool {
		got := n.Offered()
		return len(got) > 0 && got[len(got)-1] == "10004"
	})
	if got := n.Offered(); len(got) != 10_000 || got[0] != "5" {
		t.Errorf("%d offers from %s", len(got), got[0])
	}
}
