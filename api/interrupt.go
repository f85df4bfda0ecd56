package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// interruptRoutes show the questions that runs wait for and take answers: of
// those whom a question is put to, who need no socket in its session.
type interruptRoutes struct{ *door }

// Answer is what somebody says to a question that waits.
type Answer struct {
	InterruptID, ReplyID, Role, Actor, Action string
	Payload                                   json.RawMessage
	// Effects are written with the answer.
	Effects []store.Effect
}

// Answered tells which run goes on; Duplicate is an answer that was given before.
type Answered struct {
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
	routes := []route{
		{method: http.MethodGet, path: all, tag: "interrupts", action: policy.Answer, summary: "Questions that wait for an answer, newest first",
			query: filters, reply: waitingPage{}, handle: i.all},
		{method: http.MethodGet, path: all + "/:interrupt_id", tag: "interrupts", action: policy.Answer, summary: "A question that waits",
			reply: waiting{}, missing: true, handle: i.one},
	}
	if i.cfg.AnswerFunc != nil {
		routes = append(routes, route{method: http.MethodPost, path: all + "/:interrupt_id", tag: "interrupts", action: policy.Answer,
			summary: "Answer a question; the same reply_id again changes nothing", body: answerRequest{}, reply: Answered{}, missing: true, handle: i.answer})
	}
	return routes
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

func (i interruptRoutes) all(c echo.Context) error {
	var f store.WaitingFilter
	for name, value := range map[string]*string{
		"role": &f.Role, "assistant": &f.Assistant, "session_id": &f.SessionID, "before": &f.Before,
	} {
		var err error
		if *value, err = text(c, name); err != nil {
			return err
		}
	}
	limit, err := number(c, limitParam(50))
	if err != nil {
		return err
	}
	f.Limit = limit
	asked, err := policy.Asked(who(c))
	if err != nil {
		return err
	}
	found, err := i.cfg.Store.Waiting(c.Request().Context(), asked, f)
	if err != nil {
		return err
	}
	page := waitingPage{Interrupts: []waiting{}}
	for n := range found {
		if i.holds(c, found[n].Interrupt.Role(), found[n].UserID) {
			page.Interrupts = append(page.Interrupts, waitingOf(&found[n]))
		}
	}
	if limit > 0 && len(found) == limit {
		page.Next = found[limit-1].Cursor()
	}
	for _, userKey := range askers(page.Interrupts) {
		if err := i.note(c, userKey); err != nil {
			return err
		}
	}
	return ok(c, page)
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

func (i interruptRoutes) one(c echo.Context) error {
	id, err := itemID(c, "interrupt_id", fault.NotFound)
	if err != nil {
		return err
	}
	asked, err := policy.Asked(who(c))
	if err != nil {
		return err
	}
	run, err := i.cfg.Store.Run(c.Request().Context(), asked, state.InterruptRun(id))
	if err != nil {
		return missing(err, fault.NotFound)
	}
	q := run.Interrupt
	if q == nil || q.ID != id || !i.holds(c, q.Role(), run.UserID) {
		return fault.New(fault.NotFound, "")
	}
	if err := i.note(c, run.UserID); err != nil {
		return err
	}
	session, err := i.cfg.Store.Session(c.Request().Context(), asked, run.SessionID)
	if err != nil {
		return missing(err, fault.NotFound)
	}
	return ok(c, waitingOf(&store.WaitingRun{Run: run, Title: session.Title}))
}

func (i interruptRoutes) answer(c echo.Context) error {
	id, err := itemID(c, "interrupt_id", fault.NotFound)
	if err != nil {
		return err
	}
	var req answerRequest
	if err := readBody(c, &req, true); err != nil {
		return err
	}
	switch {
	case req.ReplyID == "" || len(req.ReplyID) > 64:
		return wrong("reply_id", "must have 1 to 64 bytes")
	case req.Role == "":
		return wrong("role", "is missing")
	case len(req.Actor) > maxName:
		return wrong("actor", "must be at most 200 bytes")
	}
	asked, err := policy.Asked(who(c))
	if err != nil {
		return err
	}
	run, err := i.cfg.Store.Run(c.Request().Context(), asked, state.InterruptRun(id))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if !i.holds(c, req.Role, run.UserID) {
		return fault.New(fault.NotFound, "") // as if it were not there
	}
	var effects []store.Effect
	if id := who(c); !id.Open {
		req.Actor = policy.Key(id) // nobody answers in another's name
	}
	if req.Role != state.ReplyByUser {
		effects = i.effect(c, "question.answered", run.UserID, map[string]string{"interrupt_id": id, "role": req.Role, "action": req.Action})
	}
	done, err := i.cfg.AnswerFunc(c.Request().Context(), Answer{
		InterruptID: id, ReplyID: req.ReplyID, Role: req.Role, Actor: req.Actor, Action: req.Action, Payload: req.Payload, Effects: effects,
	})
	if err != nil {
		return err
	}
	return ok(c, done)
}
