package tutor

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/madang-dev/madang/store"
)

const (
	// trendLength is how many sessions a trend of scores looks at.
	trendLength = 20
	// weakBelow is the average below which a topic is weak.
	weakBelow = 60
	// maxDays is how many days of study are looked at for a streak.
	maxDays = 400
)

// Progress is how far a learner is.
type Progress struct {
	UserID         string            `json:"user_id"`
	Level          string            `json:"user_type"`
	CurrentChapter int               `json:"current_chapter"`
	TotalSessions  int               `json:"total_sessions"`
	AverageScore   float64           `json:"average_score"` // 0-100
	StudySeconds   int64             `json:"study_seconds"`
	Chapters       []ChapterProgress `json:"chapters"`
	// ScoreTrend are the newest sessions, oldest first; Trend says where
	// their scores go: rising, falling, steady, or "" with too few of them.
	ScoreTrend    []ScorePoint `json:"score_trend"`
	Trend         string       `json:"trend"`
	StreakDays    int          `json:"streak_days"`
	LongestStreak int          `json:"longest_streak_days"`
	LastStudyDay  string       `json:"last_study_day"` // YYYY-MM-DD, "" is never
	WeakTopics    []WeakTopic  `json:"weak_topics"`
	// Recommendation is what to study next.
	Recommendation Recommendation `json:"recommendation"`
}

// ChapterProgress is one chapter of a Progress.
type ChapterProgress struct {
	Chapter      int     `json:"chapter"`
	Title        string  `json:"title"`
	Sessions     int     `json:"sessions"`
	Correct      int     `json:"correct"`
	AverageScore float64 `json:"average_score"`
	BestScore    int     `json:"best_score"`
	LastScore    int     `json:"last_score"`
	Passed       bool    `json:"passed"`
	StudySeconds int64   `json:"study_seconds"`
}

// ScorePoint is the score of one learning session.
type ScorePoint struct {
	SessionID string    `json:"session_id"`
	Chapter   int       `json:"chapter"`
	Score     int       `json:"score"`
	Day       string    `json:"day"`
	At        time.Time `json:"at"`
}

// WeakTopic is a topic whose questions went badly.
type WeakTopic struct {
	Topic        string  `json:"topic"`
	Title        string  `json:"title"`
	Chapter      int     `json:"chapter"`
	AverageScore float64 `json:"average_score"`
	Questions    int     `json:"questions"`
}

// Recommendation is what to study next and why.
type Recommendation struct {
	Kind    string `json:"kind"` // start | continue | review | advance | complete
	Chapter int    `json:"chapter"`
	Text    string `json:"text"`
}

const (
	selectStats = `SELECT chapter, learning_count, correct_count, score_total, best_score, last_score, completion_ms
FROM tutor_learning_stats WHERE user_id = $1 ORDER BY chapter`
	selectQuizzes = `SELECT session_id, chapter, topic, score, study_day, created_at
FROM tutor_quizzes WHERE user_id = $1 ORDER BY created_at DESC, session_id DESC LIMIT $2`
	selectDays = `SELECT study_day FROM tutor_study_days WHERE user_id = $1 ORDER BY study_day DESC LIMIT $2`
)

// quizRow is a stored quiz as far as progress needs it.
type quizRow struct {
	ScorePoint
	topic string
}

// statRow is a chapter's stored statistics.
type statRow struct {
	chapter, count, correct, total, best, last int
	took                                       int64
}

// records are a learner's rows.
type records struct {
	learner learnerRow
	stats   []statRow
	quizzes []quizRow // newest first
	days    []string  // newest first
}

type learnerRow struct {
	level   string
	chapter int
}

// maxQuizzes is how many quizzes topics are judged by.
const maxQuizzes = 200

// progress reads and reckons a learner's progress.
func (t *tutor) progress(ctx context.Context, learner, language string) (Progress, error) {
	var r records
	if t.cfg.Store != nil {
		if err := t.cfg.Store.View(ctx, "progress", func(ctx context.Context, tx store.Tx) error {
			return r.read(ctx, tx, learner)
		}); err != nil {
			return Progress{}, err
		}
	}
	p := t.course.reckon(&r, t.today(), language)
	p.UserID = learner
	return p, nil
}

func (r *records) read(ctx context.Context, tx store.Tx, learner string) (err error) {
	err = tx.QueryRowContext(ctx, selectLearner, learner).Scan(&r.learner.level, &r.learner.chapter)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if r.stats, err = rowsOf(ctx, tx, func(rows *sql.Rows) (s statRow, err error) {
		err = rows.Scan(&s.chapter, &s.count, &s.correct, &s.total, &s.best, &s.last, &s.took)
		return s, err
	}, selectStats, learner); err != nil {
		return err
	}
	if r.quizzes, err = rowsOf(ctx, tx, func(rows *sql.Rows) (q quizRow, err error) {
		var at int64
		err = rows.Scan(&q.SessionID, &q.Chapter, &q.topic, &q.Score, &q.Day, &at)
		q.At = time.UnixMilli(at).UTC()
		return q, err
	}, selectQuizzes, learner, maxQuizzes); err != nil {
		return err
	}
	r.days, err = rowsOf(ctx, tx, scanOne[string], selectDays, learner, maxDays)
	return err
}
