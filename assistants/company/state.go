package company

import (
	"fmt"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/state"
)

// Phase is where a session's work is (the design's current_phase).
type Phase string

// The phases. The design's transition rule returns clarifying, which its type
// does not list: it is a phase.
const (
	PhaseAnalyzing  Phase = "analyzing"
	PhaseClarifying Phase = "clarifying"
	PhasePlanning   Phase = "planning"
	PhaseExecuting  Phase = "executing"
	PhaseCompleted  Phase = "completed"
)

// GlobalSessionState is a whole session (the design's state of that name); what
// stands behind AuditTrail is not in the design.
type GlobalSessionState struct {
	SessionID string `json:"session_id"`
	UserID    string `json:"user_id" redact:"true"`
	CompanyID string `json:"company_id"`

	// Messages are the newest of the conversation, once for each id;
	// ConversationHistory tells of each turn what it asked and came to.
	Messages            []Message  `json:"messages"`
	ConversationHistory []Exchange `json:"conversation_history"`

	CurrentPhase   Phase          `json:"current_phase"`
	CurrentAgent   *string        `json:"current_agent"`
	WorkflowStatus WorkflowStatus `json:"workflow_status"`

	// IterationCount counts how often the run was planned.
	IterationCount     int                   `json:"iteration_count"`
	ExecutionSteps     []state.ExecutionStep `json:"execution_steps"`
	ProgressPercentage float64               `json:"progress_percentage"` // 0-100

	// What the session has used so far.
	TotalTokensUsed   int            `json:"total_tokens_used"`
	APICallsMade      map[string]int `json:"api_calls_made"`
	DBQueriesExecuted int            `json:"db_queries_executed"`

	QueryAnalyzerState    *QueryAnalyzerState    `json:"query_analyzer_state"`
	PlanningState         *PlanningState         `json:"planning_state"`
	ExecutionManagerState *ExecutionManagerState `json:"execution_manager_state"`

	// AgentStates are the agents' results by task: an agent may have several
	// tasks in one plan. It is replaced, never changed.
	AgentStates map[string]AgentState `json:"agent_states"`

	FinalResponse    *string          `json:"final_response"`
	ResponseMetadata ResponseMetadata `json:"response_metadata"`

	Errors   []Problem `json:"errors"`
	Warnings []Problem `json:"warnings"`

	AuditTrail []AuditEntry `json:"audit_trail"`

	// Person is who asks, LastRequests the questions of numbers that were
	// answered last, which the next may point back at.
	Person       access.Person       `json:"person" redact:"true"`
	LastRequests []*semantic.Request `json:"last_requests"`
	// EarlierRequests are those before, for who goes back or wants both.
	EarlierRequests []*semantic.Request `json:"earlier_requests,omitempty"`
	// FirstRequests began the talk, for who goes back to that; AskedTurn is the turn
	// that LastRequests are from.
	FirstRequests []*semantic.Request `json:"first_requests,omitempty"`
	AskedTurn     int                 `json:"asked_turn,omitempty"`
	// Paper is the document under way, Handed what became of handing it in.
	Paper  *Paper `json:"paper,omitempty"`
	Handed string `json:"handed,omitempty"`
	// Referral is what the compliance officer was asked last.
	Referral *Referral `json:"referral,omitempty"`
	// Rechecked are documents that a conversation begins by telling of.
	Rechecked []Rechecked `json:"rechecked,omitempty"`
	// Heard is how the run's message was read, Clarified what the user has
	// answered to questions about it.
	Heard     *heard          `json:"heard,omitempty"`
	Clarified []Clarification `json:"clarified"`

	Turn     int    `json:"turn"` // the session's runs from 1
	RunID    string `json:"run_id"`
	Query    string `json:"query"`
	Language string `json:"language"`
	Today    string `json:"today"` // YYYY-MM-DD
}

// Referral is a document that waits for the compliance officer's word, and the
// run whose answer put it to them.
type Referral struct {
	RunID      string `json:"run_id"`
	DocumentID string `json:"document_id"` // of the version
}

// Clarification is what the user has answered to a question about the message.
type Clarification struct {
	Key  string `json:"key"`
	Text string `json:"text"`
	// Request is what was chosen; without one the text is read beside Partial.
	Request *semantic.Request `json:"request,omitempty"`
	Partial *semantic.Request `json:"partial,omitempty"`
}

