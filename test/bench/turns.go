package main

import (
	"context"
	"slices"
	"time"

	"github.com/madang-dev/madang/test/bench/load"
)

// turns compares a long conversation with its beginning: the last turns of
// one and the first of another take turns themselves, so that both meet the
// same machine.
func turns(ctx context.Context, b *bench, s *stand) (figures, error) {
	const blocks, block, begun = 5, 10, 10
	empty, err := s.db.stored(ctx)
	if err != nil {
		return nil, err
	}
	long, err := s.talk(ctx, b.pace.turns-blocks*block)
	if err != nil {
		return nil, err
	}
	defer long.Close()
	stored, err := s.db.stored(ctx)
	if err != nil {
		return nil, err
	}
	// Begun only now: the server parts with a socket that answers no pings.
	short, err := s.talk(ctx, begun)
	if err != nil {
		return nil, err
	}
	defer short.Close()
	for range blocks {
		for _, c := range []*conversation{long, short} {
			if err := c.ask(ctx, s.db, block, true); err != nil {
				return nil, err
			}
		}
	}
	late, early := long.median(), short.median()
	return figures{
		keptBytes: float64(stored-empty) / float64(b.pace.turns-blocks*block),
		turnEarly: ms(early), turnLate: ms(late), turnTime: float64(late) / float64(early),
		turnBytes: float64(long.wal) / float64(short.wal),
	}, nil
}

// conversation is one socket's, with what its counted turns took.
type conversation struct {
	*load.Client
	counted []time.Duration
	wal     int64
}

// talk begins a conversation of n turns.
func (s *stand) talk(ctx context.Context, n int) (*conversation, error) {
	client, _, err := s.one(ctx)
	if err != nil {
		return nil, err
	}
	c := &conversation{Client: client}
	if err := c.ask(ctx, s.db, n, false); err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

// ask goes on for n turns.
func (c *conversation) ask(ctx context.Context, db *database, n int, count bool) error {
	before, err := db.wal(ctx)
	for range n {
		if err != nil {
			return err
		}
		var last time.Duration
		if _, last, err = c.Ask(trivial); count {
			c.counted = append(c.counted, last)
		}
	}
	after, walErr := db.wal(ctx)
	if count {
		c.wal += after - before
	}
	return firstOf(err, walErr)
}

func (c *conversation) median() time.Duration {
	slices.Sort(c.counted)
	return load.Percentile(c.counted, .5)
}
