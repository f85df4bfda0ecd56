package analysis

import (
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/words"
)

// brokerage answers the highest fee that one side owes.
func (r *run) brokerage() error {
	f := r.facts
	in := BrokerageInput{Property: PropertyHome, AreaM2: f.area(), Price: f.sum(estate.Price),
		Deposit: f.sum(estate.Deposit, estate.CurrentDeposit, estate.ProposedDeposit), Monthly: f.sum(estate.MonthlyRent)}
	lease := f.contract("jeonse") || f.contract("monthly_rent") || in.Deposit > 0 || in.Monthly > 0
	in.Deal = DealLease
	if f.contract("sale") && in.Deposit == 0 && in.Monthly == 0 || !lease || in.Price > 0 && in.Deposit == 0 && in.Monthly == 0 {
		in.Deal = DealSale
	}
	switch {
	case f.property("officetel"):
		in.Property = PropertyOfficetel
	case f.property("shop") || f.says("home.shop") || f.says("home.land"):
		in.Property = PropertyOther
	}
	if loose := f.loose(); len(loose) > 0 && in.Price == 0 && in.Deposit == 0 && in.Monthly == 0 {
		r.looseDeal(&in, loose[0], f.contract("sale") || f.says("trade.sale"), lease)
	}
	if in.Deal == DealSale && in.Price == 0 || in.Deal == DealLease && in.Deposit == 0 && in.Monthly == 0 {
		r.missing("price", "brokerage_fee.ask.price")
		t := r.tables.Brokerage
		r.rule(words.M("brokerage_fee.rule", "t", t),
			basis(words.M("brokerage_fee.rule_formula"), []Citation{cite(lawAgentsRule, "20")}, t.Source))
		return nil
	}
	result, err := r.tables.Brokerage.Fee(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Brokerage = result
	r.understood("deal", in.Deal)
	r.understoodWon("base", result.Base)
	r.metric("base", float64(result.Base))
	r.metric("rate_pct", result.Rate.Pct())
	r.metric("max_fee", float64(result.MaxFee))
	r.found(words.M("brokerage_fee.headline", "result", result), result.Basis)
	return nil
}

// looseDeal places a sum that has no role.
func (r *run) looseDeal(in *BrokerageInput, sum int64, sale, lease bool) {
	if lease && !sale {
		in.Deal, in.Deposit = DealLease, sum
		r.assume("assumed.deposit", "sum", sum)
		return
	}
	in.Deal, in.Price = DealSale, sum
	r.assume("assumed.sale", "sum", sum)
}

// acquisitionTax answers what buying the home costs in tax.
func (r *run) acquisitionTax() error {
	f := r.facts
	in := AcquisitionTaxInput{Price: f.sum(estate.Price), AreaM2: f.area(), Houses: 1, Date: r.today,
		FirstTime: f.firstHome(), Corporate: f.says("owner.corporate"), TemporaryTwo: f.says("owner.temporary_two")}
	if loose := f.sums("", estate.Asset); in.Price == 0 && len(loose) == 1 {
		in.Price = loose[0]
		r.assume("assumed.price", "sum", in.Price)
	}
	if in.Price == 0 {
		r.missing("price", "acquisition_tax.ask.price")
		r.taxRule()
		return nil
	}
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
	r.understoodWon("price", in.Price)
	if open {
		return r.taxBoth(in, result)
	}
	r.state.RawAnalysis.AcquisitionTax = result
	r.metric("rate_pct", result.Rate.Pct())
	r.metric("acquisition_tax", float64(result.Tax))
	r.metric("education_tax", float64(result.Education))
	r.metric("rural_tax", float64(result.Rural))
	r.metric("total", float64(result.Total))
	r.found(taxHeadline(result), result.Basis)
	return nil
}

// taxHouses settles how many homes are owned after the purchase.
func (r *run) taxHouses(in *AcquisitionTaxInput) {
	n, more, known := r.facts.houses()
	switch {
	case !known:
		r.assume("acquisition_tax.assumed_only_home")
		r.missing("houses", "acquisition_tax.ask.houses")
	case more:
		in.Houses = max(2, n)
		r.missing("houses", "acquisition_tax.ask.houses_exactly")
		r.assume("acquisition_tax.assumed_houses", "in", in)
	default:
		in.Houses = max(1, n)
		r.understood("houses", r.words.Say("acquisition_tax.houses_after", "in", in))
		if in.Houses > 1 {
			r.assume("acquisition_tax.assumed_including", "in", in)
		}
	}
}

// taxArea settles whether the home lies in an adjusted area: as it was said,
// else by the list of regulated areas that loans go by, whose areas are
// designated together. open tells that neither decides.
func (r *run) taxArea(in *AcquisitionTaxInput) (open, listed bool) {
	if v, said := r.facts.e.Attr("regulated_area"); said {
		in.Adjusted = v == "true"
		return false, false
	}
	t := r.tables.LTV
	region, placed := r.facts.region()
	regulated, known := t.RegulatedArea(region.Sido, region.Sigungu)
	if !placed || !known {
		r.missing("adjusted_area", "acquisition_tax.ask.adjusted_area")
		return true, false
	}
	in.Adjusted = regulated
	name := r.tables.placeName(region.Sido, region.Sigungu)
	if regulated {
		r.assume("acquisition_tax.assumed_adjusted", "name", name, "t", t)
	} else {
		r.assume("acquisition_tax.assumed_not_adjusted", "name", name, "t", t)
	}
	return false, true
}

// taxBoth tells the tax within and outside adjusted areas.
func (r *run) taxBoth(in AcquisitionTaxInput, outside *AcquisitionTaxResult) error {
	in.Adjusted = true
	inside, err := r.tables.AcquisitionTax.Tax(in)
	if err != nil {
		return err
	}
	r.found(words.M("acquisition_tax.outside", "headline", taxHeadline(outside)), outside.Basis)
	r.found(words.M("acquisition_tax.inside", "headline", taxHeadline(inside)), inside.Basis)
	return nil
}

func (r *run) taxRule() {
	t := r.tables.AcquisitionTax
	r.found(words.M("acquisition_tax.rule", "t", t),
		basis(words.M("acquisition_tax.rule_formula"), []Citation{cite(lawLocalTax, "11 (1) item 8")}, t.Source))
}

func taxHeadline(x *AcquisitionTaxResult) words.Message {
	return words.M("acquisition_tax.headline", "x", x)
}

// capitalGains answers the tax on selling a home at a gain.
func (r *run) capitalGains() error {
	f := r.facts
	prices := f.sums(estate.Price, "")
	if len(prices) < 2 {
		r.missing("sale", "capital_gains.ask.sale")
		t := r.tables.CapitalGains
		r.rule(words.M("capital_gains.rule", "t", t),
			basis(words.M("capital_gains.rule_formula"), []Citation{cite(lawIncomeTax, "55"), cite(lawIncomeTax, "89")}, t.Source))
		return nil
	}
	in := r.sale(prices)
	n, more, known := f.houses()
	in.OneHouse = known && n == 1 && !more
	months, held := f.termMonths()
	in.HeldMonths = months
	p, deducted := f.percent("long_hold")
	in.LongHold = p
	result, err := r.tables.CapitalGains.Tax(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.CapitalGains = result
	r.metric("tax", float64(result.Tax))
	if !held && result.NoTax != NoTaxLoss {
		r.assume("capital_gains.assumed_held")
	}
	if result.NoTax != "" {
		r.found(noTaxHeadline(result), result.Basis)
		return nil
	}
	if !known {
		r.missing("houses", "capital_gains.ask.houses", "high_price", r.tables.CapitalGains.HighPrice)
		r.assume("assumed.not_only_home")
	}
	if !deducted {
		r.missing("long_hold_pct", "capital_gains.ask.long_hold_pct")
	}
	r.found(words.M("capital_gains.headline", "result", result), result.Basis)
	return nil
}

// sale tells the buying from the selling price: by the verbs beside them,
// else the larger is taken as the selling price.
func (r *run) sale(prices []int64) CapitalGainsInput {
	if buy, sold, ok := r.facts.boughtAndSold(); ok {
		r.understoodWon("buy", buy)
		r.understoodWon("sale", sold)
		return CapitalGainsInput{Sale: sold, Buy: buy}
	}
	r.assume("capital_gains.assumed_larger_sold")
	return CapitalGainsInput{Sale: max(prices[0], prices[1]), Buy: min(prices[0], prices[1])}
}

func noTaxHeadline(x *CapitalGainsResult) words.Message {
	switch x.NoTax {
	case NoTaxLoss:
		return words.M("capital_gains.no_tax.loss")
	case NoTaxOneHouse:
		return words.M("capital_gains.no_tax.one_house")
	}
	return words.M("capital_gains.no_tax.deduction")
}

// holdingTax answers the base of the comprehensive holding tax.
func (r *run) holdingTax() error {
	f := r.facts
	price := r.sum("assumed.public_price", estate.PublicPrice)
	n, more, known := f.houses()
	t := r.tables.HoldingTax
	if price == 0 {
		r.missing("public_price", "holding_tax.ask.public_price")
		r.found(words.M("holding_tax.rule", "t", t),
			basis(words.M("holding_tax.rule_formula", "t", t), []Citation{cite(lawHoldingTax, "8")}, t.Source))
		return nil
	}
	if !known {
		r.missing("houses", "holding_tax.ask.houses")
		r.assume("assumed.not_only_home")
	}
	result, err := t.Base(price, known && n == 1 && !more)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.HoldingTax = result
	r.metric("tax_base", float64(result.TaxBase))
	r.found(words.M("holding_tax.headline", "result", result), result.Basis)
	return nil
}

// rentCredit answers what a year's rent takes off the income tax.
func (r *run) rentCredit() error {
	f := r.facts
	salary, monthly := r.yearlyIncome(), f.sum(estate.MonthlyRent)
	t := r.tables.RentCredit
	if salary == 0 || monthly == 0 {
		r.missing("salary", "rent_credit.ask.salary")
		r.found(words.M("rent_credit.rule", "t", t, "salary_to", t.Bands[0].SalaryTo, "pct", t.Bands[0].Pct, "salary_to_2", t.Bands[len(t.Bands)-1].SalaryTo, "pct_2", t.Bands[len(t.Bands)-1].Pct),
			basis(words.M("rent_credit.rule_formula", "t", t), []Citation{cite(lawSpecialTax, "95-2")}, t.Source))
		return nil
	}
	if monthly > MaxWon/12 {
		return refuse("monthly_rent", monthly, "input.too_large")
	}
	result, err := t.Credit(salary, monthly*12)
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
