package tutor

import (
	"cmp"
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/cut"
)

// The kinds of user (the design's user_type); "" has not chosen yet.
const (
	Beginner = "beginner"
	Advanced = "advanced"
)

// The kinds of question.
const (
	MultipleChoice = "multiple_choice"
	Subjective     = "subjective"
)

// The decisions at the end of a learning session.
const (
	Proceed = "proceed"
	Retry   = "retry"
)

const (
	// maxSessions is how often one chapter is studied in a row.
	maxSessions = 3
	// maxSummaries bounds recent_sessions_summary.
	maxSummaries = 5
	// maxConversations and maxMessage bound what the state keeps of one
	// learning session; the session's messages have the whole of it.
	maxConversations = 100
	maxMessage       = 1500 // characters
	// maxReply bounds the tutor's own answers in it, maxScript the scripts
	// that they are made of: every checkpoint carries them.
	maxReply, maxScript = 600, 150
)

// TutorState is the design's state (section 1.1), with what the tutor itself
// must remember below. It lives as long as its chat session.
type TutorState struct {
	UserID   string `json:"user_id"`
	UserType string `json:"user_type"`

	CurrentChapter int    `json:"current_chapter"` // from 1
	CurrentAgent   string `json:"current_agent"`

	SessionProgressStage string `json:"session_progress_stage"`

	UIMode string `json:"ui_mode"`

	CurrentQuestionType    string `json:"current_question_type"`
	CurrentQuestionNumber  int    `json:"current_question_number"`
	CurrentQuestionContent string `json:"current_question_content"`
	CurrentQuestionAnswer  string `json:"current_question_answer"`
	// IsAnswerCorrect is 1 or 0 for multiple choice, 0-100 for subjective.
	IsAnswerCorrect    int    `json:"is_answer_correct"`
	EvaluationFeedback string `json:"evaluation_feedback"`
	HintUsageCount     int    `json:"hint_usage_count"`

	TheoryDraft   string `json:"theory_draft"`
	QuizDraft     string `json:"quiz_draft"`
	FeedbackDraft string `json:"feedback_draft"`
	QnADraft      string `json:"qna_draft"`

	PreviousAgent string `json:"previous_agent"`

	SessionDecisionResult string    `json:"session_decision_result"`
	CurrentSessionCount   int       `json:"current_session_count"`
	SessionStartTime      time.Time `json:"session_start_time"`

	CurrentSessionConversations []Conversation `json:"current_session_conversations"`
	RecentSessionsSummary       []Summary      `json:"recent_sessions_summary"`

	ChatSessionID string `json:"chat_session_id"`
	RunID         string `json:"run_id"`
	Language      string `json:"language"`
	// LanguageChoice is the language that the user asked for by word.
	LanguageChoice string `json:"language_choice,omitempty"`
	// Turn is what the run is about.
	Turn Turn `json:"turn"`
	// QuestionOpen tells that current_question_number waits for its answer.
	QuestionOpen bool `json:"question_open"`
	// Tentative is the choice, from 1, that was named in doubt and asked back.
	Tentative int `json:"tentative_choice,omitempty"`
	// Last is the answer that the turn before gave, with which a question may go on.
	Last *Finding `json:"last_answer,omitempty"`
	// Suggested is the level that was suggested last, or that the chapter told of last
	// would begin at, where none is chosen.
	Suggested string `json:"suggested_level,omitempty"`
	// Asked are the questions that are not asked again until the pool of
	// their chapter and level is through.
	Asked []int `json:"asked_questions"`
	// Missed are the questions of this chapter that were not passed.
	Missed []int `json:"missed_questions"`
	// Evaluation is the newest one, with its reasons.
	Evaluation *Evaluation `json:"evaluation,omitempty"`
	// Stored names the learning session's rows once they are written.
	Stored *StoredSession `json:"stored_session,omitempty"`
	// Forced tells that proceed was decided by the limit and not by marks.
	Forced          bool   `json:"forced"`
	CourseCompleted bool   `json:"course_completed"`
	LastDay         string `json:"last_day"` // YYYY-MM-DD of the newest turn
}

// Conversation is one entry of the design's section 3.1.
type Conversation struct {
	AgentName    string    `json:"agent_name"`
	Message      string    `json:"message"`
	Timestamp    time.Time `json:"timestamp"`
	MessageType  string    `json:"message_type"` // user | system | tool
	SessionStage string    `json:"session_stage"`
}

