package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth/policy"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// personRoutes hand out and remove all that is kept of a user.
type personRoutes struct {
	*door
	store       personStore
	memories    memoryStore
	preferences preferenceStore
	messages    messageStore
	documents   documentStore
}

// userExport is all that is kept of a user, as it is sent: sessions last,
// since they are read one after the other.
type userExport struct {
	UserID      string             `json:"user_id"`
	ExportedAt  time.Time          `json:"exported_at"`
	Memories    []state.Memory     `json:"memories"`
	Summaries   []state.Summary    `json:"summaries"`
	Preferences []state.Preference `json:"preferences"`
	Feedback    []feedbackEntry    `json:"feedback"`
	Triggers    []state.Trigger    `json:"triggers"`
	// Assistants is what their own tables hold, by assistant.
	Assistants map[string]any  `json:"assistants"`
	Sessions   []sessionExport `json:"sessions"`
}

type feedbackEntry struct {
	RunID     string    `json:"run_id"`
	SessionID string    `json:"session_id"`
	Rating    string    `json:"rating"`
	Comment   string    `json:"comment"`
	CreatedAt time.Time `json:"created_at"`
}

type sessionExport struct {
	ID        string           `json:"id"`
	Assistant string           `json:"assistant"`
	Title     string           `json:"title"`
	Language  string           `json:"language"`
	Metadata  json.RawMessage  `json:"metadata,omitempty"`
	CreatedAt time.Time        `json:"created_at"`
	UpdatedAt time.Time        `json:"updated_at"`
	DeletedAt *time.Time       `json:"deleted_at,omitempty"`
	Messages  []state.Message  `json:"messages"`
	Documents []state.Document `json:"documents"`
}

type erasedReply struct {
	UserID string `json:"user_id"`
	// Cancelled counts the runs that were under way.
	Cancelled int64 `json:"cancelled"`
	store.Erased
}

func (p personRoutes) list() []route {
	if p.cfg.CancelFunc == nil { // a door without runs can't erase what they are at
		return nil
	}
	user := extension + "/users/:user_id"
	return []route{
		{method: http.MethodGet, path: user + "/export", tag: "memories", action: policy.Remember, summary: "All that is kept of a user, as one file",
			reply: userExport{}, handle: p.export},
		{method: http.MethodDelete, path: user, tag: "memories", action: policy.Erase, summary: "Remove all that is kept of a user; what is under way is cancelled",
			reply: erasedReply{}, handle: p.erase},
	}
}

// exportPage is how many sessions or messages are read at a time.
const exportPage = 500

