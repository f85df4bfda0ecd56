package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

const (
	maxFieldValues = 1000
	// maxFieldBytes ends a page of field values early.
	maxFieldBytes = 8 << 20
)

// FieldValue is what a field of the state became at a step.
type FieldValue struct {
	CheckpointID string `json:"checkpoint_id"`
	StepNo       int64  `json:"step_no"`
	RunID        string `json:"run_id"`
	Node         string `json:"node"`
	Label        string `json:"label"`
	// Exists is false from where the state had no such field any more; Value is nil then.
	Exists bool            `json:"exists"`
	Value  json.RawMessage `json:"value"`
	At     time.Time       `json:"created_at"`
}

// FieldHistory lists the steps at which a field of a session's state
// changed, before a step (0: from the newest), the newest first. The path is
// that of state.Changes ("planning.execution_steps.0.status"); a field that
// never was has no history. The oldest checkpoint counts as a change from
// nothing. Large values make a page shorter than limit; the end is an empty
// page.
func (s *Store) FieldHistory(ctx context.Context, owner Owner, sessionID, path string, beforeStep int64, limit int) ([]FieldValue, error) {
	if path == "" {
		return nil, fmt.Errorf("field history of %s: %w: no path", sessionID, ErrInvalid)
	}
	if beforeStep <= 0 {
		beforeStep = math.MaxInt64
	}
	most := int(bounded(limit, maxFieldValues))
	// The oldest first. Whether the first of all is a change shows the chain before it.
	var found []FieldValue
	for len(found) < 2 || len(found) <= most && size(found[1:]) <= maxFieldBytes {
		rows, err := s.chainBefore(ctx, owner, sessionID, beforeStep)
		if err != nil {
			return nil, err
		}
		if len(rows) == 0 { // before the oldest there is nothing
			found = changesOf([]FieldValue{{}}, found)
			break
		}
		older, err := fieldValues(rows, path)
		if err != nil {
			return nil, err
		}
		found, beforeStep = changesOf(older, found), rows[0].StepNo
	}
	var page []FieldValue
	for _, v := range slices.Backward(found[1:]) {
		if len(page) == most || size(page) > maxFieldBytes {
			break
		}
		page = append(page, v)
	}
	return page, nil
}

// chainBefore is the newest checkpoint before a step with all that it is
// built from; none at the beginning.
func (s *Store) chainBefore(ctx context.Context, owner Owner, sessionID string, before int64) ([]sqlc.Checkpoint, error) {
	what := "field history of " + sessionID
	return read(ctx, s, what, func(ctx context.Context, q *queries) ([]sqlc.Checkpoint, error) {
		if err := q.owns(ctx, owner, sessionID); err != nil {
			return nil, err
		}
		step, err := q.StepBefore(ctx, sqlc.StepBeforeParams{SessionID: sessionID, BeforeStep: before})
		if errors.Is(err, sql.ErrNoRows) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return q.chain(ctx, owner, sessionID, step)
	})
}

// fieldValues are what the field became in a chain of checkpoints, in their order.
func fieldValues(rows []sqlc.Checkpoint, path string) (values []FieldValue, err error) {
	err = states(rows, func(r *sqlc.Checkpoint, value []byte) {
		if found := state.Field(value, path); len(values) == 0 || !same(values[len(values)-1].Value, found) {
			values = append(values, fieldValue(r, bytes.Clone(found)))
		}
	})
	return values, err
}

// changesOf puts older values before newer ones; the first of equal ones is the change.
func changesOf(older, newer []FieldValue) []FieldValue {
	return slices.CompactFunc(append(older, newer...), func(a, b FieldValue) bool { return same(a.Value, b.Value) })
}

// size is in bytes.
func size(values []FieldValue) (n int) {
	for _, v := range values {
		n += len(v.Value)
	}
	return n
}

func fieldValue(r *sqlc.Checkpoint, value json.RawMessage) FieldValue {
	return FieldValue{
		CheckpointID: state.CheckpointID(r.SessionID, r.StepNo), StepNo: r.StepNo, RunID: r.RunID,
		Node: r.Node, Label: r.Label, Exists: value != nil, Value: value, At: fromMillis(r.CreatedAt),
	}
}

// same tells values apart, and null from none.
func same(a, b json.RawMessage) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }
