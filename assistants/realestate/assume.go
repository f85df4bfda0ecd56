package realestate

import (
	"slices"
	"strconv"
	"time"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/search"
)

// assume fills what a plan needs and its query leaves out with what the user
// is known to prefer; nothing is assumed that would go unsaid.
func assume(p *planning.Planner, plan *state.Planning, preferences []state.Preference, language string, today time.Time) (known state.Entities, assumed []state.Assumption) {
	e, say := plan.AnalyzedIntent.Entities, texts.In(language).Say
	if v := valueOf(preferences, memory.Region); v != "" && len(e.Regions) == 0 && has(plan, search.ScopeMarket, search.ScopeProperty, "market_stats") {
		if known.Regions = p.Facts(v, today).Regions; len(known.Regions) > 0 {
			known.Regions = known.Regions[:1]
			known.Regions[0].Start, known.Regions[0].End = 0, 0
			assumed = append(assumed, state.Assumption{Key: memory.Region, Value: v, Text: say("assumed.region", "region", v)})
		}
	}
	deal := ""
	if v := valueOf(preferences, memory.DealType); len(e.ContractTypes) == 0 && has(plan, search.ScopeProperty) && texts.Has("looked_for."+v) {
		deal = v
		known.ContractTypes = []string{v}
		assumed = append(assumed, state.Assumption{Key: memory.DealType, Value: v, Text: say("assumed.deal", "deal", say("looked_for."+v))})
	}
	if len(e.ContractTypes) == 1 {
		deal = e.ContractTypes[0]
	}
	if won := wonOf(valueOf(preferences, memory.Budget)); won > 0 && len(e.Amounts) == 0 && has(plan, search.ScopeProperty) {
		role := estate.Price
		if deal == "jeonse" || deal == "monthly_rent" {
			role = estate.Deposit
		}
		known.Amounts = []state.Amount{{Text: korean.FormatWon(won), Won: won, Role: role}}
		assumed = append(assumed, state.Assumption{Key: memory.Budget, Value: strconv.FormatInt(won, 10), Text: say("assumed.budget", "won", won)})
	}
	return known, assumed
}

func valueOf(preferences []state.Preference, key string) string {
	for _, p := range preferences {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// wonOf reads a budget as it was learned, or as a user wrote it ("5억").
func wonOf(value string) int64 {
	if won, err := strconv.ParseInt(value, 10, 64); err == nil {
		return won
	}
	won, err := korean.ParseAmount(value)
	if err != nil {
		return 0
	}
	return won
}

func has(plan *state.Planning, actions ...string) bool {
	return slices.ContainsFunc(plan.ExecutionSteps, func(s state.ExecutionStep) bool {
		return slices.ContainsFunc(s.Actions, func(a string) bool { return slices.Contains(actions, a) })
	})
}

// remarks are what an answer has to say of how its question was taken.
func remarks(s *State) []string {
	var lines []string
	if r := s.Reference; r != nil && r.Chosen != nil {
		lines = append(lines, texts.Say(s.Language, "reference.taken", "phrase", r.Phrase, "label", r.Chosen.Label))
	}
	for _, a := range s.Assumed {
		lines = append(lines, a.Text)
	}
	return lines
}
