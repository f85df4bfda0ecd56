package analysis

import (
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
)

// affordablePrice is the price that own money and a loan pay: the loan is what the income
// carries, and no more than the share of the price that is lent where the home stands.
// Without own money it is the price that such a loan is the largest share of.
func affordablePrice(g *Given) (Outcome, error) {
	o := Outcome{Words: map[string]any{}, Figures: map[string]any{}, Notes: []string{"condition own_funds.bounded"}}
	own, ltv, zone := g.Won("own"), g.Rate("ltv"), ""
	if !g.Has("ltv") {
		if zone = g.zone(&o); zone == "" {
			zone, o.Assumed = ZoneCapital, append(o.Assumed, "assumed_zone")
		}
		ltv = g.Tables.LTV.rate(zone, g.buyer(&o))
	}
	loan, capped := g.carried(&o), zone != "" && zone != ZoneOther
	price := mulDiv(own, int64(Whole), int64(max(1, Whole-ltv)))
	switch {
	case own == 0:
		o.Verdict, o.Formula, o.Asks = "by_income", "formula_by_income", []string{"own"}
		price = mulDiv(loan, int64(Whole), int64(max(1, ltv)))
		if most := g.Tables.LTV.LoanCaps.cap(price); capped && loan > most {
			loan, price = most, mulDiv(most, int64(Whole), int64(max(1, ltv)))
		}
	case g.Has("income") && own+loan < price:
		o.Verdict, o.Formula, price = "both", "formula_both", own+loan
	case !g.Has("income"):
		o.Asks = []string{"income"}
	}
	price = max(own, price/10_000*10_000)
	if most := g.Tables.LTV.LoanCaps.cap(price); own > 0 && capped && price-own > most {
		o.Verdict, o.Formula, price = "both", "formula_both", own+most
	}
	o.Words["ltv"], o.Words["own_needed"] = ltv, max(0, price-loan)
	o.Figures["price"], o.Figures["loan"] = price, price-own
	if own == 0 {
		o.Figures["loan"] = loan
	}
	return o, nil
}

// carried is the loan that the income carries, 0 without one; without a rate that of the
// dearest public loan which anybody can ask for is taken, and said to be.
func (g *Given) carried(o *Outcome) int64 {
	if !g.Has("income") {
		return 0
	}
	rate, months := g.Rate("rate"), g.Int("months")
	if !g.Has("rate") {
		for _, p := range g.loans {
			if p.Kind == knowledge.LoanPurchase && len(p.Requires) == 0 && !p.Suspended && ofBP(p.RateMaxBP) > rate {
				rate, o.Words["lender"] = ofBP(p.RateMaxBP), words.Text{"ko": p.Name, "en": p.NameEN}
			}
		}
		o.Assumed = append(o.Assumed, "assumed_rate")
	}
	if months < 12 {
		months, o.Assumed = g.Tables.LTV.LoanCaps.MaxYears*12, append(o.Assumed, "ltv_dsr.assumed_years")
	}
	o.Cites, o.Of = []string{"fsc DSR"}, &g.Tables.DSR.Source
	stress := g.stress(o)
	o.Words["rate"], o.Words["stress"], o.Words["months"], o.Words["years"] = rate, stress, months, months/12
	return loanFor(max(0, g.debtLimit().of(g.Won("income"))-g.Won("payment")), rate+stress, months)
}
