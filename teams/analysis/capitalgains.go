package analysis

import (
	"cmp"
	"fmt"
)

// CapitalGainsTable holds the progressive rates on a gain.
type CapitalGainsTable struct {
	Source         Source `yaml:"source"`
	BasicDeduction int64  `yaml:"basic_deduction"`
	HighPrice      int64  `yaml:"high_price"`
	Short1yPct     Rate   `yaml:"short_1y_pct"`
	Short2yPct     Rate   `yaml:"short_2y_pct"`
	LongHoldMonths int    `yaml:"long_hold_months"`
	// LongHold is what the gain falls by for each year of holding, at most to.
	LongHold struct {
		YearlyPct Rate `yaml:"yearly_pct"`
		ToPct     Rate `yaml:"to_pct"`
	} `yaml:"long_hold"`
	// LongHoldOnly holds for an only home that was lived in, for the years of each.
	LongHoldOnly struct {
		YearlyPct   Rate `yaml:"yearly_pct"`
		ToPct       Rate `yaml:"to_pct"`
		LivedMonths int  `yaml:"lived_months"`
	} `yaml:"long_hold_only"`
	LocalPct Rate         `yaml:"local_pct"` // of the tax, the local income tax
	Brackets []TaxBracket `yaml:"brackets" rising:"To,open"`
}

// TaxBracket holds for bases up to To (0 is open-ended).
type TaxBracket struct {
	To     int64 `yaml:"to" zero:"ok"`
	Pct    Rate  `yaml:"pct"`
	Deduct int64 `yaml:"deduct" zero:"ok"`
}

// validate wants the deductions to make the tax continuous at the bounds.
func (t CapitalGainsTable) validate() error {
	for i, b := range t.Brackets[1:] {
		before := t.Brackets[i]
		if b.Pct.of(before.To)-b.Deduct != before.Pct.of(before.To)-before.Deduct {
			return &badValue{fmt.Sprintf("$.capital_gains.brackets[%d].deduct", i+1), fmt.Sprintf("is %d, which leaves a jump of the tax", b.Deduct)}
		}
	}
	return nil
}

// capitalGains is the income tax on a home's gain: (gain − expenses, of an only
// home the part of the price above 1.2 billion won) less the long-holding and
// the basic deduction, at the progressive rates of art. 55; 70 % within one
// year of the purchase, 60 % within two. Parts of a won are dropped.
func capitalGains(g *Given) (Outcome, error) {
	t := g.Tables.CapitalGains
	gain, sale, o := soldFor(g)
	held, longHold := g.heldMonths(), g.Rate("long_hold")
	if gain == 0 && sale == 0 {
		return Outcome{Needs: "sale"}, nil
	}
	gain = max(0, gain-g.Won("expenses"))
	n, more, known := g.houses()
	only := known && n == 1 && !more && !g.says("owner.taxed")
	if !g.Has("long_hold") {
		lived := g.Int("lived")
		if lived == 0 && g.told("owner.lived_all") {
			lived = held
		}
		longHold = t.deduction(held, lived, only)
	}
	taxable := gain
	if only && sale > 0 && (held == 0 || held >= 24) { // art. 89 wants two years of holding
		taxable = mulDiv(gain, max(0, sale-t.HighPrice), sale)
	}
	base := max(0, taxable-longHold.of(taxable)-t.BasicDeduction)
	bracket := t.bracket(held, base)
	tax := bracket.Pct.of(base) - bracket.Deduct
	o.Figures = map[string]any{"taxable_gain": taxable, "tax_base": base, "rate": bracket.Pct, "deduct": bracket.Deduct, "tax": tax, "long_hold": longHold, "high_price": t.HighPrice}
	o.Figures["with_local"] = tax + t.LocalPct.of(tax)
	o.Cites = []string{"income_tax 55", "income_tax 95", "income_tax 103", "income_tax 104"}
	if only {
		o.Cites, o.Notes = append(o.Cites, "income_tax 89"), append(o.Notes, "condition only_home")
	}
	if held == 0 && gain > 0 {
		o.Assumed = append(o.Assumed, "assumed_held")
	}
	switch {
	case tax > 0:
	case gain == 0:
		o.Verdict = "no_tax.loss"
	case taxable == 0:
		o.Verdict = "no_tax.one_house"
	default:
		o.Verdict = "no_tax.deduction"
	}
	if tax == 0 {
		return o, nil
	}
	o.Notes = append(o.Notes, "condition beside")
	if !known && !g.says("owner.taxed") {
		o.Asks, o.Assumed = append(o.Asks, "houses"), append(o.Assumed, "assumed.not_only_home")
	}
	switch {
	case g.Has("long_hold"):
	case held == 0:
		o.Asks = append(o.Asks, "long_hold_pct")
	case longHold > 0:
		o.Assumed = append(o.Assumed, "assumed_long_hold")
	}
	return o, nil
}

// heldMonths is how long a home was held: the term that was said, else the whole months
// since the day on which it was bought.
func (g *Given) heldMonths() int {
	if g.Has("held") || !g.Has("bought_on") || g.Text("bought_on") >= g.today {
		return g.Int("held")
	}
	from, to := dayOf(g.Text("bought_on")), dayOf(g.today)
	months := (to.Year()-from.Year())*12 + int(to.Month()) - int(from.Month())
	if to.Day() < from.Day() {
		months--
	}
	return months
}

// deduction is the share of the gain that is not taxed for long holding, by whole
// years (art. 95).
func (t CapitalGainsTable) deduction(held, lived int, only bool) Rate {
	switch one := t.LongHoldOnly; {
	case held < t.LongHoldMonths:
		return 0
	case only && lived >= one.LivedMonths:
		return min(one.ToPct, Rate(held/12)*one.YearlyPct) + min(one.ToPct, Rate(lived/12)*one.YearlyPct)
	}
	return min(t.LongHold.ToPct, Rate(held/12)*t.LongHold.YearlyPct)
}

// soldFor is the gain that was said, or that of the prices of purchase and
// sale, of which the larger is the sale's where no verb tells; with the price of
// the sale as far as it is known.
func soldFor(g *Given) (gain, sale int64, o Outcome) {
	gain, sold, bought := g.Won("gain"), g.Won("sale"), g.Won("buy")
	first, second := g.Won("first"), g.Won("second")
	if sale = cmp.Or(sold, first); sold > 0 {
		bought = cmp.Or(bought, first)
	}
	switch {
	case gain > 0:
		return gain, max(sold, first), o
	case sale > 0 && bought > 0:
		return max(0, sale-bought), sale, o
	case second > 0:
		o.Assumed = []string{"assumed_larger_sold"}
		return max(first, second) - min(first, second), max(first, second), o
	}
	return 0, 0, o
}

func (t CapitalGainsTable) bracket(held int, base int64) TaxBracket {
	switch {
	case held > 0 && held < 12:
		return TaxBracket{Pct: t.Short1yPct}
	case held > 0 && held < 24:
		return TaxBracket{Pct: t.Short2yPct}
	}
	return until(t.Brackets, base, func(b TaxBracket) int64 { return b.To })
}
