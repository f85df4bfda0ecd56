package tutor

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// quizGenerator asks a question, and stays with it until it is answered:
// hints and second looks are its work too.
func (t *tutor) quizGenerator(_ context.Context, tr *turn) (outcome, error) {
	s := snapshot(tr)
	if !s.QuestionOpen || s.Turn.Intent == intentType {
		return t.ask(tr, &s), nil
	}
	if s.Turn.Intent == intentHint {
		return t.hint(tr, &s), nil
	}
	return end(t.answer(tr, "question shown again", t.quizNote(&s))), nil
}

// ask chooses a question and shows it.
func (t *tutor) ask(tr *turn, s *TutorState) outcome {
	q, asked := t.course.choose(s)
	now := t.now(tr)
	set := func(s *TutorState) {
		s.Asked = asked
		s.QuestionOpen = true
		s.CurrentQuestionType, s.CurrentQuestionNumber, s.CurrentQuestionContent = q.Type, q.Number, q.Text
		s.CurrentQuestionAnswer, s.IsAnswerCorrect, s.EvaluationFeedback = "", 0, ""
		s.HintUsageCount, s.Evaluation = 0, nil
	}
	after := *s
	set(&after)
	draft := questionText(q, after.Language)
	after.QuizDraft = draft
	return end(t.answer(tr, "question asked", t.quizReply(&after), func(s *TutorState) {
		set(s)
		s.QuizDraft = draft
		s.say(QuizGenerator, messageTool, cut(draft, maxScript), now)
	}))
}

// hint reveals the next hint; it is counted only when there is one.
func (t *tutor) hint(tr *turn, s *TutorState) outcome {
	if s.HintUsageCount >= maxHints {
		return end(t.answer(tr, "no hint left", t.quizNote(s)))
	}
	after := *s
	after.HintUsageCount++
	return end(t.answer(tr, "hint revealed", t.quizNote(&after), func(s *TutorState) { s.HintUsageCount++ }))
}

// choose is the next question and the questions asked by then. No question
// comes twice before its pool is through; then the pool begins anew, but not
// with the question that came last.
func (c *course) choose(s *TutorState) (*Question, []int) {
	ch := c.chapter(s.CurrentChapter)
	pool := ch.pool(s.UserType, "")
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
	q := left[0]
	wanted := s.wantedType()
	if i := slices.IndexFunc(left, func(q *Question) bool { return q.Type == wanted }); i >= 0 {
		q = left[i]
	}
	return q, append(asked, q.Number)
}

// wantedType is the kind of the next question: the one asked for, else
// multiple choice with a subjective one in between, more often for advanced.
// Rubrics read Korean, so who speaks English gets those only on request.
func (s *TutorState) wantedType() string {
	if s.Turn.QuestionType != "" {
		return s.Turn.QuestionType
	}
	if s.Language == "en" {
		return MultipleChoice
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
	if q.Type == MultipleChoice {
		var b strings.Builder
		fmt.Fprintf(&b, "**%s**\n", q.Text)
		for i, c := range q.Choices {
			fmt.Fprintf(&b, "\n%d. %s", i+1, c)
		}
		return b.String()
	}
	var parts []string
	for _, c := range q.Rubric {
		parts = append(parts, fmt.Sprintf("%s %d", c.Criterion, c.Points))
	}
	return fmt.Sprintf("**%s**\n\n%s: %s", q.Text, pick(language, "채점 기준", "Marked by"), strings.Join(parts, " · "))
}
