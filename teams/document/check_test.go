package document_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/teams/document"
)

func leaseOf(change func(c forms.Values)) forms.Values {
	c := values(map[string]any{
		"lease_kind":       "jeonse",
		"contract_type":    "new",
		"lessor_name":      "김철수",
		"lessee_name":      []string{"이영희"},
		"registered_owner": "김철수",
		"property_address": "서울특별시 마포구 월드컵북로 21",
		"deposit":          int64(160_000_000),
		"down_payment":     int64(16_000_000),
		"balance":          int64(144_000_000),
		"start_date":       "2026-12-01",
		"end_date":         "2028-11-30",
		"tax_arrears":      false,
		"prior_deposits":   false,
	})
	if change != nil {
		change(c)
	}
	return c
}

func find(t *testing.T, list []document.Check, id string) document.Check {
	t.Helper()
	i := slices.IndexFunc(list, func(c document.Check) bool { return c.ID == id })
	if i < 0 {
		t.Fatalf("no check %s", id)
	}
	return list[i]
}

const notices = "임차인은 2년을 주장할 수 있다. 임대차 신고. 전입신고와 확정일자."

func TestLeaseChecks(t *testing.T) {
	t.Parallel()
	renew := func(c forms.Values) {
		c.Set("contract_type", "renew")
		c.Set("prev_deposit", int64(300_000_000))
		c.Set("prev_start", "2024-12-01")
		c.Set("deposit", int64(315_000_000))
		c.Set("down_payment", int64(15_000_000))
		c.Set("balance", int64(300_000_000))
	}
	risk := []document.Risk{{ID: "RC-03", Severity: "high"}}
	for _, tc := range []struct {
		name, id, text string
		change         func(c forms.Values)
		risks          []document.Risk
		want           string
		severity       string
	}{
		{"sum holds", "L-1", notices, nil, nil, document.CheckPassed, "error"},
		{"sum differs", "L-1", notices, func(c forms.Values) { c.Set("balance", int64(1)) }, nil, document.CheckFailed, "error"},
		{"sum unknown", "L-1", notices, func(c forms.Values) { delete(c, "balance") }, nil, document.CheckUnknown, "error"},
		{"no deposit", "L-1", notices, func(c forms.Values) { c.Set("deposit", int64(0)) }, nil, document.CheckNotApplicable, "error"},
		{"two years", "L-2", "", nil, nil, document.CheckPassed, "warn"},
		{"one year untold", "L-2", "", func(c forms.Values) { c.Set("end_date", "2027-11-30") }, nil, document.CheckFailed, "warn"},
		{"one year told", "L-2", notices, func(c forms.Values) { c.Set("end_date", "2027-11-30") }, nil, document.CheckPassed, "warn"},
		{"one day short", "L-2", "", func(c forms.Values) { c.Set("end_date", "2028-11-29") }, nil, document.CheckFailed, "warn"},
		{"renewed at 5 %", "L-3", notices, renew, nil, document.CheckPassed, "error"},
		{"renewed a won above", "L-3", notices, func(c forms.Values) { renew(c); c.Set("deposit", int64(315_000_001)) }, nil, document.CheckFailed, "error"},
		{"agreed above", "L-3", notices, func(c forms.Values) {
			renew(c)
			c.Set("contract_type", "agreed")
			c.Set("deposit", int64(330_000_000))
		}, nil, document.CheckFailed, "warn"},
		{"rent above", "L-3", notices, func(c forms.Values) {
			renew(c)
			c.Set("deposit", int64(300_000_000))
			c.Set("prev_rent", int64(500_000))
			c.Set("monthly_rent", int64(525_001))
		}, nil, document.CheckFailed, "error"},
		{"new contract", "L-3", notices, nil, nil, document.CheckNotApplicable, "warn"},
		{"increase after a year", "L-4", notices, renew, nil, document.CheckPassed, "error"},
		{"increase within a year", "L-4", notices, func(c forms.Values) { renew(c); c.Set("last_increase", "2026-03-01") }, nil, document.CheckFailed, "error"},
		{"no increase", "L-4", notices, func(c forms.Values) { renew(c); c.Set("deposit", int64(300_000_000)) }, nil, document.CheckNotApplicable, "error"},
		{"report told", "L-5", notices, nil, nil, document.CheckPassed, "info"},
		{"report untold", "L-5", "", nil, nil, document.CheckFailed, "info"},
		{"at 60 million", "L-5", "", func(c forms.Values) { c.Set("deposit", int64(60_000_000)) }, nil, document.CheckNotApplicable, "info"},
		{"rent of 310,000", "L-5", "", func(c forms.Values) {
			c.Set("deposit", int64(10_000_000))
			c.Set("monthly_rent", int64(310_000))
		}, nil, document.CheckFailed, "info"},
		{"fee without items", "L-6", notices, func(c forms.Values) { c.Set("mgmt_type", "fixed"); c.Set("mgmt_total", int64(100_000)) }, nil, document.CheckFailed, "warn"},
		{"fee with items", "L-6", notices, func(c forms.Values) {
			c.Set("mgmt_type", "fixed")
			c.Set("mgmt_total", int64(100_000))
			c.Set("mgmt_items", []forms.Row{{Name: "전기", Amount: 100_000}})
		}, nil, document.CheckPassed, "warn"},
		{"small fee", "L-6", notices, func(c forms.Values) { c.Set("mgmt_type", "fixed"); c.Set("mgmt_total", int64(99_999)) }, nil, document.CheckNotApplicable, "warn"},
		{"arrears bare", "L-7", notices, func(c forms.Values) { c.Set("tax_arrears", true) }, nil, document.CheckFailed, "warn"},
		{"arrears covered", "L-7", notices, func(c forms.Values) {
			c.Set("tax_arrears", true)
			c.Set("special_terms", []string{"체납 세금이 드러나면 해제할 수 있다"})
		}, nil, document.CheckPassed, "warn"},
		{"no burdens", "L-7", notices, nil, nil, document.CheckNotApplicable, "warn"},
		{"owner", "L-8", notices, nil, nil, document.CheckPassed, "error"},
		{"another owner", "L-8", notices, func(c forms.Values) { c.Set("registered_owner", "박민수") }, nil, document.CheckFailed, "error"},
		{"owner unknown", "L-8", notices, func(c forms.Values) { delete(c, "registered_owner") }, nil, document.CheckUnknown, "error"},
		{"safe terms", "L-9", notices, func(c forms.Values) { c.Set("special_terms", []string{"못을 박지 않는다"}) }, nil, document.CheckPassed, "info"},
		{"risky terms", "L-9", notices, func(c forms.Values) { c.Set("special_terms", []string{"전입신고를 하지 않는다"}) }, risk, document.CheckFailed, "high"},
		{"move-in told", "L-10", notices, nil, nil, document.CheckPassed, "info"},
		{"move-in untold", "L-10", "임대차 신고", nil, nil, document.CheckFailed, "info"},
		{"agent bare", "L-11", notices, func(c forms.Values) { c.Set("agent_name", "박영수") }, nil, document.CheckFailed, "error"},
		{"agent without seal", "L-11", notices, func(c forms.Values) {
			c.Set("agent_name", "박영수")
			c.Set("poa_date", "2026-11-01")
			c.Set("seal_cert", false)
		}, nil, document.CheckFailed, "error"},
		{"agent proven", "L-11", notices, func(c forms.Values) {
			c.Set("agent_name", "박영수")
			c.Set("poa_date", "2026-11-01")
			c.Set("seal_cert", true)
		}, nil, document.CheckPassed, "error"},
		{"no agent", "L-11", notices, nil, nil, document.CheckNotApplicable, "error"},
		{"small deposit", "L-12", notices, nil, nil, document.CheckNotApplicable, "info"},
		{"at the limit", "L-12", notices, func(c forms.Values) { c.Set("deposit", int64(165_000_000)) }, nil, document.CheckNotApplicable, "info"},
		{"large deposit", "L-12", notices, func(c forms.Values) { c.Set("deposit", int64(165_000_001)) }, nil, document.CheckFailed, "info"},
		{"same in Busan", "L-12", notices, func(c forms.Values) { c.Set("property_address", "부산광역시 해운대구 센텀로 1") }, nil, document.CheckFailed, "info"},
		{"insured", "L-12", notices, func(c forms.Values) { c.Set("deposit", int64(300_000_000)); c.Set("guarantee", true) }, nil, document.CheckPassed, "info"},
		{"converted at 5 %", "L-13", notices, func(c forms.Values) {
			renew(c)
			c.Set("deposit", int64(200_000_000))
			c.Set("monthly_rent", int64(416_666))
			c.Set("prev_rent", int64(0))
		}, nil, document.CheckPassed, "error"},
		{"converted above", "L-13", notices, func(c forms.Values) {
			renew(c)
			c.Set("deposit", int64(200_000_000))
			c.Set("monthly_rent", int64(416_667))
			c.Set("prev_rent", int64(0))
		}, nil, document.CheckFailed, "error"},
		{"nothing converted", "L-13", notices, renew, nil, document.CheckNotApplicable, "error"},
	} {
		t.Run(tc.id+" "+tc.name, func(t *testing.T) {
			t.Parallel()
			list := newTeam(t).Check(document.TypeLease, leaseOf(tc.change), tc.text, tc.risks)
			if len(list) != 13 {
				t.Fatalf("%d checks", len(list))
			}
			c := find(t, list, tc.id)
			if c.Outcome != tc.want || c.Severity != tc.severity {
				t.Errorf("outcome %s (%s), want %s (%s)", c.Outcome, c.Severity, tc.want, tc.severity)
			}
			if c.TextKo == "" || c.TextEn == "" {
				t.Error("a check without its text")
			}
		})
	}
}

