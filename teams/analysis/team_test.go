package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
)

func newTeam(t testing.TB) *Team {
	t.Helper()
	return New(Config{Tables: loadTables(t), Loans: loadLoans(t)})
}

func request(question, language string, e estate.Entities, methods ...string) Request {
	return Request{
		Shared: state.Shared{UserQuery: question, SessionID: "session-1", Timestamp: "2026-11-21T03:00:00Z", Language: language, Status: state.SharedPending, Today: "2026-11-21"},
		Intent: state.AnalyzedIntent{IntentType: "legal_consult", Entities: withRead(question, e, "2026-11-21").JSON()}, Methods: methods,
		Clock: func() time.Time { return time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC) },
	}
}

// withRead adds what a planner would have read of the question.
func withRead(question string, e estate.Entities, today string) estate.Entities {
	if len(e.Amounts) == 0 {
		for _, m := range korean.FindMoney(question) {
			won := m.Won
			if m.TooLarge {
				won = MaxWon + 1
			}
			if m.Negative {
				won = -won
			}
			if !m.Bare {
				e.Amounts = append(e.Amounts, estate.Amount{Text: question[m.Start:m.End], Won: won, Start: m.Start, End: m.End})
			}
		}
	}
	if len(e.Percentages) == 0 {
		for _, r := range korean.FindRates(question) {
			e.Percentages = append(e.Percentages, estate.Percentage{Text: question[r.Start:r.End], Value: r.Value, Start: r.Start, End: r.End})
		}
	}
	if day, err := time.Parse(time.DateOnly, today); err == nil && len(e.Dates) == 0 {
		for _, d := range korean.FindDays(question, day) {
			date := estate.Date{Text: question[d.Start:d.End], ISO: d.Date.Format(time.DateOnly), Start: d.Start, End: d.End}
			if d.Impossible {
				date.ISO = date.Text
			} else if d.Month {
				date.Role = "month"
			}
			e.Dates = append(e.Dates, date)
		}
	}
	return e
}