// Message is one line of the conversation.
type Message struct {
	ID      string `json:"id"` // run:role
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Exchange is a turn in short.
type Exchange struct {
	Turn    int      `json:"turn"`
	RunID   string   `json:"run_id"`
	Query   string   `json:"query"`
	Intents []string `json:"intents"`
	Agents  []string `json:"agents"`
	Verdict string   `json:"verdict"`
	// Case are the messages that told of the case that rules were asked for, this one last.
	Case []string `json:"case,omitempty"`
	// Elsewhere is the kind of question that the answer sent elsewhere: leave, mail …
	Elsewhere string `json:"elsewhere,omitempty"`
	// Lacking is what there was no data of.
	Lacking string `json:"lacking,omitempty"`
}

// WorkflowStatus is how the run stands.
type WorkflowStatus struct {
	Status   string `json:"status"` // running | waiting | completed | failed
	Waiting  string `json:"waiting_for,omitempty"`
	PlanID   string `json:"plan_id,omitempty"`
	Replans  int    `json:"replans"`
	Fallback string `json:"fallback,omitempty"` // the plan that stood in
}

// ResponseMetadata is what the answer rests on.
type ResponseMetadata struct {
	Intent     string   `json:"intent,omitempty"`
	Confidence float64  `json:"confidence"`
	Agents     []string `json:"agents"`
	Sources    []string `json:"sources"`
	AnsweredBy string   `json:"answered_by,omitempty"`
}

// Problem is an error or a warning, with an id by which changes are found.
type Problem struct {
	ID   string `json:"id"`
	Code string `json:"code"`
	// Agent is whose it is, "" the manager's.
	Agent  string `json:"agent,omitempty"`
	Detail string `json:"detail,omitempty"`
	At     string `json:"at"`
}

// AuditEntry is one line of the session's own trail; the rows of the store's
// trail are chained by hash.
type AuditEntry struct {
	At      string `json:"at"`
	RunID   string `json:"run_id"`
	Actor   string `json:"actor"` // who asked
	Action  string `json:"action"`
	Subject string `json:"subject,omitempty"`
	Outcome string `json:"outcome,omitempty"`
}

// Plan is the steps as clients are shown them.
func (s *GlobalSessionState) Plan() *state.Planning {
	plan := &state.Planning{
		RawQuery: s.Query, ExecutionSteps: s.ExecutionSteps, ExecutionStrategy: state.Parallel, PlannedBy: state.AnsweredByRules,
		AnalyzedIntent: state.AnalyzedIntent{Keywords: []string{}}, ValidationErrors: []string{}, PlanValidated: true,
	}
	if a := s.QueryAnalyzerState; a != nil {
		plan.AnalyzedIntent = a.shown()
		plan.IntentConfidence = plan.AnalyzedIntent.Confidence
	}
	if p := s.PlanningState; p != nil {
		plan.ParallelGroups = p.groups()
		plan.EstimatedTotalTime = p.seconds()
	}
	return plan
}

// ChangeStep is a step for a transition to change.
func (s *GlobalSessionState) ChangeStep(id string) *state.ExecutionStep {
	for i := range s.ExecutionSteps {
		if s.ExecutionSteps[i].StepID == id {
			return &s.ExecutionSteps[i]
		}
	}
	return nil
}

// note adds a line to the session's trail.
func (s *GlobalSessionState) note(at time.Time, action, subject, outcome string) {
	s.AuditTrail = append(s.AuditTrail, AuditEntry{
		At: stamp(at), RunID: s.RunID, Actor: s.UserID, Action: action, Subject: subject, Outcome: outcome,
	})
}

// maxDetail bounds what is kept of an error, in bytes.
const maxDetail = 300

// problem adds an error or a warning, with an id of its own in the session.
func (s *GlobalSessionState) problem(list *[]Problem, at time.Time, code, agent, detail string) {
	*list = append(*list, Problem{
		ID: fmt.Sprintf("%s/%s/%d", s.RunID, code, len(*list)), Code: code, Agent: agent, Detail: detail[:min(len(detail), maxDetail)], At: stamp(at),
	})
}
