package travel

import (
	"cmp"
	"context"
	"slices"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
)

// trip is what the costs depend on.
func (s *MultiAgentState) trip() budget.Trip {
	return budget.Trip{Nights: *s.Duration, People: *s.NumPeople, Budget: s.toldBudget()}
}

func (s *MultiAgentState) flexibility() string {
	return cmp.Or(value(s.BudgetFlexibility), budget.Flexible)
}

// best is the index of the plan that the user took, else of the one that is
// recommended, else of the cheapest.
func (s *MultiAgentState) best(plans []Plan) int {
	at := slices.IndexFunc(plans, func(p Plan) bool { return p.Type == value(s.ChosenPlan) })
	if at < 0 {
		at = s.recommend(plans)
	}
	if at < 0 {
		at = budget.Cheapest(costsOf(plans))
	}
	return at
}

// recommend is the index of the plan that fits the budget best, -1 where none
// does. A budget that nobody told rules none out: it stands for the standard plan.
func (s *MultiAgentState) recommend(plans []Plan) int {
	if s.assumes(slot.Budget) {
		band := cmp.Or(value(s.ChosenPlan), catalog.Standard)
		return slices.IndexFunc(plans, func(p Plan) bool { return p.Type == band })
	}
	return budget.Recommend(costsOf(plans), s.flexibility())
}

// pick is the best of the plans that are there.
func (s *MultiAgentState) pick() Plan { return s.FinalPlans[s.best(s.FinalPlans)] }

func (s *MultiAgentState) plan(band string) Plan {
	i := slices.IndexFunc(s.FinalPlans, func(p Plan) bool { return p.Type == band })
	return s.FinalPlans[max(i, 0)]
}

// analyzeBudget is the budget manager: what the plan that fits best costs by
// its parts.
func (p *planner) analyzeBudget(_ context.Context, step *step) (result, error) {
	s, plans := step.State, p.plans(step.State)
	b := plans[s.best(plans)].Costs
	reasoning := p.voice(s).Say("found.costs", "plan", plan(b.Type), "total", b.Total, "each", b.PerPerson, "over", b.OverBy, "left", b.Remaining, "open", s.assumes(slot.Budget))
	agent := agentResult(costsOf(plans), b, reasoning)
	return result{
		Shown: state.StepResult{Summary: reasoning, TotalResults: len(plans)},
		Update: func(s *MultiAgentState) {
			s.BudgetBreakdown, s.BudgetAnalyzed = &b, true
			s.AgentResults[budgetManager] = agent
		},
	}, nil
}

// generatePlans offers one plan in each band and recommends the one that
// fits best.
func (p *planner) generatePlans(_ context.Context, step *step) (result, error) {
	s, plans := step.State, p.plans(step.State)
	v := p.voice(s)
	recommended, summary := v.recommended(plans), v.Say("found.no_plan")
	if recommended != nil {
		summary = v.Say("found.plan", "plan", plan(recommended.Type))
	}
	return result{
		Shown: state.StepResult{Summary: summary, TotalResults: len(plans)},
		Update: func(s *MultiAgentState) {
			s.FinalPlans, s.Recommendation, s.PlansGenerated = plans, recommended, true
		},
	}, nil
}

// recommended is the plan that fits best and why; nil is that none does.
func (v voice) recommended(plans []Plan) *Recommendation {
	at := v.s.recommend(plans)
	if at < 0 {
		return nil
	}
	return &Recommendation{Type: plans[at].Type, Reasons: v.reasons(plans, plans[at].Type)}
}

// pay takes what of the trip is paid or left out, and adds the plans up anew.
func (p *planner) pay(s *MultiAgentState, r *slot.Reading) {
	if !r.Pays() {
		return
	}
	now := s.pick().Type
	s.FlightCost, s.LodgingCost = cmp.Or(r.FlightCost, s.FlightCost), cmp.Or(r.LodgingCost, s.LodgingCost)
	s.Deed = &Deed{Code: deedCosts, Before: s.pick().Costs.Total}
	if s.FinalPlans = p.plans(s); s.plan(now).Costs.Fit == budget.Within {
		s.ChosenPlan = &now // what is talked about stays, though a dearer plan may be had now
	}
	s.Recommendation = p.voice(s).recommended(s.FinalPlans)
	costs := s.plan(now).Costs
	s.BudgetBreakdown, s.Deed.Band, s.Deed.After, s.Deed.OverBy = &costs, now, costs.Total, costs.OverBy
	r.FlightCost, r.LodgingCost = nil, nil
}

