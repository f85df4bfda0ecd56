package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/madang-dev/madang/state"
)

// join makes the node known. On a store that only one process can have,
// whatever an earlier process held is free at once.
func (e *Engine) join(ctx context.Context) error {
	if e.cfg.Store.Exclusive() {
		if err := e.cfg.Store.ReleaseAll(ctx); err != nil {
			return fmt.Errorf("release runs of an earlier process: %w", err)
		}
	}
	if err := e.heartbeat(ctx); err != nil {
		return fmt.Errorf("join as %s: %w", e.cfg.NodeID, err)
	}
	return nil
}

// leave gives up what the node holds and wakes others for it.
func (e *Engine) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	runs, err := e.cfg.Store.ReleaseNode(ctx, e.cfg.NodeID)
	if err != nil {
		e.cfg.Logger.Warn("release node", "error", err)
	}
	e.offer(runs...)
}

// heartbeat renews the node's lease by the database's clock.
func (e *Engine) heartbeat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, e.cfg.Lease)
	defer cancel()
	now, err := e.cfg.Store.Now(ctx)
	if err != nil {
		return err
	}
	e.clock.set(now, e.clock.read())
	if err := e.cfg.Store.Heartbeat(ctx, e.cfg.NodeID, now, now.Add(e.cfg.Lease)); err != nil {
		return err
	}
	e.lease.renew(now, e.cfg.Lease, e.cfg.Beat)
	if e.cfg.Store.Exclusive() {
		return nil
	}
	live, err := e.cfg.Store.LiveNodes(ctx, now)
	if err != nil {
		return err
	}
	e.peers.Store(live > 1)
	return nil
}

// lease is what a node knows of its own, by the database's clock. Who could
// not renew it because the store was away can't tell the dead from those that
// were cut off likewise.
type lease struct {
	mu      sync.Mutex
	renewed time.Time // the last time
	back    time.Time // the first time at all, or after a gap
}

// renew notes a renewal. Two beats left out in a row are a gap: another may
// have lost its lease meanwhile. The first one may be in the moment in which
// the store is back, but need not: it is waited for two beats less, so that
// nobody waits longer for a node that starts in the place of a dead one.
func (l *lease) renew(now time.Time, term, beat time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.renewed.IsZero():
		l.back = now.Add(-2 * beat)
	case now.Sub(l.renewed) > term-beat:
		l.back = now
	}
	l.renewed = now
}

// proves tells whether another's lease that is over by now proves it dead:
// the store could be reached when it should have renewed. This node's last
// renewal came two beats after the other's or later, and it has renewed
// without a gap for as long as others may need to be back (a renewal under way
// when the store returned fails after a term, the next comes a beat later).
func (l *lease) proves(now time.Time, term, beat time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return now.Sub(l.renewed) <= term-2*beat && now.Sub(l.back) > term+beat
}

// beat renews the lease and carries out controls that came through the store.
func (e *Engine) beat(ctx context.Context) error {
	tick := time.NewTicker(e.cfg.Beat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-e.clock.moved:
		}
		if err := e.heartbeat(ctx); err != nil && ctx.Err() == nil {
			e.cfg.Logger.Warn("heartbeat", "error", err)
			continue
		}
		e.applyControls(ctx)
	}
}

// sweep looks for what nobody works on and for what this node was not told,
// at times that differ between nodes so that they don't all ask at once.
func (e *Engine) sweep(ctx context.Context) error {
	idle := map[string]bool{}
	for n := 0; ; n++ {
		err := e.look(ctx)
		if err == nil && n%adoptEvery == 0 {
			idle, err = e.adopt(ctx, idle)
		}
		if err != nil && ctx.Err() == nil {
			e.cfg.Logger.Warn("sweep", "error", err)
		}
		pause := e.cfg.Sweep/2 + rand.N(e.cfg.Sweep)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// adoptEvery is how many sweeps pass between two looks for lost claims.
const adoptEvery = 2

// adopt takes up runs that are this node's by the store and that nobody
// here works on: the answer to the claim was lost. One that has only just
// come or gone is idle for less than two looks.
func (e *Engine) adopt(ctx context.Context, before map[string]bool) (idle map[string]bool, err error) {
	held, err := e.cfg.Store.HeldRuns(ctx, e.cfg.NodeID, 0)
	if err != nil {
		return before, err
	}
	idle = map[string]bool{}
	for _, row := range held {
		if e.local(row.ID) != nil {
			continue
		}
		if idle[row.ID] = true; !before[row.ID] {
			continue
		}
		e.cfg.Logger.Warn("run adopted", "run_id", row.ID, "session_id", row.SessionID)
		e.launch(row.ID)
	}
	return idle, nil
}

// look is one sweep. A bus that seems well may be silent for a moment before
// it is known to be broken, so what it has told is never believed to be all.
func (e *Engine) look(ctx context.Context) error {
	if err := e.claimDue(ctx); err != nil {
		return err
	}
	if !e.peers.Load() && e.now().UnixMilli() > e.uncertainUntil.Load() {
		return nil
	}
	return e.hub.catchUp(ctx)
}

// markUncertain has sweeps look for events that this node may have stored without
// hearing of it, for as long as a database may take to carry out what it was
// last asked for.
func (e *Engine) markUncertain() { e.uncertainUntil.Store(e.now().Add(commitPatience).UnixMilli()) }

// mayTake tells whether the run is nobody's, this node's, or one whose owner
// is dead if its lease is over.
func (e *Engine) mayTake(row *state.Run, now time.Time) bool {
	free := row.Status != state.RunRunning || row.Owner == "" || row.Owner == e.cfg.NodeID
	return free || e.lease.proves(now, e.cfg.Lease, e.cfg.Beat)
}

func (e *Engine) claimDue(ctx context.Context) error {
	if e.draining.Load() {
		return nil
	}
	now, err := e.cfg.Store.Now(ctx)
	if err != nil {
		return err
	}
	due, err := e.cfg.Store.ClaimDue(ctx, e.cfg.NodeID, now, e.cfg.MaxRuns)
	if err != nil {
		return err
	}
	for i := range due {
		if e.mayTake(&due[i], now) {
			e.launch(due[i].ID)
		}
	}
	if err := e.answerExpired(ctx, now); err != nil {
		return err
	}
	return e.beginDue(ctx)
}
