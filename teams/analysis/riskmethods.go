package analysis

import (
	"fmt"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/teams/clause"
)

// jeonseRisk answers how safe a deposit is.
func (r *run) jeonseRisk() error {
	in := r.riskInput()
	if in.Deposit == 0 {
		r.missing("deposit", "jeonse_risk.ask.deposit")
	}
	if in.Sale == 0 && in.PublicPrice == 0 {
		r.missing("sale_price", "jeonse_risk.ask.sale_price")
	}
	if !in.SeniorKnown {
		r.missing("senior_debt", "jeonse_risk.ask.senior_debt")
	}
	r.recommend("jeonse_risk.advice_register")
	r.recommend("jeonse_risk.advice_same_day")
	if in.Deposit == 0 {
		t := r.tables.HUG
		r.rule(words.M("jeonse_risk.rule", "lines", r.tables.JeonseLines, "n", Rate(mulDiv(int64(t.HouseValuePct), int64(t.CoveredPct), int64(Whole)))),
			basis(words.M("jeonse_risk.rule_formula"), []Citation{cite(lawLease, "3-2"), cite(ruleHUG, "")}, t.Source))
		return nil
	}
	result, err := r.tables.JeonseRisk(in)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.JeonseRisk = result
	r.riskFindings(result)
	return nil
}

func (r *run) riskInput() JeonseRiskInput {
	f := r.facts
	region, placed := f.region()
	in := JeonseRiskInput{
		Deposit: f.sum(estate.Deposit, estate.CurrentDeposit, estate.ProposedDeposit), Sale: f.sum(estate.Price),
		Senior: f.sum(estate.Debt), PublicPrice: f.sum(estate.PublicPrice), Capital: region.Capital, AreaKnown: placed,
	}
	in.SeniorKnown = in.Senior > 0 || f.says("lease.no_senior")
	if placed {
		in.SmallArea = r.tables.SmallDeposit.AreaOf(region.Sido, region.Sigungu)
	}
	loose := f.loose()
	if in.Deposit == 0 && len(loose) == 1 {
		in.Deposit = loose[0]
		r.assume("assumed.deposit", "sum", loose[0])
	}
	r.understoodWon("deposit", in.Deposit)
	r.understoodWon("sale_price", in.Sale)
	r.understoodWon("senior_debt", in.Senior)
	r.understoodWon("public_price", in.PublicPrice)
	return in
}

func (r *run) riskFindings(x *JeonseRiskResult) {
	levels := map[string]words.Message{
		RiskLow: words.M("jeonse_risk.level.low"), RiskMedium: words.M("jeonse_risk.level.medium"), RiskHigh: words.M("jeonse_risk.level.high"), RiskUnknown: words.M("jeonse_risk.level.unknown"),
	}
	headline := words.M("jeonse_risk.headline", "levels", levels[x.Level])
	for _, w := range x.Warnings {
		headline = joined(sentences, headline, w)
	}
	if x.JeonseRatio > 0 {
		r.metric("jeonse_ratio_pct", x.JeonseRatio.Pct())
		headline = words.M("jeonse_risk.headline_ratio", "headline", headline, "x", x)
	}
	if x.DebtRatio > 0 {
		r.metric("debt_ratio_pct", x.DebtRatio.Pct())
	}
	if g := x.Guarantee; g != nil {
		r.metric("hug_max_deposit", float64(g.MaxDeposit))
		headline = words.M("jeonse_risk.headline_guarantee", "headline", headline, "g", g)
	}
	if p := x.Priority; p != nil {
		r.metric("protected", float64(p.Protected))
		if p.Eligible {
			headline = words.M("jeonse_risk.headline_small", "headline", headline, "p", p)
		}
	}
	if x.Level == RiskHigh {
		r.recommend("jeonse_risk.advice_lower")
	}
	r.conclude(headline, x.Basis, x.Input.Sale == 0 && x.Guarantee == nil && x.Priority == nil)
	if x.Input.Sale > 0 {
		r.chart(Chart{Kind: "bar", Title: r.words.Say("jeonse_risk.chart.title"),
			Labels: []string{r.words.Say("jeonse_risk.chart.price"), r.words.Say("jeonse_risk.chart.senior"), r.words.Say("jeonse_risk.chart.deposit")},
			Series: []Series{{Name: r.words.Say("jeonse_risk.chart.sum"), Unit: "won", Values: []float64{float64(x.Input.Sale), float64(x.Input.Senior), float64(x.Input.Deposit)}}}})
	}
}

