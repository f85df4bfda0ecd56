package company

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/state"
)

// The design's limits on a state, and ours on what it leaves open.
const (
	MaxMessageHistory = 50
	MaxAgentResults   = 100
	maxTrail          = 50 // the rows of the store have all
	maxProblems       = 50
	// maxWhole is how many agents' results are kept with their rows; of older
	// ones what was found is kept in short.
	maxWhole = 8
)

// bound is the design's optimize_state.
func bound(s *GlobalSessionState) {
	s.Messages = assistant.Newest(s.Messages, MaxMessageHistory)
	s.ConversationHistory = assistant.Newest(s.ConversationHistory, MaxMessageHistory)
	s.AuditTrail = assistant.Newest(s.AuditTrail, maxTrail)
	s.Errors, s.Warnings = assistant.Newest(s.Errors, maxProblems), assistant.Newest(s.Warnings, maxProblems)
	if len(s.AgentStates) <= maxWhole {
		return
	}
	keys := slices.SortedFunc(maps.Keys(s.AgentStates), func(a, b string) int {
		return cmp.Or(cmp.Compare(value(s.AgentStates[b].EndTime), value(s.AgentStates[a].EndTime)), cmp.Compare(b, a))
	})
	kept := map[string]AgentState{}
	for i, key := range keys[:min(len(keys), MaxAgentResults)] {
		kept[key] = s.AgentStates[key]
		if i >= maxWhole {
			kept[key] = s.AgentStates[key].short()
		}
	}
	s.AgentStates = kept
}

// addMessage appends a message, or puts it in the place of that with its id.
func (s *GlobalSessionState) addMessage(m Message) {
	i := slices.IndexFunc(s.Messages, func(had Message) bool { return had.ID == m.ID })
	if i < 0 {
		s.Messages = append(s.Messages, m)
		return
	}
	s.Messages[i] = m
}

// validate lists every rule that a state breaks.
func (s *GlobalSessionState) validate() []string {
	var wrong []string
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	for field, v := range map[string]string{"session_id": s.SessionID, "company_id": s.CompanyID, "run_id": s.RunID} {
		if v == "" {
			add("%s is empty", field)
		}
	}
	switch s.CurrentPhase {
	case PhaseAnalyzing, PhaseClarifying, PhasePlanning, PhaseExecuting, PhaseCompleted:
	default:
		add("current_phase %q is unknown", s.CurrentPhase)
	}
	if s.ProgressPercentage < 0 || s.ProgressPercentage > 100 {
		add("progress_percentage %v is not within 0-100", s.ProgressPercentage)
	}
	if a := s.QueryAnalyzerState; a != nil && (a.ComplexityScore < 0 || a.ComplexityScore > 1) {
		add("complexity_score %v is not within 0-1", a.ComplexityScore)
	}
	if m := s.ExecutionManagerState; m != nil && m.ReplanAttempts > maxReplans {
		add("replan_attempts %d is above %d", m.ReplanAttempts, maxReplans)
	}
	if s.PlanningState != nil {
		wrong = append(wrong, s.PlanningState.validate()...)
	}
	for _, step := range s.ExecutionSteps {
		wrong = append(wrong, step.Validate()...)
	}
	slices.Sort(wrong)
	return wrong
}

// validate finds a dependency on what is no step of the plan, or on a later
// one: it would never begin.
func (p *PlanningState) validate() []string {
	var wrong []string
	before := map[string]bool{}
	for _, step := range p.ExecutionPlan {
		for _, id := range step.Dependencies {
			if !before[id] {
				wrong = append(wrong, fmt.Sprintf("%s depends on %s, which does not stand before it", step.StepID, id))
			}
		}
		before[step.StepID] = true
	}
	return wrong
}

// begin readies the state for a run: what is of one run begins anew.
func begin(s *GlobalSessionState, info runInfo) {
	before := *s
	*s = GlobalSessionState{
		SessionID: info.SessionID, UserID: info.UserID, CompanyID: cmp.Or(before.CompanyID, "-"),
		Messages: assistant.All(before.Messages), ConversationHistory: assistant.All(before.ConversationHistory),
		CurrentPhase: PhaseAnalyzing, WorkflowStatus: WorkflowStatus{Status: "running"},
		ExecutionSteps:  []state.ExecutionStep{},
		TotalTokensUsed: before.TotalTokensUsed, APICallsMade: before.APICallsMade, DBQueriesExecuted: before.DBQueriesExecuted,
		Person: before.Person, LastRequests: assistant.All(before.LastRequests), EarlierRequests: before.EarlierRequests, FirstRequests: before.FirstRequests, AskedTurn: before.AskedTurn, Paper: before.Paper, Referral: before.Referral, Clarified: []Clarification{},
		AgentStates: before.AgentStates, ResponseMetadata: ResponseMetadata{Agents: []string{}, Sources: []string{}},
		Errors: []Problem{}, Warnings: []Problem{}, AuditTrail: assistant.All(before.AuditTrail),
		Turn: before.Turn + 1, RunID: info.RunID, Query: info.Query, Language: info.Language, Today: before.Today,
	}
	if s.APICallsMade == nil {
		s.APICallsMade = map[string]int{}
	}
	if s.AgentStates == nil {
		s.AgentStates = map[string]AgentState{}
	}
	if info.Reply != nil {
		s.Language = cmp.Or(before.Language, info.Language)
		return
	}
	s.addMessage(Message{ID: info.RunID + ":" + state.RoleUser, Role: state.RoleUser, Content: info.Query})
}
