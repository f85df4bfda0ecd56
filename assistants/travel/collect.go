package travel

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

// The intents that clients are shown.
const (
	intentCollect  = "travel_collect"
	intentQuestion = "travel_question"
	intentPlan     = "travel_plan"
	intentExport   = "travel_export"
	intentUnclear  = "unclear"
)

// collectInfo reads the message, takes what it tells into the state and
// decides what the run is for: steps, or words that end it.
func (p *planner) collectInfo(ctx context.Context, t *turn) (string, error) {
	info := t.Info()
	before := t.State()
	readings, notices, err := p.understand(ctx, t, p.reading(&before))
	if err != nil {
		return "", err
	}
	work := false
	err = t.Update("collect_info", func(s *MultiAgentState) {
		s.Messages = AddMessages(s.Messages, []Message{{ID: info.RunID + ":user", Role: state.RoleUser, Content: info.Query}})
		s.Notices = append(s.Notices, notices...)
		p.takeAll(s, readings, t.Now())
		s.AgentHistory = append(s.AgentHistory, infoCollector)
		work = len(s.Steps) > 0
		s.Opened = work // with the decision for it, so never twice
	}, with{Events: func(s *MultiAgentState) []engine.Event {
		if !work {
			return nil
		}
		return []engine.Event{supervisor.PlanReady(s.Plan()), supervisor.ExecutionStart(s.Plan(), s.Language)}
	}})
	if err != nil || work {
		return "execute_agents", err
	}
	return engine.End, p.respond(ctx, t)
}

// reading is what the reading of a message depends on.
func (p *planner) reading(s *MultiAgentState) slot.Context {
	today, _ := time.Parse(time.DateOnly, s.Today)
	return slot.Context{
		Pace: value(s.Pace), Avoided: s.AvoidPlaces, LastDay: s.LastDay, LastItem: s.LastItem, LastPlace: s.LastPlace,
		Pack: p.pack, Today: today, Asked: s.Asked, Suggested: s.Suggested,
		Destination: value(s.Destination), Language: s.Language, Offer: s.Offered,
		Planned: s.PlansGenerated, Nights: value(s.Duration), Budget: value(s.Budget), People: value(s.NumPeople), Start: s.start(),
		Assumed: s.Assumed, FlightCost: s.FlightCost, LodgingCost: s.LodgingCost,
	}
}

// copied is a state whose lists and maps can be changed without the other's.
func (s *MultiAgentState) copied() MultiAgentState {
	c := *s
	c.TravelStyle, c.MustVisitPlaces = slices.Clone(s.TravelStyle), slices.Clone(s.MustVisitPlaces)
	c.AvoidPlaces, c.FreeDays = slices.Clone(s.AvoidPlaces), slices.Clone(s.FreeDays)
	c.DayRests = maps.Clone(s.DayRests)
	c.Notices, c.Messages = slices.Clone(s.Notices), slices.Clone(s.Messages)
	c.AgentHistory, c.AgentResults = slices.Clone(s.AgentHistory), maps.Clone(s.AgentResults)
	return c
}

// takeAll takes the wishes of a message: first what changes the plans that are
// there, then what has them made anew. What the earlier ones came to is said before
// the answer to the last, and undone with it.
func (p *planner) takeAll(s *MultiAgentState, readings []slot.Reading, now time.Time) {
	before := s.snapshot()
	slices.SortStableFunc(readings, func(a, b slot.Reading) int { return cmp.Compare(stage(a), stage(b)) })
	for i, r := range readings {
		if i > 0 {
			s.Earlier, s.Deed = append(s.Earlier, p.voice(s).part()...), nil
		}
		p.take(s, r, now)
	}
	if len(readings) > 1 && before.of(s) {
		if s.Previous = before.raw; s.Deed == nil && before.raw != nil {
			s.Deed = &Deed{Code: deedSlots, Band: before.band, Before: before.total}
		}
	}
}

// stage is when a wish is taken beside others.
func stage(r slot.Reading) int {
	switch {
	case handlers[r.Act].change == nil || r.Act == slot.ActAsk:
		return 2
	case r.StayArea != nil: // after which there are no plans to change until they are made anew
		return 1
	}
	return 0
}

