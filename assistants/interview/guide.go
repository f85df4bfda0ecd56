package interview

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/words"
)

// guide answers at once what is no part of the interview itself; an open
// question stays open and is shown again.
func (v *interviewer) guide(ctx context.Context, tr *turn) (string, error) {
	s := tr.State()
	change := v.noted(&s)
	change(&s)
	earlier, err := v.earlier(ctx, tr, &s)
	if err != nil {
		return "", err
	}
	said := []Said{{Text: cmp.Or(earlier, v.guidance(&s))}}
	if s.Task.OfferedEnd {
		said = append(said, Said{Text: texts.Say(s.Language, "guide.offer_end", "n", s.Guardrails.FallbackCount)})
	}
	switch s.place() {
	case atQuestion:
		if s.Turn.Intent == intentDistress || s.Turn.Answer != "" {
			break // whoever is in distress is asked nothing, who answered hears of that next
		}
		said = append(said, v.openPart(&s))
	case atGreeting:
		said = append(said, Said{Title: "title.field", Text: texts.Say(s.Language, "greeting.field", "fields", v.fields(s.Language))})
	}
	var w with
	if a := s.last(); s.Turn.Intent == intentUnmark && s.Turn.Closed {
		w.Effects = []effect{v.keepAnswer(&s, *a, tr.Now())}
	}
	return v.say(tr, "answered at once: "+s.Turn.Intent, Guide, said, change, w)
}

// noted is what a message changes that the guide answers.
func (v *interviewer) noted(s *InterviewState) func(*InterviewState) {
	intent, most, about, query := s.Turn.Intent, v.bank().settings.Limits.Fallbacks, v.about(s), s.query()
	return func(s *InterviewState) {
		s.Task.OfferedEnd = false
		switch intent {
		case intentKorean, intentEnglish:
			s.Language = map[string]string{intentKorean: "ko", intentEnglish: "en"}[intent]
			s.LanguageChoice = s.Language
			if q := v.open(s); q != nil {
				s.change(func(c *CurrentQuestion) { c.Question = q.Ask.In(s.Language) })
			}
		case intentLiked, intentDisliked:
			s.Evaluation.LastUserFeedback = intent
		case intentHarmful, intentOrders, intentOffTopic:
			s.Persona.CurrentMood = moodComposed
			s.Task.OfferedEnd = s.Guardrails.FallbackCount >= most && s.place() == atQuestion
		case intentUnmark:
			s.unmark()
		case intentDispute:
			s.object(about, query)
		case intentStayed:
			s.Guardrails.FallbackCount = 0
		}
	}
}

// object keeps what is said against a question's marks for the reviewer, who looks at
// them while the interview is not over.
func (s *InterviewState) object(to *AskedQuestion, said string) {
	if to == nil || s.place() != atQuestion {
		return
	}
	s.Task.QuestionsAsked = slices.Clone(s.Task.QuestionsAsked)
	for i := range s.Task.QuestionsAsked {
		if a := &s.Task.QuestionsAsked[i]; a.ID == to.ID && !a.Skipped {
			a.Objection = cut.Runes(said, maxAnswer)
		}
	}
}

// objected answers an objection: how the marks came about, and who looks at them again.
func (v *interviewer) objected(s *InterviewState) string {
	told := "guide.objection_late"
	switch a := v.about(s); {
	case a == nil || a.Skipped:
		return v.reasons(s)
	case s.place() == atQuestion:
		told = "guide.objection"
	}
	return texts.Say(s.Language, told) + "\n\n" + v.reasons(s)
}

