package redis_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/madang-dev/madang/internal/bus/bustest"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/limit"
	"github.com/madang-dev/madang/internal/testdb"
)

// What two nodes take is counted together, in one call for all that a caller is
// counted by; who is refused for a user's sake is not counted for the company.
func TestNodesTakeTogether(t *testing.T) {
	t.Parallel()
	server := testdb.NewRedis(t)
	one, two := open(t, server.URL()), open(t, server.URL())
	a, b := &limit.Limiter{Shared: one.Take}, &limit.Limiter{Shared: two.Take}
	slow := limit.Rate{PerSecond: 0.001, Burst: 2}
	rates := limit.Rates{User: slow, Company: limit.Rate{PerSecond: 0.001, Burst: 3}}
	take := func(l *limit.Limiter, user string) error {
		return l.TakeAll(t.Context(), "command", limit.Caller{User: user, Company: "acme"}, rates)
	}
	for _, l := range []*limit.Limiter{a, b} {
		if err := take(l, "ann"); err != nil {
			t.Fatal(err)
		}
	}
	var wait limit.Wait
	for range 3 {
		if err := take(a, "ann"); fault.Of(err) != fault.RateLimited || !errors.As(err, &wait) || time.Duration(wait) < 15*time.Minute {
			t.Errorf("the third of a user: %v", err)
		}
	}
	if err := take(b, "bob"); err != nil {
		t.Errorf("those that were refused are counted for the company: %v", err)
	}
	if err := take(a, "eve"); err == nil {
		t.Error("a fourth of the company")
	}
	if stats := send(t, addr(server), "INFO commandstats"); !strings.Contains(stats, "cmdstat_evalsha:calls=7,") {
		t.Errorf("not a call for each of seven:\n%s", stats)
	}
}

// patient asks again while Redis does not answer in time: what a node does then by
// itself is not what is looked at here.
type patient struct{ limit.Counts }

func (p patient) Hold(ctx context.Context, key string, mine int, version int64) (others int, err error) {
	for {
		if others, err = p.Counts.Hold(ctx, key, mine, version); err == nil || ctx.Err() != nil {
			return others, err
		}
	}
}

// Two nodes never hold more together than there are places, whoever races; what
// one gives back the other gets; a node that is dead holds nothing.
func TestNodesHoldTogether(t *testing.T) {
	t.Parallel()
	url := testdb.Redis(t)
	one, two := open(t, url), open(t, url)
	a, b := &limit.Limiter{Counts: patient{one.Counts("a")}}, &limit.Limiter{Counts: patient{two.Counts("b")}}
	for _, l := range []*limit.Limiter{a, b} {
		go func() { _ = l.Run(t.Context()) }()
	}
	const places = 10
	hold := func(l *limit.Limiter) func() {
		release, err := l.Hold(t.Context(), "socket", "kim", places)
		if err != nil {
			return nil
		}
		return release
	}
	var crowd sync.WaitGroup
	var held atomic.Int64
	releases := make(chan func(), 100)
	for range 25 {
		for _, l := range []*limit.Limiter{a, b} {
			crowd.Go(func() {
				if release := hold(l); release != nil {
					held.Add(1)
					releases <- release
				}
			})
		}
	}
	if crowd.Wait(); held.Load() > places {
		t.Fatalf("%d of %d places are taken", held.Load(), places)
	}
	for held.Load() < places { // places that both were refused in their race
		bustest.Until(t, "a place", func() bool {
			release := hold(a)
			if release != nil {
				releases <- release
			}
			return release != nil
		})
		held.Add(1)
	}
	if hold(b) != nil {
		t.Error("an eleventh place")
	}
	(<-releases)()
	bustest.Until(t, "the place that was given back", func() bool { return hold(b) != nil })
	// A third node that never beat, and one that died, take nobody's place.
	dead := &limit.Limiter{Counts: patient{open(t, url).Counts("dead")}}
	if _, err := dead.Hold(t.Context(), "socket", "lee", places); err != nil {
		t.Fatal(err)
	}
	forget(t, url, "dead")
	for range places {
		if _, err := a.Hold(t.Context(), "socket", "lee", places); err != nil {
			t.Fatal("the dead hold a place")
		}
	}
}

// forget has a node not have beaten for long.
func forget(t *testing.T, url, node string) {
	t.Helper()
	opts, err := goredis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	c := goredis.NewClient(opts)
	defer c.Close()
	keys, err := c.Keys(t.Context(), "*:"+node).Result()
	if err != nil || len(keys) != 1 {
		t.Fatalf("%q, %v", keys, err)
	}
	if err := c.Del(t.Context(), keys...).Err(); err != nil {
		t.Fatal(err)
	}
}
