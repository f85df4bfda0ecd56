package redis_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"github.com/madang-dev/madang/internal/bus"
	"github.com/madang-dev/madang/internal/bus/bustest"
	"github.com/madang-dev/madang/internal/redis"
	"github.com/madang-dev/madang/internal/testdb"
)

func TestMain(m *testing.M) {
	redis.LogTo(slog.New(slog.DiscardHandler)) // Redis is away on purpose
	goleak.VerifyTestMain(m)
}

// node opens one node's end, with connections of its own as in production.
func node(t testing.TB, url, nodeID string) *redis.Bus {
	t.Helper()
	return open(t, url).Bus(redis.BusConfig{NodeID: nodeID, Secret: []byte("of all nodes")})
}

func TestBusContract(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	var db atomic.Int64 // each test in a database of its own
	bustest.Suite(t, func(t *testing.T) func(string) bustest.Bus {
		url := strings.TrimSuffix(server.URL(), "0") + fmt.Sprint(db.Add(1))
		return func(nodeID string) bustest.Bus { return node(t, url, nodeID) }
	})
}

// flows checks that all three ways work between two nodes and is how long
// that took.
func flows(t *testing.T, a, b *bustest.Node) time.Duration {
	t.Helper()
	begun := time.Now()
	told, run := len(b.Told()), "run at "+begun.String()
	bustest.Until(t, "b is told", func() bool { return a.Tell(t.Context(), "b", bus.Control{}) == nil })
	bustest.Until(t, "b heard the control", func() bool { return len(b.Told()) > told })
	bustest.Until(t, "a run is offered", func() bool { return a.Offer(t.Context(), run) == nil })
	bustest.Until(t, "the offer came", func() bool {
		for _, got := range append(a.Offered(), b.Offered()...) {
			if got == run {
				return true
			}
		}
		return false
	})
	bustest.Reach(t, a, b, "s")
	bustest.Until(t, "both are healthy", func() bool { return a.Healthy() && b.Healthy() })
	return time.Since(begun)
}

// pair is two nodes between which all is well.
func pair(t *testing.T, server *testdb.Server) (a, b *bustest.Node) {
	t.Helper()
	a = bustest.Start(t, node(t, server.URL(), "a"))
	b = bustest.Start(t, node(t, server.URL(), "b"))
	b.Subscribe("s")
	flows(t, a, b)
	return a, b
}

// What Publish kept while there was no Run goes out with it, and there is room again.
func TestBusOutboxIsBounded(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	receiver := bustest.Start(t, node(t, server.URL(), "receiver"))
	receiver.Subscribe("s")
	full := node(t, server.URL(), "sender")
	for i := range 10_000 {
		full.Publish("s", fmt.Append(nil, i))
	}
	bustest.Until(t, "the subscription is made", func() bool { return subscribed(t, server) == 1 })
	bustest.Reach(t, bustest.Start(t, full), receiver, "s")
	if n := len(receiver.Heard("s")); n != 8_192 {
		t.Errorf("%d are heard", n)
	}
}

// The last words of a node that stops are heard.
func TestBusSendsLastWords(t *testing.T) {
	t.Parallel()
	const count = 1000
	server := testdb.NewRedis(t)
	a, b := pair(t, server)
	for i := range count {
		a.Publish("s", fmt.Append(nil, i))
	}
	a.Stop(t)
	bustest.Until(t, "all is heard", func() bool { return len(b.Heard("s")) == count })
}

// Nothing that the bus leaves in Redis grows with what has passed through.
func TestBusLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	a, b := pair(t, server)
	for i := range 200 {
		if err := a.Offer(t.Context(), fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	const list = "madang:bus-runs:v1:0"
	bustest.Until(t, "nothing is left", func() bool { return send(t, addr(server), "DBSIZE") == ":0\r\n" })
	a.Stop(t)
	b.Stop(t)
	runs := make([]string, 100)
	for range 300 { // with nobody there
		bustest.Until(t, "runs are offered", func() bool { return a.Offer(t.Context(), runs...) == nil })
	}
	var n int
	if _, err := fmt.Sscanf(send(t, addr(server), "LLEN "+list), ":%d", &n); err != nil || n != 10_000 {
		t.Errorf("%d offers are kept, %v", n, err)
	}
	if got := send(t, addr(server), "TTL "+list); got == ":-1\r\n" {
		t.Error("they are kept for ever")
	}
}

// What others write on our channels and our list does no harm.
func TestBusIgnoresForeignWriting(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	a, b := pair(t, server)
	send(t, addr(server),
		"PUBLISH madang:bus-node:v1:0:b nonsense", "PUBLISH madang:bus-session:v1:0:s untagged",
		"RPUSH madang:bus-runs:v1:0 nonsense")
	told := len(b.Told())
	flows(t, a, b)
	if n := len(b.Told()) - told; n != 1 || len(b.Heard("s")) != 0 {
		t.Errorf("told %d times, heard %q", n, b.Heard("s"))
	}
}

// Whoever listens in Redis reads nothing of what is published, and what is put into
// another session's channel is taken for a hint to look into the store.
func TestWhatIsPublishedIsSealed(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	a, b := pair(t, server)
	options, err := goredis.ParseURL(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	spy := goredis.NewClient(options)
	defer func() { _ = spy.Close() }()
	const channel = "madang:bus-session:v1:0:"
	tap := spy.Subscribe(t.Context(), channel+"s")
	defer func() { _ = tap.Close() }()
	if _, err := tap.Receive(t.Context()); err != nil {
		t.Fatal(err)
	}
	const said = "내 주민번호는 비밀이에요"
	a.Publish("s", []byte(said))
	got, err := tap.ReceiveMessage(t.Context())
	if err != nil || len(got.Payload) < len(said) || strings.Contains(got.Payload, said) {
		t.Errorf("in Redis stands %q, %v", got.Payload, err)
	}
	bustest.Until(t, "it is heard", func() bool { return bytes.Equal(bytes.Join(b.Heard("s"), nil), []byte(said)) })
	b.Subscribe("other")
	bustest.Until(t, "another session is listened to", func() bool {
		return spy.Publish(t.Context(), channel+"other", got.Payload).Val() == 1
	})
	bustest.Until(t, "something is heard in it", func() bool { return len(b.Heard("other")) > 0 })
	if heard := b.Heard("other"); len(heard[0]) > 0 {
		t.Errorf("heard %q", heard)
	}
}

func TestBusNeedsANodeID(t *testing.T) {
	t.Parallel()
	client := open(t, "redis://127.0.0.1:1")
	for _, id := range []string{"", "a\x00b"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q was taken", id)
				}
			}()
			client.Bus(redis.BusConfig{NodeID: id})
		}()
	}
}
