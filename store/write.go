package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/madang-dev/madang/state"
)

// Write puts submissions and transitions of many sessions into the database
// together and returns an error (or nil, it is durable) for each. A commit
// whose claim is over writes nothing and gets ErrFenced; the others go on.
// When the transaction fails each item is tried alone, so that a bad one
// can't fail the rest. Of one session commits come before submissions, and
// both in their order.
//
// Of a commit are filled in: the events' Seq and ID, the messages' ID, the
// checkpoints' StepNo, ID, ParentID, Seq, MessageID and Fence, and Head. Of a
// submission: Run.ID and Done.
//
// The same client_msg_id again, or the same run id, is Done.Duplicate and
// writes nothing, so that a caller who never heard the answer can ask again;
// with another query it is ErrConflict. Further errors of a submission are
// ErrNotFound for a session that isn't there or is hidden, ErrBusy,
// ErrQueueFull and ErrInvalid.
//
// After ErrUnavailable the same pointers may be written again, commits only if
// it is not ErrUnknown too. Calls that carry commits of the same run must not
// overlap.
//
// A memory or preference of nobody (no UserID) isn't kept; of a user's
// memories the newest 100 of the last 90 days are.
func (s *Store) Write(ctx context.Context, b *Batch) (submitErrs, commitErrs []error) {
	entries := make([]*entry, 0, len(b.Commits)+len(b.Submissions))
	for i, c := range b.Commits {
		entries = append(entries, &entry{commit: c, sessionID: c.SessionID, place: i})
	}
	for i, in := range b.Submissions {
		entries = append(entries, &entry{submission: in, sessionID: in.Run.SessionID, place: i})
	}
	// Whoever locks several heads does it in this order.
	slices.SortStableFunc(entries, func(a, b *entry) int { return cmp.Compare(a.sessionID, b.sessionID) })
	todo := make([]*entry, 0, len(entries))
	for _, it := range entries {
		if it.err = it.check(ctx); it.err == nil {
			todo = append(todo, it)
		}
	}
	s.prepareKeys(ctx, todo)
	s.writeEntries(ctx, todo)
	submitErrs, commitErrs = make([]error, len(b.Submissions)), make([]error, len(b.Commits))
	for _, it := range entries {
		switch {
		case it.err == nil:
		case it.commit != nil:
			commitErrs[it.place] = fmt.Errorf("commit of run %s: %w", it.commit.RunID, it.err)
		default:
			submitErrs[it.place] = fmt.Errorf("submit to %s: %w", it.sessionID, it.err)
		}
	}
	return submitErrs, commitErrs
}

// entry is one member of a batch: a commit or a submission.
type entry struct {
	commit     *Commit
	submission *Submission
	sessionID  string
	place      int // in its list of the Batch
	key        *userKey
	err        error
}

// check refuses an item that can't be written.
func (it *entry) check(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case it.commit != nil:
		return it.commit.check()
	}
	return it.submission.check()
}

// refused is the error of an entry whose transaction failed; nil of a submission
// whose COMMIT was not answered and that is in the database: its id tells.
func (s *Store) refused(ctx context.Context, it *entry, cause error) error {
	in := it.submission
	if in == nil || !errors.Is(cause, ErrUnknown) {
		return cause
	}
	ctx = context.WithoutCancel(ctx) // its end may be the cause
	run, err := s.Run(ctx, Server(), in.Run.ID)
	if err != nil {
		return cause
	}
	head, err := s.Head(ctx, Server(), run.SessionID)
	if err != nil {
		return cause
	}
	in.Done = Submitted{Run: run, Head: head, Busy: run.Status == state.RunQueued}
	if in.Message != nil && !in.Done.Busy { // the run's own is the newest
		in.Message.SessionID, in.Message.ID, in.Message.CreatedAt = run.SessionID, head.LastMessageID, run.CreatedAt
		in.Message.RunID = run.ID
	}
	return nil
}

// reset takes back what a failed transaction has filled in.
func (it *entry) reset() {
	if it.commit != nil {
		it.commit.reset()
		return
	}
	in := it.submission
	in.Done = Submitted{}
	if in.Message != nil {
		in.Message.ID = 0
	}
}

// writePlain writes entries in one transaction of single statements, and each
// alone when that fails.
func (s *Store) writePlain(ctx context.Context, entries []*entry) {
	if len(entries) == 0 {
		return
	}
	err := s.together(ctx, entries)
	if err == nil {
		return
	}
	alone := len(entries) > 1 && ctx.Err() == nil && (!errors.Is(err, ErrUnavailable) || s.kind.collided(err))
	if !alone {
		for _, it := range entries {
			it.err = s.refused(ctx, it, err)
		}
		return
	}
	for _, it := range entries {
		if err := s.retried(ctx, func() error { return s.together(ctx, []*entry{it}) }); err != nil {
			it.err = s.refused(ctx, it, err)
		}
	}
}

// collisions is how often a transaction that met another one is tried.
const collisions = 5

// retried calls f until it has not met another transaction.
func (s *Store) retried(ctx context.Context, f func() error) (err error) {
	for range collisions {
		err = f()
		// What is perhaps in the database already must not be written once more.
		if err == nil || !s.kind.collided(err) || errors.Is(err, ErrUnknown) || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// reset takes back what a failed transaction has filled in.
func (c *Commit) reset() {
	for _, e := range c.Events {
		e.Seq, e.ID = 0, ""
	}
	for _, m := range c.Messages {
		m.ID = 0
	}
	for _, p := range c.Checkpoints {
		if p.ParentID == previousID(p) {
			p.ParentID = ""
		}
		p.StepNo, p.ID, p.Seq, p.MessageID = 0, "", 0, 0
	}
	if c.before != nil {
		c.Head, c.before = *c.before, nil
	}
}

// check refuses a commit that says nothing, and prepares the others.
func (c *Commit) check() error {
	switch c.Status {
	case state.RunQueued, state.RunRunning, state.RunWaiting,
		state.RunCompleted, state.RunFailed, state.RunCancelled:
	default:
		return fmt.Errorf("%w: run status %q", ErrInvalid, c.Status)
	}
	if c.Unclaimed && c.Status == state.RunRunning {
		return fmt.Errorf("%w: an unclaimed run can't go on", ErrInvalid)
	}
	c.compare()
	if c.Interrupt == nil {
		return nil
	}
	var err error
	c.question, err = jsonText("interrupt", c.Interrupt)
	return err
}
