package tutor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/state"
)

// part is a section of a response.
func part(title, icon, kind string, lines ...string) state.Section {
	priority := "medium"
	if icon == "target" {
		priority = "high"
	}
	return state.Section{Title: title, Content: lines, Icon: icon, Priority: priority, Type: kind}
}

// reply is an answer of sections; head goes before them in the Markdown.
func (t *tutor) reply(s *TutorState, intent, agent, head string, sources []string, sections ...state.Section) state.Response {
	var b strings.Builder
	b.WriteString(head)
	for _, section := range sections {
		b.WriteString("\n\n" + heading(section.Title) + strings.Join(section.Content, "\n"))
	}
	if head != "" {
		sections = slices.Insert(sections, 0, part(pick(s.Language, "안내", "At a glance"), "target", "text", head))
	}
	return state.Response{
		Type: state.ResponseAnswer, Answer: strings.TrimSpace(b.String()),
		StructuredData: &state.StructuredData{Sections: sections, Metadata: state.AnswerMetadata{
			Confidence: 1, Sources: append([]string{}, sources...), IntentType: intent, AnsweredBy: "rules", Today: s.LastDay,
		}},
		TeamsUsed: []string{agent}, Data: t.data(s),
	}
}

// heading is a section's title in Markdown.
func heading(title string) string { return "### " + title + "\n\n" }

// guidance is a short message that says what can be done.
func (t *tutor) guidance(s *TutorState, intent string, lines ...string) state.Response {
	return state.Response{
		Type: state.ResponseGuidance, Message: strings.Join(compact(lines), "\n\n"),
		DetectedIntent: intent, TeamsUsed: []string{LearningSupervisor}, Data: t.data(s),
	}
}

// theoryReply is the explanation as it is presented.
func (t *tutor) theoryReply(s *TutorState) state.Response {
	ch := t.course.chapter(s.CurrentChapter)
	head := compact([]string{
		t.welcome(s),
		fmt.Sprintf(pick(s.Language, "## %d장. %s\n%s · %d번째 학습", "## Chapter %d. %s\n%s · session %d"),
			ch.Number, ch.Title.in(s.Language), levelName(s.UserType, s.Language), s.CurrentSessionCount),
		t.looksBack(s),
	})
	if s.Language == "en" {
		head = append(head, ch.Levels[s.UserType].SummaryEN, "_The lesson's full text and its questions are in Korean._")
	}
	var sections []state.Section
	icons := []string{"lightbulb", "info", "chart"}
	for i, each := range sectionsOf(s.TheoryDraft) {
		sections = append(sections, part(each.title, icons[i%len(icons)], "text", each.body))
	}
	if len(ch.Sources) > 0 {
		sections = append(sections, part(pick(s.Language, "근거", "Sources"), "scale", "text", "- "+strings.Join(ch.Sources, "\n- ")))
	}
	sections = append(sections, part(pick(s.Language, "다음으로", "What next"), "target", "text", t.prompt(s)))
	return t.reply(s, "theory", TheoryEducator, strings.Join(head, "\n\n"), ch.Sources, sections...)
}

// looksBack ties the lesson to the last one.
func (t *tutor) looksBack(s *TutorState) string {
	n := len(s.RecentSessionsSummary)
	if n == 0 || s.CurrentSessionCount > 1 {
		return ""
	}
	// Not the summary's own words: they are in the language of that day.
	last := s.RecentSessionsSummary[n-1]
	chapter, err := strconv.Atoi(last.Chapter)
	if err != nil {
		return ""
	}
	return fmt.Sprintf(pick(s.Language, "지난 학습: %d장 ‘%s’, %s점", "Last time: chapter %d, “%s”, %s points"),
		chapter, t.course.chapter(chapter).Title.in(s.Language), last.Score)
}

func (t *tutor) welcome(s *TutorState) string {
	if !s.Turn.Welcome {
		return ""
	}
	return fmt.Sprintf(pick(s.Language, "다시 오셨네요, 반갑습니다. %d장부터 이어 가겠습니다.", "Welcome back. We go on with chapter %d."), max(s.CurrentChapter, 1))
}

func levelName(level, language string) string {
	if level == Advanced {
		return pick(language, "실무 응용 과정", "advanced course")
	}
	return pick(language, "입문 과정", "beginner course")
}

