package company

// nextPhase is the design's determine_next_phase.
func nextPhase(s *GlobalSessionState) Phase {
	switch s.CurrentPhase {
	case PhaseAnalyzing:
		if s.QueryAnalyzerState != nil && s.QueryAnalyzerState.ClarificationNeeded {
			return PhaseClarifying
		}
		return PhasePlanning
	case PhaseClarifying:
		return PhaseAnalyzing // with the answer; without one the run ends
	case PhasePlanning:
		if s.PlanningState == nil || len(s.PlanningState.ExecutionPlan) == 0 {
			return PhaseAnalyzing
		}
		return PhaseExecuting
	case PhaseExecuting:
		switch m := s.ExecutionManagerState; {
		case m.NeedReplan:
			return PhasePlanning
		case m.ExecutionStatus == ExecutionCompleted, m.ExecutionStatus == ExecutionFailed:
			return PhaseCompleted
		}
		return PhaseExecuting
	}
	return PhaseCompleted
}
