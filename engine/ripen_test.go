package engine

import (
	"testing"
	"time"
)

func TestARunThatIsAloneIsGivenWayTo(t *testing.T) {
	t.Parallel()
	looks := 0
	alone := func() bool { looks++; return false }
	var q pipe
	began := time.Now()
	q.ripen(alone)
	if took := time.Since(began); took < quiet || looks < 2 {
		t.Errorf("%s and %d looks for a run that sends nothing", took, looks)
	}
	// One that goes on sending, to the end of what is allowed.
	sending := func() bool {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.sent++
		return false
	}
	began = time.Now()
	q.ripen(sending)
	if took := time.Since(began); took < ripe {
		t.Errorf("%s for a run that goes on", took)
	}
	// Nothing is waited for when others come, or when the run itself waits.
	looks = 0
	q.ripen(func() bool { looks++; return true })
	if looks != 1 {
		t.Errorf("%d looks although others had come", looks)
	}
	q.waiting, looks = 1, 0
	q.ripen(alone)
	if looks != 1 {
		t.Errorf("%d looks although the run waits", looks)
	}
}
