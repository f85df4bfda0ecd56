package analysis

import "slices"

// formula is what a calculation of calculations.yaml does: a Reckon or a work
// of its own, and the table that its figures of law stand in.
type formula struct {
	reckon  func(t *Tables, in Inputs) (Outcome, error)
	work    func(r *run) error
	table   func(t *Tables) any
	explain func(r *run)
}

// reckonings are what calculations do, by their names.
func reckonings() map[string]formula {
	return map[string]formula{
		MethodRentIncrease:   {work: (*run).rentIncrease, table: func(t *Tables) any { return t.RentIncrease }},
		MethodConversion:     {work: (*run).conversion, table: func(t *Tables) any { return t.Conversion.Housing }},
		MethodShopDeposit:    {work: (*run).shopDeposit, table: func(t *Tables) any { return t.ShopLease }},
		MethodRefusalDamage:  {work: (*run).refusalDamage, table: func(t *Tables) any { return t.RentIncrease.RefusalDamage }},
		MethodRentReport:     {work: (*run).rentReport, table: func(t *Tables) any { return t.RentIncrease.Report }},
		MethodSmallDeposit:   {work: (*run).smallDeposit, table: func(t *Tables) any { return t.SmallDeposit }},
		MethodLTVDSR:         {work: (*run).loanLimits, explain: (*run).loanWords, table: func(t *Tables) any { return t.LTV }},
		MethodDSR:            {work: (*run).debtService, table: func(t *Tables) any { return t.DSR }},
		MethodRepayment:      {work: (*run).repayment},
		MethodBrokerageFee:   {work: (*run).brokerage, table: func(t *Tables) any { return t.Brokerage }},
		MethodAcquisitionTax: {work: (*run).acquisitionTax, table: func(t *Tables) any { return t.AcquisitionTax }},
		MethodCapitalGains:   {work: (*run).capitalGains, table: func(t *Tables) any { return t.CapitalGains }},
		MethodHoldingTax:     {work: (*run).holdingTax, table: func(t *Tables) any { return t.HoldingTax }},
		MethodRentCredit:     {work: (*run).rentCredit, table: func(t *Tables) any { return t.RentCredit }},
		MethodMarketStats:    {work: (*run).market, explain: (*run).ratioWord},
		MethodContractRisk:   {work: (*run).contractRisk},
		MethodJeonseRisk:     {work: (*run).jeonseRisk, explain: (*run).ratioWord, table: func(t *Tables) any { return t.JeonseLines }},
		MethodGuarantee:      {work: (*run).guarantee, table: func(t *Tables) any { return t.HUG }},

		"stamp_duty":    {reckon: stampDuty, table: func(t *Tables) any { return t.StampDuty }},
		"permit_levy":   {reckon: permitLevy, table: func(t *Tables) any { return t.PermitLevy }},
		"false_report":  {reckon: falseReport, table: func(t *Tables) any { return t.FalseReport }},
		"late_interest": {reckon: lateInterest, table: func(t *Tables) any { return t.LateInterest }},
		"rent_days":     {reckon: rentDays},
		"area_unit":     {reckon: areaUnit},
	}
}

// stampDuty is what a deed of a sale costs by its sum; a home's is free up to
// a sum.
func stampDuty(t *Tables, in Inputs) (Outcome, error) {
	price := in.Won("price")
	duty := int64(0)
	if price > t.StampDuty.HomeFreeTo || in.Has("no_home") {
		i := slices.IndexFunc(t.StampDuty.Bands, func(b DutyBand) bool { return b.To == 0 || price <= b.To })
		duty = t.StampDuty.Bands[i].Won
	}
	if duty == 0 {
		return Outcome{Figures: map[string]any{"duty": duty}, Verdict: "free"}, nil
	}
	return Outcome{Figures: map[string]any{"duty": duty}, Notes: []string{"electronic"}}, nil
}

// permitLevy is a year's levy on land that was bought with a permit and is not
// used as permitted: a share of the price by what was done instead.
func permitLevy(t *Tables, in Inputs) (Outcome, error) {
	levy := t.PermitLevy
	rate := levy.OtherPct
	switch in.Text("use") {
	case "idle":
		rate = levy.IdlePct
	case "let":
		rate = levy.LetPct
	case "changed":
		rate = levy.ChangedPct
	}
	return Outcome{Figures: map[string]any{"levy": rate.of(in.Won("price")), "rate": rate}, Notes: []string{"when"}}, nil
}

// falseReport is the highest fine for a price that was reported falsely; of two
// the larger was paid.
func falseReport(t *Tables, in Inputs) (Outcome, error) {
	price := max(in.Won("price"), in.Won("reported"))
	return Outcome{Figures: map[string]any{"fine": t.FalseReport.FineToPct.of(price), "price": price}, Notes: []string{"self_report"}}, nil
}

// lateInterest is what a sum that is paid late earns, at the agreed rate where
// it is above the statutory one; behind a suit at that of the suit.
func lateInterest(t *Tables, in Inputs) (Outcome, error) {
	rate, note, sources := max(in.Rate("rate"), t.LateInterest.Pct), "suit", []Source(nil)
	if in.Has("sued") {
		rate, note, sources = max(rate, t.LateInterest.Suit.Pct), "sued", []Source{t.LateInterest.Suit.Source}
	}
	if err := rateWithin("rate", rate, 0, Whole); err != nil {
		return Outcome{}, err
	}
	days := in.Int("days")
	if days < 1 || days > maxDays {
		return Outcome{}, refuse("days", days, "input.days")
	}
	num := product(bigInt(in.Won("sum")), bigInt(int64(rate)), bigInt(int64(days)))
	interest := floorQuo(num, product(bigInt(int64(Whole)), bigInt(yearDays))).Int64()
	return Outcome{Figures: map[string]any{"interest": interest, "rate": rate, "total": in.Won("sum") + interest}, Notes: []string{note}, Sources: sources}, nil
}

// maxDays bounds a term in days, yearDays is what a yearly rate is divided by.
const (
	maxDays  = 3660
	yearDays = 365
)

// rentDays is the rent of some days, a month of which counts 30.
func rentDays(_ *Tables, in Inputs) (Outcome, error) {
	days := in.Int("days")
	if days < 1 || days > maxDays {
		return Outcome{}, refuse("days", days, "input.days")
	}
	return Outcome{Figures: map[string]any{"part": mulDiv(in.Won("rent"), int64(days), monthDays), "month": monthDays}, Notes: []string{"calendar"}}, nil
}

// areaUnit tells an area in the other unit, to the hundredth.
func areaUnit(_ *Tables, in Inputs) (Outcome, error) {
	m2 := in.Area("area_m2")
	return Outcome{Figures: map[string]any{"m2": decimals(m2), "pyeong": decimals(m2 * 121 / 400)}}, nil
}
