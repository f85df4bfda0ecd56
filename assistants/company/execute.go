package company

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams"
)

// maxReplans bounds how often a run may change its plan.
const maxReplans = 3

// agents are what clients and metrics know each by, and what its steps are
// like.
var agents = map[string]struct {
	team, stepType string
	timeout, retry int // seconds, further attempts
}{
	DataAnalysisAgent:         {"data", state.StepTypeAnalysis, 10, 2},
	InformationRetrievalAgent: {"retrieval", state.StepTypeSearch, 10, 1},
	DocumentGenerationAgent:   {"document", state.StepTypeDocument, 20, 1},
	ComplianceValidationAgent: {"compliance", state.StepTypeAnalysis, 10, 1},
	StorageDecisionAgent:      {"storage", state.StepTypeDocument, 10, 1},
}

// Teams are the names of the assistant's teams.
func Teams() []string { return []string{"data", "retrieval", "document", "compliance", "storage"} }

// errDependency is what a task ends with that needs another's result which is
// not there.
var errDependency = errors.New("company: what the task builds on is not there")

// copied is a state for a step: lists whose elements change in place are its
// own.
func copied(s *GlobalSessionState) GlobalSessionState {
	c := *s
	c.ExecutionSteps = slices.Clone(s.ExecutionSteps)
	c.APICallsMade = maps.Clone(s.APICallsMade)
	return c
}

// manage changes the execution manager's state, which nobody changes in place.
func (s *GlobalSessionState) manage(change func(m *ExecutionManagerState)) {
	m := *s.ExecutionManagerState
	change(&m)
	s.ExecutionManagerState = &m
}

func started(s *GlobalSessionState, step *state.ExecutionStep) {
	agent := step.AgentName
	s.CurrentAgent = &agent
	s.manage(func(m *ExecutionManagerState) { m.ExecutionStatus, m.ActiveStep = ExecutionRunning, step.StepID })
}

// ended keeps what a failed step came to; one that was done brings its own
// state, and one that the user skipped is pending no more.
func ended(s *GlobalSessionState, step *state.ExecutionStep, err error) {
	switch step.Status {
	case state.StepFailed:
		kind := triggerOf(err)
		args := []any{"task", step.Task}
		text := texts.In(s.Language).Say("failed."+string(kind), args...)
		step.Error = &text
		agent := s.base(step)
		if agent.AssignedTask.Agent == DataAnalysisAgent && (kind == TriggerSourceDown || kind == TriggerTimeout) {
			agent.ResourceUsage.Queries = step.Attempt // how far each came is not known
		}
		agent.ErrorMessage, agent.ErrorType = &text, &kind
		s.merge(AgentState{BaseAgentState: agent})
	case state.StepSkipped:
		s.manage(func(m *ExecutionManagerState) { m.notPending(step.StepID) })
	}
}

