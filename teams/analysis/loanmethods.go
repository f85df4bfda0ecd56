package analysis

import (
	"slices"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/words"
)

// loanLimits answers how much may be borrowed: by the value of the home, by
// the income, and from the public products.
func (r *run) loanLimits() error {
	f := r.facts
	price, income := f.sum(estate.Price), r.yearlyIncome()
	deposit := f.sum(estate.Deposit, estate.CurrentDeposit, estate.ProposedDeposit)
	jeonse := f.contract("jeonse") || f.contract("monthly_rent") || deposit > 0
	if loose := f.loose(); price == 0 && deposit == 0 && len(loose) == 1 {
		if jeonse {
			deposit = loose[0]
		} else {
			price = loose[0]
		}
		r.assume("ltv_dsr.assumed_house", "loose", loose[0])
	}
	r.loanRatioMeaning()
	r.understoodWon("price", price)
	r.understoodWon("income", income)
	r.understoodWon("deposit", deposit)
	if price > 0 {
		if err := r.valueLimit(price); err != nil {
			return err
		}
	}
	if !jeonse || price > 0 {
		if err := r.incomeLimit(income); err != nil {
			return err
		}
	}
	if err := r.products(income, deposit, price, jeonse); err != nil {
		return err
	}
	if price == 0 && deposit == 0 {
		r.missing("price", "ltv_dsr.ask.price")
	}
	return nil
}

