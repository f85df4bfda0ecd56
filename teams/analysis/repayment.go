package analysis

import (
	"math/big"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// The ways of paying a loan back.
const (
	RepayEqual     = "equal_payment"   // 원리금균등
	RepayPrincipal = "equal_principal" // 원금균등
	RepayInterest  = "interest_only"   // 만기일시
)

// maxMonths is 50 years, the longest loan sold.
const maxMonths = 600

// RepaymentInput is a loan.
type RepaymentInput struct {
	Principal int64  `json:"principal"`
	Rate      Rate   `json:"rate_pct"` // a year, fixed
	Months    int    `json:"months"`
	Method    string `json:"method"` // a Repay constant
}

// RepaymentResult is what a loan costs a month and in all.
type RepaymentResult struct {
	Input RepaymentInput `json:"input"`
	// Monthly is the payment of the first month; with equal payments that
	// of every month.
	Monthly int64 `json:"monthly"`
	// TotalInterest is that of unrounded payments, rounded once.
	TotalInterest int64 `json:"total_interest"`
	Basis
}

func (in RepaymentInput) validate() error {
	switch in.Method {
	case RepayEqual, RepayPrincipal, RepayInterest:
	default:
		return refuse("method", in.Method, "input.repay_method")
	}
	return first(amount("principal", in.Principal), rateWithin("rate_pct", in.Rate, 0, 50*Percent), monthsWithin("months", in.Months, maxMonths))
}

// Repay reckons the monthly payment exactly from rational numbers, rounded
// half up to the won (interest-only: the part of a won dropped).
func Repay(in RepaymentInput) (*RepaymentResult, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	r := &RepaymentResult{Input: in}
	var formula words.Message
	switch in.Method {
	case RepayEqual:
		formula = r.equal()
	case RepayPrincipal:
		formula = r.equalPrincipal()
	default:
		r.Monthly = monthlyOf(in.Principal, in.Rate)
		r.TotalInterest = r.Monthly * int64(in.Months)
		formula = words.M("repayment.formula.interest_only", "in", in, "r", r)
	}
	r.Basis = basis(formula, nil, arithmetic)
	r.note(answer.KindAssumption, "repayment.fixed_rate")
	return r, nil
}

// yearParts is the denominator of a monthly rate: rate ÷ yearParts.
const yearParts = 12 * int64(Whole)

// growth is (1 + r)^n as a fraction.
func growth(rate Rate, months int) (num, den *big.Int) {
	n := big.NewInt(int64(months))
	num = new(big.Int).Exp(bigInt(yearParts+int64(rate)), n, nil)
	den = new(big.Int).Exp(bigInt(yearParts), n, nil)
	return num, den
}

// annuity is the equal payment P × r(1+r)^n ÷ ((1+r)^n − 1) as a fraction;
// without interest P ÷ n.
func annuity(principal int64, rate Rate, months int) (num, den *big.Int) {
	if rate == 0 {
		return bigInt(principal), bigInt(int64(months))
	}
	up, down := growth(rate, months)
	num = product(bigInt(principal), bigInt(int64(rate)), up)
	den = product(bigInt(yearParts), new(big.Int).Sub(up, down))
	return num, den
}

func (r *RepaymentResult) equal() words.Message {
	in := r.Input
	num, den := annuity(in.Principal, in.Rate, in.Months)
	r.Monthly = roundQuo(num, den).Int64()
	total := new(big.Int).Sub(product(num, bigInt(int64(in.Months))), product(bigInt(in.Principal), den))
	r.TotalInterest = roundQuo(total, den).Int64()
	return words.M("repayment.formula.equal_payment", "in", in, "r", r)
}

func (r *RepaymentResult) equalPrincipal() words.Message {
	in := r.Input
	n := int64(in.Months)
	// P/n + P×r/yearParts over one denominator, rounded once.
	num := product(bigInt(in.Principal), bigInt(yearParts+n*int64(in.Rate)))
	r.Monthly = roundQuo(num, bigInt(n*yearParts)).Int64()
	// The interest is that of P×n, P×(n−1) … P over n: P × r × (n+1) ÷ 2.
	interest := product(bigInt(in.Principal), bigInt(int64(in.Rate)), bigInt(n+1))
	r.TotalInterest = roundQuo(interest, bigInt(2*yearParts)).Int64()
	return words.M("repayment.formula.equal_principal", "in", in, "r", r)
}
