package store

import (
	"cmp"
	"context"
	"errors"

	"github.com/madang-dev/madang/store/postgres"
	"github.com/madang-dev/madang/store/sqlc"
)

// groupWriter is the fast way to write that one of the databases has.
type groupWriter interface {
	WriteGroup(ctx context.Context, g *postgres.Group) (sent bool, err error)
}

// writeEntries writes what it can the fast way and the rest the plain way.
// In a group no session is twice, so the second commit of one waits for the
// next.
func (s *Store) writeEntries(ctx context.Context, entries []*entry) {
	if s.groups == nil {
		s.writePlain(ctx, entries)
		return
	}
	for len(entries) > 0 {
		var fast, plain, later []*entry
		seen := ""
		for i, e := range entries { // sorted by session
			switch {
			case i > 0 && e.sessionID == seen:
				later = append(later, e)
			case e.simple() && s.keyAtHand(e):
				fast = append(fast, e)
			default:
				plain = append(plain, e)
			}
			seen = e.sessionID
		}
		plain = append(plain, s.writeFast(ctx, fast)...)
		s.writePlain(ctx, plain)
		entries = later
	}
}

// simple tells whether a group can take the entry: the common case.
func (it *entry) simple() bool {
	if in := it.submission; in != nil {
		return in.Owner != "" && in.Run.SessionID != ""
	}
	c := it.commit
	return !c.Unclaimed && c.Head.OpenRuns > 0 && c.Owner != "" && c.RunID != "" && !c.hasExtras()
}

// keyAtHand tells whether a group can seal what belongs to the session: it has no
// way to look for the key.
func (s *Store) keyAtHand(it *entry) bool {
	it.key = s.vault.cached(it.sessionID)
	return it.key != nil || s.vault.master == nil
}

// writeFast writes entries of different sessions as a group and returns
// those that have to go the plain way: what the group did not take, which
// finds out why, and each for itself when one of them spoilt it.
func (s *Store) writeFast(ctx context.Context, entries []*entry) (rest []*entry) {
	if len(entries) == 0 {
		return nil
	}
	g, arrivals := &postgres.Group{}, []*entry{}
	var err error
	for _, it := range entries {
		if it.submission == nil {
			err = errors.Join(err, it.commit.enter(g, it.key))
			continue
		}
		err = errors.Join(err, it.submission.enter(g, it.key))
		arrivals = append(arrivals, it)
	}
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	sent := false
	if err == nil {
		sent, err = s.groups.WriteGroup(bound, g)
	}
	if err == nil {
		return append(refused(entries, g.Advanced), answered(arrivals, g.Arrived)...)
	}
	// They were numbered as if the group had succeeded; the plain way numbers anew.
	for _, it := range entries {
		it.reset()
	}
	err = s.wrap(ctx, "write", outcome(sent, err))
	// Where the database is away, each for itself would only wait as long again. Who met
	// another transaction may go on.
	if errors.Is(err, ErrUnavailable) && !s.kind.collided(err) || ctx.Err() != nil {
		for _, it := range entries {
			it.err = s.refused(ctx, it, err)
		}
		return nil
	}
	return entries
}

// refused are the commits whose heads stand elsewhere.
func refused(entries []*entry, advanced map[string]bool) (missed []*entry) {
	for _, it := range entries {
		if it.commit != nil && !advanced[it.sessionID] {
			it.reset()
			missed = append(missed, it)
		}
	}
	return missed
}

// answered tells the submissions what became of them.
func answered(arrivals []*entry, arrived []postgres.Arrived) (missed []*entry) {
	got := make([]bool, len(arrivals))
	for _, a := range arrived {
		in := arrivals[a.Index].submission
		got[a.Index] = true
		head := Head(a.Head)
		head.OpenRuns = 0
		if in.Message != nil {
			head.LastMessageID--
		}
		in.arrive(head, a.Seq, a.Fence, nil)
	}
	for i, it := range arrivals {
		if !got[i] {
			missed = append(missed, it)
		}
	}
	return missed
}

// enter numbers the commit by its Head and puts it into a group, sealed by key.
func (c *Commit) enter(g *postgres.Group, key *userKey) (err error) {
	values := c.plan()
	from, to := c.Head, c.after(values.base)
	a := postgres.Advance{
		SessionID: c.SessionID, RunID: c.RunID, Owner: c.Owner, Fence: c.Fence,
		From: postgres.Place(from), To: postgres.Place(to), DeliveredSeq: c.DeliveredSeq,
	}
	if !c.moves() {
		// The run goes on: the head stays its owner's.
		a.NextRunID, a.NextOwner = c.RunID, c.Owner
	}
	g.Advances = append(g.Advances, a)
	c.number(to)
	if c.moves() {
		err = addSealed(&g.Moves, key, c.place())
	}
	for i, p := range c.Checkpoints {
		err = errors.Join(err, addSealed(&g.Checkpoints, key, checkpointRow(p, values.bases[i], values.values[i])))
	}
	for _, e := range c.Events {
		err = errors.Join(err, addSealed(&g.Events, key, eventRow(e)))
	}
	for _, m := range c.Messages {
		err = errors.Join(err, addSealed(&g.Messages, key, messageRow(m)))
	}
	for i := range c.Results {
		row := c.resultRow(i)
		err = errors.Join(err, key.sealRow(&row))
		g.Results = append(g.Results, postgres.Result{SessionID: c.SessionID, Place: int64(i + 1), InsertResultParams: row})
	}
	return err
}

func addSealed[R any](rows *[]R, key *userKey, row R) error {
	err := key.sealRow(&row)
	*rows = append(*rows, row)
	return err
}

// enter puts the submission into a group, as one to a free session.
func (in *Submission) enter(g *postgres.Group, key *userKey) error {
	r, m := runRow(&in.Run), sqlc.InsertMessageParams{}
	if in.Message != nil {
		m = messageRow(in.Message)
	}
	m.SessionID, m.CreatedAt, m.RunID = r.SessionID, millis(in.At), cmp.Or(m.RunID, r.ID)
	err := errors.Join(key.sealRow(&r), key.sealRow(&m))
	g.Arrivals = append(g.Arrivals, postgres.Arrival{
		SessionID: r.SessionID, RunID: r.ID, Owner: in.Owner, Assistant: r.Assistant, UserID: r.UserID, Kind: r.Kind, ClientMsgID: r.ClientMsgID,
		Query: r.Query, Language: r.Language, Input: r.Input, NextNode: r.NextNode, Address: r.Address,
		At: m.CreatedAt, Deadline: r.Deadline, ExpiresAt: millis(in.ExpiresAt), Messages: flag(in.Message != nil),
		MessageRunID: m.RunID, Role: m.Role, Content: m.Content, Data: m.Data,
	})
	return err
}
