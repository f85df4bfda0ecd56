package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// The append-only tables are written here and nowhere else.
var (
	insertEvents = batch{
		types: []string{"text", "bigint", "text", "text", "text", "bigint", "text"},
		text: `INSERT INTO events (session_id, seq, id, run_id, type, created_at, payload)
SELECT column1, column2, column3, column4, column5, column6, column7
FROM %s WHERE column1 IS NOT NULL`,
	}.statements()

	insertMessages = batch{
		types: []string{"text", "bigint", "text", "text", "bigint", "text", "text"},
		text: `INSERT INTO messages (session_id, id, run_id, role, created_at, content, data)
SELECT column1, column2, column3, column4, column5, column6, column7
FROM %s WHERE column1 IS NOT NULL`,
	}.statements()

	insertCheckpoints = batch{
		types: []string{"text", "text", "bigint", "text", "text", "text", "text", "text", "bigint", "bigint", "text", "text"},
		text: `INSERT INTO checkpoints (id, session_id, step_no, run_id, parent_id, node, phase, label, schema_version, created_at, changes, state)
SELECT column1, column2, column3, column4, column5, column6, column7, column8, column9, column10, column11, column12
FROM %s WHERE column1 IS NOT NULL`,
	}.statements()
)

// history gathers the rows of one transaction for the append-only tables.
type history struct {
	events, messages, checkpoints []any
}

const (
	eventColumns      = 7
	messageColumns    = 7
	checkpointColumns = 12
)

// event numbers e and takes it along.
func (h *history) event(e *state.Event, seq int64, run state.Run, at int64) {
	e.SessionID, e.Seq, e.CreatedAt = run.SessionID, seq, fromMillis(at)
	if e.ID == "" {
		e.ID = newID()
	}
	if e.RunID == "" {
		e.RunID = run.ID
	}
	h.events = append(h.events, e.SessionID, seq, e.ID, e.RunID, e.Type, at, string(e.Payload))
}

// message numbers m and takes it along.
func (h *history) message(m *state.Message, id int64, run state.Run, at int64) {
	m.SessionID, m.ID, m.CreatedAt = run.SessionID, id, fromMillis(at)
	if m.RunID == "" {
		m.RunID = run.ID
	}
	h.messages = append(h.messages, m.SessionID, id, m.RunID, m.Role, at, m.Content, string(m.Data))
}

// checkpoint numbers c and takes it along; its ID and ParentID are set.
func (h *history) checkpoint(c *state.Checkpoint, step int64, run state.Run, at int64) error {
	c.SessionID, c.RunID, c.StepNo, c.CreatedAt = run.SessionID, run.ID, step, fromMillis(at)
	changes := ""
	if len(c.Changes) > 0 {
		b, err := json.Marshal(c.Changes)
		if err != nil {
			return fmt.Errorf("%w: changes of checkpoint %s: %w", ErrInvalid, c.Label, err)
		}
		changes = string(b)
	}
	h.checkpoints = append(h.checkpoints, c.ID, c.SessionID, step, c.RunID, c.ParentID,
		c.Node, c.Phase, c.Label, int64(c.SchemaVersion), at, changes, string(c.State))
	return nil
}

func (h *history) insert(ctx context.Context, tx sqlc.DBTX) error {
	if err := insertCheckpoints.exec(ctx, tx, h.checkpoints, checkpointColumns); err != nil {
		return fmt.Errorf("append checkpoints: %w", err)
	}
	if err := insertEvents.exec(ctx, tx, h.events, eventColumns); err != nil {
		return fmt.Errorf("append events: %w", err)
	}
	if err := insertMessages.exec(ctx, tx, h.messages, messageColumns); err != nil {
		return fmt.Errorf("append messages: %w", err)
	}
	return nil
}

func checkEvent(e *state.Event) error {
	return texts("event type", e.Type, "event id", e.ID, "event run", e.RunID, "event payload", string(e.Payload))
}

func checkMessage(m *state.Message) error {
	return texts("message role", m.Role, "message", m.Content, "message run", m.RunID, "message data", string(m.Data))
}

func checkCheckpoint(c *state.Checkpoint) error {
	return texts("checkpoint id", c.ID, "parent id", c.ParentID, "node", c.Node,
		"phase", c.Phase, "label", c.Label, "state", string(c.State))
}
