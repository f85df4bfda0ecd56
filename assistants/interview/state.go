package interview

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/interview/ability"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/scoring"
)

const (
	// maxMessages bounds the conversation in the state, maxMessage a message of
	// it; the session has the whole.
	maxMessages, maxMessage = 60, 600
	// maxAnswer bounds an answer as it is kept and marked, in characters.
	maxAnswer = 4000
)

// InterviewState is the design's state: a practice interview as it goes on. It
// lives as long as its chat session, and everything in it is masked.
type InterviewState struct {
	UserContext UserContext       `json:"user_context"`
	Messages    []Message         `json:"messages"`
	Persona     PersonaState      `json:"persona"`
	Guardrails  GuardrailState    `json:"guardrails"`
	Proactive   *ProactiveContext `json:"proactive,omitempty"`
	FlowControl FlowControlState  `json:"flow_control"`
	Task        TaskState         `json:"task"`
	Evaluation  EvaluationState   `json:"evaluation"`

	ChatSessionID string `json:"chat_session_id"`
	RunID         string `json:"run_id"`
	Language      string `json:"language"`
	// LanguageChoice is the language that the candidate asked for by word.
	LanguageChoice string `json:"language_choice,omitempty"`
	// Turn is what the guardrails made of the run's message.
	Turn Turn `json:"turn"`
}

// UserContext is who is interviewed.
type UserContext struct {
	UserID  string  `json:"user_id"`
	Profile Profile `json:"profile"`
}

// Profile is what is known of a candidate.
type Profile struct {
	TechStack []string `json:"tech_stack"` // named in answers, each once
	// Asked are the questions of earlier interviews, which come last now.
	Asked []string `json:"asked,omitempty"`
	// Interviews is how many were finished before.
	Interviews int `json:"interviews,omitempty"`
}

// Message is one of the conversation.
type Message struct {
	Role    string    `json:"role"` // user | assistant
	Content string    `json:"content" redact:"true"`
	At      time.Time `json:"at"`
}

// PersonaState is who asks; all but the mood is from the settings.
type PersonaState struct {
	Name            string   `json:"name"`
	Role            string   `json:"role"`
	Backstory       string   `json:"backstory"`
	StyleGuidelines []string `json:"style_guidelines"`
	CurrentMood     string   `json:"current_mood,omitempty"`
}

// GuardrailState is what was found out about the newest message.
type GuardrailState struct {
	IsSafe         bool                `json:"is_safe"`
	UserIntent     string              `json:"user_intent,omitempty"`
	ParsedEntities map[string][]string `json:"parsed_entities,omitempty"`
	ErrorMessage   string              `json:"error_message,omitempty"`
	FallbackCount  int                 `json:"fallback_count"`
}

// The values of user_intent.
const (
	InterviewRelated    = "interview_related"
	OutOfScope          = "out_of_scope"
	ClarificationNeeded = "clarification_needed"
)

// ProactiveContext is why the interviewer spoke first in the newest run.
type ProactiveContext struct {
	TriggerEventType string          `json:"trigger_event_type"`
	TriggerEventID   string          `json:"trigger_event_id"`
	Metadata         json.RawMessage `json:"metadata"`
}

// FlowControlState is where the graph goes.
type FlowControlState struct {
	NextWorker string `json:"next_worker,omitempty"`
	// HumanInLoopPayload is what waits for a reviewer.
	HumanInLoopPayload *Review `json:"human_in_loop_payload,omitempty"`
}

// Review is a final evaluation before a reviewer, and what came of it.
type Review struct {
	Status   string    `json:"status"` // ReviewPending | ReviewApproved | ReviewEdited | ReviewRejected
	Summary  string    `json:"summary"`
	Disputed []string  `json:"disputed,omitempty"` // questions whose marks are not sure, or objected to
	AskedAt  time.Time `json:"asked_at"`
	// Referred tells that the reviewers have it.
	Referred bool `json:"referred,omitempty"`
	// Reviewer decided at DecidedAt.
	Reviewer  string     `json:"reviewer,omitempty"`
	DecidedAt *time.Time `json:"decided_at,omitempty"`
}

// The states of a review.
const (
	ReviewPending  = "pending"
	ReviewApproved = "approved"
	ReviewEdited   = "edited"
	ReviewRejected = "rejected"
)

