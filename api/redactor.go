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

// redactorOf is for what an assistant's conversation shows beside the states that
// are given.
func (q *request) redactorOf(assistant string, states ...json.RawMessage) *redaction.Redactor {
	var paths []string
	if q.cfg.SensitiveFunc != nil {
		paths = q.cfg.SensitiveFunc(assistant)
	}
	return redaction.New(paths, states...)
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
	return q.redactorOf(of.Assistant, states...), nil
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