func execute(t *testing.T, req Request) *TeamState {
	t.Helper()
	s, err := newTeam(t).Execute(t.Context(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	if errs := s.Validate(); len(errs) > 0 {
		t.Errorf("state is not valid: %v", errs)
	}
	if _, err := json.Marshal(s); err != nil {
		t.Error(err)
	}
	return s
}

func sum(won int64, role string) estate.Amount { return estate.Amount{Won: won, Role: role} }

func percent(v float64, role string) estate.Percentage {
	return estate.Percentage{Value: v, Role: role}
}

var seoul = estate.Region{Sido: "서울특별시", Sigungu: "마포구", Capital: true}

// The figures that the dialogs promise.
func TestDialogs(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		req     Request
		metrics map[string]float64
		says    []string
	}{
		{
			"3억 to 3억 3천 is 10 %",
			request("전세 3억에 살고 있는데 집주인이 3억 3천만원을 달래요. 5%까지만 올릴 수 있나요?", "ko", estate.Entities{
				Amounts:     []estate.Amount{sum(300_000_000, estate.CurrentDeposit), sum(330_000_000, estate.ProposedDeposit)},
				Percentages: []estate.Percentage{percent(5, "increase")}, ContractTypes: []string{"jeonse"},
			}, "rent_increase"),
			map[string]float64{"rent_increase.max_deposit": 315_000_000, "rent_increase.rise_pct": 10, "rent_increase.over_deposit": 15_000_000},
			[]string{"3억 1,500만원", "10%", "주택임대차보호법 제7조", "제10조의2"},
		},
		{
			"the end of the lease gives the window",
			request("갱신요구권을 쓰고 싶어요. 만기가 2027년 3월 31일이에요.", "ko", estate.Entities{Dates: []estate.Date{{ISO: "2027-03-31", Role: "end"}}}, "rent_increase"),
			nil, []string{"2026-09-30", "2027-01-30", "2026-11-21)은 행사할 수 있는 기간", "제6조의3"},
		},
		{
			"4 % of 3억",
			request("4%만 올려 달라고 문자 보낼 초안 써줘", "ko", estate.Entities{Amounts: []estate.Amount{sum(300_000_000, estate.CurrentDeposit)}, Percentages: []estate.Percentage{percent(4, "increase")}}, "rent_increase"),
			map[string]float64{"rent_increase.rise_pct": 4, "rent_increase.over_deposit": 0}, []string{"3억 1,200만원"},
		},
		{
			"a percentage alone",
			request("전세금 5% 인상 가능해?", "ko", estate.Entities{Percentages: []estate.Percentage{percent(5, "increase")}, ContractTypes: []string{"jeonse"}}, "rent_increase"),
			map[string]float64{"rent_increase.rise_pct": 5, "rent_increase.ceiling_pct": 5}, []string{"요구할 수 있습니다", "5% ≤ 상한 5%", "제7조"},
		},
		{
			"a youth's jeonse loan",
			request("저 27살인데 연봉 4천이에요. 서울에 전세 2억 5천 구하려는데 대출 얼마나 돼요?", "ko", estate.Entities{
				Amounts: []estate.Amount{sum(40_000_000, estate.Income), sum(250_000_000, estate.Deposit)}, Regions: []estate.Region{seoul}, ContractTypes: []string{"jeonse"},
			}, "ltv_dsr"),
			map[string]float64{"ltv_dsr.buteumok_youth.max_loan": 150_000_000, "ltv_dsr.buteumok_youth.monthly_interest": 312_500, "ltv_dsr.buteumok_youth.rate_pct": 2.5},
			[]string{"312,500원", "1억 5,000만원", "2026-10-01"},
		},
		{
			"HUG's limit by the published price",
			request("공시가격이 1억 5천이래요", "ko", estate.Entities{Amounts: []estate.Amount{sum(250_000_000, estate.Deposit), sum(150_000_000, estate.PublicPrice)}, Regions: []estate.Region{seoul}}, "guarantee"),
			map[string]float64{"guarantee.max_deposit": 189_000_000}, []string{"1억 8,900만원", "가입 기준을 넘습니다"},
		},
		{
			"7억 5천 as an only home",
			request("7억 5천 아파트고 1주택이야", "ko", estate.Entities{Amounts: []estate.Amount{sum(750_000_000, estate.Price)}, PropertyTypes: []string{"apartment"}, Attributes: []estate.Attribute{{Name: "house_count", Value: "1"}}}, "acquisition_tax"),
			map[string]float64{"acquisition_tax.rate_pct": 2, "acquisition_tax.acquisition_tax": 15_000_000, "acquisition_tax.education_tax": 1_500_000, "acquisition_tax.total": 16_500_000},
			[]string{"16,500,000원", "농어촌특별세 150만원"},
		},
		{
			"loan to value in Seoul",
			request("서울이 규제지역인데 대출은?", "ko", estate.Entities{Amounts: []estate.Amount{sum(750_000_000, estate.Price)}, Regions: []estate.Region{seoul}, Attributes: []estate.Attribute{{Name: "regulated_area", Value: "true"}, {Name: "house_count", Value: "0"}}}, "ltv_dsr"),
			map[string]float64{"ltv_dsr.max_loan_by_ltv": 300_000_000, "ltv_dsr.ltv_pct": 40}, []string{"3억원", "한도 600,000,000원", "연소득은 얼마인가요"},
		},
		{
			"English",
			request("My lease ends on 2027-03-31. When can I ask for renewal and how much can rent go up?", "en", estate.Entities{Dates: []estate.Date{{ISO: "2027-03-31", Role: "end"}}}, "rent_increase"),
			nil, []string{"2026-09-30", "2027-01-30", "Housing Lease Protection Act, art. 7", "5%"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := execute(t, tt.req)
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
		})
	}
}

func everything(s *TeamState) string {
	lines := slices.Concat(s.Insights, s.Recommendations, s.Report.Sources)
	for _, section := range s.Report.Sections {
		lines = append(lines, section.Content...)
	}
	for _, f := range s.Findings {
		lines = append(append(lines, f.Headline, f.Formula), f.Notes...)
	}
	for _, a := range s.InputData.Assumed {
		lines = append(lines, a.Text)
	}
	for _, m := range s.InputData.Missing {
		lines = append(lines, m.Question)
	}
	return strings.Join(lines, "\n")
}

// The planner may have found nothing: the team reads the question itself.
func TestReadsTheQuestion(t *testing.T) {
	t.Parallel()
	tests := []struct {
		question, method, metric string
		want                     float64
	}{
		{"전세금 5% 인상 가능해?", "rent_increase", "rent_increase.rise_pct", 5},
		{"3억에서 3억 3천만원으로 올려달래요", "rent_increase", "rent_increase.rise_pct", 10},
		{"7억 5천만원 집 취득세", "acquisition_tax", "acquisition_tax.total", 16_500_000},
		{"5억 아파트 매매 복비", "brokerage_fee", "brokerage_fee.max_fee", 2_000_000},
		{"3억원을 4.5%로 30년 원리금균등", "repayment", "repayment.monthly", 1_520_056},
		{"보증금 1억원을 월세로 바꾸면?", MethodConversion, "conversion.monthly_max", 416_666},
	}
	for _, tt := range tests {
		t.Run(tt.question, func(t *testing.T) {
			t.Parallel()
			s := execute(t, request(tt.question, "ko", estate.Entities{}, tt.method))
			if got := s.Metrics[tt.metric]; got != tt.want {
				t.Errorf("%s = %v, want %v; %v", tt.metric, got, tt.want, s.Insights)
			}
		})
	}
}

// Without its inputs a method asks, tells the rule and reckons nothing.
func TestMissingInputs(t *testing.T) {
	t.Parallel()
	for _, method := range newTeam(t).names {
		for _, language := range []string{"ko", "en"} {
			t.Run(method+"_"+language, func(t *testing.T) {
				t.Parallel()
				s := execute(t, request("?", language, estate.Entities{}, method))
				if len(s.InputData.Missing) == 0 {
					t.Fatal("nothing is missing")
				}
				for _, m := range s.InputData.Missing {
					if m.Method != method || m.Name == "" || m.Question == "" {
						t.Errorf("%+v", m)
					}
					if strings.Contains(m.Question, "%!") || language == "en" && strings.ContainsAny(m.Question, "가나다을를은는요") {
						t.Errorf("question in the wrong shape: %q", m.Question)
					}
				}
				if s.AnalysisProgress[method] != ProgressMissing {
					t.Errorf("progress %s", s.AnalysisProgress[method])
				}
				for name := range s.Metrics {
					if !strings.HasSuffix(name, "_pct") {
						t.Errorf("a figure out of nothing: %s", name)
					}
				}
				if len(s.RawAnalysis.Loans) > 0 {
					t.Error("a result out of nothing")
				}
			})
		}
	}
}

// Absurd inputs are refused by name and never become a number.
func TestAbsurdQuestions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		method, field string
		e             estate.Entities
	}{
		{"rent_increase", "current_deposit", estate.Entities{Amounts: []estate.Amount{sum(-1, estate.Deposit)}}},
		{"rent_increase", "current_deposit", estate.Entities{Amounts: []estate.Amount{sum(MaxWon+1, estate.Deposit)}}},
		{"rent_increase", "percent", estate.Entities{Percentages: []estate.Percentage{percent(-5, "increase")}}},
		{"rent_increase", "end", estate.Entities{Dates: []estate.Date{{ISO: "2027-02-30", Role: "end"}}}},
		{"acquisition_tax", "price", estate.Entities{Amounts: []estate.Amount{sum(-750_000_000, estate.Price)}}},
		{"ltv_dsr", "income", estate.Entities{Amounts: []estate.Amount{sum(MaxWon*2, estate.Income), sum(1, estate.Loan)}}},
		{"repayment", "rate", estate.Entities{Amounts: []estate.Amount{sum(100_000_000, estate.Loan)}, Percentages: []estate.Percentage{percent(500, "interest")}, Periods: []estate.Period{{Months: 360}}}},
		{"repayment", "months", estate.Entities{Amounts: []estate.Amount{sum(100_000_000, estate.Loan)}, Percentages: []estate.Percentage{percent(5, "interest")}, Periods: []estate.Period{{Months: 6000}}}},
		{"brokerage_fee", "area_m2", estate.Entities{Amounts: []estate.Amount{sum(100_000_000, estate.Price)}, Areas: []estate.Area{{M2: -3}}}},
		{MethodJeonseRisk, "deposit", estate.Entities{Amounts: []estate.Amount{sum(-5, estate.Deposit)}}},
		{MethodConversion, "rate", estate.Entities{Amounts: []estate.Amount{sum(100_000_000, estate.Deposit)}, Percentages: []estate.Percentage{percent(900, "conversion")}}},
	}
	for _, tt := range tests {
		t.Run(tt.method+"_"+tt.field, func(t *testing.T) {
			t.Parallel()
			s := execute(t, request("x", "ko", tt.e, tt.method))
			if s.AnalysisProgress[tt.method] != ProgressRefused {
				t.Fatalf("progress %s, insights %v", s.AnalysisProgress[tt.method], s.Insights)
			}
			if name := texts.Say("ko", "input.field."+tt.field); !strings.Contains(everything(s), name) {
				t.Errorf("%q is not named: %s", name, everything(s))
			}
		})
	}
}

