package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/redaction"
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

// fieldHistory is the values that one field has had, oldest first.
type fieldHistory struct {
	SessionID string       `json:"session_id"`
	Field     string       `json:"field"`
	History   []fieldValue `json:"history"`
	// NextBeforeStep goes on with older ones; absent at the beginning.
	NextBeforeStep int64 `json:"next_before_step,omitempty"`
}

// fieldValue is a value from the checkpoint on where it first stood.
type fieldValue struct {
	Checkpoint checkpointEntry `json:"checkpoint"`
	// Exists is false where the state has no such field.
	Exists bool            `json:"exists"`
	Value  json.RawMessage `json:"value"`
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
	// whole conversation; a field's history reads a state for each.
	many := parameter{name: "limit", kind: "integer", doc: "How many at most.", min: 1, max: 2_000, standard: 50}
	scanned := parameter{name: "limit", kind: "integer", doc: "How many checkpoints to look at.", min: 1, max: 200, standard: 100}
	keep := parameter{name: "keep", kind: "integer", required: true, max: maxOffset,
		doc: "How many of the newest stay; 0 removes all, and the assistant forgets where the conversation stands."}
	runID := parameter{name: "run_id", kind: "string", doc: "Only this run's."}
	from := parameter{name: "from", kind: "string", required: true, doc: "A checkpoint of the conversation."}
	to := parameter{name: "to", kind: "string", required: true, doc: "A checkpoint of it or of another one with the same assistant."}
	path := parameter{name: "path", kind: "string", required: true, doc: "Path of the field, e.g. planning_state.execution_steps.0.status."}
	field := parameter{name: "field", kind: "string", required: true, doc: "Path of the field, e.g. planning_state.execution_strategy or planning_state.execution_steps.0.status."}
	return []route{
		{method: http.MethodGet, path: extension + "/sessions/:session_id/checkpoints", tag: "checkpoints", action: policy.Inspect, summary: "Checkpoints without their values, newest first",
			query: []parameter{many, beforeParam("before_step"), runID}, reply: []checkpointEntry{}, missing: true, handle: p.all},
		{method: http.MethodGet, path: extension + "/sessions/:session_id/checkpoints/:checkpoint_id", tag: "checkpoints", action: policy.Inspect, summary: "One checkpoint of a conversation with its state and what changed",
			reply: checkpoint{}, missing: true, handle: p.own},
		{method: http.MethodGet, path: extension + "/sessions/:session_id/checkpoints/diff", tag: "checkpoints", action: policy.Inspect, summary: "The fields that differ between two checkpoints, also of two conversations",
			query: []parameter{from, to}, reply: changeList{}, missing: true, handle: p.compare},
		{method: http.MethodGet, path: extension + "/sessions/:session_id/checkpoints/field", tag: "checkpoints", action: policy.Inspect, summary: "The checkpoints at which one field of the state changed, newest first",
			query: []parameter{path, limitParam(50), beforeParam("before_step")}, reply: fieldPage{}, missing: true, handle: p.field},
		{method: http.MethodGet, path: extension + "/sessions/:session_id/history", tag: "checkpoints", action: policy.Inspect, summary: "The values that one field of the state has had",
			query: []parameter{field, scanned, beforeParam("before_step"), runID}, reply: fieldHistory{}, missing: true, handle: p.history},
		{method: http.MethodGet, path: extension + "/checkpoints/:checkpoint_id", tag: "checkpoints", action: policy.Inspect, summary: "One checkpoint with its state",
			reply: checkpoint{}, missing: true, handle: p.one},
		{method: http.MethodGet, path: extension + "/checkpoints/:checkpoint_id/diff/:other_id", tag: "checkpoints", action: policy.Inspect, summary: "What differs between two checkpoints of a conversation",
			reply: checkpointDiff{}, missing: true, handle: p.diff},
		{method: http.MethodDelete, path: extension + "/sessions/:session_id/checkpoints", tag: "checkpoints", action: policy.Erase, summary: "Remove a conversation's older checkpoints, or all",
			query: []parameter{keep}, reply: thinnedReply{}, missing: true, handle: p.thin},
	}
}

func (p checkpointRoutes) all(q *request) (any, error) {
	limit := q.number("limit")
	of, err := q.span()
	if err != nil {
		return nil, err
	}
	stored, err := p.cfg.Store.Checkpoints(q.ctx(), q.owner, of.sessionID, of.runID, of.before, limit)
	return listOf(stored, checkpointOf), err
}

