package api

import (
	"encoding/json"
	"time"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
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

func (r runRoutes) events(q *request) (any, error) {
	stored, err := q.run()
	if err != nil {
		return nil, err
	}
	limit, after := q.number("limit"), q.number("after_seq")
	list, err := r.cfg.Store.RunEvents(q.ctx(), q.owner, stored.SessionID, stored.ID, int64(after), limit)
	if err != nil {
		return nil, err
	}
	seen, err := q.redactorOfRun(stored)
	if err != nil {
		return nil, missing(err, fault.RunNotFound)
	}
	return listOf(list, func(e state.Event) runEvent {
		return runEvent{e.ID, e.Seq, e.RunID, e.Type, seen.JSON("", e.Payload), e.CreatedAt.UTC()}
	}), nil
}

// runResult is what one call outside brought, by its name in the run.
type runResult struct {
	Name      string          `json:"name"`
	Result    json.RawMessage `json:"result"`
	CreatedAt time.Time       `json:"created_at"`
}

func (r runRoutes) results(q *request) (any, error) {
	stored, err := q.run()
	if err != nil {
		return nil, err
	}
	list, err := r.cfg.Store.Results(q.ctx(), q.owner, stored.ID)
	if err != nil {
		return nil, err
	}
	seen, err := q.redactorOfRun(stored)
	if err != nil {
		return nil, missing(err, fault.RunNotFound)
	}
	return listOf(list, func(r store.Result) runResult {
		return runResult{r.Key, seen.JSON("", r.Value), r.At.UTC()}
	}), nil
}
