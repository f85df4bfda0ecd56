package search_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/teams/search"
)

// TestValidate breaks one field at a time of a good state.
func TestValidate(t *testing.T) {
	t.Parallel()
	for want, spoil := range map[string]func(*search.TeamState){
		"team_name":                        func(s *search.TeamState) { s.TeamName = "x" },
		"status \"done\"":                  func(s *search.TeamState) { s.Status = "done" },
		"shared_context: user_query":       func(s *search.TeamState) { s.SharedContext.UserQuery = "" },
		"search_scope is empty":            func(s *search.TeamState) { s.SearchScope, s.SearchProgress = nil, nil },
		"search_scope \"stocks\"":          func(s *search.TeamState) { s.SearchScope = append(s.SearchScope, "stocks") },
		"total_results":                    func(s *search.TeamState) { s.TotalResults++ },
		"real_estate_results[0] is sample": func(s *search.TeamState) { s.RealEstateResults[0].Source = "실거래" },
		"property_search_results[0] is sa": func(s *search.TeamState) { s.PropertySearchResults[0].Sample = false },
		"one product or guarantee":         func(s *search.TeamState) { s.LoanResults[0].Product = nil },
		"without its times":                func(s *search.TeamState) { s.EndTime = nil },
	} {
		s := execute(t, request("디딤돌 대출과 취득세", estate.Entities{Regions: gangnam}, "legal", "market", "loan", "property"))
		spoil(s)
		if errs := s.Validate(); !slices.ContainsFunc(errs, func(e string) bool { return strings.Contains(e, want) }) {
			t.Errorf("%q is not among %q", want, errs)
		}
	}
	var none *search.TeamState
	if errs := none.Validate(); errs != nil {
		t.Errorf("a nil state breaks %v", errs)
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	legal := execute(t, request("전세금 5% 인상", estate.Entities{}, "legal"))
	market := execute(t, request("강남구 시세", estate.Entities{Regions: gangnam}, "market"))
	found := len(legal.LegalResults) + len(market.RealEstateResults)
	legal.Merge(market)
	legal.Merge(nil)
	if errs := legal.Validate(); len(errs) > 0 {
		t.Fatal(errs)
	}
	if legal.TotalResults != found || legal.SearchTime != 2 {
		t.Errorf("%d results in %v s, want %d in 2", legal.TotalResults, legal.SearchTime, found)
	}
	if diff := cmp.Diff([]string{"legal", "market"}, legal.SearchScope); diff != "" {
		t.Error(diff)
	}
	again := execute(t, request("전세금 5% 인상", estate.Entities{}, "legal"))
	legal.Merge(again)
	if legal.TotalResults != found {
		t.Errorf("%d results after the same search again, want %d", legal.TotalResults, found)
	}
}

func TestMergeMendsAFailedScope(t *testing.T) {
	t.Parallel()
	team := search.New(search.Config{Library: shelf, Sources: search.Sources{Market: brokenMarket{err: errDown}}})
	partial, err := team.Execute(t.Context(), request("강남구 전세", estate.Entities{Regions: gangnam}, "legal", "market"), nil)
	if err != nil {
		t.Fatal(err)
	}
	still := *partial
	still.Merge(execute(t, request("대출", estate.Entities{}, "loan")))
	if still.Status != search.StatusPartial || len(still.Validate()) > 0 {
		t.Errorf("status %s, %v", still.Status, still.Validate())
	}
	partial.Merge(execute(t, request("강남구 전세", estate.Entities{Regions: gangnam}, "market")))
	if partial.Status != search.StatusCompleted || partial.Error != "" || len(partial.AggregatedResults.Missing) > 0 {
		t.Errorf("status %s, error %q, missing %v", partial.Status, partial.Error, partial.AggregatedResults.Missing)
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	s := execute(t, request("전세금 5% 인상", estate.Entities{Regions: gangnam, ContractTypes: []string{"jeonse"}}, "legal", "market", "loan", "property"))
	r := s.Summary("ko")
	if r.TotalResults != s.TotalResults || len(r.Highlights) != 5 || len(r.Sources) == 0 {
		t.Errorf("summary %+v", r)
	}
	if r.Highlights[0] != "주택임대차보호법 제7조 (월세·보증금을 얼마나 올릴 수 있나)" {
		t.Errorf("first highlight %q", r.Highlights[0])
	}
	if !strings.Contains(r.Highlights[1], "예시 시세 표본(실거래 아님)") {
		t.Errorf("highlight %q does not say that it is a sample", r.Highlights[1])
	}
	if got := (&search.TeamState{}).Summary("ko").Summary; got != "찾은 자료가 없습니다." {
		t.Errorf("an empty state says %q", got)
	}
}
