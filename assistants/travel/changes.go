package travel

import (
	"encoding/json"
	"slices"

	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/slot"
)

// unmoved is the plan before a change that leaves it where and when it is, of which
// only what became of it is told; nil is none.
func (s *MultiAgentState) unmoved() *MultiAgentState {
	moved := s.has(noticeTold, slot.Destination) || s.has(noticeTold, slot.Duration) || s.has(noticeTold, slot.StartDate)
	var was MultiAgentState
	if len(s.Steps) == 0 || s.Deed == nil || s.Document != nil || !s.PlansGenerated || moved || json.Unmarshal(s.Previous, &was) != nil || len(was.FinalPlans) == 0 {
		return nil
	}
	return &was
}

// changes are what became of a plan: its sum, and the days that are others now.
func (v voice) changes(was *MultiAgentState) []section {
	s := v.s
	touched := differing(was.Itinerary, s.Itinerary)
	lines := slices.Concat(v.heard(), s.Earlier, []string{v.understood()}, v.deed(), v.asked())
	if s.pick().Type != was.pick().Type || s.Recommendation == nil && s.ChosenPlan == nil {
		lines = append(lines, v.best()...)
	}
	if s.has(noticeTold, slot.Airline) {
		lines = append(lines, v.flightTips(!s.lookedUp())...)
	}
	lines = append(lines, v.Say("touched", "days", touched, "all", len(touched) == len(s.Itinerary.Days)))
	lines = append(lines, v.toldOff()...)
	if v.priced() || s.Deed.Before > 0 {
		lines = append(lines, v.sample())
	}
	days := slices.DeleteFunc(slices.Clone(s.Itinerary.Days), func(d itinerary.Day) bool { return !slices.Contains(touched, d.Day) })
	all := []section{{key: "core", lines: slices.DeleteFunc(lines, func(line string) bool { return line == "" })}, v.days(days)}
	return slices.DeleteFunc(all, func(s section) bool { return len(s.lines) == 0 })
}

// heard is what a model made of the message, so that a misreading shows.
func (v voice) heard() (lines []string) {
	for _, n := range v.s.Notices {
		if n.Code == noticeUnderstood {
			lines = append(lines, v.notice(n))
		}
	}
	return lines
}

// asked is the answer to what was asked beside what the trip is to be.
func (v voice) asked() []string {
	if v.s.Topic == "" || v.s.Document != nil || !v.s.PlansGenerated {
		return nil
	}
	return v.answered()
}

// toldOff is what failed, what was not taken of the message and what did not fit.
func (v voice) toldOff() []string {
	s := v.s
	lines := mapped(s.RunErrors, func(e RunError) string { return e.Text })
	if len(s.FinalPlans) > 0 {
		for _, part := range s.FinalPlans[0].Costs.Missing {
			lines = append(lines, v.Say("without."+part))
		}
	}
	for _, n := range s.Notices {
		if text := v.notice(n); text != "" && n.Code != noticeUnderstood {
			lines = append(lines, text)
		}
	}
	for _, name := range s.Itinerary.Unplaced {
		lines = append(lines, v.Say("unplaced", "name", name, "n", 0))
	}
	return lines
}
