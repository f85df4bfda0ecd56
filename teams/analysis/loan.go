package analysis

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/lending"
)

// loanLimits tells how much may be borrowed: by the value of the home, by the
// income, and from the public products.
func loanLimits(g *Given) (Outcome, error) {
	price, deposit := g.Won("price"), g.Won("deposit")
	if price+deposit+g.Won("house") == 0 && slices.Contains(g.methods, MethodDSR) && !g.Has("rate") {
		return Outcome{Skip: true}, nil // which tells what the income carries
	}
	jeonse := g.contract("jeonse") || g.contract("monthly_rent") || deposit > 0 || g.says("loan.jeonse")
	if jeonse {
		deposit = max(deposit, g.Won("house"))
	} else {
		price = max(price, g.Won("house"))
	}
	list := []Outcome{{Skip: true}}
	barred, named := g.barred(deposit, price, jeonse)
	if named != "" {
		list = append(list, barred)
	}
	if price > 0 {
		o := g.byValue(price)
		if o.Verdict == "headline_none" {
			return o, nil
		}
		list = append(list, o)
	}
	if !jeonse || price > 0 {
		o, err := g.byIncome()
		if err != nil {
			return o, err
		}
		list = append(list, o)
	}
	list = append(list, g.products(deposit, price, jeonse, named)...)
	if price == 0 && deposit == 0 {
		list = append(list, Outcome{Needs: "price", Skip: true})
	}
	list[0].Also = list[1:]
	return list[0], nil
}

// byValue is the lower of price × loan-to-value (the part of a won dropped) and
// the cap of the area. Policy loans have limits of their own.
func (g *Given) byValue(price int64) Outcome {
	t, o := g.Tables.LTV, Outcome{Words: map[string]any{"price": price}}
	zone := g.zone(&o)
	if zone == "" {
		o.Needs, o.Verdict = "region", "rule_price"
		return o
	}
	rate, cap := t.rate(zone, g.buyer(&o)), int64(0)
	most := rate.of(price)
	if zone != ZoneOther {
		cap = t.LoanCaps.cap(price)
		most = min(most, cap)
	}
	if most == 0 {
		o.Verdict = "headline_none"
	}
	o.Figures = map[string]any{"ltv": rate, "max_loan_by_ltv": most}
	o.Words["cap"], o.Words["own_funds"] = cap, price-most
	o.Notes, o.Sources = []string{"advice areas_change", "condition may_be_lower"}, []Source{t.LoanCaps.Source}
	return o
}

// zone is where the home stands, "" while that is not known.
func (g *Given) zone(o *Outcome) string {
	region, placed := g.region()
	switch v, _ := g.e.Attr("regulated_area"); {
	case v == "true":
		return ZoneRegulated
	case v == "false" && placed && !region.Capital:
		return ZoneOther
	case v == "false" && placed:
		return ZoneCapital
	case !placed && g.told("region.other"):
		return ZoneOther
	case !placed:
		return ""
	}
	regulated, known := g.Tables.LTV.RegulatedArea(region.Sido, region.Sigungu)
	switch {
	case regulated:
		o.Words["name"] = placeName(region.Sido, region.Sigungu)
		o.Assumed = append(o.Assumed, "ltv_dsr.assumed_regulated")
		return ZoneRegulated
	case !known:
		return ""
	case region.Capital:
		return ZoneCapital
	}
	return ZoneOther
}

// buyer is what the buyer owns; "1주택" next to a purchase counts the home
// that is bought, unless another one is bought beside it.
func (g *Given) buyer(o *Outcome) string {
	n, more, known := g.houses()
	switch {
	case g.firstHome():
		return BuyerFirstTime
	case known && (n >= 2 || more || n == 1 && g.told("owner.another")):
		return BuyerOwner
	case known && n == 0:
	case known:
		o.Assumed = append(o.Assumed, "ltv_dsr.assumed_this_home")
	default:
		o.Assumed = append(o.Assumed, "ltv_dsr.assumed_no_house")
	}
	return BuyerNoHouse
}

