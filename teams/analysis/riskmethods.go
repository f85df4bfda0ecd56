package analysis

import (
	"fmt"
	"strings"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/clause"
)

// jeonseRisk answers how safe a deposit is.
func (r *run) jeonseRisk() error {
	in := r.riskInput()
	if in.Deposit == 0 {
		r.missing("deposit", "보증금은 얼마인가요?", "How much is the deposit?")
	}
	if in.Sale == 0 && in.PublicPrice == 0 {
		r.missing("sale_price", "그 집의 매매 시세나 공시가격은 얼마인가요?", "What is the home's market or published price?")
	}
	if !in.SeniorKnown {
		r.missing("senior_debt", "등기부에 근저당 같은 선순위 채권이 얼마나 있나요?", "How much senior debt, such as a mortgage, does the register show?")
	}
	r.recommend("계약 전에 등기부등본, 전입세대확인서, 임대인의 납세증명을 확인하세요.", "Before signing check the register, the list of registered households and the landlord's tax certificates.")
	r.recommend("잔금을 치른 날 바로 전입신고와 확정일자를 받으세요.", "Report the move and get the fixed date on the day of the balance.")
	if in.Deposit == 0 {
		t := r.tables.HUG
		r.rule(say("보증금과 선순위 채권의 합이 시세의 %s 이상이면 주의, %s를 넘으면 위험으로 봅니다. 공시가격의 %s 안이어야 HUG 보증에 가입할 수 있습니다.",
			"Deposit and senior debt of %s of the price or more call for care, above %s is risky; HUG guarantees up to %s of the published price.",
			cautionRatio, riskyRatio, Rate(mulDiv(int64(t.HouseValuePct), int64(t.CoveredPct), int64(Whole)))),
			basis(say("(보증금 + 선순위 채권) ÷ 시세", "(deposit + senior debt) ÷ price"), []Citation{cite(lawLease, "제3조의2"), cite(ruleHUG, "")}, t.Source))
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
		Deposit: f.sum(state.AmountDeposit, state.AmountCurrentDeposit, state.AmountProposedDeposit), Sale: f.sum(state.AmountPrice),
		Senior: f.sum(state.AmountDebt), PublicPrice: f.sum(state.AmountPublicPrice), Capital: region.Capital, AreaKnown: placed,
	}
	in.SeniorKnown = in.Senior > 0 || f.says("근저당 없", "근저당이 없", "선순위 없", "선순위가 없", "융자 없", "융자가 없", "no mortgage")
	if placed {
		in.SmallArea = smallArea(region)
	}
	loose := f.loose()
	if in.Deposit == 0 && len(loose) == 1 {
		in.Deposit = loose[0]
		r.assume("%s을 보증금으로 보았습니다.", "%s is taken as the deposit.", spoken(loose[0]))
	}
	r.understoodWon("deposit", in.Deposit)
	r.understoodWon("sale_price", in.Sale)
	r.understoodWon("senior_debt", in.Senior)
	r.understoodWon("public_price", in.PublicPrice)
	return in
}

// smallArea is the area of the decree's art. 10 where the district settles
// it; "" elsewhere, as in the parts of Gyeonggi and Incheon that the
// overcrowding control region divides.
func smallArea(region state.Region) string {
	city, _, _ := strings.Cut(region.Sigungu, " ")
	switch {
	case region.Sido == "서울특별시":
		return AreaSeoul
	case region.Sido == "세종특별자치시":
		return AreaOvercrowded
	case region.Sido == "경기도":
		switch city {
		case "용인시", "화성시", "김포시":
			return AreaOvercrowded
		case "안산시", "광주시", "파주시", "이천시", "평택시":
			return AreaMetropolitan
		}
		return ""
	case region.Sido == "인천광역시":
		return ""
	case strings.HasSuffix(region.Sido, "광역시"):
		if strings.HasSuffix(region.Sigungu, "군") {
			return AreaOther
		}
		return AreaMetropolitan
	}
	return AreaOther
}

func (r *run) riskFindings(x *JeonseRiskResult) {
	levels := map[string]Text{
		RiskLow: say("낮음", "low"), RiskMedium: say("주의", "medium"), RiskHigh: say("높음", "high"), RiskUnknown: say("판단 불가", "unknown"),
	}
	headline := say("전세 위험: %s.", "Jeonse risk: %s.", levels[x.Level])
	for _, w := range x.Warnings {
		headline = Text{KO: headline.KO + " " + w.KO, EN: headline.EN + " " + w.EN}
	}
	if x.JeonseRatio > 0 {
		r.metric("jeonse_ratio_pct", x.JeonseRatio.Pct())
		headline = say("%s 전세가율은 %s입니다.", "%s The jeonse ratio is %s.", headline, x.JeonseRatio)
	}
	if x.DebtRatio > 0 {
		r.metric("debt_ratio_pct", x.DebtRatio.Pct())
	}
	if g := x.Guarantee; g != nil {
		r.metric("hug_max_deposit", float64(g.MaxDeposit))
		headline = say("%s HUG 보증 한도(공시가격 기준)는 %s입니다.", "%s HUG's limit by the published price is %s.", headline, spoken(g.MaxDeposit))
	}
	if p := x.Priority; p != nil {
		r.metric("protected", float64(p.Protected))
		if p.Eligible {
			headline = say("%s 소액임차인으로 최대 %s을 먼저 받을 수 있습니다.", "%s As a small deposit up to %s is paid first.", headline, spoken(p.Protected))
		}
	}
	if x.Level == RiskHigh {
		r.recommend("보증금을 낮추거나 월세를 섞고, 어렵다면 다른 집을 보세요.", "Lower the deposit, mix in rent, or look for another home.")
	}
	r.found(headline, x.Basis)
	if x.Input.Sale > 0 {
		r.chart(Chart{Kind: "bar", Title: r.say("시세와 보증금", "Price and deposit"),
			Labels: []string{r.say("시세", "price"), r.say("선순위 채권", "senior debt"), r.say("보증금", "deposit")},
			Series: []Series{{Name: r.say("금액", "sum"), Unit: "won", Values: []float64{float64(x.Input.Sale), float64(x.Input.Senior), float64(x.Input.Deposit)}}}})
	}
}

