package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// The plain way to write is a few prepared statements for each item, which both
// databases understand.

// soft tells what an item can be refused with before it has written
// anything, so that the rest of its transaction goes on.
func soft(err error) bool {
	for _, kind := range []error{ErrFenced, ErrNotFound, ErrConflict, ErrBusy, ErrQueueFull, ErrInvalid} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// errHard wraps errors after which the whole transaction is undone, whatever
// they are.
var errHard = errors.New("store: transaction failed")

// together writes entries in one transaction. With err nothing was written,
// unless it is ErrUnknown.
func (s *Store) together(ctx context.Context, entries []*entry) error {
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	sent, err := s.db.Tx(bound, func(tx sqlc.DBTX) error {
		q := s.queries(tx)
		for _, it := range entries {
			if err := q.write(bound, it); err != nil {
				return err
			}
		}
		return nil
	})
	err = s.wrap(ctx, "write", outcome(sent, err))
	for _, it := range entries {
		if err != nil && it.err == nil {
			it.reset()
		}
	}
	return err
}

// write writes one item; an error is of the whole transaction.
func (q *queries) write(ctx context.Context, it *entry) (err error) {
	if it.submission == nil {
		err = q.commit(ctx, it.commit)
	} else {
		err = q.submit(ctx, it.submission)
	}
	it.err = nil
	// Refused before it wrote anything: the transaction goes on with the others.
	if err != nil && !errors.Is(err, errHard) && soft(err) {
		it.err = err
		return nil
	}
	return err
}

// commit writes a transition.
func (q *queries) commit(ctx context.Context, c *Commit) error {
	values := c.plan()
	n, err := q.advance(ctx, c, values.base)
	if err != nil {
		return err
	}
	steps := int64(len(c.Checkpoints))
	// The session stands elsewhere than the writer knew: a change would be put upon a
	// state that it was not made of.
	if n.LastStep-steps != c.Head.LastStep || n.BaseStep != values.base && steps > 0 {
		values = c.whole(n.LastStep - steps)
	}
	c.number(Head(n))
	if err := q.rows(ctx, c, values); err != nil {
		return fmt.Errorf("%w: %w", errHard, err)
	}
	return nil
}

// advance moves the session's head on, if the commit has the right to.
func (q *queries) advance(ctx context.Context, c *Commit, base int64) (n sqlc.AdvanceRow, err error) {
	p := sqlc.AdvanceParams{
		Events: int64(len(c.Events)), Messages: int64(len(c.Messages)), Steps: int64(len(c.Checkpoints)),
		KnownStep: c.Head.LastStep, KnownBase: c.Head.BaseStep, ChainBase: base,
		DeliveredSeq: c.DeliveredSeq, Ended: flag(c.Status.Terminal()),
		SessionID: c.SessionID, RunID: c.RunID, Owner: c.Owner, Fence: c.Fence,
	}
	switch {
	case c.Unclaimed:
		head, err := q.free(ctx, c)
		if err != nil {
			return n, err
		}
		// Another run's claim stays as it is.
		p.RunID, p.Owner, p.Fence, p.NextRunID, p.NextOwner = head.RunID, head.Owner, head.Fence, head.RunID, head.Owner
	case c.RunID == "" || c.Owner == "": // what a head without a claim has
		return n, ErrFenced
	case c.Status == state.RunRunning:
		p.NextRunID, p.NextOwner = c.RunID, c.Owner
	}
	// No row is no right: owner and fence stand in the statement's condition, so that
	// nothing can happen between the look and the write.
	if n, err = q.Advance(ctx, p); errors.Is(err, sql.ErrNoRows) {
		return n, ErrFenced
	}
	return n, hard(err)
}

// after is where the session stands after a commit whose Head is right.
func (c *Commit) after(base int64) Head {
	to := c.Head
	to.LastSeq += int64(len(c.Events))
	to.LastMessageID += int64(len(c.Messages))
	to.LastStep += int64(len(c.Checkpoints))
	to.BaseStep = base
	to.OpenRuns -= flag(c.Status.Terminal())
	return to
}

// free holds the head of a commit whose run nobody holds: the run's own row tells
// whether that is still so.
func (q *queries) free(ctx context.Context, c *Commit) (head sqlc.Head, err error) {
	if head, err = q.HoldHead(ctx, c.SessionID); errors.Is(err, sql.ErrNoRows) {
		return head, ErrFenced
	} else if err != nil {
		return head, hard(err)
	}
	run, err := one(ctx, q, q.Run, c.RunID)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return head, hard(err)
	}
	if err != nil || run.SessionID != c.SessionID || run.Fence != c.Fence {
		return head, ErrFenced
	}
	known, err := runOf(run)
	if err != nil {
		return head, hard(err)
	}
	// An answer leaves the fence as it is.
	if known.Status == state.RunQueued && c.Asked == "" ||
		known.Status == state.RunWaiting && known.Interrupt != nil && known.Interrupt.ID == c.Asked {
		return head, nil
	}
	return head, ErrFenced
}

// rows writes what a commit brings besides its head.
func (q *queries) rows(ctx context.Context, c *Commit, values chain) error {
	if c.moves() {
		n, err := moveIn(ctx, q, c.SessionID, q.MoveRun, c.place())
		if err == nil && n != 1 {
			err = ErrCancelled
		}
		if err != nil {
			return fmt.Errorf("move run %s: %w", c.RunID, err)
		}
	}
	if err := c.history(ctx, q, values); err != nil {
		return err
	}
	return q.extras(ctx, c)
}

// moves tells whether the run's own row changes: in the middle of its work
// it does not.
func (c *Commit) moves() bool { return c.Status != state.RunRunning }

// place is the run's row after a commit that moves it.
func (c *Commit) place() sqlc.MoveRunParams {
	p := sqlc.MoveRunParams{
		Status: string(c.Status), NextNode: c.NextNode, PlanShown: flag(c.PlanShown),
		Error: c.Error, ID: c.RunID, SessionID: c.SessionID,
	}
	if c.Status.Terminal() {
		p.FinishedAt = millis(c.At)
	}
	if c.Interrupt != nil && (c.Status == state.RunWaiting || c.Status == state.RunCompleted) {
		p.Interrupt, p.WakeAt = c.question, optionalMillis(c.Interrupt.ExpiresAt) // then the default answers
		p.AskedOf, p.AskedAt = c.Interrupt.Role(), millis(c.Interrupt.AskedAt)
	}
	return p
}

// hard marks an error as one of the whole transaction.
func hard(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", errHard, err)
}
