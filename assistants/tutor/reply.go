package tutor

import (
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
)

// part is a section of a response.
func part(title, icon string, lines ...string) state.Section {
	priority := "medium"
	if icon == "target" {
		priority = "high"
	}
	return state.Section{Title: title, Content: lines, Icon: icon, Priority: priority, Type: "text"}
}

// answered is what an answer is made of.
type answered struct {
	intent, agent string
	// head goes before the sections in the Markdown, lead before an open
	// question that a client shows by itself.
	head, lead string
	sources    []string
	sections   []state.Section
}

// reply is an answer of sections.
func (t *tutor) reply(s *TutorState, a answered) state.Response {
	var b strings.Builder
	b.WriteString(a.head)
	for _, section := range a.sections {
		b.WriteString("\n\n" + heading(section.Title) + strings.Join(section.Content, "\n"))
	}
	if a.head != "" {
		a.sections = slices.Insert(a.sections, 0, part(texts.Say(s.Language, "lesson.at_a_glance"), "target", a.head))
	}
	return state.Response{
		Type: state.ResponseAnswer, Answer: strings.TrimSpace(b.String()),
		StructuredData: &state.StructuredData{Sections: a.sections, Metadata: state.AnswerMetadata{
			Confidence: 1, Sources: append([]string{}, a.sources...), IntentType: a.intent, AnsweredBy: state.AnsweredByRules, Today: s.LastDay,
		}},
		TeamsUsed: []string{a.agent}, Data: t.data(s, a.lead),
	}
}

// guidance is a short message that says what can be done: what is said, then
// the open question or the next step.
func (t *tutor) guidance(s *TutorState, intent string, said []string, rest ...string) state.Response {
	said = compact(said...)
	return state.Response{
		Type: state.ResponseGuidance, Message: strings.Join(append(said, compact(rest...)...), "\n\n"),
		DetectedIntent: intent, TeamsUsed: []string{LearningSupervisor}, Data: t.data(s, strings.Join(said, "\n\n")),
	}
}

// theoryReply is the explanation as it is presented.
func (t *tutor) theoryReply(s *TutorState) state.Response {
	ch, speak := t.course().chapter(s.CurrentChapter), texts.In(s.Language)
	head := speak.Say("lesson.head", "chapter", ch.Number, "title", ch.Title, "level", speak.Say("level."+s.UserType), "n", s.CurrentSessionCount)
	a := answered{intent: "theory", agent: TheoryEducator, sources: in(s.Language, ch.Sources)}
	a.head = strings.Join(compact(t.welcome(s), head, t.looksBack(s)), "\n\n")
	icons := []string{"lightbulb", "info", "chart"}
	for i, each := range sectionsOf(s.TheoryDraft) {
		a.sections = append(a.sections, part(each.title, icons[i%len(icons)], each.body))
	}
	if len(a.sources) > 0 {
		a.sections = append(a.sections, part(speak.Say("lesson.sources"), "scale", bullets(a.sources)))
	}
	a.sections = append(a.sections, part(speak.Say("lesson.next"), "target", t.prompt(s)))
	return t.reply(s, a)
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
	return texts.Say(s.Language, "lesson.last_time", "chapter", chapter, "title", t.course().chapter(chapter).Title, "score", last.Score)
}

func (t *tutor) welcome(s *TutorState) string {
	switch {
	case s.Turn.Assumed:
		return texts.Say(s.Language, "lesson.assumed", "level", texts.Say(s.Language, "level."+s.UserType), "chapter", s.CurrentChapter, "title", t.course().chapter(s.CurrentChapter).Title)
	case s.Turn.Contents:
		return texts.Say(s.Language, "guide.chapters", "chapters", len(t.course().chapters))
	case !s.Turn.Welcome:
		return ""
	}
	return texts.Say(s.Language, "lesson.welcome", "chapter", max(s.CurrentChapter, 1))
}

// quizReply shows a new question; left is the one before it.
func (t *tutor) quizReply(s *TutorState, left *Question) state.Response {
	speak := texts.In(s.Language)
	head := speak.Say("quiz.head", "chapter", s.CurrentChapter, "type", speak.Say("type."+s.CurrentQuestionType))
	lead := t.welcome(s)
	if s.Turn.Intent == intentSkip {
		lead = strings.Join(compact(lead, speak.Say("quiz.skipped", "question", left.Text)), "\n\n")
	}
	return t.reply(s, answered{
		intent: "quiz", agent: QuizGenerator, lead: lead, head: strings.Join(compact(lead, head), "\n\n"),
		sections: []state.Section{
			part(speak.Say("quiz.question"), "chart", s.QuizDraft),
			part(speak.Say("quiz.how"), "info", t.prompt(s)),
		},
	})
}

