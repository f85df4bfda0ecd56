package main

import (
	"context"
	"os"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/test/bench/load"
)

// company is a second node, and the Redis between the two.
type company struct {
	node  *process
	redis int // its pid
	stop  func()
}

// acquaintance is how long two nodes need at most to know of each other: a
// heartbeat.
const acquaintance = 2 * time.Second

// pair starts two nodes on one database; the stand is the first.
func (b *bench) pair(ctx context.Context, s *stand) (_ *stand, err error) {
	c := &company{}
	var open []func()
	c.stop = func() {
		for _, end := range slices.Backward(open) {
			end()
		}
	}
	defer func() {
		if err != nil {
			c.stop()
		}
	}()
	redis, err := testdb.StartRedis()
	if err != nil {
		return nil, err
	}
	open = append(open, redis.Close)
	if c.redis, err = redis.PID(); err != nil {
		return nil, err
	}
	url, err := b.db.fresh(ctx)
	if err != nil {
		return nil, err
	}
	var nodes [2]*process
	for i := range nodes {
		dir, err := os.MkdirTemp(b.programs.dir, "node-")
		if err != nil {
			return nil, err
		}
		env := []string{"DATABASE_URL=" + url, "REDIS_URL=" + redis.URL()}
		if nodes[i], err = b.serve(ctx, dir, "", env); err != nil {
			return nil, err
		}
		open = append(open, func() { nodes[i].stop() })
	}
	c.node = nodes[1]
	<-time.After(acquaintance)
	return &stand{contestant: s.contestant, process: nodes[0], db: s.db, beside: c}, nil
}

// loadApart has 64 sockets ask on one node and as many watch the same
// sessions on another: every event goes through Redis.
func loadApart(ctx context.Context, b *bench, s *stand) (figures, error) {
	asked, err := b.pair(ctx, s)
	if err != nil {
		return nil, err
	}
	defer asked.beside.stop()
	sessions, err := asked.sessions(ctx, 64)
	if err != nil {
		return nil, err
	}
	watchers, err := load.Open(ctx, load.Server{Addr: asked.beside.node.addr}, sessions)
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

// firstHeard is the first error of those who watch, until there are none.
func firstHeard(heard <-chan error) (first error) {
	for err := range heard {
		if first == nil {
			first = err
		}
	}
	return first
}

// heardApart is how much later than the socket that asked one on another node
// has the whole answer.
func heardApart(ctx context.Context, b *bench, s *stand) (figures, error) {
	asked, err := b.pair(ctx, s)
	if err != nil {
		return nil, err
	}
	defer asked.beside.stop()
	client, session, err := asked.one(ctx)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	watchers, err := load.Open(ctx, load.Server{Addr: asked.beside.node.addr}, []string{session})
	defer load.Close(watchers)
	if err != nil {
		return nil, err
	}
	heard := make(chan time.Time, 1)
	var late []time.Duration
	for range b.pace.fanouts {
		failed := make(chan error, 1)
		go func() {
			failed <- watchers[0].Hear(trivial)
			heard <- time.Now()
		}()
		_, _, err := client.Ask(trivial)
		told := time.Now()
		if err := firstOf(err, <-failed); err != nil {
			return nil, err
		}
		late = append(late, max((<-heard).Sub(told), 0))
	}
	slices.Sort(late)
	return figures{hearP99: ms(load.Percentile(late, .99))}, nil
}
