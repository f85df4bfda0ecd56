package engine

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"sync"
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

// committer gathers the writes of many runs into shared transactions (group
// commit): those that come while one transaction is under way go together in the
// next. Nobody waits for a timer.
type committer struct {
	store  *store.Store
	meter  Meter
	seed   maphash.Seed
	queues []*writes
}

// write is one member of a shared transaction: a submission, or what
// commitFunc gives when its turn has come.
type write struct {
	submission *store.Submission
	commitFunc func() *store.Commit
	// doneFunc is told once that it is durable, or why not. It is called in a
	// goroutine of its own.
	doneFunc func(error)

	commit *store.Commit
	began  time.Time // when it was first tried
}

// writes wait for a transaction.
type writes struct {
	mu     sync.Mutex
	list   []*write
	closed bool
	come   chan struct{} // has room for one
}

func newCommitter(s *store.Store, meter Meter) *committer {
	n := writers
	if s.Exclusive() {
		n = 1
	}
	c := &committer{store: s, meter: meter, seed: maphash.MakeSeed(), queues: make([]*writes, n)}
	for i := range c.queues {
		c.queues[i] = &writes{come: make(chan struct{}, 1)}
	}
	return c
}

// errStopped is returned to writes after the committer has ended.
var errStopped = errors.New("engine: stopped")

// submit waits until the submission is durable, or ctx ends: then it may be or
// become so, and its client_msg_id is known if it is.
func (c *committer) submit(ctx context.Context, sub *store.Submission) error {
	result := make(chan error, 1)
	c.add(sub.Run.SessionID, &write{submission: sub, doneFunc: func(err error) { result <- err }})
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", store.ErrUnavailable, context.Cause(ctx))
	}
}

// add queues a write of a session, which always has the same writer.
func (c *committer) add(sessionID string, w *write) {
	// By session: two commits of one run in two transactions could overtake each other,
	// and the events of the later one would get the earlier numbers.
	q := c.queues[0]
	if len(c.queues) > 1 {
		q = c.queues[maphash.String(c.seed, sessionID)%uint64(len(c.queues))]
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		go w.doneFunc(errors.Join(errStopped, errHandover))
		return
	}
	q.list = append(q.list, w)
	select {
	case q.come <- struct{}{}:
	default:
	}
}

// take moves what waits into a batch, as far as there is room.
func (q *writes) take(batch []*write) []*write {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(len(q.list), maxBatch-len(batch))
	batch = append(batch, q.list[:n]...)
	q.list = append(q.list[:0], q.list[n:]...)
	return batch
}

// close refuses what waits, and all that comes.
func (q *writes) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	for _, w := range q.list {
		go w.doneFunc(errors.Join(errStopped, errHandover))
	}
	q.list = nil
}

func (c *committer) run(ctx context.Context) error {
	var group errgroup.Group
	for _, queue := range c.queues {
		group.Go(func() error { c.work(ctx, queue); return nil })
	}
	return group.Wait()
}

// work commits what has come, again and again. Commits that found the store
// away try again, with those that have come meanwhile, until it is back or their
// patience ends.
func (c *committer) work(ctx context.Context, queue *writes) {
	defer queue.close()
	retry := backoff.NewExponentialBackOff()
	retry.InitialInterval, retry.MaxInterval = 20*time.Millisecond, time.Second
	var batch []*write
	for ctx.Err() == nil {
		batch = queue.take(batch)
		if len(batch) == 0 {
			select {
			case <-queue.come:
			case <-ctx.Done():
			}
			continue
		}
		if batch = c.flush(ctx, batch); len(batch) == 0 {
			retry.Reset()
			continue
		}
		select {
		case <-time.After(retry.NextBackOff()):
		case <-ctx.Done():
		}
	}
	for _, w := range batch {
		go w.doneFunc(errors.Join(errStopped, errHandover))
	}
}

// flush writes a batch in one transaction, answers, and returns those that are
// to try again. A submission does not: its client waits, and may ask again.
func (c *committer) flush(ctx context.Context, batch []*write) (again []*write) {
	started := time.Now()
	var b store.Batch
	for _, w := range batch {
		switch {
		case w.submission != nil:
			b.Submissions = append(b.Submissions, w.submission)
			continue
		case w.commit == nil:
			w.commit, w.began = w.commitFunc(), started
		}
		b.Commits = append(b.Commits, w.commit)
	}
	// Carried through once it is begun: a stop in its middle would leave the outcome of
	// every write of the batch unknown.
	submitted, committed := c.store.Write(context.WithoutCancel(ctx), &b)
	c.count(&b, slices.Concat(submitted, committed), started)
	for _, w := range batch {
		var err error
		if w.submission != nil {
			err, submitted = submitted[0], submitted[1:]
		} else {
			err, committed = committed[0], committed[1:]
		}
		if w.retries(err) && ctx.Err() == nil {
			again = append(again, w)
			continue
		}
		go w.doneFunc(err)
	}
	return again
}

// retries tells whether a commit that failed is written again as it is. One whose
// outcome is unknown is not: its run is claimed anew first.
func (w *write) retries(err error) bool {
	return w.commit != nil && errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrUnknown) &&
		time.Since(w.began) < commitPatience
}

// count tells the meter of one transaction and of what failed in it; errs are
// those of the submissions and then of the commits.
func (c *committer) count(b *store.Batch, errs []error, started time.Time) {
	stored, transitions := 0, 0
	for i, err := range errs {
		if err != nil {
			if kind := errorKind(err); kind != "" && c.meter.StoreErrorFunc != nil {
				c.meter.StoreErrorFunc(kind)
			}
			continue
		}
		stored++
		if i -= len(b.Submissions); i >= 0 {
			transitions += len(b.Commits[i].Checkpoints)
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
