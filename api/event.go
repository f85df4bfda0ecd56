package api

import (
	"encoding/json"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/fault"
)

// runEvent is a stored event as a developer looks at it: what is personal in
// it is hidden, which a client of the conversation never sees so.
type runEvent struct {
	EventID   string          `json:"event_id"`
	Seq       int64           `json:"seq"` // of the session, from 1
	RunID     string          `json:"run_id"`
	Type      string          `json:"type"`
	Payload   json.RawMessage `json:"payload"`
	CreatedAt time.Time       `json:"created_at"`
}

func afterParam() parameter {
	p := beforeParam("after_seq")
	p.doc = "Only what is newer than this number; 0 starts at the oldest."
	return p
}

func (r runRoutes) events(c echo.Context) error {
	stored, err := r.load(c)
	if err != nil {
		return err
	}
	limit, err := number(c, limitParam(200))
	if err != nil {
		return err
	}
	after, err := number(c, afterParam())
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	list, err := r.cfg.Store.RunEvents(ctx, ownerOf(c), stored.SessionID, stored.ID, int64(after), limit)
	if err != nil {
		return err
	}
	seen, err := r.redactorOfRun(ctx, ownerOf(c), stored)
	if err != nil {
		return missing(err, fault.RunNotFound)
	}
	out := make([]runEvent, len(list))
	for i, e := range list {
		out[i] = runEvent{e.ID, e.Seq, e.RunID, e.Type, seen.JSON("", e.Payload), e.CreatedAt.UTC()}
	}
	return ok(c, out)
}

// runResult is what one call outside brought, by its name in the run.
type runResult struct {
	Name      string          `json:"name"`
	Result    json.RawMessage `json:"result"`
	CreatedAt time.Time       `json:"created_at"`
}

func (r runRoutes) results(c echo.Context) error {
	stored, err := r.load(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	list, err := r.cfg.Store.Results(ctx, ownerOf(c), stored.ID)
	if err != nil {
		return err
	}
	seen, err := r.redactorOfRun(ctx, ownerOf(c), stored)
	if err != nil {
		return missing(err, fault.RunNotFound)
	}
	out := make([]runResult, len(list))
	for i, e := range list {
		out[i] = runResult{e.Key, seen.JSON("", e.Value), e.At.UTC()}
	}
	return ok(c, out)
}
