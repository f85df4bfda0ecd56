package store

import (
	"context"
	"time"
)

// Retention is how long what nobody needs any more is kept; zero is for
// ever. Nothing of a run that isn't over is ever removed.
type Retention struct {
	// Removed is how long a hidden session can be restored; then it goes
	// with everything that belongs to it.
	Removed time.Duration
	// Checkpoints of runs that have been over for longer go, but for each
	// session's newest: it is the state that the conversation goes on from.
	Checkpoints time.Duration
	// Events of such runs go once the session's clients have them.
	Events time.Duration
	// Results of such runs go; a run can't be played again without them.
	Results time.Duration
	// Runs go with their controls and feedback when neither a checkpoint
	// nor an event of theirs is left by then. A client_msg_id is known as
	// long as its run, and so long a trigger that is over is known.
	Runs time.Duration
}

// Retained is what a call of Retain has removed.
type Retained struct {
	Sessions, Checkpoints, Events, Results, Runs, Memories int64
	// More tells that the limit ended the call, so that another finds
	// more to do.
	More bool
}

const (
	// counterAge is how long counters outlive their last day, for nodes
	// whose day is another.
	counterAge = 24 * time.Hour

	defaultRetained = 100
	maxRetained     = 10_000
)

// Retain removes what is older than r says, of up to limit sessions (0 is
// 100) and of up to as many runs of each kind, and memories of more than 90
// days. Users' keys that an earlier master key wraps are wrapped with the present
// one, and seal with a new part from then on. Where it stopped is kept in
// the database, so the next call, of this node or another, goes on from
// there; several at once do no harm. What couldn't go when its time came
// (events that no client has) goes when a later run's does, or with the
// session.
//
// A session whose events were removed begins with a higher number than 1,
// see FirstSeq.
func (s *Store) Retain(ctx context.Context, now time.Time, r Retention, limit int) (Retained, error) {
	if limit <= 0 {
		limit = defaultRetained
	}
	x := retainer{Store: s, limit: int32(min(limit, maxRetained))}
	for _, work := range []struct {
		age time.Duration
		do  func(ctx context.Context, before int64) error
	}{
		{r.Removed, x.removeSessions},
		{r.Checkpoints, x.pruneCheckpoints},
		{r.Events, x.pruneEvents},
		{r.Results, x.deleteResults},
		{r.Runs, x.deleteRuns},
		{r.Runs, x.deleteTriggers},
		{counterAge, x.deleteUsageCounters},
	} {
		if work.age <= 0 {
			continue
		}
		if err := work.do(ctx, millis(now.Add(-work.age))); err != nil {
			return x.done, err
		}
	}
	if err := s.rewrap(ctx); err != nil {
		return x.done, err
	}
	return x.done, x.expireMemories(ctx, millis(now.Add(-memoryAge)))
}

// FirstSeq is the number of the oldest event that a session still has, 0
// when it has none. A client that has seen less than the one before it can't
// be sent what it missed.
func (s *Store) FirstSeq(ctx context.Context, owner Owner, sessionID string) (int64, error) {
	return read(ctx, s, "first event of "+sessionID, func(ctx context.Context, q *queries) (int64, error) {
		if err := q.owns(ctx, owner, sessionID); err != nil {
			return 0, err
		}
		return q.FirstSeq(ctx, sessionID)
	})
}
