package analysis

import (
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/words"
)

// rentIncrease answers how far the rent may rise and, when the end of the
// lease is known, when renewal has to be asked for.
func (r *run) rentIncrease() error {
	in := r.rentInput()
	if in.CurrentDeposit > 0 && in.CurrentMonthly > 0 {
		if cap, err := r.tables.Conversion.Cap(false, ""); err == nil {
			in.ConversionRate = cap.Cap
		}
	}
	result, err := r.tables.RentIncrease.Check(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.RentIncrease = result
	r.found(rentHeadline(result), result.Basis)
	r.rentMetrics(result)
	if in.CurrentDeposit == 0 && in.CurrentMonthly == 0 && in.Percent == nil {
		r.missing("current_deposit", "rent_increase.ask.current_deposit")
	}
	if in.Kind == "" {
		r.state.InputData.Missing = append(r.state.InputData.Missing, Missing{Method: r.method, Name: "kind",
			Question: r.words.Say("rent_increase.ask.kind")})
	}
	if result.Verdict == VerdictOver {
		r.recommend("rent_increase.advice_within")
	}
	return r.renewalWindow()
}

func (r *run) rentInput() RentIncreaseInput {
	f := r.facts
	in := RentIncreaseInput{Today: r.today, LastChange: f.date("contract"), Kind: r.leaseKind()}
	if in.LastChange == "" {
		in.LastChange = f.date("last_increase")
	}
	deposits := f.sums(estate.CurrentDeposit, estate.Deposit)
	monthly := f.sums(estate.MonthlyRent)
	in.ProposedDeposit = f.sum(estate.ProposedDeposit)
	if len(deposits) > 0 {
		in.CurrentDeposit = deposits[0]
	}
	if len(deposits) > 1 && in.ProposedDeposit == 0 {
		in.ProposedDeposit = deposits[1]
		r.assume("rent_increase.assumed_first_second", "deposits", deposits[0], "deposits_2", deposits[1])
	}
	if len(monthly) > 0 {
		in.CurrentMonthly = monthly[0]
	}
	if len(monthly) > 1 {
		in.ProposedMonthly = monthly[1]
	}
	r.looseRent(&in)
	r.addIncrease(&in)
	if p, ok := f.percent("increase"); ok {
		in.Percent = &p
		r.understood("percent", p.String())
	}
	r.understoodWon("current_deposit", in.CurrentDeposit)
	r.understoodWon("proposed_deposit", in.ProposedDeposit)
	r.understoodWon("current_monthly", in.CurrentMonthly)
	r.understoodWon("proposed_monthly", in.ProposedMonthly)
	return in
}

func (r *run) understoodWon(name string, v int64) {
	if v != 0 {
		r.understood(name, r.words.Say("report.won", "sum", v))
	}
}

// looseRent places sums whose role nobody knows: the first is the deposit
// now, the second the one asked for. Without a deposit, a sum asked for that
// is of the size of the rent is a rent.
func (r *run) looseRent(in *RentIncreaseInput) {
	loose := r.facts.loose()
	if in.CurrentDeposit == 0 && in.CurrentMonthly == 0 && len(loose) > 0 {
		in.CurrentDeposit = loose[0]
		loose = loose[1:]
		r.assume("rent_increase.assumed_current", "in", in)
	}
	if in.ProposedDeposit == 0 && in.ProposedMonthly == 0 && len(loose) > 0 {
		in.ProposedDeposit = loose[0]
		r.assume("rent_increase.assumed_asked", "loose", loose[0])
	}
	if in.CurrentDeposit == 0 && in.CurrentMonthly > 0 && in.ProposedMonthly == 0 && in.ProposedDeposit > 0 && in.ProposedDeposit/10 < in.CurrentMonthly {
		in.ProposedMonthly, in.ProposedDeposit = in.ProposedDeposit, 0
		r.assume("rent_increase.assumed_rent", "in", in)
	}
}

// addIncrease turns "2천만원 올려 달래요" into the sum asked for.
func (r *run) addIncrease(in *RentIncreaseInput) {
	more := r.facts.sum(estate.Increase)
	if more == 0 || in.ProposedDeposit > 0 || in.ProposedMonthly > 0 {
		return
	}
	switch {
	case in.CurrentDeposit > 0:
		in.ProposedDeposit = in.CurrentDeposit + more
	case in.CurrentMonthly > 0:
		in.ProposedMonthly = in.CurrentMonthly + more
	}
}

func (r *run) leaseKind() string {
	f := r.facts
	if v, ok := f.e.Attr("renewal_right"); ok {
		if v == "false" {
			return LeaseNew
		}
		return LeaseRenewal
	}
	switch {
	case f.says("lease.renewal"):
		return LeaseRenewal
	case f.says("lease.new_contract"):
		return LeaseNew
	case f.says("lease.running"):
		return LeaseRunning
	}
	return ""
}

func rentHeadline(x *RentIncreaseResult) words.Message {
	limit := func() words.Message {
		switch {
		case x.MaxDeposit > 0 && x.MaxMonthly > 0:
			return words.M("rent_increase.to.both", "x", x)
		case x.MaxMonthly > 0:
			return words.M("rent_increase.to.rent", "x", x)
		case x.MaxDeposit > 0:
			return words.M("rent_increase.to.deposit", "x", x)
		}
		return words.Message{}
	}()
	switch {
	case x.Verdict == VerdictOver && limit.Zero():
		return words.M("rent_increase.percent_over", "x", x)
	case x.Verdict == VerdictWithin && limit.Zero():
		return words.M("rent_increase.percent_within", "x", x)
	case x.Verdict == VerdictOver:
		return words.M("rent_increase.over", "x", x, "limit", limit, "over_text", overText(x))
	case x.Verdict == VerdictWithin:
		return words.M("rent_increase.within", "proposed_text", proposedText(x), "x", x, "limit", limit)
	case limit.Zero():
		return words.M("rent_increase.rule", "x", x)
	}
	return words.M("rent_increase.headline", "limit", limit, "x", x)
}

func proposedText(x *RentIncreaseResult) words.Message {
	switch {
	case x.ProposedDeposit > 0 && x.ProposedMonthly > 0:
		return words.M("rent_increase.proposed.both", "x", x)
	case x.ProposedMonthly > 0:
		return words.M("rent_increase.proposed.rent", "x", x)
	}
	return words.M("rent_increase.proposed.deposit", "x", x)
}

func overText(x *RentIncreaseResult) words.Message {
	switch {
	case x.OverDeposit > 0 && x.OverMonthly > 0:
		return words.M("rent_increase.over_by.both", "x", x)
	case x.OverMonthly > 0:
		return words.M("rent_increase.over_by.one", "over", x.OverMonthly)
	}
	return words.M("rent_increase.over_by.one", "over", x.OverDeposit)
}

func (r *run) rentMetrics(x *RentIncreaseResult) {
	r.metric("ceiling_pct", x.Ceiling.Pct())
	if x.MaxDeposit > 0 {
		r.metric("max_deposit", float64(x.MaxDeposit))
	}
	if x.MaxMonthly > 0 {
		r.metric("max_monthly", float64(x.MaxMonthly))
	}
	if x.Verdict == VerdictRuleOnly {
		return
	}
	r.metric("rise_pct", x.Rise.Pct())
	r.metric("over_deposit", float64(x.OverDeposit))
	r.metric("over_monthly", float64(x.OverMonthly))
	if x.Input.CurrentDeposit > 0 && x.ProposedDeposit > 0 {
		r.chart(Chart{
			Kind: "bar", Title: r.heading(),
			Labels: []string{r.words.Say("rent_increase.chart.current"), r.words.Say("rent_increase.chart.ceiling"), r.words.Say("rent_increase.chart.asked")},
			Series: []Series{{Name: r.words.Say("rent_increase.chart.deposit"), Unit: "won", Values: []float64{float64(x.Input.CurrentDeposit), float64(x.MaxDeposit), float64(x.ProposedDeposit)}}},
		})
	}
}

// renewalWindow adds the days of the renewal request when the end of the
// lease is known.
func (r *run) renewalWindow() error {
	end := r.facts.date("end")
	if end == "" {
		return nil
	}
	w, err := r.tables.RentIncrease.Renewal.Window(end, r.today)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.RenewalWindow = w
	headline := words.M("renewal.headline", "w", w)
	parts := []words.Message{headline}
	switch w.State {
	case WindowOpen:
		parts = append(parts, words.M("renewal.open", "w", w))
	case WindowAhead:
		parts = append(parts, words.M("renewal.before", "w", w))
	case WindowClosed:
		parts = append(parts, words.M("renewal.passed", "w", w))
	}
	r.title = words.M("renewal.title")
	r.found(joined(sentences, parts...), w.Basis)
	r.title = words.Message{}
	return nil
}

// conversion turns deposit into rent or rent into deposit, or judges the
// rate that three sums imply.
func (r *run) conversion() error {
	f := r.facts
	shop := f.property("shop") || f.says("home.shop")
	cap, err := r.tables.Conversion.Cap(shop, "")
	if err != nil {
		return err
	}
	r.state.RawAnalysis.ConversionCap = cap
	r.metric("cap_pct", cap.Cap.Pct())
	in := ConversionInput{Shop: shop}
	if p, ok := f.percent("conversion"); ok {
		in.Rate = p
		r.understood("rate_pct", p.String())
	}
	deposits := f.sums(estate.CurrentDeposit, estate.Deposit)
	if len(deposits) > 0 {
		deposits = append(deposits, f.sums(estate.ProposedDeposit)...)
	}
	monthly := f.sum(estate.MonthlyRent)
	if shop && len(deposits) > 0 && monthly > 0 {
		if err := r.shopLease(deposits[0], monthly); err != nil {
			return err
		}
	}
	switch {
	case len(deposits) >= 2 && monthly > 0 && !shop:
		return r.effective(deposits[0], deposits[1], monthly)
	case f.says("lease.to_deposit") && monthly > 0:
		in.Direction, in.Monthly = RentToDeposit, monthly
	default:
		in.Direction, in.Amount, in.Asked = DepositToRent, r.convertedPart(deposits), monthly
	}
	if in.Direction == DepositToRent && in.Amount == 0 {
		r.missing("amount", "conversion.ask.amount")
		r.found(words.M("conversion.rule", "cap", cap), cap.Basis)
		return nil
	}
	result, err := r.tables.Conversion.Convert(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Conversion = result
	if in.Direction == RentToDeposit {
		r.metric("deposit", float64(result.Deposit))
		r.found(words.M("conversion.headline_deposit", "in", in, "result", result), result.Basis)
		return nil
	}
	r.metric("monthly_max", float64(result.MonthlyMax))
	r.found(words.M("conversion.headline_rent", "in", in, "result", result), result.Basis)
	return nil
}

// shopLease tells which rules of the shop lease act cover the lease.
func (r *run) shopLease(deposit, monthly int64) error {
	converted, err := r.tables.Conversion.ShopDeposit(deposit, monthly)
	if err != nil {
		return err
	}
	r.metric("shop_deposit", float64(converted))
	region, ok := r.facts.region()
	area := r.tables.SmallDeposit.AreaOf(region.Sido, region.Sigungu)
	if !ok || area == "" {
		r.missing("region", "shop_lease.ask.region")
		r.found(words.M("shop_lease.sum", "converted", converted),
			basis(words.M("shop_lease.formula_sum", "deposit", deposit, "monthly", monthly, "shop_deposit_multiplier", r.tables.Conversion.ShopDepositMultiplier, "converted", converted), []Citation{cite(lawShop, "2")}, r.tables.ShopLease.Source))
		return nil
	}
	result, err := r.tables.ShopLease.Check(converted, area)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.ShopLease = result
	verdict := words.M("shop_lease.covered", "result", result)
	if !result.Covered {
		verdict = words.M("shop_lease.partly", "result", result)
	}
	r.found(words.M("shop_lease.headline", "converted", converted, "verdict", verdict), result.Basis)
	return nil
}

// convertedPart is the sum that becomes rent: the one named right before
// "to rent", else the first.
func (r *run) convertedPart(deposits []int64) int64 {
	f := r.facts
	if at, _, ok := phrases.Find(f.question, "lease.to_rent"); ok {
		var last int64
		for _, a := range f.e.Amounts {
			if a.End <= at && a.Role != estate.MonthlyRent {
				last = a.Won
			}
		}
		if last > 0 {
			return last
		}
	}
	if len(deposits) > 0 {
		return deposits[0]
	}
	if loose := f.loose(); len(loose) > 0 {
		return loose[0]
	}
	return 0
}

func (r *run) effective(jeonse, deposit, monthly int64) error {
	if deposit > jeonse {
		jeonse, deposit = deposit, jeonse
	}
	r.assume("effective_conversion.assumed", "jeonse", jeonse, "deposit", deposit)
	result, err := r.tables.Conversion.Effective(jeonse, deposit, monthly)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.EffectiveConversion = result
	r.metric("rate_pct", result.Rate.Pct())
	verdict := words.M("effective_conversion.within", "result", result)
	if result.Above {
		verdict = words.M("effective_conversion.over", "result", result)
	}
	r.found(words.M("effective_conversion.headline", "result", result, "verdict", verdict), result.Basis)
	return nil
}

// rentReport tells whether the lease has to be reported.
func (r *run) rentReport() error {
	f := r.facts
	deposit, monthly := f.sum(estate.Deposit, estate.CurrentDeposit), f.sum(estate.MonthlyRent)
	t := r.tables.RentIncrease.Report
	switch {
	case deposit == 0 && monthly == 0:
		r.missing("deposit", "rent_report.ask.sums")
	case deposit == 0 && monthly > 0 && monthly <= t.MonthlyOver && !f.says("lease.no_deposit"):
		r.missing("deposit", "rent_report.ask.deposit")
	}
	result, err := t.Check(deposit, monthly)
	if err != nil {
		return err
	}
	if r.incomplete {
		r.found(words.M("rent_report.rule", "t", t), result.Basis)
		return nil
	}
	r.state.RawAnalysis.RentReport = result
	if result.MustReport {
		r.found(words.M("rent_report.must", "result", result), result.Basis)
		return nil
	}
	r.found(words.M("rent_report.must_not"), result.Basis)
	return nil
}

// refusalDamage reckons what a landlord owes who refused renewal and re-let.
func (r *run) refusalDamage() error {
	f := r.facts
	cap, err := r.tables.Conversion.Cap(false, "")
	if err != nil {
		return err
	}
	deposits, rents := f.sums(estate.CurrentDeposit, estate.Deposit, estate.ProposedDeposit), f.sums(estate.MonthlyRent)
	in := RefusalDamageInput{Rate: cap.Cap}
	if len(deposits) > 0 {
		in.OldDeposit = deposits[0]
	}
	if len(deposits) > 1 {
		in.NewDeposit = deposits[1]
	}
	if len(rents) > 0 {
		in.OldRent = rents[0]
	}
	if len(rents) > 1 {
		in.NewRent = rents[1]
	}
	if in.OldDeposit == 0 && in.OldRent == 0 || in.NewDeposit == 0 && in.NewRent == 0 {
		r.missing("old_deposit", "refusal_damage.ask.sums")
		t := r.tables.RentIncrease.RefusalDamage
		r.found(words.M("refusal_damage.rule", "t", t),
			basis(words.M("refusal_damage.rule_formula", "t", t), []Citation{cite(lawLease, "6-3 (6)")}, t.Source))
		return nil
	}
	result, err := r.tables.RentIncrease.RefusalDamage.Damage(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.RefusalDamage = result
	r.metric("damage", float64(result.Damage))
	r.found(words.M("refusal_damage.headline", "result", result), result.Basis)
	return nil
}
