package engine

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Answer is what somebody in a role says to the question that a run waits for.
type Answer struct {
	// InterruptID names the question; "" is the one that SessionID waits for.
	InterruptID string
	// SessionID is the only one whose question is meant; "" is any.
	SessionID string
	// ReplyID, made by whoever answers, lets the same answer be sent again.
	ReplyID string
	// Role is state.ReplyByUser or the role that the question is put to, Actor
	// who answers in it, "" when that is not known.
	Role, Actor string
	Action      string
	Payload     json.RawMessage
	// Effects are written with the answer, once.
	Effects []store.Effect
}

// Answered tells which run goes on. Duplicate is an answer that was given
// before, which changed nothing.
type Answered struct {
	RunID, SessionID string
	Duplicate        bool
}

// Answer answers a question, on any node; the run goes on in the node behind it.
// Its errors carry invalid_argument, interrupt_not_pending (over, answered, unknown
// or another session's), interrupt_not_yours (another role's), client_msg_id_conflict
// (the ReplyID is that of another answer) and backend_unavailable.
func (e *Engine) Answer(ctx context.Context, a Answer) (Answered, error) {
	reply := state.Reply{Action: a.Action, Payload: a.Payload, By: a.Role, Actor: a.Actor, ID: a.ReplyID}
	if err := e.checkReply(&reply); err != nil {
		return Answered{}, err
	}
	row, err := e.asked(ctx, &a)
	if err != nil {
		return Answered{}, err
	}
	done := Answered{RunID: row.ID, SessionID: row.SessionID}
	if q := row.Interrupt; q != nil && q.ID == a.InterruptID {
		if !q.MayAnswer(a.Role) {
			return Answered{}, fault.New(fault.InterruptNotYours, "")
		}
		resumed, err := e.resume(ctx, row, reply, nil, a.Effects...)
		if err == nil {
			done.RunID = goesOn(&resumed.Run)
			return done, nil
		}
		if fault.Of(err) != fault.InterruptNotPending {
			return done, err
		}
		// Somebody was faster: perhaps this very answer, on another node.
		if row, err = e.askedBy(ctx, a.InterruptID); err != nil {
			return Answered{}, err
		}
	}
	done.RunID, done.Duplicate = goesOn(row), true
	return done, repeated(row.Reply, a.InterruptID, &reply)
}

// Reply is Answer by the session's user, whose interruptID may be "".
func (e *Engine) Reply(ctx context.Context, sessionID, interruptID, action string, payload json.RawMessage) error {
	_, err := e.Answer(ctx, Answer{
		InterruptID: interruptID, SessionID: sessionID, Role: state.ReplyByUser, Action: action, Payload: payload,
	})
	return err
}

// asked is the run whose question is meant, which it names where the answer did not.
func (e *Engine) asked(ctx context.Context, a *Answer) (*state.Run, error) {
	if a.InterruptID != "" {
		row, err := e.askedBy(ctx, a.InterruptID)
		if err == nil && a.SessionID != "" && row.SessionID != a.SessionID {
			return nil, fault.New(fault.InterruptNotPending, "")
		}
		return row, err
	}
	row, err := e.waitingRun(ctx, a.SessionID)
	if err == nil && row == nil {
		return nil, fault.New(fault.InterruptNotPending, "")
	}
	if err != nil {
		return nil, err
	}
	a.InterruptID = row.Interrupt.ID
	return row, nil
}

// goesOn is the run that goes on with the newest answer to a run's question.
func goesOn(asked *state.Run) string {
	if asked.Reply == nil {
		return asked.ID
	}
	return cmp.Or(asked.Reply.RunID, asked.ID)
}

// askedBy is the run that asked a question, by the id that ask gave it.
func (e *Engine) askedBy(ctx context.Context, interruptID string) (*state.Run, error) {
	row, err := e.cfg.Store.Run(ctx, store.Server(), state.InterruptRun(interruptID))
	if errors.Is(err, store.ErrNotFound) {
		return nil, fault.New(fault.InterruptNotPending, "")
	}
	if err != nil {
		return nil, storeFault(err)
	}
	return &row, nil
}

// repeated is nil where the reply that was given is this one.
func repeated(given *state.Reply, interruptID string, again *state.Reply) error {
	switch {
	case given == nil, given.InterruptID != interruptID, again.ID == "", given.ID != again.ID:
		return fault.New(fault.InterruptNotPending, "")
	case given.By != again.By, given.Actor != again.Actor, given.Action != again.Action, !sameJSON(given.Payload, again.Payload):
		return fault.New(fault.DuplicateConflict, "")
	}
	return nil
}

// sameJSON compares two values, however they are spaced.
func sameJSON(a, b json.RawMessage) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	var left, right bytes.Buffer
	return json.Compact(&left, a) == nil && json.Compact(&right, b) == nil && bytes.Equal(left.Bytes(), right.Bytes())
}
