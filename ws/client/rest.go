package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/madang-dev/madang/state"
)

// maxBody bounds what is read of a REST answer, in bytes.
const maxBody = 8 << 20

// Start opens a session and returns its id.
func Start(ctx context.Context, c Config) (string, error) {
	body := struct {
		UserID    string `json:"user_id,omitempty"`
		Assistant string `json:"assistant,omitempty"`
		Language  string `json:"language,omitempty"`
	}{c.UserID, c.Assistant, c.Language}
	var got struct {
		SessionID string `json:"session_id"`
	}
	text, err := json.Marshal(body)
	if err == nil {
		err = exchange(ctx, c, http.MethodPost, "api/v1/chat/start", bytes.NewReader(text), &got)
	}
	if err != nil {
		return "", fmt.Errorf("start session: %w", err)
	}
	if got.SessionID == "" {
		return "", errors.New("start session: the server named none")
	}
	return got.SessionID, nil
}

// Session is an entry of the list of conversations.
type Session struct {
	ID           string    `json:"id"`
	Title        string    `json:"title"`
	UpdatedAt    time.Time `json:"updated_at"`
	LastMessage  string    `json:"last_message,omitempty"`
	MessageCount int64     `json:"message_count"`
}

// Sessions are the newest conversations, at most limit; of one user where
// the Config names one.
func Sessions(ctx context.Context, c Config, limit int) ([]Session, error) {
	path := fmt.Sprintf("api/v1/chat/sessions?limit=%d", limit)
	if c.UserID != "" {
		path += "&user_id=" + url.QueryEscape(c.UserID)
	}
	return read[[]Session](ctx, c, path, "the sessions")
}

// Run is a run of a session.
type Run struct {
	ID     string          `json:"id"`
	Query  string          `json:"query"`
	Status state.RunStatus `json:"status"`
	// Interrupt is the question that a waiting run rests on.
	Interrupt *state.Interrupt `json:"interrupt"`
}

// maxOpen is how many of a session's newest runs Waiting looks through;
// those that are queued behind the one that waits are fewer.
const maxOpen = 100

// Waiting is the session's run that waits for an answer, nil when there is
// none: what a client asks that comes to a session, for a question that
// another connection was shown is not sent again.
func Waiting(ctx context.Context, c Config) (*Run, error) {
	path := fmt.Sprintf("api/v1/sessions/%s/runs?limit=%d", url.PathEscape(c.SessionID), maxOpen)
	runs, err := read[[]Run](ctx, c, path, "runs of "+c.SessionID)
	for i := range runs {
		if runs[i].Status == state.RunWaiting && runs[i].Interrupt != nil {
			return &runs[i], nil
		}
	}
	return nil, err
}

// read is what a path answers.
func read[T any](ctx context.Context, c Config, path, what string) (got T, err error) {
	if err := exchange(ctx, c, http.MethodGet, path, nil, &got); err != nil {
		return got, fmt.Errorf("read %s: %w", what, err)
	}
	return got, nil
}

// Refused is a server's answer that is not a success.
type Refused struct {
	Status int    // HTTP
	Code   string // error code, "" when the server gave none
	Detail string
}

func (r *Refused) Error() string {
	return fmt.Sprintf("the server answered %d %s: %s", r.Status, http.StatusText(r.Status), r.Detail)
}

// exchange sends a body of JSON and decodes the answer.
func exchange(ctx context.Context, c Config, method, path string, send io.Reader, answer any) error {
	c, err := c.withDefaults()
	if err != nil {
		return err
	}
	path, query, _ := strings.Cut(path, "?")
	target, err := url.JoinPath(c.BaseURL, path)
	if err != nil {
		return err
	}
	if query != "" {
		target += "?" + query
	}
	req, err := http.NewRequestWithContext(ctx, method, target, send)
	if err != nil {
		return err
	}
	req.Header = c.header()
	req.Header.Set("Content-Type", "application/json")
	if c.Language != "" {
		req.Header.Set("Accept-Language", c.Language)
	}
	res, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxBody))
	if err != nil {
		return err
	}
	if res.StatusCode/100 != 2 {
		return refused(res.StatusCode, text)
	}
	return json.Unmarshal(text, answer)
}

func refused(status int, body []byte) *Refused {
	var p struct {
		Detail    string `json:"detail"`
		Message   string `json:"message"`
		ErrorCode string `json:"error_code"`
	}
	if json.Unmarshal(body, &p) != nil { // not JSON: a proxy's page, say
		return &Refused{Status: status}
	}
	p.Message = cmp.Or(p.Message, p.Detail)
	return &Refused{Status: status, Code: p.ErrorCode, Detail: p.Message}
}
