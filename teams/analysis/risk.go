package analysis

import (
	"fmt"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/teams/clause"
)

// jeonseRisk answers how safe a deposit is.
func (r *run) jeonseRisk() error {
	in := r.riskInput()
	if in.Sale == 0 && in.PublicPrice == 0 {
		r.missing("sale_price", "jeonse_risk.ask.sale_price")
	}
	if !in.SeniorKnown {
		r.open("senior_debt", "jeonse_risk.ask.senior_debt")
	}
	r.recommend("jeonse_risk.advice_register")
	r.recommend("jeonse_risk.advice_same_day")
	result, err := r.tables.JeonseRisk(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.JeonseRisk = result
	r.riskFindings(result)
	return nil
}

func (r *run) riskInput() JeonseRiskInput {
	region, placed := r.region()
	in := JeonseRiskInput{
		Deposit: r.in.Won("deposit"), Sale: r.in.Won("sale_price"), Senior: r.in.Won("senior_debt"), PublicPrice: r.in.Won("public_price"),
		Capital: region.Capital, AreaKnown: placed,
	}
	in.SeniorKnown = in.Senior > 0 || r.says("lease.no_senior")
	if placed {
		in.SmallArea = r.tables.SmallDeposit.AreaOf(region.Sido, region.Sigungu)
	}
	return in
}

// riskFindings tells the ratio first, which is what is asked, then how risky
// it is and why.
func (r *run) riskFindings(x *JeonseRiskResult) {
	var parts []words.Message
	if x.JeonseRatio > 0 {
		r.metric("jeonse_ratio_pct", x.JeonseRatio.Pct())
		parts = append(parts, words.M("jeonse_risk.ratio", "x", x))
	}
	parts = append(parts, words.M("jeonse_risk.headline", "levels", said("jeonse_risk.level."+x.Level)))
	parts = append(parts, x.Warnings...)
	if x.DebtRatio > 0 {
		r.metric("debt_ratio_pct", x.DebtRatio.Pct())
	}
	if g := x.Guarantee; g != nil {
		r.metric("hug_max_deposit", float64(g.MaxDeposit))
		parts = append(parts, words.M("jeonse_risk.guarantee", "g", g))
	}
	if p := x.Priority; p != nil {
		r.metric("protected", float64(p.Protected))
		if p.Eligible {
			parts = append(parts, words.M("jeonse_risk.small", "p", p))
		}
	}
	if x.Level == RiskHigh {
		r.recommend("jeonse_risk.advice_lower")
	}
	r.conclude(joined(sentences, parts...), x.Basis, x.Input.Sale == 0 && x.Guarantee == nil && x.Priority == nil)
	if x.Input.Sale > 0 {
		r.bars("jeonse_risk.chart.", "sum", bar{"price", x.Input.Sale}, bar{"senior", x.Input.Senior}, bar{"deposit", x.Input.Deposit})
	}
}

// guarantee answers whether HUG's guarantee can be had and what it costs.
func (r *run) guarantee() error {
	in := r.riskInput()
	if in.PublicPrice == 0 {
		if in.Deposit > 0 && (r.in.Has("debt_ratio") || in.Sale > 0 || r.says("means.guarantee_fee")) {
			return r.feeOf(in)
		}
		r.missing("public_price", "guarantee.ask.public_price")
		r.rule(r.message("guarantee.rule", nil), basis(r.message("guarantee.rule_formula", nil), []Citation{cite(ruleHUG, "")}, r.tables.HUG.Source))
		return nil
	}
	result, err := r.tables.HUG.Check(GuaranteeInput{PublicPrice: in.PublicPrice, Senior: in.Senior, Deposit: in.Deposit, Capital: in.Capital, AreaKnown: in.AreaKnown})
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Guarantee = result
	r.metric("max_deposit", float64(result.MaxDeposit))
	headline := words.M("guarantee.headline", "result", result)
	for _, reason := range result.Reasons {
		headline = words.M("guarantee.headline_over", "headline", headline, "reason", reason)
	}
	r.found(headline, result.Basis)
	if result.Verdict != VerdictWithin || len(r.e.PropertyTypes) == 0 {
		return nil
	}
	return r.fee(in.Deposit, share(in.Senior+in.Deposit, result.HouseValue), share(in.Senior, result.HouseValue))
}

// feeOf is the fee without a published price: by the debt ratio as it was
// said, else by the price of the home, else at the dearest.
func (r *run) feeOf(in JeonseRiskInput) error {
	switch {
	case r.in.Has("debt_ratio"):
		return r.fee(in.Deposit, r.in.Rate("debt_ratio"), 0)
	case in.Sale > 0 && in.Senior+in.Deposit <= in.Sale:
		return r.fee(in.Deposit, share(in.Senior+in.Deposit, in.Sale), share(in.Senior, in.Sale))
	}
	r.assume("guarantee.assumed_dearest")
	r.open("public_price", "guarantee.ask.public_price")
	return r.fee(in.Deposit, Whole, 0)
}

// fee tells what the guarantee costs over the term that was said, else over
// two years.
func (r *run) fee(deposit int64, debt, senior Rate) error {
	days := r.tables.HUG.LeaseDays
	if months, ok := r.months(); ok && months >= leastTerm {
		days = months * yearDays / 12
	} else {
		r.assume("guarantee.assumed_term", "days", days)
	}
	if len(r.e.PropertyTypes) == 0 {
		r.assume("guarantee.assumed_apartment")
	}
	apartment := r.property("apartment") || len(r.e.PropertyTypes) == 0
	fee, err := r.tables.HUG.Fee(FeeInput{Deposit: deposit, Apartment: apartment, Days: days, DebtRatio: debt, SeniorRatio: senior})
	if err != nil {
		return err
	}
	r.state.RawAnalysis.GuaranteeFee = fee
	r.metric("fee", float64(fee.Fee))
	r.found(words.M("guarantee.headline_fee", "fee", fee), fee.Basis)
	return nil
}

// contractRisk points at the risky clauses of the text in the question.
func (r *run) contractRisk() error {
	text := r.question
	if v, ok := r.e.Attr("contract_text"); ok {
		text = v
	}
	kind, lease := clause.AnyKind, r.contract("jeonse") || r.contract("monthly_rent")
	switch {
	case lease:
		kind = clause.Lease
	case r.contract("sale"):
		kind = clause.Sale
	}
	result, err := ContractRisk(r.team.clauses, text, kind, r.words.Language())
	if err != nil {
		return err
	}
	if len(result.Findings) == 0 && len(clause.Extract(text)) == 0 {
		r.missing("contract_text", "contract_risk.ask.contract_text")
		r.section("info", "medium", "text", r.words.Say("contract_risk.paste"))
		return nil
	}
	r.state.RawAnalysis.ContractRisk = result
	r.metric("findings", float64(len(result.Findings)))
	r.clauseFindings(result)
	return nil
}

func (r *run) clauseFindings(x *ContractRiskResult) {
	level := func(s clause.Severity) words.Message { return said("contract_risk.level." + string(s)) }
	r.found(words.M("contract_risk.headline", "n", len(x.Findings), "levels", level(x.Overall)), x.Basis)
	for _, f := range x.Findings {
		line := fmt.Sprintf("%s %s (%s): %s", f.ID, f.Title, r.words.Text(level(f.Severity)), f.Why)
		r.state.Insights = append(r.state.Insights, line+r.words.Say("contract_risk.grounds", "f", f))
		r.section("alert", string(f.Severity), "warning", line, "“"+f.Excerpt+"”", r.words.Say("contract_risk.law", "f", f), r.words.Say("contract_risk.write_instead", "f", f))
		r.recommend("contract_risk.advice", "f", f)
	}
}
