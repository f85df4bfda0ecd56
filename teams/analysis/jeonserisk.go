package analysis

import (
	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

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

// JeonseLines are the shares of the price at which a deposit becomes risky;
// WatchPct moves no level.
type JeonseLines struct {
	Source     Source `yaml:"source"`
	RiskyPct   Rate   `yaml:"risky_pct"`
	CautionPct Rate   `yaml:"caution_pct"`
	WatchPct   Rate   `yaml:"watch_pct"`
}

func (t JeonseLines) validate() error {
	if t.CautionPct <= t.WatchPct || t.RiskyPct <= t.CautionPct {
		return &badValue{"$.jeonse_risk", "has to rise from watch_pct over caution_pct to risky_pct"}
	}
	return nil
}

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
	Warnings  []words.Message     `json:"-"`
	Basis
}

// JeonseRisk weighs a deposit against the price, the debt before it, HUG's
// bounds and the small-deposit protection, each as far as the facts go.
func (t *Tables) JeonseRisk(in JeonseRiskInput) (*JeonseRiskResult, error) {
	if err := first(amount("deposit", in.Deposit), amountOrZero("sale_price", in.Sale), amountOrZero("senior_debt", in.Senior), amountOrZero("public_price", in.PublicPrice)); err != nil {
		return nil, err
	}
	if in.Sale > 0 && in.Deposit/100 > in.Sale {
		return nil, refuse("sale_price", in.Sale, "input.below_hundredth")
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
	r.weigh(in, t.JeonseLines)
	r.Basis = r.support(formula)
	if !in.SeniorKnown {
		r.note(answer.KindAssumption, "jeonse_risk.senior_unknown")
	}
	if ratio, _ := r.burden(); ratio >= t.JeonseLines.WatchPct && ratio < t.JeonseLines.CautionPct {
		r.note(answer.KindCaveat, "jeonse_risk.practice", "lines", t.JeonseLines)
	}
	r.note(answer.KindCondition, "jeonse_risk.lines", "lines", t.JeonseLines)
	return r, nil
}

func (r *JeonseRiskResult) ratios(in JeonseRiskInput) words.Message {
	if in.Sale == 0 {
		return words.M("jeonse_risk.rule_ratio")
	}
	r.JeonseRatio = share(in.Deposit, in.Sale)
	formula := words.M("jeonse_risk.formula_ratio", "in", in, "r", r)
	if in.SeniorKnown {
		r.Uncovered = max(0, in.Deposit+in.Senior-in.Sale)
	}
	if in.SeniorKnown && in.Senior/100 <= in.Sale {
		r.DebtRatio = share(in.Deposit+in.Senior, in.Sale)
		formula = words.M("jeonse_risk.formula_debt", "formula", formula, "in", in, "r", r)
	}
	return formula
}

// weigh settles the level from what is known.
func (r *JeonseRiskResult) weigh(in JeonseRiskInput, lines JeonseLines) {
	warn := func(level string, t words.Message) {
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
	case ratio > lines.RiskyPct:
		warn(RiskHigh, words.M("jeonse_risk.warn.risky", "what", what, "ratio", ratio, "lines", lines))
	case ratio >= lines.CautionPct:
		warn(RiskMedium, words.M("jeonse_risk.warn.caution", "what", what, "ratio", ratio, "lines", lines))
	}
	if in.Sale > 0 && in.Senior > in.Sale {
		warn(RiskHigh, words.M("jeonse_risk.warn.senior"))
	}
	if r.Guarantee != nil && r.Guarantee.Verdict == VerdictOver {
		for _, reason := range r.Guarantee.Reasons {
			warn(RiskHigh, words.M("jeonse_risk.warn.guarantee", "reason", reason))
		}
	}
	if r.Level == RiskLow && !in.SeniorKnown {
		warn(RiskUnknown, words.M("jeonse_risk.warn.unknown"))
	}
	if r.Priority != nil && !r.Priority.Eligible {
		r.Warnings = append(r.Warnings, words.M("jeonse_risk.warn.small_deposit", "r", r))
	}
}

// burden is the share of the price that has to be paid before the tenant is
// safe, and what it is made of.
func (r *JeonseRiskResult) burden() (Rate, words.Message) {
	if r.DebtRatio > 0 && r.Input.Senior > 0 {
		return r.DebtRatio, words.M("jeonse_risk.burden.both")
	}
	return r.JeonseRatio, words.M("jeonse_risk.burden.deposit")
}

// support joins the bases of the parts.
func (r *JeonseRiskResult) support(formula words.Message) Basis {
	b := basis(formula, nil, arithmetic)
	join := func(part Basis) {
		b.Formula = joined(formulas, b.Formula, part.Formula)
		b.Statute = append(b.Statute, part.Statute...)
		b.Verified = b.Verified && part.Verified
		if b.AsOf == "" || part.AsOf != "" && part.AsOf < b.AsOf {
			b.AsOf = part.AsOf
		}
		b.Notes = append(b.Notes, part.Notes...)
	}
	if r.Guarantee != nil {
		join(r.Guarantee.Basis)
	}
	if r.Priority != nil {
		join(r.Priority.Basis)
	}
	b.Statute = append(b.Statute, cite(lawLease, "3-2"))
	return b
}
