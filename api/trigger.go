package api

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// triggerRoutes have assistants begin conversations.
type triggerRoutes struct{ *door }

type triggerRequest struct {
	EventID   string          `json:"trigger_event_id" jsonschema:"minLength=1,maxLength=100,pattern=^[a-zA-Z0-9._-]+$"`
	EventType string          `json:"trigger_event_type" jsonschema:"minLength=1,maxLength=100"`
	UserID    string          `json:"user_id" jsonschema:"minLength=1,maxLength=100"`
	Assistant string          `json:"assistant"`
	SessionID string          `json:"session_id,omitempty"`
	At        string          `json:"at,omitempty" jsonschema:"format=date-time"`
	Cron      string          `json:"cron,omitempty" jsonschema:"maxLength=100"`
	Metadata  json.RawMessage `json:"metadata,omitempty"`
	Language  string          `json:"language,omitempty"`
}

func (t triggerRoutes) list() []route {
	all := extension + "/triggers"
	return []route{
		{method: http.MethodPost, path: all, tag: "triggers", action: policy.Trigger, summary: "Have an assistant begin a conversation; the same event again is what became of the first",
			body: triggerRequest{}, status: http.StatusAccepted, reply: state.Trigger{}, missing: true, handle: t.add},
		{method: http.MethodGet, path: all + "/:trigger_event_id", tag: "triggers", action: policy.Trigger, summary: "What became of an event",
			reply: state.Trigger{}, missing: true, handle: t.one},
		{method: http.MethodDelete, path: all + "/:trigger_event_id", tag: "triggers", action: policy.Trigger, summary: "Have an event begin nothing; one that has begun is left as it is",
			reply: state.Trigger{}, missing: true, handle: t.withdraw},
	}
}

func (t triggerRoutes) add(q *request) (any, error) {
	var req triggerRequest
	if err := q.body(&req, true); err != nil {
		return nil, err
	}
	if !isItemID(req.EventID) {
		return nil, wrong("trigger_event_id", "must have 1 to 100 letters, digits and -_.")
	}
	if len(req.Metadata) > 0 && req.Metadata[0] != '{' {
		return nil, wrong("metadata", "must be a JSON object")
	}
	var at *time.Time
	if req.At != "" {
		when, err := time.Parse(time.RFC3339, req.At)
		if err != nil {
			return nil, wrong("at", "must be a time in RFC 3339")
		}
		when = when.Truncate(time.Millisecond).UTC()
		at = &when
	}
	userKey := req.UserID
	if userKey != "" {
		userKey = keyOf(who(q), req.UserID)
	}
	if err := q.touched(userKey, nil, fault.NotFound); err != nil {
		return nil, err
	}
	if req.SessionID != "" && !q.owner.All() {
		if err := q.touchSession(req.SessionID, fault.SessionNotFound); err != nil {
			return nil, err
		}
	}
	added, err := t.cfg.TriggerFunc(q.ctx(), state.Trigger{
		EventID: q.eventKey(req.EventID), EventType: req.EventType, UserID: userKey, Assistant: req.Assistant,
		SessionID: req.SessionID, At: at, Cron: req.Cron, Metadata: req.Metadata, Language: req.Language,
	})
	return named(added), err
}

func (t triggerRoutes) one(q *request) (any, error) {
	id := q.itemID("trigger_event_id", fault.NotFound)
	known, err := t.cfg.Store.Trigger(q.ctx(), q.owner, q.eventKey(id))
	return named(known), missing(err, fault.NotFound)
}

func (t triggerRoutes) withdraw(q *request) (any, error) {
	id := q.itemID("trigger_event_id", fault.NotFound)
	left, err := t.cfg.WithdrawFunc(q.ctx(), q.eventKey(id))
	return named(left), err
}

// eventKey is what the caller calls an event, apart from another tenant's.
func (q *request) eventKey(id string) string { return store.EventKey(who(q).Tenant, id) }

// named is a trigger with its event's id, and its schedule's, as the caller gave it.
func named(t state.Trigger) state.Trigger {
	t.EventID, t.ScheduleID = store.EventName(t.EventID), store.EventName(t.ScheduleID)
	return t
}
