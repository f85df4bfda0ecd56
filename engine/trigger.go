package engine

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

const (
	// maxEvent bounds the names of an event, maxMetadata what is told of it.
	maxEvent    = 100
	maxMetadata = 16 << 10
	// maxTriggers bounds the triggers that one sweep begins, maxNotified the
	// user's sessions whose sockets are told of a new one.
	maxTriggers = 100
	maxNotified = 50
)

// Trigger records an event that has an assistant begin a conversation, and begins
// it when its time has come. The same event again is what became of the first;
// of in only what a caller says is read (EventID, EventType, UserID, Assistant,
// SessionID, At, Cron, Metadata, Language). Errors carry invalid_argument,
// unknown_assistant, session_not_found (or another user's),
// client_msg_id_conflict (the EventID is another event's), server_draining and
// backend_unavailable.
func (e *Engine) Trigger(ctx context.Context, in state.Trigger) (state.Trigger, error) {
	t, err := e.newTrigger(ctx, in)
	if err != nil {
		return state.Trigger{}, err
	}
	t, err = e.cfg.Store.AddTrigger(ctx, store.Server(), t)
	if err != nil {
		return state.Trigger{}, storeFault(err)
	}
	if t.Status != state.TriggerWaiting || t.DueAt.After(e.now()) {
		return t, nil
	}
	// What is due begins at once and not with the next sweep: the caller is told what
	// became of it.
	began, err := e.beginTrigger(ctx, t)
	if err != nil { // it is recorded: a sweep begins it
		e.cfg.Logger.Warn("begin trigger", "trigger_event_id", t.EventID, "error", err)
		return t, nil
	}
	return began, nil
}

func (e *Engine) newTrigger(ctx context.Context, t state.Trigger) (state.Trigger, error) {
	if e.draining.Load() {
		return t, fault.New(fault.Draining, "")
	}
	if err := e.checkTrigger(&t); err != nil {
		return t, err
	}
	now := e.now()
	t.NewSession, t.RunID = t.SessionID == "", newID()
	if t.NewSession {
		t.SessionID = "session-" + newID()
	} else {
		session, err := e.session(ctx, t.SessionID)
		if err != nil {
			return t, err
		}
		// Another user's session is answered like one that is not there: ids can't be
		// tried out.
		if session.UserID != t.UserID || session.Assistant != t.Assistant {
			return t, fault.New(fault.SessionNotFound, "")
		}
	}
	t.Status, t.Reason, t.StartedAt, t.CreatedAt, t.DueAt = state.TriggerWaiting, "", nil, now, now
	t.ScheduleID = ""
	if t.At != nil && t.At.After(now) {
		t.DueAt, t.Reason = *t.At, state.TriggerScheduled
	}
	if t.Cron != "" {
		var err error
		t.Reason = state.TriggerScheduled
		t.DueAt, err = e.cfg.Proactive.nextTime(t.Cron, t.DueAt)
		return t, err
	}
	if until := e.cfg.Proactive.quietUntil(t.DueAt); !until.IsZero() {
		t.DueAt, t.Reason = until, state.TriggerQuietHours
	}
	return t, nil
}

func (e *Engine) checkTrigger(t *state.Trigger) error {
	assistant := e.assistants[t.Assistant]
	name := store.EventName(t.EventID)
	if t.Cron != "" {
		name = occurrence(name, time.Time{}) // those of its times have to be ids too
	}
	for field, value := range map[string]string{"trigger_event_id": name, "trigger_event_type": t.EventType, "user_id": t.UserID} {
		if value == "" || len(value) > maxEvent || !utf8.ValidString(value) {
			return fault.New(fault.InvalidArgument, "%s", field)
		}
	}
	var small bytes.Buffer
	switch {
	case assistant == nil:
		return fault.New(fault.UnknownAssistant, "%s", t.Assistant)
	case !assistant.begins():
		return fault.New(fault.InvalidArgument, "assistant")
	case t.Language != "" && !fault.Speaks(t.Language):
		return fault.New(fault.InvalidArgument, "language")
	case len(t.Metadata) > maxMetadata, len(t.Metadata) > 0 && json.Compact(&small, t.Metadata) != nil:
		return fault.New(fault.InvalidArgument, "metadata")
	}
	if t.Metadata = nil; small.Len() > 0 {
		t.Metadata = small.Bytes() // the same however it was spaced
	}
	return nil
}

// beginDue begins the triggers whose time has come.
func (e *Engine) beginDue(ctx context.Context) error {
	due, err := e.cfg.Store.DueTriggers(ctx, e.now(), maxTriggers)
	if err != nil {
		return err
	}
	for i := range due {
		if _, err := e.beginTrigger(ctx, due[i]); err != nil && ctx.Err() == nil {
			e.cfg.Logger.Warn("begin trigger", "trigger_event_id", due[i].EventID, "error", err)
		}
	}
	return nil
}

// beginTrigger decides whether a trigger whose time has come starts, and starts
// it. The decision is durable before the run is: who finds it made, on any node,
// submits the run of the recorded id once more, which is once.
func (e *Engine) beginTrigger(ctx context.Context, t state.Trigger) (state.Trigger, error) {
	if t.Cron != "" {
		return e.occurs(ctx, t)
	}
	t, err := e.decide(ctx, t)
	if err != nil || t.Status != state.TriggerStarting {
		return t, err
	}
	err = e.startTrigger(ctx, &t)
	switch {
	case fault.Of(err) == fault.SessionNotFound && err != nil:
		return e.cfg.Store.MoveTrigger(ctx, t, state.TriggerWithdrawn, state.TriggerSessionGone, t.DueAt)
	case err != nil:
		return t, err
	}
	return e.cfg.Store.MoveTrigger(ctx, t, state.TriggerStarted, "", t.DueAt)
}

