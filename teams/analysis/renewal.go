package analysis

import (
	"time"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

// RenewalTable is when a tenant may ask for renewal, in months before the
// lease ends.
type RenewalTable struct {
	Source             Source `yaml:"source"`
	OpensMonthsBefore  int    `yaml:"opens_months_before"`
	ClosesMonthsBefore int    `yaml:"closes_months_before"`
	TermMonths         int    `yaml:"term_months"`
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
		words.M("renewal.formula", "end", end, "t", t, "r", r),
		[]Citation{cite(lawLease, "6-3 (1)"), cite(lawLease, "6 (1)")}, t.Source)
	r.note(answer.KindRule, "renewal.once", "t", t)
	r.note(answer.KindCaveat, "renewal.arrival")
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
func (t RentReportTable) formula(deposit, monthly int64) words.Message {
	byDeposit, byRent := words.M("rent_report.deposit_over", "t", t), words.M("rent_report.rent_over", "t", t)
	if deposit > 0 {
		byDeposit = words.M("rent_report.deposit_under", "deposit", deposit, "t", t)
	}
	if monthly > 0 {
		byRent = words.M("rent_report.rent_under", "monthly", monthly, "t", t)
	}
	return words.M("rent_report.formula", "by_deposit", byDeposit, "by_rent", byRent)
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
		[]Citation{cite(lawReport, "6-2"), cite(lawReportDecree, "4-3")}, t.Source)
	r.note(answer.KindCondition, "rent_report.exempt")
	return r, nil
}
