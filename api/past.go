package api

import (
	"encoding/json"
	"time"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// changeList is what differs between two checkpoints, as each checkpoint
// tells its own changes.
type changeList struct {
	From    string                `json:"from"`
	To      string                `json:"to"`
	Changes []state.TransitionLog `json:"changes"`
	// Truncated tells that there are more changes than are shown.
	Truncated bool `json:"truncated"`
}

// fieldPage is some of the values that a field has had, newest first.
type fieldPage struct {
	SessionID string       `json:"session_id"`
	Path      string       `json:"path"`
	Values    []fieldPoint `json:"values"`
	// NextBeforeStep goes on with older ones; absent at the beginning.
	NextBeforeStep int64 `json:"next_before_step,omitempty"`
}

// fieldPoint is a value from its checkpoint on.
type fieldPoint struct {
	CheckpointID string `json:"checkpoint_id"`
	StepNo       int64  `json:"step_no"`
	RunID        string `json:"run_id"`
	Node         string `json:"node"`
	Label        string `json:"label"`
	// Exists is false from where the state had no such field any more.
	Exists    bool            `json:"exists"`
	Value     json.RawMessage `json:"value"`
	CreatedAt time.Time       `json:"created_at"`
}

// own is a checkpoint of the session in the path.
func (checkpointRoutes) own(q *request) (any, error) {
	session := q.sessionID()
	stored, err := q.checkpoint("checkpoint_id")
	if err != nil {
		return nil, err
	}
	if stored.SessionID != session {
		return nil, fault.New(fault.NotFound, "")
	}
	return q.whole(stored)
}

func (p checkpointRoutes) compare(q *request) (any, error) {
	session := q.sessionID()
	if err := q.shown(session, fault.SessionNotFound); err != nil {
		return nil, err
	}
	from, fromSession := q.point("from")
	to, toSession := q.point("to")
	if fromSession != session {
		q.fail(fault.New(fault.NotFound, ""))
	}
	if err := q.shown(toSession, fault.NotFound); err != nil {
		return nil, err
	}
	changes, err := p.cfg.Store.DiffCheckpoints(q.ctx(), q.owner, from, to)
	if err != nil {
		return nil, missing(err, fault.NotFound)
	}
	r, err := q.redactorAt(from, to)
	if err != nil {
		return nil, missing(err, fault.NotFound)
	}
	n := min(len(changes), maxChanges)
	return changeList{from, to, r.Changes(changes[:n]), n < len(changes)}, nil
}

// point is a checkpoint's id of the query and the session that it names.
func (q *request) point(name string) (id, session string) {
	if id = q.text(name); id == "" {
		q.fail(wrong(name, "is missing"))
	}
	session, _, valid := state.ParseCheckpointID(id)
	if !valid {
		q.fail(fault.New(fault.NotFound, ""))
	}
	return id, session
}

func (p checkpointRoutes) field(q *request) (any, error) {
	session := q.sessionID()
	limit, before, path := q.number("limit"), q.number("before_step"), q.text("path")
	if path == "" || len(path) > maxFieldPath {
		q.fail(wrong("path", "must be a path of 1 to 500 bytes"))
	}
	if err := q.shown(session, fault.SessionNotFound); err != nil {
		return nil, err
	}
	stored, err := p.cfg.Store.FieldHistory(q.ctx(), q.owner, session, path, int64(before), limit)
	if err != nil {
		return nil, err
	}
	page := fieldPage{SessionID: session, Path: path, Values: make([]fieldPoint, len(stored))}
	for i, v := range stored {
		r, err := q.redactorAt(v.CheckpointID)
		if err != nil {
			return nil, missing(err, fault.NotFound)
		}
		page.Values[i] = fieldPoint{
			CheckpointID: v.CheckpointID, StepNo: v.StepNo, RunID: v.RunID, Node: v.Node, Label: v.Label,
			Exists: v.Value != nil, Value: r.JSON(path, v.Value), CreatedAt: v.At,
		}
	}
	// A page of large values may be shorter than its limit.
	if n := len(stored); n > 0 && stored[n-1].StepNo > 1 {
		page.NextBeforeStep = stored[n-1].StepNo
	}
	return page, nil
}
