package memory

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// sums are budgets, incomes, savings, a loan and what is paid for the home now.
func (l *learner) sums(c clause) {
	of := c
	if !c.has("sum.income", "sum.limit", "sum.asset", "sum.other_use") && l.before.has("sum.income") && (l.before.who != c.who || c.has("changes")) {
		of.text = c.text + " " + l.before.text // "아내는 연봉 5천이고 저는 4천이에요", "월급이 350인데 다음 달부터 370이에요"
	}
	earns := of.has("sum.income", "sum.net", "sum.gross", "sum.joint")
	if c.who == partner && !earns || c.who == parents || c.who == other {
		return
	}
	found := wonIn(c.text)
	if len(found) == 0 && c.has("sum.limit") && l.before.who == self { // "회사가 90만원만 내줘서 그게 최대예요"
		c.text, found = l.before.text+" "+c.text, wonIn(l.before.text)
	}
	for i, sum := range found {
		won := strconv.FormatInt(sum.Won, 10)
		switch {
		case earns:
			l.income(of, sum.Won)
		case c.has("sum.owed") && !seeks(c):
			l.add(Loan, won, c.text)
		case c.has("sum.gone"): // what was lost is owned no more
		case c.has("sum.asset"):
			l.add(Assets, won, c.text)
		case lives(c), l.before.who == c.who && l.before.has("cue.lives_now") && !c.has("sum.limit") && !seeks(c):
			l.add(homeKey(c, sum, found, i), won, c.text)
		case (c.has("sum.limit") || seeks(c)) && !c.has("sum.other_use"):
			key := budgetKey(c.text[:sum.Start])
			if key == Budget && len(found) == 1 { // "900k a month"
				key = budgetKind(c.text, sum.Won)
			}
			l.add(key, won, c.text)
		case l.toSpend(c, sum):
			l.add(budgetKey(l.before.text+c.text[:sum.Start]), won, c.text)
		}
	}
	if rates := korean.FindRates(c.text); len(rates) > 0 && (c.has("sum.owed") || l.before.has("sum.owed")) && c.who == self {
		l.add(LoanRate, korean.Shortest(rates[0].Value), c.text)
	}
}

// toSpend tells whether a sum is there for a deal that is named with it or right
// before: "과천 쪽 매매, 7억 5천 있습니다".
func (l *learner) toSpend(c clause, sum korean.Money) bool {
	named := only(c.text[:sum.Start], "deal") != "" || l.before.who == self && !l.before.asking && l.before.sentence == c.sentence && only(l.before.text, "deal") != ""
	return named && !c.has("sum.other_use", "sum.held", "cue.seen") && !l.before.has("cue.seen", "cue.lives_now") && !lives(l.before) && phrases.Has(c.text[sum.End:], "sum.there")
}

// corrected puts a sum in the place of the one that it was said to be: "3억 말고
// 2억이에요" is of the only thing known that is 300 million, where neither is said to
// be of something else. One that is named is of a budget only with what makes it one.
func (l *learner) corrected(c clause, denied, instead string) {
	was, now := wonIn(denied)[0].Won, wonIn(instead)[0].Won
	kinds := []string{budgetKey(denied), budgetKey(instead)}
	named := kinds[0] != Budget || kinds[1] != Budget
	if now > was*muchAlike || was > now*muchAlike || named && !c.has("sum.limit") && !seeks(c) {
		return
	}
	var of []state.Preference
	for _, p := range l.known() {
		if valueKind(p.Key) == sumKind && l.won(p.Key) == was {
			of = append(of, p)
		}
	}
	if len(of) != 1 || slices.ContainsFunc(kinds, func(k string) bool { return k != Budget && k != of[0].Key }) {
		return
	}
	value := strconv.FormatInt(now, 10)
	var in Income
	if json.Unmarshal([]byte(of[0].Value), &in) == nil && in.Won > 0 {
		in.Won = now
		raw, err := json.Marshal(in)
		if err != nil {
			return
		}
		value = string(raw)
	}
	l.add(of[0].Key, value, c.text)
}

// homeKey is what a sum is of what is paid for the home that is lived in: of a
// pair the second is the rent.
func homeKey(c clause, sum korean.Money, all []korean.Money, i int) string {
	rent := BudgetOf("monthly_rent")
	if len(all) == 1 && (budgetKey(c.text[:sum.Start]) == rent || budgetKey(c.text) == rent) || i > 0 && sum.Won < all[i-1].Won {
		return HomeRent
	}
	return HomeHeld
}

// wonIn are the sums of a text; a bare number of a sum is in 만원, as it is
// said.
func wonIn(text string) []korean.Money {
	var sums []korean.Money
	all := korean.FindMoney(text)
	for _, pair := range korean.FindSpokenPairs(text) {
		if !slices.ContainsFunc(all, func(m korean.Money) bool { return m.Start < pair[1].End && m.End > pair[0].Start }) {
			all = append(all, pair[:]...)
		}
	}
	for _, sum := range all {
		if sum.Bare && phrases.Has(text[sum.End:], "sum.counted") {
			continue
		}
		if sum.Bare && phrases.Has(text[sum.End:], "sum.thousands") { // "above 900k"
			sum.Won, sum.Bare = sum.Won*1_000, false
		}
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

// budgetKind is of what a sum of a text is the budget where the text names one kind
// of deal, and the sum may be a rent where that is a month's.
func budgetKind(text string, won int64) string {
	if len(keysOf(text, "deal")) > 1 || budgetKey(text) == BudgetOf("monthly_rent") && won >= maxRent {
		return Budget
	}
	return budgetKey(text)
}

// maxRent is the sum from which on none is a month's rent.
const maxRent = 10_000_000

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
