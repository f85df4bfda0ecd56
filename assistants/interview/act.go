package interview

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/korean"
)

// What a message can want. Each but the answer and what is unclear is the key of
// its phrases (act.…); what the guide says of it is guide.….
const (
	intentKorean    = "speak_korean"
	intentEnglish   = "speak_english"
	intentHarmful   = "harmful"
	intentDistress  = "distress"
	intentPersonal  = "personal" // nothing but personal data
	intentRedo      = "redo"     // an answer that was marked
	intentOrders    = "orders"   // to the machine behind the interviewer
	intentVerdict   = "verdict"
	intentPrivacy   = "privacy"
	intentErase     = "erase"
	intentAbout     = "about"
	intentEnd       = "end"
	intentPause     = "pause"
	intentResume    = "resume"
	intentRestart   = "restart"
	intentSkip      = "skip"
	intentHint      = "hint"
	intentClarify   = "clarify"
	intentRepeat    = "repeat"
	intentEasier    = "easier"
	intentHarder    = "harder"
	intentField     = "field"
	intentWhy       = "why"
	intentModel     = "model_answer"
	intentProgress  = "progress"
	intentReport    = "report"
	intentLiked     = "positive"
	intentDisliked  = "negative"
	intentAtLoss    = "at_a_loss"
	intentHelp      = "help"
	intentBegin     = "begin"
	intentGreeting  = "greeting"
	intentThanks    = "thanks"
	intentOffTopic  = "off_topic"
	intentNerves    = "nerves"     // of who is nervous, tired or cross
	intentStayed    = "stay"       // not to end, where that was offered
	intentUnsure    = "unsure"     // what may be no answer: whether to mark it is asked
	intentNotMarked = "not_marked" // not to mark it
	intentImprove   = "improve"
	intentTopic     = "topic"      // another question, by its topic
	intentHasTopic  = "has_topic"  // whether there is one
	intentRoles     = "roles"      // which fields there are
	intentOtherRole = "other_role" // one that there is not
	intentNumber    = "number"     // of questions
	intentChosen    = "chosen"     // why this question
	intentAdvice    = "advice"     // on interviews, beside answers
	intentUnmark    = "unmark"     // what was marked was no answer
	intentNoTopic   = "no_topic"   // questions on what there are none on
	intentDispute   = "dispute"    // objections to marks
	intentOrganiser = "organiser"  // of who hires, not of a candidate
	intentLevel     = "level"      // how long the candidate has worked
	intentCounts    = "counts"     // what counts in the score
	intentAnswer    = "answer"
	intentUnclear   = "unclear"
	intentTriggered = "triggered" // nobody spoke: an event began the run
)

// place is where the interview rests between two messages.
type place int

const (
	atGreeting place = iota // no field has been chosen
	atQuestion
	atReview   // it is over, the evaluation waits for a reviewer
	atFinished // the evaluation is decided on, or there is none
)

func (s *InterviewState) place() place {
	switch {
	case s.Task.InterviewStage == StageFinished:
		return atFinished
	case s.Task.InterviewStage == StageFarewell && s.FlowControl.HumanInLoopPayload == nil:
		return atFinished // nothing was answered, so nothing is reviewed
	case s.Task.InterviewStage == StageFarewell:
		return atReview
	case s.Task.CurrentQuestion != nil:
		return atQuestion
	}
	return atGreeting
}

// act is what candidates do with a message.
type act struct {
	intent string
	shared dialog.Act // that says it in every assistant
	at     []place    // where it is one; none is everywhere
	// whole tells that it counts in a message of any length, wish that amid a
	// question it is one only where something is asked for: an answer may hold
	// the same words.
	whole, wish bool
	// readFunc reads what phrases alone can't tell.
	readFunc func(m *message) bool
}

