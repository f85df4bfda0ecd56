package memory

import (
	"encoding/json"
	"strconv"

	"github.com/madang-dev/madang/internal/korean"
)

// sums are budgets, incomes and savings.
func (l *learner) sums(c clause) {
	if c.who == partner && !c.has("sum.income", "sum.net", "sum.gross") || c.who == parents || c.who == other {
		return
	}
	for _, sum := range wonIn(c.text) {
		switch {
		case c.has("sum.income", "sum.net", "sum.gross"):
			l.income(c, sum.Won)
		case c.has("sum.asset"):
			l.add(Assets, strconv.FormatInt(sum.Won, 10), c.text)
		case c.has("sum.limit") && !c.has("sum.other_use"):
			l.add(budgetKey(c.text[:sum.Start]), strconv.FormatInt(sum.Won, 10), c.text)
		}
	}
}

// wonIn are the sums of a text; a bare number of a sum is in 만원, as it is
// said.
func wonIn(text string) []korean.Money {
	var sums []korean.Money
	for _, sum := range korean.FindMoney(text) {
		if sum.Bare && sum.Won >= 10 && sum.Won < 100_000 {
			sum.Won *= 10_000
		}
		if !sum.TooLarge && !sum.Negative && sum.Won >= 100_000 {
			sums = append(sums, sum)
		}
	}
	return sums
}

// budgetKey is of what the sum behind a text is the budget.
func budgetKey(before string) string {
	key, at := Budget, -1
	for _, kind := range []string{"deposit", "monthly_rent", "sale"} {
		if all := phrases.FindAll(before, "sum."+kind); len(all) > 0 && all[len(all)-1][0] > at {
			key, at = BudgetOf(kind), all[len(all)-1][0]
		}
	}
	return key
}

func (l *learner) income(c clause, won int64) {
	in := Income{Won: won, Per: "month"}
	if c.has("sum.year") || !c.has("sum.month") && won >= 12_000_000 {
		in.Per = "year"
	}
	switch {
	case c.has("sum.net"):
		in.Tax = "net"
	case c.has("sum.gross"):
		in.Tax = "gross"
	}
	whose := c.who
	if c.has("sum.both") {
		whose = "both"
	}
	raw, err := json.Marshal(in)
	if err == nil {
		l.add(incomeOf+whose, string(raw), c.text)
	}
}
