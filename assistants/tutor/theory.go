package tutor

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/korean"
)

// theoryEducator writes the script of the explanation; with it the stage
// moves on (section 6.3).
func (t *tutor) theoryEducator(_ context.Context, tr *turn) (string, error) {
	s, now := tr.State(), t.now(tr)
	draft := t.course().teach(&s)
	return LearningSupervisor, hand(tr, "theory explained", LearningSupervisor, func(s *TutorState) {
		s.TheoryDraft = draft
		s.say(TheoryEducator, messageTool, cut.Runes(draft, maxScript), now)
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
		if s.Turn.Brief {
			theory = recap(l, s.Language)
		}
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

// level is what the learner is taught in the current chapter.
func (t *tutor) level(s *TutorState) level {
	return t.course().chapter(s.CurrentChapter).Levels[cmp.Or(s.UserType, Beginner)]
}

// again explains the chapter once more, in other words.
func (t *tutor) again(s *TutorState) string {
	l := t.level(s)
	return another(l, s.Language) + "\n\n" + recap(l, s.Language)
}

// easier explains it in the beginner's picture; who has just seen that gets the
// chapter's example, and then is asked which word it is.
func (t *tutor) easier(s *TutorState) string {
	l := t.course().chapter(s.CurrentChapter).Levels[Beginner]
	if !s.justSaid(l.Another.In(s.Language)) {
		return strings.Join([]string{texts.Say(s.Language, "guide.easier"), another(l, s.Language), recap(l, s.Language)}, "\n\n")
	}
	if theory := sectionsOf(t.level(s).Theory.In(s.Language)); !s.justSaid(theory[len(theory)-1].body) {
		return t.example(s)
	}
	return texts.Say(s.Language, "guide.which_word", "examples", t.askable(s))
}

// justSaid tells whether the tutor said a text in the last few answers.
func (s *TutorState) justSaid(text string) bool {
	last, begins := s.CurrentSessionConversations, cut.Bytes(strings.TrimSpace(text), maxCompared)
	return slices.ContainsFunc(last[max(0, len(last)-maxJustSaid):], func(c Conversation) bool {
		return c.MessageType == messageSystem && strings.Contains(c.Message, begins)
	})
}

// How many turns of the talk are looked at for what was said, and how much of a text
// tells that it is the same, in bytes.
const maxJustSaid, maxCompared = 8, 160

// deeper explains it as those learn it who apply it at work.
func (t *tutor) deeper(s *TutorState) string {
	ch := t.course().chapter(s.CurrentChapter)
	if ch.Subject != nil {
		return texts.Say(s.Language, "guide.no_deeper", "title", ch.Title, "examples", t.askable(s))
	}
	l := ch.Levels[Advanced]
	return texts.Say(s.Language, "guide.deeper") + "\n\n" + strings.TrimSpace(l.Theory.In(s.Language))
}

// example is the chapter's own, which ends its theory; the learner's line of
// work is named, and not made up for.
func (t *tutor) example(s *TutorState) string {
	theory := sectionsOf(t.level(s).Theory.In(s.Language))
	last := theory[len(theory)-1]
	return texts.Say(s.Language, "guide.example", "work", s.Turn.Work) + "\n\n" + heading(last.title) + last.body
}

// summary is the core of the chapter, in so many lines where that was asked for.
func (t *tutor) summary(s *TutorState) string {
	l := t.level(s)
	if points := in(s.Language, l.Recap); s.Turn.Lines > 0 && s.Turn.Lines < len(points) {
		return "### " + texts.Say(s.Language, "lesson.key_points") + "\n" + bullets(points[:s.Turn.Lines])
	}
	return recap(l, s.Language)
}

// atLoss helps somebody who does not know: with a question open by what the
// lesson said of it, else in easier words.
func (t *tutor) atLoss(s *TutorState) string {
	if s.place() != atQuiz {
		return t.easier(s)
	}
	return t.recalled(s)
}

// recalled says that nothing is marked, and the key point of the lesson that has
// most to do with the open question.
func (t *tutor) recalled(s *TutorState) string {
	q := t.course().questions[s.CurrentQuestionNumber]
	about := korean.Plain(q.Text.In(s.Language) + q.Explanation.In(s.Language))
	nearest := slices.MaxFunc(in(s.Language, t.level(s).Recap), func(a, b string) int {
		return cmp.Compare(korean.Likeness(korean.Plain(a), about), korean.Likeness(korean.Plain(b), about))
	})
	return texts.Say(s.Language, "guide."+s.Turn.Intent, "point", nearest)
}

// reasoned tells why the answer was right or wrong: of multiple choice the
// choice that is asked about, else the one that was chosen; of a written
// answer what it lost its points by.
func (t *tutor) reasoned(s *TutorState) string {
	e, speak := s.Evaluation, texts.In(s.Language)
	if e == nil {
		return speak.Say("guide.nothing_marked")
	}
	q := t.course().questions[e.QuestionNumber]
	if q.Type != MultipleChoice {
		lines := e.lines(s.Language, false)
		if len(lines) == 0 {
			lines = []string{speak.Say("guide.nothing_lost")}
		}
		return strings.Join(append([]string{speak.Say("guide.why_marks", "score", e.Score, "pass", passScore)}, lines...), "\n")
	}
	n := s.Turn.Choice
	if n == 0 && !e.GaveUp {
		n = e.Choice
	}
	if n == 0 || n == q.Answer {
		return speak.Say("guide.why_right", "n", q.Answer, "choice", q.Choices[q.Answer-1], "why", q.Explanation)
	}
	return speak.Say("guide.why_wrong", "n", n, "choice", q.Choices[n-1], "why", q.reason(n).In(s.Language),
		"answer", q.Answer, "right", q.Choices[q.Answer-1])
}

// marked tells the marks that were given last, with their reason.
func (t *tutor) marked(s *TutorState) string {
	why := t.reasoned(s)
	if e := s.Evaluation; e != nil && e.Type == MultipleChoice {
		why = texts.Say(s.Language, "feedback.score", "score", e.Score, "pass", passScore) + "\n\n" + why
	}
	return why
}

// disputed answers doubts about the marks with their reason, if there are marks.
func (t *tutor) disputed(s *TutorState) string {
	return strings.TrimSpace(texts.Say(s.Language, "guide.dispute", "marked", s.Evaluation != nil) + "\n\n" + t.reasoned(s))
}
