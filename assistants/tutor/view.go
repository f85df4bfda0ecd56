package tutor

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Chapter is a chapter as it is listed.
type Chapter struct {
	Chapter int    `json:"chapter"`
	Title   string `json:"title"`
	// Summary is the key points of the beginner's course, in English.
	SummaryEN string              `json:"summary_en"`
	Goals     map[string][]string `json:"goals"`     // by level
	Questions map[string]int      `json:"questions"` // by level
}

// History is a learner's finished learning sessions, newest first.
type History struct {
	UserID   string          `json:"user_id"`
	Sessions []FinishedStudy `json:"sessions"`
}

// FinishedStudy is one finished learning session.
type FinishedStudy struct {
	SessionID      string    `json:"session_id"`
	ChatSessionID  string    `json:"chat_session_id"`
	UserType       string    `json:"user_type"`
	Chapter        int       `json:"chapter"`
	SessionCount   int       `json:"session_count"`
	QuestionNumber int       `json:"question_number"`
	QuestionType   string    `json:"question_type"`
	Question       string    `json:"question_content"`
	Answer         string    `json:"user_answer"`
	IsCorrect      int       `json:"is_correct"`
	Score          int       `json:"score"`
	Passed         bool      `json:"passed"`
	Decision       string    `json:"decision"`
	Feedback       string    `json:"feedback"`
	HintCount      int       `json:"hint_count"`
	Summary        Summary   `json:"summary"`
	StartedAt      time.Time `json:"session_start_time"`
	EndedAt        time.Time `json:"session_end_time"`
}

const selectHistory = `SELECT q.session_id, q.run_id, q.chat_session_id, q.user_type, q.chapter, q.session_count, q.question_number, q.question_type,
    q.question_content, q.user_answer, q.is_correct, q.score, q.passed, q.decision, q.feedback, q.hint_count,
    c.summary, c.session_start_time, q.created_at
FROM tutor_quizzes q JOIN tutor_conversations c ON c.session_id = q.session_id AND c.run_id = q.run_id
WHERE q.user_id = $1 ORDER BY q.created_at DESC, q.session_id DESC LIMIT $2`

// views are what the tutor shows over REST, of a user or of whoever studies in
// a conversation.
func (t *tutor) views() []state.View {
	type whose func(state.ViewQuery) string
	type read = func(context.Context, state.ViewQuery) (any, error)
	user := func(q state.ViewQuery) string { return q.UserID }
	chat := func(q state.ViewQuery) string { return cmp.Or(q.Session.UserID, q.Session.ID) } // as TutorState.learner
	progress := func(of whose) read {
		return func(ctx context.Context, q state.ViewQuery) (any, error) { return t.progress(ctx, of(q), q.Language) }
	}
	history := func(of whose) read {
		return func(ctx context.Context, q state.ViewQuery) (any, error) { return t.history(ctx, of(q), q.Limit) }
	}
	return []state.View{
		{Path: "/chapters", Summary: "The tutor's chapters", Reply: []Chapter{},
			ReadFunc: func(_ context.Context, q state.ViewQuery) (any, error) { return t.course().list(q.Language), nil }},
		{Path: "/users/:user_id/progress", Summary: "A user's progress: chapters, scores, streak, weak topics, what is next", Reply: Progress{}, ReadFunc: progress(user)},
		{Path: "/users/:user_id/sessions", Summary: "A user's finished learning sessions, newest first", Limit: 20, Reply: History{}, ReadFunc: history(user)},
		{Path: "/chats/:session_id/progress", Summary: "The progress of whoever studies in a conversation", Reply: Progress{}, ReadFunc: progress(chat)},
		{Path: "/chats/:session_id/sessions", Summary: "The finished learning sessions of whoever studies in a conversation", Limit: 20, Reply: History{}, ReadFunc: history(chat)},
	}
}

func (c *course) list(language string) []Chapter {
	list := make([]Chapter, len(c.chapters))
	for i := range c.chapters {
		ch := &c.chapters[i]
		list[i] = Chapter{
			Chapter: ch.Number, Title: ch.Title.In(language), SummaryEN: strings.Join(in("en", ch.Levels[Beginner].Recap), " "),
			Goals: map[string][]string{}, Questions: map[string]int{},
		}
		for _, level := range levels() {
			list[i].Goals[level] = in(language, ch.Levels[level].Goals)
			list[i].Questions[level] = len(ch.pool(level, ""))
		}
	}
	return list
}

