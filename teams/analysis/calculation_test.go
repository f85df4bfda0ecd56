package analysis

import (
	"errors"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/estate"
)

// What a calculation lacks is told when the team is made (docs/extend.md).
func TestCalculationWithoutATextIsRefused(t *testing.T) {
	t.Parallel()
	reckon := func(*Given) (Outcome, error) { return Outcome{}, nil }
	for want, c := range map[string]Calculation{
		"conversion.ask.rent":    {Name: MethodConversion, Needs: []string{"rent"}, formula: formula{reckon: reckon}},
		"title.deposit_interest": {Name: "deposit_interest", formula: formula{reckon: reckon}},
		"assumed.sauce":          {Name: MethodConversion, Inputs: []Input{{Name: "sauce", Loose: true}}, formula: formula{reckon: reckon}},
		`no unit "tons"`:         {Name: MethodConversion, Inputs: []Input{{Name: "sum", Unit: "tons"}}, formula: formula{reckon: reckon}},
		"the name is taken":      {Name: MethodConversion, formula: formula{reckon: reckon}},
		"a function":             {Name: "deposit_interest"},
	} {
		err := newTeam(t).add(c)
		if !errors.Is(err, ErrCalculation) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}

// A role of sums that no phrase tells, as one that is misspelt, would never be read.
func TestARoleOfSumsHasPhrases(t *testing.T) {
	t.Parallel()
	for want, n := range map[string]narrowing{`"sum.monthly_payments"`: {Role: "monthly_payments"}, `"means.brokerage"`: {Role: "paid", When: "means.brokerage"}} {
		if err := n.validate(); !errors.Is(err, ErrCalculation) || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", n, err)
		}
	}
}

// What stands before a deposit is a mortgage and the deposits of those who moved in
// earlier; what is paid for loans is all of it. A sum that is said twice is one.
func TestSumsOfOneRoleAreAdded(t *testing.T) {
	t.Parallel()
	in := func(text, said string, won int64, role string) estate.Amount {
		at := strings.Index(text, said)
		return estate.Amount{Text: said, Won: won, Role: role, Start: at, End: at + len(said)}
	}
	house := "건물 시세 8억, 근저당 1억, 먼저 들어온 세입자들 보증금 합쳐서 1억이고 제 보증금 2억이면 위험한가요? 근저당 1억 맞아요"
	loans := "연봉 6천이고 주담대 월 100만원 나갈 건데 신용대출 원리금이 1년에 600만원이면 DSR은?"
	for _, tt := range []struct {
		question, method string
		e                estate.Entities
		metric           string
		want             float64
		says             string
	}{
		{house, MethodJeonseRisk, estate.Entities{Amounts: []estate.Amount{
			in(house, "8억", 800_000_000, estate.Price), in(house, "1억", 100_000_000, estate.Debt), {Text: "1억", Won: 100_000_000, Role: estate.Deposit, Start: strings.Index(house, "1억이고"), End: strings.Index(house, "1억이고") + len("1억")}, in(house, "2억", 200_000_000, estate.Deposit),
			{Text: "1억", Won: 100_000_000, Role: estate.Debt, Start: strings.LastIndex(house, "1억"), End: strings.LastIndex(house, "1억") + len("1억")},
		}}, "jeonse_risk.debt_ratio_pct", 50, "선순위 채권까지 더하면 집값의 50%"},
		{loans, MethodDSR, estate.Entities{Amounts: []estate.Amount{
			in(loans, "6천", 60_000_000, estate.Income), in(loans, "100만원", 1_000_000, estate.Loan), in(loans, "600만원", 6_000_000, estate.Loan),
		}}, "dsr.dsr_pct", 30, "30%"},
	} {
		s := execute(t, request(tt.question, "ko", tt.e, tt.method))
		if got := s.Metrics[tt.metric]; got != tt.want || !strings.Contains(everything(s), tt.says) {
			t.Errorf("%s: %v of %v\n%s", tt.question, got, s.Metrics, everything(s))
		}
	}
}

