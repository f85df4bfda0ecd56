package api

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

const (
	maxTitle    = 200      // characters
	maxMetadata = 16 << 10 // bytes
	// lastMessage is how much of a message a list shows, in characters.
	lastMessage = 100
)

// sessionRoutes are the making, listing and ending of conversations.
type sessionRoutes struct{ *door }

// startRequest opens a conversation; every field may be missing.
type startRequest struct {
	UserID    userID          `json:"user_id,omitempty"`
	Title     string          `json:"title,omitempty" jsonschema:"maxLength=200"`
	Metadata  json.RawMessage `json:"metadata,omitempty"`
	Assistant string          `json:"assistant,omitempty"`
	Language  string          `json:"language,omitempty" jsonschema:"enum=ko,enum=en"`
}

// userID is a string on the inside; clients send a string or a number.
type userID string

// UnmarshalJSON reads a string, a whole number or null.
func (u *userID) UnmarshalJSON(raw []byte) error {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		var n int64
		if json.Unmarshal(raw, &n) != nil {
			return wrong("user_id", "must be a string or a whole number")
		}
		s = strconv.FormatInt(n, 10)
	}
	if len(s) > maxName {
		return wrong("user_id", "must be at most 200 bytes")
	}
	*u = userID(s)
	return nil
}

type startReply struct {
	SessionID string    `json:"session_id"`
	CreatedAt time.Time `json:"created_at"`
	ExpiresAt time.Time `json:"expires_at"`
}

// sessionEntry is a conversation in a list.
type sessionEntry struct {
	ID           string    `json:"id"`
	Title        string    `json:"title"`
	CreatedAt    time.Time `json:"created_at"`
	UpdatedAt    time.Time `json:"updated_at"`
	LastMessage  *string   `json:"last_message" jsonschema:"nullable"`
	MessageCount int64     `json:"message_count"`
}

type sessionDetail struct {
	SessionID    string          `json:"session_id"`
	CreatedAt    time.Time       `json:"created_at"`
	ExpiresAt    time.Time       `json:"expires_at"`
	LastActivity time.Time       `json:"last_activity"`
	Metadata     json.RawMessage `json:"metadata"`
}

type titleRequest struct {
	Title *string `json:"title" jsonschema:"minLength=1,maxLength=200"`
}

type deletedReply struct {
	Message   string    `json:"message"`
	SessionID string    `json:"session_id"`
	DeletedAt time.Time `json:"deleted_at"`
}

type endedReply struct {
	Message   string `json:"message"`
	SessionID string `json:"session_id"`
}

type statsReply struct {
	store.SessionStats
	Timestamp time.Time `json:"timestamp"`
}

type cleanupReply struct {
	Message      string    `json:"message"`
	CleanedCount int64     `json:"cleaned_count"`
	Timestamp    time.Time `json:"timestamp"`
}

func (s sessionRoutes) list() []route {
	hard := parameter{name: "hard_delete", kind: "boolean", doc: "Erase instead of hide.", standard: false}
	return []route{
		{method: http.MethodPost, path: base + "/start", tag: "sessions", action: policy.Talk, summary: "Open a conversation",
			body: startRequest{}, reply: startReply{}, handle: s.start},
		{method: http.MethodGet, path: base + "/sessions", tag: "sessions", action: policy.Talk, summary: "List conversations, newest first",
			query: []parameter{limitParam(50), offsetParam(), userParam()}, reply: []sessionEntry{}, handle: s.all},
		{method: http.MethodPost, path: base + "/sessions", tag: "sessions", action: policy.Talk, summary: "Open a conversation with a title",
			body: startRequest{}, reply: sessionEntry{}, handle: s.create},
		{method: http.MethodPatch, path: base + "/sessions/:session_id", tag: "sessions", action: policy.Talk, summary: "Rename a conversation",
			body: titleRequest{}, reply: sessionEntry{}, missing: true, handle: s.rename},
		{method: http.MethodDelete, path: base + "/sessions/:session_id", tag: "sessions", action: policy.Talk, summary: "Hide a conversation, or erase it",
			query: []parameter{hard}, reply: deletedReply{}, missing: true, handle: s.remove},
		{method: http.MethodPost, path: base + "/sessions/:session_id/restore", tag: "sessions", action: policy.Talk, summary: "Bring a hidden conversation back",
			reply: sessionEntry{}, missing: true, handle: s.restore},
		{method: http.MethodGet, path: base + "/:session_id", tag: "sessions", action: policy.Talk, summary: "One conversation",
			reply: sessionDetail{}, missing: true, handle: s.one},
		{method: http.MethodDelete, path: base + "/:session_id", tag: "sessions", action: policy.Talk, summary: "Hide a conversation",
			reply: endedReply{}, missing: true, handle: s.end},
		{method: http.MethodGet, path: base + "/stats/sessions", tag: "operations", action: policy.Operate, summary: "Count conversations",
			reply: statsReply{}, handle: s.stats},
		{method: http.MethodPost, path: base + "/cleanup/sessions", tag: "operations", action: policy.Operate, summary: "Hide the conversations that have expired",
			reply: cleanupReply{}, handle: s.cleanup},
	}
}

