package interview

import (
	"github.com/madang-dev/madang/internal/dialog"
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
	intentFeedback  = "feedback"   // how it is to be given
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
	// weak tells that phrases say next to nothing of it, so that examples may say another.
	weak bool
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
		{intent: intentUnmark, at: question, readFunc: func(m *message) bool { return m.length() <= longWish && m.has("act.unmark") && !m.q.earns(m.text) }}, // "cancel that" ends nothing
		{intent: intentFeedback, at: question, readFunc: func(m *message) bool { return m.wishes("act.feedback") && (m.asks || m.has("request")) }},
		{intent: intentVerdict, wish: true},
		{intent: intentPrivacy, wish: true},
		{intent: intentErase, wish: true},
		{intent: intentAbout, wish: true},
		{intent: intentAdvice, wish: true},
		{intent: intentOrganiser, readFunc: (*message).organises},
		{intent: intentCounts, wish: true},
		{intent: intentPause, wish: true},
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
		{intent: intentRepeat, shared: dialog.Again, at: question, wish: true},
		{intent: intentProgress, wish: true},
		{intent: intentReport, wish: true},
		{intent: intentAnswer, at: question, readFunc: (*message).corrects}, // of before, whatever it asks
		{intent: intentLiked, readFunc: (*message).likes},
		{intent: intentDisliked, readFunc: func(m *message) bool {
			return m.short && (m.has("act.negative") || phrases.Has(m.text, "picture.blame"))
		}},
		{intent: intentAtLoss, at: question, readFunc: (*message).lost},
		{intent: intentOffTopic, readFunc: (*message).offTopic},
		{intent: intentClarify, at: question, readFunc: func(m *message) bool { return m.short && m.has("asks_back") }},
		{intent: intentClarify, at: question, weak: true, readFunc: (*message).asksBack},
		{intent: intentHelp, shared: dialog.Help, wish: true},
		{intent: intentBegin, shared: dialog.Confirm, at: open},
		{intent: intentGreeting, shared: dialog.Greet},
		{intent: intentThanks, shared: dialog.Thanks},
		{intent: intentUnclear, at: question, weak: true, readFunc: func(m *message) bool { return m.strays() && m.has("interview_word") }}, // not beside the interview
		{intent: intentOffTopic, at: question, weak: true, readFunc: (*message).strays},
		{intent: intentAnswer, at: question, weak: true, readFunc: (*message).answers},
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
	weak  bool // nor can phrases
	at    place
	bank  *bank
	q     *Question // the open one, nil is none
	plan  string    // the one that a field names
	// before and behind are what is said around its name.
	before, behind string
	// wanted are the questions on the topic that is named, avoided those on one that is
	// to be left out.
	wanted, avoided []string
	// left are the plans that are to be left out.
	left []string
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
