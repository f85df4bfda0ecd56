package travel

import (
	"slices"

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
	reasoning := p.voice(s).Say("found.costs", "plan", plan(b.Type), "total", b.Total, "each", b.PerPerson, "over", b.OverBy, "left", b.Remaining)
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
	v := p.voice(s)
	var recommended *Recommendation
	summary := v.Say("found.no_plan")
	if at := budget.Recommend(costsOf(plans), s.flexibility()); at >= 0 {
		best := plans[at].Type
		recommended = &Recommendation{Type: best, Reasons: v.reasons(plans, best)}
		summary = v.Say("found.plan", "plan", plan(best))
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
		one := Plan{Type: band}
		prices := budget.Prices{Daily: d.Daily.Of(band)}
		if f := offer(s.FlightOptions, band, func(f catalog.Flight) string { return f.Type }); f != nil {
			one.Flight, prices.Flight = f, &f.Price
		}
		if h := offer(s.HotelOptions, band, func(h catalog.Hotel) string { return h.Type }); h != nil {
			one.Hotel, prices.Hotel = h, &h.TotalPrice
		}
		one.Costs = budget.Reckon(band, s.trip(), prices)
		one.Excluded = !one.Costs.Allowed(s.flexibility())
		plans = append(plans, one)
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
func (v voice) reasons(plans []Plan, band string) []string {
	at := max(slices.IndexFunc(plans, func(p Plan) bool { return p.Type == band }), 0)
	b := plans[at].Costs
	var reasons []string
	switch {
	case b.Remaining == 0:
		reasons = append(reasons, v.Say("reason.exact"))
	case b.Fit == budget.Within:
		reasons = append(reasons, v.Say("reason.within", "left", b.Remaining))
	default:
		reasons = append(reasons, v.Say("reason.closest", "over", b.OverBy, "percent", percent(b.OverBy, b.Budget)))
	}
	if at+1 < len(plans) {
		next := plans[at+1]
		reasons = append(reasons, v.Say("reason.dearer", "plan", plan(next.Type), "more", next.Costs.Total-b.Total))
	}
	if h := plans[at].Hotel; h != nil {
		reasons = append(reasons, v.Say("reason.area", "area", h.Area))
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
