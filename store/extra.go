package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/madang-dev/madang/store/sqlc"
)

// extras writes the rarer parts of a commit, one statement each.
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
	if err := c.results(ctx, q); err != nil {
		return err
	}
	if err := c.documents(ctx, q); err != nil {
		return err
	}
	if err := c.personal(ctx, q); err != nil {
		return err
	}
	return join(ctx, q.tx, c.Effects)
}

// hasExtras tells whether a commit has any of the rarer parts.
func (c *Commit) hasExtras() bool {
	return c.Title != "" || len(c.Documents)+len(c.Memories)+len(c.Preferences)+len(c.Results)+len(c.Effects) > 0
}

// results keeps the first result of each key; a later one is told of it.
func (c *Commit) results(ctx context.Context, q *queries) error {
	for i := range c.Results {
		r := &c.Results[i]
		if r.At.IsZero() {
			r.At = c.At
		}
		err := putIn(ctx, q, c.SessionID, q.InsertResult, sqlc.InsertResultParams{
			RunID: c.RunID, Key: r.Key, CreatedAt: millis(r.At), Value: string(r.Value),
		})
		if err != nil {
			return fmt.Errorf("result %s: %w", r.Key, err)
		}
		row, err := one(ctx, q, q.Result, sqlc.ResultParams{RunID: c.RunID, Key: r.Key})
		if err != nil {
			return fmt.Errorf("result %s: %w", r.Key, err)
		}
		*r = resultOf(row)
	}
	return nil
}

func (c *Commit) documents(ctx context.Context, q *queries) error {
	for i := range c.Documents {
		d := &c.Documents[i]
		if d.ID == "" {
			d.ID = newID()
		}
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
	for _, r := range c.Results {
		errs = append(errs, texts("result key", r.Key, "result", string(r.Value)))
	}
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
