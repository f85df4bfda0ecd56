package analysis

import (
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

// window is when the renewal request may be made: from the same day 6 months
// before the lease's last day (the month's last day where there is no such day)
// to the day before the one 2 months before it, by which the request should have
// arrived. Nil while the end is not known.
func (t RenewalTable) window(end, today string) *Outcome {
	if end == "" {
		return nil
	}
	last, day := dayOf(end), dayOf(today)
	opens := korean.AddMonths(last, -t.OpensMonthsBefore)
	arrival := korean.AddMonths(last, -t.ClosesMonthsBefore).AddDate(0, 0, -1)
	now := "open"
	switch {
	case day.Before(opens):
		now = "ahead"
	case day.After(arrival):
		now = "closed"
	}
	return &Outcome{
		Title: "renewal.title", Verdict: "renewal.headline", Formula: "renewal.formula", Figures: map[string]any{},
		Words: map[string]any{
			"end": end, "today": today, "opens": opens.Format(time.DateOnly), "last_arrival": arrival.Format(time.DateOnly),
			"now": now, "left": int(arrival.Sub(day).Hours() / 24), "renewal": t,
		},
		Notes: []string{"rule renewal.once", "caveat renewal.arrival"},
		Cites: []string{"lease 6-3 (1)", "lease 6 (1)"}, Sources: []Source{t.Source},
	}
}

// rentReport tells whether a lease has to be reported: a deposit or a rent above
// the bound, either is enough.
func rentReport(g *Given) (Outcome, error) {
	t, deposit, rent := g.Tables.RentIncrease.Report, g.Won("deposit"), g.Won("rent")
	o := Outcome{Figures: map[string]any{"deposit": deposit, "rent": rent}, Notes: []string{"condition exempt"}}
	switch {
	case deposit > t.DepositOver || rent > t.MonthlyOver:
	case deposit == 0 && !g.says("lease.no_deposit"):
		o.Needs = "deposit_too"
	default:
		o.Verdict = "must_not"
	}
	return o, nil
}