// quizReply shows a new question.
func (t *tutor) quizReply(s *TutorState) state.Response {
	ch := t.course.chapter(s.CurrentChapter)
	head := compact([]string{t.welcome(s), fmt.Sprintf(pick(s.Language, "## %d장 퀴즈 · %s", "## Chapter %d quiz · %s"), ch.Number, typeName(s.CurrentQuestionType, s.Language))})
	return t.reply(s, "quiz", QuizGenerator, strings.Join(head, "\n\n"), nil,
		part(pick(s.Language, "문제", "Question"), "chart", "text", s.QuizDraft),
		part(pick(s.Language, "답하는 방법", "How to answer"), "info", "text", t.prompt(s)),
	)
}

// quizNote answers what was said about an open question: a hint, or why the
// message is no answer; it shows the question again.
func (t *tutor) quizNote(s *TutorState) state.Response {
	q := t.course.questions[s.CurrentQuestionNumber]
	lines := []string{t.welcome(s), quizWords(s, q)}
	for i, hint := range q.Hints[:s.HintUsageCount] {
		lines = append(lines, fmt.Sprintf(pick(s.Language, "힌트 %d: %s", "Hint %d: %s"), i+1, hint))
	}
	lines = append(lines, questionText(q, s.Language), t.prompt(s))
	return t.guidance(s, s.Turn.Intent, lines...)
}

func quizWords(s *TutorState, q *Question) string {
	l := s.Language
	switch s.Turn.Intent {
	case intentHint:
		if len(q.Hints[:s.HintUsageCount]) == maxHints {
			return pick(l, "힌트를 모두 보여 드렸습니다.", "These are all the hints.")
		}
		return pick(l, "힌트를 드립니다.", "Here is a hint.")
	case intentBeyond:
		return fmt.Sprintf(pick(l, "보기는 1번부터 %d번까지 있습니다. 다시 골라 주세요.", "The choices are 1 to %d. Please choose again."), len(q.Choices))
	case intentSeveral:
		return pick(l, "답은 하나만 골라 주세요.", "Please choose one answer only.")
	case intentPeek:
		return pick(l, "정답은 풀어 보신 뒤에 알려 드립니다. ‘힌트’라고 하시면 힌트를, ‘포기’라고 하시면 풀이를 보여 드립니다.", "The answer comes after your try. Say “hint” for a hint or “give up” for the solution.")
	}
	return pick(l, "지금은 아래 문제를 풀 차례입니다.", "This question is waiting for your answer.")
}

// feedbackReply presents the evaluation and what was decided.
func (t *tutor) feedbackReply(s *TutorState) state.Response {
	e := s.Evaluation
	ch := t.course.chapter(s.CurrentChapter)
	head := fmt.Sprintf(pick(s.Language, "## %d장 평가와 피드백", "## Chapter %d: evaluation and feedback"), ch.Number)
	response := t.reply(s, "evaluation", EvaluationFeedbackAgent, head, nil,
		part(pick(s.Language, "결과", "Result"), "chart", "text", s.EvaluationFeedback),
		part(pick(s.Language, "다음으로", "What next"), "lightbulb", "text", t.decisionWords(s), "", t.prompt(s)),
	)
	if e.GradedBy != byKey && e.GradedBy != byRubric {
		sign(response.StructuredData, e.GradedBy)
	}
	if e.Fallback {
		response.StructuredData.Metadata.Missing = []string{pick(s.Language, "채점 모델을 쓸 수 없어 채점 기준표로 채점했습니다.", "The grading model was not available; the rubric marked instead.")}
	}
	return response
}

// sign says that a model answered.
func sign(data *state.StructuredData, model string) {
	data.Metadata.AnsweredBy, data.Metadata.Model = state.AnsweredByModel, model
}