// acts are all of them: a message is the first one that it can be.
func acts() []act {
	question, over := []place{atQuestion}, []place{atReview, atFinished}
	open, wished := []place{atGreeting, atFinished}, []place{atQuestion, atGreeting, atFinished}
	return []act{
		{intent: intentDistress, whole: true},
		{intent: intentHarmful, whole: true},
		{intent: intentOrders, whole: true},
		{intent: intentPersonal, readFunc: (*message).personal},
		{intent: intentKorean},
		{intent: intentEnglish, readFunc: (*message).english},
		{intent: intentVerdict, wish: true},
		{intent: intentPrivacy, wish: true},
		{intent: intentErase, wish: true},
		{intent: intentAbout, wish: true},
		{intent: intentAdvice, wish: true},
		{intent: intentUnmark, at: question, readFunc: func(m *message) bool { return m.length() <= longWish && m.has("act.unmark") && !m.q.earns(m.text) }}, // "cancel that" ends nothing
		{intent: intentOrganiser, readFunc: func(m *message) bool { return m.has("act.organiser") && (m.q == nil || m.short) }},
		{intent: intentCounts, wish: true},
		{intent: intentPause},
		{intent: intentNumber, at: question, readFunc: func(m *message) bool { return m.more() > 0 && m.wishes("then_end") }}, // which is not to end now
		{intent: intentEnd, shared: dialog.Stop},
		{intent: intentRestart, at: []place{atFinished, atReview}, wish: true},
		{intent: intentImprove, wish: true},
		{intent: intentRedo, wish: true}, // before what is to be gone on with
		{intent: intentResume},
		{intent: intentHint, at: question},
		{intent: intentEasier, at: question, readFunc: func(m *message) bool { return m.shifts(intentEasier) }},
		{intent: intentHarder, at: question, readFunc: func(m *message) bool { return m.shifts(intentHarder) }},
		{intent: intentNerves, at: question, readFunc: func(m *message) bool { return m.strays() && m.has("act.easier") && !m.field() }}, // how hard they are
		{intent: intentChosen, at: question, wish: true},
		{intent: intentDispute, readFunc: (*message).disputes}, // before what marks are a topic of
		{intent: intentWhy, readFunc: (*message).why},
		{intent: intentRoles, readFunc: (*message).roles},
		{intent: intentModel, readFunc: (*message).howTo}, // before the wish for a question that it names
		{intent: intentHasTopic, at: append(over, atQuestion), readFunc: func(m *message) bool { return m.has("asks_whether") && m.topic() && m.wanted != nil }},
		{intent: intentTopic, at: wished, readFunc: (*message).topic}, // "back end, security" is more than a field
		{intent: intentField, at: wished, readFunc: (*message).field},
		{intent: intentLevel, at: question, readFunc: (*message).level},
		{intent: intentOtherRole, at: wished, readFunc: (*message).otherRole},
		{intent: intentNumber, at: question, readFunc: func(m *message) bool { return m.count() > 0 && (m.wishes("number_wish") || m.wishes("request")) }},
		{intent: intentNoTopic, at: question, readFunc: func(m *message) bool {
			return m.wishes("focus_wish") && (m.has("request") || m.length() <= certainCommand)
		}},
		{intent: intentSkip, at: question},
		{intent: intentModel, wish: true},
		{intent: intentClarify, at: question}, // "once more, in other words"
		{intent: intentRepeat, shared: dialog.Again, at: question},
		{intent: intentProgress, wish: true},
		{intent: intentReport, wish: true},
		{intent: intentAnswer, at: question, readFunc: (*message).corrects}, // of before, whatever it asks
		{intent: intentLiked, readFunc: (*message).likes},
		{intent: intentDisliked, readFunc: func(m *message) bool {
			return m.short && (m.has("act.negative") || phrases.Has(m.text, "picture.blame"))
		}},
		{intent: intentAtLoss, at: question, readFunc: (*message).lost},
		{intent: intentOffTopic, readFunc: (*message).offTopic},
		{intent: intentClarify, at: question, readFunc: (*message).asksBack},
		{intent: intentHelp, shared: dialog.Help, wish: true},
		{intent: intentBegin, shared: dialog.Confirm, at: open},
		{intent: intentGreeting, shared: dialog.Greet},
		{intent: intentThanks, shared: dialog.Thanks},
		{intent: intentUnclear, at: question, readFunc: func(m *message) bool { return m.strays() && m.has("interview_word") }}, // not beside the interview
		{intent: intentOffTopic, at: question, readFunc: (*message).strays},
		{intent: intentAnswer, at: question, readFunc: (*message).answers},
		{intent: intentUnclear, readFunc: func(*message) bool { return true }},
	}
}

// message is a text as acts are looked for in it, and where it is said.
type message struct {
	text   string // as it came
	words  string // folded, without punctuation
	shared []dialog.Act
	asks   bool
	// short tells that it can be an act: an answer may hold the same words.
	short bool
	plain bool // no examples can tell better what it wants
	at    place
	bank  *bank
	q     *Question // the open one, nil is none
	plan  string    // the one that a field names
	// before and behind are what is said around its name.
	before, behind string
	// wanted are the questions on the topic that is named, avoided those on one that is
	// to be left out.
	wanted, avoided []string
}

