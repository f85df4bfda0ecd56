package tutor

import (
	"cmp"
	"slices"
	"sync"

	"github.com/madang-dev/madang/internal/dialog"
)

// What a message can want, as far as more than its row below is about it. All but
// those of answers and questions are the keys of their phrases (act.…), and of what
// is said at once (guide.…).
const (
	intentKorean        = "speak_korean"
	intentEnglish       = "speak_english"
	intentHint          = "hint"
	intentQuestionAgain = "show_question"
	intentProgress      = "progress"
	intentLevel         = "choose_level"
	intentChapter       = "choose_chapter"
	intentAskForAnswer  = "ask_for_answer"
	intentStop          = "stop"
	intentGiveUp        = "give_up"
	intentSkip          = "skip"
	intentType          = "choose_type"
	intentQuiz          = "quiz"
	intentAnswer        = "answer"
	intentTentative     = "tentative_choice"
	intentSeveral       = "several_choices"
	intentBeyond        = "no_such_choice"
	intentAtLoss        = "at_a_loss"
	intentQuestion      = "question"
	intentNext          = "go_on"
	intentGreeting      = "greeting"
	intentUnclear       = "unclear"
	intentMarks         = "marks"
)

// act is what learners do with a message, and what it comes to.
type act struct {
	intent string
	as     string     // the intent that it comes to, "" is its own
	shared dialog.Act // that says it in every assistant
	at     []place    // where it is one; none is everywhere
	// readFunc reads what phrases alone can't tell.
	readFunc func(a *act, m *message) (Turn, bool)
	// to is the agent whose work it is; where there is none it is answered at
	// once, and the lesson is where it was.
	to map[place]string
	// sayFunc is that answer; none says the text guide.<intent>.
	sayFunc func(t *tutor, s *TutorState) string
}

// acts are all of them: a message is the first one that it can be. They are asked
// for once a label by each message, and never changed.
var acts = sync.OnceValue(func() []act {
	unmarked := []place{atLevel, atStart, atTheory}
	quiz, feedback, explained := []place{atQuiz}, []place{atFeedback}, []place{atTheory, atQuiz, atFeedback}
	taught := append([]place{atLevel}, explained...) // who has chosen no level wants a lesson too
	// A question behind the feedback is one of a session of its own.
	var (
		ahead   = map[place]string{atLevel: TheoryEducator, atStart: TheoryEducator, atTheory: QuizGenerator, atFeedback: SessionManager}
		begin   = map[place]string{atLevel: TheoryEducator, atStart: TheoryEducator}
		anew    = map[place]string{atLevel: TheoryEducator, atStart: SessionManager, atTheory: SessionManager, atQuiz: SessionManager, atFeedback: SessionManager}
		asked   = map[place]string{atQuiz: QuizGenerator}
		another = map[place]string{atLevel: TheoryEducator, atStart: TheoryEducator, atTheory: QuizGenerator, atQuiz: QuizGenerator, atFeedback: SessionManager}
		marked  = map[place]string{atQuiz: EvaluationFeedbackAgent}
		answer  = map[place]string{atLevel: QnAResolver, atStart: QnAResolver, atTheory: QnAResolver, atQuiz: QnAResolver, atFeedback: QnAResolver}
	)
	return []act{
		{intent: intentQuestion, readFunc: readTitle, to: answer},
		{intent: intentChapter, readFunc: readSubjectWanted, to: anew, sayFunc: (*tutor).contents},
		{intent: intentQuestion, readFunc: readFollowing, to: answer},
		{intent: "hint_rule"},
		{intent: intentHint, to: asked},
		{intent: "nudge", at: quiz, as: intentHint}, // a hint that says how to begin, and not the word
		{intent: "go_back", at: []place{atQuiz, atFeedback}, readFunc: readBack},
		{intent: intentQuestionAgain, at: quiz},
		{intent: intentWhichLevel, at: []place{atLevel}, readFunc: readOffered, sayFunc: (*tutor).whichLevel},
		{intent: intentLevel, readFunc: readLevel, to: anew},
		{intent: intentSuggested, at: []place{atLevel}, readFunc: readSuggested, sayFunc: (*tutor).suggested},
		{intent: "nothing_marked", at: unmarked, readFunc: readOffered},
		{intent: "own_text", at: unmarked, readFunc: readOwnText},
		{intent: "essay", at: append(feedback, unmarked...), readFunc: readOffered},
		{intent: "duration", readFunc: readOffered},
		{intent: "pass_rule", readFunc: readOffered},
		{intent: "important", readFunc: readOffered},
		{intent: intentKorean, readFunc: readLanguage, sayFunc: (*tutor).retold},
		{intent: intentEnglish, readFunc: readLanguage, sayFunc: (*tutor).retold},
		{intent: intentAboutChapter, readFunc: readAboutChapter, sayFunc: (*tutor).aboutChapter},
		{intent: intentCourses, readFunc: readOffered, sayFunc: (*tutor).courses}, // before progress, which tells how many are left
		{intent: intentLevel, at: []place{atLevel}, readFunc: readWish, to: anew},
		{intent: intentQuestion, readFunc: readSituation, to: answer}, // before what it shares words with: stop, complaint, summary
		{intent: intentOtherSubject, readFunc: readSubject, sayFunc: (*tutor).courses},
		{intent: intentChapter, readFunc: readChapter, to: anew, sayFunc: (*tutor).contents}, // in the language of the wish
		{intent: intentAskForAnswer, at: quiz, readFunc: readAskForAnswer},
		{intent: intentStop, shared: dialog.Stop, readFunc: readStop},
		{intent: intentMarks, at: feedback, readFunc: readMarks, sayFunc: (*tutor).marked}, // before progress, which tells all marks
		{intent: "resume", to: begin},                                                      // before progress, which tells how far one came
		{intent: intentProgress},
		{intent: intentGiveUp, at: quiz, to: marked},
		{intent: intentSkip, at: quiz, to: asked},
		{intent: intentType, readFunc: readType, to: another},
		{intent: intentQuiz, to: ahead},
		{intent: intentAnswer, at: quiz, readFunc: readAnswer, to: marked},
		{intent: intentTentative, at: quiz, readFunc: ofAChoice},
		{intent: intentSeveral, at: quiz, readFunc: ofAChoice, sayFunc: (*tutor).recalled},
		{intent: intentBeyond, at: quiz, readFunc: ofAChoice},
		{intent: "no_numbers", at: quiz, readFunc: readNumbers},
		{intent: "dispute", at: []place{atQuiz, atFeedback}, sayFunc: (*tutor).disputed},
		{intent: "why", shared: dialog.Why, at: feedback, readFunc: readWhy, sayFunc: (*tutor).reasoned},
		{intent: "late_answer", at: feedback, readFunc: readLate},
		{intent: "about"},
		{intent: "one_by_one"},
		{intent: "easier", at: taught, readFunc: teaching, sayFunc: (*tutor).easier},
		{intent: "example", at: taught, readFunc: teaching, sayFunc: (*tutor).example}, // before More, which has examples too
		{intent: "deeper", shared: dialog.More, at: taught, readFunc: teaching, sayFunc: (*tutor).deeper},
		{intent: "summary", shared: dialog.Less, at: taught, readFunc: teaching, sayFunc: (*tutor).summary},
		{intent: "complaint"}, // what is to be told otherwise is, where that is said
		{intent: "explain_again", at: taught, readFunc: readAgain, to: begin, sayFunc: (*tutor).again},
		{intent: intentAtLoss, at: explained, readFunc: teaching, sayFunc: (*tutor).atLoss},
		{intent: "help", shared: dialog.Help},
		{intent: intentNext, shared: dialog.Confirm, readFunc: readNext, to: ahead},
		{intent: intentQuestion, readFunc: readQuestion, to: answer},
		{intent: "deny", shared: dialog.Deny},
		{intent: intentGreeting, shared: dialog.Greet},
		{intent: "thanks", shared: dialog.Thanks},
		{intent: "small_talk", readFunc: readSmall},
		{intent: intentAnswer, at: quiz, readFunc: readProse},
		{intent: intentQuestion, readFunc: readAnswered, to: answer},
		{intent: "own_work"},
		{intent: intentUnclear, readFunc: func(*act, *message) (Turn, bool) { return Turn{}, true }},
	}
})

