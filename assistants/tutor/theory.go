package tutor

import (
	"context"
	"fmt"
	"strings"
)

// theoryEducator writes the script of the explanation; with it the stage
// moves on (section 6.3).
func (t *tutor) theoryEducator(_ context.Context, tr *turn) (outcome, error) {
	s, now := snapshot(tr), t.now(tr)
	draft := t.course.teach(&s)
	return outcome{Next: LearningSupervisor, Last: []change{
		move("theory explained", LearningSupervisor, func(s *TutorState) {
			s.TheoryDraft = draft
			s.say(TheoryEducator, messageTool, cut(draft, maxScript), now)
			s.SessionProgressStage = StageTheory
		}),
	}}, nil
}

// teach is the explanation for a level and for how often the chapter was
// studied already: in whole, in another picture, then the core with what was
// missed. It is Markdown whose "### " begin sections.
func (c *course) teach(s *TutorState) string {
	l := c.chapter(s.CurrentChapter).Levels[s.UserType]
	var parts []string
	switch s.CurrentSessionCount {
	case 0, 1:
		parts = []string{goals(l, s.Language), strings.TrimSpace(l.Theory)}
	case 2:
		parts = []string{
			c.missed(s), "### " + pick(s.Language, "다른 그림으로 다시 보기", "The same in another picture") + "\n" + strings.TrimSpace(l.Another),
			recap(l, s.Language),
		}
	default:
		sections := sectionsOf(l.Theory)
		example := sections[len(sections)-1]
		parts = []string{c.missed(s), recap(l, s.Language), "### " + example.title + "\n" + example.body}
	}
	return strings.Join(compact(parts), "\n\n")
}

func goals(l level, language string) string {
	return "### " + pick(language, "이번 장의 목표", "Goals of this chapter") + "\n- " + strings.Join(l.Goals, "\n- ")
}

func recap(l level, language string) string {
	return "### " + pick(language, "핵심만 다시", "The key points") + "\n- " + strings.Join(l.Recap, "\n- ")
}

// missed explains the questions of this chapter that were not passed.
func (c *course) missed(s *TutorState) string {
	var lines []string
	for _, n := range s.Missed {
		if q := c.questions[n]; q != nil {
			lines = append(lines, fmt.Sprintf("- **%s** — %s", c.chapter(q.Chapter).topic(q.Topic, s.Language), q.Explanation))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return "### " + pick(s.Language, "지난 문제에서 놓친 점", "What the last question was about") + "\n" + strings.Join(lines, "\n")
}

// compact leaves out empty texts.
func compact(parts []string) []string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return kept
}
