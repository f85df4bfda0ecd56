package analysis

import "fmt"

// AcquisitionTaxTable holds the rates on buying a home.
type AcquisitionTaxTable struct {
	Source Source `yaml:"source"`
	Low    struct {
		To  int64 `yaml:"to"`
		Pct Rate  `yaml:"pct"`
	} `yaml:"low"`
	// High holds for prices above Over, the slope between both.
	High struct {
		Over int64 `yaml:"over"`
		Pct  Rate  `yaml:"pct"`
	} `yaml:"high"`
	SlopeNum   int64 `yaml:"slope_num"`
	SlopeDen   int64 `yaml:"slope_den"`
	SlopeMinus int64 `yaml:"slope_minus"`
	// Heavy are the rates of art. 13-2 for owners of several homes.
	Heavy struct {
		Source                     Source `yaml:"source"`
		FirstPct                   Rate   `yaml:"first_pct"`
		SecondPct                  Rate   `yaml:"second_pct"`
		ExemptStandardPriceCapital int64  `yaml:"exempt_standard_price_capital"`
		ExemptStandardPriceOther   int64  `yaml:"exempt_standard_price_other"`
		TemporaryTwoHouseYears     int    `yaml:"temporary_two_house_years"`
	} `yaml:"heavy"`
	Education struct {
		Source         Source `yaml:"source"`
		ShareOfRatePct Rate   `yaml:"share_of_rate_pct"`
		HeavyPct       Rate   `yaml:"heavy_pct"`
	} `yaml:"education"`
	// Rural is the special rural development tax on larger homes.
	Rural struct {
		Source         Source  `yaml:"source"`
		OverM2         float64 `yaml:"over_m2"`
		BasePct        Rate    `yaml:"base_pct"`
		FirstHeavyPct  Rate    `yaml:"first_heavy_pct"`
		SecondHeavyPct Rate    `yaml:"second_heavy_pct"`
	} `yaml:"rural"`
	// FirstHome is what a first home is let off, Birth that of parents soon after a
	// birth (art. 36-3 and 36-5 of the act on local tax relief); one of both holds.
	FirstHome TaxRelief `yaml:"first_home"`
	Birth     TaxRelief `yaml:"birth"`
	DueDays   int       `yaml:"due_days"`
}

// TaxRelief is what an only home up to a price is let off.
type TaxRelief struct {
	Source  Source `yaml:"source"`
	Until   string `yaml:"until"`
	PriceTo int64  `yaml:"price_to"`
	Relief  int64  `yaml:"relief"`
}

// validate wants the rates to meet at the ends of what lies between them.
func (t AcquisitionTaxTable) validate() error {
	if t.High.Over <= t.Low.To || t.High.Pct <= t.Low.Pct {
		return &badValue{"$.acquisition_tax.high", "is not above low"}
	}
	if low, high := t.between(t.Low.To), t.between(t.High.Over); low != t.Low.Pct || high != t.High.Pct {
		return &badValue{"$.acquisition_tax.slope_num", fmt.Sprintf("with the other numbers of the slope gives %s and %s at its ends, not %s and %s", low, high, t.Low.Pct, t.High.Pct)}
	}
	return nil
}

// The rates that a purchase falls under.
const (
	taxBase        = "base"         // 1-3 %
	taxFirstHeavy  = "first_heavy"  // 8 %
	taxSecondHeavy = "second_heavy" // 12 %
)

// purchase is a home that is bought, by what decides on its rate.
type purchase struct {
	houses int // of the household, with this one
	// adjusted tells that the home lies in an area subject to adjustment,
	// temporaryTwo that the old home is sold within three years.
	adjusted, corporate, temporaryTwo, first, birth bool
}

// acquisitionTax is the tax of a home bought for money (art. 11 (1) item 8,
// art. 13-2), the local education tax (art. 151) and the rural tax. Where
// neither the question nor the list of regulated areas tells whether the home
// lies in an adjusted area, both are told.
func acquisitionTax(g *Given) (Outcome, error) {
	o := Outcome{}
	relieved := !g.says("tax.no_relief")
	p := purchase{first: g.firstHome() && relieved, birth: g.told("tax.birth") && !g.says("tax.birth_past") && relieved, corporate: g.says("owner.corporate"), temporaryTwo: g.told("owner.temporary_two")}
	p.houses = g.housesAfter(&o)
	open := p.houses > 1 && !p.corporate && !g.adjusted(&p, &o) && (!p.temporaryTwo || p.houses > 2)
	t := g.Tables.AcquisitionTax
	if !open {
		t.taxes(g, p, &o)
		return o, nil
	}
	inside := Outcome{}
	t.taxes(g, p, &o)
	p.adjusted = true
	t.taxes(g, p, &inside)
	for where, one := range map[string]*Outcome{"outside": &o, "inside": &inside} {
		one.Words = Inputs(one.Words).with(one.Figures)
		one.Words["where"], one.Figures = where, nil
	}
	o.Also = []Outcome{inside}
	return o, nil
}

