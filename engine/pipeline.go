package engine

import (
	"fmt"
	"sync"

	"github.com/madang-dev/madang/internal/failpoint"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// pipeline makes one run's commits durable in their order, one at a time, while
// the run works on: what it commits meanwhile goes together as the next one.
// Only a durable commit is shown, and nothing outside is changed before flush, so
// that the run is ahead of the store is seen by nobody. A crash loses what was
// not durable; the run is then carried on from its newest checkpoint.
type pipeline struct {
	enqueueFunc func(*write)
	// durableFunc shows a commit that is durable. While it is called no other
	// commit of the run is under way.
	durableFunc func(*segment)
	// showFunc shows frames that are not stored; it is called under mu.
	showFunc func([]*state.Event)

	mu    sync.Mutex
	moved *sync.Cond
	// head is where the session stands after the newest durable commit.
	head store.Head
	// under is being written and then shown, next comes after it; nil is none.
	under, next *segment
	busy        bool
	// err is why a commit failed. The run is ahead of the store then, and
	// nothing more may be written until reset.
	err error
}

// segment is a commit with what is shown once it is durable.
type segment struct {
	commit *store.Commit
	// frames were emitted behind the commit. They are not stored, and are shown
	// after its events.
	frames []*state.Event
	// waits tells that it only has what was read, which need not become durable before
	// something comes behind it.
	waits bool
}

const (
	// maxAhead is how many transitions, and how many results, a run may be ahead
	// of the store besides those that are under way.
	maxAhead = 16
	// maxFrames bounds the frames that wait for a commit; more are lost.
	maxFrames = 1024
)

func newPipeline(enqueueFunc func(*write), durableFunc func(*segment), showFunc func([]*state.Event)) *pipeline {
	q := &pipeline{enqueueFunc: enqueueFunc, durableFunc: durableFunc, showFunc: showFunc}
	q.moved = sync.NewCond(&q.mu)
	return q
}

// takes tells whether r may become durable together with p: what an
// assistant's own writes undo should be theirs only, or can be read again, and frames
// between them should stay there.
func (p *segment) takes(r *segment) bool {
	a, b := p.commit, r.commit
	return a.Status == state.RunRunning && !a.Unclaimed && !b.Unclaimed && len(p.frames) == 0 &&
		len(a.Effects) == 0 && (p.waits || len(b.Effects) == 0) &&
		len(a.Results)+len(b.Results) <= maxAhead && len(a.Checkpoints)+len(b.Checkpoints) <= maxAhead
}

// add puts r behind p.
func (p *segment) add(r *segment) {
	a, b := p.commit, r.commit
	if len(a.Checkpoints) == 0 {
		a.Previous = b.Previous
	}
	a.Checkpoints = append(a.Checkpoints, b.Checkpoints...)
	a.Events = append(a.Events, b.Events...)
	a.Messages = append(a.Messages, b.Messages...)
	a.Documents = append(a.Documents, b.Documents...)
	a.Memories = append(a.Memories, b.Memories...)
	a.Preferences = append(a.Preferences, b.Preferences...)
	a.Results = append(a.Results, b.Results...)
	a.Effects = append(a.Effects, b.Effects...)
	if b.Title != "" {
		a.Title = b.Title
	}
	a.Status, a.NextNode, a.Error, a.Interrupt = b.Status, b.NextNode, b.Error, b.Interrupt
	a.PlanShown, a.At = b.PlanShown, b.At
	p.waits = p.waits && r.waits
}

// send queues a commit and returns while it is under way; it waits only where
// the run is too far ahead. Its error is of this or an earlier one.
func (q *pipeline) send(p *segment) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.err == nil && q.next != nil && !q.next.takes(p) {
		if !q.begin() {
			q.moved.Wait()
		}
	}
	if q.err != nil {
		return q.err
	}
	if q.next == nil {
		q.next = p
	} else {
		q.next.add(p)
	}
	if !q.next.waits {
		q.begin()
	}
	return nil
}

// flush waits until everything that was sent is durable and shown; its error is
// that of what never will be.
func (q *pipeline) flush() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.busy || q.next != nil {
		if !q.begin() {
			q.moved.Wait()
		}
	}
	return q.err
}

// begin has what is next written and tells whether it did: where something is under
// way it does not. Its caller has the lock, which is let go meanwhile.
func (q *pipeline) begin() bool {
	if q.busy {
		return false
	}
	q.busy = true
	q.mu.Unlock()
	q.write()
	q.mu.Lock()
	return true
}

// reset lets the run write again after an error, from where the session stands.
func (q *pipeline) reset() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.err, q.next = nil, nil
}

// write queues what is there for the next transaction; what the run sends until
// that begins goes with it.
func (q *pipeline) write() {
	if err := failpoint.Hit(failpoint.CommitBefore); err != nil {
		q.fail(fmt.Errorf("%w: %w", store.ErrUnavailable, err))
		return
	}
	q.enqueueFunc(&write{commitFunc: q.fetch, doneFunc: q.done})
}

// fetch is the commit that is written now.
func (q *pipeline) fetch() *store.Commit {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.under, q.next = q.next, nil
	q.under.commit.Head = q.head
	q.moved.Broadcast()
	return q.under.commit
}

// done shows the commit that was written and goes on with the next; err is why
// it was not.
func (q *pipeline) done(err error) {
	if err == nil {
		if err = failpoint.Hit(failpoint.CommitAfter); err != nil {
			err = fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
	}
	if err != nil {
		q.fail(err)
		return
	}
	q.mu.Lock()
	p := q.under
	q.head = p.commit.Head
	q.mu.Unlock()
	q.durableFunc(p)
	if q.proceed() {
		q.write()
	}
}

// fail ends the work of the pipeline.
func (q *pipeline) fail(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.err, q.busy, q.under, q.next = err, false, nil, nil
	q.moved.Broadcast()
}

// proceed shows the frames behind the commit that was shown, and tells whether
// there is more to write.
func (q *pipeline) proceed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.showFunc(q.under.frames)
	q.under = nil
	q.busy = q.next != nil && !q.next.waits
	q.moved.Broadcast()
	return q.busy
}

// emit shows a frame that is not stored, after the events that were sent
// before it.
func (q *pipeline) emit(frame *state.Event) {
	q.mu.Lock()
	defer q.mu.Unlock()
	newest := q.next
	if newest == nil {
		newest = q.under
	}
	switch {
	case q.err != nil: // nobody saw what came before it
	case newest == nil:
		q.showFunc([]*state.Event{frame})
	case len(newest.frames) < maxFrames:
		newest.frames = append(newest.frames, frame)
		newest.waits = false
		q.begin()
	}
}
