package search

import (
	"fmt"
	"slices"
)

var statuses = [...]string{StatusInitialized, StatusSearching, StatusCompleted, StatusPartial, StatusFailed}

// Validate lists what is wrong with the state; a nil state is right.
func (s *TeamState) Validate() []string {
	if s == nil {
		return nil
	}
	var errs []string
	that := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Sprintf(format, args...))
		}
	}
	that(s.TeamName == TeamName, "team_name %q is not search", s.TeamName)
	that(slices.Contains(statuses[:], s.Status), "status %q is unknown", s.Status)
	for _, e := range s.SharedContext.Validate() {
		that(false, "shared_context: %s", e)
	}
	that(len(s.SearchScope) > 0, "search_scope is empty")
	for _, scope := range s.SearchScope {
		that(slices.Contains(scopes[:], scope), "search_scope %q is unknown", scope)
	}
	that(s.AggregatedResults.Counts == s.counts() && s.TotalResults == s.counts().total(), "total_results or counts differ from the results %+v", s.counts())
	sample := func(field string, i int, is, marked bool, source string) {
		that(!is || marked && source == SampleSource, "%s[%d] is sample data without its label", field, i)
	}
	for i, r := range s.RealEstateResults {
		sample("real_estate_results", i, r.Sample || r.Row.Sample, r.Sample, r.Source)
	}
	for i, r := range s.PropertySearchResults {
		sample("property_search_results", i, r.Sample || r.Listing.Sample, r.Sample, r.Source)
	}
	for i, r := range s.LoanResults {
		that((r.Product == nil) != (r.Guarantee == nil), "loan_results[%d] is not one product or guarantee", i)
	}
	done := s.Status == StatusCompleted || s.Status == StatusPartial || s.Status == StatusFailed
	that(!done || s.EndTime != nil && s.StartTime != nil, "status %s without its times", s.Status)
	return errs
}