// housesAfter is how many homes are owned after the purchase.
func (g *Given) housesAfter(o *Outcome) int {
	n, more, known := g.houses()
	another := g.told("owner.another")
	switch {
	case !known && another:
		o.Asks, o.Assumed = []string{"houses_exactly"}, []string{"assumed_houses"}
		return 2
	case !known:
		o.Asks, o.Assumed = []string{"houses"}, []string{"assumed_only_home"}
		return 1
	case more:
		o.Asks, o.Assumed = []string{"houses_exactly"}, []string{"assumed_houses"}
		return max(2, n)
	case n > 0 && another:
		n++
	}
	if n > 1 {
		o.Assumed = []string{"assumed_house_count"}
	}
	return max(1, n)
}

// adjusted settles whether the home lies in an adjusted area: as it was said,
// else by the list of regulated areas that loans go by, whose areas are
// designated together. False tells that neither decides.
func (g *Given) adjusted(p *purchase, o *Outcome) bool {
	if v, said := g.e.Attr("regulated_area"); said {
		p.adjusted = v == "true"
		return true
	}
	region, placed := g.region()
	regulated, known := g.Tables.LTV.RegulatedArea(region.Sido, region.Sigungu)
	if !placed || !known || g.owned(region) {
		o.Asks = append(o.Asks, "adjusted_area")
		return false
	}
	key := "assumed_not_adjusted"
	if p.adjusted = regulated; regulated {
		key = "assumed_adjusted"
	}
	o.Assumed, o.Sources = append(o.Assumed, key), []Source{g.Tables.LTV.Source}
	return true
}

// tax reckons. Between 600 and 900 million won the rate is price × 2 ÷
// 300,000,000 − 3 percent, rounded half up to 0.01 %; sums drop the part of a
// won. Notices are cut to 10 won, which is not done here.
func (t AcquisitionTaxTable) tax(g *Given, p purchase, o *Outcome) {
	price, area := g.Won("price"), g.Area("area_m2")
	rate, educationRate, ruralRate := t.rates(p.category(), price)
	tax, education, rural := rate.of(price), educationRate.of(price), ruralRate.of(price)
	let, claimed := t.relief(p)
	relief, above85 := int64(0), int64(0)
	if claimed && p.houses == 1 && p.category() == taxBase && price <= let.PriceTo && g.today <= let.Until {
		relief = min(tax, let.Relief)
	}
	note := func(when bool, key string) {
		if when {
			o.Notes = append(o.Notes, key)
		}
	}
	note(area == 0, "assumption area_unknown")
	if area <= t.Rural.OverM2 {
		rural, above85 = 0, rural
	}
	o.Sources = append(o.Sources, t.Education.Source, t.Rural.Source)
	if p.category() != taxBase {
		o.Cites, o.Sources = []string{"local_tax 13-2"}, append(o.Sources, t.Heavy.Source)
	} else {
		o.Cites = []string{"local_tax 11 (1) item 8"}
	}
	o.Cites = append(o.Cites, "local_tax 151", "rural_tax 5")
	switch {
	case p.birth:
		o.Cites = append(o.Cites, "local_relief 36-5")
	case p.first:
		o.Cites = append(o.Cites, "local_relief 36-3")
	}
	if claimed {
		o.Sources = append(o.Sources, let.Source)
	}
	note(p.first && !p.birth && relief == 0, "condition relief_not_applied")
	note(p.birth, "condition relief_of_birth")
	note(relief > 0, "caveat relief_of_tax_only")
	o.Figures = map[string]any{"rate": rate, "acquisition_tax": tax - relief, "education_tax": education, "rural_tax": rural, "total": tax - relief + education + rural}
	region, _ := g.region()
	o.Words = map[string]any{
		"relief": relief, "education_rate": educationRate, "rural_rate": ruralRate, "above_85": above85, "houses": p.houses, "where": "",
		"slope": p.category() == taxBase && price > t.Low.To && price <= t.High.Over,
		"name":  placeName(region.Sido, region.Sigungu), "regulated": g.Tables.LTV.Source,
	}
	t.whetherSold(p, price, area, o)
	note(p.category() != taxBase, "condition heavy_exempt")
	note(true, "advice file_within")
}

