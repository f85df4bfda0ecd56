package tutor

import (
	"context"
	"fmt"
	"strings"
)

// theoryEducator writes the script of the explanation; with it the stage
// moves on (section 6.3).
func (t *tutor) theoryEducator(_ context.Context, tr *turn) (string, error) {
	s, now := snapshot(tr), t.now(tr)
	draft := t.course.teach(&s)
	return LearningSupervisor, hand(tr, "theory explained", LearningSupervisor, func(s *TutorState) {
		s.TheoryDraft = draft
		s.say(TheoryEducator, messageTool, cut(draft, maxScript), now)
		s.SessionProgressStage = StageTheory
	})
}

// teach is the explanation for a level and for how often the chapter was
// studied already: in whole, in another picture, then the core with what was
// missed. It is Markdown whose "### " begin sections.
func (c *course) teach(s *TutorState) string {
	l, speak := c.chapter(s.CurrentChapter).Levels[s.UserType], texts.In(s.Language)
	theory := strings.TrimSpace(l.Theory.In(s.Language))
	var parts []string
	switch s.CurrentSessionCount {
	case 0, 1:
		parts = []string{"### " + speak.Say("lesson.goals") + "\n" + bullets(in(s.Language, l.Goals)), theory}
	case 2:
		parts = []string{c.missed(s), another(l, s.Language), recap(l, s.Language)}
	default:
		parts = []string{c.missed(s), recap(l, s.Language), theory[strings.LastIndex(theory, "### "):]}
	}
	return strings.Join(compact(parts...), "\n\n")
}

// another is the explanation in a picture.
func another(l level, language string) string {
	return "### " + texts.Say(language, "lesson.another") + "\n" + strings.TrimSpace(l.Another.In(language))
}

func recap(l level, language string) string {
	return "### " + texts.Say(language, "lesson.key_points") + "\n" + bullets(in(language, l.Recap))
}

// missed explains the questions of this chapter that were not passed.
func (c *course) missed(s *TutorState) string {
	var lines []string
	for _, n := range s.Missed {
		if q := c.questions[n]; q != nil {
			lines = append(lines, fmt.Sprintf("**%s** — %s", c.chapter(q.Chapter).topic(q.Topic, s.Language), q.Explanation.In(s.Language)))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return "### " + texts.Say(s.Language, "lesson.missed") + "\n" + bullets(lines)
}
