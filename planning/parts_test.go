package planning

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A compound query has a step for each of its questions, also when what
// happened is told instead of asked, and when both are of one kind.
func TestCompoundQuestionsHaveTheirOwnSteps(t *testing.T) {
	t.Parallel()
	p := planner(t)
	for query, want := range map[string][]string{
		"전세 3억인데 집주인이 3억 3천만원으로 올려달래요. 그리고 강남구 아파트 전세 시세도 알려줘":                                 {"legal", "market", "rent_increase", "market_stats"},
		"전세 3억인데 3억 3천만원으로 올려달래요. 그리고 강남구 아파트 전세 시세도 알려줘":                                      {"legal", "market", "rent_increase", "market_stats"},
		"전세금 10% 올려달라는데 괜찮나요, 그리고 버팀목 대출 얼마나 돼요?":                                              {"legal", "loan", "rent_increase", "ltv_dsr"},
		"보증금을 안 돌려줘요. 그리고 복비는 얼마인가요?":                                                          {"legal", "legal", "brokerage_fee"},
		"집주인이 나가라고 해요; 취득세는 얼마예요":                                                              {"legal", "legal", "acquisition_tax"},
		"My lease ends on 2027-03-31. When can I ask for renewal and how much can rent go up?": {"legal", "legal", "rent_increase"},
		// One question after a telling, not two.
		"전세 3억에 살고 있는데 집주인이 재계약하면서 3억 3천만원을 달래요. 5%까지만 올릴 수 있나요?": {"legal", "rent_increase"},
		"저 27살인데 연봉 4천이에요. 서울에 전세 2억 5천 구하려는데 대출 얼마나 돼요?":         {"loan", "ltv_dsr"},
	} {
		r, err := p.Plan(t.Context(), Request{Query: query, Today: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range r.Planning.ExecutionSteps {
			got = append(got, s.Actions...)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
}

func TestAGivenIntentIsKept(t *testing.T) {
	t.Parallel()
	r, err := planner(t).Plan(t.Context(), Request{Query: "보증금 3억, 임대인 김철수", Intent: "contract_creation"})
	if err != nil || r.Planning.AnalyzedIntent.IntentType != "contract_creation" || r.Exit || len(r.Planning.ExecutionSteps) == 0 {
		t.Errorf("%+v, %v", r.Planning.AnalyzedIntent, err)
	}
}