// decide is what becomes of a trigger that waits: it starts, unless it is quiet
// now, the user has spoken first or has had enough of them today.
func (e *Engine) decide(ctx context.Context, t state.Trigger) (state.Trigger, error) {
	if t.Status != state.TriggerWaiting {
		return t, nil
	}
	now, limits := e.now(), &e.cfg.Proactive
	if until := limits.quietUntil(now); !until.IsZero() {
		// Quiet hours are looked at again: it may have waited for a node that was away, or
		// the hours may have been set since.
		return e.cfg.Store.MoveTrigger(ctx, t, state.TriggerWaiting, state.TriggerQuietHours, until)
	}
	since := t.CreatedAt
	if t.ScheduleID != "" { // who has been there today need not be reminded
		since = limits.day(now)
	}
	spoke, err := e.cfg.Store.SpokenTo(ctx, store.Server(), t.UserID, t.Assistant, since)
	if err != nil {
		return t, err
	}
	if spoke {
		return e.cfg.Store.MoveTrigger(ctx, t, state.TriggerWithdrawn, state.TriggerUserSpoke, t.DueAt)
	}
	return e.cfg.Store.BeginTrigger(ctx, t, now, limits.day(now), limits.PerDay)
}

// startTrigger makes the session where it is a new one, and submits the run.
func (e *Engine) startTrigger(ctx context.Context, t *state.Trigger) error {
	now := e.now()
	if t.NewSession {
		_, err := e.cfg.Store.CreateSession(ctx, store.Server(), state.Session{
			ID: t.SessionID, Assistant: t.Assistant, UserID: t.UserID, Language: t.Language,
			CreatedAt: now, ExpiresAt: now.Add(e.cfg.SessionTTL),
		})
		if err != nil && !errors.Is(err, store.ErrConflict) { // there since an earlier try
			return storeFault(err)
		}
	}
	session, err := e.session(ctx, t.SessionID)
	if err != nil {
		return err
	}
	input, err := state.Encode(origin{Proactive: &state.Proactive{
		TriggerEventType: t.EventType, TriggerEventID: store.EventName(t.EventID), Metadata: t.Metadata,
	}})
	if err != nil {
		return fault.Wrap(fault.Internal, err)
	}
	plain, _ := e.cfg.LanguageFunc("")
	sub := &store.Submission{MaxQueued: e.cfg.MaxQueued, Run: state.Run{
		ID: t.RunID, SessionID: t.SessionID, Assistant: t.Assistant, UserID: t.UserID, Kind: state.RunTrigger,
		Language: cmp.Or(t.Language, session.Language, plain), Input: input,
	}}
	if err := e.beginRun(ctx, sub); err != nil {
		return err
	}
	if t.NewSession && !sub.Done.Duplicate {
		e.notify(ctx, t)
	}
	return nil
}

// notify tells the user's open sockets, on any node, of a session that was begun.
// It may be lost: the list of sessions has it.
func (e *Engine) notify(ctx context.Context, t *state.Trigger) {
	sessions, err := e.cfg.Store.Sessions(ctx, store.Server(), store.SessionFilter{UserID: t.UserID, Limit: maxNotified})
	if err != nil {
		e.cfg.Logger.Warn("notify of a new session", "session_id", t.SessionID, "error", err)
		return
	}
	for i := range sessions {
		if sessions[i].ID == t.SessionID {
			continue
		}
		ev, err := newEvent(&state.Run{ID: t.RunID, SessionID: sessions[i].ID}, e.now(), Event{Type: state.FrameSessionStarted, Body: state.SessionStarted{
			StartedSessionID: t.SessionID, Assistant: t.Assistant, TriggerEventType: t.EventType,
		}})
		if err != nil {
			return
		}
		e.showFrames(ev.SessionID, []*state.Event{ev})
	}
}

// Withdraw has a trigger not begin any more; one that has begun, or is over, is
// left as it is. Its errors carry not_found and backend_unavailable.
func (e *Engine) Withdraw(ctx context.Context, eventID string) (state.Trigger, error) {
	t, err := e.cfg.Store.Trigger(ctx, store.Server(), eventID)
	if err == nil && t.Status == state.TriggerWaiting {
		t, err = e.cfg.Store.MoveTrigger(ctx, t, state.TriggerWithdrawn, state.TriggerDeleted, t.DueAt)
	}
	if errors.Is(err, store.ErrNotFound) {
		return t, fault.New(fault.NotFound, "")
	}
	if err != nil {
		return t, storeFault(err)
	}
	return t, nil
}

// opening adds the event that opens a run which an event set off, to the first
// commit that is seen of it; its caller has the lock.
func (t *Turn[S]) opening(c *store.Commit) error {
	p := t.info.Proactive
	if p == nil || t.began || t.run.row.NextNode != "" {
		return nil
	}
	event, err := newEvent(&t.run.row, c.At, Event{Type: state.EventProactive, Body: state.Proactive{
		TriggerEventType: p.TriggerEventType, TriggerEventID: p.TriggerEventID, // the rest is between caller and graph
	}})
	if err == nil {
		c.Events = append(c.Events, event)
	}
	return err
}