// byIncome is the DSR side: the loan with equal payments, at the rate with the
// stress of a variable mortgage, that the income leaves room for. Without a rate
// no loan can be named: what is said then is the yearly payment that the income
// carries. A loan that was named is held against the limit.
func (g *Given) byIncome() (Outcome, error) {
	t, income, existing, limit := g.Tables.DSR, g.Won("income"), g.Won("payment"), g.debtLimit()
	o := Outcome{Cites: []string{"fsc DSR"}, Of: &t.Source, Words: map[string]any{"limit": limit, "existing": existing}, Figures: map[string]any{}}
	if income == 0 {
		return Outcome{Needs: "income", Skip: true}, nil
	}
	left := max(0, limit.of(income)-existing)
	o.Words["left"] = left
	if g.ofOtherLoan() && existing == 0 {
		o.Asks = []string{"existing_annual"}
	}
	if !g.Has("rate") || g.ofOtherLoan() {
		o.Needs, o.Verdict, o.Formula = "rate_pct", "yearly_headline", "yearly_formula"
		return o, nil
	}
	rate, months := g.Rate("rate"), g.Int("months")
	if months < 1 || months > maxMonths { // of the house, not of the loan
		months, o.Assumed = g.Tables.LTV.LoanCaps.MaxYears*12, []string{"assumed_years"}
	}
	if err := rateWithin("rate", rate, 0, 30*Percent); err != nil {
		return o, err
	}
	stress := g.stress(&o)
	if g.Has("debt") && existing == 0 {
		o.Asks = []string{"existing_annual"}
	}
	o.Words["stress"], o.Words["months"], o.Words["years"], o.Words["until"] = stress, months, months/12, t.Stress.Until
	o.Verdict, o.Formula, o.Notes = "income_headline", "income_formula", []string{"caveat stress_until", "caveat dsr.approximate"}
	o.Figures["max_loan_by_dsr"] = loanFor(left, rate+stress, months)
	loan := g.Won("loan")
	if loan == 0 {
		return o, nil
	}
	monthly, _ := repay(loan, rate+stress, months, RepayEqual)
	yearly := existing + monthly*12
	if yearly/1000 > income {
		return o, refuse("annual_payment", yearly, "input.above_income")
	}
	ratio := Outcome{
		Verdict: "ratio_headline", Formula: "dsr.formula", Cites: o.Cites, Of: o.Of, Notes: []string{"caveat dsr.approximate"},
		Figures: map[string]any{"dsr": share(yearly, income)},
		Words:   map[string]any{"limit": limit, "payment": yearly, "stressed": rate + stress},
	}
	if slices.Contains(g.methods, MethodDSR) { // the ratio is what is asked
		ratio.Also = []Outcome{o}
		return ratio, nil
	}
	o.Also = []Outcome{ratio}
	return o, nil
}

// ofOtherLoan tells that the sum and the rate that are told are those of a loan beside the
// mortgage, as a credit loan: of the mortgage they say nothing.
func (g *Given) ofOtherLoan() bool { return g.told("loan.other_rate") }

// stress is what is added to a rate before a payment is held against the income.
func (g *Given) stress(o *Outcome) Rate {
	t := g.Tables.DSR.Stress
	switch zone := g.zone(&Outcome{Words: map[string]any{}}); {
	case g.Has("stress"):
		return g.Rate("stress")
	case g.told("loan.no_stress"):
		return 0
	case zone == "":
		o.Assumed = append(o.Assumed, "ltv_dsr.assumed_capital_stress")
	case zone == ZoneOther:
		o.Assumed = append(o.Assumed, "ltv_dsr.assumed_variable")
		return t.OtherPP
	default:
		o.Assumed = append(o.Assumed, "ltv_dsr.assumed_variable")
	}
	return t.CapitalPP
}

