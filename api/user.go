package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

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

// name is a user's id or a preference's key in the path.
func name(c echo.Context, parameter string) (string, error) {
	v, err := segment(c, parameter)
	if err == nil && (v == "" || len(v) > maxName) {
		err = wrong(parameter, "must have 1 to 200 bytes")
	}
	return v, err
}

func (u userRoutes) allMemories(c echo.Context) error {
	userID, err := name(c, "user_id")
	if err != nil {
		return err
	}
	limit, err := number(c, limitParam(50))
	if err != nil {
		return err
	}
	memories, err := u.cfg.Store.Memories(c.Request().Context(), ownerOf(c), userID, time.Time{}, limit)
	if err != nil {
		return err
	}
	return ok(c, append([]state.Memory{}, memories...))
}

func (u userRoutes) forgetMemories(c echo.Context) error {
	userID, err := name(c, "user_id")
	if err != nil {
		return err
	}
	n, err := u.cfg.Store.DeleteMemories(c.Request().Context(), ownerOf(c), userID, u.now())
	if err != nil {
		return err
	}
	u.cfg.ForgottenFunc(c.Request().Context(), userID)
	return ok(c, forgottenReply{userID, n})
}

func (u userRoutes) forgetMemory(c echo.Context) error {
	userID, err := name(c, "user_id")
	if err != nil {
		return err
	}
	id, err := name(c, "memory_id")
	if err != nil {
		return err
	}
	if err := u.cfg.Store.DeleteMemory(c.Request().Context(), ownerOf(c), userID, id); err != nil {
		return missing(err, fault.NotFound)
	}
	u.cfg.ForgottenFunc(c.Request().Context(), userID)
	return ok(c, forgottenReply{userID, 1})
}

func (u userRoutes) allPreferences(c echo.Context) error {
	userID, err := name(c, "user_id")
	if err != nil {
		return err
	}
	preferences, err := u.cfg.Store.Preferences(c.Request().Context(), ownerOf(c), userID)
	if err != nil {
		return err
	}
	return ok(c, append([]state.Preference{}, preferences...))
}

func (u userRoutes) correct(c echo.Context) error {
	userID, err := name(c, "user_id")
	if err != nil {
		return err
	}
	key, err := name(c, "key")
	if err != nil {
		return err
	}
	var req preferenceRequest
	if err := readBody(c, &req, true); err != nil {
		return err
	}
	if req.Value == nil || *req.Value == "" || len(*req.Value) > 1000 {
		return wrong("value", "must have 1 to 1000 bytes")
	}
	p := state.Preference{UserID: userID, Key: key, Value: *req.Value, Evidence: correctedByUser, UpdatedAt: u.now()}
	p, err = u.cfg.Store.SavePreference(c.Request().Context(), ownerOf(c), p)
	if err != nil {
		return err
	}
	u.cfg.ForgottenFunc(c.Request().Context(), userID)
	return ok(c, p)
}

func (u userRoutes) forgetPreference(c echo.Context) error {
	userID, err := name(c, "user_id")
	if err != nil {
		return err
	}
	key, err := name(c, "key")
	if err != nil {
		return err
	}
	if err := u.cfg.Store.DeletePreference(c.Request().Context(), ownerOf(c), userID, key, u.now()); err != nil {
		return missing(err, fault.NotFound)
	}
	u.cfg.ForgottenFunc(c.Request().Context(), userID)
	return ok(c, forgottenReply{userID, 1})
}
