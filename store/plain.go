package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// transaction is the plain way to write, which both databases understand:
// a few prepared statements for each item.
type transaction struct {
	tx sqlc.DBTX
	q  *queries
	// lock is the statement that keeps others off a head until the end; ""
	// where there is only one writer anyway.
	lock string
}

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
		t := transaction{tx: tx, q: s.queries(tx), lock: s.lock}
		for _, it := range entries {
			if err := t.write(bound, it); err != nil {
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
func (t *transaction) write(ctx context.Context, it *entry) (err error) {
	if it.submission == nil {
		err = t.commit(ctx, it.commit)
	} else {
		err = t.submit(ctx, it.submission)
	}
	it.err = nil
	if err != nil && !errors.Is(err, errHard) && soft(err) {
		it.err = err
		return nil
	}
	return err
}

// commit writes a transition.
func (t *transaction) commit(ctx context.Context, c *Commit) error {
	values := c.plan()
	n, err := t.advance(ctx, c, values.base)
	if err != nil {
		return err
	}
	steps := int64(len(c.Checkpoints))
	if n.LastStep-steps != c.Head.LastStep || n.BaseStep != values.base && steps > 0 {
		values = c.whole(n.LastStep - steps)
	}
	c.number(Head(n))
	if err := t.rows(ctx, c, values); err != nil {
		return fmt.Errorf("%w: %w", errHard, err)
	}
	return nil
}

// advance moves the session's head on, if the commit has the right to.
func (t *transaction) advance(ctx context.Context, c *Commit, base int64) (sqlc.AdvanceRow, error) {
	p := sqlc.AdvanceParams{
		Events: int64(len(c.Events)), Messages: int64(len(c.Messages)), Steps: int64(len(c.Checkpoints)),
		KnownStep: c.Head.LastStep, KnownBase: c.Head.BaseStep, ChainBase: base,
		DeliveredSeq: c.DeliveredSeq, Ended: flag(c.Status.Terminal()),
		SessionID: c.SessionID, RunID: c.RunID, Owner: c.Owner, Fence: c.Fence,
	}
	if c.Head.OpenRuns == 0 {
		p.KnownStep = -1
	}
	if c.Unclaimed {
		return t.advanceFree(ctx, c, p)
	}
	if c.Status == state.RunRunning {
		p.NextRunID, p.NextOwner = c.RunID, c.Owner
	}
	if c.RunID == "" || c.Owner == "" { // what a head without a claim has
		return sqlc.AdvanceRow{}, ErrFenced
	}
	if c.Head.OpenRuns > 0 {
		n, err := t.advanceKnown(ctx, c, &p)
		if err != nil || n == 1 {
			return sqlc.AdvanceRow(c.after(base)), hard(err)
		}
	}
	n, err := t.q.Advance(ctx, p)
	if errors.Is(err, sql.ErrNoRows) {
		return n, ErrFenced
	}
	return n, hard(err)
}

// advanceKnown is advance for a head that stands where its writer believes;
// no row is changed when it does not.
func (t *transaction) advanceKnown(ctx context.Context, c *Commit, p *sqlc.AdvanceParams) (int64, error) {
	to := c.after(p.ChainBase)
	return t.q.AdvanceKnown(ctx, sqlc.AdvanceKnownParams{
		LastSeq: to.LastSeq, LastStep: to.LastStep, BaseStep: to.BaseStep,
		LastMessageID: to.LastMessageID, OpenRuns: to.OpenRuns, DeliveredSeq: p.DeliveredSeq,
		NextRunID: p.NextRunID, NextOwner: p.NextOwner,
		SessionID: p.SessionID, RunID: p.RunID, Owner: p.Owner, Fence: p.Fence,
		KnownSeq: c.Head.LastSeq, KnownStep: c.Head.LastStep, KnownBase: c.Head.BaseStep,
		KnownMessage: c.Head.LastMessageID, KnownOpen: c.Head.OpenRuns,
	})
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

// advanceFree is advance for a run that nobody holds: its own row tells
// whether that is still so.
func (t *transaction) advanceFree(ctx context.Context, c *Commit, p sqlc.AdvanceParams) (sqlc.AdvanceRow, error) {
	if err := t.lockHead(ctx, c.SessionID); err != nil {
		return sqlc.AdvanceRow{}, err
	}
	run, err := one(ctx, t.q, t.q.Run, c.RunID)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return sqlc.AdvanceRow{}, hard(err)
	}
	if err != nil || run.SessionID != c.SessionID || run.Fence != c.Fence {
		return sqlc.AdvanceRow{}, ErrFenced
	}
	known, err := runOf(run)
	if err != nil {
		return sqlc.AdvanceRow{}, hard(err)
	}
	// An answer leaves the fence as it is.
	free := known.Status == state.RunQueued && c.Asked == "" ||
		known.Status == state.RunWaiting && known.Interrupt != nil && known.Interrupt.ID == c.Asked
	if !free {
		return sqlc.AdvanceRow{}, ErrFenced
	}
	n, err := t.q.AdvanceFree(ctx, sqlc.AdvanceFreeParams{
		Events: p.Events, Messages: p.Messages, Steps: p.Steps,
		KnownStep: p.KnownStep, KnownBase: p.KnownBase, ChainBase: p.ChainBase,
		DeliveredSeq: p.DeliveredSeq, Ended: p.Ended, SessionID: p.SessionID,
	})
	return sqlc.AdvanceRow(n), hard(err)
}

// rows writes what a commit brings besides its head.
func (t *transaction) rows(ctx context.Context, c *Commit, values chain) error {
	if c.moves() {
		n, err := t.q.MoveRun(ctx, c.place())
		if err == nil && n != 1 {
			err = ErrCancelled
		}
		if err != nil {
			return fmt.Errorf("move run %s: %w", c.RunID, err)
		}
	}
	if err := c.history(ctx, t.q, values); err != nil {
		return err
	}
	return t.extras(ctx, c)
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
		p.Interrupt, p.WakeAt = c.question, wakeAt(c.Interrupt)
		p.AskedOf, p.AskedAt = c.Interrupt.Role(), millis(c.Interrupt.AskedAt)
	}
	return p
}

// wakeAt is when the default answers a question, 0 is never.
func wakeAt(q *state.Interrupt) int64 {
	if q.ExpiresAt == nil {
		return 0
	}
	return millis(*q.ExpiresAt)
}

// lockHead keeps other writers off the session until the transaction ends.
func (t *transaction) lockHead(ctx context.Context, sessionID string) error {
	if t.lock == "" {
		return nil
	}
	_, err := t.tx.ExecContext(ctx, t.lock, sessionID)
	return hard(err)
}

// hard marks an error as one of the whole transaction.
func hard(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", errHard, err)
}
