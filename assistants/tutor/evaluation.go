package tutor

import (
	"context"
	"strings"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/scoring"
)

// passScore is what a subjective answer needs; each hint lowers the most
// that it can get by hintCost; excellent is the score that is praised.
const (
	passScore = 60
	hintCost  = 10
	excellent = 85
)

// Who marks besides models.
const (
	byKey    = "key"
	byRubric = "rubric"
)

// Grader marks an answer to a subjective question. A model may be one. Its
// errors are the operator's: the tutor marks by the rubric then and says so.
type Grader func(ctx context.Context, q *Question, answer, language string) (Grade, error)

// Grade is the marks of an answer before what hints cost.
type Grade struct {
	Score    int              `json:"score"` // 0-100
	Criteria []CriterionGrade `json:"criteria"`
	// Remarks are what cost marks beyond the criteria.
	Remarks []string `json:"remarks,omitempty"`
	// By is "rubric" or the model's name.
	By string `json:"graded_by"`
	// Fallback tells that the rubric stood in for the grader.
	Fallback bool `json:"fallback,omitempty"`
}

// CriterionGrade is how far a criterion is met and what it would need.
type CriterionGrade struct {
	Criterion string         `json:"criterion"`
	Points    int            `json:"points"`
	Earned    int            `json:"earned"`
	Credit    scoring.Credit `json:"credit"` // full | half | none
	Need      string         `json:"need"`   // what full credit needs
	// Evidence are the words of the answer that earned it.
	Evidence []string `json:"evidence,omitempty"`
}

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
func (t *tutor) evaluationFeedbackAgent(ctx context.Context, tr *turn) (string, error) {
	s, now := snapshot(tr), t.now(tr)
	e, err := t.evaluate(ctx, tr, &s)
	if err != nil {
		return "", err
	}
	draft := feedback(e, t.course.questions[e.QuestionNumber], s.Language)
	if err := hand(tr, "answer evaluated", EvaluationFeedbackAgent, func(s *TutorState) {
		s.IsAnswerCorrect, s.Evaluation = e.Result, &e
		s.FeedbackDraft, s.QuestionOpen = draft, false
		s.QuizDraft = ""
		s.SessionProgressStage = StageFeedback
		s.say(EvaluationFeedbackAgent, messageTool, cut(draft, maxScript), now)
	}); err != nil {
		return "", err
	}
	return LearningSupervisor, hand(tr, "supervisor takes over", LearningSupervisor)
}

// evaluate is the design's evaluate_answer (section 6.2).
func (t *tutor) evaluate(ctx context.Context, tr *turn, s *TutorState) (Evaluation, error) {
	q := t.course.questions[s.CurrentQuestionNumber]
	e := Evaluation{
		QuestionNumber: q.Number, Type: q.Type, HintsUsed: s.HintUsageCount, Limit: scoring.Whole,
		Explanation: q.Explanation.In(s.Language), GaveUp: s.Turn.Intent == intentGiveUp, GradedBy: byKey,
	}
	if q.Type == MultipleChoice {
		e.Choice, e.Answer = s.Turn.Choice, q.Answer
		if e.Choice == q.Answer && !e.GaveUp {
			e.Result, e.Score, e.Passed = 1, scoring.Whole, true
		}
		return e, nil
	}
	e.Limit = scoring.Whole - hintCost*s.HintUsageCount
	g, err := engine.Do(ctx, tr, "grade", func(ctx context.Context) (Grade, error) {
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
		return t.helper.grader(asker{info.UserID, info.SessionID, info.RunID})
	}
	return rubric
}

// rubric is the Grader without a model.
func rubric(_ context.Context, q *Question, answer, language string) (Grade, error) {
	return q.grade(q.marking().Mark(answer, q.given()...), byRubric, language), nil
}

// grade writes marks in a language.
func (q *Question) grade(marks scoring.Result, by, language string) Grade {
	g := Grade{Score: marks.Score, By: by}
	for i, m := range marks.Marks {
		c := q.Rubric[i]
		g.Criteria = append(g.Criteria, CriterionGrade{
			c.Name.In(language), c.Points, m.Earned, m.Credit, c.Full.In(language), m.Evidence,
		})
	}
	for _, slip := range marks.Mistakes {
		g.Remarks = append(g.Remarks, q.Mistakes[slip.Mistake].Why.In(language))
	}
	return g
}

// grade asks the grader; one that fails or takes too long is replaced by the
// rubric, openly.
func (t *tutor) grade(ctx context.Context, by Grader, q *Question, s *TutorState) (Grade, error) {
	answer := s.CurrentQuestionAnswer
	if s.Turn.Intent == intentGiveUp {
		answer = ""
	}
	bound, cancel := context.WithTimeout(ctx, t.cfg.GradeTimeout)
	defer cancel()
	g, err := by(bound, q, answer, s.Language)
	if err == nil || ctx.Err() != nil {
		return g, err
	}
	t.cfg.Logger.Warn("grader failed; the rubric marks", "question", q.Number, "error", err)
	g, err = rubric(ctx, q, answer, s.Language)
	g.Fallback = true
	return g, err
}

// feedback is the script of what the learner is told.
func feedback(e Evaluation, q *Question, language string) string {
	if e.Type != MultipleChoice {
		return rubricFeedback(e, language)
	}
	verdict := "feedback.wrong"
	switch {
	case e.Passed:
		verdict = "feedback.right"
	case e.GaveUp:
		verdict = "feedback.gave_up"
	}
	return texts.Say(language, verdict, "n", q.Answer, "choice", q.Choices[q.Answer-1], "why", e.Explanation, "chosen", e.Choice)
}

func rubricFeedback(e Evaluation, language string) string {
	speak := texts.In(language)
	lines := []string{speak.Say("feedback.score", "score", e.Score, "pass", passScore) + " " + speak.Say("feedback.word."+e.word()), ""}
	for _, c := range e.Criteria {
		credit := texts.Say(language, "feedback.credit."+string(c.Credit), "need", c.Need)
		lines = append(lines, speak.Say("feedback.criterion", "criterion", c.Criterion, "earned", c.Earned, "points", c.Points, "credit", credit))
	}
	for _, r := range e.Remarks {
		lines = append(lines, speak.Say("feedback.mistake", "why", r))
	}
	if e.Limit < scoring.Whole {
		lines = append(lines, speak.Say("feedback.hints", "n", e.HintsUsed, "limit", e.Limit))
	}
	return strings.Join(append(lines, "", speak.Say("feedback.example", "answer", e.Explanation)), "\n")
}

// word is what is said of a score.
func (e *Evaluation) word() string {
	switch {
	case e.GaveUp:
		return "gave_up"
	case e.Score >= excellent:
		return "excellent"
	case e.Passed:
		return "passed"
	}
	return "missed"
}
