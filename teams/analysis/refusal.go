package analysis

import (
	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// RefusalDamageTable is what a landlord owes who refuses renewal to live in
// the home and then lets it to another (art. 6-3 (6)).
type RefusalDamageTable struct {
	Source     Source `yaml:"source"`
	RentMonths int64  `yaml:"rent_months"`
	GainMonths int64  `yaml:"gain_months"`
}

// RefusalDamageInput is the old and the new lease.
type RefusalDamageInput struct {
	OldDeposit int64 `json:"old_deposit"`
	OldRent    int64 `json:"old_rent"`
	NewDeposit int64 `json:"new_deposit"`
	NewRent    int64 `json:"new_rent"`
	ActualLoss int64 `json:"actual_loss"`
	Rate       Rate  `json:"rate_pct"` // conversion rate, the ceiling of art. 7-2
}

// RefusalDamageResult is the least that can be claimed.
type RefusalDamageResult struct {
	Input      RefusalDamageInput `json:"input"`
	OldMonthly int64              `json:"old_monthly"` // rent with the deposit converted
	NewMonthly int64              `json:"new_monthly"`
	ByRent     int64              `json:"by_rent"`
	ByGain     int64              `json:"by_gain"`
	Damage     int64              `json:"damage"`
	Basis
}

// Damage is the largest of three converted monthly rents, the difference of
// the converted rents over two years, and the actual loss. Converted rents
// drop the part of a won.
func (t RefusalDamageTable) Damage(in RefusalDamageInput) (*RefusalDamageResult, error) {
	if err := first(amountOrZero("old_deposit", in.OldDeposit), amountOrZero("old_rent", in.OldRent),
		amountOrZero("new_deposit", in.NewDeposit), amountOrZero("new_rent", in.NewRent),
		amountOrZero("actual_loss", in.ActualLoss), rateWithin("rate_pct", in.Rate, Percent/100, 20*Percent)); err != nil {
		return nil, err
	}
	if in.OldDeposit == 0 && in.OldRent == 0 {
		return nil, refuse("old_deposit", 0, "input.old_deposit_or_rent")
	}
	r := &RefusalDamageResult{Input: in}
	r.OldMonthly = in.OldRent + monthlyOf(in.OldDeposit, in.Rate)
	r.NewMonthly = in.NewRent + monthlyOf(in.NewDeposit, in.Rate)
	r.ByRent = r.OldMonthly * t.RentMonths
	r.ByGain = max(0, r.NewMonthly-r.OldMonthly) * t.GainMonths
	r.Damage = max(r.ByRent, r.ByGain, in.ActualLoss)
	r.Basis = basis(
		words.M("refusal_damage.formula", "r", r, "t", t, "in", in),
		[]Citation{cite(lawLease, "6-3 (5)"), cite(lawLease, "6-3 (6)")}, t.Source)
	r.note(answer.KindCondition, "refusal_damage.depends")
	return r, nil
}
