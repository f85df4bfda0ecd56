package engine

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/madang-dev/madang/internal/failpoint"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// pipe carries a run's commits to the store in their order, one at a time,
// while the run goes on. What comes while one is under way goes together
// with the next, and nothing of a commit is seen before it is durable. The
// zero pipe is ready.
type pipe struct {
	mu   sync.Mutex
	cond *sync.Cond
	// under is on its way to the store, next comes after it; nil is none.
	under, next *parcel
	// busy tells that a goroutine is at work on them.
	busy bool
	// waiting counts who waits for the store; halted is told when one does.
	waiting int
	halted  chan struct{}
	// err is why a commit failed: the run is ahead of the store then, and
	// nothing more may be written from it.
	err error
	// telling is held while a parcel's events are shown, which may go on
	// while the next one is written.
	telling sync.Mutex
}

// parcel is a commit with what is to be done once it is durable.
type parcel struct {
	commit      *store.Commit
	transitions int
	after       []func()
	// written is how the state is that a run leaves.
	written []written
	// frames came behind the commit and are not stored; they are shown
	// after its events.
	frames []*state.Event
}

const (
	// maxAhead is how many transitions a run may be ahead of the store
	// besides those that are on their way.
	maxAhead = 16
	// maxFrames bounds the frames that wait for a commit; more are lost.
	maxFrames = 1024
)

// takes tells whether q may become durable together with p: what an
// assistant's own writes undo should be theirs only, and frames between them
// should stay there.
func (p *parcel) takes(q *parcel) bool {
	a, b := p.commit, q.commit
	return a.Status == state.RunRunning && !a.Unclaimed && !b.Unclaimed && len(p.frames) == 0 &&
		len(a.Effects)+len(b.Effects) == 0 && len(a.Checkpoints)+len(b.Checkpoints) <= maxAhead
}

// add puts q behind p.
func (p *parcel) add(q *parcel) {
	a, b := p.commit, q.commit
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
	if b.Title != "" {
		a.Title = b.Title
	}
	a.Status, a.NextNode, a.Error, a.Interrupt = b.Status, b.NextNode, b.Error, b.Interrupt
	a.PlanShown, a.At = b.PlanShown, b.At
	a.DeliveredSeq = max(a.DeliveredSeq, b.DeliveredSeq)
	p.transitions += q.transitions
	p.after = append(p.after, q.after...)
	p.written = q.written
}

// send puts a parcel on its way and returns while it goes; it waits only
// when the run is too far ahead. Its error is of this or an earlier one.
func (r *run) send(p *parcel) error {
	q := &r.pipe
	q.mu.Lock()
	for q.err == nil && q.next != nil && !q.next.takes(p) {
		q.wait()
	}
	if q.err != nil {
		defer q.mu.Unlock()
		return q.err
	}
	if q.next == nil {
		q.next = p
	} else {
		q.next.add(p)
	}
	idle := !q.busy
	q.busy = true
	q.mu.Unlock()
	if !idle {
		return nil
	}
	if r.writer != nil { // a replay goes step by step
		r.play()
		return r.settle()
	}
	return r.dispatch()
}

// dispatch has the committer fetch what is there when its turn comes: what
// the run commits until then goes with it.
func (r *run) dispatch() error {
	err := failpoint.Hit(failpoint.CommitBefore)
	if err != nil {
		err = fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	} else {
		err = r.engine.commits.carry(r)
	}
	if err != nil {
		r.pipe.end(err)
	}
	return err
}

// settle waits until everything that was sent is durable; its error is that
// of what never will be.
func (r *run) settle() error {
	q := &r.pipe
	q.mu.Lock()
	for q.busy {
		q.wait()
	}
	err := q.err
	q.mu.Unlock()
	q.telling.Lock() // what is durable by now is shown, too
	defer q.telling.Unlock()
	return err
}

// reopen lets the run write again after settle has told of an error.
func (r *run) reopen() {
	r.pipe.mu.Lock()
	defer r.pipe.mu.Unlock()
	if !errors.Is(r.pipe.err, errNotAsForeseen) {
		r.pipe.err, r.pipe.next = nil, nil
	}
}

// carried is what is on its way to the store.
func (q *pipe) carried() *parcel {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.under
}

// lost is why nothing more may be written; nil is nothing.
func (q *pipe) lost() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.err
}

// wait gives up the lock until something has moved.
func (q *pipe) wait() {
	if q.cond == nil {
		q.cond = sync.NewCond(&q.mu)
	}
	q.waiting++
	q.halt()
	q.cond.Wait()
	q.waiting--
}

// waits counts those who wait for what is on its way.
func (q *pipe) waits(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting += n
	q.halt()
}

// ripe is how long the commit of a run that is alone is kept for what the run
// sends in the same breath. An idle process sleeps a millisecond at least.
const ripe = 300 * time.Microsecond

// onHalt has c, which needs room for one, filled once the run waits for what it
// has sent; nil ends that.
func (q *pipe) onHalt(c chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.halted = c
	q.halt()
}

