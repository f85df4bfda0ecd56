package realestate

import (
	"cmp"
	"slices"

	"github.com/madang-dev/madang/teams/analysis"
)

// maxGroups is how many groups of deals are told one by one.
const maxGroups = 4

// sumUp tells of many groups of deals in one line, after what a word of the
// question means; it returns the few groups that the figures show.
func (a *answer) sumUp(m *analysis.MarketResult, findings, current []finding) []finding {
	for _, f := range current {
		if f.rule {
			a.core = append(a.core, a.tells(f.key, a.conclusion(f)))
		}
	}
	a.core = append(a.core, a.marketOverview(m))
	a.labelSample(m.Sample, a.core[len(a.core)-1])
	findings = slices.DeleteFunc(slices.Clone(findings), func(f finding) bool { return f.rule })
	return findings[:min(len(findings), maxGroups)]
}

func (a *answer) market() *analysis.MarketResult {
	if s := a.state.AnalysisTeamState; s != nil {
		return s.RawAnalysis.Market
	}
	return nil
}

// marketOverview sums up many groups of deals: how many there are and, for
// the kind with the most districts, where its median is lowest and highest.
func (a *answer) marketOverview(m *analysis.MarketResult) string {
	kinds := map[string][]*analysis.MarketGroup{}
	best := ""
	for i := range m.Groups {
		g := &m.Groups[i]
		k := g.ComplexType + "/" + g.DealType
		kinds[k] = append(kinds[k], g)
		if n := len(kinds[k]); n > len(kinds[best]) || n == len(kinds[best]) && k < best {
			best = k
		}
	}
	groups := kinds[best]
	byMedian := func(x, y *analysis.MarketGroup) int { return cmp.Compare(x.Median, y.Median) }
	low, high := slices.MinFunc(groups, byMedian), slices.MaxFunc(groups, byMedian)
	lang := a.state.Language
	return a.say("overview."+whether(m.Sample), "rows", m.Rows, "home", a.say("homes."+propertyType(low.ComplexType)), "deal", a.say("kind."+low.DealType),
		"low_place", low.Sido+" "+low.Sigungu, "low", won(low.Median, lang), "high_place", high.Sido+" "+high.Sigungu, "high", won(high.Median, lang))
}
