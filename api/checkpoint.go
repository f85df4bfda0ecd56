package api

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// checkpointRoutes show how a conversation's state came to be, and remove what
// of it nobody needs.
type checkpointRoutes struct{ *door }

// checkpointEntry is a checkpoint without its values.
type checkpointEntry struct {
	ID            string    `json:"id"`
	SessionID     string    `json:"session_id"`
	RunID         string    `json:"run_id"`
	ParentID      string    `json:"parent_id,omitempty"`
	StepNo        int64     `json:"step_no"`
	Node          string    `json:"node"`
	NextNode      string    `json:"next_node,omitempty"`
	Phase         string    `json:"phase"`
	Label         string    `json:"label"`
	Status        string    `json:"status,omitempty"`
	SchemaVersion int       `json:"schema_version"`
	MessageID     int64     `json:"message_id"` // the newest message by then
	CreatedAt     time.Time `json:"created_at"`
}

// checkpoint is one with its state and what changed since its parent.
type checkpoint struct {
	checkpointEntry
	State   json.RawMessage       `json:"state"`
	Changes []state.TransitionLog `json:"changes"`
}

// checkpointDiff is what differs between two states, by field.
type checkpointDiff struct {
	From    checkpointEntry `json:"from"`
	To      checkpointEntry `json:"to"`
	Changes []fieldChange   `json:"changes"`
	// Truncated tells that there are more changes than are shown.
	Truncated bool `json:"truncated"`
}

type thinnedReply struct {
	Message   string `json:"message"`
	SessionID string `json:"session_id"`
	Deleted   int64  `json:"deleted"`
}

func checkpointOf(c state.Checkpoint) checkpointEntry {
	return checkpointEntry{
		ID: c.ID, SessionID: c.SessionID, RunID: c.RunID, ParentID: c.ParentID, StepNo: c.StepNo,
		Node: c.Node, NextNode: c.NextNode, Phase: c.Phase, Label: c.Label, Status: c.Status,
		SchemaVersion: c.SchemaVersion, MessageID: c.MessageID, CreatedAt: c.CreatedAt,
	}
}

func (p checkpointRoutes) list() []route {
	// Without their values checkpoints are small, and an inspector wants the
	// whole conversation.
	many := parameter{name: "limit", kind: "integer", doc: "How many at most.", min: 1, max: 2_000, standard: 50}
	keep := parameter{name: "keep", kind: "integer", required: true, max: maxOffset,
		doc: "How many of the newest stay; 0 removes all, and the assistant forgets where the conversation stands."}
	runID := parameter{name: "run_id", kind: "string", doc: "Only this run's."}
	path := parameter{name: "path", kind: "string", required: true, doc: "Path of the field, e.g. planning_state.execution_steps.0.status."}
	return []route{
		{method: http.MethodGet, path: extension + "/sessions/:session_id/checkpoints", tag: "checkpoints", action: policy.Inspect, summary: "Checkpoints without their values, newest first",
			query: []parameter{many, beforeParam("before_step"), runID}, reply: []checkpointEntry{}, missing: true, shown: true, handle: p.all},
		{method: http.MethodGet, path: extension + "/sessions/:session_id/checkpoints/:checkpoint_id", tag: "checkpoints", action: policy.Inspect, summary: "One checkpoint of a conversation with its state and what changed",
			reply: checkpoint{}, missing: true, handle: p.own},
		{method: http.MethodGet, path: extension + "/sessions/:session_id/checkpoints/field", tag: "checkpoints", action: policy.Inspect, summary: "The checkpoints at which one field of the state changed, newest first",
			query: []parameter{path, limitParam(50), beforeParam("before_step")}, reply: fieldPage{}, missing: true, handle: p.field},
		{method: http.MethodGet, path: extension + "/checkpoints/:checkpoint_id/diff/:other_id", tag: "checkpoints", action: policy.Inspect, summary: "What differs between two checkpoints, also of two conversations with one assistant",
			reply: checkpointDiff{}, missing: true, handle: p.diff},
		{method: http.MethodDelete, path: extension + "/sessions/:session_id/checkpoints", tag: "checkpoints", action: policy.Erase, summary: "Remove a conversation's older checkpoints, or all",
			query: []parameter{keep}, reply: thinnedReply{}, missing: true, shown: true, handle: p.thin},
	}
}

func (p checkpointRoutes) all(q *request) (any, error) {
	limit, before := q.number("limit"), int64(q.number("before_step"))
	stored, err := p.cfg.Store.Checkpoints(q.ctx(), q.owner, q.sessionID(), q.text("run_id"), before, limit)
	return listOf(stored, checkpointOf), err
}

func (checkpointRoutes) diff(q *request) (any, error) {
	from, mine, err := q.checkpoint("checkpoint_id")
	if err != nil {
		return nil, err
	}
	to, other, err := q.checkpoint("other_id")
	if err != nil {
		return nil, err
	}
	if mine.Assistant != other.Assistant { // their states have other fields
		return nil, fault.New(fault.NotFound, "")
	}
	r := q.redactorOf(mine.Assistant, from.State, to.State)
	changes, truncated := fieldChanges(from.State, to.State)
	for i, change := range changes {
		changes[i].From, changes[i].To = r.JSON(change.Field, change.From), r.JSON(change.Field, change.To)
	}
	return checkpointDiff{checkpointOf(from), checkpointOf(to), changes, truncated}, nil
}

// thin removes a conversation's older checkpoints.
func (p checkpointRoutes) thin(q *request) (any, error) {
	id, keep := q.sessionID(), q.number("keep")
	var n int64
	var err error
	if keep == 0 {
		n, err = p.cfg.Store.DeleteCheckpoints(q.ctx(), q.owner, id)
	} else {
		n, err = p.cfg.Store.Prune(q.ctx(), q.owner, id, keep)
	}
	if err != nil {
		return nil, branched(missing(err, fault.SessionNotFound))
	}
	return thinnedReply{texts.Say(speak(q), "thinned", "n", n), id, n}, nil
}
