package tutor

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

func TestSessionID(t *testing.T) {
	t.Parallel()
	at := time.Date(2025, 8, 5, 14, 30, 52, 0, korean.Zone)
	for learner, want := range map[string]string{
		"123":   "user123_ch1_session001_20250805_143052",
		"alice": "useralice_ch1_session001_20250805_143052",
		"session-0198c0de-0000-7000-8000-000000000001": "userguest0198c0de_ch1_session001_20250805_143052",
		"a b_c/ㄱ": "usera-b-c--_ch1_session001_20250805_143052",
	} {
		if got := sessionID(learner, 1, 1, at); got != want {
			t.Errorf("%s: %s", learner, got)
		}
	}
}

// databases are what rows are stored on.
func databases() map[string]func(t testing.TB) store.Config {
	return map[string]func(t testing.TB) store.Config{
		"SQLite": func(t testing.TB) store.Config {
			return store.Config{DataDir: storetest.SQLite(t), Keyset: storetest.Keyset(t)}
		},
		"Postgres": func(t testing.TB) store.Config {
			return store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 8, Keyset: storetest.Keyset(t)}
		},
	}
}

// A finished session's rows say what happened; a user is known in the next
// chat, and the questions of the first one do not come again.
func TestRecords(t *testing.T) {
	t.Parallel()
	for name, open := range databases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := classroomOn(t, open(t), nil)
			c.enter("123")
			c.say("입문")
			c.say("토큰이 뭐예요?")
			first := c.say("퀴즈").state.CurrentQuestionNumber
			c.say("힌트")
			done := c.say(c.wrong())
			c.say("환각이 뭐예요?") // after the feedback: belongs to it too
			c.checkRows(done, first)

			c.enter("123")
			again := c.say("안녕하세요")
			s := again.state
			if s.UserType != Beginner || s.CurrentChapter != 1 || s.SessionProgressStage != StageTheory || !strings.Contains(again.text, "반갑습니다") || len(s.RecentSessionsSummary) != 1 {
				t.Errorf("the second chat: %+v\n%s", s, again.text)
			}
			if second := c.say("퀴즈").state.CurrentQuestionNumber; second == first {
				t.Errorf("question %d came again", second)
			}
		})
	}
}

func (c *classroom) checkRows(done spoken, question int) {
	c.t.Helper()
	graph := &tutor{cfg: Config{Store: c.store, TodayFunc: monday}, course: shipped}
	h, err := graph.history(c.t.Context(), "123", 10)
	if err != nil || len(h.Sessions) != 1 {
		c.t.Fatalf("%+v %v", h, err)
	}
	study := h.Sessions[0]
	if !strings.HasPrefix(study.SessionID, "user123_ch1_session001_20261123_") || study.ChatSessionID != c.id ||
		study.QuestionNumber != question || study.HintCount != 1 || study.Passed || study.Decision != Retry || study.Feedback == "" ||
		study.Summary.SessionID != study.SessionID || !strings.Contains(study.Summary.Summary, "질문 1개") || study.EndedAt.Before(study.StartedAt) {
		c.t.Errorf("%+v", study)
	}
	var conversations, days int
	err = c.store.View(c.t.Context(), "test", func(ctx context.Context, tx store.Tx) error {
		var raw string
		if err := tx.QueryRowContext(ctx, "SELECT conversations FROM tutor_conversations WHERE session_id = $1", study.SessionID).Scan(&raw); err != nil {
			return err
		}
		if !strings.HasPrefix(raw, "$sealed$") {
			c.t.Errorf("the conversation stands as %.80s", raw)
		}
		if err := c.store.OpenOwn(ctx, tx, done.state.Stored.own(conversationRows, "conversations", &raw)); err != nil {
			return err
		}
		var list []Conversation
		if err := json.Unmarshal([]byte(raw), &list); err != nil {
			return err
		}
		conversations = len(list)
		return tx.QueryRowContext(ctx, "SELECT sessions FROM tutor_study_days WHERE user_id = $1 AND study_day = $2", "123", "2026-11-23").Scan(&days)
	})
	if err != nil || conversations != len(c.state().CurrentSessionConversations) || conversations <= len(done.state.CurrentSessionConversations) || days != 1 {
		c.t.Errorf("%d entries stored, %d in the state, %d days, %v", conversations, len(c.state().CurrentSessionConversations), days, err)
	}
	p, err := graph.progress(c.t.Context(), "123", "ko")
	if err != nil || p.TotalSessions != 1 || p.StreakDays != 1 || p.Chapters[0].Sessions != 1 || p.Chapters[0].Passed || len(p.WeakTopics) != 1 || p.Recommendation.Kind != "continue" {
		c.t.Errorf("%+v %v", p, err)
	}
}

// All that a session leaves is one transaction: when one row can't be
// written there is no decision and no row, and the next message decides.
func TestRecordsAreOneTransaction(t *testing.T) {
	t.Parallel()
	url := storetest.Postgres(t)
	c := classroomOn(t, store.Config{DatabaseURL: url, MaxConns: 8}, nil)
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	do := func(query string) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	rows := func() (n int) {
		t.Helper()
		if err := db.QueryRowContext(t.Context(), `SELECT (SELECT count(*) FROM tutor_conversations) + (SELECT count(*) FROM tutor_quizzes)
			+ (SELECT count(*) FROM tutor_learning_stats) + (SELECT count(*) FROM tutor_learners)`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	c.say("입문")
	c.say("퀴즈")
	do("ALTER TABLE tutor_learners RENAME COLUMN user_type TO elsewhere") // written last
	if _, ok := c.try(c.right()); ok {
		t.Fatal("the session was decided without its rows")
	}
	if s := c.state(); rows() != 0 || s.Stored != nil || s.SessionDecisionResult != "" || !s.undecided() {
		t.Fatalf("%d rows, %+v", rows(), s.Stored)
	}
	do("ALTER TABLE tutor_learners RENAME COLUMN elsewhere TO user_type")
	got := c.say("다음")
	if got.state.SessionDecisionResult != Proceed || got.state.Stored == nil || rows() != 4 || !strings.Contains(got.text, "평가와 피드백") {
		t.Errorf("%d rows, decided %q\n%s", rows(), got.state.SessionDecisionResult, got.text)
	}
	if got = c.say("다음"); got.state.CurrentChapter != 2 {
		t.Errorf("chapter %d", got.state.CurrentChapter)
	}
}

// What somebody who never said who they are has learned goes with the conversation.
func TestNobodysRecordsGoWithTheChat(t *testing.T) {
	t.Parallel()
	for name, open := range databases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := classroomOn(t, open(t), nil)
			c.enter("")
			c.say("입문")
			c.say("퀴즈")
			c.say(c.wrong())
			rows := func() (n int) {
				err := c.store.View(t.Context(), "test", func(ctx context.Context, tx store.Tx) error {
					return tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM tutor_learners) + (SELECT count(*) FROM tutor_study_days)
+ (SELECT count(*) FROM tutor_learning_stats) + (SELECT count(*) FROM tutor_quizzes) + (SELECT count(*) FROM tutor_conversations)`).Scan(&n)
				})
				if err != nil {
					t.Fatal(err)
				}
				return n
			}
			if n := rows(); n != 5 {
				t.Fatalf("%d rows", n)
			}
			if err := c.store.DeleteSession(t.Context(), store.Server(), c.id, true, time.Now()); err != nil {
				t.Fatal(err)
			}
			if n := rows(); n != 0 {
				t.Errorf("%d rows outlive their chat", n)
			}
		})
	}
}