func (s sessionRoutes) start(q *request) (any, error) {
	session, err := s.open(q)
	return startReply{session.ID, session.CreatedAt, session.ExpiresAt}, err
}

func (s sessionRoutes) create(q *request) (any, error) {
	session, err := s.open(q)
	return entryOf(session), err
}

// open reads a startRequest and stores the session that it asks for.
func (s sessionRoutes) open(q *request) (state.Session, error) {
	var req startRequest
	if err := q.body(&req, false); err != nil {
		return state.Session{}, err
	}
	metadata, err := objectOf("metadata", req.Metadata)
	if err != nil {
		return state.Session{}, err
	}
	assistant, err := s.choose(req.Assistant)
	if err != nil {
		return state.Session{}, err
	}
	userKey := string(req.UserID)
	if id := who(q); !id.Open {
		// Whose a conversation is and who asks in it is proved, never declared.
		userKey = policy.Key(id)
		if metadata, err = asking(metadata, id.UserID); err != nil {
			return state.Session{}, err
		}
		if err := s.cfg.Limiter.Take(q.ctx(), "session of", userKey, s.cfg.Limits.Sessions); err != nil {
			return state.Session{}, err
		}
	}
	if req.Language == "" {
		req.Language = speak(q)
	} else if !fault.Speaks(req.Language) {
		return state.Session{}, wrong("language", "must be one of "+strings.Join(fault.Languages(), ", "))
	}
	title := state.DefaultTitle
	if strings.TrimSpace(req.Title) != "" {
		if title, err = titleOf(req.Title); err != nil {
			return state.Session{}, err
		}
	}
	now := s.now()
	session := state.Session{
		ID: "session-" + uuid.NewString(), Epoch: uuid.NewString(),
		Assistant: assistant, UserID: userKey, Language: req.Language,
		Title: title, Metadata: metadata,
		CreatedAt: now, UpdatedAt: now, LastActivity: now, ExpiresAt: now.Add(s.cfg.SessionTTL),
	}
	if err := s.take(q, "session", s.cfg.Limits.Sessions); err != nil {
		return state.Session{}, err
	}
	return s.cfg.Store.CreateSession(q.ctx(), q.owner, session)
}

// choose is the assistant of that name, the first for "".
func (d *door) choose(name string) (string, error) {
	for i, a := range d.cfg.Assistants {
		if a.Name == name || name == "" && i == 0 {
			return a.Name, nil
		}
	}
	if name == "" {
		return "", nil
	}
	return "", fault.Wrap(fault.UnknownAssistant, invalid{"assistant", "is not one of GET " + extension + "/assistants"})
}

// asking is metadata with the person who asks, as assistants about a company
// know them.
func asking(metadata json.RawMessage, userID string) (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(metadata, &fields); err != nil {
		return nil, wrong("metadata", "must be a JSON object")
	}
	person, err := json.Marshal(userID)
	if err != nil {
		return nil, err
	}
	fields["person_id"] = person
	return json.Marshal(fields)
}

// titleOf is a title without the characters that would turn around what is
// shown behind it.
func titleOf(title string) (string, error) {
	title = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, title))
	if n := utf8.RuneCountInString(title); n < 1 || n > maxTitle {
		return "", wrong("title", "must have 1 to 200 characters")
	}
	return title, nil
}

// objectOf is raw when it is a JSON object of bounded size, {} when it is
// absent or null.
func objectOf(field string, raw json.RawMessage) (json.RawMessage, error) {
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return json.RawMessage(`{}`), nil
	case raw[0] != '{':
		return nil, wrong(field, "must be a JSON object")
	case len(raw) > maxMetadata:
		return nil, wrong(field, "must be at most 16 KiB")
	}
	return raw, nil
}

