package analysis

import "cmp"

// ConversionTable holds the rates at which a deposit becomes rent.
type ConversionTable struct {
	// BaseRate is the Bank of Korea's base rate and since when.
	BaseRate struct {
		Source  Source     `yaml:"source"`
		History []BaseRate `yaml:"history" rising:"From"`
	} `yaml:"base_rate"`
	// Housing is the lower of a fixed rate and base rate + points.
	Housing struct {
		Source     Source `yaml:"source"`
		CeilingPct Rate   `yaml:"ceiling_pct"`
		AddPct     Rate   `yaml:"add_pct"`
	} `yaml:"housing"`
	// Shop is the lower of a fixed rate and a multiple of the base rate.
	Shop struct {
		Source       Source `yaml:"source"`
		CeilingPct   Rate   `yaml:"ceiling_pct"`
		BaseTimesPct Rate   `yaml:"base_times_pct" most:"1000"` // 450 is 4.5 times
	} `yaml:"shop"`
	// Guarantee is what HF and HUG convert rent at, another thing than the legal
	// ceiling.
	Guarantee             SourcedRate `yaml:"guarantee"`
	ShopDepositMultiplier int64       `yaml:"shop_deposit_multiplier"`
}

// BaseRate is a base rate from a day on.
type BaseRate struct {
	From string `yaml:"from" json:"from"`
	Pct  Rate   `yaml:"pct" most:"20" json:"rate_pct"`
}

// Cap is the highest yearly rate of a conversion: for homes the lower of 10 %
// and base rate + 2 points (art. 7-2), for shops the lower of 12 % and 4.5 times
// the base rate (art. 12 of the shop act).
func (t ConversionTable) Cap(shop bool) Rate {
	base := t.base().Pct
	if shop {
		return min(t.Shop.CeilingPct, Rate(mulDiv(int64(base), int64(t.Shop.BaseTimesPct), int64(Whole))))
	}
	return min(t.Housing.CeilingPct, base+t.Housing.AddPct)
}

// base is the base rate of the day on which the tables were checked.
func (t ConversionTable) base() BaseRate { return t.BaseRate.History[len(t.BaseRate.History)-1] }

// monthlyOf is a sum's rent at a yearly rate, the part of a won dropped.
func monthlyOf(sum int64, yearly Rate) int64 { return mulDiv(sum, int64(yearly), 12*int64(Whole)) }

// conversion turns deposit into rent or rent into deposit, beside the rent or
// deposit that stays, or judges the rate that given sums imply.
func conversion(g *Given) (Outcome, error) {
	shop := g.property("shop") || g.says("home.shop")
	deposit, rent := g.Won("deposit"), g.Won("rent")
	if shop && deposit > 0 && rent > 0 && !g.says("lease.converts") {
		return Outcome{Skip: true, Instead: MethodShopDeposit}, nil
	}
	part, newDeposit := g.Won("part"), g.Won("new_deposit")
	if part == 0 && g.says("lease.of_increase") {
		part, rent = g.Rate("percent").of(deposit), 0
	}
	change := part
	if change == 0 && newDeposit > 0 {
		change = max(deposit-newDeposit, newDeposit-deposit)
	}
	lower := newDeposit > deposit || g.Has("change") // more deposit is less rent
	if change == 0 {
		change = g.Won("change")
	}
	c := converting{g.Tables.Conversion, shop, g.Rate("rate")}
	if more := g.Won("change"); part > 0 && more > 0 && more < part/12 && rent == 0 { // "5천을 빼 주고 월 30씩 더"
		return c.implied(part, more)
	}
	switch asked := g.Won("new_rent"); {
	case change > 0 && rent > 0 && asked == 0 && !g.kept():
		return c.implied(change, rent)
	case change > 0 && asked > rent && rent > 0 && !lower:
		return c.implied(change, asked-rent)
	case change > 0:
		return c.toRent(change, rent, asked, lower)
	case asked > 0 && asked < rent:
		return c.toDeposit(rent-asked, deposit)
	case rent > 0 && (deposit == 0 || !g.says("lease.to_rent")):
		return c.toDeposit(rent, deposit)
	}
	return c.toRent(max(deposit, g.Won("amount")), rent, 0, false)
}

