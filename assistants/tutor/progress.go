package tutor

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
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
	// ScoreTrend are the newest sessions, oldest first.
	ScoreTrend   []ScorePoint `json:"score_trend"`
	StreakDays   int          `json:"streak_days"`
	LastStudyDay string       `json:"last_study_day"` // YYYY-MM-DD, "" is never
	WeakTopics   []WeakTopic  `json:"weak_topics"`
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
	selectStats = `SELECT chapter, learning_count, correct_count, score_total, best_score, last_score, completion_ms / 1000
FROM tutor_learning_stats WHERE user_id = $1 AND learning_count > 0 AND chapter BETWEEN 1 AND $2 ORDER BY chapter`
	selectScores = `SELECT session_id, chapter, score, study_day, created_at
FROM tutor_quizzes WHERE user_id = $1 ORDER BY created_at DESC, session_id DESC LIMIT $2`
	selectTopics = `SELECT chapter, topic, SUM(score), COUNT(*) FROM (
    SELECT chapter, topic, score FROM tutor_quizzes WHERE user_id = $1 ORDER BY created_at DESC, session_id DESC LIMIT $2
) AS recent GROUP BY chapter, topic ORDER BY chapter, topic`
	selectDays = `SELECT study_day FROM tutor_study_days WHERE user_id = $1 ORDER BY study_day DESC LIMIT $2`
)

// maxQuizzes is how many quizzes topics are judged by.
const maxQuizzes = 200

// progress reads and reckons a learner's progress.
func (t *tutor) progress(ctx context.Context, learner, language string) (Progress, error) {
	p := Progress{UserID: learner, Chapters: make([]ChapterProgress, len(t.course().chapters)), ScoreTrend: []ScorePoint{}, WeakTopics: []WeakTopic{}}
	for i := range p.Chapters {
		p.Chapters[i] = ChapterProgress{Chapter: i + 1, Title: t.course().chapters[i].Title.In(language)}
	}
	var days []string
	if t.cfg.Store != nil {
		if err := t.cfg.Store.View(ctx, "progress", func(ctx context.Context, tx store.Tx) (err error) {
			days, err = p.read(ctx, tx)
			return err
		}); err != nil {
			return Progress{}, err
		}
	}
	t.course().reckon(&p, days, t.today(), language)
	return p, nil
}

// read fills in what is stored of the learner; the days of study are newest
// first.
func (p *Progress) read(ctx context.Context, tx store.Tx) (days []string, err error) {
	err = tx.QueryRowContext(ctx, selectLearner, p.UserID).Scan(&p.Level, &p.CurrentChapter)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	stats, err := store.Rows(ctx, tx, func(rows *sql.Rows) (c ChapterProgress, err error) {
		return c, rows.Scan(&c.Chapter, &c.Sessions, &c.Correct, &c.AverageScore, &c.BestScore, &c.LastScore, &c.StudySeconds)
	}, selectStats, p.UserID, len(p.Chapters))
	if err != nil {
		return nil, err
	}
	for _, c := range stats {
		c.Title, c.Passed = p.Chapters[c.Chapter-1].Title, c.Correct > 0
		p.AverageScore += c.AverageScore // the sums, for now
		c.AverageScore /= float64(c.Sessions)
		p.Chapters[c.Chapter-1] = c
		p.TotalSessions += c.Sessions
		p.StudySeconds += c.StudySeconds
	}
	if p.ScoreTrend, err = store.Rows(ctx, tx, func(rows *sql.Rows) (q ScorePoint, err error) {
		var at int64
		err = rows.Scan(&q.SessionID, &q.Chapter, &q.Score, &q.Day, &at)
		q.At = time.UnixMilli(at).UTC()
		return q, err
	}, selectScores, p.UserID, trendLength); err != nil {
		return nil, err
	}
	if p.WeakTopics, err = store.Rows(ctx, tx, func(rows *sql.Rows) (w WeakTopic, err error) {
		err = rows.Scan(&w.Chapter, &w.Topic, &w.AverageScore, &w.Questions)
		w.AverageScore /= float64(max(w.Questions, 1))
		return w, err
	}, selectTopics, p.UserID, maxQuizzes); err != nil {
		return nil, err
	}
	return store.Rows(ctx, tx, store.One[string], selectDays, p.UserID, maxDays)
}

// reckon completes a Progress whose rows are read; days are newest first.
func (c *course) reckon(p *Progress, days []string, today time.Time, language string) {
	p.CurrentChapter = max(p.CurrentChapter, 1)
	p.AverageScore /= float64(max(p.TotalSessions, 1))
	slices.Reverse(p.ScoreTrend)
	p.StreakDays = streak(days, today)
	if len(days) > 0 {
		p.LastStudyDay = days[0]
	}
	p.WeakTopics = slices.DeleteFunc(p.WeakTopics, func(w WeakTopic) bool { return w.AverageScore >= weakBelow })
	for i := range p.WeakTopics {
		w := &p.WeakTopics[i]
		w.Title = c.chapter(w.Chapter).topic(w.Topic, language)
	}
	slices.SortStableFunc(p.WeakTopics, func(a, b WeakTopic) int { return cmp.Compare(a.AverageScore, b.AverageScore) })
	p.Recommendation = c.recommend(p, language)
}

// streak counts days in a row up to today, or yesterday while today is not over. days
// are newest first.
func streak(days []string, today time.Time) (n int) {
	expected := today
	if len(days) > 0 && days[0] != today.Format(time.DateOnly) {
		expected = today.AddDate(0, 0, -1)
	}
	for _, day := range days {
		if day != expected.Format(time.DateOnly) {
			break
		}
		n, expected = n+1, expected.AddDate(0, 0, -1)
	}
	return n
}

// recommend is what to study next: begin, go on, look again at the weakest
// chapter once all were studied, then the advanced course.
func (c *course) recommend(p *Progress, language string) Recommendation {
	say := func(kind string, chapter int) Recommendation {
		return Recommendation{kind, chapter, texts.Say(language, "progress."+kind, "chapter", chapter, "title", c.chapter(chapter).Title)}
	}
	if p.TotalSessions == 0 {
		return say("start", 1)
	}
	if at := &p.Chapters[min(p.CurrentChapter, len(p.Chapters))-1]; !at.Passed && at.Sessions < maxSessions {
		return say("continue", at.Chapter)
	}
	weakest := -1
	for i, ch := range p.Chapters[:min(c.own(), len(p.Chapters))] {
		if !ch.Passed && (weakest < 0 || ch.AverageScore < p.Chapters[weakest].AverageScore) {
			weakest = i
		}
	}
	switch {
	case weakest >= 0:
		return say("review", p.Chapters[weakest].Chapter)
	case p.Level == Beginner:
		return say("advance", 1)
	}
	return say("complete", c.own())
}