// The cap of a conversion is a law's rate or the base rate and 2 %p, whichever
// is lower; both stand in the facts.
func TestConversionCapFollowsTheBaseRate(t *testing.T) {
	t.Parallel()
	c := leaseOf(func(c forms.Values) {
		c.Set("contract_type", "renew")
		c.Set("prev_deposit", int64(50_000_000+160_000_000))
		c.Set("prev_rent", int64(0))
		c.Set("monthly_rent", int64(187_500)) // exactly 4.5 % of 50 million
	})
	for base, want := range map[float64]string{2.5: document.CheckPassed, 2.49: document.CheckFailed, 50: document.CheckPassed} {
		tables := facts(t)
		tables["conversion"].(map[string]any)["base_rate"] = map[string]any{"history": []any{map[string]any{"pct": base}}}
		team, err := document.New(document.Config{Clauses: clauses(), Facts: tables})
		if err != nil {
			t.Fatal(err)
		}
		if got := find(t, team.Check(document.TypeLease, c, "", nil), "L-13").Outcome; got != want {
			t.Errorf("base rate %v: %s, want %s", base, got, want)
		}
	}
}

func saleOf(change func(c forms.Values)) forms.Values {
	c := values(map[string]any{
		"seller_name":          "홍길동",
		"buyer_name":           []string{"성춘향"},
		"price":                int64(800_000_000),
		"down_payment":         int64(80_000_000),
		"balance":              int64(520_000_000),
		"middle_payments":      []forms.Row{{Amount: 200_000_000}},
		"balance_date":         "2027-03-02",
		"land_permit_required": false,
	})
	if change != nil {
		change(c)
	}
	return c
}

