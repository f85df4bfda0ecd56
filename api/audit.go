package api

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/store"
)

// note writes down that the request touches what is not the caller's own, before
// it does. What can't be written down is not done.
func (q *request) note(userKey string) error {
	id := who(q)
	if q.cfg.NoteFunc == nil || !policy.Beyond(id, userKey) {
		return nil
	}
	ids := map[string]string{}
	for i, name := range q.ParamNames() {
		if strings.HasSuffix(name, "_id") && name != "user_id" { // which is the subject
			ids[name] = q.ParamValues()[i]
		}
	}
	e := policy.Access(id, q.action, userKey, q.Request().Method+" "+q.Path(), ids)
	e.At = q.now()
	return q.cfg.NoteFunc(q.ctx(), e)
}

// noteLists writes down what a route without an id in its path is asked for: a
// list of another user's things, or of everybody's.
func (q *request) noteLists() error {
	switch {
	case q.action == policy.Rated, q.action == policy.Operate && q.Request().Method != http.MethodGet:
		return q.note(policy.Everybody)
	case !slices.ContainsFunc(q.takes, func(p parameter) bool { return p.name == "user_id" }):
		return nil
	}
	userKey := q.user()
	if userKey == nobodysKey {
		return nil
	}
	return q.note(cmp.Or(userKey, policy.Everybody))
}

// effect writes down what is done to a user's things in the transaction that does
// it.
func (q *request) effect(action, userKey string, details map[string]string) []store.Effect {
	if q.cfg.NoteFunc == nil {
		return nil
	}
	e := policy.Entry(who(q), action, userKey, details)
	e.At = q.now()
	return []store.Effect{audit.Write(e)}
}
