package limit

import (
	"context"
	"sync"
	"time"

	"github.com/madang-dev/madang/internal/fault"
)

// Counts is what nodes hold together.
type Counts interface {
	// Hold tells how many of the key this node holds, and is how many the others
	// that live do. An older version than was told before tells nothing.
	Hold(ctx context.Context, key string, mine int, version int64) (others int, err error)
	// Beat says that this node lives; lost tells that what it had told is gone.
	Beat(ctx context.Context) (lost bool, err error)
}

const (
	// beatEvery is the time between two Beats. A node that does not beat for
	// Life is dead, and holds nothing any more.
	beatEvery = 5 * time.Second
	Life      = 20 * time.Second
	// tellEvery is the time between two looks for what was given back: nobody
	// waits for that.
	tellEvery = 50 * time.Millisecond
	// holdWait is when to come back who finds no place.
	holdWait = 2 * time.Second
)

// count is how many of a key this node holds, and what the others were told.
type count struct {
	mine, told int
	toldIn     int64 // the version of what was told
}

// Hold counts one more of that kind for the key until release is called, and is
// refused with rate_limited and a Wait where there are most already, over all
// nodes; without Counts, or while they can't be asked, on this one. Of two nodes
// that race for the last place none may get it, and never both.
func (l *Limiter) Hold(ctx context.Context, kind, key string, most int) (release func(), err error) {
	key = kind + ":" + key
	mine, version := l.change(key, 1)
	others := 0
	if l.Counts != nil && mine <= most {
		if others, err = l.Counts.Hold(ctx, key, mine, version); err == nil {
			l.hasTold(key, mine, version)
		}
	}
	release = sync.OnceFunc(func() { l.change(key, -1) })
	if mine+others > most {
		release()
		return nil, fault.Wrap(fault.RateLimited, Wait(holdWait))
	}
	return release, nil
}

// Count counts one more without a limit, until release is called; others are
// told of it soon.
func (l *Limiter) Count(kind string, c Caller, m Most) (release func()) {
	scopes := c.scopes(Rates{}, m)
	for _, s := range scopes {
		l.change(kind+" of "+s.name+":"+s.key, 1)
	}
	return sync.OnceFunc(func() {
		for _, s := range scopes {
			l.change(kind+" of "+s.name+":"+s.key, -1)
		}
	})
}

func (l *Limiter) change(key string, by int) (mine int, version int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.held[key]
	if c == nil {
		if l.held == nil {
			l.held = make(map[string]*count)
		}
		c = &count{}
		l.held[key] = c
	}
	c.mine += by
	l.version++
	if c.mine == 0 && c.told == 0 {
		delete(l.held, key)
	}
	return c.mine, l.version
}

func (l *Limiter) hasTold(key string, mine int, version int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.held[key]; c != nil && version >= c.toldIn {
		if c.told, c.toldIn = mine, version; mine == 0 && c.mine == 0 {
			delete(l.held, key)
		}
	}
}

// Run tells the other nodes what this one holds, until ctx ends.
func (l *Limiter) Run(ctx context.Context) error {
	if l.Counts == nil {
		return nil
	}
	tell, beat := time.NewTicker(tellEvery), time.NewTicker(beatEvery)
	defer tell.Stop()
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tell.C:
			l.tell(ctx)
		case <-beat.C:
			if lost, err := l.Counts.Beat(ctx); err == nil && lost {
				l.forgetTold()
			}
		}
	}
}

// tell tells what has changed.
func (l *Limiter) tell(ctx context.Context) {
	type news struct {
		key     string
		mine    int
		version int64
	}
	var all []news
	l.mu.Lock()
	for key, c := range l.held {
		if c.mine != c.told {
			all = append(all, news{key, c.mine, l.version})
		}
	}
	l.mu.Unlock()
	for _, n := range all {
		if _, err := l.Counts.Hold(ctx, n.key, n.mine, n.version); err != nil {
			return // the next look finds it again
		}
		l.hasTold(n.key, n.mine, n.version)
	}
}

// forgetTold has all be told anew.
func (l *Limiter) forgetTold() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.held {
		c.told = -1
	}
}