// kept tells that the rent belongs to the lease as it is: it was said before
// the deposit that comes or the part that is converted, maybe in an earlier message.
func (g *Given) kept() bool {
	rent := g.place("rent")
	for _, name := range []string{"part", "new_deposit", "change"} {
		if at := g.place(name); at >= 0 {
			earlier := rent >= 0 && g.placed(g.e.Amounts[at]) && !g.placed(g.e.Amounts[rent])
			return rent >= 0 && rent < at || earlier
		}
	}
	return true
}

// converting is a conversion at a rate, 0 is the highest.
type converting struct {
	ConversionTable
	shop bool
	rate Rate
}

// outcome is what every conversion rests on.
func (c converting) outcome() Outcome {
	cap := c.Cap(c.shop)
	o := Outcome{
		Figures: map[string]any{"cap": cap}, Sources: []Source{c.BaseRate.Source}, Notes: []string{"caveat base_checked"},
		Words: map[string]any{"base": c.base(), "checked": c.BaseRate.Source, "guarantee": c.Guarantee, "applied": cmp.Or(c.rate, cap)},
	}
	if c.shop {
		o.Cites, o.Sources = []string{"shop 12"}, append(o.Sources, c.Shop.Source)
	}
	if c.rate > cap {
		o.Notes = append(o.Notes, "condition above_cap")
	}
	return o
}

// toRent converts a part of the deposit (amount × rate ÷ 12); a rent that is
// paid already stays beside it, or falls where the deposit rises.
func (c converting) toRent(part, rent, asked int64, lower bool) (Outcome, error) {
	if part == 0 {
		return Outcome{}, refuse("amount", part, "input.above_zero")
	}
	if rent == 0 && c.rate > c.Cap(c.shop) { // what a rate above the cap gives is no highest rent
		return c.implied(part, monthlyOf(part, c.rate))
	}
	o := c.outcome()
	most := monthlyOf(part, cmp.Or(c.rate, c.Cap(c.shop)))
	o.Figures["monthly_max"], o.Formula = most, "formula_rent"
	if over := asked - rent - most; over > 0 && !lower {
		o.Words["asked"], o.Words["above"], o.Notes = asked-rent, over, append(o.Notes, "condition asked_over")
	}
	o.Notes, o.Words["part"], o.Verdict = append(o.Notes, "condition new_contract"), part, "headline_rent"
	if rent == 0 {
		return o, nil
	}
	o.Verdict, o.Figures["rent"] = "headline_more", rent+most
	if lower {
		o.Verdict, o.Figures["rent"] = "headline_less", max(0, rent-most)
	}
	o.Words["paid"] = rent
	return o, nil
}

// toDeposit converts the rent (rent × 12 ÷ rate), parts of a won dropped; a
// deposit that is paid already stays beside it.
func (c converting) toDeposit(rent, deposit int64) (Outcome, error) {
	o := c.outcome()
	sum := mulDiv(rent*12, int64(Whole), int64(cmp.Or(c.rate, c.Cap(c.shop))))
	o.Verdict, o.Formula, o.Notes = "headline_deposit", "formula_deposit", append(o.Notes, "rule guarantee_rate", "condition new_contract")
	o.Figures["deposit"], o.Words["stays"], o.Words["rent"] = sum, deposit, rent
	if deposit > 0 {
		o.Figures["jeonse"] = deposit + sum
	}
	return o, nil
}

// implied judges the rate at which a part of the deposit becomes a rent: rent ×
// 12 ÷ part, rounded to 0.01 %.
func (c converting) implied(part, rent int64) (Outcome, error) {
	if rent > part {
		return Outcome{}, refuse("rent", rent, "input.below_jeonse")
	}
	c.rate = 0
	o := c.outcome()
	rate, cap := share(rent*12, part), c.Cap(c.shop)
	o.Verdict, o.Formula, o.Figures["rate"] = "implied", "formula_implied", rate
	o.Words["part"], o.Words["for"], o.Words["above"] = part, rent, rate > cap
	most := monthlyOf(part, cap)
	o.Figures["monthly_max"] = most
	if rate > cap {
		o.Figures["over"] = rent - most
	}
	return o, nil
}
