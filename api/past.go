package api

import (
	"encoding/json"
	"time"

	"github.com/labstack/echo/v4"

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
func (p checkpointRoutes) own(c echo.Context) error {
	session, err := sessionID(c, "session_id")
	if err != nil {
		return err
	}
	stored, err := p.load(c, "checkpoint_id")
	if err != nil {
		return err
	}
	if stored.SessionID != session {
		return fault.New(fault.NotFound, "")
	}
	return p.whole(c, stored)
}

func (p checkpointRoutes) compare(c echo.Context) error {
	session, err := sessionID(c, "session_id")
	if err != nil {
		return err
	}
	if err := p.shown(c, session, fault.SessionNotFound); err != nil {
		return err
	}
	from, fromSession, err := point(c, "from")
	if err != nil {
		return err
	}
	to, toSession, err := point(c, "to")
	if err != nil {
		return err
	}
	if fromSession != session {
		return fault.New(fault.NotFound, "")
	}
	if err := p.shown(c, toSession, fault.NotFound); err != nil {
		return err
	}
	changes, err := p.cfg.Store.DiffCheckpoints(c.Request().Context(), ownerOf(c), from, to)
	if err != nil {
		return missing(err, fault.NotFound)
	}
	r, err := p.redactorAt(c.Request().Context(), ownerOf(c), from, to)
	if err != nil {
		return missing(err, fault.NotFound)
	}
	n := min(len(changes), maxChanges)
	return ok(c, changeList{from, to, r.Changes(changes[:n]), n < len(changes)})
}

// point is a checkpoint's id of the query and the session that it names.
func point(c echo.Context, name string) (id, session string, err error) {
	if id, err = text(c, name); err != nil {
		return "", "", err
	}
	if id == "" {
		return "", "", wrong(name, "is missing")
	}
	session, _, valid := state.ParseCheckpointID(id)
	if !valid {
		return "", "", fault.New(fault.NotFound, "")
	}
	return id, session, nil
}

func (p checkpointRoutes) field(c echo.Context) error {
	session, err := sessionID(c, "session_id")
	if err != nil {
		return err
	}
	limit, err := number(c, limitParam(50))
	if err != nil {
		return err
	}
	before, err := number(c, beforeParam("before_step"))
	if err != nil {
		return err
	}
	path, err := text(c, "path")
	if err != nil {
		return err
	}
	if path == "" || len(path) > maxFieldPath {
		return wrong("path", "must be a path of 1 to 500 bytes")
	}
	if err := p.shown(c, session, fault.SessionNotFound); err != nil {
		return err
	}
	stored, err := p.cfg.Store.FieldHistory(c.Request().Context(), ownerOf(c), session, path, int64(before), limit)
	if err != nil {
		return err
	}
	page := fieldPage{SessionID: session, Path: path, Values: make([]fieldPoint, len(stored))}
	for i, v := range stored {
		r, err := p.redactorAt(c.Request().Context(), ownerOf(c), v.CheckpointID)
		if err != nil {
			return missing(err, fault.NotFound)
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
	return ok(c, page)
}
