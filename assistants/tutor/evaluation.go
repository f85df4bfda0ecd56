package tutor

import (
	"context"
	"fmt"
	"strings"

	"github.com/madang-dev/madang/engine"
)

// passScore is what a subjective answer needs; each hint lowers the most
// that it can get by hintCost.
const (
	passScore = 60
	hintCost  = 10
)

// Who marks besides models.
const (
	byKey    = "key"
	byRubric = "rubric"
)

// Evaluation is an answer's marks with their reasons.
type Evaluation struct {
	QuestionNumber int    `json:"question_number"`
	Type           string `json:"type"`
	// Result is the design's is_answer_correct: 1 or 0, or 0-100.
	Result int  `json:"result"`
	Score  int  `json:"score"` // 0-100 for both kinds
	Passed bool `json:"passed"`
	GaveUp bool `json:"gave_up,omitempty"`
	// Choice and Answer are of multiple choice, from 1.
	Choice    int `json:"choice,omitempty"`
	Answer    int `json:"answer,omitempty"`
	HintsUsed int `json:"hints_used"`
	// Limit is the most that the score could be after the hints.
	Limit       int              `json:"limit"`
	Criteria    []CriterionGrade `json:"criteria,omitempty"`
	Remarks     []string         `json:"remarks,omitempty"`
	Explanation string           `json:"explanation"`
	GradedBy    string           `json:"graded_by"`
	// Fallback tells that the grader failed and the rubric marked instead.
	Fallback bool `json:"fallback,omitempty"`
}

// evaluationFeedbackAgent marks the answer and writes the feedback's script:
// row 6, then 7.
func (t *tutor) evaluationFeedbackAgent(ctx context.Context, tr *turn) (outcome, error) {
	s, now := snapshot(tr), t.now(tr)
	e, err := t.evaluate(ctx, tr, &s)
	if err != nil {
		return outcome{}, err
	}
	draft := feedback(e, t.course.questions[e.QuestionNumber], s.Language)
	marked := move("answer evaluated", EvaluationFeedbackAgent, func(s *TutorState) {
		s.IsAnswerCorrect, s.Evaluation = e.Result, &e
		s.FeedbackDraft, s.QuestionOpen = draft, false
		s.QuizDraft = ""
		s.SessionProgressStage = StageFeedback
		s.say(EvaluationFeedbackAgent, messageTool, cut(draft, maxScript), now)
	})
	return outcome{Next: LearningSupervisor, Last: []change{marked, move("supervisor takes over", LearningSupervisor)}}, nil
}

// evaluate is the design's evaluate_answer (section 6.2).
func (t *tutor) evaluate(ctx context.Context, tr *turn, s *TutorState) (Evaluation, error) {
	q := t.course.questions[s.CurrentQuestionNumber]
	e := Evaluation{
		QuestionNumber: q.Number, Type: q.Type, HintsUsed: s.HintUsageCount, Limit: 100,
		Explanation: q.Explanation, GaveUp: s.Turn.Intent == intentGiveUp, GradedBy: byKey,
	}
	if q.Type == MultipleChoice {
		e.Choice, e.Answer = s.Turn.Choice, q.Answer
		if e.Choice == q.Answer && !e.GaveUp {
			e.Result, e.Score, e.Passed = 1, 100, true
		}
		return e, nil
	}
	e.Limit = 100 - hintCost*s.HintUsageCount
	g, err := engine.Recall(ctx, tr.Scope(""), func(ctx context.Context) (marks, error) {
		return t.grade(ctx, t.grader(tr.Info()), q, s)
	})
	if err != nil {
		return e, err
	}
	e.Criteria, e.Remarks, e.GradedBy, e.Fallback = g.Criteria, g.Remarks, g.By, g.Fallback
	e.Score = min(max(g.Score, 0), e.Limit)
	e.Result, e.Passed = e.Score, e.Score >= passScore
	return e, nil
}

// grader is who marks in a run.
func (t *tutor) grader(info engine.RunInfo) Grader {
	switch {
	case t.cfg.Grader != nil:
		return t.cfg.Grader
	case t.helper != nil:
		return modelGrader{t.helper, asker{info.UserID, info.SessionID, info.RunID}}
	}
	return Rubric{}
}

