package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
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
	// Conversations in which nothing has happened for as long go whole, with
	// their messages and documents; Documents and Memories go that are older.
	// Without a time memories go after 90 days.
	Conversations, Documents, Memories time.Duration
	// Tenants have times of their own beside these: what is shorter holds.
	Tenants map[string]Retention
}

// Retained is what a call of Retain has removed.
type Retained struct {
	Sessions, Checkpoints, Events, Results, Runs, Documents, Memories int64
	// More tells that the limit ended the call, so that another finds
	// more to do.
	More bool
}

// counterAge is how long counters outlive their last day, for nodes whose day is
// another.
const counterAge = 24 * time.Hour

// Retain removes what is older than r says, of up to limit sessions and of up to as
// many runs of each kind, and memories of more than 90 days. Users' keys that an
// earlier master key wraps are wrapped with the present one, and seal with a new part
// from then on. Where it stopped is kept in the database, so the next call, of this
// node or another, goes on from there; several at once do no harm. What couldn't go
// when its time came (events that no client has) goes when a later run's does, or with
// the session.
//
// A session whose events were removed begins with a higher number than 1,
// see FirstSeq.
func (s *Store) Retain(ctx context.Context, now time.Time, r Retention, limit int32) (Retained, error) {
	x := retainer{Store: s, limit: limit}
	if err := x.retain(ctx, now, r); err != nil {
		return x.done, err
	}
	for _, tenant := range slices.Sorted(maps.Keys(r.Tenants)) {
		x.within = tenantPrefix(tenant)
		if err := x.retain(ctx, now, r.Tenants[tenant]); err != nil {
			return x.done, fmt.Errorf("of %s: %w", tenant, err)
		}
	}
	x.within = ""
	if err := x.deleteUsageCounters(ctx, millis(now.Add(-counterAge))); err != nil {
		return x.done, err
	}
	if err := s.rewrap(ctx); err != nil {
		return x.done, err
	}
	if err := x.expireMemories(ctx, millis(now.Add(-memoryAge))); err != nil {
		return x.done, err
	}
	// Whatever removed it: of what is gone no copy stays in a log.
	return x.done, s.scrub(ctx)
}

// retain removes what is older than r says of the users within.
func (x *retainer) retain(ctx context.Context, now time.Time, r Retention) error {
	for _, work := range []struct {
		age time.Duration
		do  func(ctx context.Context, before int64) error
	}{
		{r.Conversations, x.removeIdle},
		{r.Removed, x.removeSessions},
		{r.Checkpoints, x.pruneCheckpoints},
		{r.Events, x.pruneEvents},
		{r.Results, x.deleteResults},
		{r.Runs, x.deleteRuns},
		{r.Documents, x.deleteDocuments},
		{r.Memories, x.expireMemories},
	} {
		if work.age <= 0 {
			continue
		}
		if err := work.do(ctx, millis(now.Add(-work.age))); err != nil {
			return err
		}
	}
	if r.Runs > 0 && x.within == "" {
		return x.deleteTriggers(ctx, millis(now.Add(-r.Runs)))
	}
	return nil
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
