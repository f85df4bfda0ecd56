package document_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/teams/document"
)

func leaseOf(change func(c *document.LeaseContract)) *document.LeaseContract {
	c := &document.LeaseContract{
		LeaseKind: document.Jeonse, ContractType: document.ContractNew, LessorName: "김철수", LesseeName: []string{"이영희"},
		RegisteredOwner: "김철수", PropertyAddress: "서울특별시 마포구 월드컵북로 21",
		Deposit: new(int64(160_000_000)), DownPayment: new(int64(16_000_000)), Balance: new(int64(144_000_000)),
		StartDate: "2026-12-01", EndDate: "2028-11-30", TaxArrears: new(false), PriorDeposits: new(false),
	}
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
	renew := func(c *document.LeaseContract) {
		c.ContractType, c.PrevDeposit, c.PrevStart = document.ContractRenew, new(int64(300_000_000)), "2024-12-01"
		c.Deposit, c.DownPayment, c.Balance = new(int64(315_000_000)), new(int64(15_000_000)), new(int64(300_000_000))
	}
	risk := []document.Risk{{ID: "RC-03", Severity: "high"}}
	for _, tc := range []struct {
		name, id, text string
		change         func(c *document.LeaseContract)
		risks          []document.Risk
		want           string
		severity       string
	}{
		{"sum holds", "L-1", notices, nil, nil, document.CheckPassed, "error"},
		{"sum differs", "L-1", notices, func(c *document.LeaseContract) { c.Balance = new(int64(1)) }, nil, document.CheckFailed, "error"},
		{"sum unknown", "L-1", notices, func(c *document.LeaseContract) { c.Balance = nil }, nil, document.CheckUnknown, "error"},
		{"no deposit", "L-1", notices, func(c *document.LeaseContract) { c.Deposit = new(int64(0)) }, nil, document.CheckNotApplicable, "error"},
		{"two years", "L-2", "", nil, nil, document.CheckPassed, "warn"},
		{"one year untold", "L-2", "", func(c *document.LeaseContract) { c.EndDate = "2027-11-30" }, nil, document.CheckFailed, "warn"},
		{"one year told", "L-2", notices, func(c *document.LeaseContract) { c.EndDate = "2027-11-30" }, nil, document.CheckPassed, "warn"},
		{"one day short", "L-2", "", func(c *document.LeaseContract) { c.EndDate = "2028-11-29" }, nil, document.CheckFailed, "warn"},
		{"renewed at 5 %", "L-3", notices, renew, nil, document.CheckPassed, "error"},
		{"renewed a won above", "L-3", notices, func(c *document.LeaseContract) { renew(c); c.Deposit = new(int64(315_000_001)) }, nil, document.CheckFailed, "error"},
		{"agreed above", "L-3", notices, func(c *document.LeaseContract) {
			renew(c)
			c.ContractType, c.Deposit = document.ContractAgreed, new(int64(330_000_000))
		}, nil, document.CheckFailed, "warn"},
		{"rent above", "L-3", notices, func(c *document.LeaseContract) {
			renew(c)
			c.Deposit, c.PrevRent, c.MonthlyRent = new(int64(300_000_000)), new(int64(500_000)), new(int64(525_001))
		}, nil, document.CheckFailed, "error"},
		{"new contract", "L-3", notices, nil, nil, document.CheckNotApplicable, "warn"},
		{"increase after a year", "L-4", notices, renew, nil, document.CheckPassed, "error"},
		{"increase within a year", "L-4", notices, func(c *document.LeaseContract) { renew(c); c.LastIncrease = "2026-03-01" }, nil, document.CheckFailed, "error"},
		{"no increase", "L-4", notices, func(c *document.LeaseContract) { renew(c); c.Deposit = new(int64(300_000_000)) }, nil, document.CheckNotApplicable, "error"},
		{"report told", "L-5", notices, nil, nil, document.CheckPassed, "info"},
		{"report untold", "L-5", "", nil, nil, document.CheckFailed, "info"},
		{"at 60 million", "L-5", "", func(c *document.LeaseContract) { c.Deposit = new(int64(60_000_000)) }, nil, document.CheckNotApplicable, "info"},
		{"rent of 310,000", "L-5", "", func(c *document.LeaseContract) {
			c.Deposit, c.MonthlyRent = new(int64(10_000_000)), new(int64(310_000))
		}, nil, document.CheckFailed, "info"},
		{"fee without items", "L-6", notices, func(c *document.LeaseContract) { c.MgmtType, c.MgmtTotal = document.MgmtFixed, new(int64(100_000)) }, nil, document.CheckFailed, "warn"},
		{"fee with items", "L-6", notices, func(c *document.LeaseContract) {
			c.MgmtType, c.MgmtTotal, c.MgmtItems = document.MgmtFixed, new(int64(100_000)), []document.FeeItem{{Name: "전기", Amount: 100_000}}
		}, nil, document.CheckPassed, "warn"},
		{"small fee", "L-6", notices, func(c *document.LeaseContract) { c.MgmtType, c.MgmtTotal = document.MgmtFixed, new(int64(99_999)) }, nil, document.CheckNotApplicable, "warn"},
		{"arrears bare", "L-7", notices, func(c *document.LeaseContract) { c.TaxArrears = new(true) }, nil, document.CheckFailed, "warn"},
		{"arrears covered", "L-7", notices, func(c *document.LeaseContract) {
			c.TaxArrears, c.SpecialTerms = new(true), []string{"체납 세금이 드러나면 해제할 수 있다"}
		}, nil, document.CheckPassed, "warn"},
		{"no burdens", "L-7", notices, nil, nil, document.CheckNotApplicable, "warn"},
		{"owner", "L-8", notices, nil, nil, document.CheckPassed, "error"},
		{"another owner", "L-8", notices, func(c *document.LeaseContract) { c.RegisteredOwner = "박민수" }, nil, document.CheckFailed, "error"},
		{"owner unknown", "L-8", notices, func(c *document.LeaseContract) { c.RegisteredOwner = "" }, nil, document.CheckUnknown, "error"},
		{"safe terms", "L-9", notices, func(c *document.LeaseContract) { c.SpecialTerms = []string{"못을 박지 않는다"} }, nil, document.CheckPassed, "info"},
		{"risky terms", "L-9", notices, func(c *document.LeaseContract) { c.SpecialTerms = []string{"전입신고를 하지 않는다"} }, risk, document.CheckFailed, "high"},
		{"move-in told", "L-10", notices, nil, nil, document.CheckPassed, "info"},
		{"move-in untold", "L-10", "임대차 신고", nil, nil, document.CheckFailed, "info"},
		{"agent bare", "L-11", notices, func(c *document.LeaseContract) { c.AgentName = "박영수" }, nil, document.CheckFailed, "error"},
		{"agent without seal", "L-11", notices, func(c *document.LeaseContract) {
			c.AgentName, c.POADate, c.SealCert = "박영수", "2026-11-01", new(false)
		}, nil, document.CheckFailed, "error"},
		{"agent proven", "L-11", notices, func(c *document.LeaseContract) {
			c.AgentName, c.POADate, c.SealCert = "박영수", "2026-11-01", new(true)
		}, nil, document.CheckPassed, "error"},
		{"no agent", "L-11", notices, nil, nil, document.CheckNotApplicable, "error"},
		{"small deposit", "L-12", notices, nil, nil, document.CheckNotApplicable, "info"},
		{"at the limit", "L-12", notices, func(c *document.LeaseContract) { c.Deposit = new(int64(165_000_000)) }, nil, document.CheckNotApplicable, "info"},
		{"large deposit", "L-12", notices, func(c *document.LeaseContract) { c.Deposit = new(int64(165_000_001)) }, nil, document.CheckFailed, "info"},
		{"same in Busan", "L-12", notices, func(c *document.LeaseContract) { c.PropertyAddress = "부산광역시 해운대구 센텀로 1" }, nil, document.CheckFailed, "info"},
		{"insured", "L-12", notices, func(c *document.LeaseContract) { c.Deposit, c.Guarantee = new(int64(300_000_000)), new(true) }, nil, document.CheckPassed, "info"},
		{"converted at 5 %", "L-13", notices, func(c *document.LeaseContract) {
			renew(c)
			c.Deposit, c.MonthlyRent, c.PrevRent = new(int64(200_000_000)), new(int64(416_666)), new(int64(0))
		}, nil, document.CheckPassed, "error"},
		{"converted above", "L-13", notices, func(c *document.LeaseContract) {
			renew(c)
			c.Deposit, c.MonthlyRent, c.PrevRent = new(int64(200_000_000)), new(int64(416_667)), new(int64(0))
		}, nil, document.CheckFailed, "error"},
		{"nothing converted", "L-13", notices, renew, nil, document.CheckNotApplicable, "error"},
	} {
		t.Run(tc.id+" "+tc.name, func(t *testing.T) {
			t.Parallel()
			list := document.CheckLease(leaseOf(tc.change), tc.text, tc.risks, document.Limits{})
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

func TestConversionCapFollowsTheBaseRate(t *testing.T) {
	t.Parallel()
	c := leaseOf(func(c *document.LeaseContract) {
		c.ContractType, c.PrevDeposit, c.PrevRent = document.ContractRenew, new(int64(50_000_000+160_000_000)), new(int64(0))
		c.MonthlyRent = new(int64(187_500)) // exactly 4.5 % of 50 million
	})
	for base, want := range map[int]string{250: document.CheckPassed, 249: document.CheckFailed, 5000: document.CheckPassed} {
		if got := find(t, document.CheckLease(c, "", nil, document.Limits{BaseRateBP: base}), "L-13").Outcome; got != want {
			t.Errorf("base rate %d: %s, want %s", base, got, want)
		}
	}
}

func saleOf(change func(c *document.SalesContract)) *document.SalesContract {
	c := &document.SalesContract{
		SellerName: "홍길동", BuyerName: []string{"성춘향"}, Price: new(int64(800_000_000)), DownPayment: new(int64(80_000_000)), Balance: new(int64(520_000_000)),
		MiddlePayments: []document.Payment{{Amount: 200_000_000}}, BalanceDate: "2027-03-02", LandPermitRequired: new(false),
	}
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
		change               func(c *document.SalesContract)
	}{
		{"sum", "S-1", told, document.CheckPassed, nil},
		{"sum differs", "S-1", told, document.CheckFailed, func(c *document.SalesContract) { c.Price = new(int64(900_000_000)) }},
		{"assumed debts left out", "S-1", told, document.CheckPassed, func(c *document.SalesContract) {
			c.Price, c.LoanAssume, c.DepositToAssume = new(int64(1_200_000_000)), new(int64(100_000_000)), new(int64(300_000_000))
		}},
		{"no mortgage", "S-2", told, document.CheckNotApplicable, nil},
		{"mortgage bare", "S-2", told, document.CheckFailed, func(c *document.SalesContract) { c.MortgageMax = new(int64(600_000_000)) }},
		{"mortgage released", "S-2", told, document.CheckPassed, func(c *document.SalesContract) {
			c.MortgageMax, c.ReleaseCondition = new(int64(600_000_000)), "잔금일에 말소"
		}},
		{"way out told", "S-3", told, document.CheckPassed, nil},
		{"way out untold", "S-3", "", document.CheckFailed, nil},
		{"March", "S-4", told, document.CheckNotApplicable, nil},
		{"late May", "S-4", told, document.CheckFailed, func(c *document.SalesContract) { c.BalanceDate = "2027-05-28" }},
		{"June settled", "S-4", told, document.CheckPassed, func(c *document.SalesContract) { c.BalanceDate, c.TaxSettlementDate = "2027-06-05", "2027-06-01" }},
		{"deadlines told", "S-5", told, document.CheckPassed, nil},
		{"deadlines untold", "S-5", "30일", document.CheckFailed, nil},
		{"no zone", "S-6", told, document.CheckNotApplicable, nil},
		{"zone bare", "S-6", told, document.CheckFailed, func(c *document.SalesContract) { c.LandPermitRequired = new(true) }},
		{"zone with condition", "S-6", told, document.CheckPassed, func(c *document.SalesContract) {
			c.LandPermitRequired, c.LandPermitNote = new(true), "허가를 받는 것을 조건으로 한다"
		}},
		{"zone unknown", "S-6", told, document.CheckUnknown, func(c *document.SalesContract) { c.LandPermitRequired = nil }},
		{"no waiver", "S-7", told, document.CheckPassed, nil},
		{"waiver", "S-7", told, document.CheckFailed, func(c *document.SalesContract) {
			c.SpecialTerms = []string{"현 시설 상태로 인수하며 일체의 이의를 제기하지 않는다."}
		}},
		{"no tenants", "S-8", told, document.CheckNotApplicable, nil},
		{"tenants without deposits", "S-8", told, document.CheckFailed, func(c *document.SalesContract) { c.Tenants = []string{"이세입"} }},
		{"tenants with deposits", "S-8", told, document.CheckPassed, func(c *document.SalesContract) {
			c.Tenants, c.DepositToAssume = []string{"이세입"}, new(int64(200_000_000))
		}},
	} {
		t.Run(tc.id+" "+tc.name, func(t *testing.T) {
			t.Parallel()
			list := document.CheckSales(saleOf(tc.change), tc.text)
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
		s := talk(t, lang, document.ActionLease, "전세 계약서 as is 그대로 작성해줘, 보증금 3억, 2026-12-01부터 2027-11-30까지")
		for _, id := range []string{"L-2", "L-5", "L-10"} {
			if !s.ReviewResult.ComplianceCheck[id] {
				t.Errorf("%s: a made lease fails %s", lang, id)
			}
		}
		s = talk(t, lang, document.ActionSales, "매매계약서 그대로 작성해줘")
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
		for _, term := range document.Recommended(d, "ko") {
			out = append(out, term.ID)
		}
		return out
	}
	plain := talk(t, "ko", document.ActionLease, "전세 계약서, 보증금 3억, 미납 세금과 선순위 보증금 없음").Draft
	rich := talk(t, "ko", document.ActionLease, "전세 계약서, 보증금 3억, 전세대출 받고 강아지 키워요. 선순위 보증금 5천만원 있음, 관리비 12만원\n수리: 도배").Draft
	for _, id := range []string{"ST-04", "ST-05", "ST-10", "ST-12", "ST-14"} {
		if slices.Contains(ids(plain), id) || !slices.Contains(ids(rich), id) {
			t.Errorf("%s: plain %v, rich %v", id, ids(plain), ids(rich))
		}
	}
	s := talk(t, "ko", document.ActionLease, "전세 계약서 그대로 작성해줘, 보증금 3억", "ST-01 넣어줘")
	if len(s.Draft.Lease.SpecialTerms) != 1 || slices.Contains(ids(s.Draft), "ST-01") {
		t.Errorf("terms %v, still recommended %v", s.Draft.Lease.SpecialTerms, ids(s.Draft))
	}
	s = talk(t, "ko", document.ActionLease, "전세 계약서, 보증금 3억", "추천 특약 넣어줘", "특약 2번 삭제")
	for _, term := range s.Draft.Lease.SpecialTerms {
		if strings.Contains(term, "________") {
			t.Errorf("a term with blanks was added: %s", term)
		}
	}
	if n := len(s.Draft.Lease.SpecialTerms); n < 4 || strings.Contains(strings.Join(s.Draft.Lease.SpecialTerms, ""), "소유자 명의의 계좌") {
		t.Errorf("%d terms: %v", n, s.Draft.Lease.SpecialTerms)
	}
}
