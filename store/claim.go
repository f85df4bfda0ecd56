package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// maxDue bounds one sweep.
const maxDue = 1000

// Claim makes owner the one that executes the run, and returns the run with
// the new fence and where its session stands. Claimable is a queued run with
// no unfinished one before it in its session, and a running one that nobody
// owns, that is owner's already, or whose owner's lease (see Heartbeat) is
// over or was never given. Anything else is ErrFenced, so of several nodes
// that try exactly one gets it. A waiting run isn't claimable: Resume it
// first. What was written under an earlier claim and is still on its way is
// refused when it arrives.
//
// now is the database's clock (Now). A node heartbeats before it claims:
// without a lease others would take the run away at once.
func (s *Store) Claim(ctx context.Context, runID, owner string, now time.Time) (state.Run, Head, error) {
	return s.claimRun(ctx, runID, owner, now, 1)
}

// Reclaim is Claim by an owner that has not failed: it counts as no attempt.
func (s *Store) Reclaim(ctx context.Context, runID, owner string, now time.Time) (state.Run, Head, error) {
	return s.claimRun(ctx, runID, owner, now, 0)
}

func (s *Store) claimRun(ctx context.Context, runID, owner string, now time.Time, attempts int64) (state.Run, Head, error) {
	what := "claim run " + runID
	if owner == "" {
		return state.Run{}, Head{}, fmt.Errorf("%s: %w: no owner", what, ErrInvalid)
	}
	known, err := s.Run(ctx, Server(), runID)
	if err != nil {
		return state.Run{}, Head{}, err
	}
	c, err := change(ctx, s, what, func(ctx context.Context, q *queries) (c claim, err error) {
		// The head before the run, as everybody takes them; its new fence is what refuses
		// the last owner's late writes.
		c.head, err = q.ClaimHead(ctx, sqlc.ClaimHeadParams{RunID: runID, Owner: owner, SessionID: known.SessionID})
		if err != nil {
			return c, err
		}
		c.run, err = one(ctx, q, q.ClaimRun, sqlc.ClaimRunParams{
			Owner: owner, Fence: c.head.Fence, Attempts: attempts, Now: millis(now), ID: runID,
		})
		return c, err
	})
	if errors.Is(err, ErrNotFound) { // no longer claimable, or gone
		return state.Run{}, Head{}, fmt.Errorf("%s: %w", what, ErrFenced)
	}
	if err != nil {
		return state.Run{}, Head{}, err
	}
	run, err := runOf(c.run)
	return run, headOf(c.head), err
}

// claim is a run with the head that it has.
type claim struct {
	head sqlc.Head
	run  sqlc.Run
}

// ClaimDue lists up to limit runs that owner's Claim would take right now,
// the oldest first: what a lost wake-up or a dead node left behind. Nothing
// is claimed yet, so another node may be faster.
func (s *Store) ClaimDue(ctx context.Context, owner string, now time.Time, limit int) ([]state.Run, error) {
	return runsOf(fetch(ctx, s, "find due runs", s.reads.DueRuns, sqlc.DueRunsParams{
		Owner: owner, Now: millis(now), Count: int32(bounded(limit, maxDue)),
	}))
}

// HeldRuns lists up to limit running runs that owner has claimed, the oldest
// first: what an owner works on, or has lost the answer to its claim of.
func (s *Store) HeldRuns(ctx context.Context, owner string, limit int) ([]state.Run, error) {
	return runsOf(fetch(ctx, s, "find held runs", s.reads.HeldRuns, sqlc.HeldRunsParams{
		Owner: owner, Count: int32(bounded(limit, maxDue)),
	}))
}

// Heartbeat notes that the node lives and until when its runs are its own.
func (s *Store) Heartbeat(ctx context.Context, nodeID string, startedAt, leaseUntil time.Time) error {
	return s.write(ctx, "heartbeat", func(ctx context.Context, q *queries) error {
		return q.Heartbeat(ctx, sqlc.HeartbeatParams{
			ID: nodeID, StartedAt: millis(startedAt), LeaseUntil: millis(leaseUntil),
		})
	})
}

// LiveNodes counts the nodes whose lease holds.
func (s *Store) LiveNodes(ctx context.Context, now time.Time) (int64, error) {
	return get(ctx, s, "count nodes", s.reads.LiveNodes, millis(now))
}

// ReleaseNode gives up the node's lease and its running runs, so that
// others can claim them at once, and tells which these are. The node's own
// late writes are fenced as soon as this returns.
func (s *Store) ReleaseNode(ctx context.Context, nodeID string) (runIDs []string, err error) {
	return change(ctx, s, "release node", func(ctx context.Context, q *queries) ([]string, error) {
		if err := q.ReleaseHeads(ctx, nodeID); err != nil {
			return nil, err
		}
		runIDs, err := q.ReleaseRuns(ctx, nodeID)
		if err != nil {
			return nil, err
		}
		return runIDs, q.DeleteNode(ctx, nodeID)
	})
}

// ReleaseAll gives up every lease and every running run. It is for an
// Exclusive store at its start, when every owner is a dead process.
func (s *Store) ReleaseAll(ctx context.Context) error {
	return s.write(ctx, "release all runs", func(ctx context.Context, q *queries) error {
		if err := q.ReleaseAllHeads(ctx); err != nil {
			return err
		}
		if err := q.ReleaseAllRuns(ctx); err != nil {
			return err
		}
		return q.DeleteNodes(ctx)
	})
}

// AddControl leaves a request for the run's owner; the same request twice is one. A
// run that is to be cancelled and rests, or comes to rest later, is due (see
// DueInterrupts) at once, and ends in no other way (see ErrCancelled); one that
// is over is ErrNotFound.
func (s *Store) AddControl(ctx context.Context, owner Owner, c Control) error {
	if err := texts("kind", c.Kind, "arg", c.Arg); err != nil {
		return fmt.Errorf("control run %s: %w", c.RunID, err)
	}
	return s.write(ctx, "control run "+c.RunID, func(ctx context.Context, q *queries) error {
		if !owner.All() {
			if _, err := q.ownedRun(ctx, owner, c.RunID); err != nil {
				return err
			}
		}
		err := q.InsertControl(ctx, sqlc.InsertControlParams{
			RunID: c.RunID, Kind: c.Kind, Arg: c.Arg, CreatedAt: millis(c.At),
		})
		if err != nil || c.Kind != ControlCancel {
			return err
		}
		n, err := q.RequestCancel(ctx, c.RunID)
		if err == nil && n == 0 {
			return ErrNotFound
		}
		return err
	})
}

// Cancelled tells whether somebody requested the run, which isn't over, to be
// cancelled.
func (s *Store) Cancelled(ctx context.Context, runID string) (bool, error) {
	return read(ctx, s, "look for a cancel", func(ctx context.Context, q *queries) (bool, error) {
		n, err := q.CancelsOf(ctx, sqlc.CancelsOfParams{RunID: runID, Kind: ControlCancel})
		return n > 0, err
	})
}

// Controls lists the controls about owner's unfinished runs, the oldest
// first. They stay until the run ends, so the reader passes over what it
// has carried out.
func (s *Store) Controls(ctx context.Context, owner string) ([]Control, error) {
	return list(ctx, s, "controls", s.reads.Controls, owner, func(r sqlc.RunControl) Control {
		return Control{RunID: r.RunID, Kind: r.Kind, Arg: r.Arg, At: fromMillis(r.CreatedAt)}
	})
}
