package realestate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/document"
	"github.com/madang-dev/madang/teams/search"
)

// search hands a step to the search team.
func (q *teamSet) search(ctx context.Context, step *supervisor.Step[State]) (supervisor.Result[State], error) {
	found, err := q.look(ctx, step)
	if err != nil {
		return supervisor.Result[State]{}, err
	}
	return supervisor.Result[State]{
		Shown:  found.Summary(step.State.Language),
		Update: func(s *State) { s.SearchTeamState = joined(s.SearchTeamState, found) },
	}, nil
}

// shared is what every team is told.
func shared(step *supervisor.Step[State]) state.Shared {
	s := step.State
	return state.Shared{
		UserQuery: cmp.Or(s.Understood, s.Query), SessionID: s.SessionID, UserID: s.UserID,
		Timestamp: supervisor.Stamp(step.Now()), Language: s.Language, Status: state.SharedProcessing, Today: s.Today,
	}
}

// look searches. Where another search could find something else (a source
// outside, knowledge that is changed or loaded while the server runs), what was
// found is recorded, so that a replay of the run hears the same.
func (q *teamSet) look(ctx context.Context, step *supervisor.Step[State]) (*search.TeamState, error) {
	request := search.Request{
		Shared: shared(step), Intent: step.State.PlanningState.AnalyzedIntent,
		Question: step.Question, Scope: step.Actions,
	}
	var outside func(context.Context) (*search.TeamState, error)
	// Looked at before the search: loading may end meanwhile.
	if partial := q.library.Partial(); partial || step.State.Changing {
		outside = func(ctx context.Context) (*search.TeamState, error) {
			return q.find(ctx, request, partial, step.Progress)
		}
	}
	found, err := record(ctx, step, "search", outside)
	if errors.Is(err, engine.ErrNoWork) {
		request.Clock = step.Now
		return q.find(ctx, request, false, step.Progress)
	}
	return found, err
}

// record is a Do of the step; one that is carried out by itself has no run.
func record[T any](ctx context.Context, step *supervisor.Step[State], name string, work func(context.Context) (T, error)) (result T, err error) {
	switch {
	case step.Turn != nil:
		return engine.Do(ctx, step.Turn, name, work)
	case work == nil:
		return result, engine.ErrNoWork
	}
	return work(ctx)
}

// find searches, and notes when what is ingested was not among it.
func (q *teamSet) find(ctx context.Context, request search.Request, partial bool, progress func(int, string)) (*search.TeamState, error) {
	found, err := q.searcher.Execute(ctx, request, progress)
	if err == nil && partial && slices.Contains(found.SearchScope, search.ScopeLegal) {
		found.AggregatedResults.Loading = true
	}
	return found, err
}

// analyse hands a step to the analysis team, with what search has found.
func (q *teamSet) analyse(ctx context.Context, step *supervisor.Step[State]) (supervisor.Result[State], error) {
	request := analysis.Request{
		Clock: step.Now, Shared: shared(step), Intent: step.State.PlanningState.AnalyzedIntent,
		Question: step.Question, Methods: step.Actions,
	}
	if found := step.State.SearchTeamState; found != nil {
		rows, err := q.marketRows(ctx, step, found)
		if err != nil {
			return supervisor.Result[State]{}, err
		}
		request.Market, request.Sources = rows, found.SourcesUsed
	}
	done, err := q.analyst.Execute(ctx, request, step.Progress)
	if err != nil {
		return supervisor.Result[State]{}, err
	}
	// Without the messages of results, which the findings have written: a run holds
	// what a restart would find.
	if done, err = reread(done); err != nil {
		return supervisor.Result[State]{}, err
	}
	return supervisor.Result[State]{
		Shown: done.Summary(step.State.Language),
		Update: func(s *State) {
			steps := map[string]*analysis.TeamState{} // a new one: others may be reading the old
			maps.Copy(steps, s.AnalysisSteps)
			steps[step.StepID] = done
			s.AnalysisSteps = steps
		},
	}, nil
}

// joinAnalysis puts what the steps of analysis found into the team's state. It waits
// for all of them: whichever ends last, of two that reckon the same the later one of
// the plan has the last word, and what an earlier run found never has it.
func (s *State) joinAnalysis() {
	if s.PlanningState == nil {
		return
	}
	for _, step := range s.PlanningState.ExecutionSteps {
		if found := s.AnalysisSteps[step.StepID]; found != nil {
			s.AnalysisTeamState = joined(s.AnalysisTeamState, found)
		}
	}
	s.AnalysisSteps = nil
}

