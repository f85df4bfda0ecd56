package analysis

import (
	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// DSRTable holds the limits of debt service against income.
type DSRTable struct {
	Source        Source      `yaml:"source"`
	BankPct       Rate        `yaml:"bank_pct"`
	SecondTierPct Rate        `yaml:"second_tier_pct"`
	Stress        StressTable `yaml:"stress"`
}

// StressTable is what is added to a rate before the payment is held against
// the income.
type StressTable struct {
	Source    Source `yaml:"source"`
	Until     string `yaml:"until"`
	CapitalPP Rate   `yaml:"capital_pp"`
	OtherPP   Rate   `yaml:"other_pp"`
}

// StressRate is what is added to the rate of a variable mortgage of the area.
func (t DSRTable) StressRate(capital bool) Rate {
	if capital {
		return t.Stress.CapitalPP
	}
	return t.Stress.OtherPP
}

// DSRResult is the share of income that debts take.
type DSRResult struct {
	Income        int64 `json:"income"`
	AnnualPayment int64 `json:"annual_payment"`
	DSR           Rate  `json:"dsr_pct"`
	Limit         Rate  `json:"limit_pct"`
	Within        bool  `json:"within"`
	Basis
}

// Ratio is yearly payments ÷ yearly income, rounded to 0.01 %, held against
// a limit (0 is the banks' 40 %).
func (t DSRTable) Ratio(income, annualPayment int64, limit Rate) (*DSRResult, error) {
	if limit == 0 {
		limit = t.BankPct
	}
	if err := first(amount("income", income), amountOrZero("annual_payment", annualPayment), rateWithin("limit_pct", limit, Percent, Whole)); err != nil {
		return nil, err
	}
	r := &DSRResult{Income: income, AnnualPayment: annualPayment, Limit: limit}
	if annualPayment/1000 > income {
		return nil, refuse("annual_payment", annualPayment, "input.above_income")
	}
	r.DSR = share(annualPayment, income)
	r.Within = mulDiv(income, int64(limit), int64(Whole)) >= annualPayment
	r.Basis = basis(words.M("dsr.formula_ratio", "annual_payment", annualPayment, "income", income, "r", r, "limit", limit), []Citation{cite(ruleFSC, "DSR")}, t.Source)
	r.note(answer.KindCaveat, "dsr.approximate")
	return r, nil
}

// IncomeLimitInput is a borrower whose income bounds the loan.
type IncomeLimitInput struct {
	Income         int64 `json:"income"`          // a year, before tax
	ExistingAnnual int64 `json:"existing_annual"` // yearly payments of other loans
	Rate           Rate  `json:"rate_pct"`
	Stress         Rate  `json:"stress_pp"`
	Months         int   `json:"months"`
	Limit          Rate  `json:"limit_pct"` // 0 is the banks' 40 %
}

// IncomeLimitResult is the largest loan that the income carries.
type IncomeLimitResult struct {
	Input         IncomeLimitInput `json:"input"`
	AllowedAnnual int64            `json:"allowed_annual"`
	// MaxLoan is in won, rounded down to 10,000 won.
	MaxLoan int64 `json:"max_loan"`
	Basis
}

// MaxLoan turns the yearly payment that the limit leaves into a loan with
// equal payments at rate + stress. It is exact up to the last step, which
// drops what is below 10,000 won.
func (t DSRTable) MaxLoan(in IncomeLimitInput) (*IncomeLimitResult, error) {
	if in.Limit == 0 {
		in.Limit = t.BankPct
	}
	if err := first(amount("income", in.Income), amountOrZero("existing_annual", in.ExistingAnnual),
		rateWithin("rate_pct", in.Rate, 0, 30*Percent), rateWithin("stress_pp", in.Stress, 0, 10*Percent),
		rateWithin("limit_pct", in.Limit, Percent, Whole), monthsWithin("months", in.Months, maxMonths)); err != nil {
		return nil, err
	}
	r := &IncomeLimitResult{Input: in}
	r.AllowedAnnual = max(0, in.Limit.of(in.Income)-in.ExistingAnnual)
	r.MaxLoan = loanFor(r.AllowedAnnual, in.Rate+in.Stress, in.Months)
	r.Basis = basis(
		words.M("dsr.formula_limit", "in", in, "r", r),
		[]Citation{cite(ruleFSC, "DSR")}, t.Source)
	if in.Stress > 0 {
		r.note(answer.KindCaveat, "dsr.stress_until", "t", t)
	}
	r.note(answer.KindCaveat, "dsr.approximate")
	return r, nil
}

// loanFor is floor(annual/12 × ((1+r)^n − 1) ÷ (r(1+r)^n)) to 10,000 won.
func loanFor(annual int64, rate Rate, months int) int64 {
	const unit = 10_000
	if rate == 0 {
		return mulDiv(annual, int64(months), 12) / unit * unit
	}
	num, den := annuity(1, rate, months) // the payment for one won
	loan := floorQuo(product(bigInt(annual), den), product(bigInt(12), num))
	return loan.Int64() / unit * unit
}
