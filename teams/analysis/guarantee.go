package analysis

import (
	"cmp"
	"fmt"
	"maps"

	"github.com/madang-dev/madang/internal/words"
)

// HUGTable is HUG's guarantee that a jeonse deposit comes back.
type HUGTable struct {
	Source        Source `yaml:"source"`
	HouseValuePct Rate   `yaml:"house_value_pct" most:"300"` // of the published price
	CoveredPct    Rate   `yaml:"covered_pct"`                // of the house value
	SeniorToPct   Rate   `yaml:"senior_to_pct"`              // of the house value
	DepositTo     struct {
		Capital int64 `yaml:"capital"`
		Other   int64 `yaml:"other"`
	} `yaml:"deposit_to"`
	// A fee surcharge applies above this share of senior debt.
	SurchargeOverPct Rate `yaml:"surcharge_over_pct"`
	SurchargePct     Rate `yaml:"surcharge_pct"`
	// Fees are yearly rates by debt ratio and deposit.
	Fees struct {
		Apartment []HUGFeeRow `yaml:"apartment" rising:"DebtToPct,open"`
		Other     []HUGFeeRow `yaml:"other" rising:"DebtToPct,open"`
	} `yaml:"fees"`
	FeeDepositTo []int64 `yaml:"fee_deposit_to"`
	YearDays     int     `yaml:"year_days"`
	LeaseDays    int     `yaml:"lease_days"` // of a fee without a term
}

// HUGFeeRow holds up to a debt ratio (0 is open-ended), one rate for each
// band of deposits.
type HUGFeeRow struct {
	DebtToPct Rate   `yaml:"debt_to_pct" zero:"ok"`
	Pct       []Rate `yaml:"pct"`
}

// validate wants a rate for every band of deposits.
func (t HUGTable) validate() error {
	for name, rows := range map[string][]HUGFeeRow{"apartment": t.Fees.Apartment, "other": t.Fees.Other} {
		for i, row := range rows {
			if len(row.Pct) != len(t.FeeDepositTo)+1 {
				return &badValue{fmt.Sprintf("$.hug.fees.%s[%d].pct", name, i), fmt.Sprintf("has %d rates; it needs %d", len(row.Pct), len(t.FeeDepositTo)+1)}
			}
		}
	}
	return nil
}

// guarantee tells whether HUG's guarantee can be had, and what it costs where
// the kind of home is known or the fee is asked for.
func guarantee(g *Given) (Outcome, error) {
	t, deposit, senior, sale := g.Tables.HUG, g.Won("deposit"), g.Won("senior_debt"), g.Won("sale_price")
	if by := g.Text("by"); deposit > 0 && (by != "" || g.Has("fee_rate")) {
		return g.insured(by)
	}
	if g.Won("public_price") == 0 {
		switch {
		case deposit > 0 && g.Has("least"):
			return t.leastPrice(deposit, senior), nil
		case deposit > 0 && g.Has("debt_ratio"):
			return t.fee(g, g.Rate("debt_ratio"), 0)
		case deposit > 0 && sale > 0 && senior+deposit <= sale:
			return t.fee(g, share(senior+deposit, sale), share(senior, sale))
		case deposit > 0 && (sale > 0 || g.says("means.guarantee_fee")):
			o, err := t.fee(g, Whole, 0)
			o.Assumed, o.Asks = append([]string{"assumed_dearest"}, o.Assumed...), []string{"public_price"}
			return o, err
		}
		return Outcome{Needs: "public_price"}, nil
	}
	o := t.check(g)
	reasons, _ := o.Words["reasons"].([]words.Message)
	if deposit == 0 || len(reasons) > 0 || len(g.e.PropertyTypes) == 0 {
		return o, nil
	}
	value := t.HouseValuePct.of(g.Won("public_price"))
	fee, err := t.fee(g, share(senior+deposit, value), share(senior, value))
	o.Also = []Outcome{fee}
	return o, err
}

// check holds a deposit against HUG's rules: senior debt + deposit within 90 %
// of the house value (published price × 140 %), senior debt within 60 % of it,
// and the bound of the area. Parts of a won are dropped once, at the end.
func (t HUGTable) check(g *Given) Outcome {
	price, deposit, senior := g.Won("public_price"), g.Won("deposit"), g.Won("senior_debt")
	both := Rate(mulDiv(int64(t.HouseValuePct), int64(t.CoveredPct), int64(Whole)))
	most, seniorMax := max(0, both.of(price)-senior), t.SeniorToPct.of(t.HouseValuePct.of(price))
	o := Outcome{Notes: []string{"condition guarantee.apply_before"}, Cites: []string{"hug "}, Sources: []Source{t.Source}}
	region, placed := g.region()
	bound := t.DepositTo.Other
	if region.Capital {
		bound = t.DepositTo.Capital
	}
	bounded := most
	if placed {
		bounded = min(most, bound)
	}
	o.Figures = map[string]any{"max_deposit": bounded}
	o.Words = map[string]any{"by_value": most, "deposit": deposit, "senior_debt": senior, "senior_max": seniorMax, "area_deposit": bound, "over": max(0, deposit-most), "hug": t}
	args := Inputs(o.Words).with(o.Figures)
	args["public_price"] = price
	var reasons []words.Message
	add := func(over bool, key string) {
		if over {
			reasons = append(reasons, words.Message{Key: key, Args: args})
		}
	}
	add(senior > seniorMax, "guarantee.over_senior")
	add(deposit > most, "guarantee.over_value")
	add(placed && deposit > bound, "guarantee.over_area")
	if !placed {
		o.Notes = append(o.Notes, "condition guarantee.deposit_to")
	}
	o.Words = maps.Clone(o.Words)
	o.Words["reasons"], o.Words["checked"] = reasons, words.Message{Key: "guarantee.formula", Args: args}
	return o
}

