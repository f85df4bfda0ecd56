package engine

import (
	"context"
	"errors"
	"hash/fnv"
	"time"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/sync/errgroup"

	"github.com/madang-dev/madang/store"
)

const (
	// maxBatch bounds the commits that share a transaction.
	maxBatch = 64
	// writers is the number of transactions under way at once where the
	// store can have more than one; a session always has the same writer.
	writers = 2
	// commitPatience is how long a commit waits for a store that is away.
	commitPatience = 30 * time.Second
)

// committer gathers commits of many runs into shared transactions: those
// that arrive while one transaction is under way go together in the next.
// Nobody waits for a timer.
type committer struct {
	store  *store.Store
	meter  Meter
	queues []chan *pending
	done   chan struct{} // closed when run has ended
}

type pending struct {
	commit      *store.Commit
	transitions int
	result      chan error
}

func newCommitter(s *store.Store, meter Meter) *committer {
	n := writers
	if s.Exclusive() {
		n = 1
	}
	c := &committer{store: s, meter: meter, queues: make([]chan *pending, n), done: make(chan struct{})}
	for i := range c.queues {
		c.queues[i] = make(chan *pending, maxBatch)
	}
	return c
}

// errStopped is returned to commits after the committer has ended.
var errStopped = errors.New("engine: stopped")

// apply waits until the commit is durable.
func (c *committer) apply(commit *store.Commit, transitions int) error {
	p := &pending{commit: commit, transitions: transitions, result: make(chan error, 1)}
	h := fnv.New32a()
	_, _ = h.Write([]byte(commit.SessionID))
	select {
	case c.queues[int(h.Sum32())%len(c.queues)] <- p:
	case <-c.done:
		return errors.Join(errStopped, errHandover)
	}
	select {
	case err := <-p.result:
		return err
	case <-c.done:
		return errors.Join(errStopped, errHandover)
	}
}

func (c *committer) run(ctx context.Context) error {
	defer close(c.done)
	var group errgroup.Group
	for _, queue := range c.queues {
		group.Go(func() error { c.write(ctx, queue); return nil })
	}
	return group.Wait()
}

// write takes what is there and commits it, again and again.
func (c *committer) write(ctx context.Context, queue chan *pending) {
	batch := make([]*pending, 0, maxBatch)
	for {
		select {
		case p := <-queue:
			batch = append(batch[:0], p)
		case <-ctx.Done():
			return
		}
	gather:
		for len(batch) < maxBatch {
			select {
			case p := <-queue:
				batch = append(batch, p)
			default:
				break gather
			}
		}
		c.flush(ctx, batch)
	}
}

// flush commits a batch; members that found the store away try again
// together until it is back or patience ends.
func (c *committer) flush(ctx context.Context, batch []*pending) {
	started := time.Now()
	waiting := batch
	retry := backoff.NewExponentialBackOff()
	retry.InitialInterval, retry.MaxInterval = 20*time.Millisecond, time.Second
	for {
		commits := make([]*store.Commit, len(waiting))
		for i, p := range waiting {
			commits[i] = p.commit
		}
		errs := c.store.Apply(context.WithoutCancel(ctx), commits)
		c.count(waiting, errs, started)
		var again []*pending
		for i, p := range waiting {
			if errors.Is(errs[i], store.ErrUnavailable) && time.Since(started) < commitPatience && ctx.Err() == nil {
				again = append(again, p)
				continue
			}
			p.result <- errs[i]
		}
		if waiting = again; len(waiting) == 0 {
			return
		}
		select {
		case <-time.After(retry.NextBackOff()):
		case <-ctx.Done():
		}
	}
}

// count tells the meter of one transaction and of what failed in it.
func (c *committer) count(batch []*pending, errs []error, started time.Time) {
	stored, transitions := 0, 0
	for i, p := range batch {
		if errs[i] == nil {
			stored++
			transitions += p.transitions
			continue
		}
		if c.meter.StoreErrorFunc != nil {
			c.meter.StoreErrorFunc(errorKind(errs[i]))
		}
	}
	if stored > 0 && c.meter.CommittedFunc != nil {
		c.meter.CommittedFunc(transitions, time.Since(started))
	}
}

// errorKind is the meter's word for a store's error.
func errorKind(err error) string {
	switch {
	case errors.Is(err, store.ErrUnavailable):
		return "unavailable"
	case errors.Is(err, store.ErrFenced):
		return "fenced"
	case errors.Is(err, store.ErrConflict):
		return "conflict"
	}
	return "internal"
}
