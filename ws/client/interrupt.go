package client

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/madang-dev/madang/state"
)

// ErrPayload is returned for a reply whose payload is not JSON.
var ErrPayload = errors.New("client: the payload is not JSON")

// errType is a frame read as what it is not.
var errType = errors.New("client: another type of frame")

// Interrupt is the question of a workflow_interrupted frame: its run waits
// until Reply, or until the question's time is over.
func (f Frame) Interrupt() (state.Interrupt, error) {
	return as[state.Interrupt](f, state.EventWorkflowInterrupted)
}

// Resolved tells, of an interrupt_resolved frame, which question is over
// and how: this client's reply, another one's, or its time.
func (f Frame) Resolved() (state.InterruptResolved, error) {
	return as[state.InterruptResolved](f, state.EventInterruptResolved)
}

// Queued tells, of a run_queued frame, how many runs are ahead.
func (f Frame) Queued() (state.QueuedRun, error) {
	return as[state.QueuedRun](f, state.EventRunQueued)
}

func as[T any](f Frame, frameType string) (T, error) {
	var v T
	if f.Type != frameType {
		return v, fmt.Errorf("%w: %s, not %s", errType, f.Type, frameType)
	}
	if err := f.Decode(&v); err != nil {
		return v, fmt.Errorf("decode %s: %w", f.Type, err)
	}
	return v, nil
}

// Reply answers a question with an action (state.ActionApprove and its
// like) and a payload (JSON, nil for none), now or when there is a
// connection; an interruptID of "" names the one that is pending. It returns
// the reply's id, which the server's ack or error carries. Like a query it
// is sent again until the server has answered: where the first one had
// arrived, that answer is the error interrupt_not_pending.
func (c *Client) Reply(interruptID, action string, payload json.RawMessage) (string, error) {
	if payload != nil && !json.Valid(payload) {
		return "", ErrPayload
	}
	id, err := uuid.NewV7()
	if err != nil {
		return "", fmt.Errorf("make id: %w", err)
	}
	w := wire{Type: "interrupt_response", ID: id.String(), InterruptID: interruptID, Action: action, Payload: payload}
	return w.ID, c.enqueue(&command{body: w.encode(), id: w.ID})
}
