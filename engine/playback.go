package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// playback takes the commits of a replay instead of the store. It lets each
// transition in when it is its turn by the record, so that steps which went
// on side by side end in the order in which they did, and compares it.
type playback struct {
	record
	patience time.Duration
	// anewFunc tells whether a Do works again instead of giving the record.
	anewFunc func(name string) bool

	mu sync.Mutex
	r  *run
	// pos is the next recorded checkpoint, end where the claim ends.
	pos, end int
	moved    chan struct{} // closed when pos moves
	waiting  []string      // labels that wait for their turn
	stuck    bool
	made     []*state.Event

	differences []Difference
	// missing is what the record lacks; nil is nothing.
	missing error
}

// errDiverged ends a replay that can't go on as recorded.
var errDiverged = errors.New("engine: the replay went another way")

// maxShown bounds what a difference shows of each side, in bytes.
const maxShown = 400

func (p *playback) differ(where, recorded, replayed string) {
	p.differences = append(p.differences, Difference{where, shorten(recorded), shorten(replayed)})
}

func shorten(s string) string {
	if len(s) <= maxShown {
		return s
	}
	return strings.ToValidUTF8(s[:maxShown], "") + "…"
}

func (p *playback) diverged() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stuck
}

// begin is before the first transition of a claim.
func (p *playback) begin(r *run) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.r = r
	p.prompt()
}

// turn waits until the record's next transition has that label. Where the
// claim ended the replay of it ends too.
func (p *playback) turn(ctx context.Context, label string) (time.Time, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if label == "" { // an end without a state
		if n := len(p.made); n < len(p.events) {
			return p.events[n].CreatedAt, nil
		}
		return time.Now().UTC(), nil
	}
	p.waiting = append(p.waiting, label)
	defer func() {
		p.waiting = slices.Delete(p.waiting, slices.Index(p.waiting, label), slices.Index(p.waiting, label)+1)
	}()
	for {
		// Transitions that were let in and are not committed yet have their turn already.
		next := p.pos + int(p.r.ahead.Load())
		switch {
		case p.stuck:
			return time.Time{}, errDiverged
		case next >= p.end:
			return time.Time{}, errHandover
		case p.checkpoints[next].Label == label:
			return p.checkpoints[next].CreatedAt, nil
		}
		// The channel is taken under the lock: a move between the look and the wait would
		// be missed, and the replay would stand still until patience ends it.
		moved := p.moved
		p.mu.Unlock()
		select {
		case <-moved:
		case <-ctx.Done():
		}
		p.mu.Lock()
		if err := context.Cause(ctx); err != nil && !p.stuck {
			return time.Time{}, err
		}
	}
}

// miss ends the replay: the record lacks something.
func (p *playback) miss(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.missing, p.stuck = err, true
	p.tell()
	p.r.cancel(errDiverged)
}

// apply compares a commit with the record and moves on.
func (p *playback) apply(c *store.Commit) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, checkpoint := range c.Checkpoints {
		if p.pos >= p.end {
			p.differ("transition", "none", checkpoint.Label)
			return errDiverged
		}
		recorded := &p.checkpoints[p.pos]
		// The numbers are the store's to give; here the record stands in for it.
		checkpoint.SessionID, checkpoint.StepNo = recorded.SessionID, recorded.StepNo
		p.compare(recorded, checkpoint)
		c.Head.LastStep = recorded.StepNo
		p.pos++
	}
	p.made = append(p.made, c.Events...)
	p.tell()
	if p.pos >= p.end && c.Status == state.RunRunning {
		p.r.cancel(errHandover) // here its node was lost
	}
	p.prompt()
	return nil
}

// tell wakes all who wait; its caller has the lock.
func (p *playback) tell() {
	close(p.moved)
	p.moved = make(chan struct{})
}

func (p *playback) compare(recorded, played *state.Checkpoint) {
	where := fmt.Sprintf("step %d (%s)", recorded.StepNo, recorded.Label)
	for _, f := range []struct{ field, recorded, played string }{
		{"label", recorded.Label, played.Label},
		{"node", recorded.Node, played.Node},
		{"next_node", recorded.NextNode, played.NextNode},
		{"phase", recorded.Phase, played.Phase},
		{"status", recorded.Status, played.Status},
	} {
		if f.recorded != f.played {
			p.differ(where+" "+f.field, f.recorded, f.played)
		}
	}
	if string(recorded.State) == string(played.State) {
		return
	}
	changes := state.Changes(recorded.State, played.State, "", "", recorded.CreatedAt)
	// Another order of names, another spelling of a number: no field differs, and
	// equal means byte for byte.
	if len(changes) == 0 {
		p.differ(where+" state", string(recorded.State), string(played.State))
	}
	for _, change := range changes {
		p.differ(where+" state."+change.FieldChanged, string(change.OldValue), string(change.NewValue))
	}
}

// prompt does what the user or the clock did before the next transition.
func (p *playback) prompt() {
	if p.pos >= p.end {
		return
	}
	switch next := &p.checkpoints[p.pos]; {
	case next.Label == "run "+string(state.RunCancelled):
		p.r.stop()
	case next.Label == "run "+string(state.RunFailed) && p.run.Error == errDeadline.Error():
		p.r.cancel(errDeadline)
	}
}

// watch ends a replay that stands still.
func (p *playback) watch(ctx context.Context, cancel context.CancelCauseFunc) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			p.mu.Lock()
			moved := p.moved
			p.mu.Unlock()
			timer := time.NewTimer(p.patience)
			select {
			case <-moved:
				timer.Stop()
			case <-ctx.Done():
				timer.Stop()
				return
			case <-timer.C:
				p.giveUp()
				cancel(errDiverged)
				return
			}
		}
	}()
	return done
}

func (p *playback) giveUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stuck = true
	recorded := "nothing more"
	if p.pos < p.end {
		recorded = p.checkpoints[p.pos].Label
	}
	p.differ("order", recorded, strings.Join(p.waiting, ", "))
	p.tell()
}

// compareEvents holds the events that were made against the record.
func (p *playback) compareEvents() {
	for i := range max(len(p.events), len(p.made)) {
		switch {
		case i >= len(p.made):
			p.differ("event "+p.events[i].ID, frameOf(&p.events[i]), "none")
		case i >= len(p.events):
			p.differ("event after the last", "none", frameOf(p.made[i]))
		default:
			recorded, played := frameOf(&p.events[i]), frameOf(p.made[i])
			if recorded != played {
				at := differsAt(recorded, played)
				p.differ("event "+p.events[i].ID, recorded[at:], played[at:])
			}
		}
	}
}

// frameOf is an event without its numbers, which the store gives.
func frameOf(ev *state.Event) string {
	return ev.Type + " " + ev.CreatedAt.UTC().Truncate(time.Millisecond).Format(time.RFC3339Nano) + " " + string(ev.Payload)
}

// differsAt is a little before the first byte in which two texts differ.
func differsAt(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return max(i-60, 0)
}
