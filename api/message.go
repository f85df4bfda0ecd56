package api

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/documents"
	"github.com/madang-dev/madang/state"
)

// messageRoutes show what was said.
type messageRoutes struct{ *door }

type message struct {
	ID             int64           `json:"id"`
	Role           string          `json:"role" jsonschema:"enum=user,enum=assistant"`
	Content        string          `json:"content"`
	StructuredData json.RawMessage `json:"structured_data"`
	CreatedAt      time.Time       `json:"created_at"`
}

// messageData is an answer's parts as base clients lay them out, with what
// the extension adds.
type messageData struct {
	state.StructuredData
	Type      string              `json:"type,omitempty"`
	TeamsUsed []string            `json:"teams_used,omitempty"`
	Document  *state.DocumentLink `json:"document,omitempty"`
}

// turn is a message with all that was said to the client at that moment.
type turn struct {
	ID    int64  `json:"id"`
	RunID string `json:"run_id,omitempty"`
	Role  string `json:"role" jsonschema:"enum=user,enum=assistant"`
	// Content is the text; Response the whole final_response of an answer,
	// null for what a user said.
	Content   string          `json:"content"`
	Response  json.RawMessage `json:"response"`
	CreatedAt time.Time       `json:"created_at"`
}

// memoryHistory is what is remembered of a user's earlier conversations.
type memoryHistory struct {
	UserID    *string        `json:"user_id" jsonschema:"nullable"`
	Count     int            `json:"count"`
	Memories  []state.Memory `json:"memories"`
	Timestamp time.Time      `json:"timestamp"`
}

func (m messageRoutes) list() []route {
	return []route{
		{method: http.MethodGet, path: base + "/sessions/:session_id/messages", tag: "sessions", action: policy.Talk, summary: "Messages of a conversation, oldest first",
			query: []parameter{limitParam(100), offsetParam()}, reply: []message{}, missing: true, shown: true, handle: m.all},
		{method: http.MethodGet, path: extension + "/sessions/:session_id/messages", tag: "sessions", action: policy.Talk, summary: "Messages of a conversation with their whole responses, newest first",
			query: []parameter{limitParam(50), beforeParam("before_id")}, reply: []turn{}, missing: true, shown: true, handle: m.back},
		{method: http.MethodGet, path: base + "/memory/history", tag: "memories", action: policy.Remember, summary: "What is remembered of a user's conversations, newest first",
			query: []parameter{limitParam(10), userParam()}, reply: memoryHistory{}, handle: m.history},
	}
}

func (m messageRoutes) all(q *request) (any, error) {
	id := q.sessionID()
	limit, offset := q.number("limit"), q.number("offset")
	stored, err := m.cfg.Store.Messages(q.ctx(), q.owner, id, limit, offset)
	return listOf(stored, func(s state.Message) message {
		return message{s.ID, s.Role, s.Content, structured(s.Data), s.CreatedAt.UTC()}
	}), err
}

// back is a page of messages from the newest on: where a conversation is
// read from, however long it is.
func (m messageRoutes) back(q *request) (any, error) {
	id := q.sessionID()
	limit, before := q.number("limit"), q.number("before_id")
	stored, err := m.cfg.Store.MessagesBefore(q.ctx(), q.owner, id, int64(before), limit)
	return listOf(stored, func(s state.Message) turn {
		return turn{s.ID, s.RunID, s.Role, s.Content, s.Data, s.CreatedAt.UTC()}
	}), err
}

// structured is what a message's structured_data shows: a stored response
// is cut to its parts, for its text is the content already; anything else
// is shown as it is.
func structured(raw json.RawMessage) json.RawMessage {
	var r state.Response
	if json.Unmarshal(raw, &r) != nil || r.Type == "" {
		return raw
	}
	if r.StructuredData == nil && r.Document == nil {
		return nil
	}
	data := messageData{Type: r.Type, TeamsUsed: r.TeamsUsed, Document: r.Document}
	data.Sections = []state.Section{}
	data.Metadata.Sources = []string{}
	if r.StructuredData != nil {
		data.StructuredData = *r.StructuredData
		for i := range data.Sections { // decoded for this answer alone
			data.Sections[i].Content = documents.PlainLines(data.Sections[i].Content)
		}
	}
	shown, err := json.Marshal(data)
	if err != nil {
		panic(err) // it was JSON a moment ago
	}
	return shown
}

func (m messageRoutes) history(q *request) (any, error) {
	limit, userID := q.number("limit"), q.user()
	memories, err := m.cfg.Store.Memories(q.ctx(), q.owner, userID, time.Time{}, limit)
	h := memoryHistory{Count: len(memories), Memories: append([]state.Memory{}, memories...), Timestamp: m.now()}
	if userID != "" {
		h.UserID = &userID
	}
	return h, err
}
