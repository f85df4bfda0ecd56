package store

import (
	"cmp"
	"context"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// maxSessions bounds one page of a list of sessions.
const maxSessions = 1000

// CreateSession stores a new session and returns it as it is kept. Empty
// fields are filled: ID, Epoch, Title and the times (from CreatedAt, or
// else from this machine's clock); a zero ExpiresAt is never. The numbering
// starts at 0. An id that exists is ErrConflict.
func (s *Store) CreateSession(ctx context.Context, owner Owner, in state.Session) (state.Session, error) {
	what := "create session " + in.ID
	if err := owner.only(what, in.UserID); err != nil {
		return state.Session{}, err
	}
	return change(ctx, s, what, func(ctx context.Context, q *queries) (state.Session, error) {
		return insertSession(ctx, q, in)
	})
}

// insertSession writes a session and its head, and returns it as it is kept.
func insertSession(ctx context.Context, q *queries, in state.Session) (state.Session, error) {
	in = withDefaults(in)
	err := putOf(ctx, q, in.UserID, q.InsertSession, sqlc.InsertSessionParams{
		ID: in.ID, Assistant: in.Assistant, UserID: in.UserID,
		Title: in.Title, Language: in.Language,
		Metadata: string(in.Metadata), Epoch: in.Epoch,
		CreatedAt: millis(in.CreatedAt), UpdatedAt: millis(in.UpdatedAt),
		LastActivity: millis(in.LastActivity), ExpiresAt: millis(in.ExpiresAt),
		ForkedFrom: in.ForkedFrom,
	})
	if err != nil {
		return in, err
	}
	return in, q.InsertHead(ctx, in.ID)
}

func withDefaults(in state.Session) state.Session {
	in.ID = cmp.Or(in.ID, "session-"+newID())
	in.Epoch = cmp.Or(in.Epoch, newID())
	in.Title = cmp.Or(in.Title, state.DefaultTitle)
	if in.CreatedAt.IsZero() {
		in.CreatedAt = time.Now()
	}
	if in.UpdatedAt.IsZero() {
		in.UpdatedAt = in.CreatedAt
	}
	if in.LastActivity.IsZero() {
		in.LastActivity = in.CreatedAt
	}
	// As the database keeps them: who creates a session and who reads it are told the
	// same times.
	for _, t := range []*time.Time{&in.CreatedAt, &in.UpdatedAt, &in.LastActivity, &in.ExpiresAt} {
		*t = fromMillis(millis(*t))
	}
	if len(in.Metadata) == 0 {
		in.Metadata = nil
	}
	in.LastSeq, in.DeliveredSeq, in.MessageCount = 0, 0, 0
	in.CheckpointID, in.LastMessage, in.DeletedAt = "", nil, nil
	return in
}

// Session is the owner's session with that id; a hidden one is ErrNotFound.
func (s *Store) Session(ctx context.Context, owner Owner, id string) (state.Session, error) {
	row, err := get(ctx, s, "session "+id, s.reads.Session, sqlc.SessionParams{
		ID: id, OwnerID: owner.id(), OwnerWithin: owner.within(),
	})
	if err != nil {
		return state.Session{}, err
	}
	return sessionOf(sqlc.SessionsRow(row)), nil
}

// Sessions lists the owner's sessions that aren't hidden, the newest change first. A
// Limit of 0 is 1,000, which is also the most.
func (s *Store) Sessions(ctx context.Context, owner Owner, f SessionFilter) ([]state.Session, error) {
	limit, offset := int32(bounded(f.Limit, maxSessions)), skipped(f.Offset)
	if f.UserID == "" && owner.reach == own {
		f.UserID = owner.key // found by the index of users
	}
	if (f.UserID != "" || owner.reach == own) && !owner.Touches(f.UserID) {
		return []state.Session{}, nil
	}
	if f.UserID != "" {
		return list(ctx, s, "list sessions", s.reads.Sessions, sqlc.SessionsParams{
			UserID: f.UserID, Limit: limit, Offset: offset,
		}, sessionOf)
	}
	return list(ctx, s, "list sessions", s.reads.AllSessions, sqlc.AllSessionsParams{
		OwnerID: owner.id(), OwnerWithin: owner.within(), Count: limit, Skip: offset,
	}, func(r sqlc.AllSessionsRow) state.Session { return sessionOf(sqlc.SessionsRow(r)) })
}

// RenameSession gives the session another title.
func (s *Store) RenameSession(ctx context.Context, owner Owner, id, title string, at time.Time) error {
	return s.writeOne(ctx, "rename session "+id, func(ctx context.Context, q *queries) (int64, error) {
		return moveIn(ctx, q, id, q.RenameSession, sqlc.RenameSessionParams{
			ID: id, Title: title, UpdatedAt: millis(at), OwnerID: owner.id(), OwnerWithin: owner.within(),
		})
	})
}

// TouchSession notes that the session is in use and when it ends.
func (s *Store) TouchSession(ctx context.Context, owner Owner, id string, at, expiresAt time.Time) error {
	return s.writeOne(ctx, "touch session "+id, func(ctx context.Context, q *queries) (int64, error) {
		return q.TouchSession(ctx, sqlc.TouchSessionParams{
			ID: id, LastActivity: millis(at), ExpiresAt: millis(expiresAt), OwnerID: owner.id(), OwnerWithin: owner.within(),
		})
	})
}

// DeleteSession hides the session, or with hard removes it and everything
// that belongs to it (a hidden one too). Runs of a hidden session may still
// write; those of a removed one are fenced. The effects join the transaction.
func (s *Store) DeleteSession(ctx context.Context, owner Owner, id string, hard bool, at time.Time, effects ...Effect) error {
	return s.writeOne(ctx, "delete session "+id, func(ctx context.Context, q *queries) (int64, error) {
		var n int64
		var err error
		if hard {
			n, err = s.removeSession(ctx, q, owner, id)
		} else {
			n, err = q.HideSession(ctx, sqlc.HideSessionParams{
				ID: id, DeletedAt: millis(at), OwnerID: owner.id(), OwnerWithin: owner.within(),
			})
		}
		if err != nil || n == 0 {
			return n, err
		}
		return n, join(ctx, q.tx, effects)
	})
}

// removeSession deletes a session and what belongs to it: the head first, as
// everybody does, so that no transition can add rows any more.
func (s *Store) removeSession(ctx context.Context, q *queries, owner Owner, id string) (int64, error) {
	n, err := q.DeleteHead(ctx, sqlc.DeleteHeadParams{SessionID: id, OwnerID: owner.id(), OwnerWithin: owner.within()})
	if err != nil || n == 0 {
		return 0, err
	}
	if err := q.DeleteSessionRuns(ctx, id); err != nil {
		return 0, err
	}
	if n, err = q.DeleteSession(ctx, id); err != nil || n == 0 {
		return n, err
	}
	for _, remove := range []func(context.Context, string) error{
		q.DeleteSessionEvents, q.DeleteSessionMessages, q.DeleteSessionCheckpoints,
	} {
		if err := remove(ctx, id); err != nil {
			return 0, err
		}
	}
	return n, s.eraseChat(ctx, q, id)
}

// RestoreSession shows a hidden session again. It has no end until it is
// touched.
func (s *Store) RestoreSession(ctx context.Context, owner Owner, id string) error {
	return s.writeOne(ctx, "restore session "+id, func(ctx context.Context, q *queries) (int64, error) {
		return q.RestoreSession(ctx, sqlc.RestoreSessionParams{ID: id, OwnerID: owner.id(), OwnerWithin: owner.within()})
	})
}

// ExpireSessions hides every session whose end has come and counts them. One
// with a run that isn't over stays until it is.
func (s *Store) ExpireSessions(ctx context.Context, now time.Time) (count int64, err error) {
	return change(ctx, s, "expire sessions", func(ctx context.Context, q *queries) (int64, error) {
		return q.ExpireSessions(ctx, millis(now))
	})
}

// SessionStats counts the owner's sessions: hidden ones are Deleted, those whose end
// has come but which nobody has swept yet are Expired, the rest is Active.
func (s *Store) SessionStats(ctx context.Context, owner Owner, now time.Time) (SessionStats, error) {
	row, err := get(ctx, s, "count sessions", s.reads.SessionStats, sqlc.SessionStatsParams{
		Now: millis(now), OwnerID: owner.id(), OwnerWithin: owner.within(),
	})
	return SessionStats(row), err
}

func sessionOf(r sqlc.SessionsRow) state.Session {
	out := state.Session{
		ID: r.ID, Assistant: r.Assistant, UserID: r.UserID, Title: r.Title,
		Language: r.Language, Metadata: raw(r.Metadata), Epoch: r.Epoch,
		CreatedAt: fromMillis(r.CreatedAt), UpdatedAt: fromMillis(r.UpdatedAt),
		LastActivity: fromMillis(r.LastActivity), ExpiresAt: fromMillis(r.ExpiresAt),
		DeletedAt: optional(r.DeletedAt),
		LastSeq:   r.LastSeq, DeliveredSeq: r.DeliveredSeq,
		ForkedFrom: r.ForkedFrom, MessageCount: r.LastMessageID,
	}
	if r.LastStep > 0 {
		out.CheckpointID = state.CheckpointID(r.ID, r.LastStep)
	}
	if r.LastMessageID > 0 {
		if all := []rune(r.LastMessage); len(all) > lastMessageRunes {
			r.LastMessage = string(all[:lastMessageRunes])
		}
		out.LastMessage = &r.LastMessage
	}
	return out
}

// lastMessageRunes is how much of the newest message a list of sessions shows.
const lastMessageRunes = 100

// each converts rows; a nil list stays nil-safe as an empty one.
func each[A, B any](in []A, f func(A) B) []B {
	out := make([]B, len(in))
	for i, a := range in {
		out[i] = f(a)
	}
	return out
}
