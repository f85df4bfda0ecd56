package store

import (
	"cmp"
	"context"
	"fmt"

	"github.com/madang-dev/madang/store/sqlc"
)

// extras writes the rarer parts of a commit, one statement each; a group has no place
// for them.
func (q *queries) extras(ctx context.Context, c *Commit) error {
	if !c.hasExtras() {
		return nil
	}
	if c.Title != "" {
		err := putIn(ctx, q, c.SessionID, q.TitleSession, sqlc.TitleSessionParams{Title: c.Title, At: millis(c.At), ID: c.SessionID})
		if err != nil {
			return fmt.Errorf("title: %w", err)
		}
	}
	if err := c.documents(ctx, q); err != nil {
		return err
	}
	if err := c.personal(ctx, q); err != nil {
		return err
	}
	// Last: an assistant's own rows may refer to any of the others.
	return join(ctx, q.tx, c.Effects)
}

// hasExtras tells whether a commit has any of the rarer parts.
func (c *Commit) hasExtras() bool {
	return c.Title != "" || len(c.Documents)+len(c.Memories)+len(c.Preferences)+len(c.Effects) > 0
}

func (c *Commit) documents(ctx context.Context, q *queries) error {
	for i := range c.Documents {
		d := &c.Documents[i]
		d.ID = cmp.Or(d.ID, newID())
		// Whose it is the claim tells, not the assistant.
		d.SessionID, d.RunID, d.CreatedAt = c.SessionID, c.RunID, fromMillis(millis(c.At))
		err := putIn(ctx, q, c.SessionID, q.InsertDocument, sqlc.InsertDocumentParams{
			ID: d.ID, SessionID: d.SessionID, RunID: d.RunID, UserID: d.UserID, Type: d.Type,
			Title: d.Title, Metadata: string(d.Metadata), CreatedAt: millis(c.At), Markdown: d.Markdown,
		})
		if err != nil {
			return fmt.Errorf("document %s: %w", d.ID, err)
		}
	}
	return nil
}