// marks are a grade and who gave it.
type marks struct {
	Grade
	// Fallback tells that the rubric stood in for the grader.
	Fallback bool `json:"fallback,omitempty"`
}

// grade asks the grader; one that fails or takes too long is replaced by the
// rubric, openly.
func (t *tutor) grade(ctx context.Context, by Grader, q *Question, s *TutorState) (marks, error) {
	answer := s.CurrentQuestionAnswer
	if s.Turn.Intent == intentGiveUp {
		answer = ""
	}
	bound, cancel := context.WithTimeout(ctx, t.cfg.GradeTimeout)
	defer cancel()
	g, err := by.Grade(bound, *q, answer, s.Language)
	if err == nil {
		return marks{Grade: g}, nil
	}
	if ctx.Err() != nil {
		return marks{}, err
	}
	t.cfg.Logger.Warn("grader failed; the rubric marks", "question", q.Number, "error", err)
	g, err = Rubric{}.Grade(ctx, *q, answer, s.Language)
	return marks{Grade: g, Fallback: true}, err
}

// feedback is the script of what the learner is told.
func feedback(e Evaluation, q *Question, language string) string {
	if e.Type == MultipleChoice {
		return choiceFeedback(e, q, language)
	}
	return rubricFeedback(e, language)
}

func choiceFeedback(e Evaluation, q *Question, language string) string {
	right := fmt.Sprintf("%d. %s", q.Answer, q.Choices[q.Answer-1])
	switch {
	case e.Passed:
		return fmt.Sprintf(pick(language, "**정답입니다!** 잘하셨습니다.\n\n- 정답: %s\n- 풀이: %s", "**Correct!** Well done.\n\n- Answer: %s\n- Why: %s"), right, e.Explanation)
	case e.GaveUp:
		return fmt.Sprintf(pick(language, "괜찮습니다. 풀이를 함께 보겠습니다.\n\n- 정답: %s\n- 풀이: %s", "That is fine; here is the solution.\n\n- Answer: %s\n- Why: %s"), right, e.Explanation)
	}
	return fmt.Sprintf(pick(language, "**아쉽지만 정답이 아닙니다.** 고르신 답은 %d번입니다.\n\n- 정답: %s\n- 풀이: %s", "**Not quite.** You chose number %d.\n\n- Answer: %s\n- Why: %s"), e.Choice, right, e.Explanation)
}

func rubricFeedback(e Evaluation, language string) string {
	var b strings.Builder
	fmt.Fprintf(&b, pick(language, "**%d점**입니다(통과 %d점).", "**%d points** (%d to pass)."), e.Score, passScore)
	switch {
	case e.GaveUp:
		b.WriteString(pick(language, " 괜찮습니다. 아래의 예를 참고해 주세요.", " That is fine; see the example below."))
	case e.Score >= 85:
		b.WriteString(pick(language, " 아주 훌륭한 답입니다!", " An excellent answer!"))
	case e.Passed:
		b.WriteString(pick(language, " 잘 쓰셨습니다.", " Well written."))
	default:
		b.WriteString(pick(language, " 조금만 더 채우면 통과할 수 있습니다.", " A little more and you pass."))
	}
	b.WriteString("\n")
	for _, c := range e.Criteria {
		fmt.Fprintf(&b, "\n- %s: %d/%d — %s", c.Criterion, c.Earned, c.Points, creditWords(c, language))
	}
	for _, r := range e.Remarks {
		b.WriteString("\n- " + pick(language, "바로잡을 점: ", "To be put right: ") + r)
	}
	if e.Limit < 100 {
		fmt.Fprintf(&b, pick(language, "\n- 힌트를 %d번 보셔서 최고 점수는 %d점입니다.", "\n- With %d hints the most is %d points."), e.HintsUsed, e.Limit)
	}
	fmt.Fprintf(&b, "\n\n%s: %s", pick(language, "좋은 답의 예", "A good answer, for example"), e.Explanation)
	return b.String()
}

func creditWords(c CriterionGrade, language string) string {
	switch c.Credit {
	case creditFull:
		return pick(language, "충분합니다.", "all there.")
	case creditHalf:
		return pick(language, "일부만 있습니다. ", "partly there. ") + c.Need
	}
	return pick(language, "빠져 있습니다. ", "missing. ") + c.Need
}
