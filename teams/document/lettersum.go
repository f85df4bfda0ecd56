package document

import (
	"strconv"
	"strings"
)

// ratePPM is one whole in parts per million.
const ratePPM = 1_000_000

// capPPM is the highest rise of a running or renewed lease, one twentieth
// (Housing Lease Protection Act Art. 7 Para. 2).
const capPPM = 50_000

// maxRatePPM bounds the rates that are believed: 100 %.
const maxRatePPM = ratePPM

// change is what a letter proposes for one sum. A nil New is not known.
type change struct {
	What     string // "deposit", "rent" or "" when neither was named
	Old, New *int64
	PPM      int64 // rate of the change, rounded to 0.01 % when worked out
	Exact    bool  // PPM is the exact rate
	Way      string
}

// scaled is won × (1 ± ppm), whole won rounded toward the old sum, so that a
// rise never exceeds its rate. won is at most 1조 and ppm at most 100 %,
// which keeps the product within 63 bits.
func scaled(won, ppm int64, way string) int64 {
	part := won * ppm / ratePPM
	if way == DirectionCut {
		return won - part
	}
	return won + part
}

// ceiling is the highest lawful sum after a rise.
func ceiling(won int64) int64 { return scaled(won, capPPM, DirectionRaise) }

// changes are the sums that a proposal changes: those that were named, else
// the one that is known.
func (l *Letter) changes() []change {
	var out []change
	add := func(what string, old, ask, step *int64) {
		if ask != nil || step != nil || old != nil && (l.RatePPM > 0 || l.Direction == DirectionKeep) && (l.Only == "" || l.Only == what) {
			out = append(out, l.change(what, old, ask, step))
		}
	}
	add("deposit", l.Deposit, l.AskDeposit, l.StepDeposit)
	add("rent", l.Rent, l.AskRent, l.StepRent)
	if len(out) == 0 {
		what, old := l.Only, (*int64)(nil)
		switch {
		case what != "":
		case l.Deposit != nil && l.Rent == nil:
			what, old = "deposit", l.Deposit
		case l.Rent != nil:
			what, old = "rent", l.Rent
		}
		out = append(out, l.change(what, old, nil, nil))
	}
	return out
}

func (l *Letter) change(what string, old, ask, step *int64) change {
	c := change{What: what, Old: old, New: ask, Way: l.way(old, ask)}
	switch {
	case ask != nil:
	case old != nil && c.Way == DirectionKeep:
		c.New = old
	case old != nil && step != nil:
		sum := *old + *step
		if c.Way == DirectionCut {
			sum = *old - *step
		}
		if sum > 0 {
			c.New = &sum
		}
	case l.RatePPM > 0:
		c.PPM, c.Exact = l.RatePPM, true
		if old != nil {
			sum := scaled(*old, l.RatePPM, c.Way)
			c.New = &sum
		}
	}
	if c.PPM == 0 && c.Old != nil && c.New != nil && *c.Old > 0 {
		c.PPM, c.Exact = rateOf(*c.Old, *c.New)
	}
	return c
}

// way is the direction of a change: its sums decide, then the words.
func (l *Letter) way(old, ask *int64) string {
	if old != nil && ask != nil {
		switch {
		case *ask > *old:
			return DirectionRaise
		case *ask < *old:
			return DirectionCut
		}
		return DirectionKeep
	}
	if l.Direction == "" {
		return DirectionRaise
	}
	return l.Direction
}

// rateOf is the rate between two sums in parts per million, rounded to
// 0.01 %; exact tells whether nothing was lost.
func rateOf(old, now int64) (ppm int64, exact bool) {
	diff := now - old
	if diff < 0 {
		diff = -diff
	}
	const step = 100 // 0.01 % in ppm
	hundredths, rest := diff/old, diff%old
	whole := rest * (ratePPM / step)
	return (hundredths*(ratePPM/step) + (whole+old/2)/old) * step, whole%old == 0
}

// above tells whether a change is a rise beyond the ceiling; known is false
// when the sums do not tell.
func (c change) above() (above, known bool) {
	switch {
	case c.Way != DirectionRaise:
		return false, true
	case c.Old != nil && c.New != nil:
		return *c.New > ceiling(*c.Old), true
	case c.PPM > 0:
		return c.PPM > capPPM, true
	}
	return false, false
}

// excess is what was paid above the ceiling; months is 1 for a deposit.
// known is false when the sums do not tell.
func (l *Letter) excess() (sum int64, known bool) {
	if l.Sum != nil {
		return *l.Sum, true
	}
	for _, c := range l.changes() {
		if c.Old == nil || c.New == nil || c.Way == DirectionCut {
			continue
		}
		over := max(0, *c.New-ceiling(*c.Old))
		if c.What == "rent" {
			if l.Months == 0 && over > 0 {
				continue // how many months is not known
			}
			over *= int64(l.Months)
		}
		sum, known = sum+over, true
	}
	return sum, known
}

// formatPPM is "4%" or "4.5%".
func formatPPM(ppm int64) string {
	whole, rest := ppm/10_000, ppm%10_000
	out := strconv.FormatInt(whole, 10)
	if rest > 0 {
		digits := strconv.FormatInt(rest+10_000, 10)[1:]
		out += "." + strings.TrimRight(digits, "0")
	}
	return out + "%"
}

// parsePPM reads "4" or "4.25" as parts per million; false for what is no
// rate above 0 and up to 100 %.
func parsePPM(text string) (int64, bool) {
	whole, rest, _ := strings.Cut(text, ".")
	if len(whole) > 3 || len(rest) > 4 {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+(rest + "0000")[:4], 10, 64)
	if err != nil || n <= 0 || n > maxRatePPM {
		return 0, false
	}
	return n, true
}
