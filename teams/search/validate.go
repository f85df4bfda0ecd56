package search

import (
	"fmt"
	"slices"

	"github.com/madang-dev/madang/state"
)

var (
	scopes   = [...]string{ScopeLegal, ScopeMarket, ScopeLoan, ScopeProperty}
	statuses = [...]string{StatusInitialized, StatusSearching, StatusCompleted, StatusPartial, StatusFailed}
	stages   = [...]string{ProgressPending, ProgressInProgress, ProgressCompleted, ProgressFailed}
	verdicts = [...]string{EligibleYes, EligibleNo, EligibleUnknown}
)

// Validate lists every rule that the state breaks; a nil state breaks none.
func (s *TeamState) Validate() []string {
	if s == nil {
		return nil
	}
	c := &checks{}
	c.that(s.TeamName == TeamName, "team_name %q is not search", s.TeamName)
	c.that(slices.Contains(statuses[:], s.Status), "status %q is unknown", s.Status)
	for _, e := range s.SharedContext.Validate() {
		c.that(false, "shared_context: %s", e)
	}
	s.validateScope(c)
	s.validateResults(c)
	s.validateTimes(c)
	return c.errs
}

func (s *TeamState) validateScope(c *checks) {
	c.that(len(s.SearchScope) > 0, "search_scope is empty")
	seen := map[string]bool{}
	for _, scope := range s.SearchScope {
		c.that(slices.Contains(scopes[:], scope), "search_scope %q is unknown", scope)
		c.that(!seen[scope], "search_scope %q is named twice", scope)
		seen[scope] = true
	}
	for scope, stage := range s.SearchProgress {
		c.that(seen[scope], "search_progress names %q, which is not in search_scope", scope)
		c.that(slices.Contains(stages[:], stage), "search_progress %s is %q, which is unknown", scope, stage)
	}
	c.that(s.CurrentSearch == "" || seen[s.CurrentSearch], "current_search %q is not in search_scope", s.CurrentSearch)
	switch s.ExecutionStrategy {
	case "", state.Sequential, state.Parallel:
	default:
		c.that(false, "execution_strategy %q is not sequential or parallel", s.ExecutionStrategy)
	}
}

func (s *TeamState) validateResults(c *checks) {
	counts := s.counts()
	c.that(s.TotalResults == counts.total(), "total_results is %d, the results are %d", s.TotalResults, counts.total())
	c.that(s.AggregatedResults.Counts == counts, "aggregated_results.counts %+v differ from the results %+v", s.AggregatedResults.Counts, counts)
	c.that(counts.Legal <= MaxLegal && counts.Market <= MaxMarket && counts.Loan <= MaxLoan && counts.Property <= MaxProperty,
		"results %+v are more than a state keeps", counts)
	for i, r := range s.LegalResults {
		c.that(r.ID != "" && r.Citation != "" && r.Gist != "", "legal_results[%d] has no id, citation or gist", i)
		c.score("legal_results", i, r.Score)
	}
	for i, r := range s.RealEstateResults {
		c.score("real_estate_results", i, r.Score)
		c.sample("real_estate_results", i, r.Sample || r.Row.Sample, r.Sample, r.Source)
	}
	for i, r := range s.PropertySearchResults {
		c.score("property_search_results", i, r.Score)
		c.sample("property_search_results", i, r.Sample || r.Listing.Sample, r.Sample, r.Source)
	}
	for i, r := range s.LoanResults {
		c.score("loan_results", i, r.Score)
		c.that((r.Product == nil) != (r.Guarantee == nil), "loan_results[%d] is not one product or guarantee", i)
		c.that(slices.Contains(verdicts[:], r.Eligible), "loan_results[%d].eligible %q is unknown", i, r.Eligible)
		c.that(r.LimitWon >= 0, "loan_results[%d].limit_won is negative", i)
	}
}

func (s *TeamState) validateTimes(c *checks) {
	c.that(s.SearchTime >= 0, "search_time is negative")
	done := s.Status == StatusCompleted || s.Status == StatusPartial || s.Status == StatusFailed
	c.that(!done || s.EndTime != nil, "status %s without end_time", s.Status)
	c.that(!done || s.CurrentSearch == "", "status %s with current_search", s.Status)
	c.that(s.EndTime == nil || s.StartTime != nil, "end_time without start_time")
	c.that(s.EndTime == nil || s.StartTime == nil || !s.EndTime.Before(*s.StartTime), "end_time is before start_time")
	failed := s.Status == StatusPartial || s.Status == StatusFailed
	c.that(!failed || s.Error != "", "status %s without error", s.Status)
}

func (s *TeamState) counts() Counts {
	return Counts{len(s.LegalResults), len(s.RealEstateResults), len(s.LoanResults), len(s.PropertySearchResults)}
}

type checks struct{ errs []string }

func (c *checks) that(ok bool, format string, args ...any) {
	if !ok {
		c.errs = append(c.errs, fmt.Sprintf(format, args...))
	}
}

func (c *checks) score(field string, i int, score float64) {
	c.that(score >= 0 && score <= 1, "%s[%d].score %v is not within 0-1", field, i, score)
}

// sample holds figures of the sample to their label.
func (c *checks) sample(field string, i int, is, marked bool, source string) {
	c.that(source != "", "%s[%d].source is empty", field, i)
	c.that(!is || marked && source == SampleSource, "%s[%d] is sample data without its label", field, i)
}
