package analysis

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/madang-dev/madang/internal/estate"
)

// formula is what a calculation of calculations.yaml does.
type formula struct {
	reckon func(g *Given) (Outcome, error)
	// table holds its figures of law, with their source.
	table func(t *Tables) any
	// explain tells what words of the question mean to those who ask.
	explain func(g *Given) []Outcome
}

// reckonings are what calculations do, by their names.
func reckonings() map[string]formula {
	return map[string]formula{
		"rent_increase":   {reckon: rentIncrease, table: func(t *Tables) any { return t.RentIncrease }},
		MethodConversion:  {reckon: conversion, table: func(t *Tables) any { return t.Conversion.Housing }},
		MethodShopDeposit: {reckon: shopDeposit, table: func(t *Tables) any { return t.ShopLease }},
		"shop_renewal":    {reckon: shopRenewal, table: func(t *Tables) any { return t.ShopLease }},
		"premium_damage":  {reckon: premiumDamage},
		"refusal_damage":  {reckon: refusalDamage, table: func(t *Tables) any { return t.RentIncrease.RefusalDamage }},
		"rent_report":     {reckon: rentReport, table: func(t *Tables) any { return t.RentIncrease.Report }},
		"small_deposit":   {reckon: smallDeposit, table: func(t *Tables) any { return t.SmallDeposit }},
		"ltv_dsr":         {reckon: loanLimits, explain: (*Given).loanWords, table: func(t *Tables) any { return t.LTV }},
		MethodDSR:         {reckon: debtService, table: func(t *Tables) any { return t.DSR }},
		"repayment":       {reckon: repayment},
		"brokerage_fee":   {reckon: brokerageFee, table: func(t *Tables) any { return t.Brokerage }},
		"acquisition_tax": {reckon: acquisitionTax, table: func(t *Tables) any { return t.AcquisitionTax }},
		"capital_gains":   {reckon: capitalGains, table: func(t *Tables) any { return t.CapitalGains }},
		"holding_tax":     {reckon: holdingTax, table: func(t *Tables) any { return t.HoldingTax }},
		"rent_credit":     {reckon: rentCredit, table: func(t *Tables) any { return t.RentCredit }},
		MethodMarketStats: {reckon: market, explain: (*Given).ratioWord},
		MethodJeonseRisk:  {reckon: jeonseRisk, explain: (*Given).ratioWord, table: func(t *Tables) any { return t.JeonseLines }},
		"guarantee":       {reckon: guarantee, table: func(t *Tables) any { return t.HUG }},

		"stamp_duty":       {reckon: stampDuty, table: func(t *Tables) any { return t.StampDuty }},
		"permit_levy":      {reckon: permitLevy, table: func(t *Tables) any { return t.PermitLevy }},
		"false_report":     {reckon: falseReport, table: func(t *Tables) any { return t.FalseReport }},
		"late_interest":    {reckon: lateInterest, table: func(t *Tables) any { return t.LateInterest }},
		"rent_days":        {reckon: rentDays},
		"area_unit":        {reckon: areaUnit},
		"yield":            {reckon: yield},
		"gap":              {reckon: gap},
		"unit_price":       {reckon: unitPrice},
		"housing_cost":     {reckon: housingCost},
		"balance_due":      {reckon: balanceDue},
		"deposit_back":     {reckon: depositBack},
		"repair_reserve":   {reckon: repairReserve},
		"proceeds":         {reckon: proceeds, table: func(t *Tables) any { return t.CapitalGains }},
		"auction":          {reckon: auction},
		"deadline":         {reckon: deadline},
		"dti":              {reckon: debtToIncome},
		"own_funds":        {reckon: ownFunds},
		"affordable_price": {reckon: affordablePrice, table: func(t *Tables) any { return t.LTV }},
		"needed_income":    {reckon: neededIncome, table: func(t *Tables) any { return t.DSR }},
		"prepayment":       {reckon: prepayment},

		"arrears": {reckon: arrears, table: func(t *Tables) any { return t.Arrears }},
		"earnest": {reckon: earnest, table: func(t *Tables) any { return t.Earnest }},
	}
}

// stampDuty is what a deed of a sale or of a bank's loan costs by its sum; a home's
// and a loan's is free up to a sum.
func stampDuty(g *Given) (Outcome, error) {
	t, duty := g.Tables.StampDuty, int64(0)
	sum, free := cmp.Or(g.Won("price"), g.Won("loan"), g.Won("deposit")), t.HomeFreeTo
	o := Outcome{Notes: []string{"condition electronic"}}
	switch {
	case g.Won("loan") > 0 && g.Won("price") == 0: // the deed of a sale has its own, whoever lends
		free, o.Notes = t.LoanFreeTo, []string{"condition lender"}
	case g.Has("no_home"):
		free = 0
	}
	for _, b := range slices.Backward(t.Bands) {
		if sum > free && (b.To == 0 || sum <= b.To) {
			duty = b.Won
		}
	}
	o.Figures, o.Words = map[string]any{"duty": duty}, map[string]any{"sum": sum, "free": free}
	if duty == 0 {
		o.Verdict, o.Notes = "free", nil
	}
	return o, nil
}

