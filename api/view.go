package api

import (
	"net/http"
	"strings"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/state"
)

// viewRoutes show what assistants want to be shown, below their names.
type viewRoutes struct{ *door }

func (v viewRoutes) list() []route {
	var routes []route
	for _, a := range v.cfg.Assistants {
		for _, view := range a.Views {
			r := route{
				method: http.MethodGet, path: extension + "/" + a.Name + view.Path, tag: "assistants", action: policy.Talk, summary: view.Summary,
				reply: view.Reply, missing: strings.Contains(view.Path, ":session_id"), handle: v.show(view),
			}
			if view.Limit > 0 {
				r.query = []parameter{limitParam(view.Limit)}
			}
			routes = append(routes, r)
		}
	}
	return routes
}

func (v viewRoutes) show(view state.View) func(*request) (any, error) {
	return func(q *request) (any, error) {
		asked, err := v.query(q, view)
		if err != nil {
			return nil, err
		}
		return view.ReadFunc(q.ctx(), asked)
	}
}

func (viewRoutes) query(q *request, view state.View) (asked state.ViewQuery, err error) {
	asked.Language, asked.Caller = speak(q), q.owner.Key()
	if strings.Contains(view.Path, ":user_id") {
		asked.UserID = q.name("user_id")
	}
	if strings.Contains(view.Path, ":document_id") {
		asked.DocumentID = q.name("document_id")
	}
	if strings.Contains(view.Path, ":session_id") {
		if asked.Session, err = q.session(); err != nil {
			return asked, err
		}
	}
	if view.Limit > 0 {
		asked.Limit = q.number("limit")
	}
	return asked, q.err
}
