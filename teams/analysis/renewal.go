package analysis

import (
	"github.com/madang-dev/madang/internal/answer"

	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// RenewalTable is when a tenant may ask for renewal, in months before the
// lease ends.
type RenewalTable struct {
	Source             Source `yaml:"source"`
	OpensMonthsBefore  int    `yaml:"opens_months_before"`
	ClosesMonthsBefore int    `yaml:"closes_months_before"`
	TermMonths         int    `yaml:"term_months"`
}

func (t RenewalTable) validate() error {
	return first(
		t.Source.validate("rent_increase.renewal"),
		validateCount("rent_increase.renewal.opens_months_before", t.OpensMonthsBefore, 24),
		validateCount("rent_increase.renewal.closes_months_before", t.ClosesMonthsBefore, t.OpensMonthsBefore-1),
		validateCount("rent_increase.renewal.term_months", t.TermMonths, 120),
	)
}

// Where today lies in the window.
const (
	WindowAhead  = "ahead"
	WindowOpen   = "open"
	WindowClosed = "closed"
)

// RenewalWindowResult is when the renewal request has to arrive.
type RenewalWindowResult struct {
	End         string `json:"end"` // the lease's last day
	Today       string `json:"today,omitempty"`
	Opens       string `json:"opens"`
	LastArrival string `json:"last_arrival"` // the last safe day of arrival
	State       string `json:"state,omitempty"`
	DaysLeft    int    `json:"days_left,omitempty"` // until LastArrival, while open
	TermMonths  int    `json:"term_months"`
	Basis
}

// Window works out the days on which the renewal request may be made: from
// the same day 6 months before the end (the month's last day where there is
// no such day) to the day before the one 2 months before it, by which the
// request should have arrived. today may be empty.
func (t RenewalTable) Window(end, today string) (*RenewalWindowResult, error) {
	last, err := parseDay("lease_end", end)
	if err != nil {
		return nil, err
	}
	opens := korean.AddMonths(last, -t.OpensMonthsBefore)
	arrival := korean.AddMonths(last, -t.ClosesMonthsBefore).AddDate(0, 0, -1)
	r := &RenewalWindowResult{
		End: end, Today: today, TermMonths: t.TermMonths,
		Opens: opens.Format(time.DateOnly), LastArrival: arrival.Format(time.DateOnly),
	}
	if today != "" {
		day, err := parseDay("today", today)
		if err != nil {
			return nil, err
		}
		r.place(day, opens, arrival)
	}
	r.Basis = basis(
		say("만료 %s의 %d개월 전 같은 날 %s부터, %d개월 전 같은 날의 전날 %s까지 도달", "%s minus %d months = %s; to arrive by the day before the one %d months ahead = %s",
			end, t.OpensMonthsBefore, r.Opens, t.ClosesMonthsBefore, r.LastArrival),
		[]Citation{cite(lawLease, "제6조의3 제1항"), cite(lawLease, "제6조 제1항")}, t.Source)
	r.note(answer.KindRule, "renewal.once", say("갱신요구권은 한 번 쓸 수 있고 갱신되는 기간은 %d개월입니다. 문자나 내용증명처럼 기록이 남는 방법으로 알리세요.",
		"The right can be used once and renews the lease for %d months. Give notice in a way that leaves a record.", t.TermMonths))
	r.note(answer.KindCaveat, "renewal.arrival", say("도달 기준의 하루 단위 계산은 국토교통부 안내로 알려진 방식이며 확인되지 않았습니다.",
		"Counting the arrival to the day follows the ministry's known guidance and is not verified."))
	return r, nil
}

func (r *RenewalWindowResult) place(day, opens, arrival time.Time) {
	switch {
	case day.Before(opens):
		r.State = WindowAhead
	case day.After(arrival):
		r.State = WindowClosed
	default:
		r.State = WindowOpen
		r.DaysLeft = int(arrival.Sub(day).Hours() / 24)
	}
}

// RentReportTable is from which sums a lease has to be reported.
type RentReportTable struct {
	Source      Source `yaml:"source"`
	DepositOver int64  `yaml:"deposit_over"`
	MonthlyOver int64  `yaml:"monthly_over"`
	Days        int    `yaml:"days"`
}

func (t RentReportTable) validate() error {
	return first(t.Source.validate("rent_increase.report"), validateWon("rent_increase.report.deposit_over", t.DepositOver),
		validateWon("rent_increase.report.monthly_over", t.MonthlyOver), validateCount("rent_increase.report.days", t.Days, 365))
}

// RentReportResult tells whether a lease has to be reported.
type RentReportResult struct {
	Deposit    int64 `json:"deposit"`
	Monthly    int64 `json:"monthly"`
	MustReport bool  `json:"must_report"`
	Days       int   `json:"days"` // from the contract
	Basis
}

// formula sets the sums that are known against their bounds; without any it
// is the rule.
func (t RentReportTable) formula(deposit, monthly int64) Text {
	byDeposit, byRent := say("보증금 %s 초과", "deposit above %s", spoken(t.DepositOver)), say("월세 %s 초과", "rent above %s", spoken(t.MonthlyOver))
	if deposit > 0 {
		byDeposit = say("보증금 %s(기준 %s 초과)", "deposit %s (above %s)", won(deposit), won(t.DepositOver))
	}
	if monthly > 0 {
		byRent = say("월세 %s(기준 %s 초과)", "rent %s (above %s)", won(monthly), won(t.MonthlyOver))
	}
	return say("%s 또는 %s", "%s or %s", byDeposit, byRent)
}

// Check tells whether a lease has to be reported: a deposit or a rent above
// the bound, either is enough.
func (t RentReportTable) Check(deposit, monthly int64) (*RentReportResult, error) {
	if err := first(amountOrZero("deposit", deposit), amountOrZero("monthly_rent", monthly)); err != nil {
		return nil, err
	}
	r := &RentReportResult{Deposit: deposit, Monthly: monthly, Days: t.Days, MustReport: deposit > t.DepositOver || monthly > t.MonthlyOver}
	r.Basis = basis(
		t.formula(deposit, monthly),
		[]Citation{cite(lawReport, "제6조의2"), cite(lawReportDecree, "제4조의3")}, t.Source)
	r.note(answer.KindCondition, "renewal.exempt", say("광역시와 경기도의 군을 뺀 군 지역, 금액 변동 없이 기간만 늘린 갱신은 신고 대상이 아닙니다.",
		"Counties (gun) outside metropolitan cities and Gyeonggi, and renewals that change no sum, are exempt."))
	return r, nil
}
