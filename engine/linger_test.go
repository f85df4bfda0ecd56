package engine

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Only a run that may go on in the same moment is given way to.
func TestGrowing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		next  state.RunStatus // "" has nothing to write
		waits int
		want  bool
	}{
		{name: "at work", next: state.RunRunning, want: true},
		{name: "at its end", next: state.RunCompleted},
		{name: "with a question", next: state.RunWaiting},
		{name: "waiting for what it sent", next: state.RunRunning, waits: 1},
		{name: "nothing to write"},
	} {
		p := &pipe{waits: c.waits}
		if c.next != "" {
			p.next = &parcel{commit: &store.Commit{Status: c.next}}
		}
		if got := p.growing(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A run is given way to for a while, not until it is done.
func TestLingerEnds(t *testing.T) {
	t.Parallel()
	r := &run{}
	r.pipe.next = &parcel{commit: &store.Commit{Status: state.RunRunning}}
	began := time.Now()
	r.linger(make(chan *pending))
	if took := time.Since(began); took < lingering {
		t.Errorf("gave way for %s", took)
	}
	r.pipe.next.commit.Status = state.RunCompleted
	r.linger(make(chan *pending))
}
