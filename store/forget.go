package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// DeleteMemories forgets all conversations that are remembered of a user and
// counts them. What was asked before at isn't remembered afterwards either.
func (s *Store) DeleteMemories(ctx context.Context, owner Owner, userID string, at time.Time) (count int64, err error) {
	if err := owner.only("delete memories", userID); err != nil {
		return 0, err
	}
	return change(ctx, s, "delete memories", func(ctx context.Context, q *queries) (int64, error) {
		return forgetMemories(ctx, q, userID, at)
	})
}

// DeleteMemory forgets one exchange of a user. Of another user's id it is
// ErrNotFound.
func (s *Store) DeleteMemory(ctx context.Context, owner Owner, userID, id string) error {
	if err := owner.only("delete memory", userID); err != nil {
		return err
	}
	return s.write(ctx, "delete memory", func(ctx context.Context, q *queries) error {
		if _, err := lockMemory(ctx, q, userID); err != nil {
			return err
		}
		n, err := q.DeleteMemory(ctx, sqlc.DeleteMemoryParams{ID: id, UserID: userID})
		if err == nil && n == 0 {
			return ErrNotFound
		}
		return err
	})
}

// CutMemory puts what is left of an exchange in its place. Of another user's id it is
// ErrNotFound.
func (s *Store) CutMemory(ctx context.Context, owner Owner, userID string, left state.Memory) error {
	if err := owner.only("cut memory", userID); err != nil {
		return err
	}
	left.UserID = userID
	return s.write(ctx, "cut memory", func(ctx context.Context, q *queries) error {
		if _, err := lockMemory(ctx, q, userID); err != nil {
			return err
		}
		n, err := q.DeleteMemory(ctx, sqlc.DeleteMemoryParams{ID: left.ID, UserID: userID})
		switch {
		case err != nil:
			return err
		case n == 0:
			return ErrNotFound
		}
		return insertMemory(ctx, q, left)
	})
}

func forgetMemories(ctx context.Context, q *queries, userID string, at time.Time) (int64, error) {
	if _, err := lockMemory(ctx, q, userID); err != nil {
		return 0, err
	}
	if err := q.MarkMemoryErased(ctx, sqlc.MarkMemoryErasedParams{UserID: userID, ErasedAt: millis(at)}); err != nil {
		return 0, err
	}
	return q.DeleteMemories(ctx, userID)
}

// DeletePreference forgets one preference with all that was said of it. It
// is learned again only from what is said after at.
func (s *Store) DeletePreference(ctx context.Context, owner Owner, userID, key string, at time.Time) error {
	if err := owner.only("delete preference", userID); err != nil {
		return err
	}
	return s.writeOne(ctx, "delete preference", func(ctx context.Context, q *queries) (int64, error) {
		if _, err := lockMemory(ctx, q, userID); err != nil {
			return 0, err
		}
		return q.ErasePreference(ctx, sqlc.ErasePreferenceParams{UserID: userID, Key: key, At: millis(at)})
	})
}

// DropEvidence forgets words of a user that a preference was learned from, but not
// what was learned: they tell of something else as well, which is forgotten.
func (s *Store) DropEvidence(ctx context.Context, owner Owner, userID, key string, words []string) error {
	if err := owner.only("drop evidence", userID); err != nil {
		return err
	}
	return s.write(ctx, "drop evidence", func(ctx context.Context, q *queries) error {
		if _, err := lockMemory(ctx, q, userID); err != nil {
			return err
		}
		row, err := one(ctx, q, q.Preference, sqlc.PreferenceParams{UserID: userID, Key: key})
		switch {
		case errors.Is(err, sql.ErrNoRows) || err == nil && row.Source == sourceErased:
			return ErrNotFound
		case err != nil:
			return err
		}
		return put(ctx, q, preferenceOf(row).Without(words))
	})
}

// ForgetUser forgets a user's conversations and preferences, but keeps the
// sessions themselves; it counts both.
func (s *Store) ForgetUser(ctx context.Context, owner Owner, userID string, at time.Time) (memories, preferences int64, err error) {
	if err := owner.only("forget user", userID); err != nil {
		return 0, 0, err
	}
	err = s.write(ctx, "forget user", func(ctx context.Context, q *queries) error {
		if memories, err = forgetMemories(ctx, q, userID, at); err != nil {
			return err
		}
		preferences, err = q.DeletePreferences(ctx, userID)
		return err
	})
	return memories, preferences, err
}

// Erased counts what was removed of a user.
type Erased struct {
	Sessions    int64 `json:"sessions"`
	Documents   int64 `json:"documents"`
	Memories    int64 `json:"memories"`
	Preferences int64 `json:"preferences"`
	Feedback    int64 `json:"feedback"`
	// Usage counts days of models' use that are nobody's now; sums stay.
	Usage int64 `json:"usage"`
	// Assistants counts the rows of their own tables, by assistant.
	Assistants map[string]int64 `json:"assistants"`
}

