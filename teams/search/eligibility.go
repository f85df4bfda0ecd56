package search

import (
	"fmt"
	"math"
	"slices"

	"github.com/madang-dev/madang/knowledge"
)

// verdict gathers what speaks against a loan and what has to be asked.
type verdict struct {
	text          texts
	against, open []string
	// met counts the conditions that what is known of the user fulfils.
	met int
}

// result is yes only where something is known to fit and nothing is left to
// ask: a product that states no condition fits nobody for sure.
func (v *verdict) result() (eligible string, reasons []string) {
	reasons = slices.Concat(v.against, v.open)
	switch {
	case len(v.against) > 0:
		return EligibleNo, reasons
	case len(v.open) > 0:
		return EligibleUnknown, reasons
	case v.met == 0:
		return EligibleUnknown, []string{v.text.askOperator}
	}
	return EligibleYes, []string{v.text.fits}
}

// worth is how far the verdict moves a product up. Where something fits, the
// fewer questions are left, the nearer it is to a yes.
func (v *verdict) worth() float64 {
	switch {
	case len(v.against) > 0:
		return noWorth
	case len(v.open) == 0 && v.met > 0:
		return yesWorth
	case v.met == 0:
		return unknownWorth
	}
	return max(unknownWorth, yesWorth-questionWorth*float64(len(v.open)))
}

// judge tells whether the user can have a product by what is known.
func judge(u profile, p knowledge.LoanProduct, t texts) *verdict {
	v := &verdict{text: t}
	if p.Suspended {
		v.against = append(v.against, t.suspended)
	}
	for _, group := range p.Requires {
		if slices.Contains(u.groups, group) {
			v.met++
			continue
		}
		v.open = append(v.open, fmt.Sprintf(t.askGroup, t.group(group)))
	}
	v.age(u, p)
	v.houses(u, p)
	v.ceiling(t.income, u.income, p.IncomeCeilings, u)
	v.ceiling(t.deposit, u.deposit, p.DepositCeilings, u)
	v.ceiling(t.price, u.price, p.PriceCeilings, u)
	if p.MonthlyRentMaxWon > 0 {
		v.most(t.monthly, u.monthly, p.MonthlyRentMaxWon)
	}
	if p.AssetCeilingWon > 0 { // last: people know their income better
		v.most(t.asset, u.asset, p.AssetCeilingWon)
	}
	return v
}

func (v *verdict) age(u profile, p knowledge.LoanProduct) {
	switch {
	case p.Age == nil:
	case u.age == nil:
		v.open = append(v.open, fmt.Sprintf(v.text.askAge, p.Age.Min, p.Age.Max))
	case *u.age < p.Age.Min || *u.age > p.Age.Max:
		v.against = append(v.against, fmt.Sprintf(v.text.wrongAge, p.Age.Min, p.Age.Max, *u.age))
	default:
		v.met++
	}
}

func (v *verdict) houses(u profile, p knowledge.LoanProduct) {
	switch {
	case p.MaxHouses != nil && u.houses == nil:
		v.open = append(v.open, v.text.askHouses)
	case p.MaxHouses != nil && *u.houses > *p.MaxHouses:
		v.against = append(v.against, fmt.Sprintf(v.text.tooManyHouses, *u.houses))
	case p.MaxHouses != nil:
		v.met++
	case p.MaxHouses == nil && u.houses != nil && *u.houses > 0:
		// The product's page does not state it in the pack; public loans
		// are for those without a home as a rule.
		v.open = append(v.open, fmt.Sprintf(v.text.ownsHouses, *u.houses))
	}
}

// ceiling holds a sum against the limit for the user; one that only other
// groups may reach has to be asked about.
func (v *verdict) ceiling(what string, have int64, limits []knowledge.Limit, u profile) {
	most, ok := knowledge.LimitFor(limits, u.groups, u.region)
	if !ok {
		return
	}
	if unless, groups := v.nearest(limits, u.region, have); have > most && unless > 0 {
		v.open = append(v.open, fmt.Sprintf(v.text.overUnless, what, v.text.won(most), groups, v.text.won(unless)))
		return
	}
	v.most(what, have, most)
}

func (v *verdict) most(what string, have, most int64) {
	switch {
	case have > most:
		v.against = append(v.against, fmt.Sprintf(v.text.over, what, v.text.won(have), v.text.won(most)))
	case have == 0:
		v.open = append(v.open, fmt.Sprintf(v.text.askSum, what, v.text.won(most)))
	default:
		v.met++
	}
}

// nearest is the smallest limit of any group in the region that a sum still
// meets, with its groups; 0 when none does.
func (v *verdict) nearest(limits []knowledge.Limit, region string, have int64) (won int64, groups string) {
	for _, l := range limits {
		inRegion := l.Region == "" || region == "" || l.Region == region
		if inRegion && len(l.Groups) > 0 && l.Won >= have && (won == 0 || l.Won < won) {
			won, groups = l.Won, v.text.groups(l.Groups)
		}
	}
	return won, groups
}

// borrowable is the most that the product lends the user: its limit, and
// its share of the deposit or price, rounded down to whole won. 0 when
// neither is known.
func borrowable(u profile, p knowledge.LoanProduct) int64 {
	most := int64(math.MaxInt64)
	if limit, ok := knowledge.LimitFor(p.LoanLimits, u.groups, u.region); ok {
		most = limit
	}
	if percent, ok := knowledge.RatioFor(p.Ratios, u.groups, u.region); ok && u.base(p) > 0 && u.base(p) < math.MaxInt64/100 {
		most = min(most, u.base(p)*percent/100)
	}
	if most == math.MaxInt64 {
		return 0
	}
	return most
}
