package tutor

import (
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

const selectHistory = `SELECT q.session_id, q.chat_session_id, q.user_type, q.chapter, q.session_count, q.question_number, q.question_type,
    q.question_content, q.user_answer, q.is_correct, q.score, q.passed, q.decision, q.feedback, q.hint_count,
    c.summary, c.session_start_time, q.created_at
FROM tutor_quizzes q JOIN tutor_conversations c ON c.session_id = q.session_id AND c.run_id = q.run_id
WHERE q.user_id = $1 ORDER BY q.created_at DESC, q.session_id DESC LIMIT $2`

// views are what the tutor shows over REST.
func (t *tutor) views() []state.View {
	return []state.View{
		{Path: "/chapters", Summary: "The tutor's chapters", Reply: []Chapter{},
			ReadFunc: func(_ context.Context, q state.ViewQuery) (any, error) { return t.course.list(q.Language), nil }},
		{Path: "/users/:user_id/progress", Summary: "A user's progress: chapters, scores, streak, weak topics, what is next", Reply: Progress{},
			ReadFunc: func(ctx context.Context, q state.ViewQuery) (any, error) {
				return t.progress(ctx, q.UserID, q.Language)
			}},
		{Path: "/users/:user_id/sessions", Summary: "A user's finished learning sessions, newest first", Limit: 20, Reply: History{},
			ReadFunc: func(ctx context.Context, q state.ViewQuery) (any, error) { return t.history(ctx, q.UserID, q.Limit) }},
		{Path: "/chats/:session_id/progress", Summary: "The progress of whoever studies in a conversation", Reply: Progress{},
			ReadFunc: func(ctx context.Context, q state.ViewQuery) (any, error) {
				return t.progress(ctx, learnerIn(q.Session), q.Language)
			}},
		{Path: "/chats/:session_id/sessions", Summary: "The finished learning sessions of whoever studies in a conversation", Limit: 20, Reply: History{},
			ReadFunc: func(ctx context.Context, q state.ViewQuery) (any, error) {
				return t.history(ctx, learnerIn(q.Session), q.Limit)
			}},
	}
}

// learnerIn is TutorState.learner for a session.
func learnerIn(s state.Session) string {
	if s.UserID != "" {
		return s.UserID
	}
	return s.ID
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
		list, err := rowsOf(ctx, tx, scanStudy, selectHistory, learner, limit)
		h.Sessions = append(h.Sessions, list...)
		return err
	})
	return h, err
}

func scanStudy(r *sql.Rows) (FinishedStudy, error) {
	var s FinishedStudy
	var passed int
	var summary string
	var started, ended int64
	if err := r.Scan(&s.SessionID, &s.ChatSessionID, &s.UserType, &s.Chapter, &s.SessionCount, &s.QuestionNumber, &s.QuestionType,
		&s.Question, &s.Answer, &s.IsCorrect, &s.Score, &passed, &s.Decision, &s.Feedback, &s.HintCount,
		&summary, &started, &ended); err != nil {
		return s, err
	}
	s.Passed, s.StartedAt, s.EndedAt = passed == 1, time.UnixMilli(started).UTC(), time.UnixMilli(ended).UTC()
	if err := json.Unmarshal([]byte(summary), &s.Summary); err != nil {
		return s, fmt.Errorf("summary of %s: %w", s.SessionID, err)
	}
	return s, nil
}