// guidance is what is said to a message.
func (v *interviewer) guidance(s *InterviewState) string {
	speak, at := texts.In(s.Language), s.place()
	switch intent := s.Turn.Intent; {
	case intent == intentWhy:
		return v.reasons(s)
	case intent == intentDispute:
		return v.objected(s)
	case intent == intentDisliked && s.last() != nil && !s.last().Skipped:
		return speak.Say("guide.negative_why") + "\n\n" + v.reasons(s)
	case intent == intentUnsure:
		return v.doubtful(s)
	case intent == intentUnmark:
		return v.unmarked(s)
	case intent == intentRedo && at == atQuestion && len(s.Task.CurrentQuestion.Answers) > 0:
		return speak.Say("guide.redo_follow_up")
	case intent == intentRedo && at == atQuestion && s.last() == nil:
		return speak.Say("guide.redo_open")
	case intent == intentRedo && at == atGreeting:
		return speak.Say("guide.not_begun")
	case intent == intentImprove:
		return v.improvement(s)
	case intent == intentTopic && s.Turn.Topic == "":
		return speak.Say("guide.avoided")
	case intent == intentHasTopic, intent == intentNumber, intent == intentRoles, intent == intentOtherRole, intent == intentOrganiser, intent == intentChosen, intent == intentTopic, intent == intentNoTopic:
		return v.onOffer(s)
	case intent == intentModel:
		return v.modelAnswer(s)
	case at == atFinished && intent == intentReport && s.Evaluation.FinalEvaluationSummary != "":
		return s.Evaluation.FinalEvaluationSummary + "\n\n" + v.table(s)
	case at == atQuestion && intent == intentReport:
		return speak.Say("guide.report_when") + " " + v.progress(s)
	case at == atQuestion && intent == intentProgress && phrases.Has(s.query(), "behind") && s.last() != nil:
		return v.reasons(s) // the score of the answer before
	case at == atQuestion && intent == intentProgress:
		return v.progress(s)
	case at == atReview && intent == intentThanks:
		return speak.Say("guide.thanks") + " " + speak.Say("guide.waits")
	case at == atReview && intent == intentReport:
		return speak.Say("guide.waits") + "\n\n" + v.scores(s)
	case at != atQuestion && slices.Contains(ofTheWhole, intent):
		return speak.Say(s.standing())
	case intent == intentLevel:
		return speak.Say("guide.level", "junior", s.Turn.Wish < 0)
	case intent == intentField && s.Turn.Plan != "":
		return speak.Say("guide.same_field", "field", v.bank().plan(s.Turn.Plan).Name, "of", v.limit(s))
	case intent == intentField:
		return speak.Say("guide.which_field", "fields", v.fields(s.Language))
	}
	return speak.Say("guide."+s.Turn.Intent, s.self()...)
}

// progress tells how far it has come and what was good and weak.
func (v *interviewer) progress(s *InterviewState) string {
	speak := texts.In(s.Language)
	text := speak.Say("guide.progress", "scored", s.scored(), "of", v.limit(s), "skipped", len(s.Task.QuestionsAsked)-s.scored(), "score", s.average(),
		"left", v.limit(s)-s.scored(), "minutes", max(v.bank().settings.Limits.Minutes-s.Task.ActiveSeconds/60, 0))
	best, weak := s.extremes()
	if weak == nil || weak == best {
		return text
	}
	return text + " " + speak.Say("summary.best", "topic", v.bank().questions[best.ID].Topic, "score", best.Score) +
		" " + speak.Say("summary.weak", "topic", v.bank().questions[weak.ID].Topic, "step", v.step(v.bank().questions[weak.ID], weak))
}

// onOffer tells which questions there are, and why this one.
func (v *interviewer) onOffer(s *InterviewState) string {
	speak, intent := texts.In(s.Language), s.Turn.Intent
	general := words.Text{} // of every role
	if p := v.bank().plan(behavioural); p.Key == behavioural {
		general = p.Name
	}
	about := []any{"of", v.limit(s), "names", strings.Join(v.names(s.Language), ", "), "any", general.In(s.Language), "field", v.bank().plan(s.Task.Plan).Name}
	if intent == intentNoTopic {
		about = append(about, "topics", strings.Join(v.topics(s), ", "))
	}
	if q := v.bank().questions[s.Turn.Topic]; q != nil {
		about = append(about, "topic", q.Topic, "category", v.bank().category(q.Cat, s.Language))
	}
	if c := s.Task.CurrentQuestion; c != nil && intent == intentChosen && !v.bank().plan(s.Task.Plan).asks(c.Category) {
		return speak.Say("guide.chosen_by_topic")
	}
	text := speak.Say("guide."+intent, about...)
	if intent == intentHasTopic && phrases.Has(s.query(), "act.other_role") {
		return speak.Say("guide.other_role", about...) + "\n\n" + text
	}
	return text
}

// maxTopics is how many are named.
const maxTopics = 8

// topics are what the field's questions that were not asked yet are on, each once.
func (v *interviewer) topics(s *InterviewState) (list []string) {
	for _, p := range s.Task.QuestionPool {
		if len(list) == maxTopics {
			break
		}
		if q := v.bank().questions[p.ID]; q != nil && !s.asked(p.ID) && !slices.Contains(list, q.Topic.In(s.Language)) {
			list = append(list, q.Topic.In(s.Language))
		}
	}
	return list
}