// fee is deposit × yearly rate × days ÷ 365, with the surcharge for much
// senior debt, the part of a won dropped; over the term that was said, else
// over two years. debt is (senior debt + deposit) ÷ house value.
func (t HUGTable) fee(g *Given, debt, senior Rate) (Outcome, error) {
	if err := rateWithin("debt_ratio", debt, 0, Whole); err != nil {
		return Outcome{}, err
	}
	o := Outcome{Verdict: "headline_fee", Formula: "formula_fee", Notes: []string{"caveat rough"}}
	days := t.LeaseDays
	if months, ok := g.months(); ok && months >= leastTerm && months <= maxMonths {
		days = months * yearDays / 12
	} else {
		o.Assumed = append(o.Assumed, "assumed_term")
	}
	rows := ofHome(g, &o, t.Fees.Apartment, t.Fees.Other)
	rate := t.feeRate(rows, g.Won("deposit"), debt)
	if senior > t.SurchargeOverPct {
		rate += Rate(mulDivRound(int64(rate), int64(t.SurchargePct), int64(Whole)))
	}
	num := product(bigInt(g.Won("deposit")), bigInt(int64(rate)), bigInt(int64(days)))
	fee := floorQuo(num, product(bigInt(int64(Whole)), bigInt(int64(t.YearDays)))).Int64()
	o.Figures, o.Words = map[string]any{"fee": fee}, map[string]any{"fee_rate": rate, "days": days}
	return o, nil
}

// ofHome is what holds for the kind of home, which is taken for an apartment where
// nobody tells.
func ofHome[T any](g *Given, o *Outcome, apartment, other T) T {
	switch {
	case len(g.e.PropertyTypes) == 0:
		o.Assumed = append(o.Assumed, "assumed_apartment")
	case !g.property("apartment"):
		return other
	}
	return apartment
}

func (t HUGTable) feeRate(rows []HUGFeeRow, deposit int64, debt Rate) Rate {
	column := len(t.FeeDepositTo)
	for i, to := range t.FeeDepositTo {
		if deposit <= to {
			column = i
			break
		}
	}
	return until(rows, debt, func(row HUGFeeRow) Rate { return row.DebtToPct }).Pct[column]
}

// Insurer guarantees deposits at yearly rates by the share of the home's value
// that deposit and senior debt make together.
type Insurer struct {
	Source    Source        `yaml:"source"`
	Apartment []InsurerRate `yaml:"apartment" rising:"ToPct"`
	Other     []InsurerRate `yaml:"other" rising:"ToPct"`
}

// InsurerRate holds up to a share of the home's value.
type InsurerRate struct {
	ToPct Rate `yaml:"to_pct"`
	Pct   Rate `yaml:"pct"`
}

// insured is the fee of an institution other than HUG, or at a rate that was said:
// deposit × yearly rate × months ÷ 12, the part of a won dropped. Without a share of
// the home's value the dearest rate holds.
func (g *Given) insured(by string) (Outcome, error) {
	deposit, rate := g.Won("deposit"), g.Rate("fee_rate")
	o := Outcome{Verdict: "headline_insured", Formula: "formula_insured", Notes: []string{"caveat rough"}}
	if of, ok := map[string]Insurer{"hf": g.Tables.Insurers.HF, "sgi": g.Tables.Insurers.SGI}[by]; ok {
		rate, o.Of = cmp.Or(rate, of.rate(g, &o)), &of.Source
	}
	months := g.Tables.HUG.LeaseDays * 12 / yearDays
	if n, ok := g.months(); ok && n >= leastTerm && n <= maxMonths {
		months = n
	} else {
		o.Assumed = append(o.Assumed, "assumed_months")
	}
	num := product(bigInt(deposit), bigInt(int64(rate)), bigInt(int64(months)))
	o.Figures = map[string]any{"fee": floorQuo(num, bigInt(yearParts)).Int64()}
	o.Words = map[string]any{"months": months, "fee_rate": rate, "by": words.M("guarantee.insurer." + cmp.Or(by, "any"))}
	return o, nil
}

// rate is that of the share of the home's value.
func (t Insurer) rate(g *Given, o *Outcome) Rate {
	rows, debt := ofHome(g, o, t.Apartment, t.Other), g.Rate("debt_ratio")
	if sale := g.Won("sale_price"); sale > 0 && g.Won("deposit")/100 < sale {
		debt = share(g.Won("deposit")+g.Won("senior_debt"), sale)
	}
	if debt == 0 {
		debt, o.Assumed = Whole, append(o.Assumed, "assumed_dearest")
	}
	return until(rows, debt, func(row InsurerRate) Rate { return row.ToPct }).Pct
}

// leastPrice is the published price from which HUG guarantees a deposit behind
// senior debt, to the won upwards.
func (t HUGTable) leastPrice(deposit, senior int64) Outcome {
	both := mulDiv(int64(t.HouseValuePct), int64(t.CoveredPct), int64(Whole))
	least := mulDiv(deposit+senior, int64(Whole), both)
	if Rate(both).of(least) < deposit+senior {
		least++
	}
	return Outcome{
		Verdict: "headline_least", Formula: "formula_least", Notes: []string{"condition guarantee.apply_before"},
		Figures: map[string]any{"public_price": least}, Words: map[string]any{"covered": Rate(both), "senior_debt": senior},
	}
}
