package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
)

// ErrBacklog is returned for a command when too many wait for a connection.
var ErrBacklog = errors.New("client: too many commands are waiting for the connection")

// maxBacklog bounds the commands that wait for a connection.
const maxBacklog = 64

// Query is a question.
type Query struct {
	Text     string
	Language string // ko | en; "" lets the text decide
	// ReviewPlan asks to be shown the plan before it is carried out: the
	// run then waits for a Reply.
	ReviewPlan bool
}

// command is one on its way to the server.
type command struct {
	body []byte
	// id names a query (by its client_msg_id too) or a reply: it stays until
	// the server confirms it and is sent again on each new connection.
	id   string
	sent bool
}

// wire is a command as it is sent.
type wire struct {
	Type        string          `json:"type"`
	ID          string          `json:"id,omitempty"`
	Query       string          `json:"query,omitempty"`
	ClientMsgID string          `json:"client_msg_id,omitempty"`
	Language    string          `json:"language,omitempty"`
	ReviewPlan  bool            `json:"review_plan,omitempty"`
	RunID       string          `json:"run_id,omitempty"`
	InterruptID string          `json:"interrupt_id,omitempty"`
	Action      string          `json:"action,omitempty"`
	Payload     json.RawMessage `json:"payload,omitempty"`
	Token       string          `json:"token,omitempty"`
	LastSeq     *int64          `json:"last_seq,omitempty"`
	Epoch       string          `json:"epoch,omitempty"`
}

func (w wire) encode() []byte {
	body, err := json.Marshal(w)
	if err != nil {
		panic(fmt.Sprintf("client: encode %s: %v", w.Type, err)) // a payload was looked at by Reply
	}
	return body
}

// Query sends a question, now or when there is a connection, and returns
// its client_msg_id: the ack that names it tells the run.
func (c *Client) Query(q Query) (string, error) {
	id := uuid.Must(uuid.NewV7()).String()
	w := wire{Type: "query", ID: id, ClientMsgID: id, Query: q.Text, Language: q.Language, ReviewPlan: q.ReviewPlan}
	return id, c.enqueue(&command{body: w.encode(), id: id})
}

// Cancel asks that a run be ended; "" is the session's current one.
func (c *Client) Cancel(runID string) error {
	return c.enqueue(&command{body: wire{Type: "cancel", RunID: runID}.encode()})
}

func (c *Client) enqueue(cmd *command) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return c.err
	}
	if len(c.backlog) >= maxBacklog {
		return ErrBacklog
	}
	c.backlog = append(c.backlog, cmd)
	select {
	case c.wake <- struct{}{}:
	default: // the writer is going to look anyway
	}
	return nil
}

// next is the first command that was not sent on this connection; nil when
// there is none. The server's answer takes queries and replies off the
// backlog, sending does all others.
func (c *Client) next() *command {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, cmd := range c.backlog {
		if cmd.sent {
			continue
		}
		cmd.sent = true
		if cmd.id == "" {
			c.backlog = append(c.backlog[:i:i], c.backlog[i+1:]...)
		}
		return cmd
	}
	return nil
}

// confirm takes what the server has answered off the backlog.
func (c *Client) confirm(id string) {
	if id == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.backlog = slices.DeleteFunc(c.backlog, func(cmd *command) bool { return cmd.id == id })
}

// resend marks what was not confirmed to be sent again.
func (c *Client) resend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cmd := range c.backlog {
		cmd.sent = false
	}
}