func TestSalesChecks(t *testing.T) {
	t.Parallel()
	const told = "중도금을 낸 뒤에는 해제할 수 없다. 30일 안에 신고, 60일 안에 취득세."
	for _, tc := range []struct {
		name, id, text, want string
		change               func(c forms.Values)
	}{
		{"sum", "S-1", told, document.CheckPassed, nil},
		{"sum differs", "S-1", told, document.CheckFailed, func(c forms.Values) { c.Set("price", int64(900_000_000)) }},
		{"assumed debts left out", "S-1", told, document.CheckPassed, func(c forms.Values) {
			c.Set("price", int64(1_200_000_000))
			c.Set("loan_assume", int64(100_000_000))
			c.Set("deposit_to_assume", int64(300_000_000))
		}},
		{"no mortgage", "S-2", told, document.CheckNotApplicable, nil},
		{"mortgage bare", "S-2", told, document.CheckFailed, func(c forms.Values) { c.Set("mortgage_max", int64(600_000_000)) }},
		{"mortgage released", "S-2", told, document.CheckPassed, func(c forms.Values) {
			c.Set("mortgage_max", int64(600_000_000))
			c.Set("release_condition", "잔금일에 말소")
		}},
		{"way out told", "S-3", told, document.CheckPassed, nil},
		{"way out untold", "S-3", "", document.CheckFailed, nil},
		{"March", "S-4", told, document.CheckNotApplicable, nil},
		{"late May", "S-4", told, document.CheckFailed, func(c forms.Values) { c.Set("balance_date", "2027-05-28") }},
		{"June settled", "S-4", told, document.CheckPassed, func(c forms.Values) { c.Set("balance_date", "2027-06-05"); c.Set("tax_settlement_date", "2027-06-01") }},
		{"deadlines told", "S-5", told, document.CheckPassed, nil},
		{"deadlines untold", "S-5", "30일", document.CheckFailed, nil},
		{"no zone", "S-6", told, document.CheckNotApplicable, nil},
		{"zone bare", "S-6", told, document.CheckFailed, func(c forms.Values) { c.Set("land_permit_required", true) }},
		{"zone with condition", "S-6", told, document.CheckPassed, func(c forms.Values) {
			c.Set("land_permit_required", true)
			c.Set("land_permit_note", "허가를 받는 것을 조건으로 한다")
		}},
		{"zone unknown", "S-6", told, document.CheckUnknown, func(c forms.Values) { delete(c, "land_permit_required") }},
		{"no waiver", "S-7", told, document.CheckPassed, nil},
		{"waiver", "S-7", told, document.CheckFailed, func(c forms.Values) {
			c.Set("special_terms", []string{"현 시설 상태로 인수하며 일체의 이의를 제기하지 않는다."})
		}},
		{"no tenants", "S-8", told, document.CheckNotApplicable, nil},
		{"tenants without deposits", "S-8", told, document.CheckFailed, func(c forms.Values) { c.Set("tenants", []string{"이세입"}) }},
		{"tenants with deposits", "S-8", told, document.CheckPassed, func(c forms.Values) {
			c.Set("tenants", []string{"이세입"})
			c.Set("deposit_to_assume", int64(200_000_000))
		}},
	} {
		t.Run(tc.id+" "+tc.name, func(t *testing.T) {
			t.Parallel()
			list := newTeam(t).Check(document.TypeSales, saleOf(tc.change), tc.text, nil)
			if len(list) != 8 {
				t.Fatalf("%d checks", len(list))
			}
			if c := find(t, list, tc.id); c.Outcome != tc.want {
				t.Errorf("outcome %s, want %s", c.Outcome, tc.want)
			}
		})
	}
}