const (
	// maxCommand is how much of a message is looked at for acts, in characters.
	maxCommand = 500
	// shortCommand is how long an act can be, in syllables; certainCommand how
	// long one that would earn points.
	shortCommand, certainCommand = 45, 10
	// minTouch is how long a Latin word is that tells what a text is about.
	minTouch = 4
	// maxWanted is how many questions can be asked for.
	maxWanted = 20
)

// besideAnswers is what can be wanted in the same message as an answer.
var besideAnswers = []string{intentEnd, intentPause, intentProgress, intentWhy, intentDispute, intentReport, intentVerdict, intentCounts}

// read finds out what a message wants. What its last sentence wants goes beside an
// answer before it, and before words that are none.
func (b *bank) read(text string, at place, q *Question) Turn {
	t, sentences := b.readWhole(text, at, q), korean.Sentences(text)
	n := len(sentences) - 1
	if q == nil || n < 1 || t.Intent != intentAnswer && !slices.Contains(besideAnswers, t.Intent) {
		return t
	}
	front, m := strings.Join(sentences[:n], " "), b.message(sentences[n], at, q)
	last := b.readWhole(m.text, at, q)
	beside := slices.Contains(besideAnswers, last.Intent)
	switch asked := m.asks || m.has("request") || beside && m.length() <= certainCommand; {
	case !asked || slices.Contains([]string{intentAtLoss, intentUnclear, intentClarify}, last.Intent):
	case !q.answeredBy(front) && korean.CountLetters(front) <= shortCommand: // what is longer may answer in other words
		if t.Intent == intentAnswer && beside { // any other question belongs to what is said: "what would you do?"
			return last
		}
	case beside && b.readWhole(front, at, q).Intent == intentAnswer:
		last.Answer, last.Beside = front, m.text
		return last
	}
	return t
}

// readWhole reads a message that wants one thing.
func (b *bank) readWhole(text string, at place, q *Question) (t Turn) {
	m := b.message(text, at, q)
	if at != atQuestion {
		examples.Prepare()
	}
	for _, a := range acts() {
		if len(a.at) > 0 && !slices.Contains(a.at, at) {
			continue
		}
		read := a.readFunc
		if read == nil {
			read = func(m *message) bool { return m.says(&a) }
		}
		if read(m) {
			intent := m.meant(a.intent)
			// Examples tell that a field is wished for, not which.
			if intent == intentField && !m.namesPlan() && m.at == atQuestion && m.count() > 0 {
				intent = intentNumber
			}
			return m.turn(intent)
		}
	}
	return t
}

// turn is what the run is to do: how many questions are wanted tells only who speaks
// of the interview.
func (m *message) turn(intent string) Turn {
	t := Turn{Intent: intent}
	if intent == intentField || intent == intentLevel || m.at != atQuestion {
		t.Wish = m.wish()
	}
	if intent == intentField || intent == intentTopic {
		t.Plan = m.plan
	}
	if slices.Contains([]string{intentField, intentBegin, intentTopic, intentNumber}, intent) || m.at != atQuestion {
		t.Count = m.count()
		if n := m.more(); n > 0 && intent == intentNumber {
			t.Count, t.More = n, true
		}
	}
	if intent == intentModel && m.wanted == nil {
		m.wishFor(m.words) // a question that is spoken of by its topic
		t.Topics = m.wanted
	}
	if intent == intentTopic || intent == intentHasTopic {
		t.Topics, t.Avoid, t.Focus = m.wanted, m.avoided, m.wanted != nil && m.has("focus_wish")
		if t.Plan == "" && intent == intentTopic && m.at != atQuestion && m.wanted != nil {
			t.Plan = m.bank.planOf(m.wanted)
			t.Focus = t.Focus || len(m.bank.plan(t.Plan).Quotas) > 1 // else most are on other things
		}
	}
	return t
}

func (b *bank) message(text string, at place, q *Question) *message {
	whole := text
	text = cut.Runes(text, maxCommand)
	m := &message{text: text, words: korean.Words(text), at: at, bank: b, q: q}
	m.asks = korean.CountLetters(text) >= 2 && (korean.Asks(text) || korean.EndsAsking(text) || m.has("asks"))
	for _, said := range dialog.Acts(text) {
		if said.Act != dialog.Ask {
			m.shared = append(m.shared, said.Act)
		}
	}
	n := m.length()
	m.short = n <= shortCommand && (q == nil || n <= certainCommand || m.asks || m.has("request") || !q.earns(whole))
	return m
}

// earns tells whether a text holds something of the question's answer.
func (q *Question) earns(text string) bool { return q.rubric.Earns(substance(text), q.given()...) }

