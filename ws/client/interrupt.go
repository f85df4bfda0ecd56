package client

import (
	"encoding/json"
	"errors"

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
	id := uuid.Must(uuid.NewV7()).String()
	w := wire{Type: "interrupt_response", ID: id, InterruptID: interruptID, Action: action, Payload: payload}
	return id, c.enqueue(&command{body: w.encode(), id: id})
}