// feedbackReply presents the evaluation and what was decided.
func (t *tutor) feedbackReply(s *TutorState) state.Response {
	e, speak := s.Evaluation, texts.In(s.Language)
	head := speak.Say("feedback.head", "chapter", s.CurrentChapter)
	response := t.reply(s, answered{
		intent: "evaluation", agent: EvaluationFeedbackAgent, head: head,
		sections: []state.Section{
			part(speak.Say("feedback.result"), "chart", s.EvaluationFeedback),
			part(speak.Say("lesson.next"), "lightbulb", s.decided(), "", t.prompt(s)),
		},
	})
	if e.GradedBy != byKey && e.GradedBy != byRubric {
		sign(response.StructuredData, e.GradedBy)
	}
	if e.Fallback {
		meta := &response.StructuredData.Metadata
		meta.Missing = []string{speak.Say("feedback.rubric_instead")}
		meta.Fallback, meta.RetryAfterMS = e.Why, e.RetryAfterMS
	}
	return response
}

// sign says that a model answered.
func sign(data *state.StructuredData, model string) {
	data.Metadata.AnsweredBy, data.Metadata.Model = state.AnsweredByModel, model
}

// decided says what was decided.
func (s *TutorState) decided() string {
	key := s.SessionDecisionResult
	if s.Forced {
		key = "forced"
	}
	return texts.Say(s.Language, "feedback."+key, "chapter", s.CurrentChapter, "n", s.CurrentSessionCount, "next", s.CurrentSessionCount+1, "limit", maxSessions)
}

// findingReply answers a question in between.
func (t *tutor) findingReply(s *TutorState) state.Response {
	found, speak := s.Turn.QnA, texts.In(s.Language)
	note := found.note()
	if found != nil && found.Health {
		return t.guidance(s, "off_topic", []string{speak.Say("qna.health"), speak.Text(note)}, t.reminder(s))
	}
	if found == nil || !found.Found {
		response := t.guidance(s, "off_topic", []string{t.offTopic(s), speak.Text(note)}, t.reminder(s))
		if !note.Zero() {
			response.StructuredData = &state.StructuredData{
				Sections: []state.Section{part(speak.Say("qna.answer"), "lightbulb", response.Message)},
				Metadata: state.AnswerMetadata{
					Sources: []string{}, IntentType: "off_topic", AnsweredBy: state.AnsweredByRules, Fallback: found.Why, RetryAfterMS: found.RetryAfterMS,
				},
			}
		}
		return response
	}
	a := answered{intent: "qna", agent: QnAResolver, lead: s.QnADraft, sources: found.Sources}
	a.sections = []state.Section{part(speak.Say("qna.answer"), "lightbulb", s.QnADraft)}
	if !note.Zero() {
		a.sections = append(a.sections, part(speak.Say("qna.note"), "info", speak.Text(note)))
	}
	if len(found.Sources) > 0 {
		a.sections = append(a.sections, part(speak.Say("lesson.sources"), "scale", bullets(found.Sources)))
	}
	if found.Chapter > 0 && found.Chapter != s.CurrentChapter && !found.Beside {
		more := speak.Say("qna.chapter", "chapter", found.Chapter, "title", t.course().chapter(found.Chapter).Title)
		a.sections = append(a.sections, part(speak.Say("qna.more"), "info", more))
	}
	a.sections = append(a.sections, part(speak.Say("qna.back"), "target", t.reminder(s)))
	response := t.reply(s, a)
	meta := &response.StructuredData.Metadata
	if found.By != "" {
		sign(response.StructuredData, found.By)
	}
	meta.Fallback, meta.RetryAfterMS = found.Why, found.RetryAfterMS
	return response
}

// note says that the model's text could not be used; none where it was not
// asked, or could.
func (f *Finding) note() words.Message {
	if f == nil || f.Why == "" {
		return words.Message{}
	}
	return words.M("qna.instead", "found", f.Found)
}

// offTopic leads a question that the course can't answer back to it.
func (t *tutor) offTopic(s *TutorState) string {
	ch := t.course().chapter(s.CurrentChapter)
	choice := s.place() == atQuiz && s.CurrentQuestionType == MultipleChoice
	if found := s.Turn.QnA; found != nil && len(found.Near) > 0 {
		return texts.Say(s.Language, "qna.near_only", "open", choice) + "\n\n" + bullets(found.Near)
	}
	return texts.Say(s.Language, "qna.off_topic", "unchosen", s.place() == atLevel, "open", choice, "chapter", ch.Number, "title", ch.Title, "examples", t.askable(s), "others", strings.Join(t.course().subjects(s.Language), ", "))
}

// askable are titles of answers of the chapter, which can be asked about.
func (t *tutor) askable(s *TutorState) (names []words.Message) {
	for _, a := range t.course().answers {
		if a.Chapter == max(s.CurrentChapter, 1) && len(names) < 3 {
			names = append(names, words.M("qna.example", "name", a.Title.In(s.Language)))
		}
	}
	return names
}

// reminder is the open question with the hints that were given, if there is
// one, and what to do next.
func (t *tutor) reminder(s *TutorState) string {
	if s.place() != atQuiz {
		return t.prompt(s)
	}
	q := t.course().questions[s.CurrentQuestionNumber]
	var lines []string
	for i, hint := range q.Hints[:s.HintUsageCount] {
		lines = append(lines, texts.Say(s.Language, "quiz.hint", "n", i+1, "hint", hint))
	}
	return strings.Join(append(lines, questionText(q, s.Language), t.prompt(s)), "\n\n")
}
