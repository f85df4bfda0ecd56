package store

import (
	"context"
	"fmt"
	"time"

	"github.com/madang-dev/madang/store/sqlc"
)

// What is remembered of a user at most.
const (
	memoriesKept = 100
	memoryAge    = 90 * 24 * time.Hour
)

// extras writes the rarer parts of a commit, one statement each.
func (c *Commit) extras(ctx context.Context, tx sqlc.DBTX) error {
	q := sqlc.New(tx)
	if err := c.documents(ctx, q); err != nil {
		return err
	}
	if err := c.memories(ctx, q); err != nil {
		return err
	}
	if err := c.preferences(ctx, q); err != nil {
		return err
	}
	for _, effect := range c.Effects {
		if err := effect(ctx, tx); err != nil {
			return fmt.Errorf("effect: %w", err)
		}
	}
	return nil
}

func (c *Commit) documents(ctx context.Context, q *sqlc.Queries) error {
	for i := range c.Documents {
		d := &c.Documents[i]
		if d.ID == "" {
			d.ID = newID()
		}
		d.SessionID, d.RunID, d.CreatedAt = c.SessionID, c.RunID, fromMillis(millis(c.At))
		err := q.InsertDocument(ctx, sqlc.InsertDocumentParams{
			ID: d.ID, SessionID: d.SessionID, RunID: d.RunID, UserID: d.UserID, Type: d.Type,
			Title: d.Title, Metadata: string(d.Metadata), CreatedAt: millis(c.At), Markdown: d.Markdown,
		})
		if err != nil {
			return fmt.Errorf("document %s: %w", d.ID, err)
		}
	}
	return nil
}

func (c *Commit) memories(ctx context.Context, q *sqlc.Queries) error {
	users := map[string]bool{}
	for _, m := range c.Memories {
		if m.UserID == "" { // or strangers would share it
			continue
		}
		at := m.Timestamp
		if at.IsZero() {
			at = c.At
		}
		err := q.InsertMemory(ctx, sqlc.InsertMemoryParams{
			ID: newID(), UserID: m.UserID, ConversationID: m.ConversationID, RunID: m.RunID,
			Query: m.Query, Response: m.Response, Intent: m.Intent, CreatedAt: millis(at),
		})
		if err != nil {
			return fmt.Errorf("memory: %w", err)
		}
		users[m.UserID] = true
	}
	for user := range users {
		err := q.TrimMemories(ctx, sqlc.TrimMemoriesParams{
			UserID: user, Oldest: millis(c.At.Add(-memoryAge)), Newest: memoriesKept,
		})
		if err != nil {
			return fmt.Errorf("trim memories: %w", err)
		}
	}
	return nil
}

func (c *Commit) preferences(ctx context.Context, q *sqlc.Queries) error {
	for _, p := range c.Preferences {
		if p.UserID == "" {
			continue
		}
		at := p.UpdatedAt
		if at.IsZero() {
			at = c.At
		}
		err := q.UpsertPreference(ctx, sqlc.UpsertPreferenceParams{
			UserID: p.UserID, Key: p.Key, Value: p.Value, Evidence: p.Evidence, UpdatedAt: millis(at),
		})
		if err != nil {
			return fmt.Errorf("preference %s: %w", p.Key, err)
		}
	}
	return nil
}

func (c *Commit) checkExtras() (errs []error) {
	for _, d := range c.Documents {
		errs = append(errs, texts("document id", d.ID, "document user", d.UserID, "document type", d.Type,
			"document title", d.Title, "document metadata", string(d.Metadata), "document", d.Markdown))
	}
	for _, m := range c.Memories {
		errs = append(errs, texts("memory user", m.UserID, "conversation id", m.ConversationID,
			"memory run", m.RunID, "memory query", m.Query, "memory response", m.Response, "intent", m.Intent))
	}
	for _, p := range c.Preferences {
		errs = append(errs, texts("preference user", p.UserID, "preference key", p.Key,
			"preference value", p.Value, "evidence", p.Evidence))
	}
	return errs
}