// ofTheWhole are wishes for the interview as a whole, which are answered with where
// it is while no question is open.
var ofTheWhole = []string{intentReport, intentProgress, intentUnclear, intentResume, intentEnd, intentRestart}

// standing is the text that tells where the interview is while no question is open.
func (s *InterviewState) standing() string {
	switch r := s.FlowControl.HumanInLoopPayload; {
	case s.place() == atGreeting && s.Turn.Intent == intentUnclear:
		return "guide.not_asked"
	case s.place() == atGreeting:
		return "guide.not_begun"
	case s.place() == atReview:
		return "guide.waits"
	case r == nil:
		return "farewell.nothing"
	case r.Status == ReviewRejected:
		return "review.rejected"
	}
	return "guide.over"
}

// reasons tell how the marks of the last question came about, key point by key
// point, with the words that earned them.
func (v *interviewer) reasons(s *InterviewState) string {
	speak, a := texts.In(s.Language), v.about(s)
	if c := s.Task.CurrentQuestion; a == nil && c != nil && len(c.Answers) > 0 {
		return v.heardSoFar(s)
	}
	if a == nil {
		return speak.Say("guide.no_marks")
	}
	q := v.bank().questions[a.ID]
	if a.Skipped {
		return speak.Say("why.skipped", "topic", q.Topic)
	}
	lines := []string{speak.Say("why.head", "topic", q.Topic, "score", a.Score)}
	if said := strings.Join(a.Answers, " / "); said != "" {
		lines = append(lines, speak.Say("why.heard", "quote", cut.Runes(said, 2*maxQuote)))
	} else {
		lines = append(lines, speak.Say("why.unknown"))
	}
	lines = append(lines, v.markLines(q, a, s.Language)...)
	if a.Hints > 0 {
		lines = append(lines, speak.Say("why.hints", "n", a.Hints))
	}
	return strings.Join(append(lines, speak.Say("why.foot")), "\n")
}

// quoted are the words of the answer that earned a key point something.
func (p *PointMark) quoted() words.Message {
	if len(p.Evidence) == 0 {
		return words.Message{}
	}
	return words.M("why.quote", "quote", cut.Runes(strings.Join(p.Evidence, " / "), 2*maxQuote))
}

// markLines are a question's key points with what each earned and why.
func (v *interviewer) markLines(q *Question, a *AskedQuestion, language string) (lines []string) {
	speak := texts.In(language)
	for i, p := range a.Points {
		lines = append(lines, speak.Say("why.point", "point", q.Points[i].Name, "earned", p.Earned, "points", p.Points, "quote", p.quoted()))
	}
	for _, n := range a.WrongFacts {
		lines = append(lines, speak.Say("why.wrong", "why", q.Wrong[n].Why))
	}
	if a.Unread != nil {
		lines = append(lines, speak.Say("why.unread", "quote", cut.Runes(strings.Join(a.Unread, " / "), 2*maxQuote)))
	}
	return lines
}

// modelAnswer tells how a question behind is answered well, never an open one.
func (v *interviewer) modelAnswer(s *InterviewState) string {
	a := v.spokenOf(s, s.query())
	if q := v.bank().questions[s.Turn.Topic]; a == nil && q != nil {
		return texts.Say(s.Language, "guide.how_to", "topic", q.Topic, "question", q.Ask, "points", strings.Join(q.names(s.Language), " → "))
	}
	if a == nil && (phrases.HasAny(s.query(), "if_asked", "answering") || s.Task.CurrentQuestion == nil && phrases.Has(s.query(), "how_to")) {
		return texts.Say(s.Language, "guide.no_how_to", "asked", phrases.Has(s.query(), "if_asked"))
	}
	if c := s.Task.CurrentQuestion; a == nil && (c == nil || len(c.Answers) == 0 || phrases.Has(s.query(), "behind")) {
		a = s.last() // what was answered last is spoken of
	}
	if a == nil {
		return texts.Say(s.Language, "guide.model_answer")
	}
	return v.better(s, a)
}

// query is the newest message, or what of it is no answer.
func (s *InterviewState) query() string {
	if s.Turn.Beside != "" {
		return s.Turn.Beside
	}
	for i := len(s.Messages) - 1; i >= 0; i-- {
		if s.Messages[i].Role == "user" {
			return s.Messages[i].Content
		}
	}
	return ""
}
