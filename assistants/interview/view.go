package interview

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// History is what is kept of a candidate's interviews, newest first.
type History struct {
	UserID     string   `json:"user_id"`
	Interviews []Held   `json:"interviews"`
	Answers    []Answer `json:"answers"`
}

// Held is one interview that ended. Summary is there once a reviewer has
// approved it.
type Held struct {
	ID            string    `json:"interview_id"`
	ChatSessionID string    `json:"chat_session_id"`
	Plan          string    `json:"plan"`
	EndedBy       string    `json:"ended_by"`
	Scored        int       `json:"scored"`
	Score         int       `json:"score"`
	Theta         float64   `json:"theta"`
	SE            float64   `json:"standard_error"`
	Review        string    `json:"review"`
	Reviewer      string    `json:"reviewer,omitempty"`
	Summary       string    `json:"summary,omitempty"`
	StartedAt     time.Time `json:"started_at"`
	EndedAt       time.Time `json:"ended_at"`
}

// Answer is one question that was closed, with its marks.
type Answer struct {
	InterviewID string          `json:"interview_id"`
	QuestionID  string          `json:"question_id"`
	Category    string          `json:"category"`
	Difficulty  int             `json:"difficulty"`
	Score       int             `json:"score"`
	Skipped     bool            `json:"skipped"`
	Hints       int             `json:"hints"`
	GradedBy    string          `json:"graded_by"`
	Marks       json.RawMessage `json:"marks"`
	At          time.Time       `json:"created_at"`
}

// views are what the interviewer shows over REST.
func (v *interviewer) views() []state.View {
	return []state.View{
		{Path: "/users/:user_id/interviews", Summary: "A user's practice interviews with their answers and marks, newest first", Limit: 20, Reply: History{},
			ReadFunc: func(ctx context.Context, q state.ViewQuery) (any, error) { return v.history(ctx, q.UserID, q.Limit) }},
	}
}

func (v *interviewer) history(ctx context.Context, learner string, limit int) (History, error) {
	h := History{UserID: learner, Interviews: []Held{}, Answers: []Answer{}}
	if v.cfg.Store == nil {
		return h, nil
	}
	err := v.cfg.Store.View(ctx, "interviews", func(ctx context.Context, tx store.Tx) error {
		held, err := store.Rows(ctx, tx, scanHeld, selectResults, learner, limit)
		if err != nil {
			return err
		}
		answers, err := store.Rows(ctx, tx, scanAnswer, selectAnswers, learner, limit)
		if err != nil {
			return err
		}
		h.Interviews, h.Answers = append(h.Interviews, held...), append(h.Answers, answers...)
		return v.unsealed(ctx, tx, &h)
	})
	return h, err
}

// unsealed opens what stands sealed.
func (v *interviewer) unsealed(ctx context.Context, tx store.Tx, h *History) error {
	for i := range h.Interviews {
		if err := v.cfg.Store.OpenOwn(ctx, tx, reviewText(h.Interviews[i].ID, &h.Interviews[i].Summary)); err != nil {
			return err
		}
	}
	for i := range h.Answers {
		a, marks := &h.Answers[i], string(h.Answers[i].Marks)
		if err := v.cfg.Store.OpenOwn(ctx, tx, marksText(a.InterviewID, a.QuestionID, &marks)); err != nil {
			return err
		}
		a.Marks = json.RawMessage(marks)
	}
	return nil
}

func scanHeld(r *sql.Rows) (h Held, err error) {
	var started, ended int64
	err = r.Scan(&h.ID, &h.ChatSessionID, &h.Plan, &h.EndedBy, &h.Scored, &h.Score, &h.Theta, &h.SE, &h.Review, &h.Reviewer, &h.Summary, &started, &ended)
	h.StartedAt, h.EndedAt = time.UnixMilli(started).UTC(), time.UnixMilli(ended).UTC()
	return h, err
}

func scanAnswer(r *sql.Rows) (a Answer, err error) {
	var skipped int
	var at int64
	var marks string
	err = r.Scan(&a.InterviewID, &a.QuestionID, &a.Category, &a.Difficulty, &a.Score, &skipped, &a.Hints, &a.GradedBy, &marks, &at)
	a.Skipped, a.Marks, a.At = skipped == 1, json.RawMessage(marks), time.UnixMilli(at).UTC()
	return a, err
}

// userTables are all that the interviewer keeps of candidates.
var userTables = []store.UserTable{
	{Name: "interview_answers", User: "user_id", Key: []string{"interview_id", "question_id"}, Sealed: []string{"marks"}},
	{Name: "interview_results", User: "user_id", Key: []string{"interview_id"}, Sealed: []string{"summary"}},
}