// take takes a message into the trip: what its act does, what it tells, and
// what the run is for. A message about a plan that asks changes nothing.
func (p *planner) take(s *MultiAgentState, r slot.Reading, now time.Time) {
	planned, before := s.PlansGenerated && r.Act != slot.ActReset, s.snapshot()
	focus := r.Focus
	focus.Area = value(r.StayArea)
	list(&focus.Named)
	if planned {
		p.pay(s, &r)
	}
	intent := intentOf(r)
	if planned {
		paid, said := s.Deed, p.voice(s).deed()
		if s.Deed = nil; paid != nil && intent == intentUnclear {
			intent = intentCollect
		}
		if p.act(s, &r); s.Deed == nil {
			s.Deed = paid
		} else {
			s.Earlier = append(s.Earlier, said...)
		}
	}
	if planned && r.Asks {
		s.noteProblems(r) // what was asked about and can't be is said, though nothing changes
	} else {
		p.fill(s, r)
	}
	s.Topic, s.About, s.Intent, s.Focus = r.Topic, r.About, intent, focus
	if len(focus.Named) == 1 {
		s.LastPlace = p.voice(s).name(p.voice(s).places(focus.Named)[0])
	}
	decide(s, r, now)
	if planned && before.of(s) {
		s.Previous = before.raw
		if s.Deed == nil {
			s.Deed = &Deed{Code: deedSlots, Band: before.band}
		}
		s.Deed.Before = before.total
	}
}

// decide sets what the run is for: steps to carry out, or none and words.
func decide(s *MultiAgentState, r slot.Reading, now time.Time) {
	told := r.Told()
	// Who told a number of people that can't be tells another one, or goes on without.
	unsaid := !s.PlansGenerated && (r.Refuses(slot.NumPeople) || s.Asked == slot.NumPeople && r.NumPeople == nil && (told || r.Act != slot.ActNone))
	switch {
	case len(r.Problems) > 0, unsaid:
		// Nothing is planned on an assumption where the user said something
		// else that could not be taken.
	case !s.InfoCollected:
	case r.Act == slot.ActExport && s.PlansGenerated: // what is told besides changed nothing
		s.Steps = planned(s, [][]string{{documentWriter}}, now)
	case r.Act == slot.ActRetry:
		if s.FlightsSearched && s.HotelsSearched {
			stale(s, flightExpert, hotelExpert)
		}
		schedule(s, false, now)
	case !s.PlansGenerated && (told || r.Act == slot.ActExport || r.Act == slot.ActNone): // the last: a run that did not end
		schedule(s, r.Act == slot.ActExport, now)
	}
	s.AskedBefore = s.Asked != "" && s.Asked == s.question() && !told
	if s.Asked = s.question(); s.Asked == "" && r.Act == slot.ActWhich {
		s.Asked = slot.Changed(r.Item)
	}
	switch {
	case s.Asked != "":
	case r.Refuses(slot.StartDate):
		s.Asked = slot.StartDate
	case unsaid:
		s.Asked = slot.NumPeople
	}
}

// schedule draws up the steps that lead to plans.
func schedule(s *MultiAgentState, export bool, now time.Time) {
	s.Intent = intentPlan
	// What is searched again makes anew what was built without it.
	if !s.FlightsSearched {
		stale(s, flightExpert)
	}
	if !s.HotelsSearched {
		stale(s, hotelExpert)
	}
	if s.StartDate == nil {
		today, _ := time.Parse(time.DateOnly, s.Today)
		saturday := today.AddDate(0, 0, 7*weeksAhead+(int(time.Saturday-today.Weekday())+7)%7)
		day := saturday.Format(time.DateOnly)
		s.StartDate, s.StartAssumed = &day, true
	}
	waves := planWaves
	if export {
		waves = append(slices.Clone(waves), []string{documentWriter})
	}
	s.Steps = planned(s, waves, now)
	s.CurrentStep = StepSearching
	s.NextAgent = ready(s.Steps)
}

// weeksAhead is how far off a trip is assumed to begin whose day nobody
// named, on a Saturday.
const weeksAhead = 4

// intentOf is the intent of a message that leads to no steps.
func intentOf(r slot.Reading) string {
	switch {
	case r.Act == slot.ActExport:
		return intentExport
	case handlers[r.Act].change != nil && r.Act != slot.ActAsk:
		return r.Act
	case r.Act == slot.ActAsk && (r.Topic == slot.TopicIf || !r.Told()):
		return intentQuestion
	case r.Act == slot.ActDiet:
		return r.Act
	case r.Told() || len(r.Problems) > 0:
		return intentCollect
	case r.Act != slot.ActNone:
		return r.Act
	}
	return intentUnclear
}

// question is the slot to ask for next; "" is none.
func (s *MultiAgentState) question() slot.Name { return append(s.missing(), "")[0] }
