package engine

import (
	"context"
	"math/rand/v2"
	"time"
)

// keepBatch bounds the sessions that one look removes something of.
const keepBatch = 200

// sweepRetention hides sessions whose time is over and removes what Retention
// does not keep, now and then, on whichever nodes there are.
func (e *Engine) sweepRetention(ctx context.Context) error {
	for {
		pause := e.cfg.RetainEvery/2 + rand.N(e.cfg.RetainEvery)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		if err := e.retain(ctx); err != nil && ctx.Err() == nil {
			e.cfg.Logger.Warn("retention", "error", err)
		}
	}
}

func (e *Engine) retain(ctx context.Context) error {
	now, err := e.cfg.Store.Now(ctx)
	if err != nil {
		return err
	}
	if _, err := e.cfg.Store.ExpireSessions(ctx, now); err != nil {
		return err
	}
	for more := true; more && ctx.Err() == nil; {
		done, err := e.cfg.Store.Retain(ctx, now, e.cfg.Retention, keepBatch)
		if err != nil {
			return err
		}
		if more = done.More; done.Sessions+done.Checkpoints+done.Events+done.Runs+done.Documents+done.Memories > 0 {
			e.cfg.Logger.Info("retention", "sessions", done.Sessions, "checkpoints", done.Checkpoints,
				"events", done.Events, "results", done.Results, "runs", done.Runs, "documents", done.Documents, "memories", done.Memories)
		}
	}
	return nil
}
