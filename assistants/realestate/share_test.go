package realestate

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
)

func TestShareOfIncome(t *testing.T) {
	t.Parallel()
	self := state.Preference{Key: "income.self", Value: `{"won":6200000,"per":"month","tax":"net"}`}
	both := state.Preference{Key: "income.both", Value: `{"won":72000000,"per":"year"}`}
	for _, c := range []struct {
		won   int64
		facts []state.Preference
		want  string
	}{
		{1_860_000, []state.Preference{self}, "30%"}, {1_500_000, []state.Preference{both}, "25%"}, {700_000, []state.Preference{both, self}, "11.3%"}, {700_000, nil, ""}, {300_000_000, []state.Preference{self}, ""},
	} {
		if got := shareOf(c.won, []string{"income.self", "income.both"}, c.facts, "ko"); !strings.Contains(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%d: %q, want %q", c.won, got, c.want)
		}
	}
	for query, want := range map[string]int64{
		"월 90이면 내 소득에서 몇 퍼센트야": 900_000, "월세 70만원이면 제 월급의 몇 프로예요?": 700_000, "월급 300만원인데 제 월급의 몇 %를 월세로 내는 게 적당해요?": 0,
	} {
		if got, _ := partOf(query); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
	for query, want := range map[string]bool{
		"월세 70만원이면 제 월급의 몇 프로예요?": true, "월 90이면 내 소득에서 몇 퍼센트야": true, "90만원이면 우리 수입의 얼마나 차지해요?": true,
		"What share of my income would that eat?": true, "what percentage of our salary is 1.2 million won": true, "how much of my pay goes to rent at 900,000?": true,
		"소득의 몇 %까지 대출이 되나요?": false, "보증금의 몇 퍼센트까지 올릴 수 있나요?": false, "what percent of income can the bank lend?": false,
	} {
		if got := phrases.Has(query, "share_of_income"); got != want {
			t.Errorf("%s: %v", query, got)
		}
	}
}
