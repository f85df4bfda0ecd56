package analysis

import (
	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// ConversionTable holds the rates at which a deposit becomes rent.
type ConversionTable struct {
	BaseRate              BaseRateTable `yaml:"base_rate"`
	Housing               HousingCap    `yaml:"housing"`
	Shop                  ShopCap       `yaml:"shop"`
	Guarantee             GuaranteeRate `yaml:"guarantee"`
	ShopDepositMultiplier int64         `yaml:"shop_deposit_multiplier"`
}

// BaseRateTable is the Bank of Korea's base rate and since when.
type BaseRateTable struct {
	Source  Source     `yaml:"source"`
	History []BaseRate `yaml:"history" rising:"From"`
}

// BaseRate is a base rate from a day on.
type BaseRate struct {
	From string `yaml:"from" json:"from"`
	Pct  Rate   `yaml:"pct" most:"20" json:"rate_pct"`
}

// HousingCap is the lower of a fixed rate and base rate + points.
type HousingCap struct {
	Source     Source `yaml:"source"`
	CeilingPct Rate   `yaml:"ceiling_pct"`
	AddPct     Rate   `yaml:"add_pct"`
}

// ShopCap is the lower of a fixed rate and a multiple of the base rate.
type ShopCap struct {
	Source       Source `yaml:"source"`
	CeilingPct   Rate   `yaml:"ceiling_pct"`
	BaseTimesPct Rate   `yaml:"base_times_pct" most:"1000"` // 450 is 4.5 times
}

// GuaranteeRate is what HF and HUG convert rent at, another thing than the
// legal ceiling.
type GuaranteeRate struct {
	Source Source `yaml:"source"`
	Pct    Rate   `yaml:"pct"`
}

// ConversionCapResult is the highest yearly rate of a conversion.
type ConversionCapResult struct {
	Shop     bool   `json:"shop"`
	Base     Rate   `json:"base_rate_pct"`
	BaseFrom string `json:"base_rate_from"`
	Cap      Rate   `json:"cap_pct"`
	Basis
}

// Cap is the ceiling of the conversion rate on a day: for homes the lower
// of 10 % and base rate + 2 points (art. 7-2), for shops the lower of 12 %
// and 4.5 times the base rate (art. 12 of the shop act).
func (t ConversionTable) Cap(shop bool) *ConversionCapResult {
	base := t.BaseRate.History[len(t.BaseRate.History)-1]
	r := &ConversionCapResult{Shop: shop, Base: base.Pct, BaseFrom: base.From}
	if shop {
		multiple := Rate(mulDiv(int64(base.Pct), int64(t.Shop.BaseTimesPct), int64(Whole)))
		r.Cap = min(t.Shop.CeilingPct, multiple)
		r.Basis = basis(words.M("conversion.cap_times", "t", t, "base", base, "r", r),
			[]Citation{cite(lawShop, "12")}, t.Shop.Source)
	} else {
		r.Cap = min(t.Housing.CeilingPct, base.Pct+t.Housing.AddPct)
		r.Basis = basis(words.M("conversion.cap_plus", "t", t, "base", base, "r", r),
			[]Citation{cite(lawLease, "7-2"), cite(lawLeaseDecree, "9")}, t.Housing.Source)
	}
	r.AsOf = t.BaseRate.Source.AsOf
	r.note(answer.KindCaveat, "conversion.base_checked", "base", base, "t", t)
	return r
}

// The directions of a conversion.
const (
	DepositToRent = "deposit_to_rent"
	RentToDeposit = "rent_to_deposit"
)

// ConversionInput is a deposit that becomes rent, or the other way round.
type ConversionInput struct {
	Direction string `json:"direction"`
	Amount    int64  `json:"amount,omitempty"`        // part of the deposit that is converted
	Monthly   int64  `json:"monthly_rent,omitempty"`  // rent that is converted
	Asked     int64  `json:"asked_monthly,omitempty"` // rent that the landlord asks for
	// Rate is the yearly rate; 0 takes the ceiling.
	Rate Rate `json:"rate_pct,omitempty"`
	Shop bool `json:"shop,omitempty"`
}

// ConversionResult is the rent for a deposit or the deposit for a rent.
type ConversionResult struct {
	Input      ConversionInput `json:"input"`
	Rate       Rate            `json:"rate_pct"`
	Cap        Rate            `json:"cap_pct"`
	AboveCap   bool            `json:"above_cap"`
	MonthlyMax int64           `json:"monthly_max,omitempty"`
	Deposit    int64           `json:"deposit,omitempty"`
	// Over is how much the asked rent lies above MonthlyMax.
	Over int64 `json:"over,omitempty"`
	Basis
}

// Convert turns a deposit into the highest monthly rent (amount × rate ÷ 12)
// or a monthly rent into a deposit (rent × 12 ÷ rate); parts of a won are
// dropped.
func (t ConversionTable) Convert(in ConversionInput) (*ConversionResult, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	cap := t.Cap(in.Shop)
	r := &ConversionResult{Input: in, Rate: in.Rate, Cap: cap.Cap}
	if r.Rate == 0 {
		r.Rate = cap.Cap
	}
	r.AboveCap = r.Rate > cap.Cap
	var formula words.Message
	if in.Direction == DepositToRent {
		r.MonthlyMax = monthlyOf(in.Amount, r.Rate)
		r.Over = max(0, in.Asked-r.MonthlyMax)
		formula = words.M("conversion.formula_rent", "in", in, "r", r)
	} else {
		r.Deposit = mulDiv(in.Monthly*12, int64(Whole), int64(r.Rate))
		formula = words.M("conversion.formula_deposit", "in", in, "r", r)
	}
	r.Basis = cap.Basis
	r.Formula = formula
	r.remarks(t.Guarantee)
	return r, nil
}

func (in ConversionInput) validate() error {
	if in.Rate != 0 {
		if err := rateWithin("rate_pct", in.Rate, Percent/100, 100*Percent); err != nil {
			return err
		}
	}
	switch in.Direction {
	case DepositToRent:
		return first(amount("amount", in.Amount), amountOrZero("asked_monthly", in.Asked))
	case RentToDeposit:
		if in.Monthly > MaxWon/1000 {
			return refuse("monthly_rent", in.Monthly, "input.rent_above_trillion")
		}
		return amount("monthly_rent", in.Monthly)
	}
	return refuse("direction", in.Direction, "input.direction")
}

func (r *ConversionResult) remarks(guarantee GuaranteeRate) {
	if r.AboveCap {
		r.note(answer.KindCondition, "conversion.above_cap", "r", r, "cite", cite(lawLease, "10-2"))
	}
	if r.Over > 0 {
		r.note(answer.KindCondition, "conversion.asked_over", "r", r)
	}
	if r.Input.Direction == RentToDeposit {
		r.note(answer.KindRule, "conversion.guarantee_rate", "guarantee", guarantee)
	}
	r.note(answer.KindCondition, "conversion.new_contract")
}

// monthlyOf is a sum's rent at a yearly rate, the part of a won dropped.
func monthlyOf(sum int64, yearly Rate) int64 { return mulDiv(sum, int64(yearly), 12*int64(Whole)) }

// EffectiveConversionResult is the rate that a deposit and rent imply.
type EffectiveConversionResult struct {
	Jeonse  int64 `json:"jeonse"`
	Deposit int64 `json:"deposit"`
	Monthly int64 `json:"monthly_rent"`
	Rate    Rate  `json:"rate_pct"`
	Cap     Rate  `json:"cap_pct"`
	Above   bool  `json:"above_cap"`
	Basis
}

// Effective is rent × 12 ÷ (jeonse − deposit), rounded to 0.01 %.
func (t ConversionTable) Effective(jeonse, deposit, monthly int64) (*EffectiveConversionResult, error) {
	if err := first(amount("jeonse", jeonse), amountOrZero("deposit", deposit), amount("monthly_rent", monthly)); err != nil {
		return nil, err
	}
	if deposit >= jeonse {
		return nil, refuse("deposit", deposit, "input.below_jeonse")
	}
	if monthly > jeonse {
		return nil, refuse("monthly_rent", monthly, "input.below_jeonse")
	}
	cap := t.Cap(false)
	r := &EffectiveConversionResult{Jeonse: jeonse, Deposit: deposit, Monthly: monthly, Cap: cap.Cap}
	r.Rate = share(monthly*12, jeonse-deposit)
	r.Above = r.Rate > cap.Cap
	r.Basis = cap.Basis
	r.Formula = words.M("effective_conversion.formula", "monthly", monthly, "jeonse", jeonse, "deposit", deposit, "r", r)
	return r, nil
}

// ShopDeposit is deposit + rent × 100, the sum that the shop lease act goes
// by (art. 2).
func (t ConversionTable) ShopDeposit(deposit, monthly int64) (int64, error) {
	if err := first(amountOrZero("deposit", deposit), amountOrZero("monthly_rent", monthly)); err != nil {
		return 0, err
	}
	return deposit + monthly*t.ShopDepositMultiplier, nil
}
