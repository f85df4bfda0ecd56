package supervisor

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/search"
)

// assume fills what a plan needs and its query leaves out with what the user
// is known to prefer; nothing is assumed that would go unsaid.
func assume(p *planning.Planner, plan *state.Planning, preferences []state.Preference, language string, today time.Time) (known state.Entities, assumed []state.Assumption) {
	e := plan.AnalyzedIntent.Entities
	say := func(key, value, ko, en string) {
		text := ko
		if language == "en" {
			text = en
		}
		assumed = append(assumed, state.Assumption{Key: key, Value: value, Text: text})
	}
	if v := valueOf(preferences, memory.Region); v != "" && len(e.Regions) == 0 && has(plan, search.ScopeMarket, search.ScopeProperty, "market_stats") {
		if known.Regions = p.Facts(v, today).Regions; len(known.Regions) > 0 {
			known.Regions = known.Regions[:1]
			known.Regions[0].Start, known.Regions[0].End = 0, 0
			say(memory.Region, v, fmt.Sprintf("지역을 말씀하지 않아 기억해 둔 선호 지역(%s)을 기준으로 살펴봤습니다.", v),
				fmt.Sprintf("You named no place, so I used your preferred one: %s.", v))
		}
	}
	deal := ""
	if v := valueOf(preferences, memory.DealType); len(e.ContractTypes) == 0 && has(plan, search.ScopeProperty) && dealName(v, language) != "" {
		deal = v
		known.ContractTypes = []string{v}
		say(memory.DealType, v, fmt.Sprintf("거래 종류는 기억해 둔 대로 %s로 보았습니다.", koreanDeal(v)),
			fmt.Sprintf("You named no kind of deal, so I took the one you look for: %s.", englishDeal(v)))
	}
	if len(e.ContractTypes) == 1 {
		deal = e.ContractTypes[0]
	}
	if won := wonOf(valueOf(preferences, memory.Budget)); won > 0 && len(e.Amounts) == 0 && has(plan, search.ScopeProperty) {
		role := state.AmountPrice
		if deal == "jeonse" || deal == "monthly_rent" {
			role = state.AmountDeposit
		}
		known.Amounts = []state.Amount{{Text: korean.FormatWon(won), Won: won, Role: role}}
		say(memory.Budget, strconv.FormatInt(won, 10), fmt.Sprintf("예산은 기억해 둔 %s을 기준으로 했습니다.", korean.FormatWon(won)),
			fmt.Sprintf("You named no sum, so I used your budget of KRW %s.", korean.FormatNumber(won)))
	}
	return known, assumed
}

func koreanDeal(deal string) string {
	return map[string]string{"jeonse": "전세", "monthly_rent": "월세", "sale": "매매"}[deal]
}

func englishDeal(deal string) string {
	return map[string]string{"jeonse": "jeonse", "monthly_rent": "monthly rent", "sale": "purchase"}[deal]
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

// Remarks are what an answer has to say of how its question was taken.
func Remarks(s *State) []string {
	var lines []string
	if r := s.Reference; r != nil && r.Chosen != nil {
		if s.Language == "en" {
			lines = append(lines, fmt.Sprintf("I took “%s” to mean “%s”.", r.Phrase, r.Chosen.Label))
		} else {
			lines = append(lines, fmt.Sprintf("말씀하신 ‘%s’ 부분은 ‘%s’ 이야기로 이해했습니다.", r.Phrase, r.Chosen.Label))
		}
	}
	for _, a := range s.Assumed {
		lines = append(lines, a.Text)
	}
	return lines
}