func marketRows() []knowledge.MarketRow {
	row := func(deal string, sum, monthly int64, m2 float64, month string) knowledge.MarketRow {
		m := knowledge.MarketRow{Sample: true, Sido: "서울특별시", Sigungu: "마포구", ComplexType: "아파트", DealType: deal, AreaM2: m2, ContractYM: month, MonthlyWon: monthly}
		if deal == knowledge.DealSale {
			m.PriceWon = sum
		} else {
			m.DepositWon = sum
		}
		return m
	}
	return []knowledge.MarketRow{
		row(knowledge.DealSale, 1_000_000_000, 0, 100, "2026-01"),
		row(knowledge.DealSale, 1_200_000_000, 0, 100, "2026-02"),
		row(knowledge.DealJeonse, 600_000_000, 0, 100, "2026-01"),
		row(knowledge.DealJeonse, 500_000_000, 0, 100, "2026-02"),
		row(knowledge.DealMonthlyRent, 150_000_000, 2_000_000, 100, "2026-02"),
		{Sido: "서울특별시", Sigungu: "마포구", ComplexType: "아파트", DealType: knowledge.DealSale, AreaM2: 0, PriceWon: 1},
		{Sido: "부산광역시", Sigungu: "해운대구", ComplexType: "아파트", DealType: knowledge.DealSale, AreaM2: 80, PriceWon: 400_000_000, ContractYM: "2026-03"},
	}
}

