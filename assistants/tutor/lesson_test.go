package tutor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver of a test's own connection

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/state"
)

// right and wrong are answers to the open question.
func (c *classroom) right() string {
	q := builtIn(c.t).questions[c.state().CurrentQuestionNumber]
	if q.Type == Subjective {
		return q.Explanation.In(c.state().Language)
	}
	return fmt.Sprint(q.Answer)
}

func (c *classroom) wrong() string {
	q := builtIn(c.t).questions[c.state().CurrentQuestionNumber]
	if q.Type == Subjective {
		return "컴퓨터는 전기로 돌아가는 기계입니다. 책상 위에 두고 씁니다."
	}
	return fmt.Sprint(q.Answer%4 + 1)
}

// A whole learning session goes through the design's table, row by row.
func TestRowsOfASession(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	for _, turn := range []struct {
		say   string
		rows  []string
		modes []string
	}{
		{"입문 과정을 시작할게요", []string{
			"session_start session_manager chat", "session_start session_manager chat", "session_start learning_supervisor chat",
			"session_start learning_supervisor chat", "session_start theory_educator chat",
			"theory_completed learning_supervisor chat", "theory_completed learning_supervisor chat",
		}, nil},
		{"퀴즈", []string{
			"theory_completed learning_supervisor chat", "theory_completed quiz_generator quiz", "theory_completed quiz_generator quiz",
		}, []string{"quiz"}},
		{"1", []string{
			"theory_completed quiz_generator quiz", "quiz_and_feedback_completed evaluation_feedback_agent chat",
			"quiz_and_feedback_completed learning_supervisor chat", "quiz_and_feedback_completed session_manager chat", "quiz_and_feedback_completed session_manager chat",
		}, []string{"chat"}},
		{"다음", []string{
			"quiz_and_feedback_completed session_manager chat", "session_start session_manager chat", "session_start learning_supervisor chat",
			"session_start theory_educator chat", "theory_completed learning_supervisor chat", "theory_completed learning_supervisor chat",
		}, nil},
	} {
		got := c.say(turn.say)
		if diff := cmp.Diff(turn.rows, rowsOfSteps(t, got.steps)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", turn.say, diff)
		}
		if diff := cmp.Diff(turn.modes, got.modes); diff != "" {
			t.Errorf("%s, modes (-want +got):\n%s", turn.say, diff)
		}
	}
}

// The scripts are there when they are handed over, and gone once used.
func TestDraftsAreHandedOver(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	find := func(steps []state.Checkpoint, label string) TutorState {
		t.Helper()
		for _, cp := range steps {
			if cp.Label == label {
				var s TutorState
				decode(t, cp.State, &s)
				return s
			}
		}
		t.Fatalf("no %q", label)
		return TutorState{}
	}
	got := c.say("실무 응용 과정")
	explained := find(got.steps, "theory explained")
	if explained.TheoryDraft == "" || explained.PreviousAgent != TheoryEducator || got.state.TheoryDraft != "" {
		t.Errorf("theory: %q, previous %s, after %q", cut.Runes(explained.TheoryDraft, 20), explained.PreviousAgent, got.state.TheoryDraft)
	}
	got = c.say("환각이 뭐예요?")
	resolved := find(got.steps, "question resolved")
	if resolved.QnADraft == "" || resolved.PreviousAgent != QnAResolver || resolved.SessionProgressStage != StageTheory || got.state.QnADraft != "" {
		t.Errorf("qna: %+v", resolved.Turn)
	}
	if got = c.say("퀴즈"); got.state.QuizDraft == "" || !strings.Contains(got.text, got.state.CurrentQuestionContent) {
		t.Errorf("quiz: %q", got.state.QuizDraft)
	}
	got = c.say(c.right())
	if marked := find(got.steps, "answer evaluated"); marked.FeedbackDraft == "" || got.state.FeedbackDraft != "" || got.state.EvaluationFeedback != marked.FeedbackDraft {
		t.Errorf("feedback: %q, after %q", marked.FeedbackDraft, got.state.FeedbackDraft)
	}
}

