package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

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
	// Scope names what to search; empty follows from the intent.
	Scope []string
}

// Execute searches every scope of the request side by side. A scope that
// fails is noted in the state; the error is not nil only when all failed,
// the request names an unknown scope (fault.InvalidArgument) or ctx ended.
// Progress may be nil; it is never called from two goroutines at once.
func (t *Team) Execute(ctx context.Context, req Request, progress func(percent int, message string)) (*TeamState, error) {
	if req.Clock == nil {
		req.Clock = time.Now
	}
	s, err := t.begin(req)
	if err != nil {
		return nil, err
	}
	library := t.library()
	x := &execution{
		library: library,
		ends:    map[string]scopeEnd{},
		team:    t, req: req, state: s, progress: progress, user: lending.ApplicantOf(questionOf(req), estate.EntitiesOf(req.Intent.Entities), lending.Youth(library.Loans())),
		words: texts.In(req.Shared.Language), query: queryOf(req),
	}
	s.Gaps = library.Gaps(questionOf(req))
	x.report(5, x.words.Say("start"))
	group, groupCtx := errgroup.WithContext(ctx)
	for _, scope := range s.SearchScope {
		group.Go(func() error { return x.scope(groupCtx, scope) })
	}
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("search: %w", context.Cause(ctx))
	}
	return s, x.finish()
}

func (t *Team) begin(req Request) (*TeamState, error) {
	scope := req.Scope
	if len(scope) == 0 {
		scope = defaultScope(req.Intent.IntentType)
	}
	start := req.Clock()
	s := &TeamState{
		TeamName: TeamName, Status: StatusSearching, SharedContext: req.Shared,
		Keywords: sortKeywords(req.Intent), Filters: filtersOf(req),
		LegalResults: []LegalResult{}, RealEstateResults: []MarketResult{}, LoanResults: []LoanResult{},
		PropertySearchResults: []ListingResult{}, SourcesUsed: []string{}, SearchProgress: map[string]string{},
		AggregatedResults: Aggregated{TopSources: []string{}, Notes: []string{}},
		StartTime:         &start, ExecutionStrategy: state.Parallel,
	}
	s.SharedContext.Status = state.SharedProcessing
	for _, name := range scope {
		if name == "real_estate" { // the designs' word for it
			name = ScopeMarket
		}
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

// defaultScope is what an intent asks for.
func defaultScope(intent string) []string {
	switch intent {
	case "market_inquiry":
		return []string{ScopeMarket, ScopeProperty}
	case "loan_consult":
		return []string{ScopeLoan}
	case "comprehensive", "risk_analysis":
		return scopes[:]
	}
	return []string{ScopeLegal}
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

	mu       sync.Mutex // guards what follows
	state    *TeamState
	ends     map[string]scopeEnd
	failed   []error
	progress func(percent int, message string)
}

// scopeEnd is what a scope brought: a change of the state or an error.
type scopeEnd struct {
	put func(*TeamState)
	err error
}

// gather puts the scopes' findings into the state in the order of the scopes,
// whichever was done first: the same search gives the same state.
func (x *execution) gather() {
	for _, scope := range x.state.SearchScope {
		end, ok := x.ends[scope]
		switch {
		case !ok:
		case end.err != nil:
			x.failed = append(x.failed, fmt.Errorf("%s: %w", scope, end.err))
			x.state.AggregatedResults.Missing = append(x.state.AggregatedResults.Missing, scope)
		default:
			end.put(x.state)
		}
	}
}

// scope searches one scope and reports its end. Its error is that of an ended ctx;
// any other failure is noted.
func (x *execution) scope(ctx context.Context, scope string) error {
	put, err := fault.Guard(func() (func(*TeamState), error) { return x.find(ctx, scope) })
	if ctxErr := ctx.Err(); ctxErr != nil {
		return ctxErr
	}
	stage := ProgressCompleted
	if err != nil {
		stage = ProgressFailed
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.ends[scope] = scopeEnd{put, err}
	x.state.SearchProgress[scope] = stage
	x.report(10+80*len(x.ends)/len(x.state.SearchScope), x.words.Text(words.Message{Key: "stage." + stage, Args: map[string]any{"scope": scopeName(scope)}}))
	return nil
}

func (x *execution) find(ctx context.Context, scope string) (put func(*TeamState), err error) {
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

// report tells how far the search is. The caller holds mu, or no scope is searched.
func (x *execution) report(percent int, message string) {
	if x.progress != nil {
		x.progress(percent, message)
	}
}

// finish closes the state when every scope is done.
func (x *execution) finish() error {
	x.gather()
	s := x.state
	end := x.req.Clock()
	s.EndTime, s.SearchTime = &end, max(0, end.Sub(*s.StartTime).Seconds())
	s.Status, s.SharedContext.Status = StatusCompleted, state.SharedCompleted
	err := errors.Join(x.failed...)
	if err != nil {
		s.Status, s.Error = StatusPartial, x.words.Say("note.failure", "scopes", scopeNames(s.AggregatedResults.Missing))
		s.AggregatedResults.add(answer.Statement{Kind: answer.KindMissing, Key: "note.failure", Text: s.Error})
	}
	s.settle()
	if err == nil || len(x.failed) < len(s.SearchScope) {
		x.report(100, foundText(x.words, s.AggregatedResults.Counts))
		return nil
	}
	s.Status = StatusFailed
	s.SharedContext.Status, s.SharedContext.ErrorMessage = state.SharedError, s.Error
	return fmt.Errorf("search: %w", err)
}
