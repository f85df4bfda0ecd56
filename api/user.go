package api

import (
	"net/http"
	"time"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// userRoutes let a user see, put right and forget what is kept of them.
type userRoutes struct{ *door }

// preferenceRequest is a correction by the user.
type preferenceRequest struct {
	Value *string `json:"value" jsonschema:"minLength=1,maxLength=1000"`
}

type forgottenReply struct {
	UserID  string `json:"user_id"`
	Deleted int64  `json:"deleted"`
}

// correctedByUser is the evidence of a preference that its user wrote.
const correctedByUser = "user"

func (u userRoutes) list() []route {
	memories, preferences := extension+"/users/:user_id/memories", extension+"/users/:user_id/preferences"
	return []route{
		{method: http.MethodGet, path: memories, tag: "memories", action: policy.Remember, summary: "What is remembered of a user's conversations, newest first",
			query: []parameter{limitParam(50)}, reply: []state.Memory{}, handle: u.allMemories},
		{method: http.MethodDelete, path: memories, tag: "memories", action: policy.Remember, summary: "Forget all conversations of a user",
			reply: forgottenReply{}, handle: u.forgetMemories},
		{method: http.MethodDelete, path: memories + "/:memory_id", tag: "memories", action: policy.Remember, summary: "Forget one exchange of a user",
			reply: forgottenReply{}, missing: true, handle: u.forgetMemory},
		{method: http.MethodGet, path: preferences, tag: "memories", action: policy.Remember, summary: "What has been learned about a user",
			reply: []state.Preference{}, handle: u.allPreferences},
		{method: http.MethodPut, path: preferences + "/:key", tag: "memories", action: policy.Remember, summary: "Put one thing right",
			body: preferenceRequest{}, reply: state.Preference{}, handle: u.correct},
		{method: http.MethodDelete, path: preferences + "/:key", tag: "memories", action: policy.Remember, summary: "Forget one thing",
			reply: forgottenReply{}, missing: true, handle: u.forgetPreference},
	}
}

func (u userRoutes) allMemories(q *request) (any, error) {
	userID, limit := q.name("user_id"), q.number("limit")
	memories, err := u.cfg.Store.Memories(q.ctx(), q.owner, userID, time.Time{}, limit)
	return append([]state.Memory{}, memories...), err
}

func (u userRoutes) forgetMemories(q *request) (any, error) {
	userID := q.name("user_id")
	n, err := u.cfg.Store.DeleteMemories(q.ctx(), q.owner, userID, u.now())
	return u.forgotten(q, userID, n, err)
}

func (u userRoutes) forgetMemory(q *request) (any, error) {
	userID, id := q.name("user_id"), q.name("memory_id")
	err := u.cfg.Store.DeleteMemory(q.ctx(), q.owner, userID, id)
	return u.forgotten(q, userID, 1, err)
}

// forgotten tells the user how much is gone.
func (u userRoutes) forgotten(q *request, userID string, n int64, err error) (any, error) {
	if err != nil {
		return nil, missing(err, fault.NotFound)
	}
	return forgottenReply{userID, n}, nil
}

func (u userRoutes) allPreferences(q *request) (any, error) {
	userID := q.name("user_id")
	preferences, err := u.cfg.Store.Preferences(q.ctx(), q.owner, userID)
	return append([]state.Preference{}, preferences...), err
}

func (u userRoutes) correct(q *request) (any, error) {
	userID, key := q.name("user_id"), q.name("key")
	var req preferenceRequest
	if err := q.body(&req, true); err != nil {
		return nil, err
	}
	if req.Value == nil || *req.Value == "" || len(*req.Value) > 1000 {
		return nil, wrong("value", "must have 1 to 1000 bytes")
	}
	p := state.Preference{UserID: userID, Key: key, Value: *req.Value, Evidence: correctedByUser, UpdatedAt: u.now()}
	return u.cfg.Store.SavePreference(q.ctx(), q.owner, p)
}

func (u userRoutes) forgetPreference(q *request) (any, error) {
	userID, key := q.name("user_id"), q.name("key")
	err := u.cfg.Store.DeletePreference(q.ctx(), q.owner, userID, key, u.now())
	return u.forgotten(q, userID, 1, err)
}