// zone is where the home stands; ok is false while that is not known.
func (r *run) zone() (zone string, ok bool) {
	region, placed := r.facts.region()
	switch v, _ := r.facts.e.Attr("regulated_area"); {
	case v == "true":
		return ZoneRegulated, true
	case v == "false" && placed && !region.Capital:
		return ZoneOther, true
	case v == "false" && placed:
		return ZoneCapital, true
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
// that is bought.
func (r *run) buyer() string {
	n, more, known := r.facts.houses()
	switch {
	case r.facts.firstHome():
		return BuyerFirstTime
	case known && (n >= 2 || more):
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

func (r *run) valueLimit(price int64) error {
	zone, ok := r.zone()
	if !ok {
		if err := amount("price", price); err != nil {
			return err
		}
		r.missing("region", "ltv_dsr.ask.region")
		t := r.tables.LTV
		r.rule(words.M("ltv_dsr.rule", "t", t),
			basis(words.M("ltv_dsr.rule_formula"), []Citation{cite(ruleFSC, "LTV")}, t.Source))
		return nil
	}
	result, err := r.tables.LTV.Limit(LTVInput{Price: price, Zone: zone, Buyer: r.buyer()})
	if err != nil {
		return err
	}
	r.state.RawAnalysis.LTV = result
	r.metric("ltv_pct", result.LTV.Pct())
	r.metric("max_loan_by_ltv", float64(result.MaxLoan))
	r.found(words.M("ltv_dsr.headline", "result", result), result.Basis)
	return nil
}

// incomeLimit is the DSR side. Without a rate no loan can be named: what is
// said then is the yearly payment that the income carries.
func (r *run) incomeLimit(income int64) error {
	t := r.tables.DSR
	if income == 0 {
		r.missing("income", "ltv_dsr.ask.income")
		return nil
	}
	if err := amount("income", income); err != nil {
		return err
	}
	limit := t.BankPct
	if r.facts.says("loan.second_tier") {
		limit = t.SecondTierPct
	}
	rate, known := r.facts.percent("interest")
	if !known {
		r.missing("rate_pct", "ltv_dsr.ask.rate_pct")
		r.found(words.M("ltv_dsr.yearly_headline", "of", limit.of(income), "limit", limit),
			basis(words.M("ltv_dsr.yearly_formula", "income", income, "limit", limit, "of", limit.of(income)), []Citation{cite(ruleFSC, "DSR")}, t.Source))
		return nil
	}
	months, ok := r.facts.termMonths()
	if !ok {
		months = r.tables.LTV.LoanCaps.MaxYears * 12
		r.assume("ltv_dsr.assumed_years", "months", months/12)
	}
	stress, err := r.stress()
	if err != nil {
		return err
	}
	existing := r.facts.sum(estate.Debt)
	if existing > 0 {
		r.missing("existing_annual", "ltv_dsr.ask.existing_annual")
	}
	result, err := t.MaxLoan(IncomeLimitInput{Income: income, Rate: rate, Stress: stress, Months: months, Limit: limit})
	if err != nil {
		return err
	}
	r.state.RawAnalysis.IncomeLimit = result
	r.metric("max_loan_by_dsr", float64(result.MaxLoan))
	r.found(words.M("ltv_dsr.income_headline", "limit", limit, "result", result), result.Basis)
	return r.loanRatio(income, rate+stress, months, limit)
}

// stress is the rate added to a variable mortgage of the area.
func (r *run) stress() (Rate, error) {
	zone, ok := r.zone()
	if !ok {
		r.assume("ltv_dsr.assumed_capital_stress")
		return r.tables.DSR.StressRate(true, "")
	}
	r.assume("ltv_dsr.assumed_variable")
	return r.tables.DSR.StressRate(zone != ZoneOther, "")
}

// loanRatio adds the DSR of a loan that was named, at its rate with the
// stress.
func (r *run) loanRatio(income int64, rate Rate, months int, limit Rate) error {
	loan := r.facts.sum(estate.Loan)
	if loan == 0 {
		return nil
	}
	payment, err := Repay(RepaymentInput{Principal: loan, Rate: rate, Months: months, Method: RepayEqual})
	if err != nil {
		return err
	}
	result, err := r.tables.DSR.Ratio(income, payment.Monthly*12, limit)
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
func (r *run) products(income, deposit, price int64, jeonse bool) error {
	kind, house := LoanPurchase, price
	if jeonse && price == 0 {
		kind, house = LoanJeonse, deposit
	}
	if income == 0 {
		if kind == LoanJeonse {
			r.missing("income", "loan.ask.income")
		}
		return nil
	}
	n, more, known := r.facts.houses()
	if kind == LoanJeonse && known && (n > 0 || more) {
		return r.ownerJeonse(n, more)
	}
	age, _ := r.facts.age()
	is := r.facts.tags()
	for _, p := range r.team.loans.reckoned(kind, is) {
		result, err := r.team.loans.Eligibility(EligibilityInput{Product: p.ID, Income: income, Asset: r.facts.sum(estate.Asset), Age: age, House: house, NoHouse: known && n == 0 && !more, Is: is})
		if err != nil {
			return err
		}
		r.state.RawAnalysis.Loans = append(r.state.RawAnalysis.Loans, *result)
	}
	slices.SortStableFunc(r.state.RawAnalysis.Loans, func(a, b EligibilityResult) int { return int((b.MaxLoan - a.MaxLoan) / 1_000_000) })
	for i := range r.state.RawAnalysis.Loans {
		r.product(&r.state.RawAnalysis.Loans[i])
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
		reason := x.Reasons[0]
		r.rule(words.M("loan.headline_not", "name", x.Name, "x", x, "reason", reason), x.Basis)
		return
	}
	r.metric(x.Input.Product+".max_loan", float64(x.MaxLoan))
	headline := words.M("loan.headline_most", "name", x.Name, "x", x)
	switch {
	case x.Rate > 0 && x.MonthlyInterest > 0:
		r.metric(x.Input.Product+".rate_pct", x.Rate.Pct())
		r.metric(x.Input.Product+".monthly_interest", float64(x.MonthlyInterest))
		headline = words.M("loan.headline_rate", "headline", headline, "x", x)
	case x.RateTo > 0:
		headline = words.M("loan.headline_rates", "headline", headline, "x", x)
	}
	r.found(words.M("loan.headline", "headline", headline, "x", x), x.Basis)
	for _, u := range x.Unknown {
		x.Open = append(x.Open, r.words.Text(u))
		r.state.InputData.Missing = append(r.state.InputData.Missing, Missing{Method: r.method, Name: x.Input.Product,
			Question: r.words.Say("loan.ask.check", "name", x.Name, "u", u)})
	}
}

// repayment answers what a loan costs a month.
func (r *run) repayment() error {
	f := r.facts
	in := RepaymentInput{Method: r.repayMethod()}
	in.Principal = r.sum("repayment.assumed_principal", estate.Loan)
	rate, known := f.percent("interest")
	in.Rate = rate
	months, term := f.termMonths()
	in.Months = months
	if in.Principal == 0 {
		r.missing("principal", "repayment.ask.principal")
	}
	if !known {
		r.missing("rate_pct", "repayment.ask.rate_pct")
	}
	if !term && in.Method != RepayInterest {
		r.missing("months", "repayment.ask.months")
	}
	// "한 달 이자" names the month of the interest, not the term.
	if in.Method == RepayInterest && in.Months < leastTerm {
		in.Months = 24
		r.assume("repayment.assumed_two_years")
	}
	if r.incomplete && in.Method == RepayInterest {
		r.found(words.M("repayment.rule_interest_only"),
			basis(words.M("repayment.rule_interest_only_formula"), nil, arithmetic))
		return nil
	}
	if r.incomplete {
		r.found(words.M("repayment.rule"),
			basis(words.M("repayment.rule_formula"), nil, arithmetic))
		return nil
	}
	result, err := Repay(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Repayment = result
	r.understoodWon("principal", in.Principal)
	r.metric("monthly", float64(result.Monthly))
	r.metric("total_interest", float64(result.TotalInterest))
	r.found(repayHeadline(result), result.Basis)
	return r.balanceChart(in)
}

// leastTerm is the shortest term in months that a loan is taken to have.
const leastTerm = 3

// repayMethod is how the loan is repaid. A jeonse loan is interest only
// unless said otherwise, which is how banks lend it.
func (r *run) repayMethod() string {
	f := r.facts
	switch {
	case f.says("loan.equal_principal"):
		return RepayPrincipal
	case f.says("loan.interest_only"):
		return RepayInterest
	case f.says("loan.equal_payment"):
		return RepayEqual
	case f.says("loan.jeonse"),
		f.contract("jeonse") && !f.says("loan.mortgage"):
		r.assume("repayment.assumed_interest_only")
		return RepayInterest
	}
	r.assume("repayment.assumed_equal")
	return RepayEqual
}

func repayHeadline(x *RepaymentResult) words.Message {
	switch x.Input.Method {
	case RepayInterest:
		return words.M("repayment.headline.interest_only", "x", x)
	case RepayPrincipal:
		return words.M("repayment.headline.equal_principal", "x", x)
	}
	return words.M("repayment.headline.equal_payment", "x", x)
}

// balanceChart draws what is still owed at the end of every year.
func (r *run) balanceChart(in RepaymentInput) error {
	plan, err := Schedule(in)
	if err != nil {
		return err
	}
	c := Chart{Kind: "line", Title: r.words.Say("repayment.chart.title"), Series: []Series{{Name: r.words.Say("repayment.chart.left"), Unit: "won"}}}
	for _, m := range plan {
		if m.Month%12 != 0 && m.Month != len(plan) {
			continue
		}
		c.Labels = append(c.Labels, r.words.Say("repayment.chart.months", "m", m))
		c.Series[0].Values = append(c.Series[0].Values, float64(m.Balance))
	}
	r.chart(c)
	return nil
}
