package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
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

// leave gives up what the node holds, so that others take it at once.
func (e *Engine) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := e.cfg.Store.ReleaseNode(ctx, e.cfg.NodeID); err != nil {
		e.cfg.Logger.Warn("release node", "error", err)
	}
}

// heartbeat renews the node's lease by the database's clock.
func (e *Engine) heartbeat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, e.cfg.Lease)
	defer cancel()
	now, err := e.cfg.Store.Now(ctx)
	if err != nil {
		return err
	}
	if err := e.cfg.Store.Heartbeat(ctx, e.cfg.NodeID, now, now.Add(e.cfg.Lease)); err != nil {
		return err
	}
	if e.cfg.Store.Exclusive() {
		return nil
	}
	live, err := e.cfg.Store.LiveNodes(ctx, now)
	if err != nil {
		return err
	}
	e.company.Store(live > 1)
	return nil
}

// beat renews the lease and carries out wishes that came through the store.
func (e *Engine) beat(ctx context.Context) error {
	tick := time.NewTicker(e.cfg.Beat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := e.heartbeat(ctx); err != nil && ctx.Err() == nil {
			e.cfg.Logger.Warn("heartbeat", "error", err)
			continue
		}
		if !e.cfg.Store.Exclusive() {
			e.obey(ctx)
		}
	}
}

// sweep looks for runs that nobody works on, at times that differ between
// nodes so that they don't all ask at once.
func (e *Engine) sweep(ctx context.Context) error {
	for {
		e.claimDue(ctx)
		pause := e.cfg.Sweep/2 + rand.N(e.cfg.Sweep)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

func (e *Engine) claimDue(ctx context.Context) {
	if e.draining.Load() {
		return
	}
	now, err := e.cfg.Store.Now(ctx)
	if err == nil {
		due, dueErr := e.cfg.Store.ClaimDue(ctx, e.cfg.NodeID, now, e.cfg.MaxRuns)
		for _, row := range due {
			e.launch(row.ID)
		}
		err = dueErr
	}
	if err != nil && ctx.Err() == nil {
		e.cfg.Logger.Warn("sweep", "error", err)
	}
}
