package tutor

import (
	"cmp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/state"
)

// prompt says what can be done at the place where the lesson rests.
func (t *tutor) prompt(s *TutorState) string {
	key := string(s.place())
	switch {
	case s.place() == atLevel && cmp.Or(s.Turn.QnA, s.Last) != nil: // the levels need not be asked for again
		key = "later"
	case s.place() == atQuiz:
		key = s.CurrentQuestionType
	case s.place() != atFeedback:
	case t.finished(s):
		key = "finished"
	case s.SessionDecisionResult == Retry:
		key = "retry"
	}
	return texts.Say(s.Language, "prompt."+key, "chapter", s.CurrentChapter, "next", s.CurrentChapter+1, "chapters", t.course().own(), "title", t.course().chapter(s.CurrentChapter).Title,
		"left", maxHints-s.HintUsageCount, "pass", passScore, "cost", hintCost, "subject", t.course().chapter(s.CurrentChapter).Subject != nil)
}

// guide answers what is not the lesson's next step; the lesson is where it was.
func (t *tutor) guide(s *TutorState) state.Response {
	rest := []string{t.reminder(s)}
	if s.Turn.Intent == intentStop {
		rest = nil
	}
	return t.guidance(s, s.Turn.Intent, []string{t.welcome(s), t.say(s)}, rest...)
}

// say is what an act is answered with at once.
func (t *tutor) say(s *TutorState) string {
	a, at := actOf(s.Turn.Intent), s.place()
	switch {
	case len(a.at) > 0 && !slices.Contains(a.at, at): // the state is older than the act
		return t.unclear(s)
	case a.sayFunc != nil:
		return a.sayFunc(t, s)
	}
	args := []any{
		"open", at == atQuiz, "left", maxHints - s.HintUsageCount, "hints", maxHints, "cost", hintCost, "chapters", t.course().own(), "others", strings.Join(t.course().subjects(s.Language), ", "),
		"where", t.where(s), "chapter", max(s.CurrentChapter, 1), "level", texts.Say(s.Language, "level."+cmp.Or(s.UserType, Beginner)), "n", s.Turn.Choice, "of", 0, "choice", "", "pass", passScore,
	}
	if at == atQuiz {
		q := t.course().questions[s.CurrentQuestionNumber]
		args = append(args, "of", len(q.Choices), "choice", q.choice(s.Turn.Choice))
	}
	return texts.Say(s.Language, "guide."+a.intent, args...)
}

// unclear says that a message was not understood, and what is taught.
func (t *tutor) unclear(s *TutorState) string {
	return texts.Say(s.Language, "guide.unclear", "others", strings.Join(t.course().subjects(s.Language), ", "))
}

// contents lists the chapters.
func (t *tutor) contents(s *TutorState) string {
	return texts.Say(s.Language, "guide.chapters", "chapters", len(t.course().chapters)) + "\n\n" + strings.Join(t.titles(s), "\n")
}

func (t *tutor) titles(s *TutorState) (list []string) {
	for _, ch := range t.course().chapters {
		list = append(list, texts.Say(s.Language, "guide.chapter", "n", ch.Number, "title", ch.Title))
	}
	return list
}

// where names the place of the lesson; nothing before there is one.
func (t *tutor) where(s *TutorState) string {
	if s.place() == atLevel {
		return ""
	}
	return texts.Say(s.Language, "where."+string(s.place()), "chapter", s.CurrentChapter)
}

// retold says in the language that was asked for what was explained last.
func (t *tutor) retold(s *TutorState) string {
	said := texts.Say(s.Language, "guide.language")
	if s.place() == atTheory {
		said += "\n\n" + t.course().teach(s)
	}
	return said
}

// progressReply shows how far the user is.
func (t *tutor) progressReply(s *TutorState, p Progress) state.Response {
	speak := texts.In(s.Language)
	a := answered{
		intent: intentProgress, agent: LearningSupervisor,
		head: speak.Say("progress.head", "sessions", p.TotalSessions, "points", rounded(p.AverageScore), "days", p.StreakDays),
	}
	var chapters []string
	for _, c := range p.Chapters {
		chapters = append(chapters, speak.Say("progress.chapter", "n", c.Chapter, "title", c.Title, "sessions", c.Sessions,
			"points", rounded(c.AverageScore), "passed", c.Passed))
	}
	a.sections = []state.Section{part(speak.Say("progress.by_chapter"), "chart", chapters...)}
	var weak []string
	for _, w := range p.WeakTopics {
		weak = append(weak, speak.Say("progress.topic", "topic", w.Title, "chapter", w.Chapter, "points", rounded(w.AverageScore)))
	}
	if len(weak) > 0 {
		a.sections = append(a.sections, part(speak.Say("progress.weak"), "alert", weak...))
	}
	a.sections = append(a.sections, part(speak.Say("progress.recommendation"), "lightbulb", speak.Say("progress.here", "where", t.where(s))+p.Recommendation.Text, "", t.reminder(s)))
	r := t.reply(s, a)
	r.Data["progress"] = assistant.Packed(p)
	return r
}

func rounded(points float64) int { return int(points + 0.5) }
