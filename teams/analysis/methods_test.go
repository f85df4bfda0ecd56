package analysis

import (
	"regexp"
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
)

func TestMethods(t *testing.T) {
	t.Parallel()
	busan := state.Region{Sido: "부산광역시", Sigungu: "해운대구"}
	houses := func(n string) state.Attribute { return state.Attribute{Name: "house_count", Value: n} }
	tests := []struct {
		name, question string
		method         string
		e              state.Entities
		metrics        map[string]float64
		says           []string
		silent         []string
	}{
		{"rent alone", "월세 80만원에서 90만원으로", MethodRentIncrease,
			state.Entities{Amounts: []state.Amount{sum(800_000, state.AmountMonthlyRent), sum(900_000, state.AmountProposedDeposit)}},
			map[string]float64{"rent_increase.max_monthly": 840_000, "rent_increase.over_monthly": 60_000, "rent_increase.rise_pct": 12.5}, nil, nil},
		{"so much more", "2천만원 더 달래요", MethodRentIncrease,
			state.Entities{Amounts: []state.Amount{sum(300_000_000, state.AmountDeposit), sum(20_000_000, state.AmountIncrease)}},
			map[string]float64{"rent_increase.over_deposit": 5_000_000}, nil, nil},
		{"within a year", "3억 5% 올려달래요", MethodRentIncrease,
			state.Entities{Amounts: []state.Amount{sum(300_000_000, state.AmountDeposit)}, Dates: []state.Date{{ISO: "2026-06-01", Role: "contract"}}, Percentages: []state.Percentage{percent(5, "increase")}},
			nil, []string{"2027-06-01 전에는 올릴 수 없습니다"}, nil},
		{"a new contract", "새로 계약하는데 10% 올려도 되나요", MethodRentIncrease, state.Entities{Percentages: []state.Percentage{percent(10, "increase")}},
			nil, []string{"새로 맺는 계약에는 이 상한이 적용되지 않습니다"}, []string{"갱신요구권을 쓰는 갱신인가요"}},
		{"the rate that three sums imply", "전세 3억을 보증금 2억에 월세 45만으로", MethodConversion,
			state.Entities{Amounts: []state.Amount{sum(300_000_000, state.AmountDeposit), sum(200_000_000, state.AmountDeposit), sum(450_000, state.AmountMonthlyRent)}},
			map[string]float64{"conversion.rate_pct": 5.4}, []string{"상한 5%를 넘습니다"}, nil},
		{"a part becomes rent", "보증금 3억 중 1억을 월세로", MethodConversion,
			state.Entities{Amounts: []state.Amount{{Won: 300_000_000, Role: state.AmountDeposit, Start: 10, End: 14}, {Won: 100_000_000, Start: 19, End: 23}}},
			map[string]float64{"conversion.monthly_max": 416_666}, nil, nil},
		{"rent becomes deposit", "월세 60만원을 전세로 바꾸면", MethodConversion, state.Entities{Amounts: []state.Amount{sum(600_000, state.AmountMonthlyRent)}},
			map[string]float64{"conversion.deposit": 144_000_000}, []string{"6.5%"}, nil},
		{"a shop", "상가 보증금 5천에 월세 300", MethodConversion,
			state.Entities{Amounts: []state.Amount{sum(50_000_000, state.AmountDeposit), sum(3_000_000, state.AmountMonthlyRent)}, Regions: []state.Region{seoul}, PropertyTypes: []string{"shop"}},
			map[string]float64{"conversion.shop_deposit": 350_000_000, "conversion.cap_pct": 12}, []string{"상가건물 임대차보호법 제12조"}, nil},
		{"small officetel lease", "오피스텔 전세 2억 복비", MethodBrokerageFee,
			state.Entities{Amounts: []state.Amount{sum(200_000_000, state.AmountDeposit)}, PropertyTypes: []string{"officetel"}, Areas: []state.Area{{M2: 33}}},
			map[string]float64{"brokerage_fee.max_fee": 800_000}, nil, nil},
		{"large officetel sale", "오피스텔 매매 3억 복비", MethodBrokerageFee,
			state.Entities{Amounts: []state.Amount{sum(300_000_000, state.AmountPrice)}, PropertyTypes: []string{"officetel"}, Areas: []state.Area{{M2: 120}}},
			map[string]float64{"brokerage_fee.max_fee": 2_700_000}, nil, nil},
		{"low rent counts 70 times", "보증금 500에 월세 35 복비", MethodBrokerageFee,
			state.Entities{Amounts: []state.Amount{sum(5_000_000, state.AmountDeposit), sum(350_000, state.AmountMonthlyRent)}},
			map[string]float64{"brokerage_fee.base": 29_500_000, "brokerage_fee.max_fee": 147_500}, nil, nil},
		{"two homes, area open", "5억 집 사서 2주택", MethodAcquisitionTax,
			state.Entities{Amounts: []state.Amount{sum(500_000_000, state.AmountPrice)}, Attributes: []state.Attribute{houses("2")}},
			nil, []string{"조정대상지역이 아니면", "5,500,000원", "조정대상지역이면", "42,000,000원", "조정대상지역에 있는 집인가요"}, nil},
		{"three homes, adjusted, large", "5억", MethodAcquisitionTax,
			state.Entities{Amounts: []state.Amount{sum(500_000_000, state.AmountPrice)}, Areas: []state.Area{{M2: 100}}, Attributes: []state.Attribute{houses("3"), {Name: "regulated_area", Value: "true"}}},
			map[string]float64{"acquisition_tax.total": 67_000_000}, []string{"제13조의2"}, nil},
		{"first home", "10억 생애최초", MethodAcquisitionTax,
			state.Entities{Amounts: []state.Amount{sum(1_000_000_000, state.AmountPrice)}, Areas: []state.Area{{M2: 84}}, Attributes: []state.Attribute{{Name: "first_home", Value: "true"}, houses("0")}},
			map[string]float64{"acquisition_tax.total": 31_000_000}, []string{"지방세특례제한법 제36조의3"}, nil},
		{"income and rate", "연봉 6천 금리 4.5% 30년", MethodLTVDSR,
			state.Entities{Amounts: []state.Amount{sum(60_000_000, state.AmountIncome), sum(500_000_000, state.AmountPrice)}, Percentages: []state.Percentage{percent(4.5, "interest")}, Regions: []state.Region{seoul}, Attributes: []state.Attribute{houses("0")}},
			map[string]float64{"ltv_dsr.max_loan_by_dsr": 286_030_000, "ltv_dsr.max_loan_by_ltv": 200_000_000}, []string{"스트레스"}, nil},
		{"no rate, no loan figure", "연봉 6천", MethodLTVDSR,
			state.Entities{Amounts: []state.Amount{sum(60_000_000, state.AmountIncome), sum(500_000_000, state.AmountPrice)}, Regions: []state.Region{busan}},
			map[string]float64{"ltv_dsr.max_loan_by_ltv": 350_000_000}, []string{"2,400만원", "금리는 몇 %인가요"}, []string{"max_loan_by_dsr"}},
		{"a regulated second home", "9억 2주택", MethodLTVDSR,
			state.Entities{Amounts: []state.Amount{sum(900_000_000, state.AmountPrice)}, Regions: []state.Region{seoul}, Attributes: []state.Attribute{houses("2")}},
			map[string]float64{"ltv_dsr.max_loan_by_ltv": 0}, nil, nil},
		{"jeonse loan of an owner", "1주택인데 전세대출", MethodLTVDSR,
			state.Entities{Amounts: []state.Amount{sum(60_000_000, state.AmountIncome), sum(300_000_000, state.AmountDeposit)}, ContractTypes: []string{"jeonse"}, Attributes: []state.Attribute{houses("1")}},
			nil, []string{"1주택자의 전세대출 한도는 2억원"}, []string{"버팀목 전세자금대출: 최대"}},
		{"too much income for newlyweds", "신혼 연 8천 전세 3.5억", MethodLTVDSR,
			state.Entities{Amounts: []state.Amount{sum(80_000_000, state.AmountIncome), sum(350_000_000, state.AmountDeposit)}, Regions: []state.Region{seoul}, Attributes: []state.Attribute{{Name: "newlywed", Value: "true"}}},
			nil, []string{"연소득 8,000만원이 상한 7,500만원 초과"}, nil},
		{"jeonse loan interest", "버팀목 1.2억 2.8%", MethodRepayment,
			state.Entities{Amounts: []state.Amount{sum(120_000_000, state.AmountLoan)}, Percentages: []state.Percentage{percent(2.8, "interest")}, ContractTypes: []string{"jeonse"}},
			map[string]float64{"repayment.monthly": 280_000}, []string{"만기일시"}, nil},
		{"equal principal", "3억 4.5% 30년 원금균등", MethodRepayment,
			state.Entities{Amounts: []state.Amount{sum(300_000_000, state.AmountLoan)}, Percentages: []state.Percentage{percent(4.5, "interest")}, Periods: []state.Period{{Months: 360}}},
			map[string]float64{"repayment.monthly": 1_958_333}, nil, nil},
		{"underwater", "전세 1.9억 매매 2억 근저당 5천", MethodJeonseRisk,
			state.Entities{Amounts: []state.Amount{sum(190_000_000, state.AmountDeposit), sum(200_000_000, state.AmountPrice), sum(50_000_000, state.AmountDebt)}, Regions: []state.Region{seoul}},
			map[string]float64{"jeonse_risk.jeonse_ratio_pct": 95, "jeonse_risk.debt_ratio_pct": 120}, []string{"전세 위험: 높음"}, nil},
		{"small deposit in Seoul", "보증금 1억 매매 3억 근저당 없음", MethodJeonseRisk,
			state.Entities{Amounts: []state.Amount{sum(100_000_000, state.AmountDeposit), sum(300_000_000, state.AmountPrice)}, Regions: []state.Region{seoul}},
			map[string]float64{"jeonse_risk.protected": 55_000_000}, []string{"전세 위험: 낮음", "5,500만원"}, nil},
		{"debt not known", "보증금 1억 매매 3억", MethodJeonseRisk,
			state.Entities{Amounts: []state.Amount{sum(100_000_000, state.AmountDeposit), sum(300_000_000, state.AmountPrice)}},
			nil, []string{"전세 위험: 판단 불가", "선순위 채권이 얼마나"}, nil},
		{"guarantee with its fee", "공시 3억 보증금 2억 아파트", MethodGuarantee,
			state.Entities{Amounts: []state.Amount{sum(300_000_000, state.AmountPublicPrice), sum(200_000_000, state.AmountDeposit)}, Regions: []state.Region{seoul}, PropertyTypes: []string{"apartment"}},
			map[string]float64{"guarantee.max_deposit": 378_000_000, "guarantee.fee": 408_000}, nil, nil},
		{"refused renewal", "보증금 2억에서 새 세입자 2.5억", MethodRefusalDamage,
			state.Entities{Amounts: []state.Amount{sum(200_000_000, state.AmountDeposit), sum(250_000_000, state.AmountDeposit)}},
			map[string]float64{"refusal_damage.damage": 4_999_992}, []string{"제6조의3 제6항"}, nil},
		{"rent credit", "총급여 5천 월세 60", MethodRentCredit,
			state.Entities{Amounts: []state.Amount{sum(50_000_000, state.AmountIncome), sum(600_000, state.AmountMonthlyRent)}},
			map[string]float64{"rent_credit.credit": 1_224_000}, nil, nil},
		{"rent report", "보증금 1천 월세 31", MethodRentReport,
			state.Entities{Amounts: []state.Amount{sum(10_000_000, state.AmountDeposit), sum(310_000, state.AmountMonthlyRent)}},
			nil, []string{"신고 대상입니다"}, nil},
		{"holding tax", "공시 15억 1주택", MethodHoldingTax,
			state.Entities{Amounts: []state.Amount{sum(1_500_000_000, state.AmountPublicPrice)}, Attributes: []state.Attribute{houses("1")}},
			map[string]float64{"holding_tax.tax_base": 180_000_000}, nil, nil},
		{"gain", "8억에 사서 15억에 판 1주택 10년", MethodCapitalGains,
			state.Entities{Amounts: []state.Amount{sum(800_000_000, state.AmountPrice), sum(1_500_000_000, state.AmountPrice)}, Percentages: []state.Percentage{percent(80, "long_hold")}, Attributes: []state.Attribute{houses("1")}},
			map[string]float64{"capital_gains.tax": 2_565_000}, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := execute(t, request(tt.question, "ko", tt.e, tt.method))
			for name, want := range tt.metrics {
				if got, ok := s.Metrics[name]; !ok || got != want {
					t.Errorf("%s = %v (%v), want %v", name, got, ok, want)
				}
			}
			text := everything(s)
			for _, want := range tt.says {
				if !strings.Contains(text, want) {
					t.Errorf("nothing says %q in:\n%s", want, text)
				}
			}
			for _, no := range tt.silent {
				if strings.Contains(text, no) || s.Metrics[tt.method+"."+no] != 0 {
					t.Errorf("%q should not be said:\n%s", no, text)
				}
			}
			english := execute(t, request(tt.question, "en", tt.e, tt.method))
			checkEnglish(t, english)
		})
	}
}

