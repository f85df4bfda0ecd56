package planning

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
)

// sumAt is a sum on its way to an entity.
type sumAt struct {
	korean.Money
	role string
	bare bool // the role allows a number without a unit
	near int  // distance of the word that gave the role
}

// amounts reads the sums of a query and what they stand for.
func (x *extraction) amounts() {
	sums := x.corrected(x.sums())
	x.pairs(sums)
	x.fromTo(sums)
	x.demanded(sums)
	x.earned(sums)
	kept := sums[:0]
	for _, s := range sums {
		if s.Bare && (!s.bare || s.Won == 0 && !s.Negative) {
			continue
		}
		s.Won = inWon(s)
		if x.absurd(s) {
			continue
		}
		kept = append(kept, s)
	}
	x.raised(kept)
	settle(kept)
	x.borrowed(kept)
	x.yearly(kept)
	for _, s := range kept {
		raw, from, to := x.r.span(s.Start, s.End)
		x.found.Amounts = append(x.found.Amounts, estate.Amount{Text: raw, Won: s.Won, Role: s.role, Start: from, End: to})
	}
}

func (x *extraction) sums() []sumAt {
	var sums []sumAt
	for _, m := range x.r.money {
		if len(sums) >= maxFound {
			break
		}
		if x.free(m.Start, m.End) {
			sums = append(sums, sumAt{Money: m})
		}
	}
	x.ranges(sums)
	for i := range sums {
		from, to := 0, len(x.r.norm)
		if i > 0 {
			from = sums[i-1].End
		}
		if i+1 < len(sums) {
			to = sums[i+1].Start
		}
		x.role(&sums[i], from, to)
	}
	return sums
}

// corrected leaves out the sums that the one behind them is said instead of; it
// stands for the same, unless it says for what.
func (x *extraction) corrected(sums []sumAt) []sumAt {
	kept := sums[:0]
	for _, s := range sums {
		if n := len(kept); n > 0 {
			was := kept[n-1]
			if gap := x.gap(&was, &s); len(gap) <= window && containsAny(gap, x.p.cfg.Sums.Corrected) {
				if kept = kept[:n-1]; s.role == "" {
					s.role, s.bare, s.near = was.role, s.bare || was.bare, was.near
				}
			}
		}
		kept = append(kept, s)
	}
	return kept
}

// ranges gives the lower end of a range the unit that is only said at its
// upper end: "50~60만원", "2-3억".
func (x *extraction) ranges(sums []sumAt) {
	for i := 0; i+1 < len(sums); i++ {
		a, b := &sums[i], &sums[i+1]
		if !a.Bare || b.Bare || !slices.Contains([]string{"~", "-", "∼", "–"}, x.gap(a, b)) {
			continue
		}
		for _, unit := range []int64{1_0000_0000, 100_0000, 1_0000} {
			if low := a.Won * unit; b.Won >= unit && a.Won > 0 && a.Won < 10_000 && low < b.Won {
				a.Won, a.Bare = low, false
				break
			}
		}
	}
}

// absurd reports what can't be a sum of money.
func (x *extraction) absurd(s sumAt) bool {
	switch {
	case s.TooLarge:
		x.problem("amounts", AmountTooLarge, s.Start, s.End)
	case s.Negative || s.Won == 0:
		x.problem("amounts", AmountNotPositive, s.Start, s.End)
	default:
		return false
	}
	return true
}

// role settles what a sum stands for by the nearest word between its
// neighbours.
func (x *extraction) role(s *sumAt, from, to int) {
	left, right := around(x.r.norm, s.Start, s.End)
	left = left[max(0, len(left)-(s.Start-from)):]
	right = right[:min(len(right), to-s.End)]
	right, rest := x.beforeRest(right)
	if i := strings.LastIndexByte(left, ','); i >= 0 {
		left = left[i+1:]
	}
	if i := strings.IndexByte(right, ','); i >= 0 {
		right = right[:i]
	}
	s.near = 1 << 20
	next := s.End+len(right) == to && to < len(x.r.norm)
	rated := slices.ContainsFunc(x.r.rates, func(r korean.Rate) bool { return r.Start >= s.End && r.Start < s.End+len(right) })
	for _, r := range x.p.cfg.AmountRoles {
		if rated && (r.Role == estate.Increase || r.Role == estate.ProposedDeposit) {
			continue // of "2억8천 5% 올리면" the rate is what is added
		}
		if d, ok := before(left, r.Before); ok && d < s.near {
			s.near, s.role, s.bare = d, r.Role, r.Bare && d <= bareReach
		}
		// A word that ends where the next sum begins is of that one.
		away, label := before(right, r.Before)
		if d, ok := behind(right, r.After); ok && d < s.near && !(s.role != "" && next && label && away < bareReach/6) {
			s.near, s.role, s.bare = d, r.Role, s.bare || r.Bare && d <= bareReach && s.Won >= leastBare
		}
	}
	if rest && s.role == "" {
		s.role = estate.Asset
	}
}

