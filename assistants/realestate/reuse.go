package realestate

import (
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/realestate/mention"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/search"
)

// reuseFor is how long what a run found is used again.
const reuseFor = 15 * time.Minute

// Earlier is what the last run found, step by step; the teams' own states
// hold the whole of it.
type Earlier struct {
	Query string        `json:"query"`
	Steps []EarlierStep `json:"steps"`
}

// EarlierStep is one finished step of the last run.
type EarlierStep struct {
	Key    string            `json:"key"`
	Team   string            `json:"team"`
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
		e.Steps = append(e.Steps, EarlierStep{Key: planned.Key, Team: planned.Team, From: from, Result: result})
	}
	if len(e.Steps) == 0 {
		return nil
	}
	return &e
}

// reusable are the steps of a plan that need not be done, by id. A team's
// state is one for all its steps, so it is used as a whole or not: every
// step that it holds the findings of must be in the plan.
func reusable(s *State, plan *state.Planning, keys map[string]string, now time.Time) map[string]EarlierStep {
	found := map[string]EarlierStep{}
	for _, team := range []string{search.TeamName, analysis.TeamName} {
		earlier := map[string]EarlierStep{}
		for _, e := range s.Earlier.Steps {
			if e.Team == team {
				earlier[e.Key] = e
			}
		}
		fits := map[string]EarlierStep{}
		for i := range plan.ExecutionSteps {
			step := &plan.ExecutionSteps[i]
			e, ok := earlier[keys[step.StepID]]
			if ok && step.Team == team && restsOnReused(step, found) && now.Sub(e.From.At) < reuseFor {
				fits[step.StepID] = e
			}
		}
		if len(earlier) == 0 || len(fits) < len(earlier) {
			continue
		}
		for id, e := range fits {
			found[id] = e
		}
	}
	return found
}

// restsOnReused tells whether what a step works on is the same as then.
func restsOnReused(step *state.ExecutionStep, found map[string]EarlierStep) bool {
	return !slices.ContainsFunc(step.DependsOn, func(id string) bool { _, ok := found[id]; return !ok })
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
	used := map[string]bool{}
	for i := range s.ExecutionPlan.Steps {
		planned := &s.ExecutionPlan.Steps[i]
		planned.Key = f.keys[planned.StepID]
		if e, ok := f.steps[planned.StepID]; ok {
			planned.From, planned.Found, used[planned.Team] = &e.From, e.Result.Summary, true
		}
	}
	s.release(used)
}

// release lets go of what the last run's teams found, but for those in use.
func (s *State) release(used map[string]bool) {
	s.Earlier = nil
	for _, team := range []string{search.TeamName, analysis.TeamName} {
		if !used[team] {
			drop(s, team)
		}
	}
}

// reuseEvents tell which teams' results are used again, and of which run.
func reuseEvents(plan *state.Planning) []engine.Event {
	var list []engine.Event
	var bodies []*state.DataReuse
	for _, step := range plan.ExecutionSteps {
		if step.ReusedFrom == "" {
			continue
		}
		i := slices.IndexFunc(bodies, func(b *state.DataReuse) bool { return b.FromRun == step.ReusedFrom })
		if i < 0 {
			i = len(bodies)
			bodies = append(bodies, &state.DataReuse{FromRun: step.ReusedFrom})
		}
		bodies[i].Teams = appendNew(bodies[i].Teams, step.Team)
	}
	for _, b := range bodies {
		list = append(list, engine.Event{Type: state.EventDataReuse, Body: *b})
	}
	return list
}

// reusedFrom is the run whose results a run's answer uses again, "" if none.
func reusedFrom(s *State) string {
	for _, step := range s.PlanningState.ExecutionSteps {
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
