package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// What is remembered of a user at most.
const (
	memoriesKept = 100
	memoryAge    = 90 * 24 * time.Hour
)

// personal writes what a commit brings for its users, one user after the
// other.
func (c *Commit) personal(ctx context.Context, q *queries) error {
	for _, user := range c.users() {
		erased, err := lockMemory(ctx, q, user)
		if err != nil {
			return err
		}
		if err := c.memories(ctx, q, user, erased); err != nil {
			return err
		}
		if err := c.preferences(ctx, q, user, erased); err != nil {
			return err
		}
	}
	return nil
}

// users are those whom the commit brings something for, in the one order in
// which their heads are locked. Nobody is none of them: strangers would
// share what is kept.
func (c *Commit) users() []string {
	var users []string
	for _, m := range c.Memories {
		users = append(users, m.UserID)
	}
	for _, p := range c.Preferences {
		users = append(users, p.UserID)
	}
	slices.Sort(users)
	return slices.DeleteFunc(slices.Compact(users), func(u string) bool { return u == "" })
}

// lockMemory locks what is kept of a user until the transaction ends; what was
// asked before erased is not to be kept.
func lockMemory(ctx context.Context, q *queries, userID string) (erased time.Time, err error) {
	at, err := q.LockMemoryHead(ctx, userID)
	if err != nil {
		return time.Time{}, fmt.Errorf("memory of %s: %w", userID, err)
	}
	return fromMillis(at), nil
}

func (c *Commit) memories(ctx context.Context, q *queries, userID string, erased time.Time) error {
	kept := false
	for _, m := range c.Memories {
		at := m.Timestamp
		if at.IsZero() {
			at = c.At
		}
		asked := m.AskedAt
		if asked.IsZero() {
			asked = at
		}
		// A run that was at work while its user was erased must not bring them back.
		if m.UserID != userID || !erased.IsZero() && !asked.After(erased) {
			continue
		}
		m.Timestamp = at
		if err := insertMemory(ctx, q, m); err != nil {
			return fmt.Errorf("memory: %w", err)
		}
		kept = true
	}
	if !kept {
		return nil
	}
	err := q.TrimMemories(ctx, sqlc.TrimMemoriesParams{
		UserID: userID, Oldest: millis(c.At.Add(-memoryAge)), Newest: memoriesKept,
	})
	if err != nil {
		return fmt.Errorf("trim memories: %w", err)
	}
	return nil
}

func insertMemory(ctx context.Context, q *queries, m state.Memory) error {
	mentions, err := mentionsText(m.Mentions)
	if err != nil {
		return err
	}
	return putOf(ctx, q, m.UserID, q.InsertMemory, sqlc.InsertMemoryParams{
		ID: newID(), UserID: m.UserID, ConversationID: m.ConversationID, RunID: m.RunID,
		Query: m.Query, Response: m.Response, Intent: m.Intent, Mentions: mentions, CreatedAt: millis(m.Timestamp),
	})
}

func (c *Commit) preferences(ctx context.Context, q *queries, userID string, erased time.Time) error {
	for _, p := range c.Preferences {
		if p.UserID != userID {
			continue
		}
		if p.UpdatedAt.IsZero() {
			p.UpdatedAt = c.At
		}
		if !erased.IsZero() && !p.UpdatedAt.After(erased) {
			continue
		}
		if err := learn(ctx, q, p); err != nil {
			return fmt.Errorf("preference %s: %w", p.Key, err)
		}
	}
	return nil
}

// learn adds what a query said to what is known. What was said before its
// key was erased is forgotten with it.
func learn(ctx context.Context, q *queries, said state.Preference) error {
	row, err := one(ctx, q, q.Preference, sqlc.PreferenceParams{UserID: said.UserID, Key: said.Key})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	known := state.Preference{}
	switch {
	case row.Source == sourceErased && millis(said.UpdatedAt) <= row.UpdatedAt:
		return nil
	case err == nil && row.Source != sourceErased:
		known = preferenceOf(row)
	}
	// What a user sets is not outweighed by what was read out of their talk.
	if said.Source == state.SourceUser {
		return put(ctx, q, known.Correct(said))
	}
	return put(ctx, q, known.Learn(said))
}

// sourceErased marks a preference of which only the erasure is kept.
const sourceErased = "erased"

func put(ctx context.Context, q *queries, p state.Preference) error {
	history, err := json.Marshal(p.History)
	if err != nil {
		return err
	}
	return putOf(ctx, q, p.UserID, q.UpsertPreference, sqlc.UpsertPreferenceParams{
		UserID: p.UserID, Key: p.Key, Value: p.Value, Evidence: p.Evidence, UpdatedAt: millis(p.UpdatedAt),
		Source: p.Source, RunID: p.RunID, Stated: int64(p.Count), History: string(history),
	})
}

func preferenceOf(r sqlc.Preference) state.Preference {
	p := state.Preference{
		UserID: r.UserID, Key: r.Key, Value: r.Value, Evidence: r.Evidence, UpdatedAt: fromMillis(r.UpdatedAt),
		Source: r.Source, RunID: r.RunID, Count: int(r.Stated),
	}
	if r.History != "" {
		// It was JSON when it was written; without it the value still stands.
		_ = json.Unmarshal([]byte(r.History), &p.History)
	}
	return p
}

func mentionsText(mentions []json.RawMessage) (string, error) {
	if len(mentions) == 0 {
		return "", nil
	}
	return jsonText("mentions", mentions)
}
