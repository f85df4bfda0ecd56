package search_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/teams/search"
)

func won(role string, sum int64) estate.Amount { return estate.Amount{Role: role, Won: sum} }

func attr(name, value string) estate.Attribute { return estate.Attribute{Name: name, Value: value} }

// The figures are those of the products as the pack states them.
func TestEligibility(t *testing.T) {
	t.Parallel()
	seoul := []estate.Region{{Sido: "서울특별시", Capital: true}}
	busan := []estate.Region{{Sido: "부산광역시"}}
	for name, c := range map[string]struct {
		query    string
		entities estate.Entities
		product  string
		eligible string
		limit    int64
		reason   string
	}{
		"young single": {
			"청년 버팀목 되나요",
			estate.Entities{Regions: seoul, ContractTypes: []string{"jeonse"}, Amounts: []estate.Amount{won("income", 40_000_000), won("deposit", 250_000_000), won("asset", 100_000_000)}, Attributes: []estate.Attribute{attr("age", "27")}},
			"buteumok_youth", search.EligibleYes, 150_000_000, "",
		},
		"under 25": {
			"청년 버팀목 한도",
			estate.Entities{Regions: seoul, ContractTypes: []string{"jeonse"}, Amounts: []estate.Amount{won("income", 28_000_000), won("deposit", 140_000_000)}, Attributes: []estate.Attribute{attr("age", "24")}},
			"buteumok_youth", search.EligibleUnknown, 112_000_000, "순자산",
		},
		"too old": {
			"청년 버팀목 한도",
			estate.Entities{ContractTypes: []string{"jeonse"}, Attributes: []estate.Attribute{attr("age", "41")}},
			"buteumok_youth", search.EligibleNo, 0, "만 19~34세",
		},
		"newlyweds over the ceiling": {
			"신혼부부 전세대출",
			estate.Entities{Regions: seoul, ContractTypes: []string{"jeonse"}, Amounts: []estate.Amount{won("income", 80_000_000), won("deposit", 350_000_000)}, Attributes: []estate.Attribute{attr("newlywed", "true")}},
			"buteumok_newlywed", search.EligibleNo, 0, "7,500만원",
		},
		"newlyweds within": {
			"신혼부부 전세대출",
			estate.Entities{Regions: seoul, ContractTypes: []string{"jeonse"}, Amounts: []estate.Amount{won("income", 72_000_000), won("deposit", 400_000_000)}, Attributes: []estate.Attribute{attr("newlywed", "true")}},
			"buteumok_newlywed", search.EligibleUnknown, 250_000_000, "순자산",
		},
		"general outside the capital": {
			"일반 버팀목",
			estate.Entities{Regions: busan, ContractTypes: []string{"jeonse"}, Amounts: []estate.Amount{won("income", 45_000_000), won("deposit", 180_000_000)}, Attributes: []estate.Attribute{attr("house_count", "0")}},
			"buteumok_general", search.EligibleUnknown, 80_000_000, "순자산",
		},
		"too many assets": {
			"일반 버팀목",
			estate.Entities{Regions: busan, ContractTypes: []string{"jeonse"}, Amounts: []estate.Amount{won("income", 40_000_000), won("deposit", 180_000_000), won("asset", 400_000_000)}, Attributes: []estate.Attribute{attr("house_count", "0")}},
			"buteumok_general", search.EligibleNo, 0, "3억 4,500만원",
		},
		"first home": {
			"디딤돌 대출",
			estate.Entities{Regions: seoul, ContractTypes: []string{"sale"}, Amounts: []estate.Amount{won("income", 68_000_000), won("price", 480_000_000), won("asset", 200_000_000)}, Attributes: []estate.Attribute{attr("first_home", "true")}},
			"didimdol", search.EligibleYes, 240_000_000, "",
		},
		"perhaps a first home": {
			"디딤돌 대출",
			estate.Entities{Regions: seoul, ContractTypes: []string{"sale"}, Amounts: []estate.Amount{won("income", 65_000_000), won("price", 450_000_000)}},
			"didimdol", search.EligibleUnknown, 200_000_000, "생애최초",
		},
		"owner of a home": {
			"디딤돌 대출",
			estate.Entities{ContractTypes: []string{"sale"}, Amounts: []estate.Amount{won("income", 50_000_000), won("price", 450_000_000)}, Attributes: []estate.Attribute{attr("house_count", "2+")}},
			"didimdol", search.EligibleUnknown, 200_000_000, "2주택",
		},
		"no longer offered": {
			"중기청 대출 되나요",
			estate.Entities{}, "sme_youth_jeonse", search.EligibleNo, 0, "신청을 받지 않는",
		},
		"guarantee over the ceiling": {
			"HUG 전세보증보험 가입 되나요",
			estate.Entities{Regions: seoul, ContractTypes: []string{"jeonse"}, Amounts: []estate.Amount{won("deposit", 720_000_000)}},
			"hug_deposit_return", search.EligibleNo, 0, "7억원",
		},
	} {
		s := execute(t, request(c.query, c.entities, search.ScopeLoan))
		i := slices.IndexFunc(s.LoanResults, func(r search.LoanResult) bool { return r.ID() == c.product })
		if i < 0 {
			t.Errorf("%s: %s is not among %v", name, c.product, names(s.LoanResults))
			continue
		}
		r := s.LoanResults[i]
		if r.Eligible != c.eligible || r.LimitWon != c.limit || !strings.Contains(strings.Join(r.Reasons, "/"), c.reason) || len(r.Reasons) == 0 {
			t.Errorf("%s: eligible %s, limit %d, reasons %q; want %s, %d, %q", name, r.Eligible, r.LimitWon, r.Reasons, c.eligible, c.limit, c.reason)
		}
	}
}