// TaskState is the interview as it goes on.
type TaskState struct {
	InterviewStage     string           `json:"interview_stage"`
	QuestionPool       []PoolQuestion   `json:"question_pool"`
	QuestionsAsked     []AskedQuestion  `json:"questions_asked"`
	CurrentQuestion    *CurrentQuestion `json:"current_question,omitempty"`
	CurrentAnswer      string           `json:"current_answer,omitempty" redact:"true"`
	CurrentDifficulty  int              `json:"current_difficulty"` // 0-100, 50 at first
	PreviousDifficulty *int             `json:"previous_difficulty,omitempty"`
	AgentOutcome       string           `json:"agent_outcome,omitempty"` // what the newest worker has to say
	ToolOutputs        []ToolOutput     `json:"tool_outputs,omitempty"`

	// Plan is the field that was chosen, a key of the settings' plans.
	Plan string `json:"plan,omitempty"`
	// Wish shifts the next questions, in logits: easier below 0.
	Wish    float64           `json:"wish,omitempty"`
	Ability *ability.Estimate `json:"ability,omitempty"`
	// StartedAt is when the first question was asked, SeenAt the newest message;
	// ActiveSeconds leaves out breaks.
	StartedAt     time.Time `json:"started_at"`
	SeenAt        time.Time `json:"seen_at"`
	ActiveSeconds int       `json:"active_seconds"`
	// EndedBy is why it came to its end: precision, number, time, pool or user.
	EndedBy string `json:"ended_by,omitempty"`
	// OfferedEnd tells that ending was offered and waits for a yes.
	OfferedEnd bool `json:"offered_end,omitempty"`
	// Held counts the interviews of this chat, from 1.
	Held int `json:"held"`
	// Wanted is how many questions the candidate asked for; 0 is the settings'.
	Wanted int `json:"wanted,omitempty"`
	// Focus are the questions on what most are to be on; none is the field's quotas.
	Focus []string `json:"focus,omitempty"`
	// Avoid are those on what the candidate wants left out, while there are others.
	Avoid []string `json:"avoid,omitempty"`
}

// PoolQuestion is a question that may be asked.
type PoolQuestion struct {
	ID         string `json:"id"`
	Category   string `json:"category"`
	Difficulty int    `json:"difficulty"` // 0-100
	// Discrimination is its second parameter; 0 is 1.
	Discrimination float64 `json:"discrimination,omitempty"`
}

// item is the question as it measures.
func (p *PoolQuestion) item() ability.Item {
	i := ability.Authored(p.Difficulty)
	i.Discrimination = cmp.Or(p.Discrimination, i.Discrimination)
	return i
}

// CurrentQuestion is the one that is being answered.
type CurrentQuestion struct {
	PoolQuestion
	Question string `json:"question"` // as it was asked
	// FollowUp is the question behind the first answer, "" before it; Probed is
	// the key point, from 1, that it named.
	FollowUp string `json:"follow_up,omitempty"`
	Probed   int    `json:"probed,omitempty"`
	// Hinted are the key points, from 1, that hints named.
	Hinted []int `json:"hinted,omitempty"`
	// Unsure is what was said that may be no answer, while it is asked whether to mark
	// it.
	Unsure    string   `json:"unsure,omitempty" redact:"true"`
	Clarified int      `json:"clarified,omitempty"`
	Answers   []string `json:"answers,omitempty" redact:"true"`
}

// AskedQuestion is a question behind the candidate, with its marks.
type AskedQuestion struct {
	PoolQuestion
	Question string   `json:"question"`
	FollowUp string   `json:"follow_up,omitempty"`
	Answers  []string `json:"answers,omitempty" redact:"true"`
	Hints    int      `json:"hints,omitempty"`
	Skipped  bool     `json:"skipped,omitempty"`
	// Score is 0 to 100, Points how it is made up.
	Score  int         `json:"score"`
	Points []PointMark `json:"points,omitempty"`
	// WrongFacts are indices of the question's wrong facts that were said.
	WrongFacts []int `json:"wrong_facts,omitempty"`
	// Reasoned and Exampled tell that the answer gave a reason and an example.
	Reasoned bool   `json:"reasoned,omitempty"`
	Exampled bool   `json:"exampled,omitempty"`
	GradedBy string `json:"graded_by,omitempty"` // rubric, or the model's name
	// Readings are a model's two, in points, where they differ by more than one.
	Readings []float64 `json:"readings,omitempty"`
	// Unread are what was said that the rubric does not know, where that is so much
	// that the score is not sure.
	Unread []string `json:"unread,omitempty" redact:"true"`
	// Objection is what the candidate says against the marks.
	Objection string `json:"objection,omitempty" redact:"true"`
	// Theta and SE are the ability as it was known behind it.
	Theta float64 `json:"theta"`
	SE    float64 `json:"standard_error"`
}

