package analysis

import (
	"slices"

	"github.com/madang-dev/madang/internal/words"
)

// rentIncrease answers how far the rent may rise and, when the end of the
// lease is known, when renewal has to be asked for.
func (r *run) rentIncrease() error {
	if r.says("means.conversion") && slices.Contains(r.list, MethodConversion) {
		return nil // the deposit rises for a lower rent
	}
	in := r.rentInput()
	result, err := r.tables.RentIncrease.Check(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.RentIncrease = result
	r.rentMetrics(result)
	if in.CurrentDeposit == 0 && in.CurrentMonthly == 0 && in.Percent == nil {
		if err := r.renewalWindow(); err != nil {
			return err
		}
		r.missing("current_deposit", "rent_increase.ask.current_deposit")
		r.rule(rentHeadline(result), result.Basis)
		return nil
	}
	r.found(rentHeadline(result), result.Basis)
	if in.Kind == "" {
		r.open("kind", "rent_increase.ask.kind")
	}
	if result.Verdict == VerdictOver {
		r.recommend("rent_increase.advice_within")
	}
	return r.renewalWindow()
}

func (r *run) rentInput() RentIncreaseInput {
	in := RentIncreaseInput{Today: r.today, LastChange: r.in.Text("last_change"), Kind: r.leaseKind(),
		CurrentDeposit: r.in.Won("current_deposit"), CurrentMonthly: r.in.Won("current_monthly"),
		ProposedDeposit: r.in.Won("proposed_deposit"), ProposedMonthly: r.in.Won("proposed_monthly")}
	r.looseRent(&in)
	if more := r.in.Won("increase"); more > 0 && in.ProposedDeposit == 0 && in.ProposedMonthly == 0 {
		switch { // "2천만원 올려 달래요"
		case in.CurrentMonthly > 0 && (in.CurrentDeposit == 0 || more < in.CurrentMonthly):
			in.ProposedMonthly = in.CurrentMonthly + more
		case in.CurrentDeposit > 0:
			in.ProposedDeposit = in.CurrentDeposit + more
		}
	}
	if r.in.Has("percent") {
		p := r.in.Rate("percent")
		in.Percent = &p
	}
	return in
}

// looseRent places sums whose role nobody knows: the first is the deposit
// now, the second the one asked for. Without a deposit, a sum asked for that
// is of the size of the rent is a rent.
func (r *run) looseRent(in *RentIncreaseInput) {
	next := func() int64 {
		won, at := r.take(r.used, "")
		if at >= 0 {
			r.used[at] = true
		}
		return won
	}
	if in.CurrentDeposit == 0 && in.CurrentMonthly == 0 {
		if in.CurrentDeposit = next(); in.CurrentDeposit != 0 {
			r.assume("rent_increase.assumed_current", "in", in)
		}
	}
	if in.ProposedDeposit == 0 && in.ProposedMonthly == 0 {
		if in.ProposedDeposit = next(); in.ProposedDeposit != 0 {
			r.assume("rent_increase.assumed_asked", "loose", in.ProposedDeposit)
		}
	}
	if in.CurrentDeposit == 0 && in.CurrentMonthly > 0 && in.ProposedMonthly == 0 && in.ProposedDeposit > 0 && in.ProposedDeposit/10 < in.CurrentMonthly {
		in.ProposedMonthly, in.ProposedDeposit = in.ProposedDeposit, 0
		r.assume("rent_increase.assumed_rent", "in", in)
	}
}

func (r *run) leaseKind() string {
	if v, ok := r.e.Attr("renewal_right"); ok {
		if v == "false" {
			return LeaseNew
		}
		return LeaseRenewal
	}
	switch {
	case r.says("lease.renewal"):
		return LeaseRenewal
	case r.says("lease.new_contract"):
		return LeaseNew
	case r.says("lease.running"):
		return LeaseRunning
	}
	return ""
}

func rentHeadline(x *RentIncreaseResult) words.Message {
	limit := which("rent_increase.to.", "rent", "deposit", x.MaxMonthly, x.MaxDeposit, "x", x)
	switch {
	case x.Verdict == VerdictOver && limit.Zero():
		return words.M("rent_increase.percent_over", "x", x)
	case x.Verdict == VerdictWithin && limit.Zero():
		return words.M("rent_increase.percent_within", "x", x)
	case x.Verdict == VerdictOver:
		over := words.M("rent_increase.over_by.one", "over", max(x.OverDeposit, x.OverMonthly))
		if x.OverDeposit > 0 && x.OverMonthly > 0 {
			over = words.M("rent_increase.over_by.both", "x", x)
		}
		return words.M("rent_increase.over", "x", x, "limit", limit, "over_text", over)
	case x.Verdict == VerdictWithin:
		asked := which("rent_increase.proposed.", "rent", "deposit", x.ProposedMonthly, x.ProposedDeposit, "x", x)
		return words.M("rent_increase.within", "proposed_text", asked, "x", x, "limit", limit)
	case limit.Zero():
		return words.M("rent_increase.rule", "x", x)
	}
	return words.M("rent_increase.headline", "limit", limit, "x", x)
}

// which is the text of the sums that are there: the one, the other, or both.
func which(key, one, other string, a, b int64, args ...any) words.Message {
	switch {
	case a > 0 && b > 0:
		return said(key+"both", args...)
	case a > 0:
		return said(key+one, args...)
	case b > 0:
		return said(key+other, args...)
	}
	return words.Message{}
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
		r.bars("rent_increase.chart.", "deposit", bar{"current", x.Input.CurrentDeposit}, bar{"ceiling", x.MaxDeposit}, bar{"asked", x.ProposedDeposit})
	}
}