func TestMarket(t *testing.T) {
	t.Parallel()
	req := request("마포구 아파트 시세", "ko", estate.Entities{Regions: []estate.Region{seoul}, PropertyTypes: []string{"apartment"}}, MethodMarketStats)
	req.Market = marketRows()
	s := execute(t, req)
	m := s.RawAnalysis.Market
	if m.Rows != 5 || m.Skipped != 1 || !m.Sample {
		t.Fatalf("%d rows, %d skipped, sample %v", m.Rows, m.Skipped, m.Sample)
	}
	want := MarketGroup{Sido: "서울특별시", Sigungu: "마포구", ComplexType: "아파트", DealType: knowledge.DealSale, Count: 2,
		Min: 1_000_000_000, Median: 1_100_000_000, Mean: 1_100_000_000, Max: 1_200_000_000, PerM2: 11_000_000, PerPyeong: 36_363_636}
	i := slices.IndexFunc(m.Groups, func(g MarketGroup) bool { return g.DealType == knowledge.DealSale })
	if diff := cmp.Diff(want, m.Groups[i]); diff != "" {
		t.Error(diff)
	}
	// Jeonse 5.5 of 11 million a ㎡.
	if r := m.Ratios[0]; r.JeonseRatio != 50*Percent {
		t.Errorf("ratio %s, want 50%%", r.JeonseRatio)
	}
	for _, line := range s.Insights {
		if !strings.HasPrefix(line, "[표본]") {
			t.Errorf("not marked as sample: %s", line)
		}
	}
	if s.VisualizationData == nil || len(s.VisualizationData.Charts) != 1 {
		t.Errorf("charts %+v", s.VisualizationData)
	}
	if s.ConfidenceScore > 0.7 {
		t.Errorf("confidence %v in sample data", s.ConfidenceScore)
	}
}

