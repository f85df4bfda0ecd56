package store

import (
	"context"
	"fmt"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// AddTrigger records a trigger and returns it as it is kept: of one that is known
// what became of it. Its ids are those of the first record; another event under
// the same EventID is ErrConflict.
func (s *Store) AddTrigger(ctx context.Context, owner Owner, t state.Trigger) (state.Trigger, error) {
	what := "add trigger " + t.EventID
	if err := owner.only(what, t.UserID); err != nil {
		return t, err
	}
	out, err := change(ctx, s, what, func(ctx context.Context, q *queries) (state.Trigger, error) {
		err := putOf(ctx, q, t.UserID, q.InsertTrigger, sqlc.InsertTriggerParams{
			EventID: t.EventID, EventType: t.EventType, UserID: t.UserID, Assistant: t.Assistant,
			SessionID: t.SessionID, NewSession: flag(t.NewSession), RunID: t.RunID, Language: t.Language,
			Metadata: string(t.Metadata), At: optionalMillis(t.At), DueAt: millis(t.DueAt),
			Status: string(t.Status), Reason: t.Reason, CreatedAt: millis(t.CreatedAt),
			Cron: t.Cron, ScheduleID: t.ScheduleID,
		})
		if err != nil {
			return state.Trigger{}, err
		}
		return triggerNow(ctx, q, t.EventID)
	})
	if err == nil && !sameTrigger(&out, &t) {
		return out, fmt.Errorf("%s: %w", what, ErrConflict)
	}
	return out, err
}

// sameTrigger tells whether two records are of one event.
func sameTrigger(a, b *state.Trigger) bool {
	return a.EventType == b.EventType && a.UserID == b.UserID && a.Assistant == b.Assistant && a.Language == b.Language &&
		a.NewSession == b.NewSession && (a.NewSession || a.SessionID == b.SessionID) &&
		a.Cron == b.Cron && a.ScheduleID == b.ScheduleID && string(a.Metadata) == string(b.Metadata) && optionalMillis(a.At) == optionalMillis(b.At)
}

func optionalMillis(t *time.Time) int64 {
	if t == nil {
		return 0
	}
	return millis(*t)
}

// Trigger is the trigger of that event.
func (s *Store) Trigger(ctx context.Context, owner Owner, eventID string) (state.Trigger, error) {
	row, err := get(ctx, s, "trigger "+eventID, s.reads.OwnedTrigger, sqlc.OwnedTriggerParams{
		EventID: eventID, OwnerID: owner.id(), OwnerWithin: owner.within(),
	})
	return triggerOf(row), err
}

// TriggersOf lists a user's triggers, the oldest first.
func (s *Store) TriggersOf(ctx context.Context, owner Owner, userID string) ([]state.Trigger, error) {
	return listOf(ctx, s, owner, userID, "triggers of user", s.reads.UserTriggers, userID, triggerOf)
}

// DueTriggers lists up to limit triggers whose time has come, the longest first,
// and those that a node left while it started them.
func (s *Store) DueTriggers(ctx context.Context, now time.Time, limit int) ([]state.Trigger, error) {
	return list(ctx, s, "find due triggers", s.reads.DueTriggers, sqlc.DueTriggersParams{
		Now: millis(now), Count: int32(bounded(limit, maxDue)),
	}, triggerOf)
}

// BeginTrigger has a trigger that waits start, or be held where the user has had
// perDay of them since a time (0 is no cap), and returns what it is then. Of
// those who begin triggers of one user at once, one goes first.
func (s *Store) BeginTrigger(ctx context.Context, t state.Trigger, now, since time.Time, perDay int) (state.Trigger, error) {
	return change(ctx, s, "begin trigger "+t.EventID, func(ctx context.Context, q *queries) (state.Trigger, error) {
		if err := q.HoldUserTriggers(ctx, t.UserID); err != nil {
			return state.Trigger{}, err
		}
		started, err := q.CountStarted(ctx, sqlc.CountStartedParams{UserID: t.UserID, Since: millis(since)})
		if err != nil {
			return state.Trigger{}, err
		}
		to := sqlc.MoveTriggerParams{
			EventID: t.EventID, Known: string(state.TriggerWaiting),
			Status: string(state.TriggerStarting), DueAt: millis(t.DueAt), StartedAt: millis(now),
		}
		if perDay > 0 && started >= int64(perDay) {
			to.Status, to.Reason, to.StartedAt = string(state.TriggerHeld), state.TriggerDailyCap, 0
		}
		return moveTrigger(ctx, q, to)
	})
}

// MoveTrigger gives a trigger another status, reason and time, if it has the one
// that t has, and returns what it is then.
func (s *Store) MoveTrigger(ctx context.Context, t state.Trigger, status state.TriggerStatus, reason string, due time.Time) (state.Trigger, error) {
	return change(ctx, s, "move trigger "+t.EventID, func(ctx context.Context, q *queries) (state.Trigger, error) {
		return moveTrigger(ctx, q, sqlc.MoveTriggerParams{
			EventID: t.EventID, Known: string(t.Status), Status: string(status), Reason: reason,
			DueAt: millis(due), StartedAt: optionalMillis(t.StartedAt),
		})
	})
}

// moveTrigger moves a trigger that is what is known of it, and tells what it is then.
func moveTrigger(ctx context.Context, q *queries, to sqlc.MoveTriggerParams) (state.Trigger, error) {
	if _, err := q.MoveTrigger(ctx, to); err != nil {
		return state.Trigger{}, err
	}
	return triggerNow(ctx, q, to.EventID)
}

// SpokenTo tells whether a user has said something to an assistant after a time,
// in a conversation that is not hidden.
func (s *Store) SpokenTo(ctx context.Context, owner Owner, userID, assistant string, since time.Time) (bool, error) {
	if err := owner.only("spoken to", userID); err != nil {
		return false, err
	}
	return get(ctx, s, "spoken to", s.reads.SpokenTo, sqlc.SpokenToParams{
		UserID: userID, Assistant: assistant, Since: millis(since),
	})
}

// triggerNow is a trigger as a transaction leaves it.
func triggerNow(ctx context.Context, q *queries, eventID string) (state.Trigger, error) {
	row, err := one(ctx, q, q.Trigger, eventID)
	return triggerOf(row), err
}

func triggerOf(r sqlc.Trigger) state.Trigger {
	return state.Trigger{
		EventID: r.EventID, EventType: r.EventType, UserID: r.UserID, Assistant: r.Assistant,
		SessionID: r.SessionID, NewSession: r.NewSession != 0, RunID: r.RunID, Language: r.Language,
		Metadata: raw(r.Metadata), At: optional(r.At), DueAt: fromMillis(r.DueAt),
		Status: state.TriggerStatus(r.Status), Reason: r.Reason,
		CreatedAt: fromMillis(r.CreatedAt), StartedAt: optional(r.StartedAt), Cron: r.Cron, ScheduleID: r.ScheduleID,
	}
}