// Questions are answered at all of the design's points, and while a question
// is open; the lesson is where it was.
func TestQuestionsInBetween(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	ask := func(stage, agent, mode string) {
		t.Helper()
		before := c.state()
		got := c.say("토큰이 뭐예요?")
		s := got.state
		if !strings.Contains(got.text, "토큰은 모델이 글을 나누는 조각") {
			t.Errorf("at %s: %s", stage, got.text)
		}
		if s.SessionProgressStage != stage || s.CurrentAgent != agent || s.UIMode != mode || s.QuestionOpen != before.QuestionOpen || s.CurrentQuestionNumber != before.CurrentQuestionNumber {
			t.Errorf("at %s/%s/%s: %s/%s/%s", stage, agent, mode, s.SessionProgressStage, s.CurrentAgent, s.UIMode)
		}
		if n := len(s.CurrentSessionConversations); n < 3 || s.CurrentSessionConversations[n-3].MessageType != messageUser || s.CurrentSessionConversations[n-2].AgentName != QnAResolver {
			t.Errorf("at %s: the conversation is %+v", stage, s.CurrentSessionConversations)
		}
	}
	c.say("안녕하세요")
	ask(StageStart, LearningSupervisor, modeChat)
	c.say("입문")
	ask(StageTheory, LearningSupervisor, modeChat)
	c.say("퀴즈")
	ask(StageTheory, QuizGenerator, modeQuiz)
	c.say(c.right())
	ask(StageFeedback, LearningSupervisor, modeChat)
	if got := c.say("다음"); got.state.CurrentChapter != 2 || got.state.SessionProgressStage != StageTheory {
		t.Errorf("after the questions: chapter %d at %s", got.state.CurrentChapter, got.state.SessionProgressStage)
	}
}

// Three times at most, each with another explanation and another question;
// then the next chapter comes, forced.
func TestRetryUntilForced(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	c.say("입문")
	seen, texts := map[int]bool{}, map[string]bool{}
	for n := 1; n <= maxSessions; n++ {
		quiz := c.say("퀴즈")
		if seen[quiz.state.CurrentQuestionNumber] || quiz.state.CurrentSessionCount != n {
			t.Errorf("session %d: question %d, count %d", n, quiz.state.CurrentQuestionNumber, quiz.state.CurrentSessionCount)
		}
		seen[quiz.state.CurrentQuestionNumber] = true
		done := c.say(c.wrong()).state
		want, forced := Retry, false
		if n == maxSessions {
			want, forced = Proceed, true
		}
		if done.SessionDecisionResult != want || done.Forced != forced {
			t.Errorf("session %d: %s, forced %v", n, done.SessionDecisionResult, done.Forced)
		}
		next := c.say("다음")
		if texts[next.text] {
			t.Errorf("session %d: the same explanation again", n)
		}
		texts[next.text] = true
		if n < maxSessions && (next.state.CurrentChapter != 1 || !strings.Contains(next.text, "놓친 점")) {
			t.Errorf("session %d: %s", n, next.text)
		}
	}
	if s := c.state(); s.CurrentChapter != 2 || s.CurrentSessionCount != 1 || len(s.Missed) != 0 || len(s.RecentSessionsSummary) != 3 {
		t.Errorf("after three: chapter %d, count %d, missed %v, %d summaries", s.CurrentChapter, s.CurrentSessionCount, s.Missed, len(s.RecentSessionsSummary))
	}
}

// The reset leaves what the design leaves.
func TestReset(t *testing.T) {
	t.Parallel()
	now := time.Now()
	full := func() TutorState {
		return TutorState{
			UserID: "7", UserType: Advanced, CurrentChapter: 2, CurrentAgent: SessionManager, SessionProgressStage: StageFeedback, UIMode: modeChat,
			CurrentQuestionType: Subjective, CurrentQuestionNumber: 254, CurrentQuestionContent: "질문", CurrentQuestionAnswer: "답", IsAnswerCorrect: 40,
			EvaluationFeedback: "평가", HintUsageCount: 2, TheoryDraft: "a", QuizDraft: "b", FeedbackDraft: "c", QnADraft: "d",
			SessionDecisionResult: Retry, CurrentSessionCount: 2, CurrentSessionConversations: []Conversation{{}}, RecentSessionsSummary: []Summary{{}}, Missed: []int{254},
		}
	}
	want := full()
	want.SessionProgressStage, want.SessionStartTime, want.CurrentSessionConversations = StageStart, now, []Conversation{}
	want.CurrentQuestionAnswer, want.EvaluationFeedback, want.HintUsageCount = "", "", 0
	want.TheoryDraft, want.QuizDraft, want.FeedbackDraft, want.QnADraft = "", "", "", ""
	same := full()
	same.reset(false, now)
	if diff := cmp.Diff(want, same); diff != "" {
		t.Errorf("the same chapter:\n%s", diff)
	}
	want.CurrentSessionCount, want.CurrentQuestionContent, want.Missed = 0, "", []int{}
	next := full()
	next.reset(true, now)
	if diff := cmp.Diff(want, next); diff != "" {
		t.Errorf("a new chapter:\n%s", diff)
	}
}

