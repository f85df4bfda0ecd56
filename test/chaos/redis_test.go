package chaos

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// The promises in seconds.
var (
	// maxDelivery is how late an event may be without Redis' help.
	maxDelivery = bound{2 * time.Second, 4 * time.Second}
	// maxCall is how long any call may take whatever Redis does.
	maxCall = bound{time.Second, 3 * time.Second}
)

// watched is a session whose queries are given out on one node while a
// second device follows it on another.
func (c *cluster) watched() (asker, watcher *client) {
	c.t.Helper()
	session := c.nodes[0].session()
	asker, watcher = c.join(session, 0, false), c.join(session, 1, false)
	asker.present()
	watcher.present()
	return asker, watcher
}

// delivered holds a watcher's delivery against a bound.
func (c *cluster) delivered(watcher *client, since time.Time, least int) {
	c.t.Helper()
	m := watcher.deliveries(since)
	c.t.Logf("delivery to another node: %s", m)
	if len(m) < least {
		c.t.Errorf("only %d events were measured", len(m))
	}
	c.holds("an event", m.at(1), maxDelivery)
}

// readiness is the word of /readyz.
func (c *cluster) readiness(n *node) (code int, status string) {
	c.t.Helper()
	code, raw, err := n.get("/readyz")
	if err != nil {
		c.t.Errorf("%s: /readyz: %v", n.name, err)
	}
	var reply struct {
		Status string `json:"status"`
	}
	_ = json.Unmarshal(raw, &reply)
	return code, reply.Status
}

// Reliability 5: without Redis the cluster is slower, and still right.
func TestRedisStopped(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{})
	asker, watcher := c.watched()
	first := asker.ask(work(10, 150*time.Millisecond, false))
	asker.acked(first)
	c.redisServer.Stop()
	stopped := time.Now()
	refuses(t, fmt.Sprintf("127.0.0.1:%d", c.redisServer.Port()))
	for range 3 {
		for _, n := range c.nodes {
			c.alive(n)
			if code, status := c.readiness(n); code != http.StatusOK || status != "degraded" {
				t.Errorf("%s: /readyz %d %q", n.name, code, status)
			}
		}
		a := asker.ask(work(3, 60*time.Millisecond, true))
		c.holds("an ack", asker.acked(a), maxCall)
		asker.answered(a)
	}
	c.settle()
	c.delivered(watcher, stopped, 20)
	c.redisServer.Start(t)
	poll(t, "the nodes to see Redis again", func() bool {
		for _, n := range c.nodes {
			if _, status := c.readiness(n); status != "ready" {
				return false
			}
		}
		return true
	})
	asker.ask(work(3, 20*time.Millisecond, false))
	c.verdict()
}

// Reliability 6: Redis takes what is said and never answers.
func TestRedisBlackHole(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{})
	asker, watcher := c.watched()
	warm := asker.ask(work(2, 10*time.Millisecond, false))
	asker.answered(warm)
	c.redis.blackHole()
	began := time.Now()
	silent(t, c.redis.proxy.Listen, "PING\r\n")
	session := asker.session
	var calls times
	for asked := 0; asked < 4 || time.Since(began) < 5*time.Second; asked++ {
		for _, n := range c.nodes {
			for _, path := range []string{
				"/livez", "/readyz", "/api/v1/chat/sessions", "/api/v1/chat/sessions/" + session + "/messages",
				"/api/v1/chat/memory/history?user_id=user-1", "/api/v1/chat/" + session,
			} {
				at := time.Now()
				code, raw, err := n.get(path)
				took := time.Since(at)
				calls = append(calls, took)
				c.holds(n.name+" "+path, took, maxCall)
				if err != nil || code >= 500 {
					t.Errorf("%s %s: %d after %s: %v %.200s", n.name, path, code, took, err, raw)
				}
			}
			at := time.Now()
			code, raw, err := n.call(http.MethodPost, "/api/v1/chat/start", `{"user_id":"user-1"}`)
			took := time.Since(at)
			calls = append(calls, took)
			c.holds(n.name+" start", took, maxCall)
			if err != nil || code != http.StatusOK {
				t.Errorf("%s start: %d after %s: %v %.200s", n.name, code, took, err, raw)
			}
		}
		a := asker.ask(work(2, 30*time.Millisecond, false))
		took := asker.acked(a)
		calls = append(calls, took)
		c.holds("an ack", took, maxCall)
		asker.answered(a)
	}
	t.Logf("calls while Redis is a black hole: %s", calls)
	silent(t, c.redis.proxy.Listen, "PING\r\n")
	c.settle()
	c.delivered(watcher, began, 20)
	c.redis.mend()
	asker.ask(work(3, 20*time.Millisecond, false))
	c.verdict()
}

// direct is a connection to Redis that no fault is on.
func (c *cluster) direct() *redis.Client {
	c.t.Helper()
	o, err := redis.ParseURL(c.redisServer.URL())
	if err != nil {
		c.t.Fatal(err)
	}
	r := redis.NewClient(o)
	c.t.Cleanup(func() { _ = r.Close() })
	return r
}