func (t *tutor) decisionWords(s *TutorState) string {
	l := s.Language
	switch {
	case s.Forced:
		return fmt.Sprintf(pick(l, "이 장을 %d번 학습하셨으므로 다음 단계로 넘어갑니다. 나중에 ‘%d장 복습’이라고 하시면 다시 공부할 수 있습니다.",
			"You have studied this chapter %d times, so we move on. Say “chapter %d” later to review it."), maxSessions, s.CurrentChapter)
	case s.SessionDecisionResult == Retry:
		return fmt.Sprintf(pick(l, "이 장을 한 번 더 살펴보겠습니다(%d/%d회). 이번에는 다른 설명과 다른 문제로 진행합니다.",
			"Let us look at this chapter once more (%d of %d), with another explanation and another question."), s.CurrentSessionCount+1, maxSessions)
	}
	return fmt.Sprintf(pick(l, "%d장을 통과하셨습니다. 축하드립니다!", "You have passed chapter %d. Congratulations!"), s.CurrentChapter)
}

// findingReply answers a question in between.
func (t *tutor) findingReply(s *TutorState) state.Response {
	found := s.Turn.QnA
	if found == nil || !found.Found {
		return t.guidance(s, "off_topic", t.offTopic(s), fellBack(found, s.Language), t.reminder(s))
	}
	sections := []state.Section{part(answerTitle(s.Language), "lightbulb", "text", s.QnADraft)}
	if note := fellBack(found, s.Language); note != "" {
		sections = append(sections, part(pick(s.Language, "참고", "Note"), "info", "text", note))
	}
	if len(found.Sources) > 0 {
		sections = append(sections, part(pick(s.Language, "근거", "Sources"), "scale", "text", "- "+strings.Join(found.Sources, "\n- ")))
	}
	if found.Chapter > 0 && found.Chapter != s.CurrentChapter {
		sections = append(sections, part(pick(s.Language, "더 알아보기", "Learn more"), "info", "text",
			fmt.Sprintf(pick(s.Language, "%d장 ‘%s’에서 자세히 배웁니다.", "Chapter %d, “%s”, tells more."), found.Chapter, t.course.chapter(found.Chapter).Title.in(s.Language))))
	}
	sections = append(sections, part(pick(s.Language, "이어서 학습하기", "Back to the lesson"), "target", "text", t.reminder(s)))
	response := t.reply(s, "qna", QnAResolver, "", found.Sources, sections...)
	meta := &response.StructuredData.Metadata
	if found.By != "" {
		sign(response.StructuredData, found.By)
	}
	meta.Fallback = found.Why
	if found.Fallback && found.Why == "" { // recorded before reasons were
		meta.Missing = []string{pick(s.Language, "모델을 쓸 수 없어 교재의 설명으로 답했습니다.", "The model was not available; the course's own words answer.")}
	}
	return response
}

func answerTitle(language string) string { return pick(language, "답변", "Answer") }

// fellBack says that the model's text could not be used; "" where it was not
// asked, or could.
func fellBack(f *Finding, language string) string {
	switch {
	case f == nil || f.Why == "":
		return ""
	case !f.Found:
		return pick(language, "언어 모델의 글을 쓸 수 없어 교재에서만 찾아보았습니다.", "A language model's text could not be used, so only the course was searched.")
	}
	return pick(language, "언어 모델의 글을 쓸 수 없어 교재의 설명으로 답했습니다.", "A language model's text could not be used; the course's own words answer.")
}

// offTopic leads a question that the course can't answer back to it.
func (t *tutor) offTopic(s *TutorState) string {
	ch := t.course.chapter(s.CurrentChapter)
	var names []string
	for _, term := range t.course.glossary.Terms {
		if term.Chapter == ch.Number && len(names) < 3 {
			names = append(names, "‘"+term.Names[0]+"’")
		}
	}
	return fmt.Sprintf(pick(s.Language, "이 과정의 자료에서는 그 질문의 답을 찾지 못했습니다. 지어내지 않고 학습 주제로 이어 가겠습니다. 지금 배우는 %d장 ‘%s’에 대해서는 %s 같은 것을 물어보실 수 있습니다.",
		"The course's material has no answer to that, and I won't make one up. On chapter %d, “%s”, you can ask about %s, for example."),
		ch.Number, ch.Title.in(s.Language), strings.Join(names, ", "))
}

// reminder is the open question, if there is one, and what to do next.
func (t *tutor) reminder(s *TutorState) string {
	if s.place() == atQuiz {
		return questionText(t.course.questions[s.CurrentQuestionNumber], s.Language) + "\n\n" + t.prompt(s)
	}
	return t.prompt(s)
}