// renewalWindow adds the days of the renewal request when the end of the
// lease is known.
func (r *run) renewalWindow() error {
	end := r.in.Text("end")
	if end == "" {
		return nil
	}
	w, err := r.tables.RentIncrease.Renewal.Window(end, r.today)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.RenewalWindow = w
	parts := []words.Message{words.M("renewal.headline", "w", w)}
	if w.State != "" {
		parts = append(parts, said("renewal."+w.State, "w", w))
	}
	r.under("renewal.title", func() { r.found(joined(sentences, parts...), w.Basis) })
	return nil
}

// rentReport tells whether the lease has to be reported.
func (r *run) rentReport() error {
	deposit, rent := r.in.Won("deposit"), r.in.Won("rent")
	t := r.tables.RentIncrease.Report
	result, err := t.Check(deposit, rent)
	if err != nil {
		return err
	}
	if deposit == 0 && rent <= t.MonthlyOver && !r.says("lease.no_deposit") {
		r.missing("deposit", "rent_report.ask.deposit_too")
		r.rule(words.M("rent_report.rule", "t", t), result.Basis)
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
	cap := r.tables.Conversion.Cap(false)
	result, err := r.tables.RentIncrease.RefusalDamage.Damage(RefusalDamageInput{Rate: cap.Cap,
		OldDeposit: r.in.Won("old_deposit"), OldRent: r.in.Won("old_rent"), NewDeposit: r.in.Won("new_deposit"), NewRent: r.in.Won("new_rent")})
	if err != nil {
		return err
	}
	r.state.RawAnalysis.RefusalDamage = result
	r.metric("damage", float64(result.Damage))
	r.found(words.M("refusal_damage.headline", "result", result), result.Basis)
	return nil
}

// smallDeposit answers what a tenant is paid before the mortgages.
func (r *run) smallDeposit() error {
	result, err := r.tables.SmallDeposit.Priority(SmallDepositInput{Deposit: r.in.Won("deposit"), Area: r.in.Text("area"),
		FirstSecurity: r.in.Text("security"), HouseValue: r.in.Won("house_value")})
	if err != nil {
		return err
	}
	r.metric("protected", float64(result.Protected))
	headline := words.M("small_deposit.headline", "result", result)
	if !result.Eligible {
		headline = words.M("small_deposit.headline_none", "result", result)
	}
	r.found(headline, result.Basis)
	return nil
}

// shopDeposit tells a shop's converted deposit and which rules of the shop
// lease act cover the lease.
func (r *run) shopDeposit() error {
	deposit, rent := r.in.Won("deposit"), r.in.Won("rent")
	converted, err := r.tables.Conversion.ShopDeposit(deposit, rent)
	if err != nil {
		return err
	}
	r.metric("converted", float64(converted))
	times := r.tables.Conversion.ShopDepositMultiplier
	formula := words.M("shop_deposit.formula", "deposit", deposit, "rent", rent, "times", times, "converted", converted)
	area := r.in.Text("area")
	if area == "" {
		r.open("region", "shop_deposit.ask.region")
		b := r.basis(r.calc, "shop_deposit.rule_formula", r.in)
		b.Formula = formula
		r.found(words.M("shop_deposit.sum", "converted", converted), b)
		return nil
	}
	result, err := r.tables.ShopLease.Check(converted, area)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.ShopLease = result
	verdict := words.M("shop_deposit.covered", "result", result)
	if !result.Covered {
		verdict = words.M("shop_deposit.partly", "result", result)
	}
	result.Formula = joined(formulas, formula, result.Formula)
	r.found(joined(sentences, words.M("shop_deposit.sum", "converted", converted), verdict), result.Basis)
	return nil
}