// span is the part of a conversation that a request is about.
type span struct {
	sessionID, runID string // runID is empty for all runs
	before           int64  // the step, 0 for no bound
}

// span reads the request's parameters; a conversation that can't be seen is
// an error.
func (q *request) span() (span, error) {
	of := span{sessionID: q.sessionID(), before: int64(q.number("before_step")), runID: q.text("run_id")}
	return of, q.shown(of.sessionID, fault.SessionNotFound)
}

func (checkpointRoutes) one(q *request) (any, error) {
	stored, err := q.checkpoint("checkpoint_id")
	if err != nil {
		return nil, err
	}
	return q.whole(stored)
}

// whole is a checkpoint as it is shown.
func (q *request) whole(stored state.Checkpoint) (any, error) {
	r, err := q.redactorOf(stored.SessionID, stored.State)
	if err != nil {
		return nil, missing(err, fault.NotFound)
	}
	return checkpoint{checkpointOf(stored), r.JSON("", stored.State), r.Changes(stored.Changes)}, nil
}

func (checkpointRoutes) diff(q *request) (any, error) {
	from, err := q.checkpoint("checkpoint_id")
	if err != nil {
		return nil, err
	}
	to, err := q.checkpoint("other_id")
	if err != nil {
		return nil, err
	}
	if from.SessionID != to.SessionID {
		return nil, fault.New(fault.NotFound, "")
	}
	r, err := q.redactorOf(to.SessionID, from.State, to.State)
	if err != nil {
		return nil, missing(err, fault.NotFound)
	}
	changes, truncated := fieldChanges(from.State, to.State)
	for i, change := range changes {
		changes[i].From, changes[i].To = r.JSON(change.Field, change.From), r.JSON(change.Field, change.To)
	}
	return checkpointDiff{checkpointOf(from), checkpointOf(to), changes, truncated}, nil
}

func (p checkpointRoutes) history(q *request) (any, error) {
	limit, name := q.number("limit"), q.text("field")
	parts, err := parseField(name)
	q.fail(err)
	path := strings.Join(parts, ".")
	of, err := q.span()
	if err != nil {
		return nil, err
	}
	stored, err := p.cfg.Store.Checkpoints(q.ctx(), q.owner, of.sessionID, of.runID, of.before, limit)
	if err != nil {
		return nil, err
	}
	h := fieldHistory{SessionID: of.sessionID, Field: name, History: []fieldValue{}}
	if len(stored) == limit && stored[limit-1].StepNo > 1 {
		h.NextBeforeStep = stored[limit-1].StepNo
	}
	sensitive, err := q.sensitive(h.SessionID)
	if err != nil {
		return nil, missing(err, fault.SessionNotFound)
	}
	var redactors []*redaction.Redactor
	for _, entry := range slices.Backward(stored) {
		whole, err := p.cfg.Store.Checkpoint(q.ctx(), q.owner, entry.ID)
		if err != nil {
			return nil, missing(err, fault.SessionNotFound) // erased meanwhile
		}
		if h.add(entry, whole.State, path) {
			redactors = append(redactors, redaction.New(sensitive, whole.State))
		}
	}
	for i, r := range redactors { // only now: values are told apart by what they are
		h.History[i].Value = r.JSON(path, h.History[i].Value)
	}
	return h, nil
}

// add notes the field's value in a state, and tells whether it is another
// than before.
func (h *fieldHistory) add(entry state.Checkpoint, whole json.RawMessage, path string) bool {
	value := state.Field(whole, path)
	exists := value != nil
	if n := len(h.History); n > 0 && h.History[n-1].Exists == exists && sameJSON(h.History[n-1].Value, value) {
		return false
	}
	h.History = append(h.History, fieldValue{checkpointOf(entry), exists, value})
	return true
}

// thin removes a conversation's older checkpoints.
func (p checkpointRoutes) thin(q *request) (any, error) {
	id, keep := q.sessionID(), q.number("keep")
	if err := q.shown(id, fault.SessionNotFound); err != nil {
		return nil, err
	}
	var n int64
	var err error
	if keep == 0 {
		n, err = p.cfg.Store.DeleteCheckpoints(q.ctx(), q.owner, id)
	} else {
		n, err = p.cfg.Store.Prune(q.ctx(), q.owner, id, keep, time.Time{})
	}
	if err != nil {
		return nil, branched(missing(err, fault.SessionNotFound))
	}
	return thinnedReply{texts.Say(speak(q), "thinned", "n", n), id, n}, nil
}
