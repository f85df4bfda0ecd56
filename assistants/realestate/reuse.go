package realestate

import (
	"time"

	"github.com/madang-dev/madang/assistants/realestate/mention"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

// reuseFor is how long what a run found is used again.
const reuseFor = 15 * time.Minute

// Earlier is what the last run's search found, step by step; the team's own state
// holds the whole of it.
type Earlier struct {
	Query string        `json:"query"`
	Steps []EarlierStep `json:"steps"`
}

// EarlierStep is one finished step of the last run's search.
type EarlierStep struct {
	Key    string            `json:"key"`
	From   supervisor.Origin `json:"from"`
	Result state.StepResult  `json:"result"`
}

// earlierOf is what a state's run found; a run that ended before its plan
// leaves what there was.
func earlierOf(s *State) *Earlier {
	if s.PlanningState == nil {
		return s.Earlier
	}
	if s.ExecutionPlan == nil || s.EndTime == nil {
		return nil
	}
	e := Earlier{Query: s.Query}
	for _, planned := range s.ExecutionPlan.Steps {
		step := s.PlanningState.Step(planned.StepID)
		if step == nil || step.Result == nil || planned.Key == "" {
			continue
		}
		from, result := supervisor.Origin{RunID: s.RequestID, At: *s.EndTime}, *step.Result
		if planned.From != nil {
			from, result.Summary = *planned.From, planned.Found
		}
		e.Steps = append(e.Steps, EarlierStep{Key: planned.Key, From: from, Result: result})
	}
	if len(e.Steps) == 0 {
		return nil
	}
	return &e
}

// reusable are the steps of search in a plan that need not be done, by id. The team's
// state is one for all its steps, so it is used as a whole or not: every step that it
// holds the findings of must be in the plan.
func reusable(s *State, plan *state.Planning, keys map[string]string, now time.Time) map[string]EarlierStep {
	earlier, found := map[string]EarlierStep{}, map[string]EarlierStep{}
	for _, e := range s.Earlier.Steps {
		earlier[e.Key] = e
	}
	for i := range plan.ExecutionSteps {
		id := plan.ExecutionSteps[i].StepID
		if e, ok := earlier[keys[id]]; ok && now.Sub(e.From.At) < reuseFor {
			found[id] = e
		}
	}
	if len(found) < len(earlier) {
		return nil
	}
	return found
}

// findings are what a plan can use of the last run.
type findings struct {
	steps map[string]EarlierStep
	keys  map[string]string
}

// reuse finds out what a plan can use of what the last run found, and marks
// its steps. Time is the run's start.
func reuse(s *State, plan *state.Planning, query, generation string, now time.Time) findings {
	f := findings{keys: stepKeys(s, plan, query, generation)}
	// Who asks the very same again wants it done again.
	if s.Earlier != nil && mention.Plain(s.Earlier.Query) != mention.Plain(s.Query) {
		f.steps = reusable(s, plan, f.keys, now)
	}
	at := supervisor.Stamp(now)
	for id, e := range f.steps {
		step, result := plan.Step(id), noted(e.Result, s.Language)
		step.Status, step.CompletedAt, step.Result, step.ReusedFrom = state.StepSkipped, &at, &result, e.From.RunID
	}
	return f
}

// put writes into the state, behind the plan, where its results are from, and
// lets go of what is of no use.
func (f findings) put(s *State) {
	for i := range s.ExecutionPlan.Steps {
		planned := &s.ExecutionPlan.Steps[i]
		planned.Key = f.keys[planned.StepID]
		if e, ok := f.steps[planned.StepID]; ok {
			planned.From, planned.Found = &e.From, e.Result.Summary
		}
	}
	s.release(len(f.steps) > 0)
}

// release lets go of what the last run's search found, but where it is in use.
func (s *State) release(used bool) {
	s.Earlier = nil
	if !used {
		s.SearchTeamState = nil
	}
}

// reusedFrom is the run whose results a plan uses again, "" if none.
func reusedFrom(plan *state.Planning) string {
	for _, step := range plan.ExecutionSteps {
		if step.ReusedFrom != "" {
			return step.ReusedFrom
		}
	}
	return ""
}

// noted says before a result that it is used again.
func noted(r state.StepResult, language string) state.StepResult {
	r.Summary = texts.Say(language, "reused") + r.Summary
	return r
}