var hangul = regexp.MustCompile(`[가-힣]+`)

// checkEnglish finds Korean in an English answer; names of places and terms
// in brackets are let through.
func checkEnglish(t *testing.T, s *TeamState) {
	t.Helper()
	lines := append(strings.Split(everything(s), "\n"), s.Report.Title)
	for _, a := range s.InputData.Assumed {
		lines = append(lines, a.Text)
	}
	for _, line := range lines {
		if strings.Contains(line, "%!") {
			t.Errorf("bad format: %s", line)
		}
		for _, word := range hangul.FindAllString(line, -1) {
			switch word {
			case "서울특별시", "마포구", "부산광역시", "해운대구", "조정대상지역":
			default:
				t.Errorf("Korean %q in: %s", word, line)
			}
		}
	}
}

func TestRegulatedArea(t *testing.T) {
	t.Parallel()
	table := loadTables(t).LTV
	tests := []struct {
		sido, sigungu    string
		regulated, known bool
	}{
		{"서울특별시", "", true, true}, {"경기도", "성남시 분당구", true, true}, {"경기도", "수원시 권선구", false, true},
		{"경기도", "", false, false}, {"부산광역시", "해운대구", false, true},
	}
	for _, tt := range tests {
		if r, k := table.RegulatedArea(tt.sido, tt.sigungu); r != tt.regulated || k != tt.known {
			t.Errorf("%s %s: %v %v", tt.sido, tt.sigungu, r, k)
		}
	}
}