// triggerOf is the kind of an error, which fallbacks wait for.
func triggerOf(err error) Trigger {
	switch {
	case errors.Is(err, teams.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return TriggerTimeout
	case errors.Is(err, errDependency):
		return TriggerDependency
	case errors.Is(err, errNothingFound):
		return TriggerEmpty
	}
	return TriggerSourceDown
}

// base is what every agent's state says of its task, of a step that has ended.
func (s *GlobalSessionState) base(step *state.ExecutionStep) BaseAgentState {
	task, _ := s.PlanningState.task(step.StepID)
	return BaseAgentState{
		TaskID: step.StepID, AssignedTask: task, Result: step.Result,
		ExecutionContext:  ExecutionContext{CompanyID: s.CompanyID, PersonID: s.Person.ID, RunID: s.RunID, Turn: s.Turn, Attempt: step.Attempt},
		ExecutionTime:     float64(step.ExecutionTimeMS) / 1000,
		RecoveryAttempted: step.Attempt > 1 || task.Fallback != "",
		StartTime:         value(step.StartedAt), EndTime: step.CompletedAt,
		ResourceUsage: ResourceUsage{APICalls: map[string]int{}},
	}
}

// done is a result that merges what the agent found into the session; fill tells it.
func done(step *step, shown state.StepResult, confidence float64, fill func(s *GlobalSessionState, a *AgentState)) result {
	return result{Shown: shown, Update: func(s *GlobalSessionState) {
		agent := AgentState{BaseAgentState: s.base(s.ChangeStep(step.StepID))}
		agent.ConfidenceScore = confidence
		fill(s, &agent)
		s.merge(agent)
	}}
}

// execute carries out what is left of the plan, and finds out what comes next.
func (d *desk) execute(ctx context.Context, t *turn) (string, error) {
	if err := d.crew.Execute(ctx, t); err != nil {
		return "", err
	}
	next := ""
	err := t.Update("executed", func(s *GlobalSessionState) {
		s.settle()
		s.CurrentPhase, s.CurrentAgent = nextPhase(s), nil
		next = string(s.CurrentPhase)
	})
	return next, err
}

// settle ends the execution, or asks for another plan where one was laid by for
// what has failed.
func (s *GlobalSessionState) settle() {
	s.manage(func(m *ExecutionManagerState) {
		m.ActiveStep, m.ExecutionStatus = "", ExecutionCompleted
		failed, ok := s.replaceable(m)
		if !ok && s.unfiled() && m.ReplanAttempts < maxReplans {
			failed.Type, ok = checkedTriggers()[s.Paper.Status], true
		}
		switch {
		case ok:
			reason := string(failed.Type)
			m.NeedReplan, m.ReplanReason, m.ExecutionStatus = true, &reason, ExecutionRunning
		case len(m.CompletedTasks) == 0:
			m.ExecutionStatus = ExecutionFailed
		}
		if !m.NeedReplan {
			m.conclude(s.PlanningState)
		}
	})
}

// checkedTriggers are what a check comes to: it decides how a document is kept.
func checkedTriggers() map[string]Trigger {
	return map[string]Trigger{StatusChecked: TriggerChecked, StatusBlocked: TriggerViolation, StatusReview: TriggerUnclear}
}

// unfiled tells that the run has checked a document and not planned yet where it
// is kept.
func (s *GlobalSessionState) unfiled() bool {
	checked := false
	for _, t := range s.PlanningState.tasks() {
		if t.Agent == StorageDecisionAgent && t.Document != "" {
			return false
		}
		a, ok := s.agent(t.ID)
		checked = checked || ok && a.Document != nil
	}
	return checked && s.Paper != nil && s.Paper.Outcome != nil && s.Paper.Open == 0
}

// replaceable is a failed task that a fallback waits for.
func (s *GlobalSessionState) replaceable(m *ExecutionManagerState) (TaskFailure, bool) {
	if m.ReplanAttempts >= maxReplans {
		return TaskFailure{}, false
	}
	for _, f := range m.FailedTasks {
		if _, ok := s.PlanningState.fallback(f); ok && !f.Replaced {
			return f, true
		}
	}
	return TaskFailure{}, false
}

// conclude writes down what the answer is made of.
func (m *ExecutionManagerState) conclude(p *PlanningState) {
	final, method := FinalResults{Tasks: []string{}, Missing: []string{}}, AggregateSingle
	m.ValidationResults = maps.Clone(m.ValidationResults)
	for _, t := range p.tasks() {
		if slices.ContainsFunc(m.CompletedTasks, func(c TaskResult) bool { return c.TaskID == t.ID }) {
			final.Tasks = append(final.Tasks, t.ID)
			m.ValidationResults[t.ID] = "accepted"
			continue
		}
		final.Missing = append(final.Missing, t.ID)
		m.ValidationResults[t.ID] = "missing"
	}
	switch {
	case len(p.ExecutionPlan) > 1:
		method = AggregateChain
	case len(final.Tasks) > 1:
		method = AggregateSideBySide
	}
	m.FinalResults, m.AggregationMethod = &final, &method
}

// opened shows the plan and that it is being carried out.
func opened(s *GlobalSessionState) []engine.Event {
	plan := s.Plan()
	return []engine.Event{supervisor.AnalysisReady(plan), supervisor.PlanReady(plan), supervisor.ExecutionStart(plan, s.Language)}
}
