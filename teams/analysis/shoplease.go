package analysis

// ShopLeaseTable holds the sums of the shop lease act by area.
type ShopLeaseTable struct {
	Source       Source        `yaml:"source"`
	Seoul        ShopLeaseRate `yaml:"seoul"`
	Overcrowded  ShopLeaseRate `yaml:"overcrowded"`
	Metropolitan ShopLeaseRate `yaml:"metropolitan"`
	Other        ShopLeaseRate `yaml:"other"`
	// RenewalYears is for how long renewal may be asked for, the first term counted.
	RenewalYears int `yaml:"renewal_years" most:"50"`
}

// ShopLeaseRate is up to which converted deposit (deposit + rent × 100) the
// act covers a shop, and what a small tenant is paid first.
type ShopLeaseRate struct {
	ConvertedTo int64 `yaml:"converted_to"`
	SmallTo     int64 `yaml:"small_to"`
	Protected   int64 `yaml:"protected"`
}

// shopDeposit is a shop's converted deposit, deposit + rent × 100, which the
// shop lease act goes by (art. 2), held against the bound of its area.
func shopDeposit(g *Given) (Outcome, error) {
	t, times := g.Tables.ShopLease, g.Tables.Conversion.ShopDepositMultiplier
	deposit, rent := g.Won("deposit"), g.Won("rent")
	converted := deposit + rent*times
	o := Outcome{Figures: map[string]any{"converted": converted, "times": times}}
	if !g.Has("area") {
		o.Verdict, o.Formula, o.Asks = "sum", "formula_sum", []string{"region"}
		return o, nil
	}
	rate := map[string]ShopLeaseRate{AreaSeoul: t.Seoul, AreaOvercrowded: t.Overcrowded, AreaMetropolitan: t.Metropolitan, AreaOther: t.Other}[g.Text("area")]
	if converted > rate.ConvertedTo {
		o.Verdict = "partly"
	}
	o.Figures["converted_to"], o.Figures["small_to"], o.Cites = rate.ConvertedTo, rate.SmallTo, []string{"shop 2", "shop 14"}
	return o, nil
}

// shopRenewal is for how many years renewal may still be asked for, once the year that
// is under way is over.
func shopRenewal(g *Given) (Outcome, error) {
	years, most := g.Int("used"), g.Tables.ShopLease.RenewalYears
	o := Outcome{Figures: map[string]any{}, Words: map[string]any{"years": years, "left": max(0, most-years)}, Notes: []string{"condition refusal"}}
	if years >= most {
		o.Verdict, o.Formula = "over", "formula_over"
	}
	return o, nil
}

// premiumDamage is the most that a landlord owes who kept a tenant from the premium:
// the lower of what the next tenant would have paid and what it was worth.
func premiumDamage(g *Given) (Outcome, error) {
	return Outcome{Figures: map[string]any{"most": min(g.Won("offered"), g.Won("worth"))}, Notes: []string{"condition three_years"}}, nil
}
