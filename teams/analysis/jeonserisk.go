package analysis

import "github.com/madang-dev/madang/internal/answer"

// JeonseRiskInput is a lease whose deposit may be in danger. Zero is not
// known, except for Senior, which SeniorKnown tells.
type JeonseRiskInput struct {
	Deposit     int64  `json:"deposit"`
	Sale        int64  `json:"sale_price,omitempty"` // market price of the home
	Senior      int64  `json:"senior_debt,omitempty"`
	SeniorKnown bool   `json:"senior_known"`
	PublicPrice int64  `json:"public_price,omitempty"`
	Capital     bool   `json:"capital"`
	AreaKnown   bool   `json:"area_known"`
	SmallArea   string `json:"small_area,omitempty"` // an Area constant, "" is not known
}

// The levels of a risk.
const (
	RiskLow     = "low"
	RiskMedium  = "medium"
	RiskHigh    = "high"
	RiskUnknown = "unknown"
)

// The bounds of the jeonse ratio and the debt ratio that make a lease risky.
// They are a rule of thumb of this product, drawn at HUG's own bounds: 90 %
// of the value is what it guarantees at most, 80 % is where its dearest fee
// begins.
const (
	riskyRatio   = 90 * Percent
	cautionRatio = 80 * Percent
	// watchRatio is where practice begins to warn; it moves no level.
	watchRatio = 70 * Percent
)

// JeonseRiskResult tells how safe a deposit is.
type JeonseRiskResult struct {
	Input JeonseRiskInput `json:"input"`
	Level string          `json:"level"`
	// JeonseRatio is deposit ÷ price, DebtRatio (senior debt + deposit) ÷
	// price, both rounded to 0.01 %; 0 while the price is not known.
	JeonseRatio Rate `json:"jeonse_ratio_pct,omitempty"`
	DebtRatio   Rate `json:"debt_ratio_pct,omitempty"`
	// Uncovered is what senior debt and deposit pass the price by.
	Uncovered int64               `json:"uncovered,omitempty"`
	Guarantee *GuaranteeResult    `json:"guarantee,omitempty"`
	Priority  *SmallDepositResult `json:"small_deposit,omitempty"`
	Warnings  []Text              `json:"warnings,omitempty"`
	Basis
}

// JeonseRisk weighs a deposit against the price, the debt before it, HUG's
// bounds and the small-deposit protection, each as far as the facts go.
func (t *Tables) JeonseRisk(in JeonseRiskInput) (*JeonseRiskResult, error) {
	if err := first(amount("deposit", in.Deposit), amountOrZero("sale_price", in.Sale), amountOrZero("senior_debt", in.Senior), amountOrZero("public_price", in.PublicPrice)); err != nil {
		return nil, err
	}
	if in.Sale > 0 && in.Deposit/100 > in.Sale {
		return nil, refuse("sale_price", in.Sale, "보증금의 100분의 1보다 작습니다", "it is below a hundredth of the deposit")
	}
	r := &JeonseRiskResult{Input: in, Level: RiskUnknown}
	formula := r.ratios(in)
	var err error
	if in.PublicPrice > 0 {
		if r.Guarantee, err = t.HUG.Check(GuaranteeInput{PublicPrice: in.PublicPrice, Senior: in.Senior, Deposit: in.Deposit, Capital: in.Capital, AreaKnown: in.AreaKnown}); err != nil {
			return nil, err
		}
	}
	if in.SmallArea != "" {
		if r.Priority, err = t.SmallDeposit.Priority(SmallDepositInput{Deposit: in.Deposit, Area: in.SmallArea, HouseValue: in.Sale}); err != nil {
			return nil, err
		}
	}
	r.weigh(in)
	r.Basis = r.support(formula)
	if !in.SeniorKnown {
		r.note(answer.KindAssumption, "jeonse_risk.senior_unknown", say("등기부의 선순위 채권(근저당 채권최고액)과 먼저 들어온 임차인의 보증금을 확인하세요. 여기서는 없다고 보았습니다.",
			"Check the register for senior debt and earlier tenants' deposits; none was taken into account here."))
	}
	if ratio, _ := r.burden(); ratio >= watchRatio && ratio < cautionRatio {
		r.note(answer.KindCaveat, "jeonse_risk.practice", say("실무에서는 %s~%s부터 위험 신호로 보기도 합니다(관행, 확인되지 않음).", "In practice %s to %s is already taken as a warning (custom, not verified).", watchRatio, cautionRatio))
	}
	r.note(answer.KindCondition, "jeonse_risk.lines", say("전세가율 %s·%s의 구분은 HUG 보증 기준에 맞춘 참고선입니다.", "The lines at %s and %s follow HUG's own bounds and are a guide only.", cautionRatio, riskyRatio))
	return r, nil
}

