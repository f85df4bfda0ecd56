package analysis

import (
	"regexp"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/estate"
)

func TestMethods(t *testing.T) {
	t.Parallel()
	busan := estate.Region{Sido: "부산광역시", Sigungu: "해운대구"}
	houses := func(n string) estate.Attribute { return estate.Attribute{Name: "house_count", Value: n} }
	tests := []struct {
		name, question string
		method         string
		e              estate.Entities
		metrics        map[string]float64
		says           []string
		silent         []string
	}{
		{"rent alone", "월세 80만원에서 90만원으로", "rent_increase",
			estate.Entities{Amounts: []estate.Amount{sum(800_000, estate.MonthlyRent), sum(900_000, estate.ProposedDeposit)}},
			map[string]float64{"rent_increase.max_monthly": 840_000, "rent_increase.over_monthly": 60_000, "rent_increase.rise_pct": 12.5}, nil, nil},
		{"so much more", "2천만원 더 달래요", "rent_increase",
			estate.Entities{Amounts: []estate.Amount{sum(300_000_000, estate.Deposit), sum(20_000_000, estate.Increase)}},
			map[string]float64{"rent_increase.over_deposit": 5_000_000}, nil, nil},
		{"within a year", "3억 5% 올려달래요", "rent_increase",
			estate.Entities{Amounts: []estate.Amount{sum(300_000_000, estate.Deposit)}, Dates: []estate.Date{{ISO: "2026-06-01", Role: "contract"}}, Percentages: []estate.Percentage{percent(5, "increase")}},
			nil, []string{"2027-06-01 전에는 올릴 수 없습니다"}, nil},
		{"a new contract", "새로 계약하는데 10% 올려도 되나요", "rent_increase", estate.Entities{Percentages: []estate.Percentage{percent(10, "increase")}},
			nil, []string{"새로 맺는 계약에는 이 상한이 적용되지 않습니다"}, []string{"갱신요구권을 쓰는 갱신인가요"}},
		{"the rate that three sums imply", "전세 3억을 보증금 2억에 월세 45만으로", MethodConversion,
			estate.Entities{Amounts: []estate.Amount{sum(300_000_000, estate.Deposit), sum(200_000_000, estate.Deposit), sum(450_000, estate.MonthlyRent)}},
			map[string]float64{"conversion.rate_pct": 5.4}, []string{"상한 5%를 넘습니다"}, nil},
		{"a part becomes rent", "보증금 3억 중 1억을 월세로", MethodConversion,
			estate.Entities{Amounts: []estate.Amount{{Won: 300_000_000, Role: estate.Deposit, Start: 10, End: 14}, {Won: 100_000_000, Start: 19, End: 23}}},
			map[string]float64{"conversion.monthly_max": 416_666}, nil, nil},
		{"rent becomes deposit", "월세 60만원을 전세로 바꾸면", MethodConversion, estate.Entities{Amounts: []estate.Amount{sum(600_000, estate.MonthlyRent)}},
			map[string]float64{"conversion.deposit": 144_000_000}, []string{"6.5%"}, nil},
		{"a shop", "상가 보증금 5천에 월세 300 환산보증금", MethodConversion,
			estate.Entities{Amounts: []estate.Amount{sum(50_000_000, estate.Deposit), sum(3_000_000, estate.MonthlyRent)}, Regions: []estate.Region{seoul}, PropertyTypes: []string{"shop"}},
			map[string]float64{"shop_deposit.converted": 350_000_000}, []string{"지역 기준 9억원 안", "상가건물 임대차보호법 제2조"}, []string{"전환율"}},
		{"a shop's rent", "상가 월세 220 보증금 5천인데 10% 올려도 되나요", "rent_increase",
			estate.Entities{Amounts: []estate.Amount{sum(50_000_000, estate.Deposit), sum(2_200_000, estate.MonthlyRent)}, Percentages: []estate.Percentage{percent(10, "increase")}, PropertyTypes: []string{"shop"}},
			map[string]float64{"rent_increase.max_monthly": 2_310_000}, []string{"상가건물 임대차보호법 제11조", "환산보증금이 지역 기준을 넘는 상가"}, []string{"주택임대차보호법", "시·도 조례", "갱신요구권"}},
		{"years of a shop that are left", "카페 4년차인데 앞으로 몇 년 더 버틸 수 있을까요", "shop_renewal", estate.Entities{}, nil, []string{"앞으로 6년 더", "제10조"}, nil},
		{"a shop whose years are over", "가게 10년째인데 더 장사할 수 있나요", "shop_renewal", estate.Entities{}, nil, []string{"갱신을 요구할 수 없습니다"}, nil},
		{"a calendar year is no term", "2022년 영업 시작한 가게인데 앞으로 몇 년 더 장사할 수 있나요", "shop_renewal", estate.Entities{}, nil, nil, []string{"건물주와 합의"}},
		{"the year that is under way", "처음 2년 동안은 안되다가 이제 6년차 가게인데 앞으로 몇 년 더 장사할 수 있나요", "shop_renewal", estate.Entities{}, nil, []string{"앞으로 4년 더"}, nil},
		{"a deposit beside a premium", "상가 보증금 5천 권리금 3천 월세 200인데 환산보증금 얼마예요?", "shop_deposit",
			estate.Entities{Amounts: []estate.Amount{{Won: 50_000_000, Role: estate.Deposit, Start: 17, End: 21}, {Won: 30_000_000, Start: 32, End: 36}, sum(2_000_000, estate.MonthlyRent)}, Regions: []estate.Region{seoul}},
			map[string]float64{"shop_deposit.converted": 250_000_000}, nil, nil},
		{"a loan and what is paid for it", "연봉 6천, 주담대 3억 금리 4%, 원리금 매년 1700만원 DSR", MethodDSR,
			estate.Entities{Amounts: []estate.Amount{sum(60_000_000, estate.Income), sum(300_000_000, estate.Loan), sum(17_000_000, "yearly_payment")}, Percentages: []estate.Percentage{percent(4, "interest")}},
			map[string]float64{"dsr.dsr_pct": 28.33}, nil, nil},
		{"the rate of a credit loan is none of a mortgage", "연봉 6천인데 아파트 살 때 대출 얼마나 나와요? 신용대출 2천만원 금리 6% 쓰고 있어요", "ltv_dsr",
			estate.Entities{Amounts: []estate.Amount{sum(60_000_000, estate.Income), sum(20_000_000, estate.Loan)}, Percentages: []estate.Percentage{percent(6, "interest")}},
			nil, []string{"2,400만원까지", "기존 대출로 한 해에 갚는 원리금은"}, []string{"max_loan_by_dsr"}},
		{"the year of a building is none of a mortgage", "서울 빌라 2015년 3월에 지은 건데 매매 2억 전세 1억 2천", MethodJeonseRisk,
			estate.Entities{Amounts: []estate.Amount{sum(120_000_000, estate.Deposit), sum(200_000_000, estate.Price)}, Regions: []estate.Region{seoul}, Dates: []estate.Date{{ISO: "2015-03-01"}}},
			map[string]float64{"jeonse_risk.protected": 55_000_000}, nil, nil},
		{"a rent beside another payment", "월세 매달 50 내고 차 할부도 있는데 총급여 5천 월세 세액공제", "rent_credit",
			estate.Entities{Amounts: []estate.Amount{{Won: 500_000, Role: estate.MonthlyRent, Start: 14, End: 16}, sum(50_000_000, estate.Income)}},
			map[string]float64{"rent_credit.credit": 1_020_000}, nil, nil},
		{"the lower premium", "권리금 4천 받기로 했는데 감정 권리금은 3천, 손해배상은", "premium_damage",
			estate.Entities{Amounts: []estate.Amount{sum(40_000_000, "premium"), sum(30_000_000, "premium")}},
			map[string]float64{"premium_damage.most": 30_000_000}, []string{"낮은 금액"}, nil},
		{"small officetel lease", "오피스텔 전세 2억 복비", "brokerage_fee",
			estate.Entities{Amounts: []estate.Amount{sum(200_000_000, estate.Deposit)}, PropertyTypes: []string{"officetel"}, Areas: []estate.Area{{M2: 33}}},
			map[string]float64{"brokerage_fee.max_fee": 800_000}, nil, nil},
		{"large officetel sale", "오피스텔 매매 3억 복비", "brokerage_fee",
			estate.Entities{Amounts: []estate.Amount{sum(300_000_000, estate.Price)}, PropertyTypes: []string{"officetel"}, Areas: []estate.Area{{M2: 120}}},
			map[string]float64{"brokerage_fee.max_fee": 2_700_000}, nil, nil},
		{"low rent counts 70 times", "보증금 500에 월세 35 복비", "brokerage_fee",
			estate.Entities{Amounts: []estate.Amount{sum(5_000_000, estate.Deposit), sum(350_000, estate.MonthlyRent)}},
			map[string]float64{"brokerage_fee.base": 29_500_000, "brokerage_fee.max_fee": 147_500}, nil, nil},
		{"two homes, area open", "5억 집 사서 2주택", "acquisition_tax",
			estate.Entities{Amounts: []estate.Amount{sum(500_000_000, estate.Price)}, Attributes: []estate.Attribute{houses("2")}},
			nil, []string{"조정대상지역이 아니면", "550만원", "조정대상지역이면", "4,200만원", "조정대상지역에 있는 집인가요"}, nil},
		{"three homes, adjusted, large", "5억", "acquisition_tax",
			estate.Entities{Amounts: []estate.Amount{sum(500_000_000, estate.Price)}, Areas: []estate.Area{{M2: 100}}, Attributes: []estate.Attribute{houses("3"), {Name: "regulated_area", Value: "true"}}},
			map[string]float64{"acquisition_tax.total": 67_000_000}, []string{"제13조의2"}, nil},
		{"first home", "10억 생애최초", "acquisition_tax",
			estate.Entities{Amounts: []estate.Amount{sum(1_000_000_000, estate.Price)}, Areas: []estate.Area{{M2: 84}}, Attributes: []estate.Attribute{{Name: "first_home", Value: "true"}, houses("0")}},
			map[string]float64{"acquisition_tax.total": 31_000_000}, []string{"지방세특례제한법 제36조의3"}, nil},
		{"income and rate", "연봉 6천 금리 4.5% 30년", "ltv_dsr",
			estate.Entities{Amounts: []estate.Amount{sum(60_000_000, estate.Income), sum(500_000_000, estate.Price)}, Percentages: []estate.Percentage{percent(4.5, "interest")}, Regions: []estate.Region{seoul}, Attributes: []estate.Attribute{houses("0")}},
			map[string]float64{"ltv_dsr.max_loan_by_dsr": 286_030_000, "ltv_dsr.max_loan_by_ltv": 200_000_000}, []string{"스트레스"}, nil},
		{"the age of a house is no term", "55년 된 아파트 대출, 금리 4.5%", "ltv_dsr",
			estate.Entities{Amounts: []estate.Amount{sum(60_000_000, estate.Income), sum(500_000_000, estate.Price)}, Percentages: []estate.Percentage{percent(4.5, "interest")}, Periods: []estate.Period{{Months: 660, Text: "55년"}}, Regions: []estate.Region{busan}},
			map[string]float64{"ltv_dsr.max_loan_by_dsr": 362_180_000}, nil, nil},
		{"no rate, no loan figure", "연봉 6천", "ltv_dsr",
			estate.Entities{Amounts: []estate.Amount{sum(60_000_000, estate.Income), sum(500_000_000, estate.Price)}, Regions: []estate.Region{busan}},
			map[string]float64{"ltv_dsr.max_loan_by_ltv": 350_000_000}, []string{"2,400만원", "금리는 몇 %인가요"}, []string{"max_loan_by_dsr"}},
		{"a regulated second home", "9억 2주택", "ltv_dsr",
			estate.Entities{Amounts: []estate.Amount{sum(900_000_000, estate.Price)}, Regions: []estate.Region{seoul}, Attributes: []estate.Attribute{houses("2")}},
			map[string]float64{"ltv_dsr.max_loan_by_ltv": 0}, nil, nil},
		{"jeonse loan of an owner", "1주택인데 전세대출", "ltv_dsr",
			estate.Entities{Amounts: []estate.Amount{sum(60_000_000, estate.Income), sum(300_000_000, estate.Deposit)}, ContractTypes: []string{"jeonse"}, Attributes: []estate.Attribute{houses("1")}},
			nil, []string{"1주택자의 전세대출 한도는 2억원"}, []string{"버팀목 전세자금대출: 최대"}},
		{"too much income for newlyweds", "신혼 연 8천 전세 3.5억", "ltv_dsr",
			estate.Entities{Amounts: []estate.Amount{sum(80_000_000, estate.Income), sum(350_000_000, estate.Deposit)}, Regions: []estate.Region{seoul}, Attributes: []estate.Attribute{{Name: "newlywed", Value: "true"}}},
			nil, []string{"연소득 8,000만원이 상한 7,500만원 초과"}, nil},
		{"no home, said so", "무주택 연 4천 전세 2.5억", "ltv_dsr",
			estate.Entities{Amounts: []estate.Amount{sum(40_000_000, estate.Income), sum(250_000_000, estate.Deposit)}, Regions: []estate.Region{seoul}, Attributes: []estate.Attribute{houses("0"), {Name: "age", Value: "27"}}},
			nil, []string{"청년전용 버팀목 전세자금대출: 최대 1억 5,000만원"}, []string{"무주택 여부"}},
		{"what DSR and LTV are", "DSR이랑 LTV가 뭐예요", "ltv_dsr", estate.Entities{},
			nil, []string{"은행은 40%까지만", "규제지역 40%"}, nil},
		{"what the jeonse ratio is", "전세가율이 뭐야", MethodMarketStats, estate.Entities{}, nil, []string{"매매가로 나눈 비율"}, nil},
		{"jeonse loan interest", "버팀목 1.2억 2.8%", "repayment",
			estate.Entities{Amounts: []estate.Amount{sum(120_000_000, estate.Loan)}, Percentages: []estate.Percentage{percent(2.8, "interest")}, ContractTypes: []string{"jeonse"}},
			map[string]float64{"repayment.monthly": 280_000}, []string{"만기일시"}, nil},
		{"equal principal", "3억 4.5% 30년 원금균등", "repayment",
			estate.Entities{Amounts: []estate.Amount{sum(300_000_000, estate.Loan)}, Percentages: []estate.Percentage{percent(4.5, "interest")}, Periods: []estate.Period{{Months: 360}}},
			map[string]float64{"repayment.monthly": 1_958_333}, nil, nil},
		{"underwater", "전세 1.9억 매매 2억 근저당 5천", MethodJeonseRisk,
			estate.Entities{Amounts: []estate.Amount{sum(190_000_000, estate.Deposit), sum(200_000_000, estate.Price), sum(50_000_000, estate.Debt)}, Regions: []estate.Region{seoul}},
			map[string]float64{"jeonse_risk.jeonse_ratio_pct": 95, "jeonse_risk.debt_ratio_pct": 120}, []string{"전세 위험: 높음"}, nil},
		{"what the price has to be where it is not known", "등기부 떼보니까 근저당 1억2천 제 보증금은 5천이에요 위험한가", MethodJeonseRisk,
			estate.Entities{Amounts: []estate.Amount{sum(50_000_000, estate.Deposit), sum(120_000_000, estate.Debt)}},
			nil, []string{"더하면 1억 7,000만원", "2억 1,250만원 이하이면"}, nil},
		{"what a home is sold for in an auction", "전세 9500 근저당 1억3천인데 낙찰이 1억6천쯤 되면 제가 얼마 받아요", "auction",
			estate.Entities{Amounts: []estate.Amount{sum(95_000_000, estate.Deposit), sum(130_000_000, estate.Debt), {Won: 160_000_000, Role: estate.ProposedDeposit, Start: 43, End: 53}}},
			map[string]float64{"auction.recovered": 30_000_000}, nil, nil},
		{"a district that the decree divides", "인천 미추홀구 보증금 9500 최우선변제, 과밀억제권역 안이에요", "small_deposit",
			estate.Entities{Amounts: []estate.Amount{sum(95_000_000, estate.Deposit)}, Regions: []estate.Region{{Sido: "인천광역시", Sigungu: "미추홀구"}}},
			map[string]float64{"small_deposit.protected": 48_000_000}, nil, nil},
		{"what a broker asks for with the tax", "전세 4억2천 복비를 부가세 포함 185만원 달래요", "brokerage_fee",
			estate.Entities{Amounts: []estate.Amount{sum(420_000_000, estate.Deposit), sum(1_850_000, "paid")}},
			map[string]float64{"brokerage_fee.over": 464_000}, []string{"46만 4,000원 많고"}, nil},
		{"small deposit in Seoul", "보증금 1억 매매 3억 근저당 없음", MethodJeonseRisk,
			estate.Entities{Amounts: []estate.Amount{sum(100_000_000, estate.Deposit), sum(300_000_000, estate.Price)}, Regions: []estate.Region{seoul}},
			map[string]float64{"jeonse_risk.protected": 55_000_000}, []string{"전세 위험: 낮음", "5,500만원"}, nil},
		{"debt not known", "보증금 1억 매매 3억", MethodJeonseRisk,
			estate.Entities{Amounts: []estate.Amount{sum(100_000_000, estate.Deposit), sum(300_000_000, estate.Price)}},
			nil, []string{"전세 위험: 확인 필요", "선순위 채권이 얼마나"}, nil},
		{"guarantee with its fee", "공시 3억 보증금 2억 아파트", "guarantee",
			estate.Entities{Amounts: []estate.Amount{sum(300_000_000, estate.PublicPrice), sum(200_000_000, estate.Deposit)}, Regions: []estate.Region{seoul}, PropertyTypes: []string{"apartment"}},
			map[string]float64{"guarantee.max_deposit": 378_000_000, "guarantee.fee": 408_000}, nil, nil},
		{"refused renewal", "보증금 2억에서 새 세입자 2.5억", "refusal_damage",
			estate.Entities{Amounts: []estate.Amount{sum(200_000_000, estate.Deposit), sum(250_000_000, estate.Deposit)}},
			map[string]float64{"refusal_damage.damage": 4_999_992}, []string{"제6조의3 제6항"}, nil},
		{"rent credit", "총급여 5천 월세 60", "rent_credit",
			estate.Entities{Amounts: []estate.Amount{sum(50_000_000, estate.Income), sum(600_000, estate.MonthlyRent)}},
			map[string]float64{"rent_credit.credit": 1_224_000}, nil, nil},
		{"rent report", "보증금 1천 월세 31", "rent_report",
			estate.Entities{Amounts: []estate.Amount{sum(10_000_000, estate.Deposit), sum(310_000, estate.MonthlyRent)}},
			nil, []string{"신고 대상입니다"}, nil},
		{"holding tax", "공시 15억 1주택", "holding_tax",
			estate.Entities{Amounts: []estate.Amount{sum(1_500_000_000, estate.PublicPrice)}, Attributes: []estate.Attribute{houses("1")}},
			map[string]float64{"holding_tax.tax_base": 180_000_000}, nil, nil},
		{"monthly income, its role known", "월급 350", "ltv_dsr",
			estate.Entities{Amounts: []estate.Amount{sum(3_500_000, estate.MonthlyIncome), sum(200_000_000, estate.Deposit)}, ContractTypes: []string{"jeonse"}, Regions: []estate.Region{seoul}},
			nil, []string{"월 소득 350만원 × 12 = 연소득 4,200만원(세전)"}, []string{"연소득은 얼마인가요"}},
		{"monthly income that carries a loan", "월급 350 금리 4.5% 30년", "ltv_dsr",
			estate.Entities{Amounts: []estate.Amount{sum(3_500_000, estate.MonthlyIncome), sum(500_000_000, estate.Price)}, Regions: []estate.Region{busan}},
			nil, []string{"(42,000,000원 × 40%"}, nil},
		{"monthly income in the question alone", "월급 350만원인데 대출 한도는", "ltv_dsr", estate.Entities{},
			nil, []string{"연소득 4,200만원(세전)", "1,680만원"}, []string{"연소득은 얼마인가요"}},
		{"what is earned in a month", "한 달에 350만원 벌어요. 대출은", "ltv_dsr", estate.Entities{}, nil, []string{"연소득 4,200만원(세전)"}, nil},
		{"a month's salary and the rent credit", "월급 350 월세 60", "rent_credit",
			estate.Entities{Amounts: []estate.Amount{sum(3_500_000, estate.MonthlyIncome), sum(600_000, estate.MonthlyRent)}},
			map[string]float64{"rent_credit.credit": 1_224_000}, nil, nil},
		{"absurd monthly income", "월급", "ltv_dsr", estate.Entities{Amounts: []estate.Amount{sum(MaxWon, estate.MonthlyIncome)}}, nil, []string{"연소득은 계산에 쓸 수 없는"}, []string{"× 12"}},
		{"two homes in Seoul", "서울 8억 2주택", "acquisition_tax",
			estate.Entities{Amounts: []estate.Amount{sum(800_000_000, estate.Price)}, Areas: []estate.Area{{M2: 84}}, Regions: []estate.Region{{Sido: "서울특별시", Capital: true}}, Attributes: []estate.Attribute{houses("2")}},
			map[string]float64{"acquisition_tax.rate_pct": 8, "acquisition_tax.total": 67_200_000},
			[]string{"서울특별시는 대출 규제지역 목록(2026-09-27 기준)에 있어 조정대상지역으로 보았습니다", "금융위원회"}, []string{"조정대상지역에 있는 집인가요"}},
		{"two homes in Busan", "해운대 8억 2주택", "acquisition_tax",
			estate.Entities{Amounts: []estate.Amount{sum(800_000_000, estate.Price)}, Areas: []estate.Area{{M2: 84}}, Regions: []estate.Region{busan}, Attributes: []estate.Attribute{houses("2")}},
			map[string]float64{"acquisition_tax.rate_pct": 2.33}, []string{"조정대상지역이 아닌 것으로 보았습니다"}, []string{"조정대상지역에 있는 집인가요"}},
		{"two homes somewhere in Gyeonggi", "경기 8억 2주택", "acquisition_tax",
			estate.Entities{Amounts: []estate.Amount{sum(800_000_000, estate.Price)}, Regions: []estate.Region{{Sido: "경기도", Capital: true}}, Attributes: []estate.Attribute{houses("2")}},
			nil, []string{"조정대상지역에 있는 집인가요", "조정대상지역이면"}, nil},
		{"said not to be adjusted", "서울 2주택, 조정지역 아님", "acquisition_tax",
			estate.Entities{Amounts: []estate.Amount{sum(500_000_000, estate.Price)}, Regions: []estate.Region{seoul}, Attributes: []estate.Attribute{houses("2"), {Name: "regulated_area", Value: "false"}}},
			map[string]float64{"acquisition_tax.rate_pct": 1}, nil, []string{"규제지역 목록"}},
		{"a first home asks for no number of homes", "생애최초로 5억 아파트", "acquisition_tax",
			estate.Entities{Amounts: []estate.Amount{sum(500_000_000, estate.Price)}, Areas: []estate.Area{{M2: 59}}, Attributes: []estate.Attribute{{Name: "first_home", Value: "true"}}},
			map[string]float64{"acquisition_tax.acquisition_tax": 3_000_000}, nil, []string{"몇 주택"}},
		{"an exempt only home", "5억에 사서 10억에 판 1세대 1주택 양도세", "capital_gains",
			estate.Entities{Amounts: []estate.Amount{sum(500_000_000, estate.Price), sum(1_000_000_000, estate.Price)}, Attributes: []estate.Attribute{houses("1")}},
			map[string]float64{"capital_gains.tax": 0}, []string{"1세대 1주택 비과세로 낼 양도소득세가 없습니다", "소득세법 제89조", "2년 이상 보유"}, []string{"약 0원", "장기보유특별공제율은 몇"}},
		{"a loss", "8억에 사서 7억에 팔았어요", "capital_gains", estate.Entities{},
			map[string]float64{"capital_gains.tax": 0}, []string{"양도차익이 없어 낼 양도소득세가 없습니다"}, []string{"약 0원", "장기보유특별공제율은 몇", "유일한 집", "판 값으로 보았습니다"}},
		{"a loss in English", "I bought it for 800 million won and sold it for 700 million won", "capital_gains", estate.Entities{},
			map[string]float64{"capital_gains.tax": 0}, nil, []string{"약 0원"}},
		{"an only home of less than two years", "5억에 사서 10억에 1년 6개월 만에 판 1주택", "capital_gains",
			estate.Entities{Amounts: []estate.Amount{sum(500_000_000, estate.Price), sum(1_000_000_000, estate.Price)}, Attributes: []estate.Attribute{houses("1")}, Periods: []estate.Period{{Months: 18}}},
			map[string]float64{"capital_gains.tax": 298_500_000}, nil, []string{"비과세로 낼"}},
		{"rent report without sums", "임대차 신고해야 하나요", "rent_report", estate.Entities{},
			nil, []string{"보증금 6,000만원 초과 또는 월세 30만원 초과"}, []string{" 0원"}},
		{"rent report, rent alone", "월세 35만원 신고", "rent_report", estate.Entities{Amounts: []estate.Amount{sum(350_000, estate.MonthlyRent)}},
			nil, []string{"신고 대상입니다", "보증금 6,000만원 초과 또는 월세 350,000원"}, []string{" 0원"}},
		{"rent report, low rent alone", "월세 30만원 신고", "rent_report", estate.Entities{Amounts: []estate.Amount{sum(300_000, estate.MonthlyRent)}},
			nil, []string{"보증금은 얼마인가요"}, []string{"임대차 신고 대상이 아닙니다", " 0원"}},
		{"rent report, no deposit", "무보증 월세 30만원 신고", "rent_report", estate.Entities{Amounts: []estate.Amount{sum(300_000, estate.MonthlyRent)}},
			nil, []string{"신고 대상이 아닙니다"}, []string{"보증금은 얼마인가요"}},
		{"interest of one month of a jeonse loan", "전세자금대출 2억 금리 4%면 한 달 이자는", "repayment",
			estate.Entities{Amounts: []estate.Amount{sum(200_000_000, estate.Loan)}, Percentages: []estate.Percentage{percent(4, "interest")}, Periods: []estate.Period{{Months: 1}}},
			map[string]float64{"repayment.monthly": 666_666, "repayment.total_interest": 15_999_984}, []string{"이자만 내는 만기일시", "기간은 2년"}, []string{"몇 년 동안", "원리금균등"}},
		{"jeonse loan without its sums", "전세대출 이자는 얼마", "repayment", estate.Entities{},
			nil, []string{"대출금은 얼마인가요", "월 이자 = 대출금 × 금리 ÷ 12"}, []string{"몇 년 동안", "(1+r)"}},
		{"a jeonse loan with equal payments", "전세대출 1.2억 3% 10년 원리금균등", "repayment",
			estate.Entities{Amounts: []estate.Amount{sum(120_000_000, estate.Loan)}, Percentages: []estate.Percentage{percent(3, "interest")}, Periods: []estate.Period{{Months: 120}}},
			map[string]float64{"repayment.monthly": 1_158_729}, nil, []string{"만기일시"}},
		{"an underwater jeonse", "깡통전세 확인해줘", MethodJeonseRisk,
			estate.Entities{Amounts: []estate.Amount{sum(280_000_000, estate.Deposit), sum(300_000_000, estate.Price), sum(50_000_000, estate.Debt)}},
			map[string]float64{"jeonse_risk.jeonse_ratio_pct": 93.33, "jeonse_risk.debt_ratio_pct": 110}, []string{"전세 위험: 높음", "보증금과 선순위 채권이 시세의 110%"}, nil},
		{"just at the line of caution", "깡통전세인가요", MethodJeonseRisk,
			estate.Entities{Amounts: []estate.Amount{sum(240_000_000, estate.Deposit), sum(300_000_000, estate.Price)}},
			map[string]float64{"jeonse_risk.jeonse_ratio_pct": 80}, []string{"전세 위험: 주의", "보증금이 시세의 80%"}, []string{"보증금과 선순위 채권이 시세의"}},
		{"in the eyes of practice", "근저당 없음", MethodJeonseRisk,
			estate.Entities{Amounts: []estate.Amount{sum(225_000_000, estate.Deposit), sum(300_000_000, estate.Price)}},
			map[string]float64{"jeonse_risk.jeonse_ratio_pct": 75}, []string{"전세 위험: 낮음", "70%~80%부터 위험 신호"}, nil},
		{"a guarantee by the price that was said", "보증보험 가입될까요", "guarantee",
			estate.Entities{Amounts: []estate.Amount{sum(180_000_000, estate.Deposit), sum(210_000_000, estate.Price), sum(36_000_000, estate.Debt)}},
			map[string]float64{"guarantee.max_deposit": 153_000_000}, []string{"어렵습니다", "2,700만원 넘습니다"}, nil},
		{"a home held since a month", "2019년 8월 3억4천 취득, 현재 4억9천 양도세", "capital_gains",
			estate.Entities{Amounts: []estate.Amount{{Text: "3억4천", Won: 340_000_000, Start: 13, End: 21}, {Text: "4억9천", Won: 490_000_000, Role: estate.CurrentDeposit, Start: 37, End: 45}}, Dates: []estate.Date{{Text: "2019-08", ISO: "2019-08-01", Precision: "month"}}},
			map[string]float64{"capital_gains.long_hold_pct": 14}, nil, nil},
		{"gain", "8억에 사서 15억에 판 1주택 10년", "capital_gains",
			estate.Entities{Amounts: []estate.Amount{sum(800_000_000, estate.Price), sum(1_500_000_000, estate.Price)}, Percentages: []estate.Percentage{percent(80, "long_hold")}, Attributes: []estate.Attribute{houses("1")}},
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
			for _, a := range s.InputData.Assumed {
				text += "\n" + a.Text
			}
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
	lines := strings.Split(everything(s), "\n")
	for _, a := range s.InputData.Assumed {
		lines = append(lines, a.Text)
	}
	for _, f := range s.Findings {
		for _, sentence := range append([]string{f.Headline}, f.Notes...) {
			if sentence[0] >= 'a' && sentence[0] <= 'z' {
				t.Errorf("no capital begins %q", sentence)
			}
		}
	}
	for _, line := range lines {
		if strings.Contains(line, "%!") {
			t.Errorf("bad format: %s", line)
		}
		for _, word := range hangul.FindAllString(line, -1) {
			switch word {
			case "조정대상지역":
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
		{"경기도", "", false, false}, {"경기도", "수원시", false, false}, {"경기도", "이천시", false, true}, {"부산광역시", "해운대구", false, true},
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
		o, err := table.priority(tt.deposit, 0, tt.area, tt.day)
		if err != nil || o.Figures["protected"] != tt.want {
			t.Errorf("%+v: %v, %v", tt, o, err)
		}
	}
	if o, err := table.priority(100_000_000, 80_000_000, AreaSeoul, ""); err != nil || o.Figures["protected"] != int64(40_000_000) {
		t.Errorf("half of the house: %v, %v", o, err)
	}
	if _, err := table.priority(1, 0, AreaSeoul, "1999-01-01"); err == nil {
		t.Error("an edition before the table")
	}
}