// whetherSold tells of a second home what the taxes are where the old one is not sold in
// time, or is.
func (t AcquisitionTaxTable) whetherSold(p purchase, price int64, area float64, o *Outcome) {
	if p.houses != 2 || !p.adjusted || p.corporate {
		return
	}
	key := "condition if_sold"
	if p.temporaryTwo {
		key = "condition unless_sold"
	}
	p.temporaryTwo = !p.temporaryTwo
	rate, education, rural := t.rates(p.category(), price)
	if area <= t.Rural.OverM2 {
		rural = 0
	}
	o.Words["otherwise"], o.Words["rate_otherwise"] = rate.of(price)+education.of(price)+rural.of(price), rate
	o.Notes = append(o.Notes, key)
}

// taxes is tax, of two homes that are held against each other compare.
func (t AcquisitionTaxTable) taxes(g *Given, p purchase, o *Outcome) {
	t.tax(g, p, o)
	if swapped := g.place("other") < g.place("price"); g.Won("other") > 0 && (!swapped || len(g.e.Areas) < 2) {
		t.compare(g, p, o)
	}
}

// compare tells by how much the taxes on two homes differ, of which each may have an
// area of its own.
func (t AcquisitionTaxTable) compare(g *Given, p purchase, o *Outcome) {
	other := *g
	other.Inputs = g.with(map[string]any{"price": g.Won("other")})
	if len(g.e.Areas) == 2 {
		other.Inputs["area_m2"] = g.e.Areas[1].M2
	}
	var second Outcome
	t.tax(&other, p, &second)
	one, two := o.Figures["total"].(int64), second.Figures["total"].(int64)
	o.Verdict, o.Formula = "compared", "formula_compared"
	o.Figures = map[string]any{"total": one, "other_total": two, "difference": max(one-two, two-one)}
	o.Words["rate_of"], o.Words["rate_of_other"] = t.rateOf(p, g.Won("price")), t.rateOf(p, g.Won("other"))
}

func (t AcquisitionTaxTable) rateOf(p purchase, price int64) Rate {
	rate, _, _ := t.rates(p.category(), price)
	return rate
}

// relief is the larger of those that are claimed.
func (t AcquisitionTaxTable) relief(p purchase) (let TaxRelief, claimed bool) {
	if p.birth {
		return t.Birth, true
	}
	return t.FirstHome, p.first
}

// category is the rate of art. 13-2 by the homes owned after the purchase.
func (p purchase) category() string {
	switch {
	case p.corporate:
		return taxSecondHeavy
	case p.houses == 2 && p.temporaryTwo:
		return taxBase
	case p.adjusted && p.houses >= 3, p.houses >= 4:
		return taxSecondHeavy
	case p.adjusted && p.houses == 2, p.houses == 3:
		return taxFirstHeavy
	}
	return taxBase
}

// rates are those of the tax and of the taxes on top.
func (t AcquisitionTaxTable) rates(category string, price int64) (rate, education, rural Rate) {
	switch {
	case category == taxFirstHeavy:
		return t.Heavy.FirstPct, t.Education.HeavyPct, t.Rural.FirstHeavyPct
	case category == taxSecondHeavy:
		return t.Heavy.SecondPct, t.Education.HeavyPct, t.Rural.SecondHeavyPct
	case price <= t.Low.To:
		rate = t.Low.Pct
	case price > t.High.Over:
		rate = t.High.Pct
	default:
		rate = t.between(price)
	}
	return rate, Rate(t.Education.ShareOfRatePct.of(int64(rate))), t.Rural.BasePct
}

// between is price × 2 ÷ 300,000,000 − 3 in percent, to the second decimal.
func (t AcquisitionTaxTable) between(price int64) Rate {
	hundredths := mulDivRound(price, t.SlopeNum*100, t.SlopeDen) - t.SlopeMinus*100
	return Rate(hundredths) * Percent / 100
}