// answeredBy tells that a text answers, be it by a deed that no rubric knows.
func (q *Question) answeredBy(text string) bool {
	return q.earns(text) || q.Cat == behavioural && phrases.Has(text, "deed")
}

// length is in syllables.
func (m *message) length() int { return korean.Syllables(m.words) }

func (m *message) has(key string) bool { return phrases.Has(m.words, key) }

// wishes tells that phrases are said for a wish: in few words, of which none answer.
func (m *message) wishes(key string) bool { return m.short && m.has(key) && !m.q.earns(m.text) }

func (m *message) says(a *act) bool {
	if a.wish && m.q != nil && !m.asks && !m.has("request") && m.length() > certainCommand {
		return false
	}
	at := phrases.FindAll(m.words, "act."+a.intent)
	told := len(at) > 0 && !dialog.Denies(m.words[at[len(at)-1][1]:]) // "no hint, but the marks"
	return (m.short || a.whole) && (told || a.shared != "" && m.length() <= shortCommand/2 && slices.Contains(m.shared, a.shared))
}

// wish is how a message that begins an interview shifts its questions.
func (m *message) wish() float64 {
	switch {
	case m.at == atReview:
	case m.has("act."+intentHarder) || m.has("level.senior"):
		return wishStep
	case m.has("act."+intentEasier) || m.has("level.junior"):
		return -wishStep
	}
	return 0
}

// shifts is a wish for easier or harder questions, which a question about them is
// not, and which another field goes before.
func (m *message) shifts(intent string) bool {
	return m.short && m.has("act."+intent) && (!m.asks || m.has("request") || m.has("asks_whether") || m.has("asks_for")) && !m.field()
}

// english is a wish for English; who names a field in it is understood already.
func (m *message) english() bool {
	return m.short && m.has("act."+intentEnglish) && !(m.at == atGreeting && m.namesPlan() && !strings.ContainsFunc(m.text, korean.IsHangul))
}

// personal is a message that told personal data, which is masked now, and
// nothing of an answer.
func (m *message) personal() bool {
	return masked(m.text) && (m.q == nil || !m.q.earns(m.text))
}

// masked tells whether something was masked in a text.
func masked(text string) bool {
	return strings.Contains(text, guard.Hidden) || strings.Contains(text, "-****")
}

// disputes is an objection to marks, or the wish to have them looked at again.
func (m *message) disputes() bool {
	return m.length() <= 2*shortCommand && m.at != atGreeting && m.has("act.dispute") && (m.q == nil || m.asks || phrases.HasAny(m.words, "interview_word", "blame") || !m.q.earns(m.text))
}

// why asks for the reason of marks, and is no answer with "why" in it.
func (m *message) why() bool {
	return m.length() <= shortCommand && m.has("marks_told") || m.short && (m.has("act.why") || m.asks && m.at != atGreeting && m.length() <= 12 && slices.Contains(m.shared, dialog.Why))
}

// likes is praise, or thanks with praise, which an answer's words are no part of.
func (m *message) likes() bool {
	praises := m.has("act.positive") || phrases.Has(m.text, "picture.praise") // which words have none of
	return praises && (m.short || m.length() <= shortCommand && slices.Contains(m.shared, dialog.Thanks))
}

// lost tells that nothing is known. "I am not sure, but …" is an answer, and so is
// what earns something, however modestly it is said.
func (m *message) lost() bool {
	return m.short && m.has("act.at_a_loss") && !m.has("hedged") && !m.q.earns(m.text) || m.has("nothing_known")
}

// offTopic is a request for something else than the interview.
func (m *message) offTopic() bool {
	return m.short && m.has("act.off_topic") && (m.asks || m.has("request") || m.length() <= 12)
}

// asksBack is a question to the interviewer about the one that is open; who tells
// what they did asks nothing.
func (m *message) asksBack() bool {
	return m.short && m.has("asks_back") || m.strays() && !phrases.Has(m.text, "deed") && (m.has("points_back") || m.q.touches(m.text))
}

// strays is a question that is no part of an answer.
func (m *message) strays() bool {
	return m.short && m.asks && !m.has("rhetoric") && !m.q.earns(m.text)
}

// behavioural is the category of what candidates did: to tell of something done is
// an answer there, whatever its words.
const behavioural = "behavioural"

// answers is whatever else says something while a question is open; lone jamo
// (ㅋㅋㅋ) say nothing.
func (m *message) answers() bool {
	return korean.CountLetters(strings.Map(func(r rune) rune {
		if r >= 'ㄱ' && r <= 'ㅣ' {
			return -1
		}
		return r
	}, m.text)) >= 2
}
