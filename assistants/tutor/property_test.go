package tutor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/store"
)

// things are what learners say, in and out of season.
func things() []string {
	return []string{
		"1", "2", "3번", "④", "7번", "입문", "실무 과정으로 바꿔 줘", "입문 과정으로 바꿔 줘", "다음", "다음", "퀴즈", "퀴즈", "힌트", "포기", "모르겠어요",
		"토큰이 뭐예요?", "오늘 날씨 어때요?", "ㅋㅋ", "😀", "3장으로 가자", "8장 복습", "99장", "주관식으로 내 줘", "객관식으로", "내 진도", "도움말",
		"영어로 말해 줘", "한국어로 해 줘", "다시 설명해 줘", "안녕하세요", "고마워요", "next", "quiz", "b",
		"AI는 초안을 잘 씁니다. 사람이 고칠 수 있기 때문입니다. 반면 최신 사실은 틀릴 수 있습니다.", strings.Repeat("가나다 ", 400),
	}
}

// Whatever is said in whatever order: every run ends with words, the states
// stay in the table and in their bounds, modes are told as they change, a
// decided session is stored, and no question comes again before its pool is
// through.
func TestAnyOrderOfMessages(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	course := builtIn(t)
	rapid.Check(t, func(rt *rapid.T) {
		c.enter("")
		mode, asked := modeChat, []int{}
		for range rapid.IntRange(3, 9).Draw(rt, "turns") {
			said := rapid.SampledFrom(things()).Draw(rt, "said")
			before := mode
			got := c.say(said)
			mode = got.state.UIMode
			if got.text == "" || strings.Contains(got.text, "%!") {
				rt.Fatalf("%q is answered with %q", said, got.text)
			}
			if len(got.modes) == 0 && before != mode || len(got.modes) > 0 && got.modes[len(got.modes)-1] != mode {
				rt.Fatalf("%q: modes %q lead from %s to %s", said, got.modes, before, mode)
			}
			for _, cp := range got.steps {
				var s TutorState
				decode(c.t, cp.State, &s)
				checkState(rt, course, &s)
			}
			if s := got.state; s.QuestionOpen && (len(asked) == 0 || asked[len(asked)-1] != s.CurrentQuestionNumber) {
				checkNew(rt, course, asked, s)
				asked = append(asked, s.CurrentQuestionNumber)
			}
		}
		if s := c.state(); s.Stored != nil && !c.stored(*s.Stored) {
			rt.Fatalf("%+v is not stored", s.Stored)
		}
	})
}

func checkState(rt *rapid.T, c *course, s *TutorState) {
	if errs := s.validate(c); len(errs) != 0 {
		rt.Fatalf("%q", errs)
	}
	if len(s.CurrentSessionConversations) > maxConversations || len(s.RecentSessionsSummary) > maxSummaries {
		rt.Fatalf("%d entries, %d summaries", len(s.CurrentSessionConversations), len(s.RecentSessionsSummary))
	}
	if (s.Stored != nil) && (s.SessionDecisionResult == "" || s.SessionProgressStage != StageFeedback) {
		rt.Fatalf("stored at %s with decision %q", s.SessionProgressStage, s.SessionDecisionResult)
	}
	if s.Forced && s.CurrentSessionCount != maxSessions {
		rt.Fatalf("forced after %d", s.CurrentSessionCount)
	}
}

// checkNew fails on a question that came before while others of its pool
// had not.
func checkNew(rt *rapid.T, c *course, asked []int, s TutorState) {
	if !slices.Contains(asked, s.CurrentQuestionNumber) {
		return
	}
	for _, q := range c.chapter(s.CurrentChapter).pool(s.UserType, "") {
		if !slices.Contains(asked, q.Number) {
			rt.Fatalf("question %d again, %d never; asked %v", s.CurrentQuestionNumber, q.Number, asked)
		}
	}
}

