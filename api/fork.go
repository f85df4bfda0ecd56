package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// forkRoutes make conversations out of another one's past.
type forkRoutes struct{ *door }

// forkRequest names the place to go on from, and with what.
type forkRequest struct {
	// CheckpointID goes on from a checkpoint, BeforeRunID from where the
	// conversation stood before a run; one of them is needed.
	CheckpointID string `json:"checkpoint_id,omitempty"`
	BeforeRunID  string `json:"before_run_id,omitempty"`
	Title        string `json:"title,omitempty" jsonschema:"maxLength=200"`
	// Rerun does again what came next: the rest of the checkpoint's run, or
	// the run's query.
	Rerun bool `json:"rerun,omitempty"`
	// Query asks something else instead.
	Query string `json:"query,omitempty"`
	// Changes are other values for fields of the checkpoint's state, by their
	// paths as in a diff. What is hidden from developers stays as it was.
	Changes map[string]json.RawMessage `json:"changes,omitempty"`
}

type copyRequest struct {
	Title string `json:"title,omitempty" jsonschema:"maxLength=200"`
	// UpToStep leaves out what came after a step; 0 takes all.
	UpToStep int64 `json:"up_to_step,omitempty"`
}

// forkReply is the new conversation.
type forkReply struct {
	SessionID  string    `json:"session_id"`
	Title      string    `json:"title"`
	CreatedAt  time.Time `json:"created_at"`
	ExpiresAt  time.Time `json:"expires_at"`
	ForkedFrom string    `json:"forked_from,omitempty"`
	// MessageCount counts the messages that came along.
	MessageCount int64 `json:"message_count"`
	// CheckpointID is the state that it begins with, "" for none.
	CheckpointID string `json:"checkpoint_id,omitempty"`
	// RunID is what it does now, when that was asked for.
	RunID string `json:"run_id,omitempty"`
}

func (f forkRoutes) list() []route {
	return []route{
		{method: http.MethodPost, path: extension + "/sessions/:session_id/fork", tag: "checkpoints", action: policy.Inspect, summary: "A new conversation from a place in this one",
			body: forkRequest{}, status: http.StatusCreated, reply: forkReply{}, missing: true, handle: f.fork},
		{method: http.MethodPost, path: extension + "/sessions/:session_id/copy", tag: "checkpoints", action: policy.Inspect, summary: "A new conversation with this one's messages and checkpoints",
			body: copyRequest{}, status: http.StatusCreated, reply: forkReply{}, missing: true, handle: f.copy},
		{method: http.MethodGet, path: extension + "/sessions/:session_id/forks", tag: "checkpoints", action: policy.Talk, summary: "The tree of forks that a conversation is part of, its root first",
			reply: []branchEntry{}, missing: true, handle: f.tree},
	}
}

func (f forkRoutes) fork(q *request) (any, error) {
	var req forkRequest
	from, to, err := f.begin(q, &req, &req.Title)
	if err != nil {
		return nil, err
	}
	if err := req.check(); err != nil {
		return nil, err
	}
	made, again, err := f.branch(q, from, to, &req)
	if err != nil {
		return nil, err
	}
	runID := ""
	switch {
	case req.Query != "":
		runID, err = f.cfg.SubmitFunc(q.ctx(), made.ID, req.Query, made.Language, q.address())
	case req.Rerun:
		runID, err = again()
	}
	if err != nil {
		return nil, errors.Join(err, f.undo(q, made.ID))
	}
	return forkOf(made, runID), nil
}