// actOf is what an intent comes to.
func actOf(intent string) *act {
	list := acts()
	return &list[max(0, slices.IndexFunc(list, func(a act) bool { return a.intent == intent }))]
}

// read finds out what a message wants at a place; q is the newest question, and last
// the answer before, if that is what it stands behind. What phrases take for nothing is
// what it resembles.
func (c *course) read(text string, at place, q *Question, last *Finding) Turn {
	m := newMessage(c, text, at, q)
	m.last = last
	t, least := m.first(), dialog.Likely
	nothing := t.Intent == intentUnclear
	if at == atLevel && t.Intent == intentQuestion {
		f := c.resolve(text, asking{language: texts.Languages()[0]}).Finding
		nothing = !f.Found || f.Beside
	}
	if at == atLevel && nothing {
		m.resemble()
		least = mostly
	}
	if nothing && m.meaning.Sure >= least {
		m.guessed = true
		t = m.first()
	}
	return t
}

// resemble finds what the message resembles, of what can be meant here.
func (m *message) resemble() {
	level := m.has("level.beginner") || m.has("level.advanced")
	m.meaning = examples.Read(m.text, func(label string) bool {
		return actOf(meant(label, m.at)).can(m.at) && (label != intentLevel || level)
	})
	if m.meaning.Label == "help" && m.asks && !m.has("act.help") && m.course.likeliest(m.text, nil, perhaps) != nil {
		m.meaning = dialog.Meaning{} // how something is done that the course has, and not how it is used
	}
}

// first is the first act that a message can be.
func (m *message) first() (t Turn) {
	for _, a := range acts() {
		if !a.can(m.at) {
			continue
		}
		read := a.readFunc
		if read == nil {
			read = says
		}
		if t, ok := read(&a, m); ok {
			t.Intent = cmp.Or(t.Intent, a.as, a.intent)
			return t
		}
	}
	return t
}

// can tells whether the act is one at a place.
func (a *act) can(at place) bool { return len(a.at) == 0 || slices.Contains(a.at, at) }

// says reads an act by examples and phrases.
func says(a *act, m *message) (Turn, bool) {
	return Turn{}, m.short && m.means(a.intent, m.has("act."+a.intent) || slices.Contains(m.shared, a.shared))
}
