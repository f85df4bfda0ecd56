package state

import (
	"encoding/json"
	"time"
)

// TriggerStatus is what has become of a trigger.
type TriggerStatus string

// A trigger waits for its time, is starting for a moment and then started; or it
// is held (over the day's cap) or withdrawn for good.
const (
	TriggerWaiting   TriggerStatus = "waiting"
	TriggerStarting  TriggerStatus = "starting"
	TriggerStarted   TriggerStatus = "started"
	TriggerHeld      TriggerStatus = "held"
	TriggerWithdrawn TriggerStatus = "withdrawn"
)

// Why a trigger waits, is held or was withdrawn.
const (
	TriggerScheduled   = "scheduled"
	TriggerQuietHours  = "quiet_hours"
	TriggerDailyCap    = "daily_cap"
	TriggerUserSpoke   = "user_spoke"
	TriggerDeleted     = "deleted"
	TriggerSessionGone = "session_gone"
)

// Trigger is an event that has an assistant begin a conversation.
type Trigger struct {
	// EventID is the event's own name: the same again is the same trigger.
	EventID   string `json:"trigger_event_id"`
	EventType string `json:"trigger_event_type"`
	UserID    string `json:"user_id"`
	Assistant string `json:"assistant"`
	// SessionID is where it is begun; a new session has its id from the start.
	SessionID  string          `json:"session_id"`
	NewSession bool            `json:"new_session"`
	RunID      string          `json:"run_id"`
	Language   string          `json:"language,omitempty"`
	Metadata   json.RawMessage `json:"metadata,omitempty"`
	// At is the time asked for, nil at once; DueAt is when it is begun.
	At    *time.Time `json:"at,omitempty"`
	DueAt time.Time  `json:"due_at"`
	// Cron makes it a schedule: it is due again and again, in the five fields of
	// crontab, and each time records a trigger of its own, whose ScheduleID is this
	// one's EventID. It begins no conversation itself.
	Cron       string        `json:"cron,omitempty"`
	ScheduleID string        `json:"schedule_id,omitempty"`
	Status     TriggerStatus `json:"status" jsonschema:"enum=waiting,enum=starting,enum=started,enum=held,enum=withdrawn"`
	Reason     string        `json:"reason,omitempty" jsonschema:"enum=scheduled,enum=quiet_hours,enum=daily_cap,enum=user_spoke,enum=deleted,enum=session_gone"`
	CreatedAt  time.Time     `json:"created_at"`
	StartedAt  *time.Time    `json:"started_at,omitempty"`
}

// SessionStarted tells a user's open sockets of a session that an assistant has
// begun; it is not stored.
type SessionStarted struct {
	StartedSessionID string `json:"started_session_id"`
	Assistant        string `json:"assistant"`
	TriggerEventType string `json:"trigger_event_type"`
}
