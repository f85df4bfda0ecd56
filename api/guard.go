package api

import (
	"cmp"
	"errors"
	"net/http"
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

// guard asks the policy before a route's handler is called, and looks whose
// everything is that the path names. A route without an action is a mistake of
// the program.
func (d *door) guard(r route) echo.HandlerFunc {
	if r.action == "" {
		panic("api: route " + r.method + " " + r.path + " has no action")
	}
	named := pathName.FindAllString(r.path, -1)
	return func(c echo.Context) error {
		owner, err := policy.Decide(who(c), r.action)
		if err != nil {
			return err
		}
		q := &request{Context: c, door: d, action: r.action, takes: r.query, owner: owner}
		if r.action != policy.Public {
			for _, name := range named {
				if err := q.touch(name[1:]); err != nil {
					return err
				}
			}
		}
		if err := q.check(named); err != nil {
			return err
		}
		if err := q.noteLists(); err != nil {
			return err
		}
		if r.shown {
			if _, err := q.session(); err != nil { // what belongs to a hidden one is hidden with it
				return err
			}
		}
		answer, err := r.handle(q)
		if err != nil || answer == nil {
			return err
		}
		return reply(c, cmp.Or(r.status, http.StatusOK), answer)
	}
}

// check refuses what can't be a name or an id of the path, and parameters that are
// not what the route's row says, before its handler does anything.
func (q *request) check(named []string) error {
	for _, name := range named {
		switch name = name[1:]; name {
		case "session_id":
			if q.Path() == base+"/:session_id" {
				q.fail(q.stray())
			}
			q.sessionID()
		case "user_id", "memory_id", "pack", "key":
			q.name(name)
		case "run_id":
			q.itemID(name, fault.RunNotFound)
		case "interrupt_id", "trigger_event_id":
			q.itemID(name, fault.NotFound)
		}
	}
	for _, p := range q.takes {
		switch {
		case p.kind == "integer":
			q.number(p.name)
		case p.kind == "boolean":
			q.boolean(p.name)
		case p.name == "user_id":
			q.user()
		default:
			q.text(p.name)
		}
	}
	return q.err
}

// touch refuses what is not the owner's with the words for what is not there.
// What can't be an id is the handler's to refuse.
func (q *request) touch(name string) error {
	if name == "user_id" {
		return q.touchUser()
	}
	if who(q).Open {
		return nil
	}
	value := q.segment(name)
	if q.err != nil || value == "" {
		return q.err
	}
	switch name {
	case "session_id":
		return q.touchSession(value, fault.SessionNotFound)
	case "run_id":
		return q.touchRun(value)
	case "checkpoint_id", "other_id":
		session, _, _ := state.ParseCheckpointID(value)
		return q.touchSession(session, fault.NotFound)
	case "document_id":
		return q.touchDocument(value)
	case "trigger_event_id":
		known, err := q.cfg.Store.Trigger(q.ctx(), q.owner, q.eventKey(value))
		return q.touched(known.UserID, err, fault.NotFound)
	}
	return nil // names nothing of a user's: a pack, a key, a file, a question (which its handler looks at)
}

func (q *request) touchSession(id string, code fault.Code) error {
	userKey, err := q.cfg.Store.SessionUser(q.ctx(), q.owner, id)
	return q.touched(userKey, err, code)
}

// touchRun looks the session up even of a run that is not there: the answer
// takes as long as that about another's.
func (q *request) touchRun(id string) error {
	run, err := q.cfg.Store.Run(q.ctx(), q.owner, id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return q.touchSession(run.SessionID, fault.RunNotFound)
}

// touchDocument is for documents of conversations; those that a view shows are
// of the conversation in its path.
func (q *request) touchDocument(id string) error {
	if slices.Contains(q.ParamNames(), "session_id") {
		return nil
	}
	document, err := q.cfg.Store.Document(q.ctx(), q.owner, id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return q.touchSession(document.SessionID, fault.NotFound)
}

// touchUser has the handler work with the user's key.
func (q *request) touchUser() error {
	userID := q.name("user_id")
	if q.err != nil {
		return q.err
	}
	key := keyOf(who(q), userID)
	if !q.owner.Touches(key) {
		return fault.New(fault.NotFound, "")
	}
	if err := q.note(key); err != nil {
		return err
	}
	if q.Request().URL.RawPath != "" {
		key = url.PathEscape(key) // it is decoded again
	}
	values := slices.Clone(q.ParamValues())
	values[slices.Index(q.ParamNames(), "user_id")] = key
	q.SetParamValues(values...)
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
func (q *request) touched(userKey string, err error, code fault.Code) error {
	missing := errors.Is(err, store.ErrNotFound)
	switch {
	case missing && q.owner.All():
		return nil
	case missing, err == nil && !q.owner.Touches(userKey):
		return fault.New(code, "")
	case err != nil:
		return err
	}
	return q.note(userKey)
}

// nobodysKey is a user's key that no user has: a list of it is empty.
const nobodysKey = "@"

// listed is the key of the user whose things a list shows. Without a name it is
// the caller's own, or everybody's for who may see all; who names another gets
// what there is of a user who is not there.
func (q *request) listed(userID string) string {
	switch {
	case userID == "" && q.owner.All():
		return ""
	case userID == "":
		return q.owner.Key()
	}
	if key := keyOf(who(q), userID); q.owner.Touches(key) {
		return key
	}
	return nobodysKey
}

// holds tells whether the caller may see and answer a question to the role that
// a run of that user asks.
func (q *request) holds(role, userKey string) bool {
	id := who(q)
	switch {
	case id.Open:
		return true
	case role == state.ReplyByUser:
		return q.owner.Touches(userKey)
	}
	of := store.Tenant(id.Tenant, "")
	return id.Has(auth.Role(role)) && of.Touches(userKey)
}