// bareReach is how far, in the units of before, a word may stand from a
// number that has no unit of money: "보증금이 1000", "월 80".
const bareReach = 2 * 3 * 10

// leastBare is from where on a number in front of such a word is one of won:
// "500,000 monthly".
const leastBare = 10_000

// before measures how far the last of the words stands before the end of
// left, in tenths: equal distances go to the longer word.
func before(left string, list wordList) (int, bool) {
	return nearest(list, 6, func(w string) (string, bool) {
		i := strings.LastIndex(left, w)
		if i < 0 || !wordStart(left, i) || w[0] < utf8.RuneSelf && continuesLatin(left, i+len(w)) {
			return "", false
		}
		return left[i+len(w):], true
	})
}

// behind measures how far the first of the words stands behind a sum.
func behind(right string, list wordList) (int, bool) {
	return nearest(list, 7, func(w string) (string, bool) {
		i := strings.Index(right, w)
		if i < 0 || w[0] < utf8.RuneSelf && continuesLatin(right, i+len(w)) && !strings.HasPrefix(right[i+len(w):], "s") {
			return "", false
		}
		return right[:i], true
	})
}

// nearest is the least distance of the words that are found with a gap.
func nearest(list wordList, offset int, find func(w string) (gap string, ok bool)) (int, bool) {
	best, found := 0, false
	for _, w := range list {
		gap, ok := find(w)
		if d := 10*len(strings.TrimSpace(gap)) + offset - min(len(w), 18)/4; ok && (!found || d < best) {
			best, found = d, true
		}
	}
	return best, found
}

// wordStart keeps "월" from being found in "3월" or "매월".
func wordStart(s string, at int) bool {
	if at == 0 {
		return true
	}
	if s[at] < utf8.RuneSelf {
		return !isLatin(s[at-1])
	}
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	return !strings.HasPrefix(s[at:], "월") || strings.ContainsRune(" /에금,", before)
}

// pairs reads "1000에 60", "3천/50" and "500-40" as deposit and rent.
func (x *extraction) pairs(sums []sumAt) {
	for i := 0; i+1 < len(sums); i++ {
		a, b := &sums[i], &sums[i+1]
		if !b.Bare && !b.Colloquial && b.Won >= 100_0000*100 || a.TooLarge || b.TooLarge {
			continue
		}
		// "월세 500에 40" names the kind of lease, not what 500 is.
		lease := a.role == "" || a.role == estate.Deposit || a.role == estate.CurrentDeposit || a.role == estate.MonthlyRent && a.Won > b.Won
		small := a.Bare && (a.Won < 50 || a.Won > 99_999) || b.Bare && (b.Won < 1 || b.Won > 9_999)
		gap := x.gap(a, b)
		if !lease || small || !x.joinsPair(gap, a, b) {
			continue
		}
		a.role, a.bare, a.near = estate.Deposit, true, 0
		b.role, b.bare, b.near = estate.MonthlyRent, true, 0
	}
}

// joinsPair tells whether what stands between two sums makes them a deposit
// and its rent.
func (x *extraction) joinsPair(gap string, a, b *sumAt) bool {
	switch gap {
	case "/", "-":
		return !a.Bare || hasAny(x.r.signs, x.p.cfg.Sums.PairSigns) || a.Won >= 100 && b.Won >= 10
	case x.p.cfg.Sums.PairJoint:
		return a.Bare || b.Bare
	}
	return slices.Contains(x.p.cfg.Sums.PairWords, gap)
}

// gap is what stands between two sums.
func (x *extraction) gap(a, b *sumAt) string { return strings.TrimSpace(x.r.norm[a.End:b.Start]) }

// raised reads the second rent of "월세 50인데 월세 10만원 올려달래요" as what is added to
// the first: what stands right behind the smaller of two rents tells more than the word
// in front of it.
func (x *extraction) raised(sums []sumAt) {
	for n := range sums {
		s := &sums[n]
		_, right := around(x.r.norm, s.Start, s.End)
		asked := slices.ContainsFunc(x.p.cfg.Sums.Demanded.After, func(w string) bool { return strings.HasPrefix(strings.TrimSpace(right), w) })
		larger := slices.ContainsFunc(sums[:n], func(was sumAt) bool { return was.role == estate.MonthlyRent && s.Won < was.Won })
		if asked && larger && s.role == estate.MonthlyRent {
			s.role = estate.Increase
		}
	}
}