func (t *tutor) history(ctx context.Context, learner string, limit int) (History, error) {
	h := History{UserID: learner, Sessions: []FinishedStudy{}}
	if t.cfg.Store == nil {
		return h, nil
	}
	err := t.cfg.Store.View(ctx, "learning sessions", func(ctx context.Context, tx store.Tx) error {
		list, err := store.Rows(ctx, tx, scanStudy, selectHistory, learner, limit)
		if err != nil {
			return err
		}
		h.Sessions = make([]FinishedStudy, len(list))
		for i := range list {
			if h.Sessions[i], err = t.opened(ctx, tx, &list[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return h, err
}

// storedStudy is a learning session as its rows hold it.
type storedStudy struct {
	FinishedStudy
	runID, summary string
}

func scanStudy(r *sql.Rows) (s storedStudy, err error) {
	var started, ended int64
	err = r.Scan(&s.SessionID, &s.runID, &s.ChatSessionID, &s.UserType, &s.Chapter, &s.SessionCount, &s.QuestionNumber, &s.QuestionType,
		&s.Question, &s.Answer, &s.IsCorrect, &s.Score, &s.Passed, &s.Decision, &s.Feedback, &s.HintCount,
		&s.summary, &started, &ended)
	s.StartedAt, s.EndedAt = time.UnixMilli(started).UTC(), time.UnixMilli(ended).UTC()
	return s, err
}

func (t *tutor) opened(ctx context.Context, tx store.Tx, s *storedStudy) (FinishedStudy, error) {
	row := StoredSession{SessionID: s.SessionID, RunID: s.runID}
	err := t.cfg.Store.OpenOwn(ctx, tx, row.own(quizRows, "user_answer", &s.Answer), row.own(quizRows, "feedback", &s.Feedback),
		row.own(conversationRows, "summary", &s.summary))
	if err == nil {
		err = json.Unmarshal([]byte(s.summary), &s.Summary)
	}
	if err != nil {
		return FinishedStudy{}, fmt.Errorf("learning session %s: %w", s.SessionID, err)
	}
	return s.FinishedStudy, nil
}

// userTables are all that the tutor keeps of learners. Of a learner that had none
// the level is taken over; what was learned before counts beside what the account has.
var userTables = []store.UserTable{
	{Name: "tutor_quizzes", User: "user_id", Key: []string{"session_id", "run_id"}, Sealed: []string{"user_answer", "feedback"}},
	{Name: "tutor_conversations", User: "user_id", Key: []string{"session_id", "run_id"}, Sealed: []string{"conversations", "summary"}},
	{Name: "tutor_learning_stats", User: "user_id", Chat: true, Key: []string{"chapter"}, Join: []string{joinStats, `DELETE FROM tutor_learning_stats WHERE user_id = $1`}},
	{Name: "tutor_study_days", User: "user_id", Chat: true, Key: []string{"study_day"}, Join: []string{joinDays, `DELETE FROM tutor_study_days WHERE user_id = $1`}},
	{Name: "tutor_learners", User: "user_id", Chat: true, Key: []string{"user_id"}, Join: []string{joinLearner}},
}

const (
	joinStats = `INSERT INTO tutor_learning_stats (user_id, chapter, learning_count, session_count, correct_count, score_total, best_score, last_score, completion_ms, updated_at)
SELECT CAST($2 AS text), chapter, learning_count, session_count, correct_count, score_total, best_score, last_score, completion_ms, updated_at
FROM tutor_learning_stats WHERE user_id = $1
ON CONFLICT (user_id, chapter) DO UPDATE SET
    learning_count = tutor_learning_stats.learning_count + excluded.learning_count,
    session_count = CASE WHEN excluded.updated_at > tutor_learning_stats.updated_at THEN excluded.session_count ELSE tutor_learning_stats.session_count END,
    correct_count = tutor_learning_stats.correct_count + excluded.correct_count,
    score_total = tutor_learning_stats.score_total + excluded.score_total,
    best_score = CASE WHEN excluded.best_score > tutor_learning_stats.best_score THEN excluded.best_score ELSE tutor_learning_stats.best_score END,
    last_score = CASE WHEN excluded.updated_at > tutor_learning_stats.updated_at THEN excluded.last_score ELSE tutor_learning_stats.last_score END,
    completion_ms = tutor_learning_stats.completion_ms + excluded.completion_ms,
    updated_at = CASE WHEN excluded.updated_at > tutor_learning_stats.updated_at THEN excluded.updated_at ELSE tutor_learning_stats.updated_at END`

	joinDays = `INSERT INTO tutor_study_days (user_id, study_day, sessions)
SELECT CAST($2 AS text), study_day, sessions FROM tutor_study_days WHERE user_id = $1
ON CONFLICT (user_id, study_day) DO UPDATE SET sessions = tutor_study_days.sessions + excluded.sessions`

	joinLearner = `DELETE FROM tutor_learners WHERE user_id = $1 AND EXISTS (SELECT 1 FROM tutor_learners WHERE user_id = $2)`
)
