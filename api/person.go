package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/store"
)

// personRoutes hand out and remove all that is kept of a user.
type personRoutes struct{ *door }

type erasedReply struct {
	UserID string `json:"user_id"`
	// Cancelled counts the runs that were under way.
	Cancelled int64 `json:"cancelled"`
	store.Erased
}

func (p personRoutes) list() []route {
	user := extension + "/users/:user_id"
	return []route{
		{method: http.MethodGet, path: user + "/export", tag: "memories", action: policy.Remember, summary: "All that is kept of a user, as one ZIP archive of JSON lines and documents",
			media: zipType, handle: p.export},
		{method: http.MethodDelete, path: user, tag: "memories", action: policy.Erase, summary: "Remove all that is kept of a user; what is under way is cancelled",
			reply: erasedReply{}, handle: p.erase},
	}
}

// export is written as it is read: an archive that broke off has no end, and can't
// be taken for a whole one.
func (p personRoutes) export(q *request) (any, error) {
	userID := q.name("user_id")
	w := &late{Response: q.Response()}
	err := p.cfg.Store.ExportUser(q.ctx(), q.owner, userID, p.now(), w)
	if err != nil && w.begun {
		panic(http.ErrAbortHandler) // the connection breaks; an end would look like that of the file
	}
	return nil, err
}

// late writes the head of an archive with its first bytes: what fails before them
// is answered as an error.
type late struct {
	*echo.Response
	begun bool
}

func (l *late) Write(b []byte) (int, error) {
	if !l.begun {
		l.begun = true
		l.Header().Set(echo.HeaderContentType, zipType)
		l.Header().Set(echo.HeaderContentDisposition, `attachment; filename="user.zip"`)
		l.WriteHeader(http.StatusOK)
	}
	return l.Response.Write(b)
}

const zipType = "application/zip"

// sessionsPage is how many sessions are read at a time.
const sessionsPage = 500

// erase cancels what is under way, so that users see an end, and removes all.
// What of it is too late to be cancelled can write nothing more.
func (p personRoutes) erase(q *request) (any, error) {
	userID := q.name("user_id")
	cancelled, err := p.cancelRuns(q, userID)
	if err != nil {
		return nil, err
	}
	erased, err := p.cfg.Store.EraseUser(q.ctx(), q.owner, userID, q.effect("user.erased", userID, nil)...)
	if err != nil {
		return nil, err
	}
	return erasedReply{userID, cancelled, erased}, nil
}

func (p personRoutes) cancelRuns(q *request, userID string) (count int64, err error) {
	after := ""
	for {
		sessions, err := p.cfg.Store.UserSessions(q.ctx(), q.owner, userID, after, sessionsPage)
		if err != nil || len(sessions) == 0 {
			return count, err
		}
		for _, s := range sessions {
			after = s.ID
			open, err := p.cfg.Store.OpenRuns(q.ctx(), q.owner, s.ID)
			if err != nil {
				return count, err
			}
			for i := range open {
				// One that ends by itself meanwhile is as good as cancelled.
				if p.cfg.CancelFunc(q.ctx(), s.ID, open[i].ID) == nil {
					count++
				}
			}
		}
	}
}
