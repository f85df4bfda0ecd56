package tutor

import (
	"cmp"
	"slices"

	"github.com/madang-dev/madang/internal/dialog"
)

// What a message can want. All but those of answers and questions are the keys
// of their phrases (act.…), and of what is said at once (guide.…).
const (
	intentKorean        = "speak_korean"
	intentEnglish       = "speak_english"
	intentHintRule      = "hint_rule"
	intentHint          = "hint"
	intentQuestionAgain = "show_question"
	intentProgress      = "progress"
	intentLevel         = "choose_level"
	intentChapter       = "choose_chapter"
	intentPeek          = "ask_for_answer"
	intentStop          = "stop"
	intentGiveUp        = "give_up"
	intentSkip          = "skip"
	intentType          = "choose_type"
	intentQuiz          = "quiz"
	intentAnswer        = "answer"
	intentTentative     = "tentative_choice"
	intentSeveral       = "several_choices"
	intentBeyond        = "no_such_choice"
	intentComplaint     = "complaint"
	intentDispute       = "dispute" // of marks
	intentWhy           = "why"
	intentLate          = "late_answer"
	intentAbout         = "about"
	intentHelp          = "help"
	intentEasier        = "easier"
	intentDeeper        = "deeper"
	intentExample       = "example"
	intentSummary       = "summary"
	intentTheoryAgain   = "explain_again"
	intentResume        = "resume"
	intentAtLoss        = "at_a_loss"
	intentQuestion      = "question"
	intentNext          = "go_on"
	intentDeny          = "deny"
	intentGreeting      = "greeting"
	intentThanks        = "thanks"
	intentSmallTalk     = "small_talk"
	intentUnclear       = "unclear"
)

// act is what learners do with a message, and what it comes to.
type act struct {
	intent string
	shared dialog.Act // that says it in every assistant
	at     []place    // where it is one; none is everywhere
	// readFunc reads what phrases alone can't tell.
	readFunc func(a *act, m *message) (Turn, bool)
	// toFunc is the agent whose work it is; none, or "", is an answer at once,
	// after which the lesson is where it was.
	toFunc func(t *tutor, s *TutorState) string
	// sayFunc is that answer; none says the text guide.<intent>.
	sayFunc func(t *tutor, s *TutorState) string
}

// acts are all of them: a message is the first one that it can be.
func acts() []act {
	quiz, feedback, explained := []place{atQuiz}, []place{atFeedback}, []place{atTheory, atQuiz, atFeedback}
	return []act{
		{intent: intentKorean, sayFunc: (*tutor).retold},
		{intent: intentEnglish, sayFunc: (*tutor).retold},
		{intent: intentHintRule, sayFunc: (*tutor).hintRule},
		{intent: intentHint, toFunc: (*tutor).toHint, sayFunc: (*tutor).hinted},
		{intent: intentQuestionAgain, at: quiz},
		{intent: intentProgress},
		{intent: intentLevel, readFunc: readLevel, toFunc: (*tutor).toLevel, sayFunc: (*tutor).sameLevel},
		{intent: intentChapter, readFunc: readChapter, toFunc: (*tutor).toChapter, sayFunc: (*tutor).contents},
		{intent: intentPeek, at: quiz},
		{intent: intentStop, shared: dialog.Stop, sayFunc: (*tutor).stopped},
		{intent: intentGiveUp, at: quiz, toFunc: to(EvaluationFeedbackAgent)},
		{intent: intentSkip, at: quiz, toFunc: to(QuizGenerator)},
		{intent: intentType, readFunc: readType, toFunc: (*tutor).toQuiz, sayFunc: (*tutor).waits},
		{intent: intentQuiz, toFunc: (*tutor).toQuiz, sayFunc: (*tutor).waits},
		{intent: intentAnswer, at: quiz, readFunc: readAnswer, toFunc: to(EvaluationFeedbackAgent)},
		{intent: intentTentative, at: quiz, sayFunc: (*tutor).weighed},
		{intent: intentSeveral, at: quiz, sayFunc: (*tutor).weighed},
		{intent: intentBeyond, at: quiz, sayFunc: (*tutor).weighed},
		{intent: intentDispute, sayFunc: (*tutor).disputed},
		{intent: intentComplaint},
		{intent: intentWhy, shared: dialog.Why, at: feedback, readFunc: readWhy, sayFunc: (*tutor).reasoned},
		{intent: intentLate, at: feedback, readFunc: readLate},
		{intent: intentAbout},
		{intent: intentEasier, at: explained, readFunc: teaching, sayFunc: (*tutor).easier},
		{intent: intentDeeper, shared: dialog.More, at: explained, readFunc: teaching, sayFunc: (*tutor).deeper},
		{intent: intentExample, at: explained, readFunc: teaching, sayFunc: (*tutor).example},
		{intent: intentSummary, shared: dialog.Less, at: explained, readFunc: teaching, sayFunc: (*tutor).summary},
		{intent: intentTheoryAgain, at: explained, readFunc: readAgain, toFunc: (*tutor).toTheory, sayFunc: (*tutor).again},
		{intent: intentResume, toFunc: (*tutor).toTheory, sayFunc: (*tutor).resumed},
		{intent: intentAtLoss, at: explained, readFunc: teaching, sayFunc: (*tutor).atLoss},
		{intent: intentHelp, shared: dialog.Help},
		{intent: intentNext, shared: dialog.Confirm, readFunc: readNext, toFunc: (*tutor).goOn, sayFunc: (*tutor).waits},
		{intent: intentQuestion, readFunc: readQuestion, toFunc: to(QnAResolver)},
		{intent: intentDeny, shared: dialog.Deny},
		{intent: intentGreeting, shared: dialog.Greet, sayFunc: (*tutor).greeted},
		{intent: intentThanks, shared: dialog.Thanks},
		{intent: intentSmallTalk},
		{intent: intentAnswer, at: quiz, readFunc: readProse},
		{intent: intentUnclear, readFunc: func(*act, *message) (Turn, bool) { return Turn{}, true }},
	}
}

// actOf is what an intent comes to.
func actOf(intent string) *act {
	list := acts()
	return &list[max(0, slices.IndexFunc(list, func(a act) bool { return a.intent == intent }))]
}

// read finds out what a message wants at a place; q is the newest question.
func (c *course) read(text string, at place, q *Question) (t Turn) {
	m := newMessage(c, text, at, q)
	for _, a := range acts() {
		if len(a.at) > 0 && !slices.Contains(a.at, at) {
			continue
		}
		read := a.readFunc
		if read == nil {
			read = says
		}
		if t, ok := read(&a, m); ok {
			t.Intent = cmp.Or(t.Intent, a.intent)
			return t
		}
	}
	return t
}

// says reads an act by its phrases.
func says(a *act, m *message) (Turn, bool) {
	return Turn{}, m.short && (m.has("act."+a.intent) || slices.Contains(m.shared, a.shared))
}