// A deposit or price that the user told stands among the medians, marked.
func TestMarketMarksOwnSum(t *testing.T) {
	t.Parallel()
	for role, marked := range map[string]bool{"deposit": true, "price": true, "income": false} {
		req := request("마포구 아파트 전세 5억이면 시세보다 비싼가요", "ko", estate.Entities{Regions: []estate.Region{seoul}, PropertyTypes: []string{"apartment"},
			Amounts: []estate.Amount{{Text: "5억", Won: 500_000_000, Role: role}}}, MethodMarketStats)
		req.Market = marketRows()
		c := execute(t, req).VisualizationData.Charts[0]
		last := len(c.Labels) - 1
		if got := slices.Equal(c.Own, []int{last}); got != marked {
			t.Errorf("%s: own %v of %v", role, c.Own, c.Labels)
		}
		if marked && c.Series[0].Values[last] != 500_000_000 {
			t.Errorf("%s: %v", role, c.Series[0].Values)
		}
	}
}

// Every named district is reckoned, side by side, with the difference.
func TestMarketCompares(t *testing.T) {
	t.Parallel()
	row := func(sigungu, deal string, sum int64, m2 float64) knowledge.MarketRow {
		m := knowledge.MarketRow{Sido: "서울특별시", Sigungu: sigungu, ComplexType: "아파트", DealType: deal, AreaM2: m2, ContractYM: "2026-03"}
		if deal == knowledge.DealSale {
			m.PriceWon = sum
		} else {
			m.DepositWon = sum
		}
		return m
	}
	rows := []knowledge.MarketRow{
		row("강남구", knowledge.DealSale, 3_000_000_000, 100), row("강남구", knowledge.DealSale, 2_000_000_000, 80), row("송파구", knowledge.DealSale, 2_200_000_000, 100),
		row("강남구", knowledge.DealJeonse, 1_000_000_000, 100), row("송파구", knowledge.DealJeonse, 1_000_000_000, 100),
		row("강남구", knowledge.DealMonthlyRent, 100_000_000, 50), row("노원구", knowledge.DealSale, 600_000_000, 60),
	}
	gangnam, songpa := estate.Region{Sido: "서울특별시", Sigungu: "강남구"}, estate.Region{Sido: "서울특별시", Sigungu: "송파구"}
	ask := func(language string, e estate.Entities) *TeamState {
		req := request("강남이랑 송파 비교", language, e, MethodMarketStats)
		req.Market = rows
		return execute(t, req)
	}
	s := ask("ko", estate.Entities{Regions: []estate.Region{gangnam, songpa, gangnam}})
	if s.RawAnalysis.Market.Rows != 6 {
		t.Errorf("%d rows, want those of both districts", s.RawAnalysis.Market.Rows)
	}
	// 27.5 against 22 million won a ㎡ is 25 % more.
	text := everything(s)
	for _, want := range []string{"강남구가 송파구보다 ㎡당 550만원(25%) 높습니다", "차이가 없습니다", "강남구 25억원, 송파구 22억원"} {
		if !strings.Contains(text, want) {
			t.Errorf("nothing says %q in:\n%s", want, text)
		}
	}
	if strings.Contains(text, "노원구") {
		t.Error("a district that nobody named")
	}
	s = ask("en", estate.Entities{Regions: []estate.Region{gangnam, songpa}, ContractTypes: []string{"sale"}})
	if text := everything(s); !strings.Contains(text, "Gangnam-gu is KRW 5,500,000 (25%) a m² above Songpa-gu") || strings.Contains(text, "They are the same") {
		t.Errorf("in English, of sales alone:\n%s", text)
	}
	checkEnglish(t, s)
	s = ask("ko", estate.Entities{Regions: []estate.Region{gangnam, {Sido: "서울특별시", Sigungu: "종로구"}}})
	if text := everything(s); !strings.Contains(text, "서울특별시 종로구의 거래는 찾지 못했습니다") {
		t.Errorf("a district without deals:\n%s", text)
	}
	s = ask("ko", estate.Entities{Regions: []estate.Region{gangnam, {Sido: "서울특별시"}}})
	if got := s.RawAnalysis.Market.Groups; len(got) != 6 || got[2].Sigungu != "" || got[2].Count != 4 {
		t.Errorf("a district against its province: %+v", got)
	}
}

