package company

import "time"

// What an answer is to be read with, though it is no error.
const (
	warnLate      = "data_late"      // newer rows should have come
	warnKept      = "data_kept"      // an earlier result: the source can't be asked
	warnTruncated = "data_truncated" // more rows than are kept
	warnReplaced  = "task_replaced"  // another task stands in for one that failed
	warnUnclear   = "rules_unclear"  // a person has to look at it
)

// warn notes in the session what the run's results are to be read with.
func (s *GlobalSessionState) warn(at time.Time) {
	if s.PlanningState == nil || s.ExecutionManagerState == nil {
		return
	}
	for _, f := range s.ExecutionManagerState.FailedTasks {
		if f.Replaced {
			s.problem(&s.Warnings, at, warnReplaced, f.Agent, f.TaskID+": "+string(f.Type))
		}
	}
	for _, t := range s.PlanningState.tasks() {
		a, ok := s.agent(t.ID)
		if !ok || a.ErrorMessage != nil {
			continue
		}
		for _, code := range a.warnings(s.Today) {
			s.problem(&s.Warnings, at, code, t.Agent, t.ID)
		}
	}
}

// warnings are the codes of what a result is to be read with.
func (a *AgentState) warnings(today string) (codes []string) {
	add := func(code string, is bool) {
		if is {
			codes = append(codes, code)
		}
	}
	if a.Data != nil {
		d := a.Data.ProcessedData
		add(warnLate, d.FreshUntil != "" && today > d.FreshUntil)
		add(warnTruncated, d.Truncated)
		add(warnKept, a.AssignedTask.Kept)
	}
	if a.Compliance != nil {
		add(warnUnclear, len(a.Compliance.Outcome.Unclear) > 0)
	}
	return codes
}