// plans puts the offers of each band together.
func (p *planner) plans(s *MultiAgentState) []Plan {
	d, plans := p.destination(s), make([]Plan, 0, 3)
	for _, band := range catalog.Bands() {
		choices := s.Choices
		if band != value(s.ChosenPlan) {
			choices = nil
		}
		one := Plan{
			Type: band, Flight: ofBand(s.FlightOptions, cmp.Or(choices[slot.ItemFlight], band)),
			Hotel: ofBand(s.HotelOptions, cmp.Or(choices[slot.ItemHotel], band)), Daily: choices[slot.ItemDaily],
		}
		one.Costs = budget.Reckon(band, s.trip(), s.prices(one, d))
		one.Excluded = !one.Costs.Allowed(s.flexibility())
		plans = append(plans, one)
	}
	return plans
}

// prices are those of a plan of the trip, with what is paid or left out of its sum.
func (s *MultiAgentState) prices(p Plan, d *catalog.Destination) budget.Prices {
	prices := p.prices(d)
	prices.FlightsPaid, prices.HotelPaid = s.FlightCost.Total(*s.NumPeople), s.LodgingCost.Total(*s.NumPeople)
	return prices
}

// prices are those of a plan in a city.
func (p Plan) prices(d *catalog.Destination) budget.Prices {
	prices := budget.Prices{Daily: d.Daily[cmp.Or(p.Daily, p.Type)]}
	if p.Flight != nil {
		prices.Flight = &p.Flight.Price
	}
	if p.Hotel != nil {
		prices.Hotel = &p.Hotel.TotalPrice
	}
	return prices
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

// savings are what each part of the plan would save in the class below its own.
func (v voice) savings() []string {
	now := v.s.pick().Costs.Total
	var parts []words.Message
	for _, item := range []string{slot.ItemFlight, slot.ItemHotel, slot.ItemDaily} {
		at, c := slices.Index(catalog.Bands(), v.s.bandOf(item)), v.s.copied()
		if at < 1 {
			continue
		}
		(&planner{pack: v.pack}).takeBand(&c, item, catalog.Bands()[at-1])
		if total := c.pick().Costs.Total; total < now {
			parts = append(parts, words.M("saving", "item", item, "less", now-total, "total", total))
		}
	}
	return []string{v.Say("savings", "parts", parts)}
}

// aNight is what a room may cost a night for the plan to stay within the budget.
func (v voice) aNight(p Plan) int64 {
	return max(v.s.toldBudget()-p.Costs.Total+value(p.Costs.Hotel), 0) / int64(max(*v.s.Duration*catalog.Rooms(*v.s.NumPeople), 1))
}

func costsOf(plans []Plan) []budget.Breakdown {
	return mapped(plans, func(p Plan) budget.Breakdown { return p.Costs })
}

// reasons say why a plan is recommended.
func (v voice) reasons(plans []Plan, band string) []string {
	at := max(slices.IndexFunc(plans, func(p Plan) bool { return p.Type == band }), 0)
	b := plans[at].Costs
	over := (b.OverBy*100 + b.Budget - 1) / max(b.Budget, 1) // in whole percent, rounded up
	reasons := []string{v.Say("reason.fit", "open", v.s.assumes(slot.Budget), "left", b.Remaining, "over", b.OverBy, "percent", over)}
	if at+1 < len(plans) {
		next := plans[at+1]
		reasons = append(reasons, v.Say("reason.dearer", "plan", plan(next.Type), "more", next.Costs.Total-b.Total))
	}
	if h := plans[at].Hotel; h != nil {
		reasons = append(reasons, v.Say("reason.area", "area", h.Area))
	}
	return reasons
}