// The findings are the sections' conclusions in their parts.
func TestFindings(t *testing.T) {
	t.Parallel()
	deposit := estate.Entities{Amounts: []estate.Amount{sum(300_000_000, estate.CurrentDeposit), sum(330_000_000, estate.ProposedDeposit)}, ContractTypes: []string{"jeonse"}}
	for _, language := range []string{"ko", "en"} {
		s := execute(t, request("3억에서 3억 3천", language, deposit, "rent_increase", "brokerage_fee", "rent_report"))
		if len(s.Findings) < 3 || len(s.Report.Sections) > 0 {
			t.Fatalf("%d findings, alerts %v", len(s.Findings), s.Report.Sections)
		}
		if f := s.Findings[0]; f.Method != "rent_increase" || !f.Verified || f.AsOf != "2026-01-02" || len(f.Sources) == 0 || f.Formula == "" {
			t.Errorf("%+v", f)
		}
		if f := s.Findings[1]; f.Method != "brokerage_fee" || f.Verified {
			t.Errorf("the fee's table was not read in the law itself: %+v", f)
		}
	}
}

func TestFindingsMergeAndBounds(t *testing.T) {
	t.Parallel()
	a := execute(t, request("전세 3억 5% 인상", "ko", estate.Entities{}, "rent_increase"))
	b := execute(t, request("3억 매매 복비", "ko", estate.Entities{}, "brokerage_fee"))
	want := len(a.Findings) + len(b.Findings)
	a.Merge(b)
	a.Merge(b)
	if len(a.Findings) != want {
		t.Errorf("%d findings, want %d", len(a.Findings), want)
	}
	for i := range 2 * MaxFindings {
		b.Findings = append(b.Findings, Finding{Method: "m", Headline: strings.Repeat("x", i+1)})
	}
	a.Merge(b)
	if errs := a.Validate(); len(a.Findings) != MaxFindings || len(errs) > 0 {
		t.Errorf("%d findings, %v", len(a.Findings), errs)
	}
	bad := map[string]Finding{"headline": {Method: "m"}, "method": {Headline: "h"}}
	for part, f := range bad {
		a.Findings[0] = f
		if errs := a.Validate(); len(errs) != 1 || !strings.Contains(errs[0], part) {
			t.Errorf("%+v: %v", f, errs)
		}
	}
	if errs := b.Validate(); len(errs) != 1 {
		t.Errorf("too many findings: %v", errs)
	}
}

