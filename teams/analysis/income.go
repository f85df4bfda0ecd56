package analysis

import (
	"regexp"

	"github.com/madang-dev/madang/state"
)

// monthlyIncomeBefore and monthlyIncomeBehind are the words beside a sum that
// is earned a month.
var (
	monthlyIncomeBefore = regexp.MustCompile(`(?i)(월급|월\s?소득|월\s?수입|실수령액?|monthly (income|salary|pay|wage)|earn)[^\d,.]{0,10}$`)
	monthlyIncomeBehind = regexp.MustCompile(`^(\s?정도)?(을|를|씩)?\s?(벌(어|고|면|며|지|이)|법니다|번다)`)
	aMonthBefore        = regexp.MustCompile(`(한\s?달에?|매달|매월|월에?)\s*$`)
	aMonthBehind        = regexp.MustCompile(`(?i)^[^\d,.]{0,8}(a|per|every|each) month`)
)

// readsMonthlyIncome tells whether the words around a sum say that it is
// earned a month: "월급 350만원", "한 달에 350만원 벌어요".
func readsMonthlyIncome(before, behind string) bool {
	if m := monthlyIncomeBefore.FindString(before); m != "" {
		// "I earn 42 million" is a year's unless a month is said.
		return m[0]|0x20 != 'e' || aMonthBehind.MatchString(behind)
	}
	return aMonthBefore.MatchString(before) && monthlyIncomeBehind.MatchString(behind)
}

// yearlyIncome is what is earned a year. A monthly sum counts twelve times,
// which is said as an assumption; one that is no sum of money stays out of
// bounds and is refused by the calculators.
func (r *run) yearlyIncome() int64 {
	if income := r.facts.sum(state.AmountIncome); income != 0 {
		return income
	}
	monthly := r.facts.sum(state.AmountMonthlyIncome)
	switch {
	case monthly < 0:
		return -1
	case monthly > MaxWon/12:
		return MaxWon + 1
	case monthly > 0:
		r.assume("assumed.yearly_income", "monthly", monthly, "monthly_2", monthly*12)
	}
	return monthly * 12
}