// permitLevy is a year's levy on land that was bought with a permit and is not
// used as permitted: a share of the price by what was done instead.
func permitLevy(g *Given) (Outcome, error) {
	levy := g.Tables.PermitLevy
	rate := cmp.Or(map[string]Rate{"idle": levy.IdlePct, "let": levy.LetPct, "changed": levy.ChangedPct}[g.Text("use")], levy.OtherPct)
	return Outcome{Figures: map[string]any{"levy": rate.of(g.Won("price")), "rate": rate}, Notes: []string{"condition when"}}, nil
}

// falseReport is the highest fine for a price that was reported falsely; of two
// the larger was paid.
func falseReport(g *Given) (Outcome, error) {
	price := max(g.Won("price"), g.Won("reported"))
	return Outcome{Figures: map[string]any{"fine": g.Tables.FalseReport.FineToPct.of(price), "price": price}, Notes: []string{"condition self_report"}}, nil
}

// lateInterest is what a sum that is paid late earns, at the agreed rate where
// it is above the statutory one; behind a suit at that of the suit.
func lateInterest(g *Given) (Outcome, error) {
	rate, note, sources := max(g.Rate("rate"), g.Tables.LateInterest.Pct), "suit", []Source(nil)
	if g.Has("sued") {
		rate, note, sources = max(rate, g.Tables.LateInterest.Suit.Pct), "sued", []Source{g.Tables.LateInterest.Suit.Source}
	}
	days := g.Int("days")
	num := product(bigInt(g.Won("sum")), bigInt(int64(rate)), bigInt(int64(days)))
	interest := floorQuo(num, product(bigInt(int64(Whole)), bigInt(yearDays))).Int64()
	return Outcome{Figures: map[string]any{"interest": interest, "rate": rate, "total": g.Won("sum") + interest}, Notes: []string{"condition " + note}, Sources: sources}, nil
}

// yearDays is what a yearly rate is divided by.
const yearDays = 365

// rentDays is the rent of some days, a month of which counts 30; up to the day of
// moving out, or from that of moving in, those of its month.
func rentDays(g *Given) (Outcome, error) {
	days, month, o := g.Int("days"), monthDays, Outcome{Notes: []string{"condition calendar"}}
	if n, said := g.match("month_days"); said {
		month, o.Notes = n, []string{"condition of_month"}
	}
	if on := g.Text("on"); on != "" && days == 0 {
		day := g.nearest(dayOf(on))
		days, month, o.Notes = day.Day(), day.AddDate(0, 1, -day.Day()).Day(), []string{"condition of_month"}
		if g.says("moves_in") {
			days = month - days + 1
		}
	}
	o.Figures = map[string]any{"part": mulDiv(g.Won("rent"), int64(days), int64(month)), "month": month, "days": days}
	return o, nil
}

// arrears is the sum of unpaid rents from which a lease may be ended.
func arrears(g *Given) (Outcome, error) {
	t := g.Tables.Arrears
	terms, o := t.Terms, Outcome{Notes: []string{"condition sum_not_times"}}
	if g.property("shop") || g.says("home.shop") {
		terms, o.Cites, o.Of = t.Shop.Terms, []string{"shop 10-8"}, &t.Shop.Source
	}
	o.Figures = map[string]any{"terms": terms, "sum": mulDiv(g.Won("rent"), terms, 1)}
	paid, months := g.Won("paid"), g.Int("months")
	if months == 0 { // those that are named, and those of which a part was paid
		unpaid := len(slices.DeleteFunc(slices.Clone(g.e.Dates), func(d estate.Date) bool { return d.Role != "unpaid" }))
		months = unpaid + min(unpaid, len(g.used)-1)
	}
	if rent := g.Won("rent"); months > 0 && months <= maxMonths && rent < MaxWon/maxMonths && paid < rent*int64(months) {
		owed := rent*int64(months) - paid
		o.Verdict, o.Figures["owed"] = "owed", owed
		o.Words = map[string]any{"months": months, "reached": owed >= rent*terms, "paid": paid}
	}
	return o, nil
}

// earnest is what it costs to draw back from a sale before it is performed: the
// buyer loses the earnest money, the seller gives it back several times.
func earnest(g *Given) (Outcome, error) {
	paid := g.Won("earnest")
	o := Outcome{Figures: map[string]any{"back": mulDiv(paid, g.Tables.Earnest.Times, 1)}, Notes: []string{"condition performed"}}
	// Whoever asks draws back where nobody else is said to.
	if o.Verdict = cmp.Or(g.Text("by"), g.Text("side")); o.Verdict == "by_buyer" {
		o.Formula = "formula_buyer"
	}
	return o, nil
}

// decimals writes a number with up to two decimals.
func decimals(v float64) string {
	return strconv.FormatFloat(float64(int64(v*100+0.5))/100, 'f', -1, 64)
}

// areaUnit tells an area in the other unit, to the hundredth.
func areaUnit(g *Given) (Outcome, error) {
	m2 := g.Area("area_m2")
	return Outcome{Figures: map[string]any{"m2": decimals(m2), "pyeong": decimals(m2 * 121 / 400)}}, nil
}
