package api

import (
	"cmp"
	"net/http"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/store"
)

// usageRoutes tell what language models took, in tokens and money.
type usageRoutes struct{ *door }

type usage = store.Usage

// usageReply is what was used from a day to another, both included.
type usageReply struct {
	From     string           `json:"from"`
	To       string           `json:"to"`
	UserID   string           `json:"user_id,omitempty"`
	Currency string           `json:"currency"`
	Total    usage            `json:"total"`
	Models   []modelUsage     `json:"models"`
	Days     []store.UsageDay `json:"days"`
}

type modelUsage struct {
	Model string `json:"model"`
	usage
}

// sessionUsageReply is what a conversation used, by run, purpose and model.
type sessionUsageReply struct {
	SessionID string           `json:"session_id"`
	Currency  string           `json:"currency"`
	Total     usage            `json:"total"`
	Runs      []store.UsageRun `json:"runs"`
}

// usageDays is how many days are told where the caller names none.
const usageDays = 30

// maxUsageDays bounds what one answer holds.
const maxUsageDays = 366

func (u usageRoutes) list() []route {
	day := func(name, doc string) parameter { return parameter{name: name, kind: "string", doc: doc} }
	return []route{
		{method: http.MethodGet, path: extension + "/usage", tag: "usage", action: policy.Usage, summary: "What language models took, by day and by model",
			query: []parameter{userParam(), day("from", "First day, YYYY-MM-DD; 30 days ago when absent."), day("to", "Last day, YYYY-MM-DD; today when absent.")},
			reply: usageReply{}, handle: u.days},
		{method: http.MethodGet, path: extension + "/sessions/:session_id/usage", tag: "usage", action: policy.Usage, summary: "What a conversation's runs took",
			reply: sessionUsageReply{}, missing: true, shown: true, handle: u.session},
		{method: http.MethodDelete, path: extension + "/users/:user_id/usage", tag: "usage", action: policy.Erase, summary: "Make a user's usage nobody's; the sums stay",
			reply: forgottenReply{}, handle: u.forget},
	}
}

func (u usageRoutes) days(q *request) (any, error) {
	userID := q.user()
	from, to := q.days()
	if q.err != nil {
		return nil, q.err
	}
	stored, err := u.cfg.Store.UsageDays(q.ctx(), q.owner, store.UsageFilter{UserID: userID, From: from, To: to})
	if err != nil {
		return nil, err
	}
	out := usageReply{From: from, To: to, UserID: userID, Currency: u.cfg.Currency, Days: all(stored), Models: []modelUsage{}}
	for _, d := range stored {
		out.Total.Add(d.Usage)
		at := slices.IndexFunc(out.Models, func(m modelUsage) bool { return m.Model == d.Model })
		if at < 0 {
			at, out.Models = len(out.Models), append(out.Models, modelUsage{Model: d.Model})
		}
		out.Models[at].Add(d.Usage)
	}
	return out, nil
}

// days are those from … to.
func (q *request) days() (from, to string) {
	last := q.date("to", q.now().In(korean.Zone))
	first := q.date("from", last.AddDate(0, 0, 1-usageDays))
	switch {
	case last.Before(first):
		q.fail(wrong("from", "must not be after to"))
	case last.Sub(first) >= maxUsageDays*24*time.Hour:
		q.fail(wrong("from", "must be at most 366 days before to"))
	}
	return first.Format(time.DateOnly), last.Format(time.DateOnly)
}

// date is a parameter that names a day, standard when it is absent.
func (q *request) date(name string, standard time.Time) time.Time {
	d, err := time.Parse(time.DateOnly, cmp.Or(q.text(name), standard.Format(time.DateOnly)))
	if err != nil {
		q.fail(wrong(name, "must be a date, YYYY-MM-DD"))
	}
	return d
}

func (u usageRoutes) session(q *request) (any, error) {
	id := q.sessionID()
	stored, err := u.cfg.Store.SessionUsage(q.ctx(), q.owner, id)
	if err != nil {
		return nil, err
	}
	out := sessionUsageReply{SessionID: id, Currency: u.cfg.Currency, Runs: all(stored)}
	for _, r := range stored {
		out.Total.Add(r.Usage)
	}
	return out, nil
}

func (u usageRoutes) forget(q *request) (any, error) {
	userID := q.name("user_id")
	n, err := u.cfg.Store.ForgetUsage(q.ctx(), q.owner, userID)
	return forgottenReply{userID, n}, err
}
