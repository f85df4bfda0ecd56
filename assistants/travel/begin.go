package travel

import (
	"cmp"
	"context"
	"time"

	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

// begin starts a run: a new session's state is made, one that lives goes on
// with what is of the last run alone emptied.
func begin(s *MultiAgentState, info engine.RunInfo) {
	if s.SessionID == "" {
		*s = initial(info)
	}
	complete(s)
	s.Turn++
	if offer := s.offer(); offer != nil || s.Intent != intentQuestion { // a question in between takes no offer back
		s.Offered = offer
	}
	s.LastDay, s.LastItem = cmp.Or(s.Focus.Day, s.LastDay), s.Focus.Item
	s.Run = Run{
		RunID: info.RunID, Query: info.Query, Language: info.Language,
		Steps: []state.ExecutionStep{}, Notices: []Notice{}, RunErrors: []RunError{},
	}
	s.UpdatedAt = supervisor.Stamp(info.Now)
}

// offer is what the answer of the run before offered; nil is nothing.
func (s *MultiAgentState) offer() *slot.Offer {
	d := s.Deed
	switch {
	case d == nil && s.Intent == slot.ActOther && s.Focus.Area != "":
		area := s.Focus.Area // of the run that is over
		return &slot.Offer{Slots: slot.Slots{StayArea: &area}}
	case d == nil || !d.Offer:
		return nil
	case d.Code == deedIf || d.Code == deedFits:
		o := &slot.Offer{Slots: slot.Slots{Destination: &d.City, Duration: &d.Nights, NumPeople: &d.People}}
		if d.Budget > 0 {
			o.Slots.Budget = &d.Budget
		}
		if d.Start != "" {
			o.Slots.StartDate = &d.Start
		}
		return o
	case d.Code == deedPlan:
		return &slot.Offer{Band: d.Band}
	case d.Code == slot.ItemBoth || part(d.Code):
		return &slot.Offer{Item: d.Code, Band: d.Band}
	}
	return nil
}

// forked gives a state that was copied from another session its own names.
func forked(s *MultiAgentState, info engine.RunInfo) {
	s.SessionID, s.RunID, s.Opened = info.SessionID, info.RunID, false
}

// dated sets the day that a run reckons from. What does not hold any more is
// not kept: a day of departure that has passed, a destination that has left the
// catalog.
func (p *planner) dated(s *MultiAgentState, today string) {
	s.Today = today
	if s.Destination != nil && p.destination(s) == nil {
		s.Destination, s.InfoCollected, s.CurrentStep = nil, false, StepCollecting
		s.moved()
		stale(s, rests[slot.Destination]...)
	}
	if s.StartDate != nil && *s.StartDate < s.Today {
		s.StartDate, s.StartAssumed = nil, false
		stale(s, flightExpert)
		s.note(noticeStartPassed, "", "")
	}
}

// initial is the state of a session that nothing is known of (the design's
// create_initial_state, section 5.1).
func initial(info engine.RunInfo) MultiAgentState {
	return MultiAgentState{State: State{
		CurrentStep: StepCollecting, SessionID: info.SessionID, CreatedAt: supervisor.Stamp(info.Now), SchemaVersion: schemaVersionV2,
		Messages: []Message{{ID: "greeting", Role: state.RoleAssistant, Content: texts.Say(info.Language, "greeting")}},
	}}
}

// complete makes lists of what is missing, as an upgraded state may have it.
func complete(s *MultiAgentState) {
	list(&s.TravelStyle)
	list(&s.FlightOptions)
	list(&s.HotelOptions)
	list(&s.Messages)
	list(&s.Errors)
	list(&s.AgentHistory)
	list(&s.FinalPlans)
	list(&s.MustVisitPlaces)
	list(&s.AvoidPlaces)
	list(&s.FreeDays)
	if s.AgentResults == nil {
		s.AgentResults = map[string]AgentResult{}
	}
	if s.CurrentStep == "" {
		s.CurrentStep = StepCollecting
	}
	s.SchemaVersion = schemaVersionV2
}

func list[T any](l *[]T) {
	if *l == nil {
		*l = []T{}
	}
}

// failed writes a failed or cancelled run down.
func (p *planner) failed(s *MultiAgentState, f engine.Failure) []engine.Event {
	complete(s)
	s.Errors = append(s.Errors, f.Err.Error())
	s.CurrentAgent, s.NextAgent = "", nil
	return p.crew.Abandon(s, f.At)
}

// outside is what a run begins with that its state does not tell.
type outside struct {
	Today string `json:"today"`
	// Flights and Hotels tell that offers come from the built-in sample.
	Flights bool `json:"flights"`
	Hotels  bool `json:"hotels"`
}

// initialize opens the run for the user. What is outside is looked at here,
// once: a replay reckons from the same day, and searches where the run did.
func (p *planner) initialize(ctx context.Context, t *turn) (string, error) {
	seen, err := engine.Read(ctx, t, "begin", func(context.Context) (outside, error) {
		return outside{p.TodayFunc().Format(time.DateOnly), p.Flights == flightSource(p.pack), p.Hotels == hotelSource(p.pack)}, nil
	})
	if err != nil {
		return "", err
	}
	started := engine.Event{Type: state.EventPlanningStart, Body: state.PlanningStart{Message: texts.Say(t.Info().Language, "planning")}}
	return infoCollector, t.Update("initialize", func(s *MultiAgentState) {
		p.dated(s, seen.Today)
		s.CurrentAgent, s.SampleFlights, s.SampleHotels = infoCollector, seen.Flights, seen.Hotels
	}, with{Events: func(*MultiAgentState) []engine.Event { return []engine.Event{started} }})
}