// What hints cost is taken off a model's marks too.
func TestHintsCapAModelsMarks(t *testing.T) {
	t.Parallel()
	c, _ := tutored(t, func(llm.Request) (string, error) {
		return marksFor(t, scoring.Full, "스스로 규칙을 찾아내는"), nil
	})
	c.say("입문")
	c.say("주관식으로 내 주세요")
	c.say("힌트")
	e := c.say(ownAnswer).state.Evaluation
	if e.Score != 90 || e.Result != 90 || e.Limit != 90 || e.GradedBy != "spoken-1" || e.Criteria[0].Evidence[0] != "스스로 규칙을 찾아내는" {
		t.Errorf("%+v", e)
	}
}

// stuck is a model that waits until its run is over.
type stuck struct{ entered chan struct{} }

func (m stuck) Generate(ctx context.Context, _ llm.Request) (llm.Response, error) {
	m.entered <- struct{}{}
	<-ctx.Done()
	return llm.Response{}, ctx.Err()
}

// A run that is cancelled while it is marked leaves the question open, with
// its hints, and no session.
func TestCancelWhileMarking(t *testing.T) {
	t.Parallel()
	entered := make(chan struct{})
	c := newClassroom(t, func(cfg *Config) { cfg.Model = llm.NewClient(llm.Config{Model: stuck{entered}}) })
	c.say("입문")
	c.say("주관식")
	before := c.say("힌트").state
	stream := c.engine.Watch(c.id, 0)
	defer stream.Close()
	ack, err := c.engine.Submit(t.Context(), engine.Query{SessionID: c.id, Text: builtIn(t).questions[104].Explanation["ko"]})
	if err != nil {
		t.Fatal(err)
	}
	<-entered
	if err := c.engine.Cancel(t.Context(), c.id, ack.RunID); err != nil {
		t.Fatal(err)
	}
	for ended := false; !ended; {
		d, err := stream.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ended = d.Event.Type == state.EventRunCancelled
	}
	after := c.say("도움말").state
	if !after.QuestionOpen || after.UIMode != modeQuiz || after.CurrentAgent != QuizGenerator || after.SessionProgressStage != StageTheory ||
		after.HintUsageCount != before.HintUsageCount || after.CurrentQuestionNumber != before.CurrentQuestionNumber || after.Stored != nil {
		t.Errorf("%+v", after)
	}
}

// Hints come one by one, are counted, and end.
func TestHints(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	c.say("입문")
	c.say("퀴즈")
	q := builtIn(t).questions[c.state().CurrentQuestionNumber]
	for i, want := range []int{1, 2, 2} {
		got := c.say("힌트")
		if got.state.HintUsageCount != want || !strings.Contains(got.text, q.Hints[want-1]["ko"]) || i == 0 && strings.Contains(got.text, q.Hints[1]["ko"]) {
			t.Errorf("hint %d: count %d\n%s", i+1, got.state.HintUsageCount, got.text)
		}
		var quiz quizData
		decode(t, got.response.Data["quiz"].Data, &quiz)
		if quiz.HintsLeft != maxHints-want || len(quiz.Hints) != want || quiz.Number != q.Number || len(quiz.Options) != 4 {
			t.Errorf("hint %d: %+v", i+1, quiz)
		}
	}
	got := c.say(c.right())
	if got.state.IsAnswerCorrect != 1 || got.state.HintUsageCount != 2 {
		t.Errorf("result %d with %d hints", got.state.IsAnswerCorrect, got.state.HintUsageCount)
	}
	var e evaluationData
	decode(t, got.response.Data["evaluation"].Data, &e)
	if e.Decision != Proceed || e.HintsUsed != 2 || !e.Passed || e.SessionID != got.state.Stored.SessionID || got.response.Data["quiz"].Data != nil {
		t.Errorf("%+v", e)
	}
}