// branch makes the new session, and tells how to do again what came next.
func (f forkRoutes) branch(q *request, from, to state.Session, req *forkRequest) (
	made state.Session, again func() (runID string, err error), err error) {
	var point state.Checkpoint
	if req.BeforeRunID == "" {
		if of, _, _ := state.ParseCheckpointID(req.CheckpointID); of != from.ID {
			return made, nil, fault.New(fault.NotFound, "")
		}
		edited, err := f.edited(q, from, req)
		if err != nil {
			return made, nil, err
		}
		made, point, err = f.cfg.Store.Fork(q.ctx(), q.owner, req.CheckpointID, to, edited)
		return made, func() (string, error) { return f.cfg.RerunFunc(q.ctx(), made.ID, point, q.address()) }, branched(err)
	}
	run, err := f.cfg.Store.Run(q.ctx(), q.owner, req.BeforeRunID)
	if err == nil && run.SessionID != from.ID {
		err = store.ErrNotFound
	}
	if err != nil {
		return made, nil, missing(err, fault.RunNotFound)
	}
	if req.Rerun && run.Query == "" {
		return made, nil, wrong("rerun", "is for a run with a query")
	}
	made, _, err = f.cfg.Store.ForkBefore(q.ctx(), q.owner, run.ID, to)
	return made, func() (string, error) {
		return f.cfg.SubmitFunc(q.ctx(), made.ID, run.Query, run.Language, q.address())
	}, branched(err)
}

// check refuses what no fork can be made of.
func (req *forkRequest) check() error {
	switch {
	case len(req.Changes) > 0 && req.CheckpointID == "":
		return wrong("changes", "are for a fork of a checkpoint_id")
	case req.CheckpointID == "" && req.BeforeRunID == "":
		return wrong("checkpoint_id", "or before_run_id is needed")
	case req.CheckpointID != "" && req.BeforeRunID != "":
		return wrong("before_run_id", "can't be given with checkpoint_id")
	case req.Query != "" && req.Rerun:
		return wrong("rerun", "can't be given with query")
	case req.Query != "" && strings.TrimSpace(req.Query) == "":
		return fault.Wrap(fault.QueryEmpty, invalid{"query", "is empty"})
	}
	return nil
}

func (f forkRoutes) copy(q *request) (any, error) {
	var req copyRequest
	from, to, err := f.begin(q, &req, &req.Title)
	if err != nil {
		return nil, err
	}
	if req.UpToStep < 0 {
		return nil, wrong("up_to_step", "must not be negative")
	}
	made, err := f.cfg.Store.CopySession(q.ctx(), q.owner, from.ID, to, req.UpToStep)
	return forkOf(made, ""), branched(err)
}

// begin reads the request and is the session that it is about, and the new
// one as far as it is known.
func (f forkRoutes) begin(q *request, req any, title *string) (from, to state.Session, err error) {
	id := q.sessionID()
	if err := q.body(req, true); err != nil {
		return from, to, err
	}
	if from, err = f.cfg.Store.Session(q.ctx(), q.owner, id); err != nil {
		return from, to, missing(err, fault.SessionNotFound)
	}
	if err := f.take(q, "copy", f.cfg.Limits.Copies); err != nil {
		return from, to, err
	}
	now := f.now()
	to = state.Session{
		ID: "session-" + uuid.NewString(), Epoch: uuid.NewString(),
		CreatedAt: now, UpdatedAt: now, LastActivity: now, ExpiresAt: now.Add(f.cfg.SessionTTL),
	}
	if *title != "" {
		to.Title, err = titleOf(*title)
	}
	return from, to, err
}

// undo takes back a new session that could not do what was asked of it.
func (f forkRoutes) undo(q *request, id string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(q.ctx()), f.cfg.Timeout)
	defer cancel()
	return f.cfg.Store.DeleteSession(ctx, q.owner, id, true, f.now())
}

// branched is why no conversation could be made, in the client's words.
func branched(err error) error {
	if errors.Is(err, store.ErrBusy) {
		return fault.Wrap(fault.SessionBusy, err)
	}
	return missing(err, fault.NotFound)
}

func forkOf(s state.Session, runID string) forkReply {
	return forkReply{
		SessionID: s.ID, Title: s.Title, CreatedAt: s.CreatedAt.UTC(), ExpiresAt: s.ExpiresAt.UTC(),
		ForkedFrom: s.ForkedFrom, MessageCount: s.MessageCount, CheckpointID: s.CheckpointID, RunID: runID,
	}
}
