package search

import (
	"time"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
)

// TeamName is what plans call the team.
const TeamName = "search"

// What a search may cover.
const (
	ScopeLegal    = "legal"
	ScopeMarket   = "market"
	ScopeLoan     = "loan"
	ScopeProperty = "property"
)

var scopes = [...]string{ScopeLegal, ScopeMarket, ScopeLoan, ScopeProperty}

// The statuses of the team.
const (
	StatusInitialized = "initialized"
	StatusSearching   = "searching"
	StatusCompleted   = "completed"
	StatusPartial     = "partial" // some scope failed
	StatusFailed      = "failed"  // every scope failed
)

// Where a scope is (search_progress).
const (
	ProgressPending   = "pending"
	ProgressCompleted = "completed"
	ProgressFailed    = "failed"
)

// SampleSource names the built-in sample wherever a figure of it is shown.
const SampleSource = "예시 시세 표본(실거래 아님)"

// The most results that a state keeps of each scope.
const (
	MaxLegal    = 5
	MaxMarket   = 20
	MaxLoan     = 5
	MaxProperty = 10
)

// TeamState is what the team was asked, did and found (the real-estate
// design's SearchTeamState, section 4).
type TeamState struct {
	TeamName      string       `json:"team_name"`
	Status        string       `json:"status"`
	SharedContext state.Shared `json:"shared_context"`

	Keywords    *Keywords `json:"keywords,omitempty"`
	SearchScope []string  `json:"search_scope"`
	Filters     Filters   `json:"filters"`

	LegalResults          []LegalResult   `json:"legal_results"`
	RealEstateResults     []MarketResult  `json:"real_estate_results"`
	LoanResults           []LoanResult    `json:"loan_results"`
	PropertySearchResults []ListingResult `json:"property_search_results"`
	AggregatedResults     Aggregated      `json:"aggregated_results"`
	// Gaps are what is asked for and the library does not hold: the articles
	// that were found are near then, and no answer.
	Gaps []knowledge.Gap `json:"gaps,omitempty"`

	TotalResults   int               `json:"total_results"`
	SearchTime     float64           `json:"search_time"` // seconds
	SourcesUsed    []string          `json:"sources_used"`
	SearchProgress map[string]string `json:"search_progress"` // by scope

	StartTime *time.Time `json:"start_time,omitempty"`
	EndTime   *time.Time `json:"end_time,omitempty"`
	Error     string     `json:"error,omitempty"`
	// CurrentSearch is the design's; a state that is kept is of a search that is done.
	CurrentSearch     string         `json:"current_search,omitempty"`
	ExecutionStrategy state.Strategy `json:"execution_strategy,omitempty"`
}

// Keywords are the query's keywords by the scope that they speak to.
type Keywords struct {
	Legal      []string `json:"legal"`
	RealEstate []string `json:"real_estate"`
	Loan       []string `json:"loan"`
	General    []string `json:"general"`
}

// Filters are what the query's entities ask for.
type Filters struct {
	Property knowledge.PropertyFilter `json:"property"`
	// LoanKinds follow from the kinds of contract named.
	LoanKinds []string `json:"loan_kinds,omitempty"`
	// Region is capital or other; empty when no place was named.
	Region string `json:"region,omitempty"`
}

// LegalResult is an article that answers the question.
type LegalResult struct {
	ID string `json:"id"`
	// Question is the part of the query that it was found for.
	Question string `json:"question,omitempty"`
	Law      string `json:"law"`
	Article  string `json:"article"`
	Citation string `json:"citation"` // "주택임대차보호법 제7조"
	Title    string `json:"title"`
	TitleEN  string `json:"title_en,omitempty"`
	Gist     string `json:"gist"`
	GistEN   string `json:"gist_en,omitempty"`
	// Snippet is the sentence that answers best, in the user's language as
	// far as the library has it.
	Snippet string  `json:"snippet,omitempty"`
	Score   float64 `json:"score"` // 0-1
	// Exact tells that the user named the article.
	Exact  bool   `json:"exact,omitempty"`
	AsOf   string `json:"as_of"`
	Status string `json:"status"` // verified | partly_verified | unverified
	Source string `json:"source"`
	// Guide tells that it answers a situation by the article, its verdict first.
	Guide bool `json:"guide,omitempty"`
	// Tables belong to the article; only the best results carry them.
	Tables []knowledge.TableChunk `json:"tables,omitempty"`
}

