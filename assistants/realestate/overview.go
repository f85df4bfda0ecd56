package realestate

import (
	"cmp"
	"slices"

	"github.com/madang-dev/madang/teams/analysis"
)

// maxGroups is how many groups of deals are told one by one.
const maxGroups = 4

// summedUp are conclusions in which many groups of deals are one.
func (a *answer) summedUp(list []finding) []finding {
	m := a.market()
	if m == nil || len(m.Groups) <= maxGroups {
		return list
	}
	var kept []finding
	summed := false
	for _, f := range list {
		switch {
		case f.Method != analysis.MethodMarketStats || f.Rule:
			kept = append(kept, f)
		case !summed:
			f.Headline, summed = a.marketOverview(m), true
			kept = append(kept, f)
		}
	}
	return kept
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