// guarantee answers whether HUG's guarantee can be had.
func (r *run) guarantee() error {
	in := r.riskInput()
	t := r.tables.HUG
	if in.PublicPrice == 0 {
		r.missing("public_price", "guarantee.ask.public_price")
		r.found(words.M("guarantee.rule", "t", t),
			basis(words.M("guarantee.rule_formula", "t", t), []Citation{cite(ruleHUG, "")}, t.Source))
		return nil
	}
	result, err := t.Check(GuaranteeInput{PublicPrice: in.PublicPrice, Senior: in.Senior, Deposit: in.Deposit, Capital: in.Capital, AreaKnown: in.AreaKnown})
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
	return r.guaranteeFee(result)
}

// guaranteeFee adds the fee over two years when the kind of home is known
// and the guarantee can be had.
func (r *run) guaranteeFee(g *GuaranteeResult) error {
	in := g.Input
	if g.Verdict != VerdictWithin || len(r.facts.e.PropertyTypes) == 0 {
		return nil
	}
	fee, err := r.tables.HUG.Fee(FeeInput{Deposit: in.Deposit, Apartment: r.facts.property("apartment"), Days: r.tables.HUG.LeaseDays,
		DebtRatio: share(in.Senior+in.Deposit, g.HouseValue), SeniorRatio: share(in.Senior, g.HouseValue)})
	if err != nil {
		return err
	}
	r.assume("guarantee.assumed_term", "days", r.tables.HUG.LeaseDays)
	r.state.RawAnalysis.GuaranteeFee = fee
	r.metric("fee", float64(fee.Fee))
	r.found(words.M("guarantee.headline_fee", "fee", fee), fee.Basis)
	return nil
}

// contractRisk points at the risky clauses of the text in the question.
func (r *run) contractRisk() error {
	text := contractText(r.facts.question)
	if v, ok := r.facts.e.Attr("contract_text"); ok {
		text = v
	}
	kind := clause.AnyKind
	switch {
	case r.facts.contract("sale") && !r.facts.contract("jeonse") && !r.facts.contract("monthly_rent"):
		kind = clause.Sale
	case r.facts.contract("jeonse") || r.facts.contract("monthly_rent"):
		kind = clause.Lease
	}
	result, err := ContractRisk(r.team.clauses, text, kind, r.words.Language())
	if err != nil {
		return err
	}
	if len(result.Findings) == 0 && text == r.facts.question && len(text) < 200 {
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
	levels := map[clause.Severity]words.Message{clause.High: words.M("contract_risk.level.high"), clause.Medium: words.M("contract_risk.level.medium"), clause.Low: words.M("contract_risk.level.low")}
	r.found(words.M("contract_risk.headline", "n", len(x.Findings), "levels", levels[x.Overall]), x.Basis)
	for _, f := range x.Findings {
		line := fmt.Sprintf("%s %s (%s): %s", f.ID, f.Title, r.words.Text(levels[f.Severity]), f.Why)
		r.state.Insights = append(r.state.Insights, line+r.words.Say("contract_risk.grounds", "f", f))
		r.section("alert", string(f.Severity), "warning", line, "“"+f.Excerpt+"”", r.words.Say("contract_risk.law", "f", f), r.words.Say("contract_risk.write_instead", "f", f))
		r.recommend("contract_risk.advice", "f", f)
	}
}
