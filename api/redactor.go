package api

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/redaction"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// sensitive are the paths that a session's assistant has marked.
func (q *request) sensitive(sessionID string) ([]string, error) {
	session, err := q.cfg.Store.Session(q.ctx(), q.owner, sessionID)
	if q.cfg.SensitiveFunc == nil {
		return nil, err
	}
	return q.cfg.SensitiveFunc(session.Assistant), err
}

// redactorOf is for what a session shows beside the states that are given.
func (q *request) redactorOf(sessionID string, states ...json.RawMessage) (*redaction.Redactor, error) {
	paths, err := q.sensitive(sessionID)
	return redaction.New(paths, states...), err
}

// redactorOfRun is for what is shown of a run: it knows what the run's
// newest state holds.
func (q *request) redactorOfRun(of state.Run) (*redaction.Redactor, error) {
	var states []json.RawMessage
	points, err := q.cfg.Store.Checkpoints(q.ctx(), q.owner, of.SessionID, of.ID, 0, 1)
	if err != nil {
		return nil, err
	}
	for _, p := range points {
		whole, err := q.cfg.Store.Checkpoint(q.ctx(), q.owner, p.ID)
		if err != nil && !errors.Is(err, store.ErrNotFound) { // cut meanwhile
			return nil, err
		}
		states = append(states, whole.State)
	}
	return q.redactorOf(of.SessionID, states...)
}

// difference is one as it may be shown; its values are JSON unless they were
// cut.
func difference(r *redaction.Redactor, d engine.Difference) engine.Difference {
	_, path, _ := strings.Cut(d.Where, " state.")
	for _, side := range []*string{&d.Recorded, &d.Replayed} {
		switch {
		case r.Hides(path):
			*side = string(redaction.Concealed(json.RawMessage(*side)))
		case json.Valid([]byte(*side)):
			*side = string(r.JSON(path, json.RawMessage(*side)))
		default:
			*side = r.Text(*side)
		}
	}
	return d
}
