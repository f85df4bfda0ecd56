package api

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/limit"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// request is what a handler is asked. It takes out of it what it needs, one
// after the other; the first that is wrong is kept, and told by what reads the
// store or the body and by whoever looks at err: nothing may be done before.
type request struct {
	echo.Context
	*door
	action policy.Action
	takes  []parameter
	owner  store.Owner // whose rows the request may touch
	err    error
}

func (q *request) ctx() context.Context { return q.Request().Context() }

// address is from where the request comes, as limits count it.
func (q *request) address() string { return limit.Address(q.RealIP()) }

// fail keeps what is wrong first.
func (q *request) fail(err error) {
	if q.err == nil {
		q.err = err
	}
}

// text is a query parameter, "" when absent.
func (q *request) text(name string) string {
	v := q.QueryParam(name)
	q.fail(checkText(name, v))
	return v
}

// number is an integer parameter within its bounds, which are those that the
// route's row says.
func (q *request) number(name string) int {
	p := q.takes[slices.IndexFunc(q.takes, func(p parameter) bool { return p.name == name })]
	v := q.text(name)
	if v == "" && p.standard != nil {
		return p.standard.(int)
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < p.min || n > p.max {
		q.fail(wrong(name, "must be a whole number from "+strconv.Itoa(p.min)+" to "+strconv.Itoa(p.max)))
	}
	return n
}

// boolean is a boolean parameter.
func (q *request) boolean(name string) bool {
	v := q.text(name)
	if v == "" {
		return false
	}
	b, err := strconv.ParseBool(strings.ToLower(v))
	if err != nil {
		q.fail(wrong(name, "must be true or false"))
	}
	return b
}

// user is the key of the user whose things a list is asked for.
func (q *request) user() string {
	v := q.text("user_id")
	if len(v) > maxName {
		q.fail(wrong("user_id", "must be at most 200 bytes"))
	}
	return q.listed(v)
}

// segment is a part of the path, decoded.
func (q *request) segment(name string) string {
	v := q.Param(name)
	if q.Request().URL.RawPath != "" { // the router hands out the raw form
		decoded, err := url.PathUnescape(v)
		if err != nil {
			q.fail(wrong(name, "can't be decoded"))
		}
		v = decoded
	}
	q.fail(checkText(name, v))
	return v
}

// name is a user's id or a preference's key in the path.
func (q *request) name(parameter string) string {
	v := q.segment(parameter)
	if v == "" || len(v) > maxName {
		q.fail(wrong(parameter, "must have 1 to 200 bytes"))
	}
	return v
}

// sessionID is the session's id of the path; one that no session can have is
// not found.
func (q *request) sessionID() string {
	v := q.segment("session_id")
	id, found := strings.CutPrefix(v, "session-")
	if _, err := uuid.Parse(id); !found || err != nil || len(id) != 36 {
		q.fail(fault.New(fault.SessionNotFound, ""))
	}
	return v
}

// itemID is the id of anything else: letters, digits and -_. only.
func (q *request) itemID(name string, missing fault.Code) string {
	v := q.segment(name)
	if !isItemID(v) {
		q.fail(fault.New(missing, ""))
	}
	return v
}

// session is the one in the path.
func (q *request) session() (state.Session, error) {
	id := q.sessionID()
	s, err := q.cfg.Store.Session(q.ctx(), q.owner, id)
	return s, missing(err, fault.SessionNotFound)
}

// part is a thing of a conversation that the path names by its own id, and the
// conversation: what belongs to a hidden one is hidden with it.
func part[T any](q *request, name string, code fault.Code,
	read func(context.Context, store.Owner, string) (T, error), sessionOf func(T) string,
) (found T, of state.Session, err error) {
	id := q.itemID(name, code)
	if q.err != nil {
		return found, of, q.err
	}
	if found, err = read(q.ctx(), q.owner, id); err == nil {
		of, err = q.cfg.Store.Session(q.ctx(), q.owner, sessionOf(found))
	}
	return found, of, missing(err, code)
}

func (q *request) run() (state.Run, error) {
	found, _, err := part(q, "run_id", fault.RunNotFound, q.cfg.Store.Run, func(r state.Run) string { return r.SessionID })
	return found, err
}

func (q *request) checkpoint(name string) (state.Checkpoint, state.Session, error) {
	return part(q, name, fault.NotFound, q.cfg.Store.Checkpoint, func(c state.Checkpoint) string { return c.SessionID })
}

func (q *request) document() (state.Document, error) {
	found, _, err := part(q, "document_id", fault.NotFound, q.cfg.Store.Document, func(d state.Document) string { return d.SessionID })
	return found, err
}
