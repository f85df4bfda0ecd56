package store

import (
	"cmp"
	"context"
	"errors"
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

func (c *Commit) checkExtras() error {
	if c.Interrupt != nil {
		var err error
		if c.question, err = jsonText("interrupt", c.Interrupt); err != nil {
			return err
		}
	}
	if !c.hasExtras() {
		return nil
	}
	var errs []error
	for _, d := range c.Documents {
		errs = append(errs, texts("document id", d.ID, "document user", d.UserID, "document type", d.Type,
			"document title", d.Title, "document metadata", string(d.Metadata), "document", d.Markdown))
	}
	for _, m := range c.Memories {
		_, err := mentionsText(m.Mentions)
		errs = append(errs, err, texts("memory user", m.UserID, "conversation id", m.ConversationID,
			"memory run", m.RunID, "memory query", m.Query, "memory response", m.Response, "intent", m.Intent))
	}
	for _, p := range c.Preferences {
		errs = append(errs, texts("preference user", p.UserID, "preference key", p.Key,
			"preference value", p.Value, "evidence", p.Evidence, "preference run", p.RunID))
	}
	return errors.Join(errs...)
}