func names(results []search.LoanResult) []string {
	var out []string
	for _, r := range results {
		out = append(out, r.ID())
	}
	return out
}

func TestLoanKindsFollowTheContract(t *testing.T) {
	t.Parallel()
	s := execute(t, request("집 사려는데 대출 뭐 있어", estate.Entities{ContractTypes: []string{"sale"}}, search.ScopeLoan))
	for _, r := range s.LoanResults {
		if r.Product == nil || r.Product.Kind != "purchase_loan" {
			t.Errorf("%s is no purchase loan", r.ID())
		}
	}
	if len(s.LoanResults) == 0 || !slices.Contains(s.Filters.LoanKinds, "purchase_loan") {
		t.Errorf("results %v, kinds %v", names(s.LoanResults), s.Filters.LoanKinds)
	}
}

func TestNearestToEligibleComesFirst(t *testing.T) {
	t.Parallel()
	e := estate.Entities{
		Regions: []estate.Region{{Sido: "서울특별시", Capital: true}}, ContractTypes: []string{"jeonse"},
		Amounts: []estate.Amount{won("income", 40_000_000), won("deposit", 250_000_000)}, Attributes: []estate.Attribute{attr("age", "27")},
	}
	s := execute(t, request("저 27살인데 연봉 4천, 서울 전세 2억 5천 대출 얼마나 돼요?", e, search.ScopeLoan))
	if s.LoanResults[0].ID() != "buteumok_youth" || s.LoanResults[0].Eligible != search.EligibleUnknown {
		t.Errorf("first is %s (%s) of %v", s.LoanResults[0].ID(), s.LoanResults[0].Eligible, names(s.LoanResults))
	}
}

// Without a fact about the user nothing can be said to fit.
func TestNothingKnownIsNoYes(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"HUG 안심대출 되나요", "주거안정 월세대출 되나요", "버팀목 자격 조건", "디딤돌 대출 조건", "전세보증보험 가입 조건"} {
		for _, r := range execute(t, request(query, estate.Entities{}, search.ScopeLoan)).LoanResults {
			if r.Eligible == search.EligibleYes || len(r.Reasons) == 0 {
				t.Errorf("%s: %s is %s because %q", query, r.ID(), r.Eligible, r.Reasons)
			}
		}
	}
	for product, query := range map[string]string{"hug_ansim": "HUG 안심대출 되나요", "stable_rent_loan": "주거안정 월세대출 되나요"} {
		e := estate.Entities{Amounts: []estate.Amount{won("income", 40_000_000)}, Attributes: []estate.Attribute{attr("age", "27"), attr("house_count", "0")}}
		s := execute(t, request(query, e, search.ScopeLoan))
		i := slices.IndexFunc(s.LoanResults, func(r search.LoanResult) bool { return r.ID() == product })
		if i < 0 || s.LoanResults[i].Eligible != search.EligibleUnknown || !strings.Contains(s.LoanResults[i].Reasons[0], "운영 기관") {
			t.Errorf("%s: %s states no condition, results %+v", query, product, s.LoanResults)
		}
	}
}