// fromTo reads "3억에서 3억 3천으로": now, and what is asked for. Which of
// deposit, rent and price it is about is said before the first sum.
func (x *extraction) fromTo(sums []sumAt) {
	words := x.p.cfg.Sums
	letting := hasAny(x.r.signs, words.RentSigns)
	for i := 0; i+1 < len(sums); i++ {
		a, b := &sums[i], &sums[i+1]
		gap := x.gap(a, b)
		// "3억인데 3억 3천을 달래요" says so only by what is asked for.
		leaning := slices.Contains(words.ChangeIfAsked, gap) && b.role == estate.ProposedDeposit
		if !leaning && !slices.Contains(words.Change, gap) || a.Bare && !b.Bare && b.Won >= 1_0000_0000 && a.Won < 100 {
			continue
		}
		_, right := around(x.r.norm, b.Start, b.End)
		a.bare, b.bare = a.bare || b.Bare && a.Bare && letting, true
		switch {
		case a.role == estate.MonthlyRent || b.role == estate.MonthlyRent ||
			slices.Contains([]string{"", estate.Deposit, estate.CurrentDeposit}, a.role) && (!a.Bare || a.Won >= leastBare) && a.Won < leastDeposit && letting:
			a.role, b.role, a.bare = estate.MonthlyRent, estate.ProposedRent, true
		case a.role == estate.Price || containsAny(right, words.PriceMoved):
			a.role, b.role = estate.Price, estate.Price
		default:
			a.role, b.role = estate.CurrentDeposit, estate.ProposedDeposit
		}
		a.near, b.near = 0, 0
	}
}

func containsAny(s string, list wordList) bool {
	return slices.ContainsFunc(list, func(w string) bool { return strings.Contains(s, w) })
}

// borrowed takes a mortgage that is asked for as a product ("the monthly
// payment on a 400 million won mortgage") for a loan, not for a debt on the
// home.
func (x *extraction) borrowed(sums []sumAt) {
	if hasAny(x.r.signs, x.p.cfg.Sums.DebtSigns) || !hasAny(x.r.signs, x.p.cfg.Sums.LoanSigns) {
		return
	}
	for i := range sums {
		s := &sums[i]
		left, right := around(x.r.norm, s.Start, s.End)
		if s.role == estate.Debt && (strings.HasPrefix(strings.TrimSpace(right), "mortgage") || strings.HasSuffix(left, "mortgage of ")) {
			s.role = estate.Loan
		}
	}
}

// yearly reads a rent that is said for a year as that of its months.
func (x *extraction) yearly(sums []sumAt) {
	for i := range sums {
		s := &sums[i]
		left, right := around(x.r.norm, s.Start, s.End)
		year := slices.ContainsFunc(x.p.cfg.Sums.Yearly, func(w string) bool {
			return strings.HasSuffix(" "+strings.TrimSpace(left), " "+w) || strings.HasPrefix(strings.TrimSpace(right), w+" ")
		})
		if s.role == estate.MonthlyRent && year && s.Won/12 >= leastRent { // "월세 90 1년치" is a month's
			s.Won /= 12
		}
	}
}

// leastRent is the smallest rent of a month that a yearly one is taken for.
const leastRent = 100_000

// settle makes the roles of all sums fit each other: with a sum that is
// asked for, the deposit is the present one, and an "increase" as large as
// the deposit is the new deposit.
func settle(sums []sumAt) {
	var deposit, proposed *sumAt
	for i := range sums {
		s := &sums[i]
		switch s.role {
		case estate.Deposit, estate.CurrentDeposit:
			if deposit == nil {
				deposit = s
			} else if proposed == nil && s.role == estate.Deposit && deposit.role == estate.CurrentDeposit {
				proposed, s.role = s, estate.ProposedDeposit
			}
		case estate.Increase:
			if deposit != nil && s.Won >= deposit.Won {
				s.role = estate.ProposedDeposit
				proposed = s
			} else if deposit != nil {
				deposit.role = estate.CurrentDeposit
			}
		case estate.ProposedDeposit:
			proposed = s
			if deposit != nil && s.Won < deposit.Won/2 {
				s.role, proposed = estate.Increase, nil
			}
		}
	}
	if deposit != nil && proposed != nil {
		deposit.role = estate.CurrentDeposit
	}
}
