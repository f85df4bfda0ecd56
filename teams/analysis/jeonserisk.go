package analysis

import (
	"cmp"
	"maps"
	"strings"

	"github.com/madang-dev/madang/internal/words"
)

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

// risk is how safe a deposit is while it is weighed.
type risk struct {
	level    string
	warnings []words.Message
}

func (x *risk) warn(level string, text words.Message) {
	x.warnings = append(x.warnings, text)
	if level == RiskHigh || x.level != RiskHigh {
		x.level = level
	}
}

// jeonseRisk weighs a deposit against the price, the debt before it, HUG's
// bounds and the small-deposit protection, each as far as the facts go. The
// ratio is told first, which is what is asked.
func jeonseRisk(g *Given) (Outcome, error) {
	deposit, sale, senior := g.Won("deposit"), g.Won("sale_price"), g.Won("senior_debt")
	known := senior > 0 || g.says("lease.no_senior")
	lines, x := g.Tables.JeonseLines, &risk{level: RiskUnknown}
	o := Outcome{
		Advice: []string{"advice_register", "advice_same_day"}, Figures: map[string]any{}, Cites: []string{"lease 3-2"},
		Words: map[string]any{"sale_price": sale, "senior_debt": senior, "deposit": deposit, "lines": lines},
	}
	if sale > 0 && deposit/3 > sale { // not even what is called a tin-can jeonse: another sum was told
		return o, refuse("sale_price", sale, "input.below_third")
	}
	if sale == 0 && g.Won("public_price") == 0 {
		o.Needs = "sale_price"
	}
	if !known {
		o.Asks, o.Notes = []string{"senior_debt"}, []string{"assumption senior_unknown"}
	}
	ratio, what := g.ratios(&o, known)
	var parts, formulas []words.Message
	formulas = append(formulas, words.M("jeonse_risk.rule_ratio"))
	if sale > 0 {
		formulas[0], parts = o.message("jeonse_risk.formula_ratio"), []words.Message{o.message("jeonse_risk.ratio")}
		if senior > 0 && ratio < lines.CautionPct { // from there on a warning says it
			parts[0] = o.message("jeonse_risk.ratio_both")
		}
		if o.Figures["debt_ratio"] != nil {
			formulas = append(formulas, o.message("jeonse_risk.formula_debt"))
		}
	}
	if sale > 0 || g.Won("public_price") > 0 {
		x.level = RiskLow
	} else if senior > 0 { // what the price has to be is told where it is not known
		o.Words["burden"], o.Figures["least_price"] = deposit+senior, mulDiv(deposit+senior, int64(Whole), int64(lines.CautionPct))
		parts = append(parts, o.message("jeonse_risk.least_price"))
	}
	switch {
	case ratio > lines.RiskyPct:
		x.warn(RiskHigh, words.M("jeonse_risk.warn.risky", "what", what, "ratio", ratio, "lines", lines))
	case ratio >= lines.CautionPct:
		x.warn(RiskMedium, words.M("jeonse_risk.warn.caution", "what", what, "ratio", ratio, "lines", lines))
	case ratio >= lines.WatchPct:
		o.Notes = append(o.Notes, "caveat practice")
	}
	if sale > 0 && senior > sale {
		x.warn(RiskHigh, words.M("jeonse_risk.warn.senior"))
	}
	var behind []words.Message
	if g.Won("public_price") > 0 {
		hug := g.Tables.HUG.check(g)
		reasons, _ := hug.Words["reasons"].([]words.Message)
		for _, reason := range reasons {
			x.warn(RiskHigh, words.M("jeonse_risk.warn.guarantee", "reason", reason))
		}
		o.Figures["hug_max_deposit"] = hug.Figures["max_deposit"]
		o.join(hug)
		checked, _ := hug.Words["checked"].(words.Message)
		formulas, behind = append(formulas, checked), append(behind, o.message("jeonse_risk.guarantee"))
	}
	if x.level == RiskLow && !known {
		x.warn(RiskUnknown, words.M("jeonse_risk.warn.unknown"))
	}
	if area := g.smallArea(); area != "" && !g.told("tenants") { // several share it, see smallDeposit
		security := g.security()
		if _, err := g.Tables.SmallDeposit.edition(security); err != nil {
			security = "" // as of today, which the condition says
		}
		first, err := g.Tables.SmallDeposit.priority(deposit, sale, area, security)
		if err != nil {
			return o, err
		}
		for i, n := range first.Notes {
			kind, key, _ := strings.Cut(n, " ")
			first.Notes[i] = kind + " small_deposit." + key
		}
		first.Cites, first.Sources = []string{"lease 8", "lease_decree 10", "lease_decree 11"}, []Source{g.Tables.SmallDeposit.Source}
		o.Figures["protected"] = first.Figures["protected"]
		maps.Copy(o.Words, first.Figures)
		o.join(first)
		formulas = append(formulas, o.message("small_deposit."+cmp.Or(first.Formula, "formula")))
		if first.Verdict == "" {
			behind = append(behind, o.message("jeonse_risk.small"))
		} else {
			x.warnings = append(x.warnings, o.message("jeonse_risk.warn.small_deposit"))
		}
	}
	if x.level == RiskHigh {
		o.Advice = append(o.Advice, "advice_lower")
	}
	o.Notes = append(o.Notes, "condition lines")
	parts = append(append(parts, words.M("jeonse_risk.headline_level", "levels", words.M("jeonse_risk.level."+x.level))), x.warnings...)
	o.Words["level"], o.Words["parts"], o.Words["formulas"] = x.level, append(parts, behind...), formulas
	o.Rule = o.Needs != "" && o.Figures["protected"] == nil && o.Figures["least_price"] == nil
	if sale > 0 {
		o.Bars = []bar{{words.M("jeonse_risk.chart.price"), sale}, {words.M("jeonse_risk.chart.senior"), senior}, {words.M("jeonse_risk.chart.deposit"), deposit}}
	}
	return o, nil
}

// ratios are deposit ÷ price and (senior debt + deposit) ÷ price, rounded to
// 0.01 %; what is the one that has to be paid before the tenant is safe.
func (g *Given) ratios(o *Outcome, known bool) (ratio Rate, what words.Message) {
	deposit, sale, senior := g.Won("deposit"), g.Won("sale_price"), g.Won("senior_debt")
	if sale == 0 {
		return 0, words.Message{}
	}
	ratio, what = share(deposit, sale), words.M("jeonse_risk.burden.deposit")
	o.Figures["jeonse_ratio"] = ratio
	if known && senior/100 <= sale {
		o.Figures["debt_ratio"] = share(deposit+senior, sale)
		if senior > 0 {
			return share(deposit+senior, sale), words.M("jeonse_risk.burden.both")
		}
	}
	return ratio, what
}

// smallArea is the area of the small deposits that the home lies in, "" while
// that is not known.
func (g *Given) smallArea() string {
	region, ok := g.region()
	if !ok {
		return ""
	}
	area := g.Tables.SmallDeposit.AreaOf(region.Sido, region.Sigungu)
	if area == "" && g.says("lease.overcrowded") {
		return AreaOvercrowded
	}
	return area
}
