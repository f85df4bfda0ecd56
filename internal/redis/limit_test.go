package redis_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	goredis "github.com/redis/go-redis/v9"

	"github.com/madang-dev/madang/internal/bus/bustest"
	"github.com/madang-dev/madang/internal/limit"
	"github.com/madang-dev/madang/internal/testdb"
)

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
