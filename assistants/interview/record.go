package interview

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/store"
)

type effect = func(ctx context.Context, tx store.Tx) error

const (
	upsertAnswer = `INSERT INTO interview_answers (interview_id, question_id, chat_session_id, user_id, category, difficulty, score, skipped, hints, graded_by, marks, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (interview_id, question_id) DO UPDATE SET score = excluded.score, skipped = excluded.skipped, marks = excluded.marks`

	upsertInterview = `INSERT INTO interview_results (interview_id, chat_session_id, user_id, plan, ended_by, scored, score, theta, standard_error, review, reviewer, summary, started_at, ended_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT (interview_id) DO UPDATE SET review = excluded.review, reviewer = excluded.reviewer, summary = excluded.summary`

	selectAsked   = `SELECT question_id FROM interview_answers WHERE user_id = $1 GROUP BY question_id ORDER BY question_id`
	countFinished = `SELECT COUNT(*) FROM interview_results WHERE user_id = $1`

	selectResults = `SELECT interview_id, chat_session_id, plan, ended_by, scored, score, theta, standard_error, review, reviewer, summary, started_at, ended_at
FROM interview_results WHERE user_id = $1 ORDER BY ended_at DESC, interview_id DESC LIMIT $2`
	selectAnswers = `SELECT interview_id, question_id, category, difficulty, score, skipped, hints, graded_by, marks, created_at
FROM interview_answers WHERE user_id = $1 ORDER BY created_at DESC, question_id DESC LIMIT $2`
)

// interviewID names one interview of a chat.
func (s *InterviewState) interviewID() string {
	return s.ChatSessionID + "/" + strconv.Itoa(s.Task.Held)
}

// keepAnswer writes a closed question, or what was taken back of it, in the transaction of its marks.
func (v *interviewer) keepAnswer(s *InterviewState, a AskedQuestion, now time.Time) effect {
	id, chat, learner := s.interviewID(), s.ChatSessionID, s.learner()
	return func(ctx context.Context, tx store.Tx) error {
		marks, err := json.Marshal(a)
		if err != nil {
			return err
		}
		text := string(marks)
		if err := v.cfg.Store.SealOwn(ctx, tx, chat, marksText(id, a.ID, &text)); err != nil {
			return wrapped("keep answer", err)
		}
		_, err = tx.ExecContext(ctx, upsertAnswer, id, a.ID, chat, learner, a.Category, a.Difficulty, a.Score, assistant.Flag(a.Skipped), a.Hints, a.GradedBy, text, now.UnixMilli())
		return wrapped("keep answer", err)
	}
}

// keepInterview writes an interview that ended, or what a review changed of it.
func (v *interviewer) keepInterview(s *InterviewState, now time.Time) effect {
	ended := *s
	return func(ctx context.Context, tx store.Tx) error {
		s, e := &ended, ended.estimate()
		review, reviewer, summary := "none", "", s.Evaluation.FinalEvaluationSummary
		if r := s.FlowControl.HumanInLoopPayload; r != nil {
			review, reviewer = r.Status, r.Reviewer
		}
		started := s.Task.StartedAt
		if started.IsZero() {
			started = now
		}
		if err := v.cfg.Store.SealOwn(ctx, tx, s.ChatSessionID, reviewText(s.interviewID(), &summary)); err != nil {
			return wrapped("keep interview", err)
		}
		_, err := tx.ExecContext(ctx, upsertInterview, s.interviewID(), s.ChatSessionID, s.learner(), s.Task.Plan, s.Task.EndedBy,
			s.scored(), s.average(), e.Theta, e.SE, review, reviewer, summary, started.UnixMilli(), now.UnixMilli())
		return wrapped("keep interview", err)
	}
}

// What candidates said, and what is said of them, stands sealed.
func marksText(interviewID, questionID string, text *string) store.OwnText {
	return store.OwnText{Table: "interview_answers", Column: "marks", Row: interviewID + "/" + questionID, Text: text}
}

func reviewText(interviewID string, text *string) store.OwnText {
	return store.OwnText{Table: "interview_results", Column: "summary", Row: interviewID, Text: text}
}

func wrapped(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// known is what earlier interviews of the user have left.
func (v *interviewer) known(ctx context.Context, tr *turn, s *InterviewState) (Profile, error) {
	if v.cfg.Store == nil || s.UserContext.UserID == "" {
		return Profile{TechStack: []string{}}, nil
	}
	return engine.Read(ctx, tr, "profile", func(ctx context.Context) (Profile, error) {
		p := Profile{TechStack: []string{}}
		err := v.cfg.Store.View(ctx, "candidate", func(ctx context.Context, tx store.Tx) (err error) {
			if err = tx.QueryRowContext(ctx, countFinished, s.UserContext.UserID).Scan(&p.Interviews); err != nil {
				return err
			}
			p.Asked, err = store.Rows(ctx, tx, func(r *sql.Rows) (id string, err error) { return id, r.Scan(&id) }, selectAsked, s.UserContext.UserID)
			return err
		})
		return p, wrapped("profile of the candidate", err)
	})
}
