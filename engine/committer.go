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

	"github.com/madang-dev/madang/internal/failpoint"
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
	store  *store.Store
	meter  Meter
	seed   maphash.Seed
	queues []chan *pending
	done   chan struct{} // closed when run has ended
}

// pending is a submission on its way, or a run that has something to commit.
type pending struct {
	submission *store.Submission
	result     chan error // of a submission
	// abandoned tells that nobody waits any more.
	abandoned atomic.Bool

	// run has something to commit; of a submission it was begun ahead.
	run *run
	// parcel is fetched when the run's turn has come; nil before, or when a
	// submission goes alone.
	parcel *parcel
	// began is when a run's commit was first tried.
	began time.Time
}

func newCommitter(s *store.Store, meter Meter) *committer {
	n := writers
	if s.Exclusive() {
		n = 1
	}
	c := &committer{
		store: s, meter: meter, seed: maphash.MakeSeed(),
		queues: make([]chan *pending, n), done: make(chan struct{}),
	}
	for i := range c.queues {
		c.queues[i] = make(chan *pending, maxBatch)
	}
	return c
}

// errStopped is returned to writes after the committer has ended.
var errStopped = errors.New("engine: stopped")

// submit waits until the submission is durable. Its client is waiting, so
// it is told soon when the store is away: then the submission was not
// written, or it was and its client_msg_id is known.
func (c *committer) submit(ctx context.Context, p *pending) error {
	p.result = make(chan error, 1)
	select {
	case c.queue(p.submission.Run.SessionID) <- p:
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
		return p.answered(fmt.Errorf("%w: %w", store.ErrUnavailable, context.Cause(ctx)))
	case <-c.done:
		// It may have been the last one that was written.
		return p.answered(errors.Join(errStopped, errHandover))
	}
}

// answered is the result, if it has come after all, else the error.
func (p *pending) answered(otherwise error) error {
	select {
	case err := <-p.result:
		return err
	default:
		return otherwise
	}
}

// queue is where a session's writes go.
func (c *committer) queue(sessionID string) chan *pending {
	if len(c.queues) == 1 {
		return c.queues[0]
	}
	return c.queues[maphash.String(c.seed, sessionID)%uint64(len(c.queues))]
}

// carry takes a run that has something to commit; its finish is called once
// that is written or can't be.
func (c *committer) carry(r *run) error {
	select {
	case c.queue(r.row.SessionID) <- &pending{run: r}:
	case <-c.done:
		return errors.Join(errStopped, errHandover)
	}
	select {
	case <-c.done:
		c.refuse() // it may have come too late
	default:
	}
	return nil
}

// refuse answers runs that nobody will write for any more.
func (c *committer) refuse() {
	for _, queue := range c.queues {
		for _, p := range gather(nil, queue) {
			if p.submission == nil {
				// Whoever came too late may hold what finish needs.
				go p.run.finish(p.parcel, errors.Join(errStopped, errHandover))
			}
		}
	}
}

func (c *committer) run(ctx context.Context) error {
	var group errgroup.Group
	for _, queue := range c.queues {
		group.Go(func() error { c.write(ctx, queue); return nil })
	}
	err := group.Wait()
	close(c.done)
	c.refuse()
	return err
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
		if p := batch[0]; len(batch) == 1 && p.run != nil {
			batch = ripen(batch, &p.run.pipe, queue, ripe)
		}
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

// ripen keeps the batch, one commit of a run that is alone, until the run waits
// for it, somebody else comes or the time is over: what the run sends in the
// same breath then becomes durable with the same flush of the disk. It sleeps:
// looking again and again would hold up those whose breath it waits for.
func ripen(batch []*pending, q *pipe, queue <-chan *pending, within time.Duration) []*pending {
	halted := make(chan struct{}, 1)
	q.onHalt(halted)
	defer q.onHalt(nil)
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case p := <-queue:
		batch = append(batch, p)
	case <-halted:
	case <-timer.C:
	}
	return batch
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
	started := time.Now()
	for _, p := range batch {
		p.load(started)
	}
	errs := c.together(ctx, batch, started)
	again = batch[:0]
	for i, p := range batch {
		switch {
		case p.submission != nil:
			p.answer(errs[i])
		case errors.Is(errs[i], store.ErrUnavailable) && time.Since(p.began) < commitPatience && ctx.Err() == nil:
			again = append(again, p)
		default:
			go p.run.finish(p.parcel, errs[i])
		}
	}
	return again
}

// answer tells the submission's result. Of what was stored with it the
// session's streams learn from the store when its sender waits no longer.
func (p *pending) answer(err error) {
	p.result <- err
	if err == nil && p.parcel != nil && p.abandoned.Load() {
		p.run.engine.hub.look(p.submission.Run.SessionID)
	}
}

// load fetches what a run has to commit by now.
func (p *pending) load(now time.Time) {
	switch {
	case p.run == nil || p.parcel != nil:
	case p.submission == nil:
		p.parcel, p.began = p.run.fetch(), now
	default:
		if failpoint.Hit(failpoint.CommitBefore) != nil {
			return // the run's own turn is to come
		}
		if p.parcel = p.run.first(); p.parcel != nil {
			p.submission.First = p.parcel.commit
		}
	}
}

// together is one transaction; the errors are by place in batch.
func (c *committer) together(ctx context.Context, batch []*pending, started time.Time) []error {
	var b store.Batch
	for _, p := range batch {
		if p.submission == nil {
			b.Commits = append(b.Commits, p.parcel.commit)
		} else {
			b.Submissions = append(b.Submissions, p.submission)
		}
	}
	submitted, committed := c.store.Write(context.WithoutCancel(ctx), &b)
	errs := make([]error, len(batch))
	for i, p := range batch {
		if p.submission == nil {
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
			if p.parcel != nil {
				transitions += p.parcel.transitions
			}
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
