package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/lending"
)

// Config is what the team works with.
type Config struct {
	// Library is that of the moment; it is required.
	Library func() *knowledge.Library
	Sources Sources
}

// Team searches. It is safe for many steps at once.
type Team struct {
	library func() *knowledge.Library
	sources Sources
}

// New is a team; it panics without a library.
func New(cfg Config) *Team {
	if cfg.Library == nil {
		panic("search: New without a library")
	}
	if cfg.Sources.Market == nil {
		cfg.Sources.Market = builtIn(cfg.Library)
	}
	if cfg.Sources.Property == nil {
		cfg.Sources.Property = builtIn(cfg.Library)
	}
	return &Team{library: cfg.Library, sources: cfg.Sources}
}

// Request is one step's search.
type Request struct {
	// Clock is the step's; nil is time.Now.
	Clock  func() time.Time
	Shared state.Shared
	Intent state.AnalyzedIntent
	// Question is the part of the query that the step answers; empty is
	// the whole query.
	Question string
	// Scope names what to search.
	Scope []string
}

// Execute searches the scopes of the request one after another. A scope that
// fails is noted in the state; the error is not nil only when all failed,
// the request names an unknown scope (fault.InvalidArgument) or ctx ended.
// Progress may be nil; it is called in this goroutine.
func (t *Team) Execute(ctx context.Context, req Request, progress func(percent int, message string)) (*TeamState, error) {
	if req.Clock == nil {
		req.Clock = time.Now
	}
	if progress == nil {
		progress = func(int, string) {}
	}
	s, err := t.begin(req)
	if err != nil {
		return nil, err
	}
	library := t.library()
	x := &execution{
		library: library,
		team:    t, req: req, state: s, user: lending.ApplicantOf(questionOf(req), estate.EntitiesOf(req.Intent.Entities), lending.Youth(library.Loans())),
		words: texts.In(req.Shared.Language), query: queryOf(req),
	}
	s.Gaps = library.Gaps(questionOf(req))
	progress(5, x.words.Say("start"))
	var failed []error
	for i, scope := range s.SearchScope {
		stage := ProgressCompleted
		_, err := fault.Guard(func() (struct{}, error) { return struct{}{}, x.find(ctx, scope) })
		if ctx.Err() != nil {
			return nil, fmt.Errorf("search: %w", context.Cause(ctx))
		}
		if err != nil {
			stage = ProgressFailed
			failed = append(failed, fmt.Errorf("%s: %w", scope, err))
			s.AggregatedResults.Missing = append(s.AggregatedResults.Missing, scope)
		}
		s.SearchProgress[scope] = stage
		progress(10+80*(i+1)/len(s.SearchScope), x.words.Text(words.Message{Key: "stage." + stage, Args: map[string]any{"scope": scopeName(scope)}}))
	}
	if err := x.finish(failed); err != nil {
		return s, err
	}
	progress(100, foundText(x.words, s.AggregatedResults.Counts))
	return s, nil
}

func (t *Team) begin(req Request) (*TeamState, error) {
	start := req.Clock()
	s := &TeamState{
		TeamName: TeamName, Status: StatusSearching, SharedContext: req.Shared,
		Keywords: sortKeywords(req.Intent), Filters: filtersOf(req),
		LegalResults: []LegalResult{}, RealEstateResults: []MarketResult{}, LoanResults: []LoanResult{},
		PropertySearchResults: []ListingResult{}, SourcesUsed: []string{}, SearchProgress: map[string]string{},
		AggregatedResults: Aggregated{TopSources: []string{}, Notes: []string{}},
		StartTime:         &start, ExecutionStrategy: state.Sequential,
	}
	s.SharedContext.Status = state.SharedProcessing
	for _, name := range req.Scope {
		if !slices.Contains(scopes[:], name) {
			return nil, fault.New(fault.InvalidArgument, "search scope %q", name)
		}
		if !slices.Contains(s.SearchScope, name) {
			s.SearchScope = append(s.SearchScope, name)
			s.SearchProgress[name] = ProgressPending
		}
	}
	return s, nil
}

func queryOf(req Request) knowledge.Query {
	return knowledge.Query{Text: questionOf(req), Keywords: req.Intent.Keywords, Language: req.Shared.Language}
}

// questionOf is what the user asked, in their words.
func questionOf(req Request) string { return cmp.Or(req.Question, req.Shared.UserQuery) }

// execution is one request under way.
type execution struct {
	team    *Team
	library *knowledge.Library
	req     Request
	user    lending.Applicant
	words   words.Printer
	query   knowledge.Query

	state *TeamState
}

// find searches one scope and puts what it found into the state.
func (x *execution) find(ctx context.Context, scope string) error {
	switch scope {
	case ScopeLegal:
		return x.legal(ctx)
	case ScopeMarket:
		return x.market(ctx)
	case ScopeLoan:
		return x.loan(ctx)
	}
	return x.property(ctx)
}

// finish closes the state when every scope is done. Its error is that of all scopes.
func (x *execution) finish(failed []error) error {
	s := x.state
	end := x.req.Clock()
	s.EndTime, s.SearchTime = &end, max(0, end.Sub(*s.StartTime).Seconds())
	s.Status, s.SharedContext.Status = StatusCompleted, state.SharedCompleted
	err := errors.Join(failed...)
	if err != nil {
		s.Status, s.Error = StatusPartial, x.words.Say("note.failure", "scopes", scopeNames(s.AggregatedResults.Missing))
		s.AggregatedResults.add(answer.Statement{Kind: answer.KindMissing, Key: "note.failure", Text: s.Error})
	}
	s.settle()
	if len(failed) == 0 || len(failed) < len(s.SearchScope) {
		return nil
	}
	s.Status = StatusFailed
	s.SharedContext.Status, s.SharedContext.ErrorMessage = state.SharedError, s.Error
	return fmt.Errorf("search: %w", err)
}
