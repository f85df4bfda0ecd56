package tutor

import (
	"context"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
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
	// Fallback tells that the grader failed and the rubric marked instead, Why for
	// which of llm/ask's reasons, RetryAfterMS for how long where that is known.
	Fallback     bool   `json:"fallback,omitempty"`
	Why          string `json:"why,omitempty"`
	RetryAfterMS int64  `json:"retry_after_ms,omitempty"`
}

// evaluationFeedbackAgent marks the answer and writes the feedback's script:
// row 6, then 7.
func (t *tutor) evaluationFeedbackAgent(ctx context.Context, tr *turn) (string, error) {
	s, now := tr.State(), t.now(tr)
	e, err := t.evaluate(ctx, tr, &s)
	if err != nil {
		return "", err
	}
	draft := feedback(e, t.course().questions[e.QuestionNumber], s.Language)
	if err := hand(tr, "answer evaluated", EvaluationFeedbackAgent, func(s *TutorState) {
		s.IsAnswerCorrect, s.Evaluation = e.Result, &e
		s.FeedbackDraft, s.QuestionOpen = draft, false
		s.QuizDraft = ""
		s.SessionProgressStage = StageFeedback
		s.say(EvaluationFeedbackAgent, messageTool, cut.Runes(draft, maxScript), now)
	}); err != nil {
		return "", err
	}
	return LearningSupervisor, hand(tr, "supervisor takes over", LearningSupervisor)
}

// evaluate is the design's evaluate_answer (section 6.2).
func (t *tutor) evaluate(ctx context.Context, tr *turn, s *TutorState) (Evaluation, error) {
	q := t.course().questions[s.CurrentQuestionNumber]
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
	if err := t.mark(ctx, tr, s, q, &e); err != nil {
		return e, err
	}
	e.Score = min(e.Score, e.Limit)
	e.Result, e.Passed = e.Score, e.Score >= passScore
	return e, nil
}

// mark has the model mark a written answer. Where there is none the rubric's
// terms do, and where it fails they do too, openly.
func (t *tutor) mark(ctx context.Context, tr *turn, s *TutorState, q *Question, e *Evaluation) error {
	answer := s.CurrentQuestionAnswer
	if e.GaveUp {
		answer = ""
	}
	own := scoring.Own(answer, q.given()...)
	q.write(e, q.marking().Mark(answer, q.given()...), byRubric, s.Language)
	if strings.TrimSpace(own) == "" {
		return nil
	}
	heard, err := ask.Once(ctx, tr, t.helper.Model, "grade", t.helper.marking(q, own, s.Language))
	if err != nil || heard.Off() {
		return err
	}
	result, remarks, wrong := q.awarded(heard.Answer, ask.Tagless(own))
	if e.Why = heard.Fallback; e.Why == "" && len(wrong) > 0 {
		e.Why = llm.OutcomeBadAnswer
	}
	e.Fallback, e.RetryAfterMS = e.Why != "", heard.RetryAfterMS
	if !e.Fallback {
		q.write(e, result, heard.Answer.Model, s.Language)
		e.Remarks = remarks
	}
	return nil
}

// write puts marks into an evaluation, in words of a language.
func (q *Question) write(e *Evaluation, marks scoring.Result, by, language string) {
	e.Score, e.GradedBy, e.Criteria, e.Remarks = marks.Score, by, nil, nil
	for i, m := range marks.Marks {
		c := q.Rubric[i]
		e.Criteria = append(e.Criteria, CriterionGrade{
			c.Name.In(language), c.Points, m.Earned, m.Credit, c.Full.In(language), m.Evidence,
		})
	}
	for _, slip := range marks.Mistakes {
		e.Remarks = append(e.Remarks, q.Mistakes[slip.Mistake].Why.In(language))
	}
}

// feedback is the script of what the learner is told.
func feedback(e Evaluation, q *Question, language string) string {
	if e.Type != MultipleChoice {
		return rubricFeedback(e, language)
	}
	return texts.Say(language, "feedback.choice", "passed", e.Passed, "gave_up", e.GaveUp, "n", q.Answer, "choice", q.Choices[q.Answer-1], "why", e.Explanation, "chosen", e.Choice)
}

func rubricFeedback(e Evaluation, language string) string {
	speak := texts.In(language)
	lines := []string{speak.Say("feedback.score", "score", e.Score, "pass", passScore) + " " + speak.Say("feedback.word", "gave_up", e.GaveUp, "excellent", e.Score >= excellent, "passed", e.Passed), ""}
	lines = append(lines, e.lines(language, true)...)
	return strings.Join(append(lines, "", speak.Say("feedback.example", "answer", e.Explanation)), "\n")
}

// lines tell what each criterion earned, or those that lost points; then false
// claims and hints.
func (e *Evaluation) lines(language string, all bool) (lines []string) {
	speak := texts.In(language)
	for _, c := range e.Criteria {
		if all || c.Credit != scoring.Full {
			credit := texts.Say(language, "feedback.credit."+string(c.Credit), "need", c.Need)
			lines = append(lines, speak.Say("feedback.criterion", "criterion", c.Criterion, "earned", c.Earned, "points", c.Points, "credit", credit))
		}
	}
	for _, r := range e.Remarks {
		lines = append(lines, speak.Say("feedback.mistake", "why", r))
	}
	if e.Limit < scoring.Whole {
		lines = append(lines, speak.Say("feedback.hints", "n", e.HintsUsed, "limit", e.Limit))
	}
	return lines
}
