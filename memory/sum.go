package memory

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// sums are budgets, incomes, savings, a loan and what is paid for the home now.
func (l *learner) sums(c clause) {
	of := c
	if !c.has("sum.income", "sum.limit", "sum.asset", "sum.other_use") && l.before.has("sum.income") && (l.before.who != c.who || c.has("changes")) {
		of.text = strings.TrimSpace(l.before.text) + " " + c.text // "아내는 연봉 5천이고 저는 4천이에요", "월급이 350인데 다음 달부터 370이에요"
	}
	earns := of.has("sum.income", "sum.net", "sum.gross") || of.has("sum.joint") && !c.has("sum.asset", "sum.limit")
	if c.tenancy && c.has("sum.deposit", "sum.monthly_rent") && !c.has("sum.limit") {
		l.rented(c)
		return
	}
	if c.who == partner && !earns || c.who == parents || c.who == other {
		return
	}
	found := wonIn(c.text)
	if len(found) == 0 && c.has("sum.limit") && l.before.who == self && len(korean.FindDays(c.text, l.said.Today)) == 0 { // "회사가 90만원만 내줘서 그게 최대예요"
		c.text, found = l.before.text+" "+c.text, wonIn(l.before.text)
	}
	atHome := false
	defer func() { l.atHome = atHome }()
	for i, sum := range found {
		won := strconv.FormatInt(sum.Won, 10)
		switch {
		case lacks(c.text, sum):
		case earns:
			l.income(of, sum.Won)
		case c.has("sum.owed") && !seeks(c):
			l.add(Loan, won, c.text)
		case c.has("sum.gone"): // what was lost is owned no more
		case c.has("sum.asset"):
			l.add(Assets, won, c.text)
		case lives(c), l.homeGoesOn(c):
			atHome = true
			l.add(homeKey(c, sum, found, i), won, c.text)
		case (c.has("sum.limit") || seeks(c)) && !c.has("sum.other_use"):
			l.add(l.budgetOf(c, sum, len(found) == 1), won, c.text)
		case l.toSpend(c, sum):
			l.add(budgetKey(l.before.text+c.text[:sum.Start]), won, c.text)
		}
	}
	if rates := korean.FindRates(c.text); len(rates) > 0 && (c.has("sum.owed") || l.before.has("sum.owed")) && c.who == self {
		l.add(LoanRate, korean.Shortest(rates[0].Value), c.text)
	}
}

// lacks tells that a text says of a sum that it is not there: "I don't have 700 million".
func lacks(text string, sum korean.Money) bool {
	return phrases.Has(text[:sum.Start], "sum.lacked") || phrases.Has(text[sum.End:], "sum.none")
}

// rented is what is paid for the home of a message about its user's own lease: a sum, or a
// deposit and a rent; not what it is to become ("from 900k to a million").
func (l *learner) rented(c clause) {
	found := wonIn(c.text)
	pair := len(found) == 2 && found[1].Won < found[0].Won
	switch {
	case len(found) == 2 && phrases.Has(c.text[found[0].End:found[1].Start], "lease.becomes"):
		found = found[:1]
	case len(found) != 1 && !pair, c.has("lease.raised"):
		return
	}
	for i, sum := range found {
		l.add(homeKey(c, sum, found, i), strconv.FormatInt(sum.Won, 10), c.text)
	}
}

// homeGoesOn tells whether a clause says on what is paid for the home that the ones
// before are of: "전세로 살아요. 보증금 2억4천이고", "Deposit 20 million, rent 900k".
func (l *learner) homeGoesOn(c clause) bool {
	spoken := l.before.has("cue.lives_now") || (lives(l.before) || l.atHome) && c.has("sum.held", "sum.monthly_rent")
	return spoken && l.before.who == c.who && !c.has("sum.limit") && !seeks(c)
}

// bounds tells whether a text says of a sum that it is the most.
func bounds(text string) bool {
	return slices.ContainsFunc(wonIn(text[:min(len(text), maxStated)]), func(sum korean.Money) bool {
		return phrases.Has(text[sum.End:], "sum.up_to")
	})
}

// budgetOf is of what a sum of a clause is the budget: what stands right behind it, or
// last before it; of the only sum what the clause names at all ("900k a month"). One of
// no kind of deal takes the place of the only one known.
func (l *learner) budgetOf(c clause, sum korean.Money, alone bool) string {
	switch behind := c.text[sum.End:]; {
	case phrases.Has(behind, "sum.of_deposit"):
		return BudgetOf("deposit")
	case phrases.Has(behind, "sum.of_rent"):
		return BudgetOf("monthly_rent")
	}
	key := budgetKey(c.text[:sum.Start])
	if key == Budget && alone {
		key = budgetKind(c.text, sum.Won)
	}
	if key != Budget || len(keysOf(c.text, "deal")) > 0 {
		return key
	}
	var of []string
	for _, p := range l.known() {
		if under(p.Key, Budget) {
			of = append(of, p.Key)
		}
	}
	if len(of) != 1 || sum.Won > muchAlike*l.won(of[0]) || l.won(of[0]) > muchAlike*sum.Won {
		return Budget
	}
	return of[0]
}

// toSpend tells whether a sum is there for a deal that is named with it or right
// before: "과천 쪽 매매, 7억 5천 있습니다".
func (l *learner) toSpend(c clause, sum korean.Money) bool {
	named := only(c.text[:sum.Start], "deal") != "" || l.before.who == self && !l.before.asking && l.before.sentence == c.sentence && only(l.before.text, "deal") != ""
	return named && !c.has("sum.other_use", "sum.held", "cue.seen") && !l.before.has("cue.seen", "cue.lives_now") && !lives(l.before) && (phrases.Has(c.text[sum.End:], "sum.there") || c.bounded)
}

// homeKey is what a sum is of what is paid for the home that is lived in: by the words
// before it, but for the first of a pair ("월세 500에 40"); of a pair the second is the
// rent.
func homeKey(c clause, sum korean.Money, all []korean.Money, i int) string {
	rent, from := BudgetOf("monthly_rent"), 0
	if i > 0 && all[i-1].End <= sum.Start {
		from = all[i-1].End
	}
	pair := i+1 < len(all) && all[i+1].Won < sum.Won
	switch near := budgetKey(c.text[from:sum.Start]); {
	case near == rent && !pair && sum.Won < maxRent, near == Budget && i > 0 && sum.Won < all[i-1].Won,
		len(all) == 1 && near != BudgetOf("deposit") && budgetKey(c.text) == rent:
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
	days := korean.FindDays(text, time.Time{})
	for _, sum := range all {
		inDay := slices.ContainsFunc(days, func(d korean.Day) bool { return sum.Start < d.End && d.Start < sum.End })
		if sum.Bare && (inDay || phrases.Has(text[sum.End:], "sum.counted")) {
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
