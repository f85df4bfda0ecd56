package teams

import (
	"slices"
	"sync"
)

// queue says when a step's turn is: when all that it waits for is done, and
// where only so many may work at once, in the plan's order of those that could.
type queue struct {
	order []string
	waits map[string][]string
	turns map[string]chan struct{} // closed when a step may begin

	mu    sync.Mutex
	free  int             // how many more may begin; guarded by mu like what follows
	begun map[string]bool // whose turn has come, or who gave it up
	done  map[string]bool
}

// newQueue is for a plan of which nothing is at work; atOnce below one is no
// bound.
func newQueue(plan Plan, waits map[string][]string, atOnce int) *queue {
	q := &queue{waits: waits, turns: map[string]chan struct{}{}, free: len(plan.Steps), begun: map[string]bool{}, done: map[string]bool{}}
	if atOnce > 0 {
		q.free = atOnce
	}
	for _, step := range plan.Steps {
		q.order = append(q.order, step.StepID)
		q.turns[step.StepID] = make(chan struct{})
		q.begun[step.StepID], q.done[step.StepID] = step.Status.Done(), step.Status.Done()
	}
	q.advance()
	return q
}

// advance has those begin whose turn has come. The caller holds mu, or nobody
// else has the queue yet.
func (q *queue) advance() {
	for _, id := range q.order {
		open := slices.ContainsFunc(q.waits[id], func(dep string) bool { return !q.done[dep] })
		if q.free == 0 || q.begun[id] || open {
			continue
		}
		q.begun[id] = true
		q.free--
		close(q.turns[id])
	}
}

// end is told when a step is done; one whose turn never came, because it was
// skipped before, has taken no place.
func (q *queue) end(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.begun[id] {
		q.free++
	}
	q.begun[id], q.done[id] = true, true
	q.advance()
}