// EraseUser removes all that is kept of a user: every session with what
// belongs to it, hidden ones too, and what is kept beyond sessions. Runs of
// these sessions can write nothing more. It may be called again when it broke
// off. The effects come with the last of it, while the audit still knows the user.
func (s *Store) EraseUser(ctx context.Context, owner Owner, userID string, effects ...Effect) (Erased, error) {
	if err := owner.only("erase user", userID); err != nil {
		return Erased{}, err
	}
	out := Erased{Assistants: map[string]int64{}}
	if userID == "" {
		return out, fmt.Errorf("%w: nobody can't be erased", ErrInvalid)
	}
	if err := s.eraseSessions(ctx, userID, &out); err != nil {
		return out, err
	}
	var err error
	// Before the keys: who reads many users' rows there must find none without its key.
	if out.Assistants, err = s.eraseOwn(ctx, userID); err != nil {
		return out, err
	}
	err = s.write(ctx, "erase user", func(ctx context.Context, q *queries) (err error) {
		if out.Memories, err = forgetMemories(ctx, q, userID, time.Time{}); err != nil {
			return err
		}
		if out.Preferences, err = q.DeletePreferences(ctx, userID); err != nil {
			return err
		}
		if out.Feedback, err = q.DeleteUserFeedback(ctx, userID); err != nil {
			return err
		}
		if _, err = q.DeleteUserTriggers(ctx, userID); err != nil {
			return err
		}
		if err = dropAPIKeys(ctx, q, userID); err != nil {
			return err
		}
		if err = join(ctx, q.tx, effects); err != nil {
			return err
		}
		// Audit rows stay, and are nobody's without this.
		if err = q.UnlinkAuditPerson(ctx, userID); err != nil {
			return err
		}
		if err = q.DeleteUserKeys(ctx, userID); err != nil {
			return err
		}
		// Last, for it is the lock that all who write for the user wait at.
		return q.DeleteMemoryHead(ctx, userID)
	})
	if err != nil {
		return out, err
	}
	// Only once it is committed: an erasure that is undone has destroyed no key.
	s.vault.forget()
	if out.Usage, err = s.ForgetUsage(ctx, owner, userID); err != nil {
		return out, err
	}
	return out, s.scrub(ctx)
}

// scrub overwrites what the database still has of removed rows outside of its
// tables.
func (s *Store) scrub(ctx context.Context) error {
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	return s.wrap(ctx, "scrub", s.db.Scrub(bound))
}

// eraseSessions takes one session after the other, so that no transaction
// grows with the user.
func (s *Store) eraseSessions(ctx context.Context, userID string, out *Erased) error {
	for {
		// As they stand: titles whose key is gone can't be opened.
		sessions, err := read(ctx, s, "sessions of user", func(ctx context.Context, q *queries) ([]sqlc.UserSessionsRow, error) {
			// Always the first page: those before it are gone.
			return q.Queries.UserSessions(ctx, sqlc.UserSessionsParams{UserID: userID, Count: maxSessions})
		})
		if err != nil || len(sessions) == 0 {
			return err
		}
		for i := range sessions {
			if err := s.eraseSession(ctx, sessions[i].ID, out); err != nil {
				return err
			}
		}
	}
}

func (s *Store) eraseSession(ctx context.Context, id string, out *Erased) error {
	var documents, removed int64
	err := s.write(ctx, "erase session "+id, func(ctx context.Context, q *queries) (err error) {
		if documents, err = q.CountSessionDocuments(ctx, id); err != nil {
			return err
		}
		removed, err = s.removeSession(ctx, q, Server(), id)
		return err
	})
	out.Documents += documents * removed
	out.Sessions += removed
	return err
}

// UserSessions lists a user's sessions in the order of their ids, hidden ones
// too, after one of them.
func (s *Store) UserSessions(ctx context.Context, owner Owner, userID, after string, limit int) ([]state.Session, error) {
	return listOf(ctx, s, owner, userID, "sessions of user", s.reads.UserSessions, sqlc.UserSessionsParams{
		UserID: userID, After: after, Count: int32(bounded(limit, maxSessions)),
	}, func(r sqlc.UserSessionsRow) state.Session {
		session := sessionOf(sqlc.SessionsRow(r))
		session.LastMessage = nil
		return session
	})
}

// FeedbackOf lists a user's ratings, the oldest first.
func (s *Store) FeedbackOf(ctx context.Context, owner Owner, userID string) ([]Feedback, error) {
	return listOf(ctx, s, owner, userID, "feedback of user", s.reads.UserFeedback, userID, feedbackOf)
}

// expireMemories forgets what is too old, also of users who never come back.
func (x *retainer) expireMemories(ctx context.Context, before int64) error {
	users, err := read(ctx, x.Store, "find old memories", func(ctx context.Context, q *queries) ([]string, error) {
		if x.within != "" {
			return q.OldMemoriesWithin(ctx, sqlc.OldMemoriesWithinParams{Oldest: before, Within: x.within, Beyond: x.beyond(), Count: x.limit})
		}
		return q.OldMemories(ctx, sqlc.OldMemoriesParams{Oldest: before, Count: x.limit})
	})
	if err != nil {
		return err
	}
	slices.Sort(users)
	for _, user := range slices.Compact(users) {
		n, err := change(ctx, x.Store, "expire memories", func(ctx context.Context, q *queries) (int64, error) {
			if _, err := lockMemory(ctx, q, user); err != nil {
				return 0, err
			}
			return q.ExpireMemories(ctx, sqlc.ExpireMemoriesParams{UserID: user, CreatedAt: before})
		})
		if err != nil {
			return err
		}
		x.done.Memories += n
	}
	x.done.More = x.done.More || len(users) > 0
	return nil
}
