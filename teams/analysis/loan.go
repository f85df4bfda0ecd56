package analysis

import (
	"slices"

	"github.com/madang-dev/madang/internal/words"
)

// loanLimits answers how much may be borrowed: by the value of the home, by
// the income, and from the public products.
func (r *run) loanLimits() error {
	price, deposit := r.in.Won("price"), r.in.Won("deposit")
	if price+deposit+r.in.Won("house") == 0 && slices.Contains(r.list, MethodDSR) {
		return nil // which tells what the income carries
	}
	jeonse := r.contract("jeonse") || r.contract("monthly_rent") || deposit > 0 || r.says("loan.jeonse")
	if house := r.in.Won("house"); house != 0 {
		if jeonse {
			deposit = house
		} else {
			price = house
		}
	}
	if price > 0 {
		none, err := r.valueLimit(price)
		if err != nil || none {
			return err
		}
	}
	if !jeonse || price > 0 {
		if err := r.incomeLimit(); err != nil {
			return err
		}
	}
	if err := r.products(deposit, price, jeonse); err != nil {
		return err
	}
	if price == 0 && deposit == 0 {
		r.missing("price", "ltv_dsr.ask.price")
	}
	return nil
}

// loanWords tells what LTV and DSR are to those who ask.
func (r *run) loanWords() {
	r.meaning("dsr", "DSR", r.tables.DSR, r.tables.DSR.Source)
	r.meaning("ltv", "LTV", r.tables.LTV, r.tables.LTV.Source)
}

// zone is where the home stands; ok is false while that is not known.
func (r *run) zone() (zone string, ok bool) {
	region, placed := r.region()
	switch v, _ := r.e.Attr("regulated_area"); {
	case v == "true":
		return ZoneRegulated, true
	case v == "false" && placed && !region.Capital:
		return ZoneOther, true
	case v == "false" && placed:
		return ZoneCapital, true
	case !placed && r.says("region.other"):
		return ZoneOther, true
	case !placed:
		return "", false
	}
	regulated, known := r.tables.LTV.RegulatedArea(region.Sido, region.Sigungu)
	switch {
	case regulated:
		name := r.tables.placeName(region.Sido, region.Sigungu)
		r.assume("ltv_dsr.assumed_regulated", "name", name, "as_of", r.tables.LTV.Source.AsOf)
		return ZoneRegulated, true
	case !known:
		return "", false
	case region.Capital:
		return ZoneCapital, true
	}
	return ZoneOther, true
}

// buyer is what the buyer owns; "1주택" next to a purchase counts the home
// that is bought, unless another one is bought beside it.
func (r *run) buyer() string {
	n, more, known := r.houses()
	switch {
	case r.firstHome():
		return BuyerFirstTime
	case known && (n >= 2 || more || n == 1 && r.says("owner.another")):
		return BuyerOwner
	case known && n == 0:
		return BuyerNoHouse
	case known:
		r.assume("ltv_dsr.assumed_this_home")
	default:
		r.assume("ltv_dsr.assumed_no_house")
	}
	return BuyerNoHouse
}

// valueLimit is the loan by the value of the home; none tells that there is
// none to be had.
func (r *run) valueLimit(price int64) (none bool, err error) {
	zone, ok := r.zone()
	if !ok {
		if err := amount("price", price); err != nil {
			return false, err
		}
		r.missing("region", "ltv_dsr.ask.region")
		t := r.tables.LTV
		r.rule(words.M("ltv_dsr.rule_price", "t", t),
			basis(words.M("ltv_dsr.rule_formula"), []Citation{cite(ruleFSC, "LTV")}, t.Source))
		return false, nil
	}
	result, err := r.tables.LTV.Limit(LTVInput{Price: price, Zone: zone, Buyer: r.buyer()})
	if err != nil {
		return false, err
	}
	r.state.RawAnalysis.LTV = result
	r.metric("ltv_pct", result.LTV.Pct())
	r.metric("max_loan_by_ltv", float64(result.MaxLoan))
	if result.MaxLoan == 0 {
		r.found(words.M("ltv_dsr.headline_none", "result", result), result.Basis)
		return true, nil
	}
	r.found(words.M("ltv_dsr.headline", "result", result), result.Basis)
	return false, nil
}