// stored tells whether a learning session has its rows.
func (c *classroom) stored(key StoredSession) bool {
	c.t.Helper()
	var n int
	err := c.store.View(c.t.Context(), "test", func(ctx context.Context, tx store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM tutor_quizzes q JOIN tutor_conversations c
			ON c.session_id = q.session_id AND c.run_id = q.run_id WHERE q.session_id = $1 AND q.run_id = $2`, key.SessionID, key.RunID).Scan(&n)
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return n == 1
}

// Every path ends: whatever the answers, going on leads through all the
// chapters, three sessions each at most, with a row for every session.
func TestEveryPathEnds(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(c *classroom, n int) string{
		"always right": func(c *classroom, _ int) string { return c.right() },
		"never right":  func(c *classroom, _ int) string { return c.wrong() },
		"gives up":     func(*classroom, int) string { return "포기" },
		"second time right": func(c *classroom, n int) string {
			if n%2 == 0 {
				return c.right()
			}
			return c.wrong()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClassroom(t, nil)
			s := c.say("입문").state
			n := 0
			var chapters []int
			for !s.CourseCompleted {
				if n++; n > 8*maxSessions {
					t.Fatalf("no end after %d sessions", n)
				}
				if len(chapters) == 0 || chapters[len(chapters)-1] != s.CurrentChapter {
					chapters = append(chapters, s.CurrentChapter)
				}
				c.send("퀴즈")
				c.send(answer(c, n))
				c.send("다음")
				s = c.state()
			}
			if diff := cmp.Diff([]int{1, 2, 3, 4, 5, 6, 7, 8}, chapters); diff != "" {
				t.Error(diff)
			}
			graph := &tutor{cfg: Config{Store: c.store, TodayFunc: monday}, course: shipped}
			p, err := graph.progress(t.Context(), c.id, "ko")
			if err != nil || p.TotalSessions != n || len(s.RecentSessionsSummary) != maxSummaries {
				t.Errorf("%d sessions, stored %d, %d summaries, %v", n, p.TotalSessions, len(s.RecentSessionsSummary), err)
			}
			for i, ch := range p.Chapters[:8] {
				if ch.Sessions < 1 || ch.Sessions > maxSessions {
					t.Errorf("chapter %d: %d sessions", i+1, ch.Sessions)
				}
			}
		})
	}
}

// No question repeats until the pool is through, and the one after that is
// not the last one again.
func TestPoolIsGoneThrough(t *testing.T) {
	t.Parallel()
	c := builtIn(t)
	for chapter := 1; chapter <= 8; chapter++ {
		for _, level := range []string{Beginner, Advanced} {
			size := len(c.chapter(chapter).pool(level, ""))
			s := TutorState{CurrentChapter: chapter, UserType: level, Asked: []int{999}}
			var order []int
			for range 3 * size {
				q, asked := c.choose(&s)
				if q.Level != level || q.Chapter != chapter || len(order) > 0 && order[len(order)-1] == q.Number {
					t.Fatalf("%d %s: %d after %v", chapter, level, q.Number, order)
				}
				s.Asked, s.CurrentQuestionNumber = asked, q.Number
				order = append(order, q.Number)
			}
			first := slices.Clone(order[:size])
			slices.Sort(first)
			if len(slices.Compact(first)) != size {
				t.Errorf("%d %s: %v", chapter, level, order)
			}
		}
	}
}

// The words fit every state: nothing is left unfilled in either language.
func TestWordsAreWhole(t *testing.T) {
	t.Parallel()
	c := builtIn(t)
	tt := &tutor{course: func() *course { return c }}
	for _, language := range []string{"ko", "en"} {
		for _, intent := range []string{
			intentLevel, intentNext, intentQuiz, intentHint, "explain_again", intentQuestionAgain, "ask_for_answer", intentBeyond, intentSeveral, intentTentative,
			intentChapter, intentType, intentKorean, intentEnglish, "help", intentGreeting, "thanks", "unclear", "hint_rule", intentStop,
			"resume", "complaint", "dispute", "why", "late_answer", "about", "easier", "deeper", "example", "summary", intentAtLoss, "deny", "small_talk",
		} {
			for _, s := range []TutorState{
				{}, {UserType: Beginner, CurrentChapter: 1, SessionProgressStage: StageStart},
				{UserType: Advanced, CurrentChapter: 3, SessionProgressStage: StageTheory},
				{UserType: Advanced, CurrentChapter: 3, SessionProgressStage: StageTheory, QuestionOpen: true, CurrentQuestionNumber: 354, CurrentQuestionType: Subjective, HintUsageCount: 1},
				{UserType: Beginner, CurrentChapter: 8, SessionProgressStage: StageFeedback, SessionDecisionResult: Proceed},
				{UserType: Beginner, CurrentChapter: 2, SessionProgressStage: StageFeedback, SessionDecisionResult: Retry},
			} {
				s.Language, s.Turn = language, Turn{Intent: intent, Welcome: true}
				texts := []string{tt.guide(&s).Message, tt.offTopic(&s)}
				for _, text := range texts {
					if text == "" || strings.Contains(text, "%!") || strings.Contains(text, "%d") {
						t.Errorf("%s %s at %v: %q", language, intent, s.place(), text)
					}
				}
				if language == "en" && strings.ContainsFunc(texts[0], korean.IsHangul) {
					t.Errorf("Korean in English: %s", fmt.Sprint(texts[0]))
				}
			}
		}
	}
}
