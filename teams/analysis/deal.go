package analysis

import (
	"cmp"
	"math"
	"slices"
)

// yield is what a let home earns in a year of what is put into it: rent × 12,
// less the interest of a loan, ÷ (price − deposit − loan), rounded to 0.01 %.
func yield(g *Given) (Outcome, error) {
	price, deposit, loan := g.Won("price"), g.Won("deposit"), g.Won("loan")
	own, income := price-deposit-loan, g.Won("rent")*12
	interest := g.Rate("rate").of(loan)
	if own <= 0 || income < interest || income/10 > own {
		return Outcome{}, refuse("price", price, "input.below_received")
	}
	return Outcome{
		Figures: map[string]any{"yield": share(income-interest, own), "own": own, "earned": income - interest},
		Words:   map[string]any{"deposit": deposit, "loan": loan, "interest": interest, "yearly": income},
		Notes:   []string{"condition costs"},
	}, nil
}

// gap is what a home costs above the deposit of its tenant.
func gap(g *Given) (Outcome, error) {
	price, deposit := g.Won("price"), g.Won("deposit")
	if deposit/100 > price {
		return Outcome{}, refuse("sale_price", price, "input.below_hundredth")
	}
	return Outcome{
		Figures: map[string]any{"gap": max(0, price-deposit), "ratio": share(deposit, price)},
		Words:   map[string]any{"by_share": len(g.rates) > 0},
	}, nil
}

// unitPrice is a home's price by 평 and ㎡, or the price that a sum for a 평 makes.
func unitPrice(g *Given) (Outcome, error) {
	area, each, pyeong := g.Area("area_m2"), g.Won("each"), g.pyeong()
	words := map[string]any{"pyeong": decimals(pyeong), "m2": decimals(area)}
	if each > 0 {
		return Outcome{Words: words, Verdict: "headline_whole", Formula: "formula_whole", Figures: map[string]any{"whole": int64(float64(each)*pyeong + 0.5)}}, nil
	}
	price := float64(g.Won("price"))
	return Outcome{Words: words, Figures: map[string]any{"each": int64(price/pyeong + 0.5), "each_m2": int64(price/area + 0.5)}}, nil
}

// balanceDue is what is left of a price after what has been paid of it.
func balanceDue(g *Given) (Outcome, error) {
	price, paid := g.Won("price"), g.Won("earnest")+g.Won("middle")+g.Won("taken_over")
	if paid > price {
		return Outcome{}, refuse("price", price, "input.below_paid")
	}
	return Outcome{
		Figures: map[string]any{"due": price - paid, "paid": paid},
		Words:   map[string]any{"earnest": g.Won("earnest"), "middle": g.Won("middle"), "taken_over": g.Won("taken_over")},
	}, nil
}

// depositBack is what is left of a deposit after unpaid rents and what else is
// taken off: those of a term that is said to be unpaid, or a sum that is; a rent
// that was only told is paid.
func depositBack(g *Given) (Outcome, error) {
	deposit, months := g.Won("deposit"), max(1, g.Int("months"))
	rents := int64(0)
	if g.Has("months") || g.told("unpaid_sum") {
		rents = g.Won("rent") * int64(months)
	}
	if rents+g.Won("other") == 0 {
		return Outcome{Needs: "rent"}, nil
	}
	off := rents + g.Won("other")
	o := Outcome{
		Figures: map[string]any{"off": off, "back": max(0, deposit-off)},
		Words:   map[string]any{"months": months, "rent": g.Won("rent"), "rents": rents, "other": g.Won("other")},
		Notes:   []string{"condition proof"},
	}
	if off > deposit {
		o.Verdict, o.Figures["short"] = "short", off-deposit
	}
	return o, nil
}

// repairReserve is what a tenant paid of the reserve for long-term repairs, which
// is the owner's to pay; by the sum of the planned repairs it is what a home's share
// of a month is, the part of a won dropped.
func repairReserve(g *Given) (Outcome, error) {
	months := cmp.Or(g.Int("lived"), g.Int("paid_for"), g.Int("months"))
	if total := g.Won("total"); total > 0 {
		return g.reserveShare(total, months)
	}
	return Outcome{Figures: map[string]any{"back": mulDiv(g.Won("monthly"), int64(months), 1), "months": months}, Notes: []string{"condition paper"}}, nil
}