// incomeLimit is the DSR side. Without a rate no loan can be named: what is
// said then is the yearly payment that the income carries.
func (r *run) incomeLimit() error {
	t, income, existing := r.tables.DSR, r.in.Won("income"), r.in.Won("payment")
	if income == 0 {
		r.missing("income", "ltv_dsr.ask.income")
		return nil
	}
	limit := r.debtLimit()
	if !r.in.Has("rate") {
		r.missing("rate_pct", "ltv_dsr.ask.rate_pct")
		left := max(0, limit.of(income)-existing)
		r.found(words.M("ltv_dsr.yearly_headline", "of", left, "limit", limit),
			basis(words.M("ltv_dsr.yearly_formula", "income", income, "limit", limit, "existing", existing, "of", left), []Citation{cite(ruleFSC, "DSR")}, t.Source))
		return nil
	}
	months := r.in.Int("months")
	if months == 0 {
		months = r.tables.LTV.LoanCaps.MaxYears * 12
		r.assume("ltv_dsr.assumed_years", "months", months/12)
	}
	stress := r.stress()
	if r.in.Has("debt") && existing == 0 {
		r.missing("existing_annual", "ltv_dsr.ask.existing_annual")
	}
	rate := r.in.Rate("rate")
	result, err := t.MaxLoan(IncomeLimitInput{Income: income, ExistingAnnual: existing, Rate: rate, Stress: stress, Months: months, Limit: limit})
	if err != nil {
		return err
	}
	r.state.RawAnalysis.IncomeLimit = result
	r.metric("max_loan_by_dsr", float64(result.MaxLoan))
	r.found(words.M("ltv_dsr.income_headline", "limit", limit, "result", result), result.Basis)
	return r.loanRatio(income, existing, rate+stress, months, limit)
}

// stress is the rate added to a variable mortgage of the area.
func (r *run) stress() Rate {
	zone, ok := r.zone()
	if !ok {
		r.assume("ltv_dsr.assumed_capital_stress")
		return r.tables.DSR.StressRate(true)
	}
	r.assume("ltv_dsr.assumed_variable")
	return r.tables.DSR.StressRate(zone != ZoneOther)
}

// loanRatio adds the DSR of a loan that was named, at its rate with the
// stress, beside the payments of other loans.
func (r *run) loanRatio(income, existing int64, rate Rate, months int, limit Rate) error {
	loan := r.in.Won("loan")
	if loan == 0 {
		return nil
	}
	payment, err := Repay(RepaymentInput{Principal: loan, Rate: rate, Months: months, Method: RepayEqual})
	if err != nil {
		return err
	}
	result, err := r.tables.DSR.Ratio(income, existing+payment.Monthly*12, limit)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.DSR = result
	r.metric("dsr_pct", result.DSR.Pct())
	verdict := words.M("ltv_dsr.within")
	if !result.Within {
		verdict = words.M("ltv_dsr.over")
	}
	r.found(words.M("ltv_dsr.ratio_headline", "loan", loan, "result", result, "verdict", verdict, "rate", rate), result.Basis)
	return nil
}

// products holds the applicant against every public loan of the kind.
func (r *run) products(deposit, price int64, jeonse bool) error {
	kind, house, income := LoanPurchase, price, r.in.Won("income")
	if jeonse && price == 0 {
		kind, house = LoanJeonse, deposit
	}
	if income == 0 {
		if kind == LoanJeonse {
			r.missing("income", "loan.ask.income")
		}
		return nil
	}
	n, more, known := r.houses()
	if kind == LoanJeonse && known && (n > 0 || more) {
		return r.ownerJeonse(n, more)
	}
	age, _ := r.age()
	is := r.tags()
	for _, p := range r.team.loans.reckoned(kind, is) {
		result, err := r.team.loans.Eligibility(EligibilityInput{Product: p.ID, Income: income, Asset: r.in.Won("asset"), Age: age, House: house, NoHouse: known && n == 0 && !more, Is: is})
		if err != nil {
			return err
		}
		r.state.RawAnalysis.Loans = append(r.state.RawAnalysis.Loans, *result)
	}
	loans := r.state.RawAnalysis.Loans
	slices.SortStableFunc(loans, func(a, b EligibilityResult) int { return int((b.MaxLoan - a.MaxLoan) / 1_000_000) })
	for i := range loans {
		r.product(&loans[i])
	}
	return nil
}

