package analysis

import "math/big"

// The ways of paying a loan back.
const (
	RepayEqual     = "equal_payment"   // 원리금균등
	RepayPrincipal = "equal_principal" // 원금균등
	RepayInterest  = "interest_only"   // 만기일시
)

// maxMonths is 50 years, the longest loan sold.
const maxMonths = 600

// repayment is what a loan costs a month and in all: exact from rational
// numbers, rounded half up to the won (interest only: the part of a won
// dropped). A jeonse loan is interest only unless said otherwise, which is how
// banks lend it.
func repayment(g *Given) (Outcome, error) {
	o := Outcome{Notes: []string{"assumption fixed_rate"}}
	principal, rate, months, method := g.Won("principal"), g.Rate("rate"), g.Int("months"), g.Text("method")
	if method == "" && (g.says("loan.jeonse") || g.contract("jeonse") && !g.says("loan.mortgage")) {
		method, o.Assumed = RepayInterest, []string{"assumed_interest_only"}
	} else if method == "" {
		method, o.Assumed = RepayEqual, []string{"assumed_equal"}
	}
	// "한 달 이자" names the month of the interest, not the term.
	termed := months >= leastTerm
	if method == RepayInterest && !termed {
		months, o.Assumed = 24, append(o.Assumed, "assumed_two_years")
	}
	if months == 0 {
		o.Needs = "months"
		return o, nil
	}
	switch {
	case principal == 0:
		return affordable(o, g.Won("payment"), rate, months, method)
	case g.Has("after"):
		return afterwards(o, principal, rate, months, g.Int("after"), method)
	case g.Has("new_rate"), g.Has("change"):
		return changed(o, g, months, method)
	}
	monthly, interest := repay(principal, rate, months, method)
	o.Verdict, o.Formula = "headline."+method, "formula."+method
	o.Words = map[string]any{"termed": termed}
	o.Figures = map[string]any{"monthly": monthly, "yearly": monthly * 12, "total_interest": interest, "months": months}
	return o, nil
}

// leastTerm is the shortest term in months that a loan is taken to have.
const leastTerm = 3

// repay is the payment of the first month, with equal payments that of every
// month, and the interest of unrounded payments, rounded once.
func repay(principal int64, rate Rate, months int, method string) (monthly, interest int64) {
	n := int64(months)
	switch method {
	case RepayInterest:
		monthly = monthlyOf(principal, rate)
		return monthly, monthly * n
	case RepayPrincipal:
		// P/n + P×r/yearParts over one denominator, rounded once.
		num := product(bigInt(principal), bigInt(yearParts+n*int64(rate)))
		// The interest is that of P×n, P×(n−1) … P over n: P × r × (n+1) ÷ 2.
		all := product(bigInt(principal), bigInt(int64(rate)), bigInt(n+1))
		return roundQuo(num, bigInt(n*yearParts)).Int64(), roundQuo(all, bigInt(2*yearParts)).Int64()
	}
	num, den := annuity(principal, rate, months)
	total := new(big.Int).Sub(product(num, bigInt(n)), product(bigInt(principal), den))
	return roundQuo(num, den).Int64(), roundQuo(total, den).Int64()
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