// The built-in sample has no district without an English name.
func TestPlaceNames(t *testing.T) {
	t.Parallel()
	tables := loadTables(t)
	tests := []struct{ sido, sigungu, ko, en string }{
		{"서울특별시", "강남구", "서울특별시 강남구", "Gangnam-gu, Seoul"}, {"경기도", "성남시 분당구", "경기도 성남시 분당구", "Bundang-gu, Seongnam-si, Gyeonggi-do"},
		{"세종특별자치시", "세종시", "세종특별자치시 세종시", "Sejong"}, {"제주특별자치도", "", "제주특별자치도", "Jeju-do"}, {"경상북도", "의성군", "경상북도 의성군", "의성군, Gyeongsangbuk-do"},
	}
	for _, tt := range tests {
		if got := placeName(tt.sido, tt.sigungu); got.In("ko") != tt.ko || got.In("en") != tt.en {
			t.Errorf("%s %s is %+v", tt.sido, tt.sigungu, got)
		}
	}
	for _, p := range korean.Places() {
		if name := placeName(p.Sido, ""); hangul.MatchString(name.In("en")) {
			t.Errorf("no English name: %+v", name)
		}
	}
	var market struct {
		Meta any
		Rows []knowledge.MarketRow
	}
	if err := datafile.Checked(os.DirFS(packs), "market.yaml", &market, nil); err != nil {
		t.Fatal(err)
	}
	for _, row := range market.Rows {
		if name := placeName(row.Sido, row.Sigungu); hangul.MatchString(name.In("en")) {
			t.Errorf("no English name: %+v", name)
		}
	}
	for _, a := range tables.LTV.RegulatedAreas {
		for _, sigungu := range append([]string{""}, a.Sigungu...) {
			if name := placeName(a.Sido, sigungu); hangul.MatchString(name.In("en")) {
				t.Errorf("no English name of a regulated area: %+v", name)
			}
		}
	}
}

