package tutor

import (
	"fmt"
	"strings"

	"github.com/madang-dev/madang/state"
)

// prompt says what can be done at the place where the lesson rests.
func (t *tutor) prompt(s *TutorState) string {
	l := s.Language
	switch s.place() {
	case atLevel:
		return pick(l, "어떤 과정으로 시작할까요?\n\n1. **입문 과정** — AI가 처음이신 분\n2. **실무 응용 과정** — 업무에 활용하시려는 분\n\n번호나 이름으로 골라 주세요.",
			"Which course would you like?\n\n1. **Beginner course** — new to AI\n2. **Advanced course** — applying AI at work\n\nChoose by number or name.")
	case atStart:
		return fmt.Sprintf(pick(l, "‘시작’이라고 하시면 %d장의 설명을 시작합니다.", "Say “start” and chapter %d begins."), s.CurrentChapter)
	case atTheory:
		return pick(l, "궁금한 점은 언제든 물어보세요. 준비되셨다면 ‘퀴즈’라고 말씀해 주세요.", "Ask anything you like. When you are ready, say “quiz”.")
	case atQuiz:
		return t.quizPrompt(s)
	case atFeedback:
		return t.afterPrompt(s)
	}
	return ""
}

func (t *tutor) quizPrompt(s *TutorState) string {
	left := maxHints - s.HintUsageCount
	if s.CurrentQuestionType == MultipleChoice {
		return fmt.Sprintf(pick(s.Language, "번호나 보기의 글로 답해 주세요. 어려우면 ‘힌트’라고 하세요(남은 힌트 %d회).",
			"Answer by number or by the choice's text. Say “hint” if it is hard (%d left)."), left)
	}
	return fmt.Sprintf(pick(s.Language, "자기 말로 두 문장 이상 적어 주세요. %d점 이상이면 통과입니다. ‘힌트’는 %d회 남았고, 한 번 볼 때마다 최고 점수가 %d점 낮아집니다.",
		"Write two sentences or more in your own words, in Korean: the rubric looks for Korean words. %d points pass. %d hints are left, each lowers the most you can get by %d."), passScore, left, hintCost)
}

func (t *tutor) afterPrompt(s *TutorState) string {
	l := s.Language
	switch {
	case t.finished(s):
		return fmt.Sprintf(pick(l, "모든 장을 마치셨습니다. ‘내 진도’로 결과를 보시거나 ‘1장 복습’처럼 1장부터 %d장까지 다시 고르실 수 있습니다.",
			"You have been through all chapters. Say “my progress” for your results, or “chapter 1” to %d to review."), len(t.course.chapters))
	case s.SessionDecisionResult == Retry:
		return pick(l, "궁금한 점을 물어보셔도 좋습니다. ‘다음’이라고 하시면 이 장을 다시 학습합니다.", "Ask if anything is unclear. Say “next” to study this chapter again.")
	}
	return fmt.Sprintf(pick(l, "궁금한 점을 물어보셔도 좋습니다. ‘다음’이라고 하시면 %d장으로 넘어갑니다.", "Ask if anything is unclear. Say “next” for chapter %d."), s.CurrentChapter+1)
}

// guide answers what is not the lesson's next step.
func (t *tutor) guide(s *TutorState) state.Response {
	return t.guidance(s, s.Turn.Intent, t.welcome(s), t.guideWords(s), t.reminder(s))
}

func (t *tutor) guideWords(s *TutorState) string {
	l := s.Language
	switch s.Turn.Intent {
	case intentGreeting:
		return pick(l, "안녕하세요. AI 활용법을 함께 공부하는 학습 튜터입니다. 여덟 장을 설명, 퀴즈, 피드백의 순서로 배웁니다.",
			"Hello. I am your tutor for using AI well: eight chapters, each explained, asked about and discussed.")
	case intentThanks:
		return pick(l, "도움이 되었다니 기쁩니다.", "Glad that it helps.")
	case intentHelp:
		return t.help(l)
	case intentLevel:
		return fmt.Sprintf(pick(l, "이미 %s으로 학습하고 계십니다.", "You are on the %s already."), levelName(s.UserType, l))
	case intentChapter:
		if s.place() == atLevel {
			return pick(l, "먼저 과정을 골라 주세요.", "Please choose a course first.")
		}
		return fmt.Sprintf(pick(l, "이 과정은 1장부터 %d장까지 있습니다.\n\n%s", "The course has chapters 1 to %d.\n\n%s"), len(t.course.chapters), t.contents(l))
	case intentKorean, intentEnglish:
		return pick(l, "이제 한국어로 안내해 드리겠습니다.", "I will speak English from now on. The lesson's full text and its questions stay in Korean; each chapter has an English summary.")
	case intentTheoryAgain:
		return recap(t.course.chapter(s.CurrentChapter).Levels[s.UserType], l)
	case intentHint, intentQuestionAgain, intentPeek:
		return pick(l, "지금은 풀고 있는 문제가 없습니다.", "No question is open just now.")
	case intentNext, intentQuiz, intentType:
		return "" // the prompt says it all
	}
	return pick(l, "말씀을 이해하지 못했습니다.", "I did not understand that.")
}