// The two courses differ in what is taught and asked; changing over begins
// the chapter anew.
func TestLevels(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	beginner := c.say("입문")
	number := c.say("퀴즈").state.CurrentQuestionNumber
	if same := c.say("입문 과정으로 바꿔 줘"); !strings.Contains(same.text, "이미 입문 과정") || same.state.UIMode != modeQuiz {
		t.Errorf("the same level: %s", same.text)
	}
	advanced := c.say("실무 과정으로 바꿔 주세요")
	if advanced.text == beginner.text || advanced.state.UserType != Advanced || advanced.state.QuestionOpen || advanced.state.UIMode != modeChat || !slices.Equal(advanced.modes, []string{"chat"}) {
		t.Errorf("advanced: %+v", advanced.state)
	}
	if other := c.say("퀴즈").state.CurrentQuestionNumber; builtIn(t).questions[other].Level != Advanced || other == number {
		t.Errorf("question %d", other)
	}
}

// The course ends with its last chapter and can be gone through again.
func TestCourseEnds(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	c.say("실무")
	if got := c.say("12장으로 가자"); !strings.Contains(got.text, "1장부터 11장까지") || got.state.CurrentChapter != 1 {
		t.Errorf("chapter 12: %s", got.text)
	}
	if got := c.say("8장 복습할래요"); got.state.CurrentChapter != 8 || got.state.SessionProgressStage != StageTheory {
		t.Errorf("chapter 8: %+v", got.state)
	}
	c.say("퀴즈")
	if got := c.say(c.right()); !got.state.CourseCompleted || !strings.Contains(got.text, "모든 장을 마치셨습니다") {
		t.Errorf("the end: %s", got.text)
	}
	if got := c.say("다음"); got.state.SessionProgressStage != StageFeedback || !strings.Contains(got.text, "모든 장을 마치셨습니다") {
		t.Errorf("after the end: %s", got.text)
	}
	if got := c.say("1장 복습"); got.state.CurrentChapter != 1 || got.state.SessionProgressStage != StageTheory {
		t.Errorf("again: %+v", got.state)
	}
}

func TestEnglish(t *testing.T) {
	t.Parallel()
	c := newClassroom(t, nil)
	if got := c.say("Hello"); !strings.Contains(got.text, "Which course would you like?") || strings.ContainsFunc(got.text, korean.IsHangul) {
		t.Errorf("greeting: %s", got.text)
	}
	if got := c.say("1"); strings.ContainsFunc(got.text, korean.IsHangul) || !strings.Contains(got.text, "Goals of this chapter") {
		t.Errorf("theory: %s", got.text)
	}
	if got := c.say("What is hallucination?"); strings.ContainsFunc(got.text, korean.IsHangul) || !strings.Contains(got.text, "untrue") {
		t.Errorf("question: %s", got.text)
	}
	c.say("quiz")
	if got := c.say("b"); got.state.Language != "en" || !strings.Contains(got.text, "Not quite") {
		t.Errorf("answer: %s", got.text)
	}
	if got := c.say("한국어로 해 주세요"); !strings.Contains(got.text, "한국어로 안내") || got.state.LanguageChoice != "ko" {
		t.Errorf("to Korean: %s", got.text)
	}
	if got := c.say("next please"); !strings.Contains(got.text, "번째 학습") {
		t.Errorf("Korean stays: %s", got.text)
	}
	if got := c.say("영어로 말해 줘"); !strings.Contains(got.text, "I will speak English") {
		t.Errorf("to English: %s", got.text)
	}
}

// Somebody who comes back on another day is welcomed and goes on.
func TestAnotherDay(t *testing.T) {
	t.Parallel()
	var days int
	c := newClassroom(t, func(cfg *Config) {
		cfg.TodayFunc = func() time.Time { return monday().AddDate(0, 0, days) }
	})
	c.say("입문")
	c.say("퀴즈")
	c.say(c.right())
	days = 1
	if got := c.say("다음"); !strings.Contains(got.text, "다시 오셨네요") || got.state.CurrentChapter != 2 || got.state.LastDay != "2026-11-24" {
		t.Errorf("%s", got.text)
	}
	c.say("퀴즈")
	c.say(c.right())
	if got := c.say("내 진도"); !strings.Contains(got.text, "연속 2일") {
		t.Errorf("%s", got.text)
	}
}
