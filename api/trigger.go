package api

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

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
	if t.cfg.TriggerFunc == nil || t.cfg.WithdrawFunc == nil {
		return nil
	}
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

func (t triggerRoutes) add(c echo.Context) error {
	var req triggerRequest
	if err := readBody(c, &req, true); err != nil {
		return err
	}
	if !isItemID(req.EventID) {
		return wrong("trigger_event_id", "must have 1 to 100 letters, digits and -_.")
	}
	if len(req.Metadata) > 0 && req.Metadata[0] != '{' {
		return wrong("metadata", "must be a JSON object")
	}
	var at *time.Time
	if req.At != "" {
		when, err := time.Parse(time.RFC3339, req.At)
		if err != nil {
			return wrong("at", "must be a time in RFC 3339")
		}
		when = when.Truncate(time.Millisecond).UTC()
		at = &when
	}
	userKey := req.UserID
	if id := who(c); userKey != "" {
		userKey = keyOf(id, req.UserID)
	}
	owner := ownerOf(c)
	if err := t.touched(c, owner, userKey, nil, fault.NotFound); err != nil {
		return err
	}
	if req.SessionID != "" && !owner.All() {
		if err := t.touchSession(c, owner, req.SessionID, fault.SessionNotFound); err != nil {
			return err
		}
	}
	added, err := t.cfg.TriggerFunc(c.Request().Context(), state.Trigger{
		EventID: store.EventKey(who(c).Tenant, req.EventID), EventType: req.EventType, UserID: userKey, Assistant: req.Assistant,
		SessionID: req.SessionID, At: at, Cron: req.Cron, Metadata: req.Metadata, Language: req.Language,
	})
	if err != nil {
		return err
	}
	return reply(c, http.StatusAccepted, named(added))
}

func (t triggerRoutes) one(c echo.Context) error {
	id, err := itemID(c, "trigger_event_id", fault.NotFound)
	if err != nil {
		return err
	}
	known, err := t.cfg.Store.Trigger(c.Request().Context(), ownerOf(c), store.EventKey(who(c).Tenant, id))
	if err != nil {
		return missing(err, fault.NotFound)
	}
	return ok(c, named(known))
}

func (t triggerRoutes) withdraw(c echo.Context) error {
	id, err := itemID(c, "trigger_event_id", fault.NotFound)
	if err != nil {
		return err
	}
	left, err := t.cfg.WithdrawFunc(c.Request().Context(), store.EventKey(who(c).Tenant, id))
	if err != nil {
		return err
	}
	return ok(c, named(left))
}

// named is a trigger with its event's id, and its schedule's, as the caller gave it.
func named(t state.Trigger) state.Trigger {
	t.EventID, t.ScheduleID = store.EventName(t.EventID), store.EventName(t.ScheduleID)
	return t
}
