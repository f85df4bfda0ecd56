package engine

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/sync/errgroup"

	"github.com/madang-dev/madang/store"
)

const (
	// maxBatch bounds the writes that share a transaction.
	maxBatch = 64
	// writers is the number of transactions under way at once where the
	// store can have more than one; a session always has the same writer.
	writers = 2
	// commitPatience is how long a commit waits for a store that is away.
	commitPatience = 30 * time.Second
)

// committer gathers the writes of many runs into shared transactions: those
// that arrive while one transaction is under way go together in the next.
// Nobody waits for a timer.
type committer struct {
	store *store.Store
	meter Meter
	// nowFunc is the time that transitions are written with.
	nowFunc func() time.Time
	seed    maphash.Seed
	queues  []chan *pending
	done    chan struct{} // closed when run has ended
}

// pending is a submission or a commit on its way.
type pending struct {
	submission *store.Submission
	commit     *store.Commit
	// patience is how long the write waits for a store that is away.
	patience    time.Duration
	began       time.Time
	transitions int
	result      chan error
	// abandoned tells that nobody waits any more.
	abandoned atomic.Bool
}

func newCommitter(s *store.Store, meter Meter, now func() time.Time) *committer {
	n := writers
	if s.Exclusive() {
		n = 1
	}
	c := &committer{
		store: s, meter: meter, nowFunc: now, seed: maphash.MakeSeed(),
		queues: make([]chan *pending, n), done: make(chan struct{}),
	}
	for i := range c.queues {
		c.queues[i] = make(chan *pending, maxBatch)
	}
	return c
}

// errStopped is returned to writes after the committer has ended.
var errStopped = errors.New("engine: stopped")

// apply waits until the commit is durable.
func (c *committer) apply(commit *store.Commit, transitions int) error {
	return c.wait(context.Background(), commit.SessionID, &pending{
		commit: commit, transitions: transitions, began: time.Now(),
		patience: commitPatience, result: make(chan error, 1),
	})
}

// turn is at once: whoever comes may write.
func (c *committer) turn(context.Context, string) (time.Time, error) {
	return c.nowFunc(), nil
}

// submit waits until the submission is durable. Its client is waiting, so
// it is told soon when the store is away: then the submission was not
// written, or it was and its client_msg_id is known.
func (c *committer) submit(ctx context.Context, s *store.Submission) error {
	return c.wait(ctx, s.Run.SessionID, &pending{submission: s, result: make(chan error, 1)})
}

func (c *committer) wait(ctx context.Context, sessionID string, p *pending) error {
	queue := c.queues[0]
	if len(c.queues) > 1 {
		queue = c.queues[maphash.String(c.seed, sessionID)%uint64(len(c.queues))]
	}
	select {
	case queue <- p:
	case <-c.done:
		return errors.Join(errStopped, errHandover)
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", store.ErrUnavailable, context.Cause(ctx))
	}
	select {
	case err := <-p.result:
		return err
	case <-ctx.Done():
		p.abandoned.Store(true)
		return fmt.Errorf("%w: %w", store.ErrUnavailable, context.Cause(ctx))
	case <-c.done:
		// It may have been the last one that was written.
		select {
		case err := <-p.result:
			return err
		default:
			return errors.Join(errStopped, errHandover)
		}
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

// write takes what is there and commits it, again and again. Members that
// found the store away try again, with those that have come meanwhile, until
// it is back or their patience ends.
func (c *committer) write(ctx context.Context, queue chan *pending) {
	batch := make([]*pending, 0, maxBatch)
	retry := backoff.NewExponentialBackOff()
	retry.InitialInterval, retry.MaxInterval = 20*time.Millisecond, time.Second
	for {
		if len(batch) == 0 {
			select {
			case p := <-queue:
				batch = append(batch, p)
			case <-ctx.Done():
				return
			}
		}
		letCome(queue)
		batch = slices.DeleteFunc(gather(batch, queue), func(p *pending) bool { return p.abandoned.Load() })
		if len(batch) == 0 {
			continue
		}
		batch = c.flush(ctx, batch)
		if len(batch) == 0 {
			retry.Reset()
			continue
		}
		select {
		case <-time.After(retry.NextBackOff()):
		case <-ctx.Done():
		}
	}
}

// letCome gives way as long as more come: those whose commit was answered
// just now are on their way with the next, and would else wait for a
// transaction of their own. It costs nothing when nobody else is at work.
func letCome(queue chan *pending) {
	for n := -1; n < len(queue) && len(queue) < maxBatch; {
		n = len(queue)
		runtime.Gosched()
	}
}

// gather adds what is in the queue now.
func gather(batch []*pending, queue chan *pending) []*pending {
	for len(batch) < maxBatch {
		select {
		case p := <-queue:
			batch = append(batch, p)
		default:
			return batch
		}
	}
	return batch
}

// flush writes a batch, answers and returns those that are to try again.
func (c *committer) flush(ctx context.Context, batch []*pending) (again []*pending) {
	errs := c.together(ctx, batch, time.Now())
	again = batch[:0]
	for i, p := range batch {
		if errors.Is(errs[i], store.ErrUnavailable) && time.Since(p.began) < p.patience && ctx.Err() == nil {
			again = append(again, p)
			continue
		}
		p.result <- errs[i]
	}
	return again
}

// together is one transaction; the errors are by place in batch.
func (c *committer) together(ctx context.Context, batch []*pending, started time.Time) []error {
	var b store.Batch
	for _, p := range batch {
		if p.commit != nil {
			b.Commits = append(b.Commits, p.commit)
		} else {
			b.Submissions = append(b.Submissions, p.submission)
		}
	}
	submitted, committed := c.store.Write(context.WithoutCancel(ctx), &b)
	errs := make([]error, len(batch))
	for i, p := range batch {
		if p.commit != nil {
			errs[i], committed = committed[0], committed[1:]
		} else {
			errs[i], submitted = submitted[0], submitted[1:]
		}
	}
	c.count(batch, errs, started)
	return errs
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
		if kind := errorKind(errs[i]); kind != "" && c.meter.StoreErrorFunc != nil {
			c.meter.StoreErrorFunc(kind)
		}
	}
	if stored > 0 && c.meter.CommittedFunc != nil {
		c.meter.CommittedFunc(transitions, time.Since(started))
	}
}

// errorKind is the meter's word for a store's error; "" is none of the
// store's fault.
func errorKind(err error) string {
	switch {
	case errors.Is(err, store.ErrUnavailable):
		return "unavailable"
	case errors.Is(err, store.ErrFenced):
		return "fenced"
	case errors.Is(err, store.ErrConflict):
		return "conflict"
	case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrBusy), errors.Is(err, store.ErrQueueFull):
		return ""
	}
	return "internal"
}