func (t *tutor) help(language string) string {
	return pick(language, "이렇게 말씀하실 수 있습니다.\n\n- **다음 / 시작** — 이어서 학습하기\n- **퀴즈**, **객관식**, **주관식** — 문제 풀기\n- **힌트**, **포기** — 문제를 푸는 동안\n- **다시 설명해 줘** — 핵심 다시 보기\n- **3장 복습** — 장 고르기\n- **실무 과정으로 바꿔 줘** — 수준 바꾸기\n- **내 진도** — 점수와 연속 학습일\n- **영어로 말해 줘** — 언어 바꾸기\n- 궁금한 점은 언제든 질문하세요.",
		"You can say:\n\n- **next / start** — go on\n- **quiz**, **multiple choice**, **written question**\n- **hint**, **give up** — while a question is open\n- **explain again** — the key points\n- **chapter 3** — choose a chapter\n- **switch to the advanced course**\n- **my progress** — scores and streak\n- **speak Korean** — change the language\n- Ask a question at any time.")
}

// contents lists the chapters.
func (t *tutor) contents(language string) string {
	lines := make([]string, len(t.course.chapters))
	for i, ch := range t.course.chapters {
		lines[i] = fmt.Sprintf("%d. %s", ch.Number, ch.Title.in(language))
	}
	return strings.Join(lines, "\n")
}

// progressReply shows how far the user is.
func (t *tutor) progressReply(s *TutorState, p Progress) state.Response {
	l := s.Language
	head := fmt.Sprintf("## 나의 학습 현황\n학습 %d회 · 평균 %d점 · 연속 %d일", p.TotalSessions, int(p.AverageScore+0.5), p.StreakDays)
	if l == "en" {
		head = fmt.Sprintf("## My progress\n%s · %s on average · %s in a row",
			count(p.TotalSessions, "session"), count(int(p.AverageScore+0.5), "point"), count(p.StreakDays, "day"))
	}
	var chapters []string
	for _, c := range p.Chapters {
		mark := pick(l, "아직", "not yet")
		if c.Sessions > 0 {
			mark = fmt.Sprintf("%d회, 평균 %d점", c.Sessions, int(c.AverageScore+0.5))
			if l == "en" {
				mark = count(c.Sessions, "session") + ", " + count(int(c.AverageScore+0.5), "point")
			}
			mark += passedMark(c.Passed)
		}
		chapters = append(chapters, fmt.Sprintf("- %d. %s: %s", c.Chapter, c.Title, mark))
	}
	sections := []state.Section{part(pick(l, "장별 학습", "By chapter"), "chart", "text", chapters...)}
	if len(p.WeakTopics) > 0 {
		var weak []string
		for _, w := range p.WeakTopics {
			weak = append(weak, fmt.Sprintf(pick(l, "- %s (%d장, 평균 %d점)", "- %s (chapter %d, %d points)"), w.Title, w.Chapter, int(w.AverageScore+0.5)))
		}
		sections = append(sections, part(pick(l, "더 살펴볼 주제", "Topics to look at again"), "alert", "text", weak...))
	}
	sections = append(sections, part(pick(l, "추천", "Recommendation"), "lightbulb", "text", p.Recommendation.Text, "", t.reminder(s)))
	r := t.reply(s, intentProgress, LearningSupervisor, head, nil, sections...)
	r.Data["progress"] = packed(p)
	return r
}

// count is a number with its English noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func passedMark(passed bool) string {
	if passed {
		return " ✓"
	}
	return ""
}
