package engine

import (
	"testing"
	"time"
)

// What a run that is alone has to commit is kept for what it sends in the same
// breath, but nobody waits for that: neither others nor the run itself.
func TestARunThatIsAloneIsGivenWayTo(t *testing.T) {
	t.Parallel()
	const long = time.Hour // nobody comes to see its end
	own, other := &pending{}, &pending{}
	queue := make(chan *pending, 1)

	began := time.Now()
	if batch := ripen([]*pending{own}, &pipe{}, queue, ripe); len(batch) != 1 || time.Since(began) < ripe {
		t.Errorf("%d kept for %s, want 1 for %s", len(batch), time.Since(began), ripe)
	}

	queue <- other
	if batch := ripen([]*pending{own}, &pipe{}, queue, long); len(batch) != 2 || batch[1] != other {
		t.Errorf("what another has to commit is not with it: %d", len(batch))
	}

	waits := &pipe{waiting: 1}
	if batch := ripen([]*pending{own}, waits, queue, long); len(batch) != 1 {
		t.Errorf("%d of a run that waits, want 1", len(batch))
	}

	for name, halt := range map[string]func(*pipe){
		"for the store": func(q *pipe) {
			q.mu.Lock()
			defer q.mu.Unlock()
			q.wait()
		},
		"for its query": func(q *pipe) { q.waits(1) },
	} {
		var q pipe
		go func() {
			time.Sleep(time.Millisecond) // most times ripen is asleep by then
			halt(&q)
		}()
		if batch := ripen([]*pending{own}, &q, queue, long); len(batch) != 1 {
			t.Errorf("%d of a run that comes to wait %s, want 1", len(batch), name)
		}
		q.mu.Lock()
		q.moved()
		q.mu.Unlock()
	}
}