// The edition of the small-deposit protection is that of the mortgage's day.
func TestSmallDepositEditions(t *testing.T) {
	t.Parallel()
	table := loadTables(t).SmallDeposit
	tests := []struct {
		day, area string
		deposit   int64
		want      int64
	}{
		{"", AreaSeoul, 165_000_000, 55_000_000}, {"", AreaSeoul, 165_000_001, 0}, {"", AreaOther, 20_000_000, 20_000_000},
		{"2018-09-18", AreaSeoul, 110_000_000, 37_000_000}, {"2018-09-17", AreaSeoul, 100_000_000, 34_000_000}, {"2018-09-17", AreaSeoul, 110_000_000, 0},
		{"2021-05-11", AreaOvercrowded, 130_000_000, 43_000_000}, {"2014-06-01", AreaMetropolitan, 60_000_000, 20_000_000},
	}
	for _, tt := range tests {
		r, err := table.Priority(SmallDepositInput{Deposit: tt.deposit, Area: tt.area, FirstSecurity: tt.day})
		if err != nil || r.Protected != tt.want {
			t.Errorf("%+v: %v, %v", tt, r, err)
		}
	}
	if r, err := table.Priority(SmallDepositInput{Deposit: 100_000_000, Area: AreaSeoul, HouseValue: 80_000_000}); err != nil || r.Protected != 40_000_000 {
		t.Errorf("half of the house: %v, %v", r, err)
	}
	if _, err := table.Priority(SmallDepositInput{Deposit: 1, Area: AreaSeoul, FirstSecurity: "1999-01-01"}); err == nil {
		t.Error("an edition before the table")
	}
}

