package tutor

import (
	"strings"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
)

// prompt says what can be done at the place where the lesson rests.
func (t *tutor) prompt(s *TutorState) string { return texts.In(s.Language).Text(t.promptWords(s)) }

func (t *tutor) promptWords(s *TutorState) words.Message {
	left := maxHints - s.HintUsageCount
	switch at := s.place(); {
	case at == atLevel:
		return words.M("prompt.level")
	case at == atStart:
		return words.M("prompt.start", "chapter", s.CurrentChapter)
	case at == atTheory:
		return words.M("prompt.theory")
	case at == atQuiz && s.CurrentQuestionType == MultipleChoice:
		return words.M("prompt.multiple_choice", "left", left)
	case at == atQuiz:
		return words.M("prompt.subjective", "pass", passScore, "left", left, "cost", hintCost)
	case t.finished(s):
		return words.M("prompt.finished", "chapters", len(t.course.chapters))
	case s.SessionDecisionResult == Retry:
		return words.M("prompt.retry")
	}
	return words.M("prompt.next", "chapter", s.CurrentChapter+1)
}

// guide answers what is not the lesson's next step.
func (t *tutor) guide(s *TutorState) state.Response {
	return t.guidance(s, s.Turn.Intent, []string{t.welcome(s), t.guideWords(s)}, t.reminder(s))
}

func (t *tutor) guideWords(s *TutorState) string {
	speak := texts.In(s.Language)
	switch s.Turn.Intent {
	case intentGreeting:
		return speak.Say("guide.greeting", "chapters", len(t.course.chapters))
	case intentThanks:
		return speak.Say("guide.thanks")
	case intentHelp:
		return speak.Say("guide.help")
	case intentLevel:
		return speak.Say("guide.same_level", "level", speak.Say("level."+s.UserType))
	case intentChapter:
		if s.place() == atLevel {
			return speak.Say("guide.level_first")
		}
		return speak.Say("guide.chapters", "chapters", len(t.course.chapters)) + "\n\n" + t.contents(speak)
	case intentKorean, intentEnglish:
		return speak.Say("guide.language")
	case intentTheoryAgain:
		return recap(t.course.chapter(s.CurrentChapter).Levels[s.UserType], s.Language)
	case intentHint, intentQuestionAgain, intentPeek:
		return speak.Say("guide.no_question")
	case intentNext, intentQuiz, intentType:
		return "" // the prompt says it all
	}
	return speak.Say("guide.unclear")
}

// contents lists the chapters.
func (t *tutor) contents(speak words.Printer) string {
	lines := make([]string, len(t.course.chapters))
	for i, ch := range t.course.chapters {
		lines[i] = speak.Say("guide.chapter", "n", ch.Number, "title", ch.Title)
	}
	return strings.Join(lines, "\n")
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
		mark := speak.Say("progress.not_yet")
		if c.Sessions > 0 {
			mark = speak.Say("progress.studied", "sessions", c.Sessions, "points", rounded(c.AverageScore))
		}
		if c.Passed {
			mark += " ✓"
		}
		chapters = append(chapters, speak.Say("progress.chapter", "n", c.Chapter, "title", c.Title, "mark", mark))
	}
	a.sections = []state.Section{part(speak.Say("progress.by_chapter"), "chart", chapters...)}
	var weak []string
	for _, w := range p.WeakTopics {
		weak = append(weak, speak.Say("progress.topic", "topic", w.Title, "chapter", w.Chapter, "points", rounded(w.AverageScore)))
	}
	if len(weak) > 0 {
		a.sections = append(a.sections, part(speak.Say("progress.weak"), "alert", weak...))
	}
	a.sections = append(a.sections, part(speak.Say("progress.recommendation"), "lightbulb", p.Recommendation.Text, "", t.reminder(s)))
	r := t.reply(s, a)
	r.Data["progress"] = packed(p)
	return r
}

func rounded(points float64) int { return int(points + 0.5) }
