package travel

import (
	"fmt"
	"slices"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/words"
)

// The bounds of the state's lists. Messages keep the first, the greeting.
const (
	maxMessages  = 20
	maxErrors    = 50
	maxHistory   = 100
	maxMustVisit = 10
	// maxContentBytes bounds a line in the state; the whole of it is in the
	// session's messages.
	maxContentBytes = 1 << 10
)

// AddMessages is the reducer of messages: more comes behind have. A line
// whose id is there already is left out, and so is a copy of have that more
// begins with, which a node returns that hands back old and new together.
func AddMessages(have, more []Message) []Message {
	if n := len(have); n > 0 && len(more) >= n && slices.Equal(have, more[:n]) {
		more = more[n:]
	}
	out := slices.Clone(have)
	for _, m := range more {
		known := m.ID != "" && slices.ContainsFunc(out, func(h Message) bool { return h.ID == m.ID })
		if !known {
			m.Content = cut.Bytes(m.Content, maxContentBytes)
			out = append(out, m)
		}
	}
	return out
}

// CompressMessages keeps the first line and the last ones, limit in all.
func CompressMessages(messages []Message, limit int) []Message {
	if len(messages) <= limit {
		return messages
	}
	return append([]Message{messages[0]}, messages[len(messages)-limit+1:]...)
}

// bound keeps the lists of a state from growing without end.
func bound(s *MultiAgentState) {
	s.Messages = CompressMessages(s.Messages, maxMessages)
	s.Errors = assistant.Newest(s.Errors, maxErrors)
	s.AgentHistory = assistant.Newest(s.AgentHistory, maxHistory)
	s.MustVisitPlaces = s.MustVisitPlaces[:min(len(s.MustVisitPlaces), maxMustVisit)]
}

// cleanUp empties what a finished trip needs no more. The lists stay lists:
// a field that is gone would be no valid state.
func cleanUp(s *MultiAgentState) {
	if s.CurrentStep == StepDone {
		s.AgentHistory, s.Errors = []string{}, []string{}
	}
}

// validate lists every rule that a state breaks (the design's
// TravelStateModel, section 4.1).
func (s *MultiAgentState) validate(pack *catalog.Pack) []string {
	var errs []string
	check := func(holds bool, format string, args ...any) {
		if !holds {
			errs = append(errs, fmt.Sprintf(format, args...))
		}
	}
	fits := func(name slot.Name, holds bool) {
		check(holds, "%s: %s", name, texts.In(words.Base).Text(bounds(name)))
	}
	fits(slot.Duration, s.Duration == nil || slot.Fits(slot.Duration, *s.Duration))
	fits(slot.Budget, s.Budget == nil || slot.Fits(slot.Budget, *s.Budget))
	fits(slot.NumPeople, s.NumPeople == nil || slot.Fits(slot.NumPeople, *s.NumPeople))
	for _, style := range s.TravelStyle {
		check(pack.Styles.Has(style), "travel_style %q is unknown", style)
	}
	check(slices.Contains([]Step{StepCollecting, StepSearching, StepPlanning, StepDone}, s.CurrentStep), "current_step %q is unknown", s.CurrentStep)
	check(!s.InfoCollected || len(s.missing()) == 0, "info_collected without %v", s.missing())
	check(s.BudgetFlexibility == nil || *s.BudgetFlexibility == budget.Strict || *s.BudgetFlexibility == budget.Flexible,
		"budget_flexibility %q is unknown", value(s.BudgetFlexibility))
	check(s.AccommodationPreference == nil || pack.Lodgings.Has(*s.AccommodationPreference),
		"accommodation_preference %q is unknown", value(s.AccommodationPreference))
	for _, step := range s.Steps {
		errs = append(errs, step.Validate()...)
	}
	check(len(s.FinalPlans) == 0 || len(s.FinalPlans) == 3, "final_plans holds %d plans, not 3", len(s.FinalPlans))
	return errs
}
