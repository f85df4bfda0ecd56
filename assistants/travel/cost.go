package travel

import (
	"cmp"
	"context"
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

// analyzeBudget is the budget manager: what the plan that fits best costs by
// its parts.
func (p *planner) analyzeBudget(_ context.Context, step *step) (result, error) {
	s := step.State
	plans, err := p.plans(s)
	if err != nil {
		return result{}, err
	}
	at := slices.IndexFunc(plans, func(p Plan) bool { return p.Type == value(s.ChosenPlan) })
	if at < 0 {
		at = budget.Recommend(costsOf(plans), s.flexibility())
	}
	if at < 0 {
		at = budget.Cheapest(costsOf(plans))
	}
	b := plans[at].Costs
	reasoning := p.voice(s).Say("found.costs", "plan", plan(b.Type), "total", b.Total, "each", b.PerPerson, "over", b.OverBy, "left", b.Remaining)
	agent, err := agentResult(costsOf(plans), b, reasoning, []string{})
	return result{
		Shown: state.StepResult{Summary: reasoning, TotalResults: len(plans)},
		Update: func(s *MultiAgentState) {
			s.BudgetBreakdown, s.BudgetAnalyzed = &b, true
			s.AgentResults[budgetManager] = agent
		},
	}, err
}

// generatePlans offers one plan in each band and recommends the one that
// fits best.
func (p *planner) generatePlans(_ context.Context, step *step) (result, error) {
	s := step.State
	plans, err := p.plans(s)
	if err != nil {
		return result{}, err
	}
	v := p.voice(s)
	var recommended *Recommendation
	summary := v.Say("found.no_plan")
	if at := budget.Recommend(costsOf(plans), s.flexibility()); at >= 0 {
		best := plans[at].Type
		recommended = &Recommendation{Type: best, Reasons: v.reasons(plans, best)}
		summary = v.Say("found.plan", "plan", plan(best))
	}
	return result{
		Shown: state.StepResult{Summary: summary, TotalResults: len(plans)},
		Update: func(s *MultiAgentState) {
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
		flight, hotel := band, band
		if band == value(s.ChosenPlan) {
			flight, hotel = cmp.Or(value(s.FlightChoice), band), cmp.Or(value(s.HotelChoice), band)
		}
		one := Plan{Type: band, Flight: ofBand(s.FlightOptions, flight), Hotel: ofBand(s.HotelOptions, hotel)}
		one.Costs = budget.Reckon(band, s.trip(), one.prices(d))
		one.Excluded = !one.Costs.Allowed(s.flexibility())
		plans = append(plans, one)
	}
	return plans, nil
}

// prices are those of a plan in a city.
func (p Plan) prices(d *catalog.Destination) budget.Prices {
	prices := budget.Prices{Daily: d.Daily.Of(p.Type)}
	if p.Flight != nil {
		prices.Flight = &p.Flight.Price
	}
	if p.Hotel != nil {
		prices.Hotel = &p.Hotel.TotalPrice
	}
	return prices
}

// pick is the plan that the user took, else the one that is recommended, else
// the cheapest.
func (s *MultiAgentState) pick() Plan {
	switch {
	case s.ChosenPlan != nil:
		return s.plan(*s.ChosenPlan)
	case s.Recommendation != nil:
		return s.plan(s.Recommendation.Type)
	}
	return s.FinalPlans[max(budget.Cheapest(costsOf(s.FinalPlans)), 0)]
}

// ofBand is the offer of a band, or the last one where the search brought
// fewer; nil without any.
func ofBand[T offer](offers []T, band string) *T {
	if len(offers) == 0 {
		return nil
	}
	i := slices.IndexFunc(offers, func(o T) bool { return o.Band() == band })
	if i < 0 {
		i = len(offers) - 1
	}
	one := offers[i]
	return &one
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