// The types of a Conversation: the user's words, the tutor's answers, and
// the scripts that agents hand to the supervisor.
const (
	messageUser   = "user"
	messageSystem = "system"
	messageTool   = "tool"
)

// Summary is a finished learning session in short; all values are texts.
type Summary struct {
	SessionID    string `json:"session_id"`
	Chapter      string `json:"chapter"`
	QuestionType string `json:"question_type"`
	Score        string `json:"score"` // 0-100
	Decision     string `json:"decision"`
	Summary      string `json:"summary"`
}

// StoredSession is the key of a learning session's rows.
type StoredSession struct {
	SessionID string `json:"session_id"` // "user123_ch1_session001_20250805_143052"
	RunID     string `json:"run_id"`
}

// Turn is what the supervisor made of a run's message.
type Turn struct {
	Intent       string `json:"intent,omitempty"`
	Level        string `json:"level,omitempty"`
	Chapter      int    `json:"chapter,omitempty"`
	QuestionType string `json:"question_type,omitempty"`
	Choice       int    `json:"choice,omitempty"` // from 1
	// Work is the learner's, for which an example is wanted.
	Work string `json:"work,omitempty"`
	// Assumed tells that nobody has chosen the level and the chapter.
	Assumed bool `json:"assumed,omitempty"`
	// Contents tells that what the course holds is asked besides.
	Contents bool `json:"contents,omitempty"`
	// Lines is how many lines a summary is to have, 0 for as many as there are.
	Lines int `json:"lines,omitempty"`
	// Brief tells that the explanation is to be short.
	Brief bool `json:"brief,omitempty"`
	// Aspect is what is wanted of the answer before.
	Aspect string `json:"aspect,omitempty"`
	// ReturnTo is the agent that a question in between goes back to.
	ReturnTo string `json:"return_to,omitempty"`
	// QnA is what the resolver found.
	QnA *Finding `json:"qna,omitempty"`
	// Welcome tells that the user is back on another day or in a new chat.
	Welcome bool `json:"welcome,omitempty"`
}

// begin readies the state for a run: all stays but the turn.
func begin(s *TutorState, info engine.RunInfo) {
	s.RunID, s.ChatSessionID, s.UserID = info.RunID, info.SessionID, info.UserID
	s.Language = cmp.Or(s.LanguageChoice, info.Language)
	// What no answer was found to, and what is only talk, leaves what was told last.
	if f, a := s.Turn.QnA, actOf(s.Turn.Intent); f != nil && f.Found || f == nil && (a.to != nil || a.sayFunc != nil) {
		s.Last = f
	}
	s.Turn = Turn{}
	if s.UIMode == "" {
		s.UIMode = modeChat
	}
}

// learner is whose progress this is: the user, or the chat of a stranger.
func (s *TutorState) learner() string {
	return cmp.Or(s.UserID, s.ChatSessionID)
}

// say adds an entry to the learning session's conversation.
func (s *TutorState) say(agent, messageType, message string, at time.Time) {
	s.CurrentSessionConversations = append(slices.Clip(s.CurrentSessionConversations), Conversation{
		AgentName: agent, Message: cut.Runes(message, maxMessage), Timestamp: at,
		MessageType: messageType, SessionStage: s.SessionProgressStage,
	})
}

// bound keeps lists from growing without end.
func bound(s *TutorState) {
	s.CurrentSessionConversations = assistant.Newest(s.CurrentSessionConversations, maxConversations)
	s.RecentSessionsSummary = assistant.Newest(s.RecentSessionsSummary, maxSummaries)
}

// reset is the design's reset_session_state (section 4.2).
func (s *TutorState) reset(newChapter bool, now time.Time) {
	s.SessionProgressStage = StageStart
	s.CurrentSessionConversations = []Conversation{}
	s.CurrentQuestionAnswer, s.EvaluationFeedback, s.HintUsageCount = "", "", 0
	s.SessionStartTime = now
	s.TheoryDraft, s.QuizDraft, s.FeedbackDraft, s.QnADraft = "", "", "", ""
	s.QuestionOpen, s.Evaluation, s.Stored, s.Forced = false, nil, nil, false
	if newChapter {
		s.CurrentSessionCount, s.CurrentQuestionContent = 0, ""
		s.Missed = []int{}
	}
}
