package analysis

import (
	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// brokerage answers the highest fee that one side owes.
func (r *run) brokerage() error {
	in := BrokerageInput{Deal: DealSale, Property: PropertyHome, AreaM2: r.in.Area("area_m2"), Price: r.in.Won("price"),
		Deposit: r.in.Won("deposit"), Monthly: r.in.Won("rent")}
	lease := r.contract("jeonse") || r.contract("monthly_rent")
	switch sale := r.contract("sale") || r.says("trade.sale"); {
	case r.in.Has("deal") && lease && !sale:
		in.Deposit = r.in.Won("deal")
	case r.in.Has("deal"):
		in.Price = r.in.Won("deal")
	}
	if in.Price == 0 || lease && (in.Deposit > 0 || in.Monthly > 0) && !r.contract("sale") {
		in.Deal = DealLease
	}
	switch {
	case r.property("officetel"):
		in.Property = PropertyOfficetel
	case r.property("shop") || r.says("home.shop") || r.says("home.land"):
		in.Property = PropertyOther
	}
	result, err := r.tables.Brokerage.Fee(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Brokerage = result
	r.understood("deal", in.Deal)
	r.metric("base", float64(result.Base))
	r.metric("rate_pct", result.Rate.Pct())
	r.metric("max_fee", float64(result.MaxFee))
	headline := words.M("brokerage_fee.headline", "result", result)
	if asked, at := r.percent("fee"); at >= 0 && asked > result.Rate {
		r.rates[at] = true
		headline = joined(sentences, headline, words.M("brokerage_fee.asked_over", "asked", asked, "result", result))
	}
	r.found(headline, result.Basis)
	return nil
}

// acquisitionTax answers what buying the home costs in tax.
func (r *run) acquisitionTax() error {
	in := AcquisitionTaxInput{Price: r.in.Won("price"), AreaM2: r.in.Area("area_m2"), Houses: 1, Date: r.today,
		FirstTime: r.firstHome() && !r.says("tax.no_relief"), Corporate: r.says("owner.corporate"), TemporaryTwo: r.says("owner.temporary_two")}
	r.taxHouses(&in)
	open, listed := false, false
	if in.Houses > 1 && !in.Corporate && (!in.TemporaryTwo || in.Houses > 2) {
		open, listed = r.taxArea(&in)
	}
	result, err := r.tables.AcquisitionTax.Tax(in)
	if err != nil {
		return err
	}
	if listed {
		result.rest(r.tables.LTV.Source)
	}
	if open {
		return r.taxBoth(in, result)
	}
	r.state.RawAnalysis.AcquisitionTax = result
	r.metric("rate_pct", result.Rate.Pct())
	r.metric("acquisition_tax", float64(result.Tax))
	r.metric("education_tax", float64(result.Education))
	r.metric("rural_tax", float64(result.Rural))
	r.metric("total", float64(result.Total))
	r.found(words.M("acquisition_tax.headline", "x", result), result.Basis)
	return nil
}

// taxHouses settles how many homes are owned after the purchase.
func (r *run) taxHouses(in *AcquisitionTaxInput) {
	n, more, known := r.houses()
	switch {
	case !known:
		r.assume("acquisition_tax.assumed_only_home")
		r.open("houses", "acquisition_tax.ask.houses")
	case more:
		in.Houses = max(2, n)
		r.open("houses", "acquisition_tax.ask.houses_exactly")
		r.assume("acquisition_tax.assumed_houses", "in", in)
	default:
		in.Houses = max(1, n)
		if n > 0 && r.says("owner.another") {
			in.Houses = n + 1
		}
		if in.Houses > 1 {
			r.assume("acquisition_tax.assumed_including", "in", in)
		}
	}
}

// taxArea settles whether the home lies in an adjusted area: as it was said,
// else by the list of regulated areas that loans go by, whose areas are
// designated together. open tells that neither decides.
func (r *run) taxArea(in *AcquisitionTaxInput) (open, listed bool) {
	if v, said := r.e.Attr("regulated_area"); said {
		in.Adjusted = v == "true"
		return false, false
	}
	t := r.tables.LTV
	region, placed := r.region()
	regulated, known := t.RegulatedArea(region.Sido, region.Sigungu)
	if !placed || !known {
		r.open("adjusted_area", "acquisition_tax.ask.adjusted_area")
		return true, false
	}
	in.Adjusted = regulated
	key := "acquisition_tax.assumed_not_adjusted"
	if regulated {
		key = "acquisition_tax.assumed_adjusted"
	}
	r.assume(key, "name", r.tables.placeName(region.Sido, region.Sigungu), "t", t)
	return false, true
}

// taxBoth tells the tax within and outside adjusted areas.
func (r *run) taxBoth(in AcquisitionTaxInput, outside *AcquisitionTaxResult) error {
	in.Adjusted = true
	inside, err := r.tables.AcquisitionTax.Tax(in)
	if err != nil {
		return err
	}
	headline := func(x *AcquisitionTaxResult) words.Message { return words.M("acquisition_tax.headline", "x", x) }
	r.found(words.M("acquisition_tax.outside", "headline", headline(outside)), outside.Basis)
	r.found(words.M("acquisition_tax.inside", "headline", headline(inside)), inside.Basis)
	return nil
}

// capitalGains answers the tax on selling a home at a gain.
func (r *run) capitalGains() error {
	in, ok := r.sale()
	if !ok {
		r.missing("sale", "capital_gains.ask.sale")
		r.rule(r.message("capital_gains.rule", nil), r.basis(r.calc, "capital_gains.rule_formula", nil))
		return nil
	}
	n, more, known := r.houses()
	known = known || r.says("owner.taxed")
	in.OneHouse = known && n == 1 && !more && !r.says("owner.taxed")
	in.HeldMonths, in.LongHold, in.Expenses = r.in.Int("held"), r.in.Rate("long_hold"), r.in.Won("expenses")
	result, err := r.tables.CapitalGains.Tax(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.CapitalGains = result
	r.metric("tax", float64(result.Tax))
	if !r.in.Has("held") && result.NoTax != NoTaxLoss {
		r.assume("capital_gains.assumed_held")
	}
	if result.NoTax != "" {
		r.found(said("capital_gains.no_tax."+result.NoTax), result.Basis)
		return nil
	}
	if !known {
		r.open("houses", "capital_gains.ask.houses", "high_price", r.tables.CapitalGains.HighPrice)
		r.assume("assumed.not_only_home")
	}
	if t := r.tables.CapitalGains; !r.in.Has("long_hold") && (in.HeldMonths == 0 || in.HeldMonths >= t.LongHoldMonths) {
		r.open("long_hold_pct", "capital_gains.ask.long_hold_pct")
	}
	r.found(words.M("capital_gains.headline", "result", result), result.Basis)
	return nil
}

// sale is what was said of the gain: itself, or the prices of purchase and
// sale, of which the larger is the sale's where no verb tells.
func (r *run) sale() (CapitalGainsInput, bool) {
	gain, sold, bought := r.in.Won("gain"), r.in.Won("sale"), r.in.Won("buy")
	first, second := r.in.Won("first"), r.in.Won("second")
	switch {
	case gain > 0:
		return CapitalGainsInput{Gain: gain, Sale: max(sold, first)}, true
	case sold > 0 && bought > 0:
		return CapitalGainsInput{Sale: sold, Buy: bought}, true
	case first > 0 && sold+bought > 0:
		in := CapitalGainsInput{Sale: sold, Buy: bought}
		if sold == 0 {
			in.Sale = first
		} else {
			in.Buy = first
		}
		return in, true
	case second > 0:
		r.assume("capital_gains.assumed_larger_sold")
		return CapitalGainsInput{Sale: max(first, second), Buy: min(first, second)}, true
	}
	return CapitalGainsInput{}, false
}

// holdingTax answers the base of the comprehensive holding tax.
func (r *run) holdingTax() error {
	n, more, known := r.houses()
	if !known {
		r.open("houses", "holding_tax.ask.houses")
		r.assume("assumed.not_only_home")
	}
	result, err := r.tables.HoldingTax.Base(r.in.Won("public_price"), known && n == 1 && !more)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.HoldingTax = result
	r.metric("tax_base", float64(result.TaxBase))
	headline := words.M("holding_tax.headline", "result", result)
	if result.TaxBase == 0 {
		headline = words.M("holding_tax.none", "result", result)
	}
	r.found(headline, result.Basis)
	return nil
}

// rentCredit answers what a year's rent takes off the income tax.
func (r *run) rentCredit() error {
	salary, rent, months := r.in.Won("salary"), r.in.Won("rent"), r.in.Int("months")
	if rent > MaxWon/12 {
		return refuse("monthly_rent", rent, "input.too_large")
	}
	if months < 1 || months > 12 {
		months = 12
		r.assume("rent_credit.assumed_year")
	}
	result, err := r.tables.RentCredit.Credit(salary, rent*int64(months))
	if err != nil {
		return err
	}
	r.state.RawAnalysis.RentCredit = result
	r.metric("credit", float64(result.Credit))
	if result.Rate == 0 {
		r.found(words.M("rent_credit.too_high", "salary", salary), result.Basis)
		return nil
	}
	r.found(words.M("rent_credit.headline", "result", result), result.Basis)
	return nil
}

// meaning says what a word is to those who ask.
func (r *run) meaning(word, article string, t any, source Source) {
	if !r.says("meaning."+word) || !r.says("meaning.asked") {
		return
	}
	var statute []Citation
	if article != "" {
		statute = []Citation{cite(ruleFSC, article)}
	}
	r.under("meaning."+word+".title", func() {
		r.rule(said("meaning."+word+".rule", "t", t), basis(said("meaning."+word+".formula"), statute, source))
	})
}

// debtService answers what share of the income the payments take.
func (r *run) debtService() error {
	limit := r.debtLimit()
	result, err := r.tables.DSR.Ratio(r.in.Won("income"), r.in.Won("payment"), limit)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.DSR = result
	r.metric("dsr_pct", result.DSR.Pct())
	verdict := words.M("dsr.within", "limit", limit)
	if !result.Within {
		verdict = words.M("dsr.over", "limit", limit)
	}
	result.note(answer.KindCondition, "dsr.yearly", "of", limit.of(result.Income))
	r.found(words.M("dsr.headline", "result", result, "verdict", verdict), result.Basis)
	return nil
}

// debtLimit is the highest share of the income: a bank's, or another lender's.
func (r *run) debtLimit() Rate {
	if r.says("loan.second_tier") {
		return r.tables.DSR.SecondTierPct
	}
	return r.tables.DSR.BankPct
}
