package travel

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/madang-dev/madang/assistants/travel/slot"
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
			m.Content = clip(m.Content, maxContentBytes)
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
	s.Errors = lastOf(s.Errors, maxErrors)
	s.AgentHistory = lastOf(s.AgentHistory, maxHistory)
	if len(s.MustVisitPlaces) > maxMustVisit {
		s.MustVisitPlaces = s.MustVisitPlaces[:maxMustVisit]
	}
}

func lastOf(list []string, n int) []string {
	if len(list) > n {
		return slices.Clone(list[len(list)-n:])
	}
	return list
}

// cleanUp empties what a finished trip needs no more. The lists stay lists:
// a field that is gone would be no valid state.
func cleanUp(s *MultiAgentState) {
	if s.CurrentStep == StepDone {
		s.AgentHistory, s.Errors = []string{}, []string{}
	}
}

func clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// Validate lists every rule that a state breaks (the design's
// TravelStateModel, section 4.1).
func (s *MultiAgentState) Validate() []string {
	errs := s.State.validate()
	if f := s.BudgetFlexibility; f != nil && *f != "strict" && *f != "flexible" {
		errs = append(errs, fmt.Sprintf("budget_flexibility %q is unknown", *f))
	}
	if a := s.AccommodationPreference; a != nil && !slices.Contains([]string{"hotel", "guesthouse", "airbnb"}, *a) {
		errs = append(errs, fmt.Sprintf("accommodation_preference %q is unknown", *a))
	}
	for _, step := range s.Steps {
		errs = append(errs, step.Validate()...)
	}
	if n := len(s.FinalPlans); n > 0 && n != 3 {
		errs = append(errs, fmt.Sprintf("final_plans holds %d plans, not 3", n))
	}
	return errs
}

func (s *State) validate() []string {
	var errs []string
	add := func(format string, args ...any) { errs = append(errs, fmt.Sprintf(format, args...)) }
	if s.Duration != nil && (*s.Duration < slot.MinNights || *s.Duration > slot.MaxNights) {
		add("duration: 기간은 1박~14박이어야 합니다")
	}
	if s.Budget != nil && *s.Budget < slot.MinBudget {
		add("budget: 예산은 최소 10만원 이상이어야 합니다")
	}
	if s.Budget != nil && *s.Budget > slot.MaxBudget {
		add("budget: 예산은 최대 1,000만원까지입니다")
	}
	if s.NumPeople != nil && (*s.NumPeople < slot.MinPeople || *s.NumPeople > slot.MaxPeople) {
		add("num_people: 인원은 1명~10명이어야 합니다")
	}
	for _, style := range s.TravelStyle {
		if !slices.Contains(slot.Styles(), style) {
			add("travel_style %q is unknown", style)
		}
	}
	switch s.CurrentStep {
	case StepCollecting, StepSearching, StepPlanning, StepDone:
	default:
		add("current_step %q is unknown", s.CurrentStep)
	}
	if s.InfoCollected && len(s.missing()) > 0 {
		add("info_collected without %v", s.missing())
	}
	return errs
}