// ownerJeonse tells the bound of a jeonse loan to someone who owns a home:
// the public products are for households without one.
func (r *run) ownerJeonse(n int, more bool) error {
	rule := r.tables.LTV.OneHouseJeonse
	headline := words.M("loan.owner_headline", "rule", rule)
	if n > 1 || more {
		headline = words.M("loan.owner_no_policy")
	}
	r.found(headline, basis(words.M("loan.owner_formula", "rule", rule), []Citation{cite(ruleFSC, "")}, rule.Source))
	return nil
}

func (r *run) product(x *EligibilityResult) {
	if !x.Eligible {
		r.rule(words.M("loan.headline_not", "name", x.Name, "x", x, "reason", x.Reasons[0]), x.Basis)
		return
	}
	if x.MaxLoan == 0 {
		r.rule(words.M("loan.headline_open", "name", x.Name, "unknown", x.Unknown), x.Basis)
		return
	}
	r.metric(x.Input.Product+".max_loan", float64(x.MaxLoan))
	headline := words.M("loan.headline_most", "name", x.Name, "x", x)
	switch {
	case x.Rate > 0 && x.MonthlyInterest > 0:
		r.metric(x.Input.Product+".rate_pct", x.Rate.Pct())
		r.metric(x.Input.Product+".monthly_interest", float64(x.MonthlyInterest))
		headline = words.M("loan.headline_rate", "name", x.Name, "x", x)
	case x.RateTo > 0:
		headline = words.M("loan.headline_rates", "name", x.Name, "x", x)
	}
	r.found(headline, x.Basis)
	for _, u := range x.Unknown {
		x.Open = append(x.Open, r.words.Text(u))
		r.open(x.Input.Product, "loan.ask.check", "name", x.Name, "u", u)
	}
}

// repayment answers what a loan costs a month.
func (r *run) repayment() error {
	in := RepaymentInput{Method: r.repayMethod(), Principal: r.in.Won("principal"), Rate: r.in.Rate("rate"), Months: r.in.Int("months")}
	// "한 달 이자" names the month of the interest, not the term.
	if in.Method == RepayInterest && in.Months < leastTerm {
		in.Months = 24
		r.assume("repayment.assumed_two_years")
	}
	if in.Months == 0 {
		r.missing("months", "repayment.ask.months")
		r.rule(r.message("repayment.rule", nil), r.basis(r.calc, "repayment.rule_formula", nil))
		return nil
	}
	result, err := Repay(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Repayment = result
	r.metric("monthly", float64(result.Monthly))
	r.metric("total_interest", float64(result.TotalInterest))
	r.found(said("repayment.headline."+in.Method, "x", result), result.Basis)
	return nil
}

// leastTerm is the shortest term in months that a loan is taken to have.
const leastTerm = 3

// repayMethod is how the loan is repaid. A jeonse loan is interest only
// unless said otherwise, which is how banks lend it.
func (r *run) repayMethod() string {
	switch {
	case r.says("loan.equal_principal"):
		return RepayPrincipal
	case r.says("loan.interest_only"):
		return RepayInterest
	case r.says("loan.equal_payment"):
		return RepayEqual
	case r.says("loan.jeonse"),
		r.contract("jeonse") && !r.says("loan.mortgage"):
		r.assume("repayment.assumed_interest_only")
		return RepayInterest
	}
	r.assume("repayment.assumed_equal")
	return RepayEqual
}
