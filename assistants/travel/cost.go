package travel

import (
	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/state"
)

// trip is what the costs depend on.
func (s *MultiAgentState) trip() budget.Trip {
	return budget.Trip{Nights: *s.Duration, People: *s.NumPeople, Budget: *s.Budget}
}

func (s *MultiAgentState) flexibility() string {
	if s.BudgetFlexibility == nil {
		return budget.Flexible
	}
	return *s.BudgetFlexibility
}

// analyzeBudget is the budget manager: what the middle plan costs by its
// parts.
func (p *planner) analyzeBudget(s *MultiAgentState) (report, error) {
	plans, err := p.plans(s)
	if err != nil {
		return report{}, err
	}
	at := budget.Recommend(costsOf(plans), s.flexibility())
	if at < 0 {
		at = budget.Cheapest(costsOf(plans))
	}
	b := plans[at].Costs
	reasoning := budgetLine(b, s.Language)
	result, err := agentResult(costsOf(plans), b, reasoning, []string{})
	if err != nil {
		return report{}, err
	}
	return report{
		result: state.StepResult{Summary: reasoning, TotalResults: len(plans)},
		update: func(s *MultiAgentState) {
			s.BudgetBreakdown, s.BudgetAnalyzed = &b, true
			s.AgentResults[budgetManager] = result
		},
	}, nil
}

// generatePlans offers one plan in each band and recommends the one that
// fits best.
func (p *planner) generatePlans(s *MultiAgentState) (report, error) {
	plans, err := p.plans(s)
	if err != nil {
		return report{}, err
	}
	var recommended *Recommendation
	summary := in(s.Language, "예산에 맞는 플랜이 없습니다.", "No plan fits the budget.")
	if at := budget.Recommend(costsOf(plans), s.flexibility()); at >= 0 {
		recommended = &Recommendation{Type: plans[at].Type, Reasons: p.reasons(s, plans, at)}
		summary = inf(s.Language, "%s 플랜을 추천합니다.", "The %s plan is recommended.", planName(plans[at].Type, s.Language))
	}
	return report{
		result: state.StepResult{Summary: summary, TotalResults: len(plans)},
		update: func(s *MultiAgentState) {
			s.FinalPlans, s.Recommendation, s.PlansGenerated = plans, recommended, true
		},
	}, nil
}

// plans puts the offers of each band together.
func (p *planner) plans(s *MultiAgentState) ([]Plan, error) {
	d, err := p.destination(s)
	if err != nil {
		return nil, err
	}
	plans := make([]Plan, 0, 3)
	for _, band := range catalog.Bands() {
		plan := Plan{Type: band}
		prices := budget.Prices{Daily: d.Daily.Of(band)}
		if f := offer(s.FlightOptions, band, func(f catalog.Flight) string { return f.Type }); f != nil {
			plan.Flight, prices.Flight = f, &f.Price
		}
		if h := offer(s.HotelOptions, band, func(h catalog.Hotel) string { return h.Type }); h != nil {
			plan.Hotel, prices.Hotel = h, &h.TotalPrice
		}
		plan.Costs = budget.Reckon(band, s.trip(), prices)
		plan.Excluded = !plan.Costs.Allowed(s.flexibility())
		plans = append(plans, plan)
	}
	return plans, nil
}

// offer is the offer of a band, or the last one where the search brought
// fewer; nil without any.
func offer[T any](offers []T, band string, bandOf func(T) string) *T {
	for i := range offers {
		if bandOf(offers[i]) == band {
			o := offers[i]
			return &o
		}
	}
	if n := len(offers); n > 0 {
		o := offers[n-1]
		return &o
	}
	return nil
}

func costsOf(plans []Plan) []budget.Breakdown {
	costs := make([]budget.Breakdown, len(plans))
	for i, p := range plans {
		costs[i] = p.Costs
	}
	return costs
}

// reasons say why a plan is recommended.
func (p *planner) reasons(s *MultiAgentState, plans []Plan, at int) []string {
	b := plans[at].Costs
	reasons := []string{}
	if b.Remaining == 0 {
		reasons = append(reasons, in(s.Language, "예산 안에서 가장 편한 플랜이고 예산과 꼭 맞습니다.", "It is the most comfortable plan within the budget and takes all of it."))
	} else if b.Fit == budget.Within {
		reasons = append(reasons, inf(s.Language, "예산 안에서 가장 편한 플랜이고 %s이 남습니다.", "It is the most comfortable plan within the budget and leaves %s.", money(b.Remaining, s.Language)))
	} else {
		reasons = append(reasons, inf(s.Language, "예산을 %s(%d%%) 넘지만 세 플랜 가운데 예산에 가장 가깝습니다.", "It is %s (%d %%) over the budget, the closest of the three.", money(b.OverBy, s.Language), percent(b.OverBy, b.Budget)))
	}
	if at+1 < len(plans) {
		next := plans[at+1]
		reasons = append(reasons, inf(s.Language, "%s 플랜은 %s을 더 쓰게 됩니다.", "The %s plan would cost %s more.", planName(next.Type, s.Language), money(next.Costs.Total-b.Total, s.Language)))
	}
	if h := plans[at].Hotel; h != nil {
		reasons = append(reasons, inf(s.Language, "숙소는 %s 지역입니다.", "You would stay in %s.", h.Area.In(s.Language)))
	}
	return reasons
}

// percent is part of whole in whole percent, rounded up.
func percent(part, whole int64) int64 {
	if whole <= 0 {
		return 0
	}
	return (part*100 + whole - 1) / whole
}

func budgetLine(b budget.Breakdown, language string) string {
	line := inf(language, "%s 플랜 합계 %s (1인 %s)", "The %s plan comes to %s (%s a person)", planName(b.Type, language), money(b.Total, language), money(b.PerPerson, language))
	if b.OverBy > 0 {
		return line + inf(language, ", 예산보다 %s 많습니다.", ", %s over the budget.", money(b.OverBy, language))
	}
	return line + inf(language, ", 남는 돈은 %s입니다.", ", which leaves %s.", money(b.Remaining, language))
}