func TestMadeDocumentsPassTheirNotices(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"ko", "en"} {
		s := talk(t, lang, document.TypeLease, "전세 계약서 as is 그대로 작성해줘, 보증금 3억, 2026-12-01부터 2027-11-30까지")
		for _, id := range []string{"L-2", "L-5", "L-10"} {
			if !s.ReviewResult.ComplianceCheck[id] {
				t.Errorf("%s: a made lease fails %s", lang, id)
			}
		}
		s = talk(t, lang, document.TypeSales, "매매계약서 그대로 작성해줘")
		for _, id := range []string{"S-3", "S-5"} {
			if !s.ReviewResult.ComplianceCheck[id] {
				t.Errorf("%s: a made sale fails %s", lang, id)
			}
		}
	}
}

func TestRecommendedTerms(t *testing.T) {
	t.Parallel()
	ids := func(d *document.Draft) []string {
		var out []string
		for _, term := range newTeam(t).Recommended(d, "ko") {
			out = append(out, term.ID)
		}
		return out
	}
	plain := talk(t, "ko", document.TypeLease, "전세 계약서, 보증금 3억, 미납 세금과 선순위 보증금 없음").Draft
	rich := talk(t, "ko", document.TypeLease, "전세 계약서, 보증금 3억, 전세대출 받고 강아지 키워요. 선순위 보증금 5천만원 있음, 관리비 12만원\n수리: 도배").Draft
	for _, id := range []string{"ST-04", "ST-05", "ST-10", "ST-12", "ST-14"} {
		if slices.Contains(ids(plain), id) || !slices.Contains(ids(rich), id) {
			t.Errorf("%s: plain %v, rich %v", id, ids(plain), ids(rich))
		}
	}
	s := talk(t, "ko", document.TypeLease, "전세 계약서 그대로 작성해줘, 보증금 3억", "ST-01 넣어줘")
	if len(s.Draft.Forms["lease"].List("special_terms")) != 1 || slices.Contains(ids(s.Draft), "ST-01") {
		t.Errorf("terms %v, still recommended %v", s.Draft.Forms["lease"].List("special_terms"), ids(s.Draft))
	}
	s = talk(t, "ko", document.TypeLease, "전세 계약서, 보증금 3억", "추천 특약 넣어줘", "특약 2번 삭제")
	for _, term := range s.Draft.Forms["lease"].List("special_terms") {
		if strings.Contains(term, "________") {
			t.Errorf("a term with blanks was added: %s", term)
		}
	}
	if n := len(s.Draft.Forms["lease"].List("special_terms")); n < 4 || strings.Contains(strings.Join(s.Draft.Forms["lease"].List("special_terms"), ""), "소유자 명의의 계좌") {
		t.Errorf("%d terms: %v", n, s.Draft.Forms["lease"].List("special_terms"))
	}
}

// Sums that are written short go to their fields, and how long somebody may be in arrears is no
// term of the lease.
func TestASumWrittenShort(t *testing.T) {
	t.Parallel()
	v := talk(t, "ko", document.TypeLease, "월세 계약서 써줘. 보증금 2000 월 55, 2027-03-01부터 2년", "두 달 밀리면 해지한다고 적어줘").Draft.Forms["lease"]
	if v.Int("deposit") != 20_000_000 || v.Int("monthly_rent") != 550_000 || v.Text("end_date") != "2029-02-28" {
		t.Errorf("deposit %d, rent %d, until %s", v.Int("deposit"), v.Int("monthly_rent"), v.Text("end_date"))
	}
	v = talk(t, "ko", document.TypeLease, "월세 계약서 써줘. 임차인 김하나, 보증금 3000", "4000에 45로 바꿔줘").Draft.Forms["lease"]
	if v.Int("deposit") != 40_000_000 || v.Int("monthly_rent") != 450_000 {
		t.Errorf("deposit %d, rent %d", v.Int("deposit"), v.Int("monthly_rent"))
	}
}
