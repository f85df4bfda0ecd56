package tutor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
)

// quizGenerator asks a question, and stays with it until it is answered or
// skipped: hints are its work too.
func (t *tutor) quizGenerator(_ context.Context, tr *turn) (string, error) {
	s, label, change := tr.State(), "no hint left", func(*TutorState) {}
	if !s.QuestionOpen || s.Turn.Intent != intentHint {
		return t.ask(tr, &s)
	}
	if s.HintUsageCount < maxHints {
		label, change = "hint revealed", func(s *TutorState) { s.HintUsageCount++ }
	}
	change(&s)
	return t.answer(tr, label, t.guide(&s), change)
}

// ask chooses a question and shows it.
func (t *tutor) ask(tr *turn, s *TutorState) (string, error) {
	q, asked := t.course().choose(s)
	now, left := t.now(tr), t.course().questions[s.CurrentQuestionNumber]
	set := func(s *TutorState) {
		s.CurrentQuestionType, s.CurrentQuestionNumber, s.CurrentQuestionContent = q.Type, q.Number, q.Text.In(s.Language)
		s.CurrentQuestionAnswer, s.IsAnswerCorrect, s.EvaluationFeedback = "", 0, ""
		s.HintUsageCount, s.Evaluation = 0, nil
		s.Asked, s.QuestionOpen = asked, true
		s.QuizDraft = questionText(q, s.Language)
	}
	set(s)
	return t.answer(tr, "question asked", t.quizReply(s, left), func(s *TutorState) {
		set(s)
		s.say(QuizGenerator, messageTool, cut.Runes(s.QuizDraft, maxScript), now)
	})
}

// choose is the next question and the questions asked by then. No question
// comes twice before its pool is through; then the pool begins anew, but not
// with the question that came last.
func (c *course) choose(s *TutorState) (*Question, []int) {
	pool := c.chapter(s.CurrentChapter).pool(s.UserType, "")
	asked := slices.Clone(s.Asked)
	fresh := func() []*Question {
		return slices.DeleteFunc(slices.Clone(pool), func(q *Question) bool { return slices.Contains(asked, q.Number) })
	}
	left := fresh()
	if len(left) == 0 {
		asked = slices.DeleteFunc(asked, func(n int) bool {
			return n != s.CurrentQuestionNumber && slices.ContainsFunc(pool, func(q *Question) bool { return q.Number == n })
		})
		left = fresh()
	}
	wanted := s.wantedType()
	if kind := slices.DeleteFunc(slices.Clone(left), func(q *Question) bool { return q.Type != wanted }); len(kind) > 0 {
		left = kind
	}
	return left[0], append(asked, left[0].Number)
}

// wantedType is the kind of the next question: the one asked for, else
// multiple choice with a subjective one in between, more often for advanced.
func (s *TutorState) wantedType() string {
	if s.Turn.QuestionType != "" {
		return s.Turn.QuestionType
	}
	every := 3
	if s.UserType == Advanced {
		every = 2
	}
	if (len(s.Asked)+1)%every == 0 {
		return Subjective
	}
	return MultipleChoice
}

// questionText is the script of a question.
func questionText(q *Question, language string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n", q.Text.In(language))
	if q.Type == MultipleChoice {
		for i, c := range q.Choices {
			fmt.Fprintf(&b, "\n%d. %s", i+1, c.In(language))
		}
		return b.String()
	}
	parts := make([]string, len(q.Rubric))
	for i, c := range q.Rubric {
		parts[i] = fmt.Sprintf("%s %d", c.Name.In(language), c.Points)
	}
	fmt.Fprintf(&b, "\n%s: %s", texts.Say(language, "quiz.marked_by"), strings.Join(parts, " · "))
	return b.String()
}