func TestFamilyNameMeansTheGeneralProduct(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"버팀목 자격 조건":                                 "buteumok_general",
		"버팀목 대출 조건 알려줘":                             "buteumok_general",
		"버팀목 한도":                                    "buteumok_general",
		"버팀목 되나요":                                   "buteumok_general",
		"청년 버팀목 자격 조건":                              "buteumok_youth",
		"신혼부부 버팀목 자격 조건":                            "buteumok_newlywed",
		"신생아 버팀목 조건":                                "newborn_jeonse",
		"전세사기 피해자 버팀목 조건":                           "jeonse_fraud_buteumok",
		"디딤돌 자격 조건":                                 "didimdol",
		"buteumok loan conditions for young people": "buteumok_youth",
	} {
		s := execute(t, request(query, estate.Entities{}, search.ScopeLoan))
		if len(s.LoanResults) == 0 || s.LoanResults[0].ID() != want {
			t.Errorf("%s: %v, want %s first", query, names(s.LoanResults), want)
		}
	}
}

// English reasons hold no Korean, and sums as English writes them.
func TestReasonsInEnglish(t *testing.T) {
	t.Parallel()
	hangul := regexp.MustCompile(`[가-힣]`)
	entities := []estate.Entities{
		{},
		{Amounts: []estate.Amount{won("income", 40_000_000), won("deposit", 250_000_000)}, Attributes: []estate.Attribute{attr("age", "27")}},
		{Amounts: []estate.Amount{won("income", 65_000_000), won("price", 450_000_000), won("asset", 900_000_000)}},
		{Amounts: []estate.Amount{won("income", 90_000_000), won("deposit", 720_000_000)}, Attributes: []estate.Attribute{attr("house_count", "2+")}},
	}
	seen, sums := map[string]bool{}, false
	for _, query := range []string{"버팀목", "디딤돌 보금자리론", "월세대출", "전세보증보험 HUG HF SGI", "신생아 특례", "전세자금보증", "최우선변제", "중기청", "전세피해"} {
		for _, e := range entities {
			req := request(query, e, search.ScopeLoan)
			req.Shared.Language = "en"
			for _, r := range execute(t, req).LoanResults {
				seen[r.ID()] = true
				for _, reason := range r.Reasons {
					if hangul.MatchString(reason) {
						t.Errorf("%s: %q", r.ID(), reason)
					}
					sums = sums || strings.Contains(reason, "KRW 345,000,000")
				}
			}
		}
	}
	if len(seen) < 16 || !sums {
		t.Errorf("saw %d products, the asset ceiling %v", len(seen), sums)
	}
}

func TestSourcesHaveNames(t *testing.T) {
	t.Parallel()
	s := execute(t, request("SGI 전세금보장신용보험", estate.Entities{}, search.ScopeLoan))
	if s.LoanResults[0].ID() != "sgi_jeonse" || !strings.HasPrefix(s.LoanResults[0].Source, "SGI서울보증") {
		t.Errorf("%s of %q", s.LoanResults[0].ID(), s.LoanResults[0].Source)
	}
}

// A product is named by its own words, in either language, and by no word that
// all loans share.
func TestProductsAreNamed(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"디딤돌 금리 알려줘": "didimdol", "What is the Didimdol rate?": "didimdol", "중기청 아직 돼요?": "sme_youth_jeonse", "대출 뭐 있어?": "",
	} {
		s := execute(t, request(query, estate.Entities{}, search.ScopeLoan))
		i := slices.IndexFunc(s.LoanResults, func(r search.LoanResult) bool { return r.Named })
		if got := i >= 0; got != (want != "") || got && !slices.ContainsFunc(s.LoanResults, func(r search.LoanResult) bool { return r.Named && r.ID() == want }) {
			t.Errorf("%q names %+v, want %q", query, s.LoanResults, want)
		}
	}
}
