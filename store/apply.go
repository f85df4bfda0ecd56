package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// Apply writes many transitions in one transaction and returns an error (or
// nil) for each. A commit whose owner and fence aren't the run's any more,
// or whose run has ended, writes nothing and gets ErrFenced; the others go
// on. When the transaction fails, each commit is tried alone, so that a bad
// one can't fail the rest. Commits of one session are applied in their
// order.
//
// Filled in are the events' Seq, the messages' ID, the checkpoints' StepNo,
// empty ParentIDs (the session's newest checkpoint before) and empty IDs.
//
// After ErrUnavailable the same *Commit may be applied again: when it had
// arrived after all, nothing is written twice. Calls that carry commits of
// the same run must not overlap.
//
// A memory or preference of nobody (no UserID) isn't kept; of a user's
// memories the newest 100 of the last 90 days are.
func (s *Store) Apply(ctx context.Context, commits []*Commit) []error {
	errs := make([]error, len(commits))
	var list []*Commit
	var place []int // of list in commits
	for i, c := range commits {
		arrived, err := s.prepare(ctx, c)
		if err != nil {
			errs[i] = fmt.Errorf("commit of run %s: %w", c.RunID, err)
		}
		if !arrived && err == nil {
			list, place = append(list, c), append(place, i)
		}
	}
	for i, err := range s.applyList(ctx, list) {
		if err != nil {
			errs[place[i]] = fmt.Errorf("commit of run %s: %w", list[i].RunID, err)
		}
	}
	return errs
}

// prepare checks a commit and finds out about an earlier try of it.
func (s *Store) prepare(ctx context.Context, c *Commit) (arrived bool, err error) {
	if c.doubt != nil {
		arrived, err = s.resolve(ctx, c.doubt)
		if err != nil {
			return false, err
		}
		c.doubt = nil
		if arrived {
			return true, nil
		}
		c.reset()
	}
	return false, c.check()
}

func (s *Store) applyList(ctx context.Context, list []*Commit) []error {
	if len(list) == 0 {
		return nil
	}
	errs, err := s.applyTogether(ctx, list)
	if err == nil {
		return errs
	}
	errs = make([]error, len(list))
	if len(list) == 1 || errors.Is(err, ErrUnavailable) || ctx.Err() != nil {
		for i := range errs {
			errs[i] = err
		}
		return errs
	}
	for i, c := range list {
		one, err := s.applyTogether(ctx, []*Commit{c})
		if err != nil {
			errs[i] = err
			continue
		}
		errs[i] = one[0]
	}
	return errs
}

// applyTogether is one transaction. With err nothing was written, or it is
// in doubt and the commits remember it.
func (s *Store) applyTogether(ctx context.Context, list []*Commit) (errs []error, err error) {
	mark := &doubt{mark: rand.Int64()}
	w := transition{mark: mark, fenced: make(map[*Commit]bool)}
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	sent, err := s.db.Tx(bound, func(tx sqlc.DBTX) error {
		for _, wave := range waves(list) {
			if err := w.apply(bound, tx, wave); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && sent && mark.runID != "" {
		err = s.settle(ctx, mark, err)
	}
	errs = make([]error, len(list))
	for i, c := range list {
		switch {
		case w.fenced[c]:
			errs[i] = ErrFenced
		case err != nil && sent && errors.Is(err, errInDoubt):
			c.doubt = mark
		case err != nil:
			c.reset()
		}
	}
	return errs, s.wrap(ctx, "apply", err)
}

// waves splits commits so that no wave has two of one session.
func waves(list []*Commit) [][]*Commit {
	var out [][]*Commit
	at := make(map[string]int, len(list))
	for _, c := range list {
		n := at[c.SessionID]
		at[c.SessionID]++
		if n == len(out) {
			out = append(out, nil)
		}
		out[n] = append(out[n], c)
	}
	return out
}

// reset takes back what a failed transaction has filled in.
func (c *Commit) reset() {
	for _, e := range c.Events {
		e.Seq = 0
	}
	for _, m := range c.Messages {
		m.ID = 0
	}
	for _, p := range c.Checkpoints {
		p.StepNo = 0
	}
	if c.parented != nil {
		c.parented.ParentID, c.parented = "", nil
	}
	for i := 1; i < len(c.Checkpoints); i++ {
		if c.Checkpoints[i].ParentID == c.Checkpoints[i-1].ID {
			c.Checkpoints[i].ParentID = ""
		}
	}
}

// check refuses what would fail in the database, or be kept by only one of
// the two.
func (c *Commit) check() error {
	switch c.Status {
	case state.RunQueued, state.RunRunning, state.RunWaiting,
		state.RunCompleted, state.RunFailed, state.RunCancelled:
	default:
		return fmt.Errorf("%w: run status %q", ErrInvalid, c.Status)
	}
	errs := []error{texts("run id", c.RunID, "session id", c.SessionID, "owner", c.Owner,
		"next node", c.NextNode, "error", c.Error, "interrupt", string(c.Interrupt), "title", c.Title)}
	for _, p := range c.Checkpoints {
		errs = append(errs, checkCheckpoint(p))
	}
	for _, e := range c.Events {
		errs = append(errs, checkEvent(e))
	}
	for _, m := range c.Messages {
		errs = append(errs, checkMessage(m))
	}
	return errors.Join(append(errs, c.checkExtras()...)...)
}
