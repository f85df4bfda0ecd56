package client

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
)

// ErrPayload is returned for a reply whose payload is not JSON.
var ErrPayload = errors.New("client: the payload is not JSON")

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
