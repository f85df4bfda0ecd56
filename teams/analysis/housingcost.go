package analysis

import "github.com/madang-dev/madang/internal/words"

// way is one of two ways to have a home: the money that is tied up in it, which comes
// back, and the rent that does not.
type way struct {
	kind       string // buy, jeonse or rent: a text
	tied, rent int64
}

// cost is what a way costs a month at the rate of the money.
func (w way) cost(rate Rate) int64 { return monthlyOf(w.tied, rate) + w.rent }

func (w way) name() words.Message {
	return words.Message{Key: "housing_cost.way." + w.kind, Args: map[string]any{"tied": w.tied, "rent": w.rent}}
}

// ways are the two that were said. Of two deposits and one rent the rent goes with the
// smaller one; a deposit and a rent alone are two homes, since one is nothing to compare.
func (g *Given) ways() (list []way) {
	price, deposit, other := g.Won("price"), g.Won("deposit"), g.Won("other_deposit")
	rent, second := g.Won("rent"), g.Won("other_rent")
	if price > 0 {
		list = append(list, way{"buy", price, 0})
	}
	add := func(tied, rent int64) {
		kind := "jeonse"
		if rent > 0 {
			kind = "rent"
		}
		list = append(list, way{kind, tied, rent})
	}
	switch {
	case second > 0:
		add(deposit, rent)
		add(other, second)
	case other > 0:
		add(max(deposit, other), 0)
		add(min(deposit, other), rent)
	case price > 0:
		add(deposit, rent)
	default:
		add(deposit, 0)
		add(0, rent)
	}
	return list[:2]
}

// housingCost holds two ways to have a home against each other: at which rate of money
// they cost the same, and what they cost a month at the one that was said.
func housingCost(g *Given) (Outcome, error) {
	w := g.ways()
	more, less := w[0], w[1]
	if more.tied < less.tied {
		more, less = less, more
	}
	o := Outcome{Words: map[string]any{"more": more.name(), "less": less.name()}, Figures: map[string]any{}, Notes: []string{"condition rates"}}
	if more.kind == "buy" {
		o.Notes = append(o.Notes, "condition owner")
	}
	if rate := g.Rate("rate"); g.Has("rate") {
		a, b := more.cost(rate), less.cost(rate)
		o.Verdict, o.Formula = "at_rate", "formula_at_rate"
		o.Words["cheaper"], o.Words["same"] = o.Words["more"], a == b
		if b < a {
			o.Words["cheaper"] = o.Words["less"]
		}
		o.Figures["cost_more"], o.Figures["cost_less"], o.Figures["gap"] = a, b, max(a-b, b-a)
		return o, nil
	}
	o.Asks = []string{"rate"}
	if more.tied == less.tied || more.rent >= less.rent {
		o.Verdict, o.Formula = "always", "formula_always"
		return o, nil
	}
	o.Figures["even"] = share((less.rent-more.rent)*12, more.tied-less.tied)
	o.Words["tied"], o.Words["saved"] = more.tied-less.tied, less.rent-more.rent
	return o, nil
}
