package analysis

import (
	"github.com/madang-dev/madang/internal/estate"
)

// besideSum bounds what is read beside a sum, in bytes.
const besideSum = 64

// readsMonthlyIncome tells whether the words around a sum say that it is
// earned a month: "월급 350만원", "한 달에 350만원 벌어요".
func readsMonthlyIncome(before, behind string) bool {
	before, behind = before[max(0, len(before)-besideSum):], behind[:min(len(behind), besideSum)]
	return phrases.Has(before, "income.monthly_before") ||
		phrases.Has(before, "income.earn_before") && phrases.Has(behind, "income.month_behind") ||
		phrases.Has(before, "income.month_before") && phrases.Has(behind, "income.earned_behind")
}

// yearlyIncome is what is earned a year. A monthly sum counts twelve times,
// which is said as an assumption; one that is no sum of money stays out of
// bounds and is refused by the calculators.
func (r *run) yearlyIncome() int64 {
	if income := r.facts.sum(estate.Income); income != 0 {
		return income
	}
	monthly := r.facts.sum(estate.MonthlyIncome)
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
