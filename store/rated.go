package store

import (
	"context"
	"time"

	"github.com/madang-dev/madang/store/sqlc"
)

// RatedRun is a rating with the query that it is about.
type RatedRun struct {
	Feedback
	Assistant string `json:"assistant,omitempty"`
	Language  string `json:"language,omitempty"`
	Query     string `json:"query,omitempty"`
}

// FeedbackFilter narrows a list of ratings; what is "" or zero does not.
type FeedbackFilter struct {
	Rating, Assistant, UserID string
	// Since leaves out what was rated before.
	Since time.Time
	// Limit of 0 is 100; at most 500 are listed at once.
	Limit, Offset int
}

const (
	feedbackListed = 100
	maxFeedback    = 500
)

// Feedbacks lists ratings, the latest first, but for those of hidden
// sessions.
func (s *Store) Feedbacks(ctx context.Context, owner Owner, f FeedbackFilter) ([]RatedRun, error) {
	limit := f.Limit
	if limit < 1 {
		limit = feedbackListed
	}
	return list(ctx, s, "list feedback", s.reads.ListFeedback, sqlc.ListFeedbackParams{
		Rating: f.Rating, Assistant: f.Assistant, UserID: f.UserID, Since: millis(f.Since),
		OwnerID: owner.id(), OwnerWithin: owner.within(),
		Count: int32(min(limit, maxFeedback)), Skip: skipped(f.Offset),
	}, func(r sqlc.ListFeedbackRow) RatedRun {
		return RatedRun{
			Feedback: Feedback{RunID: r.RunID, SessionID: r.SessionID, UserID: r.UserID,
				Rating: r.Rating, Comment: r.Comment, At: fromMillis(r.CreatedAt)},
			Assistant: r.Assistant, Language: r.Language, Query: r.Query,
		}
	})
}