// MarketResult is a deal of the market data.
type MarketResult struct {
	Row    knowledge.MarketRow `json:"row"`
	Score  float64             `json:"score"` // 1 is what was asked for
	Source string              `json:"source"`
	Sample bool                `json:"sample"`
}

// ListingResult is a home on offer.
type ListingResult struct {
	Listing knowledge.Listing `json:"listing"`
	Score   float64           `json:"score"`
	Source  string            `json:"source"`
	Sample  bool              `json:"sample"`
}

// Whether a user can have a loan.
const (
	EligibleYes     = "yes"
	EligibleNo      = "no"
	EligibleUnknown = "unknown" // something has to be asked first
)

// LoanResult is a loan product or a guarantee; exactly one is set.
type LoanResult struct {
	Product   *knowledge.LoanProduct `json:"product,omitempty"`
	Guarantee *knowledge.Guarantee   `json:"guarantee,omitempty"`
	Score     float64                `json:"score"`
	Eligible  string                 `json:"eligible"` // yes | no | unknown
	// Reasons say why, in the user's language, what speaks against it first.
	Reasons []string `json:"reasons"`
	// ForGroup tells that it is only for a group that the user has not said
	// to belong to.
	ForGroup bool `json:"for_group,omitempty"`
	// Named tells that the question calls it by its name.
	Named bool `json:"named,omitempty"`
	// LimitWon is the most that can be borrowed by what is known; 0 when it
	// can't be told.
	LimitWon int64  `json:"limit_won,omitempty"`
	Source   string `json:"source"`
	AsOf     string `json:"as_of"`
}

// ID of the product or guarantee.
func (r LoanResult) ID() string {
	switch {
	case r.Product != nil:
		return r.Product.ID
	case r.Guarantee != nil:
		return r.Guarantee.ID
	}
	return ""
}

// Name of the product or guarantee in the language.
func (r LoanResult) Name(lang string) string {
	switch {
	case r.Product != nil:
		return named(r.Product.Name, r.Product.NameEN, lang)
	case r.Guarantee != nil:
		return named(r.Guarantee.Name, r.Guarantee.NameEN, lang)
	}
	return ""
}

// named is a name of a pack in a language, its Korean one where it has none.
func named(ko, en, lang string) string {
	name := words.Text{"ko": ko}
	if en != "" {
		name["en"] = en
	}
	return name.In(lang)
}

// Aggregated is the overview of a search.
type Aggregated struct {
	Counts     Counts   `json:"counts"`
	TopSources []string `json:"top_sources"`
	// Notes tell the user what to know about the results.
	Notes []string `json:"notes"`
	// Remarks are the notes by kind and key.
	Remarks []answer.Statement `json:"remarks,omitempty"`
	Widened []Widening         `json:"widened,omitempty"`
	// Missing names the scopes that failed.
	Missing []string `json:"missing,omitempty"`
	// SampleData tells that figures come from the built-in sample.
	SampleData bool `json:"sample_data,omitempty"`
	// Loading tells that what is ingested was not searched: it was still
	// being loaded.
	Loading bool `json:"loading,omitempty"`
}

// Counts of results by scope.
type Counts struct {
	Legal    int `json:"legal"`
	Market   int `json:"market"`
	Loan     int `json:"loan"`
	Property int `json:"property"`
}

func (c Counts) total() int { return c.Legal + c.Market + c.Loan + c.Property }

// Widening says that a search went beyond what was asked for.
type Widening struct {
	Scope string `json:"scope"`
	From  string `json:"from"`
	To    string `json:"to"`
	Note  string `json:"note"` // for the user
}
