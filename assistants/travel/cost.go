package travel

import (
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
	at := budget.Recommend(costsOf(plans), s.flexibility())
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
		one := Plan{Type: band}
		prices := budget.Prices{Daily: d.Daily.Of(band)}
		if f := ofBand(s.FlightOptions, band); f != nil {
			one.Flight, prices.Flight = f, &f.Price
		}
		if h := ofBand(s.HotelOptions, band); h != nil {
			one.Hotel, prices.Hotel = h, &h.TotalPrice
		}
		one.Costs = budget.Reckon(band, s.trip(), prices)
		one.Excluded = !one.Costs.Allowed(s.flexibility())
		plans = append(plans, one)
	}
	return plans, nil
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
