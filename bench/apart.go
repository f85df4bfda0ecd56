package main

import (
	"context"
	"os"
	"time"

	"github.com/madang-dev/madang/bench/load"
	"github.com/madang-dev/madang/internal/testdb"
)

// company is a second node, and the Redis between the two.
type company struct {
	node  *process
	redis int // its pid
}

// acquaintance is how long two nodes need at most to know of each other: a
// heartbeat.
const acquaintance = 2 * time.Second

// apart has n sockets ask on one node and as many watch the same sessions on
// another: every event goes through Redis.
func apart(n int) func(context.Context, *bench, *stand) (figures, error) {
	return func(ctx context.Context, b *bench, s *stand) (figures, error) {
		redis, err := testdb.StartRedis()
		if err != nil {
			return nil, err
		}
		defer redis.Close()
		pid, err := redis.PID()
		if err != nil {
			return nil, err
		}
		url, err := b.db.fresh(ctx)
		if err != nil {
			return nil, err
		}
		env := []string{"DATABASE_URL=" + url, "REDIS_URL=" + redis.URL()}
		var nodes [2]*process
		for i := range nodes {
			dir, err := os.MkdirTemp(b.programs.dir, "node-")
			if err != nil {
				return nil, err
			}
			if nodes[i], err = b.serve(ctx, dir, "", env); err != nil {
				return nil, err
			}
			defer nodes[i].stop()
		}
		<-time.After(acquaintance)
		asked := &stand{contestant: s.contestant, process: nodes[0], db: s.db, beside: &company{node: nodes[1], redis: pid}}
		sessions, err := asked.sessions(ctx, n)
		if err != nil {
			return nil, err
		}
		watchers, err := load.Open(ctx, nodes[1].addr, sessions)
		if err != nil {
			load.Close(watchers)
			return nil, err
		}
		heard, ended := make(chan error), make(chan error, 1)
		attended := load.Attend(watchers, heard)
		go func() { ended <- firstHeard(heard) }()
		f, err := b.queries(ctx, asked, sessions, trivial)
		load.Close(watchers)
		attended.Wait()
		close(heard)
		return f, firstOf(err, <-ended)
	}
}

// firstHeard is the first error of those who watch, until there are none.
func firstHeard(heard <-chan error) (first error) {
	for err := range heard {
		if first == nil {
			first = err
		}
	}
	return first
}
