package api

import (
	"strings"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/store"
)

// fieldPage is some of the values that a field has had, newest first.
type fieldPage struct {
	SessionID string             `json:"session_id"`
	Path      string             `json:"path"`
	Values    []store.FieldValue `json:"values"`
	// NextBeforeStep goes on with older ones; absent at the beginning.
	NextBeforeStep int64 `json:"next_before_step,omitempty"`
}

// own is a checkpoint of the session in the path.
func (checkpointRoutes) own(q *request) (any, error) {
	id := q.sessionID()
	stored, session, err := q.checkpoint("checkpoint_id")
	if err != nil {
		return nil, err
	}
	if session.ID != id {
		return nil, fault.New(fault.NotFound, "")
	}
	r := q.redactorOf(session.Assistant, stored.State)
	return checkpoint{checkpointOf(stored), r.JSON("", stored.State), r.Changes(stored.Changes)}, nil
}

func (p checkpointRoutes) field(q *request) (any, error) {
	session, err := q.session()
	if err != nil {
		return nil, err
	}
	limit, before := q.number("limit"), q.number("before_step")
	parts, err := parseField("path", q.text("path"))
	if err != nil {
		return nil, err
	}
	path := strings.Join(parts, ".")
	stored, err := p.cfg.Store.FieldHistory(q.ctx(), q.owner, session.ID, path, int64(before), limit)
	if err != nil {
		return nil, err
	}
	page := fieldPage{SessionID: session.ID, Path: path, Values: all(stored)}
	for i := range page.Values {
		v := &page.Values[i]
		whole, err := p.cfg.Store.Checkpoint(q.ctx(), q.owner, v.CheckpointID)
		if err != nil {
			return nil, missing(err, fault.NotFound)
		}
		v.Value = q.redactorOf(session.Assistant, whole.State).JSON(path, v.Value)
	}
	// A page of large values may be shorter than its limit.
	if n := len(stored); n > 0 && stored[n-1].StepNo > 1 {
		page.NextBeforeStep = stored[n-1].StepNo
	}
	return page, nil
}