// PointMark is what one key point earned and the words that earned it.
type PointMark struct {
	Credit   scoring.Credit `json:"credit"`
	Earned   int            `json:"earned"`
	Points   int            `json:"points"`
	Evidence []string       `json:"evidence,omitempty" redact:"true"`
}

// ToolOutput is what a tool, a model's reading, has given.
type ToolOutput struct {
	Tool     string  `json:"tool"`
	Question string  `json:"question"`
	Points   float64 `json:"points"`
	Why      string  `json:"why,omitempty"` // it could not be used
	// RetryAfterMS is how long it can't, where that is known.
	RetryAfterMS int64 `json:"retry_after_ms,omitempty"`
}

// EvaluationState is how well it goes.
type EvaluationState struct {
	TurnCount              int    `json:"turn_count"`
	LastUserFeedback       string `json:"last_user_feedback,omitempty"` // positive | negative
	TaskSuccessful         *bool  `json:"task_successful,omitempty"`
	FinalEvaluationSummary string `json:"final_evaluation_summary,omitempty"`
}

// Turn is what a run's message is and what became of it so far.
type Turn struct {
	Intent string `json:"intent,omitempty"`
	// Plan is the field that the message names.
	Plan string `json:"plan,omitempty"`
	// Count is how many questions it asks for.
	Count int `json:"count,omitempty"`
	// More tells that so many are meant besides those behind.
	More bool `json:"more,omitempty"`
	// Topics are the questions on what the message names, Topic the one to ask; Focus
	// tells that most are to be on it.
	Topics []string `json:"topics,omitempty"`
	// Avoid are those on what it wants left out.
	Avoid []string `json:"avoid,omitempty"`
	Topic string   `json:"topic,omitempty"`
	Focus bool     `json:"focus,omitempty"`
	// Answer is what is marked, where that was said before or is not the whole
	// message; Beside is what else the message says.
	Answer string `json:"answer,omitempty" redact:"true"`
	Beside string `json:"beside,omitempty" redact:"true"`
	// Wish is how a greeting shifts the questions, as TaskState.Wish.
	Wish float64 `json:"wish,omitempty"`
	// Worker is who worked last.
	Worker string `json:"worker,omitempty"`
	// Said is what workers have to say, in their order.
	Said []Said `json:"said,omitempty"`
	// Closed tells that a question was closed in this turn.
	Closed bool `json:"closed,omitempty"`
}

// Said is a part of the answer.
type Said struct {
	Worker string `json:"worker"`
	// Title is the key of its heading, "" for none.
	Title string `json:"title,omitempty"`
	Text  string `json:"text"`
	// Open tells that it is the question to answer.
	Open bool `json:"open,omitempty"`
}

// begin readies the state for a run: all stays but the turn.
func (v *interviewer) begin(s *InterviewState, info engine.RunInfo) {
	s.RunID, s.ChatSessionID, s.UserContext.UserID = info.RunID, info.SessionID, info.UserID
	s.Language = languageOf(s, info)
	s.Turn = Turn{}
	s.Proactive = nil // a run that the user began is of no event
	if p := info.Proactive; p != nil {
		metadata := p.Metadata
		if metadata == nil {
			metadata = json.RawMessage("{}")
		}
		s.Proactive = &ProactiveContext{TriggerEventType: p.TriggerEventType, TriggerEventID: p.TriggerEventID, Metadata: metadata}
	}
	mood := s.Persona.CurrentMood
	s.Persona = v.bank().settings.Persona.in(s.Language)
	s.Persona.CurrentMood = mood
}

// learner is whose interview it is: the user, or the chat of a stranger.
func (s *InterviewState) learner() string { return cmp.Or(s.UserContext.UserID, s.ChatSessionID) }

// heard adds a message to the conversation.
func (s *InterviewState) heard(role, text string, at time.Time) {
	s.Messages = append(slices.Clip(s.Messages), Message{Role: role, Content: cut.Runes(text, maxMessage), At: at})
}

// bound keeps lists from growing without end.
func bound(s *InterviewState) {
	s.Messages = assistant.Newest(s.Messages, maxMessages)
	s.Task.QuestionPool = assistant.All(s.Task.QuestionPool)
	s.Task.QuestionsAsked = assistant.All(s.Task.QuestionsAsked)
	s.UserContext.Profile.TechStack = assistant.All(s.UserContext.Profile.TechStack)
	s.Persona.StyleGuidelines = assistant.All(s.Persona.StyleGuidelines)
}
