package tutor

import (
	"fmt"
	"slices"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/state"
)

// The agents (the design's section 1.2), each a node of the graph.
const (
	SessionManager          = "session_manager"
	LearningSupervisor      = "learning_supervisor"
	TheoryEducator          = "theory_educator"
	QuizGenerator           = "quiz_generator"
	EvaluationFeedbackAgent = "evaluation_feedback_agent"
	QnAResolver             = "qna_resolver"
)

// The stages of a learning session; "" is before the first one.
const (
	StageStart    = "session_start"
	StageTheory   = "theory_completed"
	StageFeedback = "quiz_and_feedback_completed"
)

// The ui modes.
const (
	modeChat = "chat"
	modeQuiz = "quiz"
)

// rows is the design's table 2.2, with the resolver at its three points:
// which agents a committed state may name at a stage.
var rows = map[string][]string{
	StageStart:    {SessionManager, LearningSupervisor, TheoryEducator, QnAResolver},
	StageTheory:   {LearningSupervisor, QuizGenerator, QnAResolver},
	StageFeedback: {EvaluationFeedbackAgent, LearningSupervisor, SessionManager, QnAResolver},
}

// handTo makes agent the current one; the ui mode follows (section 6.1).
func (s *TutorState) handTo(agent string) {
	if s.CurrentAgent == agent {
		return
	}
	s.PreviousAgent, s.CurrentAgent = s.CurrentAgent, agent
	s.UIMode = modeChat
	if agent == QuizGenerator {
		s.UIMode = modeQuiz
	}
}

// hand is an update that hands over to an agent.
func hand(tr *turn, label, agent string, updates ...func(*TutorState)) error {
	return told(tr, label, func(s *TutorState) {
		for _, update := range updates {
			update(s)
		}
		s.handTo(agent)
	}, with{})
}

// told is an update with the event of a changed ui mode.
func told(tr *turn, label string, change func(*TutorState), w with) error {
	before, events := "", w.Events
	w.Events = func(s *TutorState) []engine.Event {
		if events == nil {
			return modeEvents(before, s)
		}
		return append(events(s), modeEvents(before, s)...)
	}
	return tr.Update(label, func(s *TutorState) {
		before = s.UIMode
		change(s)
	}, w)
}

func modeEvents(before string, s *TutorState) []engine.Event {
	if before == s.UIMode {
		return nil
	}
	return []engine.Event{{Type: state.EventUIModeChanged, Body: state.UIModeChanged{UIMode: s.UIMode}}}
}

// place is where a chat rests between two turns.
type place string

const (
	atLevel    place = "level"    // has not been chosen
	atStart    place = "start"    // a session has begun, nothing is explained yet
	atTheory   place = "theory"   // is explained
	atQuiz     place = "quiz"     // a question waits for its answer
	atFeedback place = "feedback" // the session is decided and stored
)

func (s *TutorState) place() place {
	switch {
	case s.UserType == "":
		return atLevel
	case s.QuestionOpen && s.SessionProgressStage == StageTheory:
		return atQuiz
	case s.SessionProgressStage == StageTheory:
		return atTheory
	case s.SessionProgressStage == StageFeedback:
		return atFeedback
	}
	return atStart
}

// undecided tells that an answer was marked but its session not stored: the
// run that was at it ended early.
func (s *TutorState) undecided() bool {
	return s.SessionProgressStage == StageFeedback && s.Stored == nil
}

// validate lists what is wrong with a state.
func (s *TutorState) validate(c *course) []string {
	top := 1 // the best is_answer_correct
	if s.CurrentQuestionType == Subjective {
		top = scoring.Whole
	}
	upTo := func(n, limit int) bool { return n >= 0 && n <= limit }
	oneOf := func(value string, known ...string) bool { return slices.Contains(known, value) }
	var errs []string
	for _, check := range []struct {
		holds bool
		field string
		value any
	}{
		{oneOf(s.CurrentAgent, rows[s.SessionProgressStage]...), "current_agent at " + s.SessionProgressStage, s.CurrentAgent},
		{(s.CurrentAgent == QuizGenerator) == (s.UIMode == modeQuiz), "ui_mode of " + s.CurrentAgent, s.UIMode},
		{oneOf(s.UserType, "", Beginner, Advanced), "user_type", s.UserType},
		{oneOf(s.UIMode, modeChat, modeQuiz), "ui_mode", s.UIMode},
		{oneOf(s.CurrentQuestionType, "", MultipleChoice, Subjective), "current_question_type", s.CurrentQuestionType},
		{oneOf(s.SessionDecisionResult, "", Proceed, Retry), "session_decision_result", s.SessionDecisionResult},
		{upTo(s.CurrentChapter, len(c.chapters)), "current_chapter", s.CurrentChapter},
		{upTo(s.CurrentSessionCount, maxSessions), "current_session_count", s.CurrentSessionCount},
		{upTo(s.IsAnswerCorrect, top), "is_answer_correct", s.IsAnswerCorrect},
		{upTo(s.HintUsageCount, maxHints), "hint_usage_count", s.HintUsageCount},
		{!s.QuestionOpen || c.questions[s.CurrentQuestionNumber] != nil, "current_question_number", s.CurrentQuestionNumber},
	} {
		if !check.holds {
			errs = append(errs, fmt.Sprintf("%s is %v", check.field, check.value))
		}
	}
	return errs
}

// failed brings a run that ended early back to a place where the next one
// can go on.
func failed(s *TutorState, _ engine.Failure) []engine.Event {
	before := s.UIMode
	switch {
	case s.QuestionOpen && s.SessionProgressStage == StageTheory:
		s.handTo(QuizGenerator) // a question in between was cancelled
	case s.CurrentAgent != SessionManager:
		s.handTo(LearningSupervisor)
	}
	return modeEvents(before, s)
}
