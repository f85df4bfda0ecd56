package redis_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/bus"
	"github.com/madang-dev/madang/internal/bus/bustest"
	"github.com/madang-dev/madang/internal/testdb"
)

// recovery is how soon all is well again once Redis is.
const recovery = 2 * time.Second

func flowsSoon(t *testing.T, a, b *bustest.Node, lost int) {
	t.Helper()
	took := flows(t, a, b)
	if took > recovery {
		t.Errorf("things flow again only after %v", took)
	}
	bustest.Until(t, "b looks into the store", func() bool { return b.Lost() > lost })
	t.Logf("flows again after %v", took.Round(time.Millisecond))
}

func TestBusOutlivesFlushAll(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	a, b := pair(t, server)
	for range 3 {
		send(t, addr(server), "FLUSHALL")
		if took := flows(t, a, b); took > recovery {
			t.Errorf("things flow again only after %v", took)
		}
	}
}

// Offers go on while the list is thrown away under them again and again: those
// made afterwards come.
func TestBusFlushAllInMidWork(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	a, b := pair(t, server)
	for i := range 500 {
		if err := a.Offer(t.Context(), fmt.Sprint("mid-", i)); err != nil {
			t.Fatal(err)
		}
		if i%50 == 25 {
			send(t, addr(server), "FLUSHALL")
		}
	}
	flows(t, a, b)
	bustest.Until(t, "what was offered after the last FLUSHALL came", func() bool {
		got := append(a.Offered(), b.Offered()...)
		for i := 490; i < 500; i++ {
			if !slices.Contains(got, fmt.Sprint("mid-", i)) {
				return false
			}
		}
		return true
	})
}

func TestBusOutlivesRestart(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	a, b := pair(t, server)
	lost := b.Lost()
	server.Stop()
	bustest.Until(t, "it is noticed", func() bool { return !a.Healthy() && !b.Healthy() })
	for i := range 50 {
		waitsAtMost(t, a, fmt.Sprint("away-", i))
	}
	server.Start(t)
	flowsSoon(t, a, b, lost)
}

// A black hole: connections stay open and nothing answers.
func TestBusOutlivesFreeze(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	a, b := pair(t, server)
	lost := b.Lost()
	server.Freeze(t)
	frozen := time.Now()
	var noticed time.Duration
	for i := 0; time.Since(frozen) < 3*time.Second; i++ {
		waitsAtMost(t, a, fmt.Sprint("frozen-", i))
		if noticed == 0 && !b.Healthy() {
			noticed = time.Since(frozen)
		}
	}
	server.Thaw(t)
	if noticed == 0 || noticed > 2500*time.Millisecond { // a round of calls takes 600 ms
		t.Errorf("noticed after %v", noticed)
	}
	t.Logf("noticed within %v", noticed.Round(time.Millisecond))
	flowsSoon(t, a, b, lost)
}

// waitsAtMost checks that no call is held up by a Redis that is away.
func waitsAtMost(t *testing.T, n *bustest.Node, run string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for name, call := range map[string]func() error{
		"Offer": func() error { return n.Offer(ctx, run) },
		"Tell":  func() error { return n.Tell(ctx, "b", bus.Control{RunID: run}) },
	} {
		begun := time.Now()
		err := call()
		if took := time.Since(begun); err == nil || took > time.Second {
			t.Errorf("%s: %v after %v", name, err, took)
		}
	}
	begun := time.Now()
	for range 100 {
		n.Publish("s", []byte("x"))
		n.Subscribe("s2")
		n.Unsubscribe("s2")
	}
	if took := time.Since(begun); took > 200*time.Millisecond {
		t.Errorf("100 times Publish and Subscribe took %v", took)
	}
}

