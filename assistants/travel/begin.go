package travel

import (
	"context"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// begin starts a run: a new session's state is made, one that lives goes on
// with what is of the last run alone emptied.
func begin(s *MultiAgentState, info engine.RunInfo) {
	if s.SessionID == "" {
		*s = initial(info)
	}
	complete(s)
	s.Turn++
	s.RunID, s.Query, s.Language = info.RunID, info.Query, info.Language
	s.UpdatedAt = stamp(info.Now)
	s.Steps, s.Notices, s.RunErrors = []state.ExecutionStep{}, []Notice{}, []RunError{}
	s.Intent, s.Topic, s.About, s.Opened, s.Document = "", "", "", false, nil
}

// forked gives a state that was copied from another session its own names.
func forked(s *MultiAgentState, info engine.RunInfo) {
	s.SessionID, s.RunID, s.Opened = info.SessionID, info.RunID, false
}

// dated sets the day that a run reckons from. A day of departure that has
// passed by then is not kept.
func dated(s *MultiAgentState, today string) {
	s.Today = today
	if s.StartDate != nil && *s.StartDate < s.Today {
		s.StartDate, s.StartAssumed = nil, false
		stale(s, flightExpert)
		s.Notices = append(s.Notices, Notice{Code: noticeStartPassed})
	}
}

// initial is the state of a session that nothing is known of (the design's
// create_initial_state, section 5.1).
func initial(info engine.RunInfo) MultiAgentState {
	return MultiAgentState{State: State{
		CurrentStep: StepCollecting, SessionID: info.SessionID, CreatedAt: stamp(info.Now), SchemaVersion: schemaVersionV2,
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

// failed writes a failed or cancelled run down: what was not done by then is
// shown as skipped, so that no step seems to be at work for ever.
func failed(s *MultiAgentState, f engine.Failure) []engine.Event {
	complete(s)
	s.Errors = append(s.Errors, f.Err.Error())
	s.CurrentAgent, s.NextAgent = "", nil
	now := stamp(f.At)
	open := false
	for i := range s.Steps {
		if step := &s.Steps[i]; !step.Status.Done() {
			step.Status, step.CompletedAt, open = state.StepSkipped, &now, true
		}
	}
	if !open {
		return nil
	}
	return todoUpdated(s)
}

// initialize opens the run for the user. The day is read here, once a run.
func (p *planner) initialize(ctx context.Context, t *turn) (outcome, error) {
	today, err := engine.RecallAhead(ctx, t.Scope(""), func(context.Context) (string, error) {
		return p.TodayFunc().Format(time.DateOnly), nil
	})
	if err != nil {
		return outcome{}, err
	}
	message := texts.Say(t.Info().Language, "planning")
	return outcome{Next: infoCollector, Last: []change{{
		Label: "initialize", Phase: string(StepCollecting),
		Updates: []update{func(s *MultiAgentState) { dated(s, today) }, func(s *MultiAgentState) { s.CurrentAgent = infoCollector }},
		Events:  []engine.Event{{Type: state.EventPlanningStart, Body: state.PlanningStart{Message: message}}},
	}}}, nil
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }
