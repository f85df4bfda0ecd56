package store

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// number gives the commit's rows their numbers, back from where the session
// stands after it.
func (c *Commit) number(after Head) {
	for i, e := range c.Events {
		e.SessionID, e.Seq, e.CreatedAt = c.SessionID, after.LastSeq-int64(len(c.Events)-1-i), c.time(e.CreatedAt)
		e.ID = state.EventID(c.SessionID, e.Seq)
		e.RunID = cmp.Or(e.RunID, c.RunID)
	}
	for i, m := range c.Messages {
		m.SessionID, m.ID, m.CreatedAt = c.SessionID, after.LastMessageID-int64(len(c.Messages)-1-i), c.time(m.CreatedAt)
		m.RunID = cmp.Or(m.RunID, c.RunID)
	}
	for i, p := range c.Checkpoints {
		p.SessionID, p.RunID, p.Fence, p.CreatedAt = c.SessionID, c.RunID, c.Fence, c.time(p.CreatedAt)
		p.StepNo = after.LastStep - int64(len(c.Checkpoints)-1-i)
		p.ID = state.CheckpointID(c.SessionID, p.StepNo)
		p.Seq, p.MessageID = after.LastSeq, after.LastMessageID
		// A fork names the step that it goes on from; every other goes on from the last.
		p.ParentID = cmp.Or(p.ParentID, previousID(p))
	}
	before := c.Head
	c.Head, c.before = after, &before
}

// time is a row's own, in the store's milliseconds, or else the commit's.
func (c *Commit) time(own time.Time) time.Time {
	// To the millisecond before it is sent, too: an event reads the same now and when
	// the log replays it.
	if own.IsZero() {
		own = c.At
	}
	return fromMillis(millis(own))
}

// history writes the rows that only grow.
func (c *Commit) history(ctx context.Context, q *queries, values chain) error {
	for i, p := range c.Checkpoints {
		if err := putIn(ctx, q, c.SessionID, q.InsertCheckpoint, checkpointRow(p, values.bases[i], values.values[i])); err != nil {
			return fmt.Errorf("append checkpoint %s: %w", p.ID, err)
		}
	}
	for _, e := range c.Events {
		if err := putIn(ctx, q, c.SessionID, q.InsertEvent, eventRow(e)); err != nil {
			return fmt.Errorf("append event %s: %w", e.ID, err)
		}
	}
	for _, m := range c.Messages {
		if err := putIn(ctx, q, c.SessionID, q.InsertMessage, messageRow(m)); err != nil {
			return fmt.Errorf("append message %d: %w", m.ID, err)
		}
	}
	for i := range c.Results {
		if err := putIn(ctx, q, c.SessionID, q.InsertResult, c.resultRow(i)); err != nil {
			return fmt.Errorf("result %s: %w", c.Results[i].Key, err)
		}
	}
	return nil
}

func eventRow(e *state.Event) sqlc.InsertEventParams {
	return sqlc.InsertEventParams{
		SessionID: e.SessionID, Seq: e.Seq, RunID: e.RunID, Type: e.Type,
		CreatedAt: millis(e.CreatedAt), Payload: string(e.Payload),
	}
}

func messageRow(m *state.Message) sqlc.InsertMessageParams {
	return sqlc.InsertMessageParams{
		SessionID: m.SessionID, ID: m.ID, RunID: m.RunID, Role: m.Role,
		CreatedAt: millis(m.CreatedAt), Content: m.Content, Data: string(m.Data),
	}
}

func (c *Commit) resultRow(i int) sqlc.InsertResultParams {
	r := &c.Results[i]
	return sqlc.InsertResultParams{RunID: c.RunID, Key: r.Key, CreatedAt: millis(c.time(r.At)), Value: string(r.Value)}
}

func checkpointRow(p *state.Checkpoint, base int64, value []byte) sqlc.InsertCheckpointParams {
	return sqlc.InsertCheckpointParams{
		SessionID: p.SessionID, StepNo: p.StepNo, RunID: p.RunID, Fence: p.Fence, ParentID: storedParent(p),
		Node: p.Node, NextNode: p.NextNode, Phase: p.Phase, Label: p.Label, Status: p.Status,
		PlanShown: flag(p.PlanShown), SchemaVersion: int64(p.SchemaVersion), Seq: p.Seq, MessageID: p.MessageID,
		CreatedAt: millis(p.CreatedAt), BaseStep: base, Journal: string(p.Journal), Value: value,
	}
}

// storedParent leaves out the parent that goes without saying.
func storedParent(p *state.Checkpoint) string {
	if p.ParentID == previousID(p) {
		return ""
	}
	return p.ParentID
}
