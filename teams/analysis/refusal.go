package analysis

import "github.com/madang-dev/madang/internal/answer"

// RefusalDamageTable is what a landlord owes who refuses renewal to live in
// the home and then lets it to another (art. 6-3 (6)).
type RefusalDamageTable struct {
	Source     Source `yaml:"source"`
	RentMonths int64  `yaml:"rent_months"`
	GainMonths int64  `yaml:"gain_months"`
}

func (t RefusalDamageTable) validate() error {
	return first(t.Source.validate("rent_increase.refusal_damage"),
		validateCount("rent_increase.refusal_damage.rent_months", int(t.RentMonths), 120),
		validateCount("rent_increase.refusal_damage.gain_months", int(t.GainMonths), 240))
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
		return nil, refuse("old_deposit", 0, "종전 보증금이나 월세가 있어야 합니다", "the old deposit or rent is needed")
	}
	r := &RefusalDamageResult{Input: in}
	r.OldMonthly = in.OldRent + monthlyOf(in.OldDeposit, in.Rate)
	r.NewMonthly = in.NewRent + monthlyOf(in.NewDeposit, in.Rate)
	r.ByRent = r.OldMonthly * t.RentMonths
	r.ByGain = max(0, r.NewMonthly-r.OldMonthly) * t.GainMonths
	r.Damage = max(r.ByRent, r.ByGain, in.ActualLoss)
	r.Basis = basis(
		say("max(%s × %d, (%s − %s) × %d, 실손 %s) = %s", "max(%s × %d, (%s − %s) × %d, loss %s) = %s",
			won(r.OldMonthly), t.RentMonths, won(r.NewMonthly), won(r.OldMonthly), t.GainMonths, won(in.ActualLoss), won(r.Damage)),
		[]Citation{cite(lawLease, "제6조의3 제5항"), cite(lawLease, "제6조의3 제6항")}, t.Source)
	r.note(answer.KindCondition, "refusal_damage.depends", say("임대인이 정당한 사유 없이 2년 안에 다른 사람에게 세를 준 경우의 계산이며, 실거주 의사의 판단은 사안마다 다릅니다.",
		"It holds when the landlord re-let within two years without good reason; whether own use was meant depends on the case."))
	return r, nil
}
