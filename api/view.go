package api

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
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

func (v viewRoutes) show(view state.View) echo.HandlerFunc {
	return func(c echo.Context) error {
		q, err := v.query(c, view)
		if err != nil {
			return err
		}
		answer, err := view.ReadFunc(c.Request().Context(), q)
		if err != nil {
			return err
		}
		return ok(c, answer)
	}
}

func (v viewRoutes) query(c echo.Context, view state.View) (q state.ViewQuery, err error) {
	q.Language, q.Caller = speak(c), ownerOf(c).Key()
	if strings.Contains(view.Path, ":user_id") {
		if q.UserID, err = name(c, "user_id"); err != nil {
			return q, err
		}
	}
	if strings.Contains(view.Path, ":document_id") {
		if q.DocumentID, err = name(c, "document_id"); err != nil {
			return q, err
		}
	}
	if strings.Contains(view.Path, ":session_id") {
		id, err := sessionID(c, "session_id")
		if err != nil {
			return q, err
		}
		if q.Session, err = v.cfg.Store.Session(c.Request().Context(), ownerOf(c), id); err != nil {
			return q, missing(err, fault.SessionNotFound)
		}
	}
	if view.Limit > 0 {
		q.Limit, err = number(c, limitParam(view.Limit))
	}
	return q, err
}
