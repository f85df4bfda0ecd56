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
	h := fieldHistory{path: path, limit: int(bounded(limit, maxFieldValues))}
	for !h.full() {
		rows, err := s.chainBefore(ctx, owner, sessionID, beforeStep)
		if err != nil {
			return nil, err
		}
		if len(rows) == 0 {
			h.settle(nil)
			break
		}
		if err := h.add(rows); err != nil {
			return nil, err
		}
		beforeStep = rows[0].StepNo
	}
	return h.page(), nil
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

// fieldHistory gathers values, the newest first.
type fieldHistory struct {
	path   string
	limit  int
	values []FieldValue
	bytes  int
	// first is the value at the first step of the chain that was added
	// last: whether it is a change shows the chain before.
	first *FieldValue
}

func (h *fieldHistory) full() bool { return len(h.values) >= h.limit || h.bytes > maxFieldBytes }

func (h *fieldHistory) page() []FieldValue { return h.values[:min(len(h.values), h.limit)] }

// add takes a chain of checkpoints, in their order, that ends before what
// was added until now.
func (h *fieldHistory) add(rows []sqlc.Checkpoint) error {
	steps := make([]FieldValue, 0, len(rows))
	err := states(rows, func(r *sqlc.Checkpoint, value []byte) {
		found := state.Field(value, h.path)
		if n := len(steps); n > 0 && same(steps[n-1].Value, found) {
			return
		}
		steps = append(steps, fieldValue(r, bytes.Clone(found)))
	})
	if err != nil {
		return err
	}
	h.settle(steps[len(steps)-1].Value)
	for _, v := range slices.Backward(steps[1:]) {
		if h.full() {
			return nil
		}
		h.take(v)
	}
	h.first = &steps[0]
	return nil
}

// settle takes the first of the last chain if it differs from the value
// before.
func (h *fieldHistory) settle(before json.RawMessage) {
	if h.first != nil && !same(before, h.first.Value) {
		h.take(*h.first)
	}
	h.first = nil
}

func (h *fieldHistory) take(v FieldValue) {
	h.values, h.bytes = append(h.values, v), h.bytes+len(v.Value)
}

func fieldValue(r *sqlc.Checkpoint, value json.RawMessage) FieldValue {
	return FieldValue{
		CheckpointID: state.CheckpointID(r.SessionID, r.StepNo), StepNo: r.StepNo, RunID: r.RunID,
		Node: r.Node, Label: r.Label, Exists: value != nil, Value: value, At: fromMillis(r.CreatedAt),
	}
}

// same tells values apart, and null from none.
func same(a, b json.RawMessage) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }
