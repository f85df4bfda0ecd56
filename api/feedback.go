package api

import (
	"math"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/store"
)

// maxComment bounds what is said with a rating, in characters.
const maxComment = 2000

// feedbackRoutes take ratings of answers and list them.
type feedbackRoutes struct{ *door }

// rating is what a user thinks of a run's answer.
type rating struct {
	Rating  string `json:"rating" jsonschema:"enum=positive,enum=negative"`
	Comment string `json:"comment,omitempty"`
}

func (r feedbackRoutes) list() []route {
	since := parameter{name: "since", kind: "integer", doc: "Only what was rated at this time or later, in seconds since 1970.", max: math.MaxInt32, standard: 0}
	return []route{
		{method: http.MethodGet, path: extension + "/runs/:run_id/feedback", tag: "feedback", action: policy.Talk, summary: "How a run's answer was rated",
			reply: store.RatedRun{}, missing: true, handle: r.one},
		{method: http.MethodGet, path: extension + "/feedback", tag: "feedback", action: policy.Rated, summary: "Rated runs, the latest rating first",
			query: []parameter{
				{name: "rating", kind: "string", doc: "Only these: positive or negative."},
				{name: "assistant", kind: "string", doc: "Only runs of this assistant."},
				userParam(), since, limitParam(100), offsetParam(),
			}, reply: []store.RatedRun{}, handle: r.all},
		{method: http.MethodPost, path: extension + "/runs/:run_id/feedback", tag: "feedback", action: policy.Talk, summary: "Rate a run's answer; the latest rating counts",
			body: rating{}, reply: store.RatedRun{}, missing: true, handle: r.rate},
	}
}

func (r feedbackRoutes) rate(q *request) (any, error) {
	run, err := q.run()
	if err != nil {
		return nil, err
	}
	var body rating
	if err := q.body(&body, true); err != nil {
		return nil, err
	}
	if err := body.check(); err != nil {
		return nil, err
	}
	if err := r.cfg.FeedbackFunc(q.ctx(), run.SessionID, run.ID, body.Rating, body.Comment); err != nil {
		return nil, err
	}
	return r.on(q, run.ID)
}

func (b rating) check() error {
	switch {
	case b.Rating != "positive" && b.Rating != "negative":
		return wrong("rating", "must be positive or negative")
	case utf8.RuneCountInString(b.Comment) > maxComment:
		return wrong("comment", "must be at most 2000 characters")
	}
	return nil
}

func (r feedbackRoutes) one(q *request) (any, error) {
	run, err := q.run()
	if err != nil {
		return nil, err
	}
	return r.on(q, run.ID)
}

// on is the rating that a run has.
func (r feedbackRoutes) on(q *request, runID string) (any, error) {
	given, err := r.cfg.Store.FeedbackOn(q.ctx(), q.owner, runID)
	if err != nil {
		return nil, err
	}
	if len(given) == 0 {
		return nil, fault.New(fault.NotFound, "")
	}
	return store.RatedRun{Feedback: given[0]}, nil
}

func (r feedbackRoutes) all(q *request) (any, error) {
	f := store.FeedbackFilter{Rating: q.text("rating")}
	if f.Rating != "" {
		q.fail((rating{Rating: f.Rating}).check())
	}
	f.Assistant, f.UserID = q.text("assistant"), q.user()
	if since := q.number("since"); since > 0 {
		f.Since = time.Unix(int64(since), 0)
	}
	f.Limit, f.Offset = q.number("limit"), q.number("offset")
	if q.err != nil {
		return nil, q.err
	}
	return r.cfg.Store.Feedbacks(q.ctx(), q.owner, f)
}