// marketRows are the deals to reckon with. The search state keeps only the
// best few; statistics want all that its filter finds.
func (q *teamSet) marketRows(ctx context.Context, step *supervisor.Step[State], found *search.TeamState) ([]knowledge.MarketRow, error) {
	if len(found.RealEstateResults) == search.MaxMarket && !slices.ContainsFunc(found.AggregatedResults.Widened, func(w search.Widening) bool { return w.Scope == search.ScopeMarket }) {
		filter := found.Filters.Property
		filter.Limit = 0
		outside := func(ctx context.Context) ([]knowledge.MarketRow, error) { return q.deals(ctx, filter) }
		if q.market == nil {
			outside = nil // what was recorded from a source that is no more is heard all the same
		}
		rows, err := record(ctx, step, "market", outside)
		if errors.Is(err, engine.ErrNoWork) {
			return q.deals(ctx, filter)
		}
		return rows, err
	}
	rows := make([]knowledge.MarketRow, len(found.RealEstateResults))
	for i, r := range found.RealEstateResults {
		rows[i] = r.Row
	}
	return rows, nil
}

// deals are all that a filter finds; search has told what is missing of them.
func (q *teamSet) deals(ctx context.Context, filter knowledge.PropertyFilter) ([]knowledge.MarketRow, error) {
	if q.market == nil {
		return q.library.Now().Market(filter), nil
	}
	rows, err := q.market.Market(ctx, filter)
	if part := (*search.Incomplete)(nil); errors.As(err, &part) {
		return rows, nil
	}
	return rows, err
}

// write hands a step to the document team; a document that it makes is
// stored with the step's end.
func (q *teamSet) write(ctx context.Context, step *supervisor.Step[State]) (supervisor.Result[State], error) {
	told, draft := shared(step), step.State.Draft
	actions := step.Actions
	if draft != nil && q.writer.Continues(draft, told.UserQuery) {
		actions = nil // the draft goes on as what it is
	}
	var before []string
	side := ""
	if step.Question != "" {
		before = append(before, told.UserQuery) // the story may stand in another part of the message
	}
	if talk := step.State.Talk; talk != nil {
		side = talk.Side
		for _, s := range talk.all() {
			if s.Asked != told.UserQuery {
				before = append(before, s.Asked)
			}
		}
	}
	made, err := q.writer.Execute(ctx, document.Request{
		Clock: step.Now, Shared: told, Intent: step.State.PlanningState.AnalyzedIntent, Question: step.Question,
		Actions: actions, Before: before, Known: leaseOf(step.State.UserPreferences, told.Language), Side: side, Draft: draft,
	}, step.Progress)
	if err != nil {
		return supervisor.Result[State]{}, err
	}
	result := supervisor.Result[State]{Shown: made.Summary(told.Language)}
	var link *state.DocumentLink
	if made.DocumentContent != nil {
		file, err := stored(made, step)
		if err != nil {
			return supervisor.Result[State]{}, err
		}
		result.Documents, link = []state.Document{file}, state.LinkTo(file.ID, file.Title)
	}
	result.Update = func(s *State) {
		s.DocumentTeamState = joined(s.DocumentTeamState, made)
		s.Draft = made.Draft
		if made.Cancelled {
			s.Draft = nil
		}
		if link != nil {
			s.DocumentLink = link
		}
	}
	return result, nil
}

// stored is the document as it is kept.
func stored(made *document.TeamState, step *supervisor.Step[State]) (state.Document, error) {
	metadata, err := json.Marshal(made.DocumentContent.Metadata)
	if err != nil {
		return state.Document{}, err
	}
	return state.Document{
		// The same step makes the same document, however often it is done.
		ID: uuid.NewSHA1(uuid.NameSpaceOID, []byte(step.Run.RunID+"/"+step.StepID)).String(), SessionID: step.State.SessionID, UserID: step.State.UserID,
		RunID: step.Run.RunID, Type: made.DocumentType, Title: made.Title(),
		Markdown: made.FinalDocument, Metadata: metadata,
	}, nil
}

// merger is a team's state that can take in another's.
type merger[T any] interface {
	*T
	Merge(*T)
}

// joined is what a team has after one more of its steps. The state so far is
// not changed: other steps may be reading it.
func joined[T any, P merger[T]](so P, more P) P {
	if so == nil {
		return more
	}
	// A copy that shares nothing: Merge fills maps and lists in place.
	copied, err := reread((*T)(so))
	if err != nil {
		return more
	}
	P(copied).Merge(more)
	return copied
}

// reread is a value as it is read again when it was stored.
func reread[T any](v *T) (*T, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("store %T: %w", v, err)
	}
	again := new(T)
	if err := json.Unmarshal(raw, again); err != nil {
		return nil, fmt.Errorf("read %T: %w", v, err)
	}
	return again, nil
}