// The conversion cap follows the base rate of the day.
func TestConversionCapByDay(t *testing.T) {
	t.Parallel()
	table := loadTables(t).Conversion
	tests := []struct {
		shop bool
		day  string
		want Rate
	}{
		{false, "2026-11-21", 5 * Percent}, {false, "2026-08-26", RateOf(4.75)}, {false, "2026-01-01", RateOf(4.5)},
		{true, "2026-11-21", 12 * Percent}, {true, "2026-01-01", RateOf(11.25)},
	}
	for _, tt := range tests {
		r, err := table.Cap(tt.shop, tt.day)
		if err != nil || r.Cap != tt.want {
			t.Errorf("%+v: %v, %v", tt, r, err)
		}
	}
	if _, err := table.Cap(false, "2020-01-01"); err == nil {
		t.Error("a day before the first known base rate")
	}
}

func TestStressRate(t *testing.T) {
	t.Parallel()
	dsr := loadTables(t).DSR
	tests := []struct {
		capital bool
		kind    string
		want    float64
	}{{true, "", 3}, {true, "mixed_5_9y", 2.4}, {true, "periodic_15_21y", 0.6}, {false, "variable", 0.75}, {false, "mixed_5_9y", 0.45}}
	for _, tt := range tests {
		if r, err := dsr.StressRate(tt.capital, tt.kind); err != nil || r != RateOf(tt.want) {
			t.Errorf("%+v: %s, %v", tt, r, err)
		}
	}
	if _, err := dsr.StressRate(true, "odd"); err == nil {
		t.Error("an unknown kind")
	}
}