// auction is what a tenant is paid of the price of an auction behind the claims
// that go first, and what is lost; where the place is known, with what a small
// deposit is paid before them.
func auction(g *Given) (Outcome, error) {
	value, deposit, senior := g.Won("house_value"), g.Won("deposit"), g.Won("senior_debt")
	first := int64(0)
	o := Outcome{Notes: []string{"condition rank"}}
	if area := g.smallArea(); area != "" {
		small, err := g.Tables.SmallDeposit.priority(deposit, value, area, g.security())
		if err != nil {
			return o, err
		}
		first, _ = small.Figures["protected"].(int64)
		o.Sources = []Source{g.Tables.SmallDeposit.Source}
	} else if senior > 0 {
		o.Asks = []string{"area"}
	}
	got := first + max(0, min(deposit-first, value-first-senior))
	o.Figures = map[string]any{"recovered": got, "lost": deposit - got, "first": first}
	o.Words = map[string]any{"senior_debt": senior}
	if got == deposit {
		o.Verdict = "whole"
	}
	return o, nil
}

// reserveShare is (repairs ÷ (whole area × months)) × the home's area; of the areas
// that were said the largest is that of all homes, the smallest the home's.
func (g *Given) reserveShare(total int64, months int) (Outcome, error) {
	var areas []float64
	for _, a := range g.e.Areas {
		areas = append(areas, a.M2)
	}
	if len(areas) < 2 || slices.Min(areas) <= 0 || slices.Min(areas) == slices.Max(areas) {
		return Outcome{Needs: "areas"}, nil
	}
	for _, p := range g.e.Periods { // a plan is longer than anybody has lived there
		months = max(months, p.Months)
	}
	own, whole := slices.Min(areas), slices.Max(areas)
	const hundredths = 100
	monthly := floorQuo(product(bigInt(total), bigInt(int64(math.Round(own*hundredths)))), product(bigInt(int64(math.Round(whole*hundredths))), bigInt(int64(months)))).Int64()
	o := Outcome{
		Verdict: "headline_share", Formula: "formula_share", Cites: []string{"apartments 30"},
		Figures: map[string]any{"monthly": monthly}, Notes: []string{"condition by_plan"},
		Words: map[string]any{"own": decimals(own), "whole": decimals(whole), "years": decimals(float64(months) / 12), "over": max(0, g.Won("monthly")-monthly), "billed": g.Won("monthly")},
	}
	return o, nil
}

// proceeds is what a sale leaves behind a loan, a deposit and, where it is spoken of, the
// broker's highest fee. The tax is none for an only home up to the high price, and is
// left out and said so for others.
func proceeds(g *Given) (Outcome, error) {
	sale, loan, deposit, fee := g.Won("sale"), g.Won("loan"), g.Won("deposit"), int64(0)
	o := Outcome{Words: map[string]any{}}
	if g.told("means.brokerage_fee") {
		band := g.Tables.Brokerage.band(g, false, sale)
		fee, o.Words["fee_rate"], o.Sources = band.fee(sale), band.Figures["rate"], []Source{g.Tables.Brokerage.Source}
	}
	if loan+deposit > sale {
		return Outcome{}, refuse("price", sale, "input.below_paid")
	}
	n, more, known := g.houses()
	held := g.Int("held")
	if t := g.Tables.CapitalGains; known && n == 1 && !more && !g.says("owner.taxed") && (held == 0 || held >= 24) && sale <= t.HighPrice {
		o.Notes, o.Cites = []string{"condition untaxed"}, []string{"agents_rule 20", "income_tax 89"}
	} else {
		o.Notes = []string{"condition taxed"}
	}
	o.Figures = map[string]any{"left": max(0, sale-loan-deposit-fee)}
	o.Words["fee"], o.Words["deposit"] = fee, deposit
	return o, nil
}