// Reliability 7: FLUSHALL in the middle of runs, and while a node that stops
// offers its runs to the others through Redis: what is lost so is found.
func TestRedisFlushed(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{args: []string{"--shutdown-timeout", shutdown.String()}})
	r := c.direct()
	asker, watcher := c.watched()
	stopper := c.nodes[2] // nobody of these two is there
	before := c.offered(r)
	began := time.Now()
	flushed := c.flushing(r)
	var handovers times
	stops := pick(2, 5)
	for range stops {
		asker.ask(work(10, 100*time.Millisecond, true))
		handovers = append(handovers, c.givenAway(stopper)...)
	}
	n := flushed()
	amid := c.offered(r)
	t.Logf("flushed %d times; handover meanwhile: %s; %d offers, then %d", n, handovers, before, amid)
	if n < 20 {
		t.Errorf("flushed only %d times", n)
	}
	if amid-before < stops { // the runs of a stop are one offer
		t.Errorf("handed over %d times, only %d offers through Redis", stops, amid-before)
	}
	// What is offered after a flush is taken.
	if !flush(t, r) {
		t.Error("not flushed")
	}
	handovers = append(handovers, c.givenAway(stopper)...)
	if after := c.offered(r); after == amid {
		t.Error("after the last flush nothing was offered")
	}
	given := time.Now()
	poll(t, "all offers to be taken", func() bool { return r.Exists(t.Context(), offers).Val() == 0 })
	if took := time.Since(given); took > 30*time.Second { // a minute is what the list lives by itself
		t.Errorf("offers lay there for %v", took)
	}
	c.holds("a handover", handovers.at(1), mostHandover)
	c.settle()
	c.delivered(watcher, began, 20)
	c.verdict()
}

// offers is the list that runs are offered by.
const offers = "madang:bus-runs:v1:0"

// offered is how often Redis was made offers, whatever was flushed.
func (c *cluster) offered(r *redis.Client) (made int) {
	c.t.Helper()
	info, err := r.Info(c.t.Context(), "commandstats").Result()
	if err != nil {
		c.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(info, "\ncmdstat_rpush:calls=")
	rest, _, _ = strings.Cut(rest, ",")
	_, _ = fmt.Sscan(rest, &made) // not counted yet is 0
	return made
}

// flush empties Redis; a key that is gone afterwards is the proof.
func flush(t testing.TB, r *redis.Client) bool {
	ctx := t.Context()
	if r.Set(ctx, "canary", "1", 0).Err() != nil || r.FlushAll(ctx).Err() != nil {
		return false
	}
	n, err := r.Exists(ctx, "canary").Result()
	return err == nil && n == 0
}

// flushing empties Redis again and again until stop is called, which tells how
// often.
func (c *cluster) flushing(r *redis.Client) (stop func() int) {
	rng := rand.New(rand.NewPCG(c.rng.Uint64(), c.rng.Uint64()))
	over, times := make(chan struct{}), make(chan int, 1)
	go func() {
		n := 0
		defer func() { times <- n }()
		for {
			select {
			case <-over:
				return
			case <-c.t.Context().Done():
				return
			case <-time.After(between(rng, 10*time.Millisecond, 120*time.Millisecond)):
			}
			if flush(c.t, r) {
				n++
			}
		}
	}()
	return func() int { close(over); return <-times }
}

// givenAway stops a node that has long work and starts it anew; it gives how
// long its runs were on their way to others.
func (c *cluster) givenAway(n *node) times {
	c.t.Helper()
	guest, held := c.longHeld(n)
	took := c.stopped(n, held)
	n.start()
	n.ready()
	guest.cancel()
	if len(took) == 0 {
		c.t.Error("nothing was handed over: the fault did not fire")
	}
	return took
}

// Reliability 8: only the connections that listen are broken; what is said
// meanwhile reaches nobody by Redis.
func TestRedisSubscriptionsReset(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{})
	r := c.direct()
	asker, watcher := c.watched()
	began, killed := time.Now(), int64(0)
	for range 6 {
		asker.ask(work(3, 50*time.Millisecond, false))
		pause(between(c.rng, 20*time.Millisecond, 200*time.Millisecond))
		n, err := r.ClientKillByFilter(t.Context(), "TYPE", "pubsub").Result()
		if err != nil {
			t.Fatal(err)
		}
		killed += n
	}
	if killed == 0 {
		clients, _ := r.ClientList(t.Context()).Result()
		t.Errorf("no connection listened: the fault did not fire; %d clients", strings.Count(clients, "\n"))
	}
	t.Logf("%d connections broken", killed)
	c.settle()
	c.delivered(watcher, began, 20)
	c.verdict()
}

// A Redis that stands still is a black hole whose end nobody announces.
func TestRedisFrozen(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{})
	asker, watcher := c.watched()
	asker.ask(work(10, 100*time.Millisecond, false))
	c.redisServer.Freeze(t)
	began := time.Now()
	silent(t, fmt.Sprintf("127.0.0.1:%d", c.redisServer.Port()), "PING\r\n")
	for range 6 {
		a := asker.ask(work(2, 30*time.Millisecond, false))
		c.holds("an ack", asker.acked(a), maxCall)
		pause(300 * time.Millisecond)
	}
	c.redisServer.Thaw(t)
	c.settle()
	c.delivered(watcher, began, 20)
	c.verdict()
}
