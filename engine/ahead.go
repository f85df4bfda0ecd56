package engine

import (
	"context"
	"errors"

	"github.com/madang-dev/madang/internal/failpoint"
	"github.com/madang-dev/madang/store"
)

// A query in a session that this node left at rest is worked on while it is
// on its way to the store: where the session stands is known, so what will
// become of the submission is, too, unless somebody else was faster. What the
// run commits meanwhile goes into the same transaction. Nobody sees anything
// of it, and nothing outside is touched, before that is durable; when the
// session turns out to stand elsewhere the run is given up without a trace and
// begun anew.

// errNotAsForeseen is the end of a run that was begun ahead in vain.
var errNotAsForeseen = errors.New("engine: the session stood elsewhere")

// rest remembers the state that the run leaves, and where it leaves the
// session if that is free, for the next run on this node.
func (r *run) rest() {
	e, id := r.engine, r.row.SessionID
	if r.durable != nil {
		k := warmState{checkpoint: r.durable, written: r.written}
		e.warm.keep(id, k, k.weight())
	}
	if r.head.OpenRuns == 0 {
		e.places.keep(id, store.Place{Head: r.head, LastRun: r.row.Seq, Fence: r.row.Fence}, 1)
	}
}

// foresee begins the submission's run ahead of it, where that can be; nil is
// no. Its caller ends it by arrived or giveUp.
func (e *Engine) foresee(sub *store.Submission) *run {
	place, ok := e.places.take(sub.Run.SessionID)
	if !ok || sub.Owner == "" {
		return nil
	}
	if k, ok := e.warm.find(sub.Run.SessionID); place.Head.LastStep > 0 && (!ok || k.checkpoint.StepNo != place.Head.LastStep) {
		return nil
	}
	sub.Place = &place
	done := sub.Foresee()
	r := &run{
		engine: e, id: done.Run.ID, row: done.Run, head: done.Head, claimed: true, fresh: true,
		arrival: make(chan struct{}),
	}
	// The submission is the first that is on its way to the store for it.
	r.pipe.busy, r.pipe.under = true, &parcel{}
	if !e.start(r) {
		return nil
	}
	return r
}

// first is what may go with the submission by now; nil is nothing.
func (r *run) first() *parcel {
	q := &r.pipe
	q.mu.Lock()
	defer q.mu.Unlock()
	p := q.next
	if p == nil || q.err != nil || len(q.under.frames) > 0 || len(p.commit.Effects) > 0 {
		return nil
	}
	q.under, q.next = p, nil
	q.moved()
	p.commit.Head = r.head
	return p
}

// arrived goes on with a run whose submission is durable as foreseen, first
// with it. Nothing is shown before the client was told so.
func (r *run) arrived(first *parcel, told <-chan struct{}) {
	close(r.arrival)
	q := &r.pipe
	q.telling.Lock()
	defer q.telling.Unlock()
	if first == nil {
		arrival := q.carried()
		if q.more() {
			_ = r.dispatch() // the pipe keeps its error
		}
		<-told
		r.showBehind(arrival)
		return
	}
	err := r.land(first, nil)
	switch {
	case err != nil:
		q.end(err)
	case q.more():
		_ = r.dispatch()
	}
	<-told
	if err == nil {
		r.tell(first)
	}
}

// giveUp ends a run that was begun in vain. Another of the same name may
// begin at once.
func (e *Engine) giveUp(r *run) {
	e.mu.Lock()
	if e.runs[r.id] == r {
		delete(e.runs, r.id)
	}
	e.mu.Unlock()
	r.pipe.end(errNotAsForeseen)
	r.cancel(errNotAsForeseen)
	close(r.arrival)
}

// landed waits until the submission of a run that was begun ahead is durable.
func (r *run) landed(ctx context.Context) error {
	if r.arrival == nil {
		return nil
	}
	r.pipe.waits(1)
	defer r.pipe.waits(-1)
	select {
	case <-r.arrival:
		return r.pipe.lost()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// confirm ends what foresee began: the run goes on, and the client is told that
// its query is stored, or it is given up, and false says to begin it anew.
func (e *Engine) confirm(p *pending, tell func()) bool {
	if !p.submission.AsForeseen() || (p.parcel != nil) != p.submission.Done.First {
		e.giveUp(p.run)
		return false
	}
	if failpoint.Hit(failpoint.ClaimAfter) != nil {
		e.giveUp(p.run)
		return true
	}
	// Whoever submits has a socket to hear, which may end in this moment.
	told := make(chan struct{})
	defer close(told)
	go p.run.arrived(p.parcel, told)
	tell()
	return true
}