// Only the subscriptions' connection goes silent, without being closed.
func TestBusNoticesSilence(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	between := newProxy(t, addr(server))
	a := bustest.Start(t, node(t, server.URL(), "a"))
	b := bustest.Start(t, node(t, "redis://"+between.addr()+"/0", "b"))
	b.Subscribe("s")
	flows(t, a, b)
	for range 2 {
		lost := b.Lost()
		if n := between.muteSubscribers(); n != 1 {
			t.Fatalf("%d connections were muted", n)
		}
		begun := time.Now()
		bustest.Until(t, "b looks into the store", func() bool { return b.Lost() > lost })
		if took := time.Since(begun); took > recovery {
			t.Errorf("noticed after %v", took)
		}
		flows(t, a, b)
	}
	// A connection that is well is left alone.
	lost, quiet := b.Lost(), time.After(2*time.Second)
	<-quiet
	if b.Lost() != lost || !b.Healthy() {
		t.Error("an idle connection was given up")
	}
}

// A stop does not wait for a Redis that is frozen.
func TestBusStopsInFreeze(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	a, _ := pair(t, server)
	server.Freeze(t)
	a.Publish("s", []byte("last"))
	if took := a.Stop(t); took > 2500*time.Millisecond {
		t.Errorf("Run ended after %v", took)
	}
	server.Thaw(t)
}

// Only the subscriptions' connection is cut, thrice.
func TestBusSubscriptionsAreMadeAnew(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	a, b := pair(t, server)
	for i := range 3000 {
		b.Subscribe(fmt.Sprintf("many-%d", i))
	}
	bustest.Reach(t, a, b, "many-2999")
	for i := range 3 {
		lost := b.Lost()
		send(t, addr(server), "CLIENT KILL TYPE pubsub")
		begun := time.Now()
		// Changes while there is no connection count, too.
		b.Unsubscribe(fmt.Sprintf("many-%d", i))
		b.Subscribe(fmt.Sprintf("new-%d", i))
		bustest.Until(t, "b looks into the store", func() bool { return b.Lost() > lost })
		// Who has looked into the store must miss nothing from now on.
		a.Publish("many-1500", fmt.Append(nil, i))
		bustest.Until(t, "b hears at once", func() bool { return len(b.Heard("many-1500")) == i+1 })
		bustest.Reach(t, a, b, "s")
		bustest.Reach(t, a, b, fmt.Sprintf("new-%d", i))
		if took := time.Since(begun); took > recovery {
			t.Errorf("subscribed again after %v", took)
		}
	}
	if got := send(t, addr(server), "PUBSUB NUMSUB madang:bus-session:v1:0:many-0"); !strings.Contains(got, ":0\r\n") {
		t.Errorf("many-0 is still subscribed: %q", got)
	}
}

func TestBusTenThousandSubscriptions(t *testing.T) {
	t.Parallel()
	const count = 10_000
	server := testdb.NewRedis(t)
	a, b := pair(t, server)
	for i := range count {
		b.Subscribe(fmt.Sprintf("m%d", i))
	}
	bustest.Until(t, "all are made", func() bool { return subscribed(t, server) == count+1 })
	lost := b.Lost()
	send(t, addr(server), "CLIENT KILL TYPE pubsub")
	begun := time.Now()
	bustest.Until(t, "b looks into the store", func() bool { return b.Lost() > lost })
	if n := subscribed(t, server); n != count+1 {
		t.Errorf("%d subscriptions", n)
	}
	t.Logf("subscribed again after %v", time.Since(begun).Round(time.Millisecond))
	for _, session := range []string{"m0", "m5000", "m9999"} {
		bustest.Reach(t, a, b, session)
	}
	for i := range count {
		b.Unsubscribe(fmt.Sprintf("m%d", i))
	}
	bustest.Until(t, "all are gone", func() bool { return subscribed(t, server) == 1 })
}

// subscribed is the number of session channels with subscribers.
func subscribed(t *testing.T, server *testdb.Server) (n int) {
	t.Helper()
	got := send(t, addr(server), `EVAL "return #redis.call('PUBSUB','CHANNELS','madang:bus-session:*')" 0`)
	if _, err := fmt.Sscanf(got, ":%d", &n); err != nil {
		t.Fatalf("%q: %v", got, err)
	}
	return n
}