// What has to be unpaid before a lease ends for it, and what drawing back costs.
func TestArrearsAndEarnestMoney(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		question, method string
		e                estate.Entities
		says             string
	}{
		{"월세 60만원인데 얼마나 밀리면 해지되나요", "arrears", estate.Entities{Amounts: []estate.Amount{sum(600_000, estate.MonthlyRent)}}, "120만원에 이르면"},
		{"상가 월세 60만원이 얼마나 밀리면 해지되나요", "arrears", estate.Entities{Amounts: []estate.Amount{sum(600_000, estate.MonthlyRent)}, PropertyTypes: []string{"shop"}}, "180만원에 이르면"},
		{"계약금 3천만원 받았는데 깨려면", "earnest", estate.Entities{Amounts: []estate.Amount{sum(30_000_000, estate.DownPayment)}}, "6,000만원을 매수인에게"},
		{"계약금 3천만원 넣었는데 취소하면", "earnest", estate.Entities{Amounts: []estate.Amount{sum(30_000_000, estate.DownPayment)}}, "3,000만원을 포기합니다"},
		{"계약금 3천만원 받았는데 매수인이 파기하겠대요", "earnest", estate.Entities{Amounts: []estate.Amount{sum(30_000_000, estate.DownPayment)}}, "3,000만원을 포기합니다"},
		{"계약금 3천만원 넣었는데 집주인이 파기하겠대요", "earnest", estate.Entities{Amounts: []estate.Amount{sum(30_000_000, estate.DownPayment)}}, "6,000만원을 매수인에게"},
		{"계약금 3천만원인데 해제하면", "earnest", estate.Entities{Amounts: []estate.Amount{sum(30_000_000, estate.DownPayment)}}, "포기하고, 매도인은 6,000만원을"},
	} {
		s := execute(t, request(tt.question, "ko", tt.e, tt.method))
		if !strings.Contains(everything(s), tt.says) {
			t.Errorf("%s: nothing says %q in\n%s", tt.question, tt.says, everything(s))
		}
		checkEnglish(t, execute(t, request(tt.question, "en", tt.e, tt.method)))
	}
}

// A rate whose role nobody knows is none that has not the size of the one wanted: 4.9 %
// of a loan before is no loan to value.
func TestARateHasTheSizeOfItsRole(t *testing.T) {
	t.Parallel()
	for value, want := range map[float64]bool{4.9: false, 3: false, 19.5: false, 40: true, 70: true} {
		f := &facts{e: estate.Entities{Percentages: []estate.Percentage{percent(value, "")}}}
		if _, at := f.percent(nil, "ltv", ""); at >= 0 != want {
			t.Errorf("%v%% is a loan to value: %t", value, !want)
		}
		if _, at := f.percent(nil, "interest", ""); at < 0 {
			t.Errorf("%v%% is no rate", value)
		}
	}
	f := &facts{e: estate.Entities{Percentages: []estate.Percentage{percent(10, "ltv")}}}
	if _, at := f.percent(nil, "ltv", ""); at < 0 {
		t.Error("a loan to value that is named so is none")
	}
}

// Sums that can't be what they were taken for are not reckoned with.
func TestSumsThatCannotBeMeant(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		method, metric string
		known, other   estate.Amount
		taken          bool
	}{
		{MethodJeonseRisk, "jeonse_risk.jeonse_ratio_pct", estate.Amount{Won: 150_000_000, Role: estate.Deposit}, estate.Amount{Won: 30_000_000, Role: estate.Price}, false},
		{MethodJeonseRisk, "jeonse_risk.jeonse_ratio_pct", estate.Amount{Won: 150_000_000, Role: estate.Deposit}, estate.Amount{Won: 60_000_000, Role: estate.Price}, true},
		{MethodConversion, "conversion.deposit_equivalent", estate.Amount{Won: 400_000_000, Role: estate.Deposit}, estate.Amount{Won: 120_000_000, Role: estate.MonthlyRent}, false},
	} {
		s := execute(t, request("q", "ko", estate.Entities{Amounts: []estate.Amount{tt.known, tt.other}}, tt.method))
		if _, taken := s.Metrics[tt.metric]; taken != tt.taken || !tt.taken && len(s.Metrics) > 0 {
			t.Errorf("%d of %s: %v", tt.other.Won, tt.other.Role, s.Metrics)
		}
	}
}
