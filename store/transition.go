package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// The joins are written as a range of one value: an equality may be planned
// as a scan of the whole table while that is small, and Postgres would keep
// the plan while the table grows. A range can only use the index. The CASE
// hides the other conditions from the planners for the same reason.
var (
	fenceRuns = batch{
		types: []string{"text", "text", "text", "bigint", "text", "text", "bigint", "text", "text", "bigint", "bigint"},
		text: `UPDATE runs SET
    status = v.column5, next_node = v.column6, plan_shown = v.column7,
    interrupt = v.column8, error = v.column9, finished_at = v.column10, mark = v.column11
FROM %s
WHERE runs.id BETWEEN v.column1 AND v.column1
  AND CASE WHEN runs.session_id = v.column2 AND runs.owner = v.column3 AND runs.fence = v.column4
            AND runs.status IN ('queued', 'running', 'waiting') THEN 1 ELSE 0 END = 1
RETURNING runs.id`,
	}.statements()

	advanceSessions = batch{
		types: []string{"text", "bigint", "bigint", "bigint", "text", "text", "text", "bigint", "bigint"},
		text: `UPDATE sessions SET
    last_seq = last_seq + v.column2,
    last_step = last_step + v.column3,
    last_message_id = last_message_id + v.column4,
    message_count = message_count + v.column4,
    prior_checkpoint_id = checkpoint_id,
    checkpoint_id = CASE WHEN v.column5 <> '' THEN v.column5 ELSE checkpoint_id END,
    last_message = CASE WHEN v.column4 > 0 THEN v.column6 ELSE last_message END,
    title = CASE WHEN v.column7 <> '' THEN v.column7 ELSE title END,
    delivered_seq = CASE WHEN v.column8 > delivered_seq THEN v.column8 ELSE delivered_seq END,
    updated_at = CASE WHEN (v.column4 > 0 OR v.column7 <> '') AND v.column9 > updated_at THEN v.column9 ELSE updated_at END,
    last_activity = CASE WHEN v.column9 > last_activity THEN v.column9 ELSE last_activity END
FROM %s
WHERE sessions.id BETWEEN v.column1 AND v.column1
RETURNING sessions.id, last_seq, last_step, last_message_id, prior_checkpoint_id`,
	}.statements()
)

const (
	fenceColumns   = 11
	advanceColumns = 9
)

// transition is the work of one transaction.
type transition struct {
	mark   *doubt
	fenced map[*Commit]bool
}

// numbers are a session's high-water marks after its update.
type numbers struct {
	seq, step, message int64
	parent             string
}

// apply writes commits of different sessions.
func (t *transition) apply(ctx context.Context, tx sqlc.DBTX, wave []*Commit) error {
	held, err := t.fence(ctx, tx, wave)
	if err != nil {
		return fmt.Errorf("check fences: %w", err)
	}
	after, err := advance(ctx, tx, held)
	if err != nil {
		return fmt.Errorf("number rows: %w", err)
	}
	var rows history
	for _, c := range held {
		if err := rows.commit(c, after[c.SessionID]); err != nil {
			return err
		}
	}
	if err := rows.insert(ctx, tx); err != nil {
		return err
	}
	for _, c := range held {
		if err := c.extras(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

// fence moves the runs on and returns the commits that had the right to.
func (t *transition) fence(ctx context.Context, tx sqlc.DBTX, wave []*Commit) ([]*Commit, error) {
	args := make([]any, 0, len(wave)*fenceColumns)
	for _, c := range wave {
		var finished int64
		if c.Status.Terminal() {
			finished = millis(c.At)
		}
		args = append(args, c.RunID, c.SessionID, c.Owner, c.Fence, string(c.Status), c.NextNode,
			flag(c.PlanShown), string(c.Interrupt), c.Error, finished, t.mark.mark)
	}
	passed := make(map[string]bool, len(wave))
	err := fenceRuns.query(ctx, tx, args, fenceColumns, func(r *sql.Rows) error {
		var id string
		err := r.Scan(&id)
		passed[id] = true
		return err
	})
	if err != nil {
		return nil, err
	}
	held := make([]*Commit, 0, len(wave))
	for _, c := range wave {
		if !passed[c.RunID] {
			t.fenced[c] = true
			continue
		}
		held = append(held, c)
		t.mark.runID = c.RunID
	}
	return held, nil
}

// advance takes the numbers for the new rows from the sessions.
func advance(ctx context.Context, tx sqlc.DBTX, held []*Commit) (map[string]numbers, error) {
	args := make([]any, 0, len(held)*advanceColumns)
	for _, c := range held {
		args = append(args, c.SessionID, int64(len(c.Events)), int64(len(c.Checkpoints)),
			int64(len(c.Messages)), c.lastCheckpoint(), c.lastMessage(), c.Title, c.DeliveredSeq, millis(c.At))
	}
	after := make(map[string]numbers, len(held))
	err := advanceSessions.query(ctx, tx, args, advanceColumns, func(r *sql.Rows) error {
		var id string
		var n numbers
		err := r.Scan(&id, &n.seq, &n.step, &n.message, &n.parent)
		after[id] = n
		return err
	})
	return after, err
}

// lastCheckpoint is the id of the newest checkpoint; ids are made here.
func (c *Commit) lastCheckpoint() string {
	id := ""
	for _, p := range c.Checkpoints {
		if p.ID == "" {
			p.ID = newID()
		}
		id = p.ID
	}
	return id
}

func (c *Commit) lastMessage() string {
	if len(c.Messages) == 0 {
		return ""
	}
	return cut(c.Messages[len(c.Messages)-1].Content, lastMessageLen)
}

// commit numbers a commit's rows back from the session's new marks.
func (h *history) commit(c *Commit, n numbers) error {
	run := state.Run{ID: c.RunID, SessionID: c.SessionID}
	at := millis(c.At)
	for i, p := range c.Checkpoints {
		if p.ParentID == "" && i > 0 {
			p.ParentID = c.Checkpoints[i-1].ID
		} else if p.ParentID == "" {
			p.ParentID, c.parented = n.parent, p
		}
		if err := h.checkpoint(p, n.step-int64(len(c.Checkpoints)-1-i), run, at); err != nil {
			return err
		}
	}
	for i, e := range c.Events {
		h.event(e, n.seq-int64(len(c.Events)-1-i), run, at)
	}
	for i, m := range c.Messages {
		h.message(m, n.message-int64(len(c.Messages)-1-i), run, at)
	}
	return nil
}