func (s sessionRoutes) all(q *request) (any, error) {
	f := store.SessionFilter{Limit: q.number("limit"), Offset: q.number("offset"), UserID: q.user()}
	sessions, err := s.cfg.Store.Sessions(q.ctx(), q.owner, f)
	return listOf(sessions, entryOf), err
}

func (s sessionRoutes) rename(q *request) (any, error) {
	id := q.sessionID()
	var req titleRequest
	if err := q.body(&req, false); err != nil {
		return nil, err
	}
	if req.Title == nil {
		return nil, wrong("title", "is missing")
	}
	title, err := titleOf(*req.Title)
	if err != nil {
		return nil, err
	}
	if err := s.cfg.Store.RenameSession(q.ctx(), q.owner, id, title, s.now()); err != nil {
		return nil, missing(err, fault.SessionNotFound)
	}
	session, err := q.session()
	return entryOf(session), err
}

func (s sessionRoutes) remove(q *request) (any, error) {
	hard := q.boolean("hard_delete")
	id, at, err := s.delete(q, hard)
	message := "hidden"
	if hard {
		message = "erased"
	}
	return deletedReply{texts.Say(speak(q), message), id, at}, err
}

func (s sessionRoutes) end(q *request) (any, error) {
	id, _, err := s.delete(q, false)
	return endedReply{texts.Say(speak(q), "ended"), id}, err
}

func (s sessionRoutes) delete(q *request, hard bool) (id string, at time.Time, err error) {
	id, at = q.sessionID(), s.now()
	var effects []store.Effect
	if hard {
		userKey, err := s.cfg.Store.SessionUser(q.ctx(), q.owner, id)
		if err != nil {
			return id, at, missing(err, fault.SessionNotFound)
		}
		effects = q.effect("session.erased", userKey, map[string]string{"session_id": id})
	}
	err = s.cfg.Store.DeleteSession(q.ctx(), q.owner, id, hard, at, effects...)
	return id, at, missing(err, fault.SessionNotFound)
}

func (s sessionRoutes) restore(q *request) (any, error) {
	id, now := q.sessionID(), s.now()
	if err := s.cfg.Store.RestoreSession(q.ctx(), q.owner, id); err != nil {
		return nil, missing(err, fault.SessionNotFound)
	}
	// One that was hidden because its end had come would be swept again.
	if err := s.cfg.Store.TouchSession(q.ctx(), q.owner, id, now, now.Add(s.cfg.SessionTTL)); err != nil {
		return nil, missing(err, fault.SessionNotFound)
	}
	session, err := q.session()
	return entryOf(session), err
}

func (sessionRoutes) one(q *request) (any, error) {
	session, err := q.session()
	if len(session.Metadata) == 0 {
		session.Metadata = json.RawMessage(`{}`)
	}
	return sessionDetail{
		SessionID: session.ID, CreatedAt: session.CreatedAt.UTC(), ExpiresAt: session.ExpiresAt.UTC(),
		LastActivity: session.LastActivity.UTC(), Metadata: session.Metadata,
	}, err
}

func (s sessionRoutes) stats(q *request) (any, error) {
	now := s.now()
	stats, err := s.cfg.Store.SessionStats(q.ctx(), q.owner, now)
	return statsReply{stats, now}, err
}

func (s sessionRoutes) cleanup(q *request) (any, error) {
	now := s.now()
	n, err := s.cfg.Store.ExpireSessions(q.ctx(), now)
	return cleanupReply{texts.Say(speak(q), "cleaned", "n", n), n, now}, err
}

func entryOf(s state.Session) sessionEntry {
	e := sessionEntry{ID: s.ID, Title: s.Title, CreatedAt: s.CreatedAt.UTC(), UpdatedAt: s.UpdatedAt.UTC(), MessageCount: s.MessageCount}
	if s.LastMessage != nil {
		short := []rune(*s.LastMessage)
		short = short[:min(len(short), lastMessage)]
		cut := string(short)
		e.LastMessage = &cut
	}
	return e
}

// now is the time in UTC, to the millisecond that a store keeps.
func (d *door) now() time.Time { return d.cfg.Clock().UTC().Truncate(time.Millisecond) }
