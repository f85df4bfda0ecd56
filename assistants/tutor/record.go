package tutor

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/store"
)

type (
	tx     = store.Tx
	effect = func(ctx context.Context, tx store.Tx) error
)

const (
	insertConversation = `INSERT INTO tutor_conversations (session_id, run_id, chat_session_id, user_id, chapter, conversations, summary, session_start_time, session_end_time)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

	updateConversation = `UPDATE tutor_conversations SET conversations = $1, session_end_time = $2 WHERE session_id = $3 AND run_id = $4`

	insertQuiz = `INSERT INTO tutor_quizzes (session_id, run_id, chat_session_id, user_id, user_type, chapter, session_count, topic, question_number, question_content, question_type, user_answer, is_correct, score, passed, decision, feedback, hint_count, study_day, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`

	upsertStats = `INSERT INTO tutor_learning_stats (user_id, chapter, learning_count, session_count, correct_count, score_total, best_score, last_score, completion_ms, updated_at)
VALUES ($1, $2, 1, $3, $4, $5, $5, $5, $6, $7)
ON CONFLICT (user_id, chapter) DO UPDATE SET
    learning_count = tutor_learning_stats.learning_count + 1,
    session_count = excluded.session_count,
    correct_count = tutor_learning_stats.correct_count + excluded.correct_count,
    score_total = tutor_learning_stats.score_total + excluded.score_total,
    best_score = CASE WHEN excluded.best_score > tutor_learning_stats.best_score THEN excluded.best_score ELSE tutor_learning_stats.best_score END,
    last_score = excluded.last_score,
    completion_ms = tutor_learning_stats.completion_ms + excluded.completion_ms,
    updated_at = excluded.updated_at`

	upsertDay = `INSERT INTO tutor_study_days (user_id, study_day, sessions) VALUES ($1, $2, 1)
ON CONFLICT (user_id, study_day) DO UPDATE SET sessions = tutor_study_days.sessions + 1`

	upsertLearner = `INSERT INTO tutor_learners (user_id, user_type, current_chapter, updated_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id) DO UPDATE SET user_type = excluded.user_type, current_chapter = excluded.current_chapter, updated_at = excluded.updated_at`
)

// record is the design's complete_current_session (section 4.2): all that a
// learning session leaves, in the transaction of its decision. The learner's
// row keeps where to go on in another chat.
func (t *tutor) record(s TutorState, summary Summary, now time.Time) effect {
	e, learner, at, day := s.Evaluation, s.learner(), now.UnixMilli(), now.Format(time.DateOnly)
	next := s.CurrentChapter
	if s.SessionDecisionResult == Proceed {
		next = t.course().next(next)
	}
	type write struct {
		query string
		args  []any
	}
	writes := func(talk, told, answer, feedback string) []write {
		return []write{
			{insertConversation, []any{
				s.Stored.SessionID, s.Stored.RunID, s.ChatSessionID, learner, s.CurrentChapter,
				talk, told, s.SessionStartTime.UnixMilli(), at,
			}},
			{insertQuiz, []any{
				s.Stored.SessionID, s.Stored.RunID, s.ChatSessionID, learner, s.UserType, s.CurrentChapter, s.CurrentSessionCount,
				t.course().questions[s.CurrentQuestionNumber].Topic, s.CurrentQuestionNumber, s.CurrentQuestionContent, s.CurrentQuestionType,
				answer, s.IsAnswerCorrect, e.Score, assistant.Flag(e.Passed), s.SessionDecisionResult, feedback, s.HintUsageCount, day, at,
			}},
			{upsertStats, []any{
				learner, s.CurrentChapter, s.CurrentSessionCount, assistant.Flag(e.Passed), e.Score, max(now.Sub(s.SessionStartTime).Milliseconds(), 0), at,
			}},
			{upsertDay, []any{learner, day}},
			{upsertLearner, []any{learner, s.UserType, next, at}},
		}
	}
	return func(ctx context.Context, tx store.Tx) error {
		// Sealed in copies: an effect may be tried again.
		talk, told, answer, feedback := assistant.Encoded(s.CurrentSessionConversations), assistant.Encoded(summary), s.CurrentQuestionAnswer, s.EvaluationFeedback
		err := t.cfg.Store.SealOwn(ctx, tx, s.ChatSessionID,
			s.Stored.own(conversationRows, "conversations", &talk), s.Stored.own(conversationRows, "summary", &told),
			s.Stored.own(quizRows, "user_answer", &answer), s.Stored.own(quizRows, "feedback", &feedback))
		if err != nil {
			return fmt.Errorf("learning session %s: %w", s.Stored.SessionID, err)
		}
		for _, w := range writes(talk, told, answer, feedback) {
			if _, err := tx.ExecContext(ctx, w.query, w.args...); err != nil {
				return fmt.Errorf("learning session %s: %w", s.Stored.SessionID, err)
			}
		}
		return nil
	}
}

// keep brings a stored session's conversation up to date: what is asked after
// the feedback belongs to it too.
func (t *tutor) keep(ctx context.Context, tx store.Tx, s *TutorState, now time.Time) error {
	if s.Stored == nil {
		return nil
	}
	raw := assistant.Encoded(assistant.Newest(s.CurrentSessionConversations, maxConversations))
	if err := t.cfg.Store.SealOwn(ctx, tx, s.ChatSessionID, s.Stored.own(conversationRows, "conversations", &raw)); err != nil {
		return fmt.Errorf("conversation of %s: %w", s.Stored.SessionID, err)
	}
	if _, err := tx.ExecContext(ctx, updateConversation, raw, now.UnixMilli(), s.Stored.SessionID, s.Stored.RunID); err != nil {
		return fmt.Errorf("conversation of %s: %w", s.Stored.SessionID, err)
	}
	return nil
}

const (
	selectLearner   = `SELECT user_type, current_chapter FROM tutor_learners WHERE user_id = $1`
	selectSummaries = `SELECT session_id, run_id, summary FROM tutor_conversations WHERE user_id = $1 ORDER BY session_end_time DESC, session_id DESC LIMIT $2`
	selectAsked     = `SELECT DISTINCT question_number FROM tutor_quizzes WHERE user_id = $1`
)

// profile is what earlier chats of a user have left.
type profile struct {
	UserType  string    `json:"user_type"`
	Chapter   int       `json:"chapter"`
	Summaries []Summary `json:"summaries"`
	Asked     []int     `json:"asked"`
}

// fill puts what is known into a state that knows nothing yet.
func (p *profile) fill(s *TutorState) {
	if p.UserType == "" || s.UserType != "" {
		return
	}
	s.UserType, s.CurrentChapter = p.UserType, p.Chapter
	s.RecentSessionsSummary, s.Asked = p.Summaries, p.Asked
}

func (t *tutor) profile(ctx context.Context, userID string) (profile, error) {
	var p profile
	if t.cfg.Store == nil {
		return p, nil
	}
	err := t.cfg.Store.View(ctx, "learner", func(ctx context.Context, tx store.Tx) error {
		err := tx.QueryRowContext(ctx, selectLearner, userID).Scan(&p.UserType, &p.Chapter)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if p.Summaries, err = t.summaries(ctx, tx, userID); err != nil {
			return err
		}
		slices.Reverse(p.Summaries) // oldest first
		p.Asked, err = store.Rows(ctx, tx, store.One[int], selectAsked, userID)
		return err
	})
	return p, err
}

// summaries are a user's newest.
func (t *tutor) summaries(ctx context.Context, tx store.Tx, userID string) ([]Summary, error) {
	type told struct {
		row  StoredSession
		text string
	}
	rows, err := store.Rows(ctx, tx, func(r *sql.Rows) (s told, err error) {
		return s, r.Scan(&s.row.SessionID, &s.row.RunID, &s.text)
	}, selectSummaries, userID, maxSummaries)
	if err != nil {
		return nil, err
	}
	list := make([]Summary, len(rows))
	for i := range rows {
		if err := t.cfg.Store.OpenOwn(ctx, tx, rows[i].row.own(conversationRows, "summary", &rows[i].text)); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(rows[i].text), &list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// own is what learners say and are told, which stands sealed in the store as their
// messages do.
func (s *StoredSession) own(table, column string, text *string) store.OwnText {
	return store.OwnText{Table: table, Column: column, Row: s.SessionID + "/" + s.RunID, Text: text}
}

// The tables of a finished session's texts.
const (
	conversationRows = "tutor_conversations"
	quizRows         = "tutor_quizzes"
)
