package planning

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/estate"
)

// beforeRest is what stands behind a sum up to where the rest of the price is spoken of:
// in "내 돈은 8천이고 나머지는 대출" the loan is the rest and not the sum. borrowed tells
// that the rest is what is lent, so that such a sum is the user's own.
func (x *extraction) beforeRest(right string) (said string, borrowed bool) {
	for _, w := range x.p.cfg.Sums.Rest {
		if i := strings.Index(right, w); i >= 0 {
			return right[:i], hasAny(x.r.signs, x.p.cfg.Sums.LoanSigns)
		}
	}
	return right, false
}

// demanded reads what one side asks for beside what is paid now, in either order and by
// their size alone a rent or a deposit: "집주인이 120 달라는데 지금 110 내고 있어요".
func (x *extraction) demanded(sums []sumAt) {
	words := x.p.cfg.Sums.Demanded
	says := func(s, other *sumAt, before, after wordList) bool {
		left, right := around(x.r.norm, s.Start, s.End)
		if other.Start < s.Start {
			left = left[max(0, len(left)-(s.Start-other.End)):]
		} else {
			right = right[:min(len(right), other.Start-s.End)]
		}
		return containsAny(left, before) || containsAny(right, after)
	}
	for i := range 2 * max(0, len(sums)-1) { // each with its neighbour, either way round
		now, asked := &sums[i/2], &sums[i/2+1]
		if i%2 > 0 {
			now, asked = asked, now
		}
		// "내고 있어요" is read as what is there
		open := slices.Contains([]string{"", estate.MonthlyRent, estate.Deposit, estate.CurrentDeposit, estate.Asset}, now.role) &&
			slices.Contains([]string{"", estate.MonthlyRent, estate.ProposedDeposit, estate.Increase}, asked.role)
		if !open || now.Bare != asked.Bare || asked.Won <= now.Won || !says(asked, now, words.Before, words.After) || !says(now, asked, words.NowBefore, words.NowAfter) {
			continue
		}
		now.role, asked.role = estate.CurrentDeposit, estate.ProposedDeposit
		if inWon(*asked) < leastDeposit {
			now.role, asked.role = estate.MonthlyRent, estate.ProposedRent
		}
		now.bare, asked.bare, now.near, asked.near = true, true, 0, 0
	}
}

// leastDeposit is from where on a sum that nobody has named is a deposit and no rent.
const leastDeposit = 1000_0000

// inWon is a sum with the unit that a bare one has: "110" of a rent is 110만원.
func inWon(s sumAt) int64 {
	if s.Bare && s.Won < 100_000 {
		return s.Won * 10_000
	}
	return s.Won
}

// earned tells what is earned a month from a rent, and what the user's partner earns from
// what the user does, by who was named last before it: both count together, and one never
// takes the place of the other.
func (x *extraction) earned(sums []sumAt) {
	words, from, self := x.p.cfg.Sums.Earned, 0, false
	for i := range sums {
		s := &sums[i]
		left, right := around(x.r.norm, s.Start, s.End)
		left, right = left[max(0, len(left)-(s.Start-from)):], right[:min(len(right), bareReach)]
		from = s.End
		if s.role == estate.MonthlyRent && containsAny(right, words.Earns) {
			s.role = estate.MonthlyIncome
		}
		at, own, before := lastOf(left, words.Partner), lastOf(left, words.Self), self
		if self = own >= 0; at <= own {
			continue
		}
		beside := i > 0 && (sums[i-1].role == estate.Income || sums[i-1].role == "") && len(left)-at < bareReach/2
		says := slices.ContainsFunc(words.Is, func(w string) bool { return strings.HasPrefix(strings.TrimSpace(right), w) })
		if s.role == "" && (says || containsAny(left, words.Earns) || containsAny(right, words.Earns)) || s.role == estate.Loan && beside {
			s.role, s.bare = estate.Income, true
		}
		if s.role != estate.Income && s.role != estate.MonthlyIncome {
			continue
		}
		s.role = estate.Partner + s.role
		if before && sums[i-1].role == "" { // "저는 5천이고 아내는 3천 벌어요"
			sums[i-1].role, sums[i-1].bare = estate.Income, true
		}
	}
}

// lastOf is where the last word that begins with one of a list stands in a text, -1 is nowhere:
// "아내 연봉" has no "내 연봉".
func lastOf(s string, list wordList) int {
	last := -1
	for _, w := range list {
		last = max(last, strings.LastIndex(" "+s, " "+w))
	}
	return last
}
