package company

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

// analyzeData is the data analysis agent: it has the layer carry a request out.
func (d *desk) analyzeData(ctx context.Context, step *step) (result, error) {
	task, _ := step.State.PlanningState.task(step.StepID)
	if task.Request == nil {
		return result{}, teams.Permanent(errDependency)
	}
	if task.Kept {
		return d.keptData(step, task)
	}
	got, err := engine.Read(ctx, step.Turn, "numbers", func(ctx context.Context) (semantic.Result, error) {
		return d.Numbers.Run(ctx, *task.Request, step.State.Person)
	})
	switch {
	case errors.Is(err, semantic.ErrTimeout):
		return result{}, errors.Join(teams.ErrTimeout, err)
	case errors.Is(err, semantic.ErrRefused):
		return result{}, teams.Permanent(err)
	case err != nil:
		return result{}, err
	}
	return done(step, shownOf(&got, step.Run.Language), 1, func(_ *GlobalSessionState, a *AgentState) {
		a.Data = dataOf(*task.Request, &got)
		a.ResourceUsage.Queries = got.Queries + a.ExecutionContext.Attempt - 1
	}), nil
}

// keptData takes what an earlier turn has found for the same request, with its
// age: the source can't be asked now.
func (d *desk) keptData(step *step, task Task) (result, error) {
	kept, ok := step.State.keptData(*task.Request)
	if !ok {
		return result{}, teams.Permanent(errNothingFound)
	}
	data := *kept.Data
	found, err := time.Parse(time.RFC3339, value(kept.EndTime))
	if err != nil {
		return result{}, teams.Permanent(err)
	}
	data.ProcessedData.Age = int64(step.Now().Sub(found).Seconds())
	shown := state.StepResult{}
	if kept.Result != nil {
		shown = *kept.Result
	}
	return done(step, shown, keptConfidence, func(_ *GlobalSessionState, a *AgentState) { a.Data = &data }), nil
}

// errNothingFound is what a task ends with that looked and found nothing.
var errNothingFound = errors.New("company: nothing was found")

// keptConfidence is how far a result is trusted that was found earlier.
const keptConfidence = 0.7

// keptData is the newest result of a request that still has its rows.
func (s *GlobalSessionState) keptData(r semantic.Request) (found AgentState, ok bool) {
	for _, a := range s.AgentStates {
		whole := a.Data != nil && (len(a.Data.RawData) > 0 || a.Data.ProcessedData.Rows == 0)
		if whole && a.ExecutionContext.PersonID == s.Person.ID && reflect.DeepEqual(a.Data.Request, r) && value(a.EndTime) > value(found.EndTime) {
			found, ok = a, true
		}
	}
	return found, ok
}

// dataOf is a result as the design's state has it.
func dataOf(r semantic.Request, got *semantic.Result) *DataAnalysisAgentState {
	key, about := got.Key, got.About
	about.Truncated = got.Truncated || len(got.Rows) > maxKeptRows
	about.Columns, about.Filters, about.Assumptions = assistant.All(got.Columns), assistant.All(got.Filters), assistant.All(got.Assumptions)
	about.Notes, about.Sources = assistant.All(got.Notes), assistant.All(got.Sources)
	return &DataAnalysisAgentState{
		Request: r, GeneratedQueries: []string{got.SQL}, QueryExecutionPlans: [][]string{assistant.All(got.Plan)},
		RawData: assistant.All(got.Rows[:min(len(got.Rows), maxKeptRows)]), Statistics: assistant.All(got.Statistics),
		Visualizations: []semantic.Chart{got.Chart}, CacheKey: &key, CacheHit: got.Cached,
		ProcessedData: ProcessedData{About: about, Rows: len(got.Rows), Cut: got.Truncated, Age: got.AgeSeconds},
	}
}

// shownOf is a result in short, as the plan's card shows it.
func shownOf(got *semantic.Result, language string) state.StepResult {
	return state.StepResult{
		Summary: texts.Say(language, "shown.data", "title", got.Title, "rows", len(got.Rows)), TotalResults: len(got.Rows), Sources: got.Sources,
	}
}

// shownBefore is the newest answer with rows: the names in it, nil for none; and the newest
// of several rows, which the members of it that were asked of since are not.
func (s *GlobalSessionState) shownBefore() (newest map[string][]string, listing *semantic.Listing) {
	ids := slices.DeleteFunc(slices.Sorted(maps.Keys(s.AgentStates)), func(id string) bool {
		a := s.AgentStates[id]
		return a.Data == nil || len(a.Data.RawData) == 0 || a.ExecutionContext.PersonID != s.Person.ID
	})
	slices.SortStableFunc(ids, func(a, b string) int {
		return strings.Compare(value(s.AgentStates[a].EndTime), value(s.AgentStates[b].EndTime))
	})
	for _, id := range ids {
		data := s.AgentStates[id].Data
		shown := semantic.Listed(&data.Request, data.ProcessedData.Columns, data.RawData)
		newest, listing = shown.Names, listing.After(shown)
	}
	return newest, listing
}
