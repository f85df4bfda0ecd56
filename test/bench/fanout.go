package main

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/madang-dev/madang/test/bench/load"
)

// fanout is a conversation that a hundred sockets watch.
func fanout(ctx context.Context, b *bench, s *stand) (figures, error) {
	const watchers = 100
	sessions, err := s.sessions(ctx, 1)
	if err != nil {
		return nil, err
	}
	clients, err := load.Open(ctx, s.server(), slices.Repeat(sessions, watchers))
	defer load.Close(clients)
	if err != nil {
		return nil, err
	}
	for range 5 {
		if err := told(clients); err != nil {
			return nil, err
		}
	}
	before := cpu(s.pid(), false)
	for range b.pace.fanouts {
		if err := told(clients); err != nil {
			return nil, err
		}
	}
	deliveries := float64(b.pace.fanouts * watchers * len(trivial.Types))
	return figures{deliverCPU: us(cpu(s.pid(), false)-before) / deliveries}, nil
}

// told has the first client ask and every client hear the whole answer.
func told(clients []*load.Client) error {
	errs := make([]error, len(clients))
	var all sync.WaitGroup
	for i, c := range clients[1:] {
		all.Go(func() { errs[i+1] = c.Hear(trivial) })
	}
	_, _, errs[0] = clients[0].Ask(trivial)
	all.Wait()
	return firstOf(errs...)
}

// idle is what a socket takes that has nothing to do.
func idle(n int) func(context.Context, *bench, *stand) (figures, error) {
	return func(ctx context.Context, b *bench, s *stand) (figures, error) {
		sessions, err := s.sessions(ctx, n)
		if err != nil {
			return nil, err
		}
		before := s.rss()
		clients, err := load.Open(ctx, s.server(), sessions)
		if err != nil {
			load.Close(clients)
			return nil, err
		}
		settle := func() float64 {
			<-time.After(b.pace.window)
			return float64(s.rss()-before) / 1024 / float64(n)
		}
		answered := make(chan error, 2*n) // an answer and an error each
		defer load.Attend(clients, answered).Wait()
		defer load.Close(clients)
		f := figures{rssCold: settle()}
		for i, c := range clients {
			if err := c.Send(trivial.Query); err != nil {
				return nil, err
			}
			if i < asked {
				continue
			}
			if err := <-answered; err != nil {
				return nil, err
			}
		}
		for range min(asked, n) {
			if err := <-answered; err != nil {
				return nil, err
			}
		}
		f[rssAfter] = settle()
		return f, nil
	}
}

// asked is how many of the idle sockets' queries are under way at once.
const asked = 64
