package company

import (
	"fmt"
	"strings"
	"testing"

	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

func TestPhases(t *testing.T) {
	t.Parallel()
	plan := &PlanningState{ExecutionPlan: []PlanStep{{StepID: "step_1"}}}
	for name, c := range map[string]struct {
		state GlobalSessionState
		want  Phase
	}{
		"an unclear message is asked about": {GlobalSessionState{CurrentPhase: PhaseAnalyzing, QueryAnalyzerState: &QueryAnalyzerState{ClarificationNeeded: true}}, PhaseClarifying},
		"a clear one is planned":            {GlobalSessionState{CurrentPhase: PhaseAnalyzing, QueryAnalyzerState: &QueryAnalyzerState{}}, PhasePlanning},
		"an answer is read":                 {GlobalSessionState{CurrentPhase: PhaseClarifying}, PhaseAnalyzing},
		"no plan is analysed anew":          {GlobalSessionState{CurrentPhase: PhasePlanning, PlanningState: &PlanningState{}}, PhaseAnalyzing},
		"a plan is carried out":             {GlobalSessionState{CurrentPhase: PhasePlanning, PlanningState: plan}, PhaseExecuting},
		"another plan is wanted":            {GlobalSessionState{CurrentPhase: PhaseExecuting, ExecutionManagerState: &ExecutionManagerState{NeedReplan: true, ExecutionStatus: ExecutionCompleted}}, PhasePlanning},
		"it is done":                        {GlobalSessionState{CurrentPhase: PhaseExecuting, ExecutionManagerState: &ExecutionManagerState{ExecutionStatus: ExecutionCompleted}}, PhaseCompleted},
		"it is under way":                   {GlobalSessionState{CurrentPhase: PhaseExecuting, ExecutionManagerState: &ExecutionManagerState{ExecutionStatus: ExecutionRunning}}, PhaseExecuting},
		"what is over stays over":           {GlobalSessionState{CurrentPhase: PhaseCompleted}, PhaseCompleted},
	} {
		if got := nextPhase(&c.state); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// ready is a state with a plan of tasks in one step.
func ready(tasks ...Task) *GlobalSessionState {
	s := &GlobalSessionState{}
	begin(s, engine.RunInfo{SessionID: "s", RunID: "r", Query: "q", Language: "ko"})
	p := &PlanningState{}
	p.addStep(tasks)
	p.reckon()
	s.PlanningState, s.ExecutionManagerState = p, newExecution("plan", p)
	return s
}

func agentOf(task string, failure Trigger) AgentState {
	a := AgentState{BaseAgentState: BaseAgentState{
		TaskID: task, AssignedTask: Task{ID: task, Agent: DataAnalysisAgent}, ConfidenceScore: 0.8, ExecutionContext: ExecutionContext{RunID: "r"},
		Result: &state.StepResult{Summary: "found"}, ResourceUsage: ResourceUsage{Queries: 1, Tokens: 7, APICalls: map[string]int{"web": 2}},
	}}
	if failure != "" {
		text := "broken"
		a.ErrorMessage, a.ErrorType, a.Result = &text, &failure, nil
	}
	return a
}

func TestResultsAreMerged(t *testing.T) {
	t.Parallel()
	s := ready(Task{Agent: DataAnalysisAgent}, Task{Agent: DataAnalysisAgent})
	first := s.ExecutionManagerState
	s.merge(agentOf("step_1_1", ""))
	if s.ProgressPercentage != 50 || len(s.ExecutionManagerState.PendingTasks) != 1 || s.ExecutionManagerState.QualityScores["step_1_1"] != 0.8 {
		t.Errorf("after one of two: %v %% %+v", s.ProgressPercentage, s.ExecutionManagerState)
	}
	s.merge(agentOf("step_1_2", TriggerTimeout))
	m := s.ExecutionManagerState
	if s.ProgressPercentage != 50 || len(m.FailedTasks) != 1 || m.FailedTasks[0].Type != TriggerTimeout || len(m.PendingTasks) != 0 {
		t.Errorf("after a failure: %v %% %+v", s.ProgressPercentage, m)
	}
	if s.DBQueriesExecuted != 2 || s.TotalTokensUsed != 14 || s.APICallsMade["web"] != 4 {
		t.Errorf("used %d queries, %d tokens, %v", s.DBQueriesExecuted, s.TotalTokensUsed, s.APICallsMade)
	}
	if len(first.PendingTasks) != 2 || len(first.QualityScores) != 0 {
		t.Errorf("a state that a step looks at was changed: %+v", first)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	s := ready(Task{Agent: DataAnalysisAgent})
	for i := range 130 {
		s.addMessage(Message{ID: fmt.Sprint(i), Content: "x"})
		a := agentOf(fmt.Sprintf("step_%03d_1", i), "")
		end := fmt.Sprintf("2026-11-21T00:%02d:%02d.000Z", i/60, i%60)
		a.EndTime, a.Data = &end, &DataAnalysisAgentState{RawData: make([][]semantic.Cell, 1)}
		s.merge(a)
		bound(s)
	}
	if len(s.Messages) != MaxMessageHistory || s.Messages[0].ID != "80" {
		t.Errorf("%d messages from %s", len(s.Messages), s.Messages[0].ID)
	}
	whole := 0
	for _, a := range s.AgentStates {
		if len(a.Data.RawData) > 0 {
			whole++
		}
	}
	if _, ok := s.AgentStates["r/step_129_1"]; !ok || len(s.AgentStates) != MaxAgentResults || whole != maxWhole {
		t.Errorf("%d results, %d whole, the newest kept: %v", len(s.AgentStates), whole, ok)
	}
	s.addMessage(Message{ID: "129", Content: "again"})
	if s.Messages[len(s.Messages)-1].Content != "again" || len(s.Messages) != MaxMessageHistory {
		t.Error("a message of the same id stands twice")
	}
}

func TestBadStatesAreRefused(t *testing.T) {
	t.Parallel()
	for want, spoil := range map[string]func(s *GlobalSessionState){
		"current_phase":      func(s *GlobalSessionState) { s.CurrentPhase = "dreaming" },
		"company_id":         func(s *GlobalSessionState) { s.CompanyID = "" },
		"replan_attempts":    func(s *GlobalSessionState) { s.ExecutionManagerState.ReplanAttempts = maxReplans + 1 },
		"does not stand":     func(s *GlobalSessionState) { s.PlanningState.ExecutionPlan[0].Dependencies = []string{"step_9"} },
		"progress":           func(s *GlobalSessionState) { s.ProgressPercentage = 101 },
		"complexity_score 2": func(s *GlobalSessionState) { s.QueryAnalyzerState = &QueryAnalyzerState{ComplexityScore: 2} },
	} {
		s := ready(Task{Agent: DataAnalysisAgent})
		if wrong := s.validate(); len(wrong) != 0 {
			t.Fatal(wrong)
		}
		spoil(s)
		if wrong := strings.Join(s.validate(), "; "); !strings.Contains(wrong, want) {
			t.Errorf("%s: %q", want, wrong)
		}
	}
}

func TestPersonalFieldsAreSensitive(t *testing.T) {
	t.Parallel()
	all := strings.Join((&engine.Graph[GlobalSessionState]{}).Sensitive(), " ")
	for _, field := range []string{"user_id", "person", "query_analyzer_state.user_context.person_id", "agent_states.*.execution_context.person_id"} {
		if !strings.Contains(all, field) {
			t.Errorf("%s is shown: %s", field, all)
		}
	}
}