// guarantee answers whether HUG's guarantee can be had.
func (r *run) guarantee() error {
	in := r.riskInput()
	t := r.tables.HUG
	if in.PublicPrice == 0 {
		r.missing("public_price", "그 집의 공시가격은 얼마인가요?", "What is the home's published price?")
		r.rule(say("보증금과 선순위 채권의 합이 공시가격 × %s × %s 안이어야 하고, 보증금 상한은 수도권 %s, 그 밖 %s입니다. 계약 기간의 절반이 지나기 전에 신청합니다.",
			"Deposit and senior debt have to stay within the published price × %s × %s, the deposit within %s in the capital area and %s elsewhere; apply before half of the term.",
			t.HouseValuePct, t.CoveredPct, spoken(t.DepositTo.Capital), spoken(t.DepositTo.Other)),
			basis(say("공시가격 × %s × %s − 선순위", "published price × %s × %s − senior debt", t.HouseValuePct, t.CoveredPct), []Citation{cite(ruleHUG, "")}, t.Source))
		return nil
	}
	result, err := t.Check(GuaranteeInput{PublicPrice: in.PublicPrice, Senior: in.Senior, Deposit: in.Deposit, Capital: in.Capital, AreaKnown: in.AreaKnown})
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Guarantee = result
	r.metric("max_deposit", float64(result.MaxDeposit))
	headline := say("공시가격 기준으로 가입할 수 있는 보증금은 %s까지입니다.", "By the published price a deposit of up to %s can be guaranteed.", spoken(result.MaxDeposit))
	for _, reason := range result.Reasons {
		headline = say("%s 가입 기준을 넘습니다: %s.", "%s Above the limit: %s.", headline, reason)
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
	fee, err := r.tables.HUG.Fee(FeeInput{Deposit: in.Deposit, Apartment: r.facts.property("apartment"), Days: 730,
		DebtRatio: share(in.Senior+in.Deposit, g.HouseValue), SeniorRatio: share(in.Senior, g.HouseValue)})
	if err != nil {
		return err
	}
	r.assume("보증료는 2년(730일), 할인 없이 계산했습니다.", "The fee is for two years (730 days) without discounts.")
	r.state.RawAnalysis.GuaranteeFee = fee
	r.metric("fee", float64(fee.Fee))
	r.found(say("보증료는 2년에 약 %s입니다(연 %s).", "The fee is about %s for two years (%s a year).", won(fee.Fee), fee.Rate), fee.Basis)
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
	result, err := ContractRisk(r.team.clauses, text, kind, r.lang)
	if err != nil {
		return err
	}
	if len(result.Findings) == 0 && text == r.facts.question && len(text) < 200 {
		r.missing("contract_text", "검토할 조항이나 계약서 내용을 붙여 주시겠어요?", "Could you paste the clauses or the contract?")
		r.section("info", "medium", "text", r.say("조항을 붙여 주시면 위험한 문구와 이유, 근거 법령, 대체 문구를 알려 드립니다.", "With the clauses I can point at risky wording, why it is risky, the law and what to write instead."))
		return nil
	}
	r.state.RawAnalysis.ContractRisk = result
	r.metric("findings", float64(len(result.Findings)))
	r.clauseFindings(result)
	return nil
}

func (r *run) clauseFindings(x *ContractRiskResult) {
	levels := map[clause.Severity]Text{clause.High: say("높음", "high"), clause.Medium: say("중간", "medium"), clause.Low: say("낮음", "low")}
	r.found(say("위험 조항 %d개, 종합 위험도 %s입니다.", "%d risky clauses, overall risk %s.", len(x.Findings), levels[x.Overall]), x.Basis)
	for _, f := range x.Findings {
		line := fmt.Sprintf("%s %s (%s): %s", f.ID, f.Title, levels[f.Severity].In(r.lang), f.Why)
		r.state.Insights = append(r.state.Insights, line+r.say(" [\"%s\"; 근거 %s]", " [\"%s\"; basis %s]", f.Excerpt, f.Law))
		r.section("alert", string(f.Severity), "warning", line, "“"+f.Excerpt+"”", r.say("근거: %s", "Basis: %s", f.Law), r.say("이렇게 바꾸세요: %s", "Write instead: %s", f.Recommendation))
		r.recommend("%s: %s", "%s: %s", f.ID, f.Recommendation)
	}
}
