package analysis

import (
	"maps"
	"slices"
)

// BrokerageTable is annex 1 of the agents' rule.
type BrokerageTable struct {
	Source              Source    `yaml:"source"`
	RentMultiplier      int64     `yaml:"rent_multiplier"`
	SmallRentMultiplier int64     `yaml:"small_rent_multiplier"`
	SmallBelow          int64     `yaml:"small_below"`
	Sale                []FeeBand `yaml:"sale" rising:"Below,open"`
	Lease               []FeeBand `yaml:"lease" rising:"Below,open"`
	// Officetel is annex 2: residential officetels up to a size.
	Officetel struct {
		Source    Source  `yaml:"source"`
		MaxAreaM2 float64 `yaml:"max_area_m2"`
		SalePct   Rate    `yaml:"sale_pct" most:"2"`
		LeasePct  Rate    `yaml:"lease_pct" most:"2"`
	} `yaml:"officetel"`
	Other SourcedRate `yaml:"other"` // everything that is no home
	VAT   SourcedRate `yaml:"vat"`   // of a broker who is taxed by the general way
}

// FeeBand holds for sums below Below (0 is open-ended); Limit 0 is none.
type FeeBand struct {
	Below int64 `yaml:"below" zero:"ok"`
	Pct   Rate  `yaml:"pct" most:"2"`
	Limit int64 `yaml:"limit" zero:"ok"`
}

// brokerageFee is the highest fee of one side, without VAT: base × rate, the
// part of a won dropped, up to the band's limit. The base of a lease is
// deposit + rent × 100, or × 70 where that sum is below 50,000,000 won.
func brokerageFee(g *Given) (Outcome, error) {
	t := g.Tables.Brokerage
	price, deposit, rent := g.Won("price"), g.Won("deposit"), g.Won("rent")
	leased, sale := g.contract("jeonse") || g.contract("monthly_rent"), g.contract("sale")
	if leased && !sale && !g.says("trade.sale") {
		deposit = max(deposit, g.Won("deal"))
	} else {
		price = max(price, g.Won("deal"))
	}
	back := price > 0 && deposit+rent > 0 && g.says("leased_back")
	lease := price == 0 || leased && deposit+rent > 0 && !sale && !back
	base, times := price, t.RentMultiplier
	if lease {
		if rent > 0 && deposit+rent*times < t.SmallBelow {
			times = t.SmallRentMultiplier
		}
		base = deposit + rent*times
	}
	o := t.band(g, lease, base)
	rate := o.Figures["rate"].(Rate)
	fee := o.fee(base)
	asked := g.Rate("asked")
	if asked <= rate {
		asked = 0
	}
	most := fee
	if g.Has("vat") {
		most += t.VAT.Pct.of(fee)
		o.Verdict, o.Figures["with_vat"] = "with_vat", most
		o.Sources = append(o.Sources, t.VAT.Source)
	}
	over := max(0, g.Won("paid")-most)
	if over > 0 {
		o.Cites = append(o.Cites, "agents 33")
	}
	prepared := g.Won("prepared")
	o.Words["prepared"], o.Words["left"], o.Words["short"] = prepared, max(0, prepared-fee), max(0, fee-prepared)
	if back { // of two deals of the same parties at once the sale alone counts
		o.Notes = append(o.Notes, "condition leased_back")
	}
	o.Notes = append(o.Notes, "condition one_side", "condition due")
	maps.Copy(o.Figures, map[string]any{
		"base": base, "max_fee": fee, "over": over, "times": times, "asked": asked,
		"counted": lease && rent > 0, "rent": rent, "deposit": deposit,
	})
	return o, nil
}

// fee is the highest fee of a band's rate and limit.
func (o Outcome) fee(base int64) int64 {
	fee := o.Figures["rate"].(Rate).of(base)
	if limit, ok := o.Figures["limit"].(int64); ok {
		fee = min(fee, limit)
	}
	return fee
}

// band is the rate and its limit, where it has one, by the annex that applies: an
// officetel above the size is no home.
func (t BrokerageTable) band(g *Given, lease bool, base int64) Outcome {
	o := Outcome{Figures: map[string]any{}, Words: map[string]any{"limit": int64(0)}}
	switch {
	case g.property("officetel") && g.Area("area_m2") <= t.Officetel.MaxAreaM2:
		o.Figures["rate"] = t.Officetel.SalePct
		if lease {
			o.Figures["rate"] = t.Officetel.LeasePct
		}
		o.Sources, o.Cites = []Source{t.Officetel.Source}, []string{"agents_rule 20 (4)", "agents_rule table 2"}
		if !g.Has("area_m2") {
			o.Notes = []string{"assumption officetel"}
		}
	case g.property("officetel"), g.property("shop"), g.says("home.shop"), g.says("home.land"):
		o.Figures["rate"], o.Sources, o.Cites = t.Other.Pct, []Source{t.Other.Source}, []string{"agents_rule 20 (4)"}
	default:
		bands := t.Sale
		if lease {
			bands = t.Lease
		}
		b := bands[slices.IndexFunc(bands, func(b FeeBand) bool { return b.Below == 0 || base < b.Below })]
		o.Figures["rate"], o.Cites = b.Pct, []string{"agents 32", "agents_rule 20", "agents_rule table 1"}
		if b.Limit > 0 {
			o.Figures["limit"] = b.Limit
		}
	}
	return o
}
