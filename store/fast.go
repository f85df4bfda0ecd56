package store

import (
	"context"
	"errors"

	"github.com/madang-dev/madang/store/postgres"
)

// groupWriter is the fast way to write that one of the databases has.
type groupWriter interface {
	NewGroup(mark int64) *postgres.Group
	Free(g *postgres.Group)
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
			case e.simple():
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
		return in.Owner != "" && in.Run.SessionID != "" && (in.First == nil || !in.First.hasExtras())
	}
	c := it.commit
	return !c.Unclaimed && c.Head.OpenRuns > 0 && c.Owner != "" && c.RunID != "" && !c.hasExtras()
}

// writeFast writes entries of different sessions as a group and returns
// those that have to go the plain way.
func (s *Store) writeFast(ctx context.Context, entries []*entry) (rest []*entry) {
	for len(entries) > 0 {
		missed, err := s.group(ctx, entries)
		switch {
		case err == nil:
			return append(rest, missed...)
		case errors.Is(err, postgres.ErrStale):
			stale, fresh, err := s.stale(ctx, entries)
			if err != nil || len(stale) == 0 {
				return append(rest, entries...)
			}
			rest, entries = append(rest, stale...), fresh
		case errors.Is(err, ErrUnavailable) && !s.kind.collided(err) || ctx.Err() != nil:
			for _, it := range entries {
				it.err = err
			}
			return rest
		default: // each for itself, to find the bad one
			return append(rest, entries...)
		}
	}
	return rest
}

// group is one try of writeFast: what it could not take is missed. With err
// nothing was written, or it is in doubt and the entries remember it.
func (s *Store) group(ctx context.Context, entries []*entry) (missed []*entry, err error) {
	mark := newDoubt()
	g := s.groups.NewGroup(mark.mark)
	defer s.groups.Free(g)
	arrivals := make([]*entry, 0, len(entries))
	for _, it := range entries {
		switch in := it.submission; {
		case in == nil:
			it.commit.enter(g)
		case in.First != nil:
			in.beginIn(g)
		default:
			in.enter(g)
			arrivals = append(arrivals, it)
			mark.runs = append(mark.runs, in.Run.ID)
			mark.arrivals = append(mark.arrivals, it.sessionID)
			continue
		}
		mark.sessions = append(mark.sessions, it.sessionID)
	}
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	sent, err := s.groups.WriteGroup(bound, g)
	lost := err != nil && sent
	if lost {
		err = s.settle(ctx, mark, err)
	}
	if errors.Is(err, postgres.ErrStale) {
		resetAll(entries)
		return nil, err
	}
	if err = s.wrap(ctx, "write", err); err != nil {
		for _, it := range entries {
			if errors.Is(err, errInDoubt) {
				it.setDoubt(mark)
			} else {
				it.reset()
			}
		}
		return nil, err
	}
	if lost {
		return s.recallAll(ctx, arrivals), nil
	}
	return settleArrivals(arrivals, g.Arrived), nil
}

func resetAll(entries []*entry) {
	for _, it := range entries {
		it.reset()
	}
}

// recallAll is for a group that arrived without its answer.
func (s *Store) recallAll(ctx context.Context, arrivals []*entry) (missed []*entry) {
	for _, it := range arrivals {
		err := s.recall(ctx, it)
		if errors.Is(err, ErrNotFound) { // it was not free, or a repetition
			missed = append(missed, it)
			continue
		}
		it.err = err
	}
	return missed
}

// settleArrivals tells the submissions what became of them.
func settleArrivals(arrivals []*entry, arrived []postgres.Arrived) (missed []*entry) {
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

// enter numbers the commit by its Head and puts it into a group.
func (c *Commit) enter(g *postgres.Group) {
	values := c.plan()
	from, to := c.Head, c.after(values.base)
	a := postgres.Advance{
		SessionID: c.SessionID, RunID: c.RunID, Owner: c.Owner, Fence: c.Fence,
		From: postgres.Place(from), To: postgres.Place(to), DeliveredSeq: c.DeliveredSeq,
	}
	if !c.moves() {
		a.NextRunID, a.NextOwner = c.RunID, c.Owner
	}
	g.Advance(&a)
	c.number(to)
	if c.moves() {
		p := c.place()
		g.Move(&p)
	}
	c.addTo(g, values)
}

// addTo puts the numbered commit's rows of history into a group.
func (c *Commit) addTo(g *postgres.Group, values chain) {
	for i, p := range c.Checkpoints {
		g.Checkpoint(p, storedParent(p), values.bases[i], values.values[i])
	}
	for _, e := range c.Events {
		g.Event(e)
	}
	for _, m := range c.Messages {
		g.Message(m)
	}
}

// enter puts the submission into a group, as one to a free session.
func (in *Submission) enter(g *postgres.Group) {
	a := postgres.Arrival{
		Run: &in.Run, Owner: in.Owner, Message: in.Message,
		At: millis(in.At), Deadline: millis(in.Run.Deadline), ExpiresAt: millis(in.ExpiresAt),
		MessageRun: in.Run.ID,
	}
	if in.Message != nil && in.Message.RunID != "" {
		a.MessageRun = in.Message.RunID
	}
	g.Arrive(&a)
}

// stale parts the entries whose heads stand elsewhere from the others, and
// those that may be refused for more than that.
func (s *Store) stale(ctx context.Context, entries []*entry) (stale, fresh []*entry, err error) {
	for _, it := range entries {
		c := it.commit
		switch {
		case c == nil && it.submission.First != nil:
			stale = append(stale, it)
			continue
		case c == nil:
			fresh = append(fresh, it)
			continue
		}
		row, err := s.headRow(ctx, it.sessionID)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return nil, nil, err
		}
		if err == nil && row.RunID == c.RunID && row.Owner == c.Owner && row.Fence == c.Fence && headOf(row) == c.Head {
			fresh = append(fresh, it)
		} else {
			stale = append(stale, it)
		}
	}
	return stale, fresh, nil
}
