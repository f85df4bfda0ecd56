package api

import (
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// ownerKey is where a request's owner stands beside its echo context.
const ownerKey = "owner"

// guard asks the policy before a route's handler is called, and looks whose
// everything is that the path names. A route without an action is a mistake of
// the program.
func (d *door) guard(r route) echo.HandlerFunc {
	if r.action == "" {
		panic("api: route " + r.method + " " + r.path + " has no action")
	}
	named := pathName.FindAllString(r.path, -1)
	if strings.HasSuffix(r.path, "/checkpoints/diff") {
		named = append(named, "?from", "?to")
	}
	return func(c echo.Context) error {
		owner, err := policy.Decide(who(c), r.action)
		if err != nil {
			return err
		}
		c.Set(ownerKey, owner)
		c.Set(actionKey, r.action)
		if r.action != policy.Public {
			for _, name := range named {
				if err := d.touch(c, owner, name[1:], name[0] == '?'); err != nil {
					return err
				}
			}
		}
		if err := d.noteLists(c, &r); err != nil {
			return err
		}
		return r.handle(c)
	}
}

// ownerOf is whose rows the request may touch.
func ownerOf(c echo.Context) store.Owner {
	owner, _ := c.Get(ownerKey).(store.Owner)
	return owner
}

// touch refuses what is not the owner's with the words for what is not there.
// What can't be an id is the handler's to refuse.
func (d *door) touch(c echo.Context, owner store.Owner, name string, inQuery bool) error {
	if name == "user_id" {
		return d.touchUser(c, owner)
	}
	if who(c).Open {
		return nil
	}
	value, err := segment(c, name)
	if inQuery {
		value, err = text(c, name)
	}
	if err != nil || value == "" {
		return err
	}
	ctx := c.Request().Context()
	switch name {
	case "session_id":
		return d.touchSession(c, owner, value, fault.SessionNotFound)
	case "run_id":
		return d.touchRun(c, owner, value)
	case "checkpoint_id", "other_id", "from", "to":
		session, _, _ := state.ParseCheckpointID(value)
		return d.touchSession(c, owner, session, fault.NotFound)
	case "document_id":
		return d.touchDocument(c, owner, value)
	case "trigger_event_id":
		known, err := d.cfg.Store.Trigger(ctx, ownerOf(c), store.EventKey(who(c).Tenant, value))
		return d.touched(c, owner, known.UserID, err, fault.NotFound)
	}
	return nil // names nothing of a user's: a pack, a key, a file, a question (which its handler looks at)
}

func (d *door) touchSession(c echo.Context, owner store.Owner, id string, code fault.Code) error {
	userKey, err := d.cfg.Store.SessionUser(c.Request().Context(), owner, id)
	return d.touched(c, owner, userKey, err, code)
}

// touchRun looks the session up even of a run that is not there: the answer
// takes as long as that about another's.
func (d *door) touchRun(c echo.Context, owner store.Owner, id string) error {
	run, err := d.cfg.Store.Run(c.Request().Context(), ownerOf(c), id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return d.touchSession(c, owner, run.SessionID, fault.RunNotFound)
}

// touchDocument is for documents of conversations; those that a view shows are
// of the conversation in its path.
func (d *door) touchDocument(c echo.Context, owner store.Owner, id string) error {
	if slices.Contains(c.ParamNames(), "session_id") {
		return nil
	}
	document, err := d.cfg.Store.Document(c.Request().Context(), ownerOf(c), id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return d.touchSession(c, owner, document.SessionID, fault.NotFound)
}

// touchUser has the handler work with the user's key.
func (d *door) touchUser(c echo.Context, owner store.Owner) error {
	userID, err := name(c, "user_id")
	if err != nil {
		return err
	}
	key := keyOf(who(c), userID)
	if !owner.Touches(key) {
		return fault.New(fault.NotFound, "")
	}
	if err := d.note(c, key); err != nil {
		return err
	}
	if c.Request().URL.RawPath != "" {
		key = url.PathEscape(key) // it is decoded again
	}
	values := slices.Clone(c.ParamValues())
	values[slices.Index(c.ParamNames(), "user_id")] = key
	c.SetParamValues(values...)
	return nil
}

// keyOf is the key of a user whom a request names: by the id within its own
// tenant, or by the whole key.
func keyOf(id auth.Identity, userID string) string {
	if id.Open || strings.HasPrefix(userID, "@") {
		return userID
	}
	return store.UserKey(id.Tenant, userID)
}

// touched lets who may touch all find out from the handler that a thing is not
// there.
func (d *door) touched(c echo.Context, owner store.Owner, userKey string, err error, code fault.Code) error {
	missing := errors.Is(err, store.ErrNotFound)
	switch {
	case missing && owner.All():
		return nil
	case missing, err == nil && !owner.Touches(userKey):
		return fault.New(code, "")
	case err != nil:
		return err
	}
	return d.note(c, userKey)
}

// nobodysKey is a user's key that no user has: a list of it is empty.
const nobodysKey = "@"

// listed is the key of the user whose things a list shows. Without a name it is
// the caller's own, or everybody's for who may see all; who names another gets
// what there is of a user who is not there.
func listed(c echo.Context, userID string) string {
	owner := ownerOf(c)
	if userID == "" {
		if owner.All() {
			return ""
		}
		return owner.Key()
	}
	if key := keyOf(who(c), userID); owner.Touches(key) {
		return key
	}
	return nobodysKey
}

// holds tells whether the caller may see and answer a question to the role that
// a run of that user asks.
func (d *door) holds(c echo.Context, role, userKey string) bool {
	id := who(c)
	switch {
	case id.Open:
		return true
	case role == state.ReplyByUser:
		return ownerOf(c).Touches(userKey)
	}
	of := store.Tenant(id.Tenant, "")
	return id.Has(auth.Role(role)) && of.Touches(userKey)
}