func TestExecuteErrors(t *testing.T) {
	t.Parallel()
	team := newTeam(t)
	if _, err := team.Execute(t.Context(), request("x", "ko", estate.Entities{}, "dance"), nil); !errors.Is(err, ErrNoMethod) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	progress := func(percent int, _ string) {
		if percent > 0 {
			cancel()
		}
	}
	if _, err := team.Execute(ctx, request("3억", "ko", estate.Entities{}, "rent_increase", "brokerage_fee"), progress); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestProgressRises(t *testing.T) {
	t.Parallel()
	last, calls := -1, 0
	_, err := newTeam(t).Execute(t.Context(), request("전세 3억", "ko", estate.Entities{}, "rent_increase", MethodConversion, "dance", "brokerage_fee"),
		func(percent int, message string) {
			if percent < last || percent > 100 || message == "" {
				t.Errorf("progress %d after %d: %q", percent, last, message)
			}
			last = percent
			calls++
		})
	if err != nil || last != 100 || calls != 4 {
		t.Errorf("%v, last %d, %d calls", err, last, calls)
	}
}

// A district of a city counts as the city's, as it does where deals are looked for.
func TestACityIsAllItsDistricts(t *testing.T) {
	t.Parallel()
	row := func(sigungu string) knowledge.MarketRow {
		return knowledge.MarketRow{Sido: "경기도", Sigungu: sigungu, ComplexType: "아파트", DealType: knowledge.DealSale, AreaM2: 50, PriceWon: 500_000_000}
	}
	req := request("수원시 아파트 시세", "ko", estate.Entities{Regions: []estate.Region{{Text: "수원시", Sido: "경기도", Sigungu: "수원시"}}}, MethodMarketStats)
	req.Market = []knowledge.MarketRow{row("수원시 영통구"), row("수원시 팔달구"), row("용인시 수지구")}
	if s := execute(t, req); s.RawAnalysis.Market == nil || s.RawAnalysis.Market.Rows != 2 || len(s.InputData.Assumed) > 0 {
		t.Errorf("%+v, assumed %v", s.RawAnalysis.Market, s.InputData.Assumed)
	}
}

func TestMergeAndSummary(t *testing.T) {
	t.Parallel()
	deposit := estate.Entities{Amounts: []estate.Amount{sum(300_000_000, estate.Deposit)}, ContractTypes: []string{"jeonse"}}
	a := execute(t, request("전세 3억 5% 인상", "ko", deposit, "rent_increase"))
	b := execute(t, request("전세 3억 복비", "ko", deposit, "brokerage_fee"))
	lines := len(a.Insights) + len(b.Insights)
	a.Merge(b)
	a.Merge(b)
	a.Merge(nil)
	if errs := a.Validate(); len(errs) > 0 {
		t.Error(errs)
	}
	if a.Metrics["rent_increase.ceiling_pct"] != 5 || len(a.Insights) != lines {
		t.Errorf("%d insights, want %d", len(a.Insights), lines)
	}
	if a.AnalysisType != TypeComprehensive || a.Metrics["brokerage_fee.max_fee"] != 900_000 {
		t.Errorf("type %s, metrics %v", a.AnalysisType, a.Metrics)
	}
	got := a.Summary("ko")
	if got.TotalResults != lines || len(got.Highlights) > 5 || len(got.Sources) == 0 || !strings.Contains(got.Summary, "계산") {
		t.Errorf("%+v", got)
	}
	if strings.Contains(got.Highlights[0], "[") {
		t.Errorf("highlight with its formula: %s", got.Highlights[0])
	}
}

func TestValidateListsAll(t *testing.T) {
	t.Parallel()
	s := &TeamState{TeamName: "x", Status: "odd", AnalysisType: "odd", ConfidenceScore: 2, AnalysisTime: -1, InputData: InputData{Methods: []string{"m"}},
		VisualizationData: &Visualization{Charts: []Chart{{Title: "c", Labels: []string{"a"}, Series: []Series{{Name: "s"}}}}}}
	if errs := s.Validate(); len(errs) < 8 {
		t.Errorf("only %d errors: %v", len(errs), errs)
	}
}

// The wire names are those of the design.
func TestWireNames(t *testing.T) {
	t.Parallel()
	s := execute(t, request("전세금 5% 인상 가능해?", "ko", estate.Entities{}, "rent_increase"))
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var wire map[string]json.RawMessage
	if err := json.Unmarshal(b, &wire); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"team_name", "status", "shared_context", "analysis_type", "input_data", "raw_analysis", "metrics", "insights", "report", "recommendations", "confidence_score", "analysis_progress", "start_time", "end_time"} {
		if _, ok := wire[name]; !ok {
			t.Errorf("%s is not on the wire", name)
		}
	}
	var back TeamState
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(back)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(b), string(again)); diff != "" {
		t.Errorf("not the same after a round trip: %s", diff)
	}
}

// No question makes the team panic, and every state it gives is valid.
func FuzzExecute(f *testing.F) {
	for _, q := range []string{"전세금 5% 인상 가능해?", "보증금 -3억 월세 9999999999999억", "", "갱신 2027-02-30", "7억 5천 1주택 취득세 30년 4.5%", "\xff"} {
		f.Add(q)
	}
	team := newTeam(f)
	all := slices.Sorted(slices.Values(team.names))
	f.Fuzz(func(t *testing.T, question string) {
		if len(question) > 4<<10 {
			return
		}
		req := request(question, "ko", estate.Entities{}, all...)
		req.Shared.UserQuery, req.Question = "q", question
		req.Market = marketRows()
		s, err := team.Execute(context.Background(), req, nil)
		if err != nil {
			t.Fatal(err)
		}
		if errs := s.Validate(); len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, line := range s.Insights {
			if words.Missing(line) {
				t.Fatalf("bad format: %s", line)
			}
		}
	})
}
