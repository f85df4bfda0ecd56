package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// Memories lists what is remembered of a user since a moment (the zero time
// is everything), the newest first. A limit of 0 is all that is kept, 100.
func (s *Store) Memories(ctx context.Context, owner Owner, userID string, since time.Time, limit int) ([]state.Memory, error) {
	return listOf(ctx, s, owner, userID, "memories", s.reads.Memories, sqlc.MemoriesParams{
		UserID: userID, CreatedAt: millis(since), Limit: int32(bounded(limit, memoriesKept)),
	}, memoryOf)
}

func memoryOf(r sqlc.Memory) state.Memory {
	m := state.Memory{
		ID: r.ID, ConversationID: r.ConversationID, RunID: r.RunID, UserID: r.UserID, Query: r.Query,
		Response: r.Response, Intent: r.Intent, Timestamp: fromMillis(r.CreatedAt),
	}
	if r.Mentions != "" {
		// It was JSON when it was written; the words still stand without it.
		_ = json.Unmarshal([]byte(r.Mentions), &m.Mentions)
	}
	return m
}

// Preferences lists what was learned about a user, by key.
func (s *Store) Preferences(ctx context.Context, owner Owner, userID string) ([]state.Preference, error) {
	return listOf(ctx, s, owner, userID, "preferences", s.reads.Preferences, userID, preferenceOf)
}

// SavePreference keeps one preference outside of a run: a user's own
// correction, which learning leaves alone. It returns it as it is kept.
func (s *Store) SavePreference(ctx context.Context, owner Owner, p state.Preference) (state.Preference, error) {
	if err := owner.only("save preference", p.UserID); err != nil {
		return p, err
	}
	err := texts("user", p.UserID, "key", p.Key) // by which it is looked up before its row is written
	if p.UserID == "" {
		err = fmt.Errorf("%w: preference of nobody", ErrInvalid)
	}
	if err != nil {
		return p, fmt.Errorf("save preference: %w", err)
	}
	p.Source, p.UpdatedAt = state.SourceUser, fromMillis(millis(p.UpdatedAt))
	return change(ctx, s, "save preference", func(ctx context.Context, q *queries) (state.Preference, error) {
		if _, err := lockMemory(ctx, q, p.UserID); err != nil {
			return p, err
		}
		if err := learn(ctx, q, p); err != nil {
			return p, err
		}
		row, err := one(ctx, q, q.Preference, sqlc.PreferenceParams{UserID: p.UserID, Key: p.Key})
		return preferenceOf(row), err
	})
}

// Document is the document with that id.
func (s *Store) Document(ctx context.Context, owner Owner, id string) (state.Document, error) {
	row, err := get(ctx, s, "document "+id, s.reads.Document, sqlc.DocumentParams{
		ID: id, OwnerID: owner.id(), OwnerWithin: owner.within(),
	})
	if err != nil {
		return state.Document{}, err
	}
	return documentOf(row), nil
}

// DocumentsOf lists a session's documents, the oldest first.
func (s *Store) DocumentsOf(ctx context.Context, owner Owner, sessionID string) ([]state.Document, error) {
	return list(ctx, s, "documents of "+sessionID, s.reads.SessionDocuments, sqlc.SessionDocumentsParams{
		SessionID: sessionID, OwnerID: owner.id(), OwnerWithin: owner.within(),
	}, documentOf)
}

// UserDocuments lists a user's documents over all conversations that are not
// hidden, the newest first.
func (s *Store) UserDocuments(ctx context.Context, owner Owner, userID string, most int) ([]state.Document, error) {
	return listOf(ctx, s, owner, userID, "documents of a user", s.reads.UserDocuments, sqlc.UserDocumentsParams{
		UserID: userID, Most: int32(most),
	}, documentOf)
}

func documentOf(r sqlc.Document) state.Document {
	return state.Document{
		ID: r.ID, SessionID: r.SessionID, RunID: r.RunID, UserID: r.UserID, Type: r.Type,
		Title: r.Title, Markdown: r.Markdown, Metadata: raw(r.Metadata), CreatedAt: fromMillis(r.CreatedAt),
	}
}

// SaveFeedback keeps a user's rating of a run; the next one replaces it.
func (s *Store) SaveFeedback(ctx context.Context, owner Owner, f Feedback) error {
	return s.write(ctx, "feedback on run "+f.RunID, func(ctx context.Context, q *queries) error {
		if err := q.owns(ctx, owner, f.SessionID); err != nil {
			return err
		}
		return putOf(ctx, q, f.UserID, q.UpsertFeedback, sqlc.UpsertFeedbackParams{
			RunID: f.RunID, UserID: f.UserID, SessionID: f.SessionID,
			Rating: f.Rating, Comment: f.Comment, CreatedAt: millis(f.At),
		})
	})
}

// FeedbackOn lists the ratings of a run.
func (s *Store) FeedbackOn(ctx context.Context, owner Owner, runID string) ([]Feedback, error) {
	return list(ctx, s, "feedback on run "+runID, s.reads.RunFeedback, sqlc.RunFeedbackParams{
		RunID: runID, OwnerID: owner.id(), OwnerWithin: owner.within(),
	}, feedbackOf)
}

func feedbackOf(r sqlc.Feedback) Feedback {
	return Feedback{
		RunID: r.RunID, SessionID: r.SessionID, UserID: r.UserID,
		Rating: r.Rating, Comment: r.Comment, At: fromMillis(r.CreatedAt),
	}
}
