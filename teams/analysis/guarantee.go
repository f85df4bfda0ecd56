package analysis

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

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
}

// InsurerTable are the institutions that guarantee a deposit.
type InsurerTable struct {
	HUG       Insurer `yaml:"hug"`
	HF        Insurer `yaml:"hf"`
	SGI       Insurer `yaml:"sgi"`
	FeeMonths int     `yaml:"fee_months"` // of a fee without a term
}

// Insurer guarantees deposits at yearly rates by the share of the home's value
// that deposit and senior debt make together.
type Insurer struct {
	Source Source `yaml:"source"`
	// DepositTo are the ends of the bands of deposits, of which each has its rates;
	// the last is open-ended.
	DepositTo []int64       `yaml:"deposit_to" zero:"ok"`
	Apartment []InsurerRate `yaml:"apartment" rising:"DebtToPct,open"`
	Other     []InsurerRate `yaml:"other" rising:"DebtToPct,open"`
}

// InsurerRate holds up to a debt ratio (0 is open-ended), one rate for each
// band of deposits.
type InsurerRate struct {
	DebtToPct Rate   `yaml:"debt_to_pct" zero:"ok"`
	Pct       []Rate `yaml:"pct"`
}

// validate wants a rate for every band of deposits.
func (t InsurerTable) validate() error {
	for name, insurer := range map[string]Insurer{"hug": t.HUG, "hf": t.HF, "sgi": t.SGI} {
		for i, row := range slices.Concat(insurer.Apartment, insurer.Other) {
			if len(row.Pct) != len(insurer.DepositTo)+1 {
				return &badValue{"$.insurers." + name, fmt.Sprintf("has a row %d with %d rates; it needs %d", i+1, len(row.Pct), len(insurer.DepositTo)+1)}
			}
		}
	}
	return nil
}

// rate is the one for a debt ratio and a deposit.
func (t Insurer) rate(g *Given, o *Outcome, debt Rate) Rate {
	rows := t.Apartment
	switch { // which the home is taken for where nobody tells
	case len(g.e.PropertyTypes) == 0:
		o.Assumed = append(o.Assumed, "assumed_apartment")
	case !g.property("apartment"):
		rows = t.Other
	}
	band := slices.IndexFunc(t.DepositTo, func(to int64) bool { return g.Won("deposit") <= to })
	if band < 0 {
		band = len(t.DepositTo)
	}
	return until(rows, debt, func(row InsurerRate) Rate { return row.DebtToPct }).Pct[band]
}

// guarantee tells whether HUG's guarantee can be had, and what it costs where
// the kind of home is known or the fee is asked for.
func guarantee(g *Given) (Outcome, error) {
	t, deposit, senior, sale, by := g.Tables.HUG, g.Won("deposit"), g.Won("senior_debt"), g.Won("sale_price"), g.Text("by")
	debt, seniorShare := g.Rate("debt_ratio"), Rate(0)
	if debt == 0 && sale > 0 && senior+deposit <= sale {
		debt, seniorShare = share(senior+deposit, sale), share(senior, sale)
	}
	switch {
	case deposit > 0 && (by != "" || g.Has("fee_rate")):
		return g.fee(cmp.Or(by, "any"), debt, seniorShare)
	case g.Won("public_price") > 0:
	case deposit > 0 && g.Has("least"):
		return t.leastPrice(deposit, senior), nil
	case deposit > 0 && sale > 0 && !g.says("means.guarantee_fee"):
		return t.bySale(deposit, senior, sale), nil
	case deposit > 0 && (debt > 0 || sale > 0 || g.says("means.guarantee_fee")):
		return g.fee("hug", debt, seniorShare)
	default:
		return Outcome{Needs: "public_price"}, nil
	}
	o := t.check(g)
	reasons, _ := o.Words["reasons"].([]words.Message)
	if deposit == 0 || len(reasons) > 0 || len(g.e.PropertyTypes) == 0 {
		return o, nil
	}
	value := t.HouseValuePct.of(g.Won("public_price"))
	fee, err := g.fee("hug", share(senior+deposit, value), share(senior, value))
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

// fee is deposit × yearly rate × months ÷ 12, the part of a won dropped, over the term
// that was said, else over two years: at a rate that was said, else at the insurer's,
// HUG's with the surcharge for much senior debt. debt is (senior debt + deposit) ÷ house
// value; where it is not known, 0, the dearest rate holds.
func (g *Given) fee(by string, debt, senior Rate) (Outcome, error) {
	if err := rateWithin("debt_ratio", debt, 0, Whole); err != nil {
		return Outcome{}, err
	}
	t, hug, rate := g.Tables.Insurers, g.Tables.HUG, g.Rate("fee_rate")
	o := Outcome{Verdict: "headline_fee", Formula: "formula_fee", Notes: []string{"caveat rough"}}
	insurer, known := map[string]Insurer{"hug": t.HUG, "hf": t.HF, "sgi": t.SGI}[by]
	if known && rate == 0 {
		o.Of = &insurer.Source
		if debt == 0 {
			debt, o.Assumed = Whole, []string{"assumed_dearest"}
		}
		rate = insurer.rate(g, &o, debt)
	}
	if by == "hug" {
		o.Cites = []string{"hug "}
		if senior > hug.SurchargeOverPct {
			rate += Rate(mulDivRound(int64(rate), int64(hug.SurchargePct), int64(Whole)))
		}
		if slices.Contains(o.Assumed, "assumed_dearest") {
			o.Asks = []string{"public_price"}
		}
	}
	months, said := g.months()
	if !said || months < leastTerm || months > maxMonths {
		months, o.Assumed = t.FeeMonths, append(o.Assumed, "assumed_months")
	}
	num := product(bigInt(g.Won("deposit")), bigInt(int64(rate)), bigInt(int64(months)))
	o.Figures = map[string]any{"fee": floorQuo(num, bigInt(yearParts)).Int64()}
	o.Words = map[string]any{"months": months, "fee_rate": rate, "by": words.M("guarantee.insurer." + by)}
	return o, nil
}

// bySale holds deposit and senior debt against the price that was said: HUG takes the
// market price of a flat for the house value, of other homes the published one.
func (t HUGTable) bySale(deposit, senior, sale int64) Outcome {
	most := max(0, t.CoveredPct.of(sale)-senior)
	return Outcome{
		Verdict: "headline_sale", Formula: "formula_sale", Cites: []string{"hug "}, Sources: []Source{t.Source}, Asks: []string{"public_price"},
		Notes:   []string{"condition guarantee.house_value", "condition guarantee.apply_before"},
		Figures: map[string]any{"max_deposit": most}, Words: map[string]any{"senior_debt": senior, "over": max(0, deposit-most), "hug": t},
	}
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
