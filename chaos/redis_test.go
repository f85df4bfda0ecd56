package chaos

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// The promises in seconds. A short run shares two cores with other clusters,
// where a second is soon gone; waiting for a Redis that never answers is longer
// than its bounds, too.
var (
	// maxDelivery is how late an event may be without Redis' help.
	maxDelivery = pick(4*time.Second, 2*time.Second)
	// maxCall is how long any call may take whatever Redis does.
	maxCall = pick(3*time.Second, time.Second)
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
	if m.at(1) > maxDelivery {
		c.t.Errorf("an event took %s, promised %s", m.at(1), maxDelivery)
	}
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
	c := newCluster(t, plan{nodes: 2})
	asker, watcher := c.watched()
	first := asker.ask(work(10, 150*time.Millisecond, false))
	asker.acked(first, 5*time.Second)
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
		if took := asker.acked(a, 10*time.Second); took > maxCall {
			t.Errorf("an ack took %s", took)
		}
		asker.answered(a, 20*time.Second)
	}
	c.settle(20 * time.Second)
	c.delivered(watcher, stopped, 20)
	c.redisServer.Start(t)
	poll(t, "the nodes to see Redis again", 15*time.Second, func() bool {
		for _, n := range c.nodes {
			if _, status := c.readiness(n); status != "ready" {
				return false
			}
		}
		return true
	})
	asker.ask(work(3, 20*time.Millisecond, false))
	c.verdict(20 * time.Second)
}

// Reliability 6: Redis takes what is said and never answers.
func TestRedisBlackHole(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{nodes: 2})
	asker, watcher := c.watched()
	warm := asker.ask(work(2, 10*time.Millisecond, false))
	asker.answered(warm, 10*time.Second)
	c.redis.blackHole()
	began := time.Now()
	silent(t, c.redis.proxy.Listen, "PING\r\n")
	session := asker.session
	var calls times
	for time.Since(began) < 5*time.Second {
		for _, n := range c.nodes {
			for _, path := range []string{
				"/livez", "/readyz", "/api/v1/chat/sessions", "/api/v1/chat/sessions/" + session + "/messages",
				"/api/v1/chat/memory/history?user_id=user-1", "/api/v1/chat/" + session,
			} {
				at := time.Now()
				code, raw, err := n.get(path)
				took := time.Since(at)
				calls = append(calls, took)
				if err != nil || code >= 500 || took > maxCall {
					t.Errorf("%s %s: %d after %s: %v %.200s", n.name, path, code, took, err, raw)
				}
			}
			at := time.Now()
			code, raw, err := n.call(http.MethodPost, "/api/v1/chat/start", `{"user_id":"user-1"}`)
			calls = append(calls, time.Since(at))
			if err != nil || code != http.StatusOK || time.Since(at) > maxCall {
				t.Errorf("%s start: %d after %s: %v %.200s", n.name, code, time.Since(at), err, raw)
			}
		}
		a := asker.ask(work(2, 30*time.Millisecond, false))
		took := asker.acked(a, 10*time.Second)
		calls = append(calls, took)
		if took > maxCall {
			t.Errorf("an ack took %s", took)
		}
		asker.answered(a, 20*time.Second)
	}
	t.Logf("calls while Redis is a black hole: %s", calls)
	silent(t, c.redis.proxy.Listen, "PING\r\n")
	c.settle(20 * time.Second)
	c.delivered(watcher, began, 20)
	c.redis.mend()
	asker.ask(work(3, 20*time.Millisecond, false))
	c.verdict(20 * time.Second)
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

// Reliability 7: FLUSHALL in the middle of runs.
func TestRedisFlushed(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{nodes: 2})
	r := c.direct()
	asker, watcher := c.watched()
	began := time.Now()
	var flushed int
	for range 4 {
		asker.ask(work(4, 60*time.Millisecond, true))
		for range 5 {
			pause(between(c.rng, 10*time.Millisecond, 120*time.Millisecond))
			if err := r.Set(t.Context(), "canary", "1", 0).Err(); err != nil {
				t.Fatal(err)
			}
			if err := r.FlushAll(t.Context()).Err(); err != nil {
				t.Fatal(err)
			}
			if n, err := r.Exists(t.Context(), "canary").Result(); err == nil && n == 0 {
				flushed++
			}
		}
	}
	if flushed != 20 {
		t.Errorf("flushed %d times", flushed)
	}
	c.settle(30 * time.Second)
	c.delivered(watcher, began, 20)
	c.verdict(20 * time.Second)
}

// Reliability 8: only the connections that listen are broken; what is said
// meanwhile reaches nobody by Redis.
func TestRedisSubscriptionsReset(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{nodes: 2})
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
	c.settle(30 * time.Second)
	c.delivered(watcher, began, 20)
	c.verdict(20 * time.Second)
}

// A Redis that stands still is a black hole whose end nobody announces.
func TestRedisFrozen(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{nodes: 2})
	asker, watcher := c.watched()
	asker.ask(work(10, 100*time.Millisecond, false))
	c.redisServer.Freeze(t)
	began := time.Now()
	silent(t, fmt.Sprintf("127.0.0.1:%d", c.redisServer.Port()), "PING\r\n")
	for range 6 {
		a := asker.ask(work(2, 30*time.Millisecond, false))
		if took := asker.acked(a, 10*time.Second); took > maxCall {
			t.Errorf("an ack took %s", took)
		}
		pause(300 * time.Millisecond)
	}
	c.redisServer.Thaw(t)
	c.settle(30 * time.Second)
	c.delivered(watcher, began, 20)
	c.verdict(20 * time.Second)
}
