package api

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth/policy"
)

const (
	base      = "/api/v1/chat" // what clients of this kind of chatbot know
	extension = "/api/v1"
)

// route is one row of the table that the router and the OpenAPI document
// are made of.
type route struct {
	method, path string // path in the router's form, ":id"
	tag, summary string
	// action is what the policy is asked for.
	action policy.Action
	query  []parameter
	// body is a value of the request body's type, nil for none.
	body any
	// file is the name of the form's field that brings a file, "" for none.
	file string
	// status is the answer's when all is well, 200 when zero.
	status int
	// reply is a value of the answer's type, nil when it is not JSON; media
	// is its content type then.
	reply any
	media string
	// missing tells that the route can answer 404.
	missing bool
	// shown tells that the conversation of the path has to be there, and not
	// hidden, before the route is handled.
	shown bool
	// handle is the answer, nil when it has written one itself.
	handle func(q *request) (any, error)
}

// parameter is a query parameter.
type parameter struct {
	name, kind string // kind: string | integer | boolean
	doc        string
	required   bool
	min, max   int // of an integer
	standard   any // the value when it is absent, nil for none
}

func limitParam(standard int) parameter {
	return parameter{name: "limit", kind: "integer", doc: "How many at most.", min: 1, max: maxLimit, standard: standard}
}

func offsetParam() parameter {
	return parameter{name: "offset", kind: "integer", doc: "How many to leave out first.", max: maxOffset, standard: 0}
}

func userParam() parameter {
	return parameter{name: "user_id", kind: "string", doc: "Only what is this user's."}
}

// pathName finds the names in a router path.
var pathName = regexp.MustCompile(`:([a-z_]+)|\*`)

// reply writes v as JSON. It is encoded before the status is written, so
// that a value that can't be encoded is an error and not half an answer.
func reply(c echo.Context, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode answer of %s: %w", c.Path(), err)
	}
	return send(c, status, body)
}

// send writes JSON that is encoded already.
func send(c echo.Context, status int, body []byte) error {
	// Its length is known: a long answer need not come in chunks.
	c.Response().Header().Set(echo.HeaderContentLength, strconv.Itoa(len(body)))
	return c.Blob(status, "application/json; charset=utf-8", body)
}

// listOf is a list as it is shown, never null.
func listOf[A, B any](list []A, show func(A) B) []B {
	shown := make([]B, len(list))
	for i, one := range list {
		shown[i] = show(one)
	}
	return shown
}

// all is a list as JSON has it: [] where it is empty, never null.
func all[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// stray refuses what the router took for a session's id only because the
// route of that path does not know the method: /sessions, /sessions/x.
func (q *request) stray() error {
	asked := q.Request().URL.EscapedPath()
	var methods []string
	for _, r := range q.routes {
		if r.path != q.Path() && likePath(r.path, asked) {
			methods = append(methods, r.method)
		}
	}
	switch {
	case len(methods) > 0:
		q.Response().Header().Set(echo.HeaderAllow, strings.Join(methods, ", "))
		return echo.ErrMethodNotAllowed
	case strings.Contains(q.Param("session_id"), "/"):
		return echo.ErrNotFound
	}
	return nil
}

// likePath tells whether a path is one of the router's path.
func likePath(route, path string) bool {
	parts, asked := strings.Split(route, "/"), strings.Split(path, "/")
	return slices.EqualFunc(parts, asked, func(part, ask string) bool {
		return part == ask || strings.HasPrefix(part, ":") && ask != ""
	})
}
