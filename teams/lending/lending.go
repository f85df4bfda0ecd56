// Package lending tells who can have a public loan, and how much of it: one
// reading of the products' conditions (loans.yaml) for every team. What it
// finds are typed conditions, which each team says in its own words.
package lending

import (
	"slices"

	"github.com/madang-dev/madang/knowledge"
)

// Applicant is what is known of somebody who wants a loan; 0 and nil are
// unknown. Sums are whole won, the income is a year's.
type Applicant struct {
	Income, Asset           int64
	Deposit, Price, Monthly int64
	Age, Houses             *int
	Groups                  []string // groups of loan conditions, as the products name them
	Region                  string   // a Region constant of knowledge
}

// SingleUnder is the age below which the funds' limits for single households
// hold (the group under_25_single).
const SingleUnder = 25

// State is how a condition stands.
type State string

// The states of a condition that is not met for sure.
const (
	Against State = "against" // it rules the product out
	Open    State = "open"    // something has to be asked first
	Unless  State = "unless"  // it rules the product out but for other groups
)

// The names of conditions.
const (
	Suspended = "suspended"
	Group     = "group"
	Age       = "age"
	Houses    = "houses"
	Owner     = "owner" // owns homes, and the product does not say how many it allows
	Income    = "income"
	Deposit   = "deposit"
	Price     = "price"
	Monthly   = "monthly"
	Asset     = "asset"
)

// Condition is one condition of a product that is not met for sure.
type Condition struct {
	Name  string
	State State
	// Have is what the applicant has, Most what is allowed; of an age Least
	// too.
	Have, Most, Least int64
	// Groups are who a product is for, or who may have up to Higher.
	Groups []string
	Higher int64
}

// Verdict is what stands between an applicant and a product.
type Verdict struct {
	Conditions []Condition
	// Met counts the conditions that what is known fulfils.
	Met int
}

// In lists the conditions of the states, in the product's order.
func (v Verdict) In(states ...State) []Condition {
	return slices.DeleteFunc(slices.Clone(v.Conditions), func(c Condition) bool { return !slices.Contains(states, c.State) })
}

// Judge holds an applicant against a product.
func Judge(p knowledge.LoanProduct, a Applicant) Verdict {
	var v Verdict
	if p.Suspended {
		v.add(Condition{Name: Suspended, State: Against})
	}
	for _, group := range p.Requires {
		if slices.Contains(a.Groups, group) {
			v.Met++
			continue
		}
		v.add(Condition{Name: Group, State: Open, Groups: []string{group}})
	}
	v.age(p.Age, a.Age)
	v.houses(p.MaxHouses, a.Houses)
	v.ceiling(Income, a.Income, p.IncomeCeilings, a)
	v.ceiling(Deposit, a.Deposit, p.DepositCeilings, a)
	v.ceiling(Price, a.Price, p.PriceCeilings, a)
	v.most(Monthly, a.Monthly, p.MonthlyRentMaxWon)
	v.most(Asset, a.Asset, p.AssetCeilingWon) // last: people know their income better
	return v
}

// JudgeDeposit holds an applicant's deposit against the ceilings of a
// guarantee.
func JudgeDeposit(limits []knowledge.Limit, a Applicant) Verdict {
	var v Verdict
	v.ceiling(Deposit, a.Deposit, limits, a)
	return v
}

func (v *Verdict) add(c Condition) { v.Conditions = append(v.Conditions, c) }

func (v *Verdict) age(allowed *knowledge.AgeRange, age *int) {
	if allowed == nil {
		return
	}
	c := Condition{Name: Age, State: Open, Least: int64(allowed.Min), Most: int64(allowed.Max)}
	switch {
	case age == nil:
		v.add(c)
	case *age < allowed.Min || *age > allowed.Max:
		c.State, c.Have = Against, int64(*age)
		v.add(c)
	default:
		v.Met++
	}
}

func (v *Verdict) houses(allowed, owned *int) {
	switch {
	case allowed != nil && owned == nil:
		v.add(Condition{Name: Houses, State: Open, Most: int64(*allowed)})
	case allowed != nil && *owned > *allowed:
		v.add(Condition{Name: Houses, State: Against, Have: int64(*owned), Most: int64(*allowed)})
	case allowed != nil:
		v.Met++
	case owned != nil && *owned > 0:
		// Public loans are for those without a home as a rule.
		v.add(Condition{Name: Owner, State: Open, Have: int64(*owned)})
	}
}

// ceiling holds a sum against the limit for the applicant; one that only
// other groups may reach is told with them.
func (v *Verdict) ceiling(name string, have int64, limits []knowledge.Limit, a Applicant) {
	most, ok := knowledge.LimitFor(limits, a.Groups, a.Region)
	if !ok {
		return
	}
	if higher, groups := nearest(limits, a.Region, have); have > most && higher > 0 {
		v.add(Condition{Name: name, State: Unless, Have: have, Most: most, Higher: higher, Groups: groups})
		return
	}
	v.most(name, have, most)
}

// most holds a sum against a limit; 0 is none.
func (v *Verdict) most(name string, have, most int64) {
	switch {
	case most == 0:
	case have > most:
		v.add(Condition{Name: name, State: Against, Have: have, Most: most})
	case have == 0:
		v.add(Condition{Name: name, State: Open, Most: most})
	default:
		v.Met++
	}
}

// nearest is the smallest limit of any group in the region that a sum still
// meets, with its groups; 0 when none does.
func nearest(limits []knowledge.Limit, region string, have int64) (won int64, groups []string) {
	for _, l := range limits {
		inRegion := l.Region == "" || region == "" || l.Region == region
		if inRegion && len(l.Groups) > 0 && l.Won >= have && (won == 0 || l.Won < won) {
			won, groups = l.Won, l.Groups
		}
	}
	return won, groups
}
