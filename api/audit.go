package api

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/store"
)

// note writes down that the request touches what is not the caller's own, before
// it does. What can't be written down is not done.
func (d *door) note(c echo.Context, userKey string) error {
	id := who(c)
	if d.cfg.NoteFunc == nil || !policy.Beyond(id, userKey) {
		return nil
	}
	ids := map[string]string{}
	for i, name := range c.ParamNames() {
		if strings.HasSuffix(name, "_id") && name != "user_id" { // which is the subject
			ids[name] = c.ParamValues()[i]
		}
	}
	action, _ := c.Get(actionKey).(policy.Action)
	e := policy.Access(id, action, userKey, c.Request().Method+" "+c.Path(), ids)
	e.At = d.now()
	return d.cfg.NoteFunc(c.Request().Context(), e)
}

// actionKey is where a request's action stands beside its echo context.
const actionKey = "action"

// noteLists writes down what a route without an id in its path is asked for: a
// list of another user's things, or of everybody's.
func (d *door) noteLists(c echo.Context, r *route) error {
	switch {
	case r.action == policy.Rated, r.action == policy.Operate && r.method != http.MethodGet:
		return d.note(c, policy.Everybody)
	case !slices.ContainsFunc(r.query, func(p parameter) bool { return p.name == "user_id" }):
		return nil
	}
	userKey, err := user(c)
	switch {
	case err != nil:
		return err
	case userKey == "":
		userKey = policy.Everybody
	case userKey == nobodysKey:
		return nil
	}
	return d.note(c, userKey)
}

// effect writes down what is done to a user's things in the transaction that does
// it.
func (d *door) effect(c echo.Context, action, userKey string, details map[string]string) []store.Effect {
	if d.cfg.NoteFunc == nil {
		return nil
	}
	e := policy.Entry(who(c), action, userKey, details)
	e.At = d.now()
	return []store.Effect{audit.Write(e)}
}
