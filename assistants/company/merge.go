package company

import (
	"maps"
	"slices"
	"time"

	"github.com/madang-dev/madang/supervisor"
)

// merge is the design's merge_agent_results: the agent's state is kept by its
// task, the task counts as done or failed, and the progress is reckoned anew.
// The design divides done tasks by steps, of which one may have two tasks: here
// both are tasks.
func (s *GlobalSessionState) merge(agent AgentState) {
	s.AgentStates = maps.Clone(s.AgentStates)
	if s.AgentStates == nil {
		s.AgentStates = map[string]AgentState{}
	}
	s.AgentStates[agentKey(agent.ExecutionContext.RunID, agent.TaskID)] = agent
	s.manage(func(m *ExecutionManagerState) { m.ended(&agent) })
	s.use(agent.ResourceUsage)
	s.progress()
}

// ended counts a task as done or failed.
func (m *ExecutionManagerState) ended(agent *AgentState) {
	m.notPending(agent.TaskID)
	m.QualityScores = maps.Clone(m.QualityScores)
	if agent.ErrorMessage != nil {
		m.FailedTasks = append(slices.Clone(m.FailedTasks), TaskFailure{
			TaskID: agent.TaskID, Agent: agent.AssignedTask.Agent, Error: *agent.ErrorMessage, Type: value(agent.ErrorType),
		})
	} else {
		done := TaskResult{TaskID: agent.TaskID, Agent: agent.AssignedTask.Agent, ExecutionTime: agent.ExecutionTime, QualityScore: agent.ConfidenceScore}
		if agent.Result != nil {
			done.Result = *agent.Result
		}
		m.CompletedTasks = append(slices.Clone(m.CompletedTasks), done)
		m.QualityScores[agent.TaskID] = agent.ConfidenceScore
	}
}

func (m *ExecutionManagerState) notPending(taskID string) {
	m.PendingTasks = slices.DeleteFunc(slices.Clone(m.PendingTasks), func(t PendingTask) bool { return t.TaskID == taskID })
}

// use adds what a task took to the session's counts.
func (s *GlobalSessionState) use(u ResourceUsage) {
	s.DBQueriesExecuted += u.Queries
	s.TotalTokensUsed += u.Tokens
	for name, n := range u.APICalls {
		if n > 0 {
			s.APICallsMade[name] += n
		}
	}
}

// progress is the share of the tasks that are done; of those that another stands in
// for that one counts.
func (s *GlobalSessionState) progress() {
	total := len(s.PlanningState.tasks())
	for _, f := range s.ExecutionManagerState.FailedTasks {
		if f.Replaced {
			total--
		}
	}
	if total <= 0 {
		return
	}
	share := min(float64(len(s.ExecutionManagerState.CompletedTasks))/float64(total), 1)
	s.ExecutionManagerState.ExecutionProgress, s.ProgressPercentage = share, share*100
}

// agentKey is what an agent's state is kept by; tasks of different runs have
// the same ids.
func agentKey(runID, taskID string) string { return runID + "/" + taskID }

// agent is the state of the agent that did a task of the present run.
func (s *GlobalSessionState) agent(taskID string) (AgentState, bool) {
	a, ok := s.AgentStates[agentKey(s.RunID, taskID)]
	return a, ok
}

func stamp(t time.Time) string { return supervisor.Stamp(t) }

func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
