package analysis

import (
	"fmt"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// HUGTable is HUG's guarantee that a jeonse deposit comes back.
type HUGTable struct {
	Source        Source      `yaml:"source"`
	HouseValuePct Rate        `yaml:"house_value_pct" most:"300"` // of the published price
	CoveredPct    Rate        `yaml:"covered_pct"`                // of the house value
	SeniorToPct   Rate        `yaml:"senior_to_pct"`              // of the house value
	DepositTo     AreaDeposit `yaml:"deposit_to"`
	// A fee surcharge applies above this share of senior debt.
	SurchargeOverPct Rate    `yaml:"surcharge_over_pct"`
	SurchargePct     Rate    `yaml:"surcharge_pct"`
	Fees             HUGFees `yaml:"fees"`
	FeeDepositTo     []int64 `yaml:"fee_deposit_to"`
	YearDays         int     `yaml:"year_days"`
	LeaseDays        int     `yaml:"lease_days"` // of a fee without a term
}

// AreaDeposit is a highest deposit by area.
type AreaDeposit struct {
	Capital int64 `yaml:"capital"`
	Other   int64 `yaml:"other"`
}

// HUGFees are yearly rates by debt ratio and deposit.
type HUGFees struct {
	Apartment []HUGFeeRow `yaml:"apartment" rising:"DebtToPct,open"`
	Other     []HUGFeeRow `yaml:"other" rising:"DebtToPct,open"`
}

// HUGFeeRow holds up to a debt ratio (0 is open-ended), one rate for each
// band of deposits.
type HUGFeeRow struct {
	DebtToPct Rate   `yaml:"debt_to_pct" zero:"ok"`
	Pct       []Rate `yaml:"pct"`
}

// validate wants a rate for every band of deposits.
func (t HUGTable) validate() error {
	for name, rows := range map[string][]HUGFeeRow{"apartment": t.Fees.Apartment, "other": t.Fees.Other} {
		for i, row := range rows {
			if len(row.Pct) != len(t.FeeDepositTo)+1 {
				return &badValue{fmt.Sprintf("$.hug.fees.%s[%d].pct", name, i), fmt.Sprintf("has %d rates; it needs %d", len(row.Pct), len(t.FeeDepositTo)+1)}
			}
		}
	}
	return nil
}

// GuaranteeInput is a lease to be guaranteed. Deposit 0 asks only for the
// highest deposit.
type GuaranteeInput struct {
	PublicPrice int64 `json:"public_price"`
	Senior      int64 `json:"senior_debt"`
	Deposit     int64 `json:"deposit,omitempty"`
	Capital     bool  `json:"capital"`
	// AreaKnown tells that Capital was said; else the area's bound is told
	// for both.
	AreaKnown bool `json:"area_known"`
}

// GuaranteeResult tells whether HUG's guarantee can be had.
type GuaranteeResult struct {
	Input      GuaranteeInput `json:"input"`
	HouseValue int64          `json:"house_value"` // as HUG reckons it
	// MaxDeposit is the value rule: published price × 126 % − senior debt.
	MaxDeposit int64 `json:"max_deposit"`
	// AreaDeposit is the bound of the area; 0 while the area is not known.
	AreaDeposit int64           `json:"area_deposit,omitempty"`
	SeniorMax   int64           `json:"senior_max"`
	Verdict     string          `json:"verdict"` // within | over | rule_only
	Over        int64           `json:"over,omitempty"`
	Reasons     []words.Message `json:"-"`
	Basis
}

// Check holds a deposit against HUG's rules: senior debt + deposit within
// 90 % of the house value (published price × 140 %), senior debt within 60 %
// of it, and the bound of the area. Parts of a won are dropped once, at the
// end.
func (t HUGTable) Check(in GuaranteeInput) (*GuaranteeResult, error) {
	if err := first(amount("public_price", in.PublicPrice), amountOrZero("senior_debt", in.Senior), amountOrZero("deposit", in.Deposit)); err != nil {
		return nil, err
	}
	r := &GuaranteeResult{Input: in, Verdict: VerdictRuleOnly}
	r.HouseValue = t.HouseValuePct.of(in.PublicPrice)
	both := Rate(mulDiv(int64(t.HouseValuePct), int64(t.CoveredPct), int64(Whole)))
	r.MaxDeposit = max(0, both.of(in.PublicPrice)-in.Senior)
	r.SeniorMax = t.SeniorToPct.of(r.HouseValue)
	if in.AreaKnown {
		r.AreaDeposit = t.DepositTo.Other
		if in.Capital {
			r.AreaDeposit = t.DepositTo.Capital
		}
	}
	r.judge(t.SeniorToPct)
	r.Basis = basis(words.M("guarantee.formula", "in", in, "t", t, "r", r), []Citation{cite(ruleHUG, "")}, t.Source)
	r.note(answer.KindCondition, "guarantee.apply_before")
	if !in.AreaKnown {
		r.note(answer.KindCondition, "guarantee.deposit_to", "t", t)
	}
	return r, nil
}

func (r *GuaranteeResult) judge(seniorTo Rate) {
	in := r.Input
	if in.Senior > r.SeniorMax {
		r.Reasons = append(r.Reasons, words.M("guarantee.over_senior", "share", seniorTo, "in", in, "r", r))
	}
	if in.Deposit == 0 {
		if len(r.Reasons) > 0 {
			r.Verdict = VerdictOver
		}
		return
	}
	if in.Deposit > r.MaxDeposit {
		r.Over = in.Deposit - r.MaxDeposit
		r.Reasons = append(r.Reasons, words.M("guarantee.over_value", "in", in, "r", r))
	}
	if r.AreaDeposit > 0 && in.Deposit > r.AreaDeposit {
		r.Reasons = append(r.Reasons, words.M("guarantee.over_area", "in", in, "r", r))
	}
	r.Verdict = VerdictWithin
	if len(r.Reasons) > 0 {
		r.Verdict = VerdictOver
	}
}

// FeeInput is a guarantee whose fee is asked for.
type FeeInput struct {
	Deposit   int64 `json:"deposit"`
	Apartment bool  `json:"apartment"`
	DebtRatio Rate  `json:"debt_ratio_pct"` // (senior debt + deposit) ÷ house value
	Days      int   `json:"days"`
	Discount  Rate  `json:"discount_pct"`
	// SeniorRatio is senior debt ÷ house value; above 50 % a tenth is added.
	SeniorRatio Rate `json:"senior_ratio_pct,omitempty"`
}

// FeeResult is the fee of a guarantee.
type FeeResult struct {
	Input FeeInput `json:"input"`
	Rate  Rate     `json:"rate_pct"`
	Fee   int64    `json:"fee"`
	Basis
}

// Fee is deposit × yearly rate × days ÷ 365 × (1 − discount), with the
// surcharge for much senior debt, the part of a won dropped.
func (t HUGTable) Fee(in FeeInput) (*FeeResult, error) {
	if err := first(amount("deposit", in.Deposit), rateWithin("debt_ratio_pct", in.DebtRatio, 0, Whole), rateWithin("discount_pct", in.Discount, 0, 90*Percent),
		rateWithin("senior_ratio_pct", in.SeniorRatio, 0, Whole)); err != nil {
		return nil, err
	}
	if in.Days < 1 || in.Days > 3660 {
		return nil, refuse("days", in.Days, "input.days")
	}
	rows := t.Fees.Other
	if in.Apartment {
		rows = t.Fees.Apartment
	}
	r := &FeeResult{Input: in, Rate: t.feeRate(rows, in)}
	if in.SeniorRatio > t.SurchargeOverPct {
		r.Rate += Rate(mulDivRound(int64(r.Rate), int64(t.SurchargePct), int64(Whole)))
	}
	num := product(bigInt(in.Deposit), bigInt(int64(r.Rate)), bigInt(int64(in.Days)), bigInt(int64(Whole-in.Discount)))
	r.Fee = floorQuo(num, product(bigInt(int64(Whole)), bigInt(int64(Whole)), bigInt(int64(t.YearDays)))).Int64()
	r.Basis = basis(words.M("guarantee.formula_fee", "in", in, "r", r),
		[]Citation{cite(ruleHUG, "")}, t.Source)
	r.note(answer.KindCaveat, "guarantee.rough")
	return r, nil
}

func (t HUGTable) feeRate(rows []HUGFeeRow, in FeeInput) Rate {
	column := len(t.FeeDepositTo)
	for i, to := range t.FeeDepositTo {
		if in.Deposit <= to {
			column = i
			break
		}
	}
	for _, row := range rows {
		if row.DebtToPct == 0 || in.DebtRatio <= row.DebtToPct {
			return row.Pct[column]
		}
	}
	return 0
}
