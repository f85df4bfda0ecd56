package analysis

// holdingTax is the base of the tax: (sum of published prices − deduction) ×
// 60 %, never below zero, the part of a won dropped (art. 8).
func holdingTax(g *Given) (Outcome, error) {
	t, o := g.Tables.HoldingTax, Outcome{}
	n, more, known := g.houses()
	if !known {
		o.Asks, o.Assumed = []string{"houses"}, []string{"assumed.not_only_home"}
	}
	deduction := t.Deduction
	if known && n == 1 && !more {
		deduction = t.OneHouseDeduction
	}
	base := t.FairRatioPct.of(max(0, g.Won("public_price")-deduction))
	if base == 0 {
		o.Verdict = "none"
	}
	o.Figures = map[string]any{"deduction": deduction, "tax_base": base, "tax": int64(0)}
	if base <= t.FirstTo { // the rates above it are not in the tables
		o.Figures["tax"], o.Notes = t.FirstPct.of(base), []string{"condition credits"}
	}
	return o, nil
}

// rentCredit is min(a year's rent, 10,000,000 won) × 17 or 15 % by salary, the
// part of a won dropped (art. 95-2).
func rentCredit(g *Given) (Outcome, error) {
	t, o := g.Tables.RentCredit, Outcome{Notes: []string{"condition who"}}
	rent, months, rate := g.Won("rent"), g.Int("months"), Rate(0)
	if months < 1 || months > 12 {
		months, o.Assumed = 12, []string{"assumed_year"}
	}
	for _, b := range t.Bands {
		if rate == 0 && g.Won("salary") <= b.SalaryTo {
			rate = b.Pct
		}
	}
	if rate == 0 {
		o.Verdict = "too_high"
	}
	yearly := rent * int64(months)
	o.Figures = map[string]any{"annual_rent": yearly, "rate": rate, "credit": rate.of(min(yearly, t.RentTo))}
	return o, nil
}