// products holds the applicant against every public loan of the kind that is
// known well enough to be reckoned with, the largest first. Someone who owns a
// home is told the bound of a jeonse loan: the products are for households
// without one.
func (g *Given) products(deposit, price int64, jeonse bool, told string) []Outcome {
	a, kind := g.applicant(deposit, price, jeonse)
	if a.Income == 0 {
		if kind == knowledge.LoanJeonse {
			return []Outcome{{Needs: "jeonse_income", Skip: true}}
		}
		return nil
	}
	n, more, known := g.houses()
	if kind == knowledge.LoanJeonse && known && (n > 0 || more) {
		rule := g.Tables.LTV.OneHouseJeonse
		o := Outcome{Verdict: "owner_headline", Formula: "owner_formula", Cites: []string{"fsc "}, Of: &rule.Source, Words: map[string]any{"limit": rule.Limit}}
		if n > 1 || more {
			o.Verdict = "owner_no_policy"
		}
		return []Outcome{o}
	}
	var list []Outcome
	for _, p := range g.loans {
		needed := func(group string) bool { return !slices.Contains(a.Groups, group) }
		if p.Kind == kind && p.ID != told && !p.Suspended && len(p.Ratios) > 0 && !slices.ContainsFunc(p.Requires, needed) {
			list = append(list, loanOf(p, a, known && n == 0 && !more))
		}
	}
	slices.SortStableFunc(list, func(x, y Outcome) int { return int((y.Loan.MaxLoan - x.Loan.MaxLoan) / 1_000_000) })
	return list
}

// applicant is what is known of who borrows, and the kind of loan.
func (g *Given) applicant(deposit, price int64, jeonse bool) (a lending.Applicant, kind string) {
	a = lending.ApplicantOf(g.text, g.e, lending.Youth(g.loans))
	a.Income, a.Asset, a.Deposit, a.Price, a.Monthly = g.Won("income"), g.Won("asset"), 0, price, 0
	if jeonse && price == 0 {
		a.Deposit = deposit
		return a, knowledge.LoanJeonse
	}
	return a, knowledge.LoanPurchase
}

// barred tells of a product that is asked for by its name that what was said rules
// it out, whatever else can be had; "" is none.
func (g *Given) barred(deposit, price int64, jeonse bool) (o Outcome, product string) {
	a, kind := g.applicant(deposit, price, jeonse)
	best, most, tie := knowledge.LoanProduct{}, 0, false
	for _, p := range g.loans {
		others := slices.ContainsFunc(p.Requires, func(group string) bool { return !slices.Contains(a.Groups, group) })
		if names := g.names(p); p.Kind == kind && !others && names > 0 && names >= most {
			best, most, tie = p, names, names == most
		}
	}
	if most == 0 || tie { // of several that are named none is the one that is asked for
		return o, ""
	}
	n, more, known := g.houses()
	o = loanOf(best, a, known && n == 0 && !more)
	if len(o.Loan.against) == 0 {
		return o, ""
	}
	o.Verdict, o.Rule, o.Words["reasons"], o.Figures[best.ID+".max_loan"] = "loan.headline_none", false, o.Loan.against, int64(0)
	return o, best.ID
}

// names are how many of its names a question calls a product by; those of one that is
// for a group count double, since others have some of them too.
func (g *Given) names(p knowledge.LoanProduct) (n int) {
	for _, name := range p.Called {
		if strings.Contains(strings.ToLower(g.question), strings.ToLower(name)) {
			n += 1 + min(1, len(p.Requires))
		}
	}
	return n
}

// meaning says what a word is to those who ask.
func (g *Given) meaning(word string, cites []string, source Source, t any) []Outcome {
	if !g.says("meaning."+word) || !g.says("meaning.asked") {
		return nil
	}
	key := "meaning." + word
	return []Outcome{{
		Title: key + ".title", Verdict: key + ".rule", Formula: key + ".formula", Rule: true,
		Cites: cites, Of: &source, Words: map[string]any{"t": t},
	}}
}

// loanWords tells what LTV and DSR are to those who ask.
func (g *Given) loanWords() []Outcome {
	dsr, ltv := g.Tables.DSR, g.Tables.LTV
	told := g.meaning("dsr", []string{"fsc DSR"}, dsr.Source, dsr)
	return append(told, g.meaning("ltv", []string{"fsc LTV"}, ltv.Source, ltv)...)
}

// ratioWord tells what 전세가율 is.
func (g *Given) ratioWord() []Outcome { return g.meaning("jeonse_ratio", []string{}, arithmetic, nil) }
