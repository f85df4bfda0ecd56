package api

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/madang-dev/madang/internal/redaction"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// sensitive are the paths that a session's assistant has marked.
func (d *door) sensitive(ctx context.Context, owner store.Owner, sessionID string) ([]string, error) {
	session, err := d.cfg.Store.Session(ctx, owner, sessionID)
	return d.cfg.Sensitive[session.Assistant], err
}

// redactorOf is for what a session shows beside the states that are given.
func (d *door) redactorOf(ctx context.Context, owner store.Owner, sessionID string, states ...json.RawMessage) (*redaction.Redactor, error) {
	paths, err := d.sensitive(ctx, owner, sessionID)
	return redaction.New(paths, states...), err
}

// redactorAt is for what is shown of checkpoints of one assistant.
func (p checkpointRoutes) redactorAt(ctx context.Context, owner store.Owner, ids ...string) (*redaction.Redactor, error) {
	var states []json.RawMessage
	var session string
	for _, id := range ids {
		stored, err := p.cfg.Store.Checkpoint(ctx, owner, id)
		if err != nil {
			return nil, err
		}
		session, states = stored.SessionID, append(states, stored.State)
	}
	return p.redactorOf(ctx, owner, session, states...)
}

// redactorOfRun is for what is shown of a run: it knows what the run's
// newest state holds.
func (r runRoutes) redactorOfRun(ctx context.Context, owner store.Owner, of state.Run) (*redaction.Redactor, error) {
	var states []json.RawMessage
	points, err := r.cfg.Store.Checkpoints(ctx, owner, of.SessionID, of.ID, 0, 1)
	if err != nil {
		return nil, err
	}
	for _, p := range points {
		whole, err := r.cfg.Store.Checkpoint(ctx, owner, p.ID)
		if err != nil && !errors.Is(err, store.ErrNotFound) { // cut meanwhile
			return nil, err
		}
		states = append(states, whole.State)
	}
	return r.redactorOf(ctx, owner, of.SessionID, states...)
}

// difference is one as it may be shown; its values are JSON unless they were
// cut.
func difference(r *redaction.Redactor, d Difference) Difference {
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