// export writes the sessions as they are read, so that it takes no more
// memory than the longest of them. A file that broke off is no JSON.
func (p personRoutes) export(c echo.Context) error {
	userID, err := name(c, "user_id")
	if err != nil {
		return err
	}
	head, err := p.exportHead(c, userID)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentType, "application/json; charset=utf-8")
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="user.json"`)
	c.Response().WriteHeader(http.StatusOK)
	// head ends in `"sessions":[]}`: what comes goes between the brackets.
	if _, err := c.Response().Write(head[:len(head)-2]); err != nil {
		return err
	}
	if err := p.exportSessions(c, userID); err != nil {
		return err
	}
	_, err = c.Response().Write([]byte("]}"))
	return err
}

func (p personRoutes) exportHead(c echo.Context, userID string) (raw []byte, err error) {
	ctx := c.Request().Context()
	out := userExport{
		UserID: userID, ExportedAt: p.now(), Feedback: []feedbackEntry{}, Assistants: map[string]any{}, Sessions: []sessionExport{},
	}
	if out.Memories, err = p.memories.Memories(ctx, ownerOf(c), userID, time.Time{}, 0); err != nil {
		return nil, err
	}
	if out.Summaries, err = p.memories.Summaries(ctx, ownerOf(c), userID); err != nil {
		return nil, err
	}
	if out.Preferences, err = p.preferences.Preferences(ctx, ownerOf(c), userID); err != nil {
		return nil, err
	}
	ratings, err := p.store.FeedbackOf(ctx, ownerOf(c), userID)
	if err != nil {
		return nil, err
	}
	for _, f := range ratings {
		out.Feedback = append(out.Feedback, feedbackEntry{f.RunID, f.SessionID, f.Rating, f.Comment, f.At})
	}
	if out.Triggers, err = p.store.TriggersOf(ctx, ownerOf(c), userID); err != nil {
		return nil, err
	}
	for i := range out.Triggers {
		out.Triggers[i] = named(out.Triggers[i])
	}
	for _, a := range p.cfg.Assistants {
		if a.ExportFunc == nil {
			continue
		}
		if out.Assistants[a.Name], err = a.ExportFunc(ctx, userID); err != nil {
			return nil, fmt.Errorf("export of %s: %w", a.Name, err)
		}
	}
	return json.Marshal(out)
}

func (p personRoutes) exportSessions(c echo.Context, userID string) error {
	ctx, after, separator := c.Request().Context(), "", ""
	for {
		sessions, err := p.store.UserSessions(ctx, ownerOf(c), userID, after, exportPage)
		if err != nil || len(sessions) == 0 {
			return err
		}
		for i := range sessions {
			raw, err := p.exportSession(c, &sessions[i])
			if err != nil {
				return err
			}
			if _, err := c.Response().Write(append([]byte(separator), raw...)); err != nil {
				return err
			}
			after, separator = sessions[i].ID, ","
		}
	}
}

func (p personRoutes) exportSession(c echo.Context, s *state.Session) ([]byte, error) {
	ctx := c.Request().Context()
	out := sessionExport{
		ID: s.ID, Assistant: s.Assistant, Title: s.Title, Language: s.Language, Metadata: s.Metadata,
		CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt, DeletedAt: s.DeletedAt, Messages: []state.Message{},
	}
	for {
		page, err := p.messages.Messages(ctx, ownerOf(c), s.ID, exportPage, len(out.Messages))
		if err != nil {
			return nil, err
		}
		out.Messages = append(out.Messages, page...)
		if len(page) < exportPage {
			break
		}
	}
	var err error
	if out.Documents, err = p.documents.DocumentsOf(ctx, ownerOf(c), s.ID); err != nil {
		return nil, err
	}
	return json.Marshal(out)
}

// erase cancels what is under way, so that users see an end, and removes all.
// What of it is too late to be cancelled can write nothing more.
func (p personRoutes) erase(c echo.Context) error {
	userID, err := name(c, "user_id")
	if err != nil {
		return err
	}
	reply := erasedReply{UserID: userID}
	if reply.Cancelled, err = p.cancelRuns(c, userID); err != nil {
		return err
	}
	assistants := map[string]store.EraseFunc{}
	for _, a := range p.cfg.Assistants {
		if a.EraseFunc != nil {
			assistants[a.Name] = a.EraseFunc
		}
	}
	if reply.Erased, err = p.store.EraseUser(c.Request().Context(), ownerOf(c), userID, assistants, p.effect(c, "user.erased", userID, nil)...); err != nil {
		return err
	}
	p.cfg.ForgottenFunc(c.Request().Context(), userID)
	return ok(c, reply)
}

func (p personRoutes) cancelRuns(c echo.Context, userID string) (count int64, err error) {
	ctx, after := c.Request().Context(), ""
	for {
		sessions, err := p.store.UserSessions(ctx, ownerOf(c), userID, after, exportPage)
		if err != nil || len(sessions) == 0 {
			return count, err
		}
		for _, s := range sessions {
			after = s.ID
			open, err := p.store.OpenRuns(ctx, ownerOf(c), s.ID)
			if err != nil {
				return count, err
			}
			for i := range open {
				// One that ends by itself meanwhile is as good as cancelled.
				if p.cfg.CancelFunc(ctx, s.ID, open[i].ID) == nil {
					count++
				}
			}
		}
	}
}
