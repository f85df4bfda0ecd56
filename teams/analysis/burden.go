package analysis

import (
	"cmp"
	"math/big"

	"github.com/madang-dev/madang/internal/words"
)

// debtToIncome is yearly payments of mortgages and interest of other loans ÷ yearly
// income, rounded to 0.01 %.
func debtToIncome(g *Given) (Outcome, error) {
	income, payment := g.Won("income"), g.Won("payment")
	if payment/1000 > income {
		return Outcome{}, refuse("annual_payment", payment, "input.above_income")
	}
	return Outcome{Figures: map[string]any{"dti": share(payment, income)}, Notes: []string{"condition policy"}}, nil
}

// ownFunds is what a loan leaves to be paid of a price, and its share of it; own
// money and a loan alone make the price.
func ownFunds(g *Given) (Outcome, error) {
	price, loan := g.Won("price"), g.Won("loan")
	if price == 0 {
		price = g.Won("own") + loan
	}
	if loan/100 > price {
		return Outcome{}, refuse("price", price, "input.below_hundredth")
	}
	return Outcome{
		Words:   map[string]any{"price": price},
		Figures: map[string]any{"ltv": share(loan, price), "own_funds": max(0, price-loan), "loan": loan},
		Notes:   []string{"condition bounded"},
	}, nil
}

// neededIncome is the yearly income at which a loan's payments are within the
// debt limit, to 10,000 won upwards: as it is said, and with the stress of a
// variable mortgage, which lenders reckon with.
func neededIncome(g *Given) (Outcome, error) {
	if g.ofOtherLoan() {
		return Outcome{Skip: true}, nil
	}
	limit, rate, months := cmp.Or(g.Rate("limit"), g.debtLimit()), g.Rate("rate"), g.Int("months")
	o := Outcome{Cites: []string{"fsc DSR"}, Notes: []string{"caveat dsr.approximate"}}
	if months == 0 {
		months, o.Assumed = g.Tables.LTV.LoanCaps.MaxYears*12, []string{"ltv_dsr.assumed_years"}
	}
	stress := g.stress(&Outcome{})
	needed := func(rate Rate) int64 {
		monthly, _ := repay(g.Won("loan"), rate, months, cmp.Or(g.Text("method"), RepayEqual))
		return roundedUp(mulDiv(monthly*12+g.Won("payment"), int64(Whole), int64(limit)))
	}
	o.Figures = map[string]any{"income": needed(rate), "income_stressed": needed(rate + stress)}
	o.Words = map[string]any{"limit": limit, "stress": stress, "months": months, "years": months / 12, "plain": g.told("loan.no_stress")}
	return o, nil
}

// roundedUp is a sum to 10,000 won upwards.
func roundedUp(won int64) int64 {
	const unit = 10_000
	return (won + unit - 1) / unit * unit
}

// afterwards is what is left of a loan after some months of paying it back; what
// is not paid back before its end stays whole.
func afterwards(o Outcome, principal int64, rate Rate, months, after int, method string) (Outcome, error) {
	if after >= months {
		return o, refuse("months", after, "input.months_within", "least", 1, "most", months-1)
	}
	left := principal
	switch {
	case method == RepayInterest:
	case method == RepayPrincipal || rate == 0:
		left = mulDivRound(principal, int64(months-after), int64(months))
	default: // P × (g(n) − g(k)) ÷ (g(n) − 1), over one denominator
		up, down := growth(rate, months)
		paid, _ := growth(rate, after)
		_, rest := growth(rate, months-after)
		num := product(bigInt(principal), new(big.Int).Sub(up, product(paid, rest)))
		left = roundQuo(num, new(big.Int).Sub(up, down)).Int64()
	}
	o.Verdict, o.Formula = "left", "formula_left"
	o.Figures = map[string]any{"left": left, "repaid": principal - left}
	o.Words = map[string]any{"after": after, "months": months, "way": words.M("repayment.way." + method)}
	return o, nil
}

// changed is what another rate makes of the monthly payment.
func changed(o Outcome, g *Given, months int, method string) (Outcome, error) {
	principal, rate, other := g.Won("principal"), g.Rate("rate"), g.Rate("new_rate")
	switch by := g.Rate("change"); {
	case g.Has("new_rate"):
	case g.told("rate_falls"):
		other = max(0, rate-by)
	default:
		other = rate + by
	}
	was, _ := repay(principal, rate, months, method)
	will, _ := repay(principal, other, months, method)
	o.Verdict, o.Formula = "changed", "formula_changed"
	o.Figures = map[string]any{"was": was, "monthly": will, "change": max(was-will, will-was)}
	o.Words = map[string]any{"new_rate": other, "more": will > was, "months": months, "way": words.M("repayment.way." + method)}
	return o, nil
}

// affordable is the loan that a monthly payment pays back, to 10,000 won
// downwards.
func affordable(o Outcome, payment int64, rate Rate, months int, method string) (Outcome, error) {
	loan := loanFor(payment*12, rate, months)
	if method == RepayInterest && rate > 0 {
		loan = mulDiv(payment, yearParts, int64(rate)) / 10_000 * 10_000
	}
	o.Verdict, o.Formula = "affordable", "formula_affordable"
	o.Figures = map[string]any{"loan": loan}
	o.Words = map[string]any{"payment": payment, "months": months, "way": words.M("repayment.way." + method)}
	return o, nil
}

// maxFeeTerm is the longest term in months over which a fee for early repayment is
// taken to fall.
const maxFeeTerm = 60

// prepayment is what it costs to pay a loan back early: the loan × the fee, by
// the days that are left of those over which it falls.
func prepayment(g *Given) (Outcome, error) {
	loan, fee, left, whole := g.Won("loan"), g.Rate("fee"), g.Int("left"), g.Int("whole")
	if whole > maxFeeTerm { // the loan's own term: the fee falls over less
		left, whole = 0, 0
	}
	if g.Has("after") && left == 0 {
		left = whole - g.Int("after")
	}
	o := Outcome{Notes: []string{"condition exempt"}, Words: map[string]any{"left": left, "whole": whole}}
	if left <= 0 || whole <= 0 || left > whole {
		o.Verdict, o.Formula, o.Asks = "headline_whole", "formula_whole", []string{"left"}
		o.Figures = map[string]any{"cost": fee.of(loan)}
		return o, nil
	}
	o.Figures = map[string]any{"cost": mulDiv(fee.of(loan), int64(left), int64(whole))}
	return o, nil
}
