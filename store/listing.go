package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
)

// ListedCheckpoint is a checkpoint without its values. Its bytes are good
// only until the function that is handed it returns.
type ListedCheckpoint struct {
	ID, RunID, ParentID                  []byte // ParentID is empty for the first
	StepNo                               int64
	Node, NextNode, Phase, Status, Label []byte
	SchemaVersion, MessageID             int64
	CreatedAt                            time.Time
}

// What a list shows of a checkpoint comes as one text: a conversation has
// thousands of them, and with a cell for each the drivers' work for cells is
// most of a list. Names and numbers hold no unitSeparator; the label, which
// is free text, stands last.
const (
	listedCells = `SELECT concat_ws($4, run_id, parent_id, node, next_node, phase, status,
    step_no, schema_version, message_id, created_at, label) FROM checkpoints WHERE
    (CAST($5 AS text) = '' OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = $1
        AND (s.user_id = $6 OR substr(s.user_id, 1, length($5)) = $5))) AND `
	listSession = listedCells + `session_id = $1 AND step_no < $2 ORDER BY step_no DESC LIMIT $3`
	listRun     = listedCells + `session_id = $1 AND step_no < $2 AND run_id = $7 ORDER BY step_no DESC LIMIT $3`

	unitSeparator = "\x1f"
)

var errCells = errors.New("a checkpoint's cells can't be told apart")

// ListCheckpoints hands f the checkpoints that Checkpoints lists, one after
// another and in its order. An error after the first few leaves f with only
// those.
func (s *Store) ListCheckpoints(ctx context.Context, owner Owner, sessionID, runID string, beforeStep int64, limit int, f func(*ListedCheckpoint)) error {
	if beforeStep <= 0 {
		beforeStep = math.MaxInt64
	}
	query, args := listSession, []any{sessionID, beforeStep, bounded(limit, maxCheckpoints), unitSeparator, owner.within(), owner.id()}
	if runID != "" {
		query, args = listRun, append(args, runID)
	}
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	return s.wrap(ctx, "list checkpoints of "+sessionID, s.listed(bound, sessionID, query, args, f))
}

func (s *Store) listed(ctx context.Context, sessionID, query string, args []any, f func(*ListedCheckpoint)) error {
	rows, err := s.db.Reader().QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	var (
		c     ListedCheckpoint
		cells sql.RawBytes
		ids   []byte
	)
	for rows.Next() {
		if err := rows.Scan(&cells); err != nil {
			return err
		}
		if err := c.read(cells); err != nil {
			return fmt.Errorf("%w: %q", err, cells)
		}
		ids = c.name(ids[:0], sessionID)
		f(&c)
	}
	return rows.Err()
}

// read takes the cells apart.
func (c *ListedCheckpoint) read(cells []byte) error {
	for _, name := range []*[]byte{&c.RunID, &c.ParentID, &c.Node, &c.NextNode, &c.Phase, &c.Status} {
		*name, cells, _ = bytes.Cut(cells, []byte(unitSeparator))
	}
	var created int64
	for _, number := range []*int64{&c.StepNo, &c.SchemaVersion, &c.MessageID, &created} {
		var ok bool
		if *number, cells, ok = cutNumber(cells); !ok {
			return errCells
		}
	}
	c.Label, c.CreatedAt = cells, fromMillis(created)
	return nil
}

// cutNumber takes a number of at most 18 digits and its separator off the
// cells.
func cutNumber(cells []byte) (n int64, rest []byte, ok bool) {
	i, negative := 0, len(cells) > 0 && cells[0] == '-'
	if negative {
		i = 1
	}
	first := i
	for ; i < len(cells) && i < first+18 && cells[i] >= '0' && cells[i] <= '9'; i++ {
		n = 10*n + int64(cells[i]-'0')
	}
	if negative {
		n = -n
	}
	if i == first || i == len(cells) || cells[i] != unitSeparator[0] {
		return 0, nil, false
	}
	return n, cells[i+1:], true
}

// name gives the checkpoint its id, and the step before as its parent where
// the row names none; both are written to b.
func (c *ListedCheckpoint) name(b []byte, sessionID string) []byte {
	b = appendStepID(b, sessionID, c.StepNo)
	end := len(b)
	if len(c.ParentID) == 0 && c.StepNo > 1 {
		b = appendStepID(b, sessionID, c.StepNo-1)
		c.ParentID = b[end:]
	}
	c.ID = b[:end]
	return b
}

// appendStepID is state.CheckpointID without a string of its own.
func appendStepID(b []byte, sessionID string, step int64) []byte {
	return strconv.AppendInt(append(append(b, sessionID...), '.'), step, 10)
}