// halt tells who ripens the pipe that the run waits; its caller has the lock.
func (q *pipe) halt() {
	if q.halted == nil || q.waiting == 0 {
		return
	}
	select {
	case q.halted <- struct{}{}:
	default:
	}
}

// moved wakes who waits; its caller has the lock.
func (q *pipe) moved() {
	if q.cond != nil {
		q.cond.Broadcast()
	}
}

// play is what dispatch comes to in a replay.
func (r *run) play() {
	for {
		p := r.fetch()
		if p == nil {
			return
		}
		if err := r.arrive(p, r.writer.apply(p.commit)); err != nil {
			r.pipe.end(err)
			return
		}
		if !r.pipe.more() {
			return
		}
	}
}

// fetch is what is to be written now, from where the session stands.
func (r *run) fetch() *parcel {
	q := &r.pipe
	q.mu.Lock()
	defer q.mu.Unlock()
	p := q.next
	q.under, q.next = p, nil
	q.moved()
	if p != nil {
		p.commit.Head = r.head
	}
	return p
}

// finish does what waited for a parcel that is written, or was refused, and
// goes on with what came meanwhile: the next parcel is on its way while this
// one's events are shown.
func (r *run) finish(p *parcel, err error) {
	r.pipe.telling.Lock()
	defer r.pipe.telling.Unlock()
	if err := r.land(p, err); err != nil {
		r.pipe.end(err)
		return
	}
	if r.pipe.more() {
		_ = r.dispatch() // the pipe keeps its error
	}
	r.tell(p)
}

// more tells whether there is something to write; if not the work is over.
func (q *pipe) more() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy = q.next != nil
	q.moved()
	return q.busy
}

// end is the end of the work by an error.
func (q *pipe) end(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.err, q.busy, q.under, q.next = err, false, nil, nil
	q.moved()
}

// done takes the frames that came behind a parcel; with the last of them it
// is over.
func (q *pipe) done(p *parcel) (frames []*state.Event) {
	q.mu.Lock()
	defer q.mu.Unlock()
	frames, p.frames = p.frames, nil
	if len(frames) == 0 && q.under == p {
		q.under = nil
	}
	return frames
}

// emit shows a frame that is not stored, after the events that were sent
// before it.
func (r *run) emit(frame *state.Event) {
	q := &r.pipe
	q.mu.Lock()
	if q.err != nil { // nothing before it was seen
		q.mu.Unlock()
		return
	}
	newest := q.next
	if newest == nil {
		newest = q.under
	}
	if newest != nil {
		if len(newest.frames) < maxFrames {
			newest.frames = append(newest.frames, frame)
		}
		q.mu.Unlock()
		return
	}
	q.mu.Unlock()
	r.show([]*state.Event{frame})
}

// show hands frames to who watches the session, here and on other nodes.
func (r *run) show(frames []*state.Event) {
	for _, frame := range frames {
		r.engine.hub.emit(frame)
	}
	r.engine.spread(r.row.SessionID, frames)
}

// arrive does what was waiting for a parcel to be durable.
func (r *run) arrive(p *parcel, err error) error {
	if err := r.land(p, err); err != nil {
		return err
	}
	r.tell(p)
	return nil
}

// land notes where the session stands with a parcel that is durable.
func (r *run) land(p *parcel, err error) error {
	if err != nil {
		return fmt.Errorf("commit run %s: %w", r.row.ID, err)
	}
	if err := failpoint.Hit(failpoint.CommitAfter); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	c := p.commit
	r.row.NextNode, r.row.Status = c.NextNode, c.Status
	r.head = c.Head
	if n := len(c.Checkpoints); n > 0 {
		r.durable, r.written = c.Checkpoints[n-1], p.written
	}
	if r.writer == nil && (c.Status == state.RunCompleted || c.Status == state.RunWaiting) {
		r.rest() // before the client is told, who may ask on at once
	}
	return nil
}

// tell shows a durable parcel's events and what is to be done after it.
func (r *run) tell(p *parcel) {
	c := p.commit
	r.engine.publish(c.SessionID, c.Events)
	if len(c.Events) == 0 {
		r.engine.hub.stir(c.SessionID)
	}
	if first := r.engine.cfg.Meter.FirstEventFunc; first != nil && !r.heard && len(c.Events) > 0 {
		first(r.row.Assistant, time.Since(r.row.CreatedAt))
	}
	r.heard = r.heard || len(c.Events) > 0
	for _, after := range p.after {
		after()
	}
	r.showBehind(p)
}

// showBehind shows the frames that came behind a parcel, as long as some come.
func (r *run) showBehind(p *parcel) {
	for frames := r.pipe.done(p); len(frames) > 0; frames = r.pipe.done(p) {
		r.show(frames)
	}
}

// commit makes c durable, with what was sent before it, and shows its
// events.
func (r *run) commit(c *store.Commit) error {
	if err := r.send(&parcel{commit: c, transitions: len(c.Checkpoints)}); err != nil {
		return err
	}
	return r.settle()
}
