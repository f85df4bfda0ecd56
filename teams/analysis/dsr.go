package analysis

// DSRTable holds the limits of debt service against income.
type DSRTable struct {
	Source        Source `yaml:"source"`
	BankPct       Rate   `yaml:"bank_pct"`
	SecondTierPct Rate   `yaml:"second_tier_pct"`
	// Stress is added to a rate before the payment is held against the income.
	Stress struct {
		Source    Source `yaml:"source"`
		Until     string `yaml:"until"`
		CapitalPP Rate   `yaml:"capital_pp"`
		OtherPP   Rate   `yaml:"other_pp"`
	} `yaml:"stress"`
}

// debtService is yearly payments ÷ yearly income, rounded to 0.01 %, held
// against the lenders' limit.
func debtService(g *Given) (Outcome, error) {
	income, payment, limit := g.Won("income"), g.Won("payment"), g.debtLimit()
	if payment/1000 > income {
		return Outcome{}, refuse("annual_payment", payment, "input.above_income")
	}
	// A loan that is not what the payment is of is a payment, too.
	jeonse := g.contract("jeonse") || g.told("loan.jeonse")
	if g.Won("loan") > 0 && g.Has("rate") && !jeonse && (!g.Has("payment") || g.told("loan.other")) {
		return Outcome{Skip: true, Instead: "ltv_dsr"}, nil
	}
	room := max(0, limit.of(income)-payment) / 12
	if !g.Has("payment") {
		return Outcome{
			Verdict: "carried", Formula: "formula_carried", Asks: []string{"payment"}, Notes: []string{"caveat approximate"},
			Figures: map[string]any{"limit": limit, "carried": limit.of(income), "room": limit.of(income) / 12},
		}, nil
	}
	return Outcome{
		Figures: map[string]any{"dsr": share(payment, income), "limit": limit, "carried": limit.of(income), "room": room},
		Notes:   []string{"caveat approximate", "condition yearly"},
	}, nil
}

// debtLimit is the highest share of the income: a bank's, or another lender's.
func (g *Given) debtLimit() Rate {
	if g.says("loan.second_tier") {
		return g.Tables.DSR.SecondTierPct
	}
	return g.Tables.DSR.BankPct
}

// loanFor is floor(annual/12 × ((1+r)^n − 1) ÷ (r(1+r)^n)) to 10,000 won.
func loanFor(annual int64, rate Rate, months int) int64 {
	const unit = 10_000
	if rate == 0 {
		return mulDiv(annual, int64(months), 12) / unit * unit
	}
	num, den := annuity(1, rate, months) // the payment for one won
	loan := floorQuo(product(bigInt(annual), den), product(bigInt(12), num))
	return loan.Int64() / unit * unit
}