func (r *JeonseRiskResult) ratios(in JeonseRiskInput) Text {
	if in.Sale == 0 {
		return say("전세가율 = 보증금 ÷ 매매시세", "jeonse ratio = deposit ÷ price")
	}
	r.JeonseRatio = share(in.Deposit, in.Sale)
	formula := say("전세가율 %s ÷ %s = %s", "jeonse ratio %s ÷ %s = %s", won(in.Deposit), won(in.Sale), r.JeonseRatio)
	if in.SeniorKnown {
		r.Uncovered = max(0, in.Deposit+in.Senior-in.Sale)
	}
	if in.SeniorKnown && in.Senior/100 <= in.Sale {
		r.DebtRatio = share(in.Deposit+in.Senior, in.Sale)
		formula = say("%s / 부채비율 (%s + %s) ÷ %s = %s", "%s / debt ratio (%s + %s) ÷ %s = %s", formula, won(in.Senior), won(in.Deposit), won(in.Sale), r.DebtRatio)
	}
	return formula
}

// weigh settles the level from what is known.
func (r *JeonseRiskResult) weigh(in JeonseRiskInput) {
	warn := func(level string, t Text) {
		r.Warnings = append(r.Warnings, t)
		if level == RiskHigh || r.Level != RiskHigh {
			r.Level = level
		}
	}
	if in.Sale > 0 || r.Guarantee != nil {
		r.Level = RiskLow
	}
	ratio, what := r.burden()
	switch {
	case ratio > riskyRatio:
		warn(RiskHigh, say("%s 시세의 %s에 이릅니다(%s 초과).", "%s: %s of the price (above %s).", what, ratio, riskyRatio))
	case ratio >= cautionRatio:
		warn(RiskMedium, say("%s 시세의 %s입니다(%s 이상).", "%s: %s of the price (%s or more).", what, ratio, cautionRatio))
	}
	if in.Sale > 0 && in.Senior > in.Sale {
		warn(RiskHigh, say("선순위 채권만으로 시세를 넘습니다.", "Senior debt alone is above the price."))
	}
	if r.Guarantee != nil && r.Guarantee.Verdict == VerdictOver {
		for _, reason := range r.Guarantee.Reasons {
			warn(RiskHigh, say("HUG 보증 가입이 어렵습니다: %s.", "HUG's guarantee is out of reach: %s.", reason))
		}
	}
	if r.Level == RiskLow && !in.SeniorKnown {
		warn(RiskUnknown, say("선순위 채권을 확인해야 판단할 수 있습니다.", "Senior debt has to be known before it can be judged."))
	}
	if r.Priority != nil && !r.Priority.Eligible {
		r.Warnings = append(r.Warnings, say("소액임차인 기준 %s을 넘어 최우선변제를 받지 못합니다.", "Above the small-deposit bound of %s nothing is paid first.", won(r.Priority.DepositTo)))
	}
}

// burden is the share of the price that has to be paid before the tenant is
// safe, and what it is made of.
func (r *JeonseRiskResult) burden() (Rate, Text) {
	if r.DebtRatio > 0 && r.Input.Senior > 0 {
		return r.DebtRatio, say("보증금과 선순위 채권이", "The deposit and senior debt")
	}
	return r.JeonseRatio, say("보증금이", "The deposit alone")
}

// support joins the bases of the parts.
func (r *JeonseRiskResult) support(formula Text) Basis {
	b := basis(formula, nil, arithmetic)
	join := func(part Basis) {
		b.Formula = Text{KO: b.Formula.KO + " / " + part.Formula.KO, EN: b.Formula.EN + " / " + part.Formula.EN}
		b.Statute = append(b.Statute, part.Statute...)
		b.Verified = b.Verified && part.Verified
		if b.AsOf == "" || part.AsOf != "" && part.AsOf < b.AsOf {
			b.AsOf = part.AsOf
		}
		for _, n := range part.Notes {
			b.add(n)
		}
	}
	if r.Guarantee != nil {
		join(r.Guarantee.Basis)
	}
	if r.Priority != nil {
		join(r.Priority.Basis)
	}
	b.Statute = append(b.Statute, cite(lawLease, "제3조의2"))
	return b
}

// JeonseRatio is deposit ÷ price, rounded half up to 0.01 %.
func JeonseRatio(deposit, sale int64) (Rate, error) {
	if err := first(amount("deposit", deposit), amount("sale_price", sale)); err != nil {
		return 0, err
	}
	if deposit/100 > sale {
		return 0, refuse("sale_price", sale, "보증금의 100분의 1보다 작습니다", "it is below a hundredth of the deposit")
	}
	return share(deposit, sale), nil
}
