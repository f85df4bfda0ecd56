package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// interruptRoutes show the questions that runs wait for and take answers: of
// those whom a question is put to, who need no socket in its session.
type interruptRoutes struct{ *door }

// answered tells which run goes on; Duplicate is an answer that was given before.
type answered struct {
	InterruptID string `json:"interrupt_id"`
	RunID       string `json:"run_id"`
	SessionID   string `json:"session_id"`
	Duplicate   bool   `json:"duplicate"`
}

// waiting is a question as whoever answers it sees it.
type waiting struct {
	InterruptID   string              `json:"interrupt_id"`
	InterruptType string              `json:"interrupt_type"`
	InterruptData state.InterruptData `json:"interrupt_data"`
	Role          string              `json:"role"` // "user" is the session's user
	RunID         string              `json:"run_id"`
	SessionID     string              `json:"session_id"`
	SessionTitle  string              `json:"session_title"`
	Assistant     string              `json:"assistant"`
	UserID        string              `json:"user_id"`
	Language      string              `json:"language"`
	Query         string              `json:"query"`
	AskedAt       time.Time           `json:"asked_at"`
	ExpiresAt     *time.Time          `json:"expires_at,omitempty"`
	DefaultAction string              `json:"default_action,omitempty"`
}

type waitingPage struct {
	Interrupts []waiting `json:"interrupts"`
	// Next is the value of before for the next page, "" on the last.
	Next string `json:"next"`
}

type answerRequest struct {
	ReplyID string          `json:"reply_id" jsonschema:"minLength=1,maxLength=64"`
	Role    string          `json:"role" jsonschema:"minLength=1"`
	Action  string          `json:"action" jsonschema:"enum=approve,enum=modify,enum=reject,enum=answer,enum=skip"`
	Payload json.RawMessage `json:"payload,omitempty"`
	Actor   string          `json:"actor,omitempty" jsonschema:"maxLength=200"`
}

func (i interruptRoutes) list() []route {
	all := extension + "/interrupts"
	filters := []parameter{
		{name: "role", kind: "string", doc: "Only questions to this role; user is the session's user."},
		{name: "assistant", kind: "string", doc: "Only this assistant's."},
		{name: "session_id", kind: "string", doc: "Only this conversation's."},
		limitParam(50),
		{name: "before", kind: "string", doc: "The page behind this next of the page before."},
	}
	return []route{
		{method: http.MethodGet, path: all, tag: "interrupts", action: policy.Answer, summary: "Questions that wait for an answer, newest first",
			query: filters, reply: waitingPage{}, handle: i.all},
		{method: http.MethodGet, path: all + "/:interrupt_id", tag: "interrupts", action: policy.Answer, summary: "A question that waits",
			reply: waiting{}, missing: true, handle: i.one},
		{method: http.MethodPost, path: all + "/:interrupt_id", tag: "interrupts", action: policy.Answer, summary: "Answer a question; the same reply_id again changes nothing",
			body: answerRequest{}, reply: answered{}, missing: true, handle: i.answer},
	}
}

func waitingOf(w *store.WaitingRun) waiting {
	q := w.Interrupt
	return waiting{
		InterruptID: q.ID, InterruptType: q.Type, InterruptData: q.Data, Role: q.Role(),
		RunID: w.ID, SessionID: w.SessionID, SessionTitle: w.Title, Assistant: w.Assistant,
		UserID: w.UserID, Language: w.Language, Query: w.Query,
		AskedAt: q.AskedAt, ExpiresAt: q.ExpiresAt, DefaultAction: q.DefaultAction,
	}
}

func (i interruptRoutes) all(q *request) (any, error) {
	f := store.WaitingFilter{
		Role: q.text("role"), Assistant: q.text("assistant"), SessionID: q.text("session_id"), Before: q.text("before"),
		Limit: q.number("limit"),
	}
	asked, err := policy.Asked(who(q))
	if err != nil {
		return nil, err
	}
	found, err := i.cfg.Store.Waiting(q.ctx(), asked, f)
	if err != nil {
		return nil, err
	}
	page := waitingPage{Interrupts: []waiting{}}
	for n := range found {
		if q.holds(found[n].Interrupt.Role(), found[n].UserID) {
			page.Interrupts = append(page.Interrupts, waitingOf(&found[n]))
		}
	}
	if f.Limit > 0 && len(found) == f.Limit {
		page.Next = found[f.Limit-1].Cursor()
	}
	for _, userKey := range askers(page.Interrupts) {
		if err := q.note(userKey); err != nil {
			return nil, err
		}
	}
	return page, nil
}

// askers are the users whose runs ask, each once.
func askers(page []waiting) (keys []string) {
	for n := range page {
		if !slices.Contains(keys, page[n].UserID) {
			keys = append(keys, page[n].UserID)
		}
	}
	return keys
}

func (i interruptRoutes) one(q *request) (any, error) {
	id := q.itemID("interrupt_id", fault.NotFound)
	asked, err := policy.Asked(who(q))
	if err != nil {
		return nil, err
	}
	run, err := i.cfg.Store.Run(q.ctx(), asked, state.InterruptRun(id))
	if err != nil {
		return nil, missing(err, fault.NotFound)
	}
	question := run.Interrupt
	if question == nil || question.ID != id || !q.holds(question.Role(), run.UserID) {
		return nil, fault.New(fault.NotFound, "")
	}
	if err := q.note(run.UserID); err != nil {
		return nil, err
	}
	session, err := i.cfg.Store.Session(q.ctx(), asked, run.SessionID)
	if err != nil {
		return nil, missing(err, fault.NotFound)
	}
	return waitingOf(&store.WaitingRun{Run: run, Title: session.Title}), nil
}

func (i interruptRoutes) answer(q *request) (any, error) {
	id := q.itemID("interrupt_id", fault.NotFound)
	var req answerRequest
	if err := q.body(&req, true); err != nil {
		return nil, err
	}
	switch {
	case req.ReplyID == "" || len(req.ReplyID) > 64:
		return nil, wrong("reply_id", "must have 1 to 64 bytes")
	case req.Role == "":
		return nil, wrong("role", "is missing")
	case len(req.Actor) > maxName:
		return nil, wrong("actor", "must be at most 200 bytes")
	}
	asked, err := policy.Asked(who(q))
	if err != nil {
		return nil, err
	}
	run, err := i.cfg.Store.Run(q.ctx(), asked, state.InterruptRun(id))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if !q.holds(req.Role, run.UserID) {
		return nil, fault.New(fault.NotFound, "") // as if it were not there
	}
	var effects []store.Effect
	if id := who(q); !id.Open {
		req.Actor = policy.Key(id) // nobody answers in another's name
	}
	if req.Role != state.ReplyByUser {
		effects = q.effect("question.answered", run.UserID, map[string]string{"interrupt_id": id, "role": req.Role, "action": req.Action})
	}
	done, err := i.cfg.AnswerFunc(q.ctx(), engine.Answer{
		InterruptID: id, ReplyID: req.ReplyID, Role: req.Role, Actor: req.Actor, Action: req.Action, Payload: req.Payload, Effects: effects,
	})
	return answered{id, done.RunID, done.SessionID, done.Duplicate}, err
}
