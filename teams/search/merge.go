package search

import (
	"cmp"
	"maps"
	"slices"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/state"
)

// settle brings the counts, sources and order in line with the results.
func (s *TeamState) settle() {
	s.LegalResults = best(s.LegalResults, MaxLegal, func(r LegalResult) (string, float64) { return r.ID, r.Score })
	s.RealEstateResults = best(s.RealEstateResults, MaxMarket, func(r MarketResult) (string, float64) { return r.Row.ID, r.Score })
	s.LoanResults = best(s.LoanResults, MaxLoan, func(r LoanResult) (string, float64) { return r.ID(), r.Score })
	s.PropertySearchResults = best(s.PropertySearchResults, MaxProperty, func(r ListingResult) (string, float64) { return r.Listing.ID, r.Score })
	counts := s.counts()
	s.TotalResults, s.AggregatedResults.Counts = counts.total(), counts
	slices.Sort(s.AggregatedResults.Missing)
	s.AggregatedResults.SampleData = slices.ContainsFunc(s.RealEstateResults, func(r MarketResult) bool { return r.Sample }) ||
		slices.ContainsFunc(s.PropertySearchResults, func(r ListingResult) bool { return r.Sample })
	s.SourcesUsed = s.sources()
	s.AggregatedResults.TopSources = slices.Clone(s.SourcesUsed[:min(5, len(s.SourcesUsed))])
}

func (s *TeamState) counts() Counts {
	return Counts{len(s.LegalResults), len(s.RealEstateResults), len(s.LoanResults), len(s.PropertySearchResults)}
}

// best keeps the better of each repeated result, best first, at most n.
func best[T any](list []T, n int, of func(T) (id string, score float64)) []T {
	slices.SortStableFunc(list, func(a, b T) int {
		_, sa := of(a)
		_, sb := of(b)
		return cmp.Compare(sb, sa)
	})
	seen := map[string]bool{}
	kept := list[:0]
	for _, r := range list {
		id, _ := of(r)
		if !seen[id] && len(kept) < n {
			seen[id] = true
			kept = append(kept, r)
		}
	}
	return slices.Clip(kept)
}

// sources lists what the results rest on, in the order of the scopes.
func (s *TeamState) sources() []string {
	all := slices.Concat(
		lines(s.LegalResults, func(r LegalResult) string { return r.Citation }),
		lines(s.RealEstateResults, func(r MarketResult) string { return r.Source }),
		lines(s.LoanResults, func(r LoanResult) string { return r.Source }),
		lines(s.PropertySearchResults, func(r ListingResult) string { return r.Source }),
	)
	return slices.DeleteFunc(answer.Add([]string{}, all...), func(source string) bool { return source == "" })
}

// Merge adds what another step of the same run found: better results stay,
// times add up, and what is missing in one is missing in both only when the
// other did not find it either. A nil other changes nothing.
func (s *TeamState) Merge(other *TeamState) {
	if other == nil {
		return
	}
	s.LegalResults = append(slices.Clone(s.LegalResults), other.LegalResults...)
	s.RealEstateResults = append(slices.Clone(s.RealEstateResults), other.RealEstateResults...)
	s.LoanResults = append(slices.Clone(s.LoanResults), other.LoanResults...)
	s.PropertySearchResults = append(slices.Clone(s.PropertySearchResults), other.PropertySearchResults...)
	s.Gaps = answer.Add(s.Gaps, other.Gaps...)
	s.SearchScope = answer.Add(s.SearchScope, other.SearchScope...)
	s.Keywords = s.Keywords.join(other.Keywords)
	s.mergeProgress(other)
	a, b := &s.AggregatedResults, other.AggregatedResults
	a.Notes, a.Widened = answer.Add(a.Notes, b.Notes...), answer.Add(a.Widened, b.Widened...)
	a.Remarks = answer.Add(a.Remarks, b.Remarks...)
	a.Loading = a.Loading || b.Loading
	s.SearchTime += other.SearchTime
	s.mergeTimes(other)
	s.mergeStatus(other)
	s.settle()
}

func (s *TeamState) mergeProgress(other *TeamState) {
	merged := map[string]string{}
	maps.Copy(merged, s.SearchProgress)
	for scope, stage := range other.SearchProgress {
		if merged[scope] != ProgressCompleted {
			merged[scope] = stage
		}
	}
	s.SearchProgress = merged
	missing := answer.Add(s.AggregatedResults.Missing, other.AggregatedResults.Missing...)
	s.AggregatedResults.Missing = slices.DeleteFunc(missing, func(scope string) bool { return merged[scope] == ProgressCompleted })
}

func (s *TeamState) mergeTimes(other *TeamState) {
	if other.StartTime != nil && (s.StartTime == nil || other.StartTime.Before(*s.StartTime)) {
		s.StartTime = other.StartTime
	}
	if other.EndTime != nil && (s.EndTime == nil || other.EndTime.After(*s.EndTime)) {
		s.EndTime = other.EndTime
	}
}

// mergeStatus: both well is well, both failed is failed, else partial.
func (s *TeamState) mergeStatus(other *TeamState) {
	if s.Error == "" {
		s.Error = other.Error
	}
	switch {
	case len(s.AggregatedResults.Missing) == 0:
		s.Status, s.Error = StatusCompleted, ""
	case s.Status == StatusFailed && other.Status == StatusFailed:
		return
	default:
		s.Status = StatusPartial
	}
	s.SharedContext.Status, s.SharedContext.ErrorMessage = state.SharedCompleted, ""
}

func (k *Keywords) join(other *Keywords) *Keywords {
	if k == nil || other == nil {
		return cmp.Or(k, other)
	}
	return &Keywords{
		Legal:      answer.Add(k.Legal, other.Legal...),
		RealEstate: answer.Add(k.RealEstate, other.RealEstate...),
		Loan:       answer.Add(k.Loan, other.Loan...),
		General:    answer.Add(k.General, other.General...),
	}
}
