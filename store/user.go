package store

import (
	"context"
	"fmt"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// Memories lists what is remembered of a user since a moment (the zero time
// is everything), the newest first. A limit of 0 is all that is kept, 100.
func (s *Store) Memories(ctx context.Context, userID string, since time.Time, limit int) ([]state.Memory, error) {
	rows, err := read(ctx, s, "memories", func(ctx context.Context, q *sqlc.Queries) ([]sqlc.Memory, error) {
		return q.Memories(ctx, sqlc.MemoriesParams{
			UserID: userID, CreatedAt: millis(since), Limit: int32(bounded(limit, memoriesKept)),
		})
	})
	return each(rows, func(r sqlc.Memory) state.Memory {
		return state.Memory{
			ConversationID: r.ConversationID, RunID: r.RunID, UserID: r.UserID, Query: r.Query,
			Response: r.Response, Intent: r.Intent, Timestamp: fromMillis(r.CreatedAt),
		}
	}), err
}

// DeleteMemories forgets all that is remembered of a user and counts it.
func (s *Store) DeleteMemories(ctx context.Context, userID string) (count int64, err error) {
	err = s.write(ctx, "delete memories", func(ctx context.Context, q *sqlc.Queries) error {
		count, err = q.DeleteMemories(ctx, userID)
		return err
	})
	return count, err
}

// Preferences lists what was learned about a user, by key.
func (s *Store) Preferences(ctx context.Context, userID string) ([]state.Preference, error) {
	rows, err := read(ctx, s, "preferences", func(ctx context.Context, q *sqlc.Queries) ([]sqlc.Preference, error) {
		return q.Preferences(ctx, userID)
	})
	return each(rows, func(r sqlc.Preference) state.Preference {
		return state.Preference{
			UserID: r.UserID, Key: r.Key, Value: r.Value, Evidence: r.Evidence, UpdatedAt: fromMillis(r.UpdatedAt),
		}
	}), err
}

// SavePreference keeps one preference outside of a run, such as a user's
// own correction.
func (s *Store) SavePreference(ctx context.Context, p state.Preference) error {
	err := texts("user", p.UserID, "key", p.Key, "value", p.Value, "evidence", p.Evidence)
	if p.UserID == "" {
		err = fmt.Errorf("%w: preference of nobody", ErrInvalid)
	}
	if err != nil {
		return fmt.Errorf("save preference: %w", err)
	}
	return s.write(ctx, "save preference", func(ctx context.Context, q *sqlc.Queries) error {
		return q.UpsertPreference(ctx, sqlc.UpsertPreferenceParams{
			UserID: p.UserID, Key: p.Key, Value: p.Value, Evidence: p.Evidence, UpdatedAt: millis(p.UpdatedAt),
		})
	})
}

// DeletePreference forgets one preference.
func (s *Store) DeletePreference(ctx context.Context, userID, key string) error {
	return s.writeOne(ctx, "delete preference", func(ctx context.Context, q *sqlc.Queries) (int64, error) {
		return q.DeletePreference(ctx, sqlc.DeletePreferenceParams{UserID: userID, Key: key})
	})
}

// Document is the document with that id.
func (s *Store) Document(ctx context.Context, id string) (state.Document, error) {
	row, err := read(ctx, s, "document "+id, func(ctx context.Context, q *sqlc.Queries) (sqlc.Document, error) {
		return q.Document(ctx, id)
	})
	if err != nil {
		return state.Document{}, err
	}
	return documentOf(row), nil
}

// DocumentsOf lists a session's documents, the oldest first.
func (s *Store) DocumentsOf(ctx context.Context, sessionID string) ([]state.Document, error) {
	rows, err := read(ctx, s, "documents of "+sessionID, func(ctx context.Context, q *sqlc.Queries) ([]sqlc.Document, error) {
		return q.SessionDocuments(ctx, sessionID)
	})
	return each(rows, documentOf), err
}

func documentOf(r sqlc.Document) state.Document {
	return state.Document{
		ID: r.ID, SessionID: r.SessionID, RunID: r.RunID, UserID: r.UserID, Type: r.Type,
		Title: r.Title, Markdown: r.Markdown, Metadata: raw(r.Metadata), CreatedAt: fromMillis(r.CreatedAt),
	}
}

// SaveFeedback keeps a user's rating of a run; the next one replaces it.
func (s *Store) SaveFeedback(ctx context.Context, f Feedback) error {
	if err := texts("user", f.UserID, "rating", f.Rating, "comment", f.Comment); err != nil {
		return fmt.Errorf("feedback on run %s: %w", f.RunID, err)
	}
	return s.write(ctx, "feedback on run "+f.RunID, func(ctx context.Context, q *sqlc.Queries) error {
		return q.UpsertFeedback(ctx, sqlc.UpsertFeedbackParams{
			RunID: f.RunID, UserID: f.UserID, SessionID: f.SessionID,
			Rating: f.Rating, Comment: f.Comment, CreatedAt: millis(f.At),
		})
	})
}

// FeedbackOn lists the ratings of a run.
func (s *Store) FeedbackOn(ctx context.Context, runID string) ([]Feedback, error) {
	rows, err := read(ctx, s, "feedback on run "+runID, func(ctx context.Context, q *sqlc.Queries) ([]sqlc.Feedback, error) {
		return q.RunFeedback(ctx, runID)
	})
	return each(rows, func(r sqlc.Feedback) Feedback {
		return Feedback{
			RunID: r.RunID, SessionID: r.SessionID, UserID: r.UserID,
			Rating: r.Rating, Comment: r.Comment, At: fromMillis(r.CreatedAt),
		}
	}), err
}
