package api

import (
	"math"
	"net/http"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// runRoutes show the turns of a conversation and stop them.
type runRoutes struct{ *door }

// run is a turn as its user may see it: without the node that works on it.
type run struct {
	ID          string           `json:"id"`
	SessionID   string           `json:"session_id"`
	Seq         int64            `json:"seq"` // of the session, from 1
	Assistant   string           `json:"assistant"`
	Kind        string           `json:"kind"`
	ClientMsgID string           `json:"client_msg_id,omitempty"`
	Query       string           `json:"query"`
	Language    string           `json:"language"`
	Status      state.RunStatus  `json:"status" jsonschema:"enum=queued,enum=running,enum=waiting,enum=completed,enum=failed,enum=cancelled"`
	Attempt     int              `json:"attempt"`
	PlanShown   bool             `json:"plan_shown"`
	Interrupt   *state.Interrupt `json:"interrupt,omitempty"`
	Error       string           `json:"error,omitempty"`
	CreatedAt   time.Time        `json:"created_at"`
	StartedAt   *time.Time       `json:"started_at,omitempty"`
	FinishedAt  *time.Time       `json:"finished_at,omitempty"`
	Deadline    time.Time        `json:"deadline"`
}

func runOf(r state.Run) run {
	if !r.Open() {
		r.Interrupt = nil // what it has referred to a role is nobody else's
	}
	return run{
		ID: r.ID, SessionID: r.SessionID, Seq: r.Seq, Assistant: r.Assistant, Kind: r.Kind, ClientMsgID: r.ClientMsgID,
		Query: r.Query, Language: r.Language, Status: r.Status, Attempt: r.Attempt, PlanShown: r.PlanShown,
		Interrupt: r.Interrupt.ForUser(), Error: r.Error,
		CreatedAt: r.CreatedAt, StartedAt: r.StartedAt, FinishedAt: r.FinishedAt, Deadline: r.Deadline,
	}
}

func beforeParam(name string) parameter {
	return parameter{name: name, kind: "integer", doc: "Only what is older than this number; 0 starts at the newest.", max: math.MaxInt32, standard: 0}
}

func (r runRoutes) list() []route {
	after := beforeParam("after_seq")
	after.doc = "Only what is newer than this number; 0 starts at the oldest."
	return []route{
		{method: http.MethodGet, path: extension + "/sessions/:session_id/runs", tag: "runs", action: policy.Talk, summary: "Runs of a conversation, newest first",
			query: []parameter{limitParam(50), beforeParam("before_seq")}, reply: []run{}, missing: true, shown: true, handle: r.all},
		{method: http.MethodGet, path: extension + "/runs/:run_id", tag: "runs", action: policy.Talk, summary: "One run",
			reply: run{}, missing: true, handle: r.one},
		{method: http.MethodGet, path: extension + "/runs/:run_id/events", tag: "runs", action: policy.Talk, summary: "Events of a run, oldest first, what is personal hidden",
			query: []parameter{limitParam(200), after}, reply: []runEvent{}, missing: true, handle: r.events},
		{method: http.MethodGet, path: extension + "/runs/:run_id/results", tag: "runs", action: policy.Inspect, summary: "What a run's calls outside (models, tools, clocks) brought, each recorded once, what is personal hidden",
			reply: []runResult{}, missing: true, handle: r.results},
		{method: http.MethodPost, path: extension + "/runs/:run_id/cancel", tag: "runs", action: policy.Talk, summary: "Ask a run to stop; its terminal event tells when it has",
			status: http.StatusAccepted, reply: run{}, missing: true, handle: r.cancel},
		{method: http.MethodGet, path: extension + "/runs/:run_id/replay", tag: "runs", action: policy.Inspect, summary: "Carry a finished run out again, without writing anything, and compare it with its record",
			reply: engine.ReplayReport{}, missing: true, handle: r.replay},
	}
}

func (r runRoutes) replay(q *request) (any, error) {
	stored, err := q.run()
	if err != nil {
		return nil, err
	}
	if !stored.Status.Terminal() {
		return nil, fault.New(fault.SessionBusy, "%s", stored.Status)
	}
	report, err := r.cfg.ReplayFunc(q.ctx(), stored.ID)
	if err != nil {
		return nil, missing(err, fault.NotFound)
	}
	seen, err := q.redactorOfRun(stored)
	if err != nil {
		return nil, missing(err, fault.RunNotFound)
	}
	report.Differences = listOf(report.Differences, func(d engine.Difference) engine.Difference { return difference(seen, d) })
	return report, nil
}

func (r runRoutes) all(q *request) (any, error) {
	id := q.sessionID()
	limit, before := q.number("limit"), q.number("before_seq")
	stored, err := r.cfg.Store.Runs(q.ctx(), q.owner, id, limit, int64(before))
	return listOf(stored, runOf), err
}

func (runRoutes) one(q *request) (any, error) {
	stored, err := q.run()
	return runOf(stored), err
}

func (r runRoutes) cancel(q *request) (any, error) {
	stored, err := q.run()
	if err != nil {
		return nil, err
	}
	if stored.Status.Terminal() {
		return nil, fault.New(fault.RunFinished, "%s", stored.Status)
	}
	if err := r.cfg.CancelFunc(q.ctx(), stored.SessionID, stored.ID); err != nil {
		return nil, err
	}
	return r.one(q)
}
