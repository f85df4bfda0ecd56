package search

import (
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/teams/lending"
)

// verdict is what speaks against a loan and what has to be asked, in words.
type verdict struct {
	against, open []string
	// met counts the conditions that what is known of the user fulfils.
	met int
}

func (x *execution) verdict(v lending.Verdict) *verdict {
	say := func(states ...lending.State) (list []string) {
		for _, c := range v.In(states...) {
			list = append(list, x.words.Text(reason(c)))
		}
		return list
	}
	return &verdict{against: say(lending.Against), open: say(lending.Open, lending.Unless), met: v.Met}
}

// reason says a condition that is not met for sure.
func reason(c lending.Condition) words.Message {
	against := c.State == lending.Against
	switch {
	case c.Name == lending.Group:
		return words.M("reason.group", "groups", lending.GroupNames(c.Groups))
	case c.Name == lending.Age && against:
		return words.M("reason.wrong_age", "c", c)
	case c.Name == lending.Houses && against:
		return words.M("reason.too_many_houses", "c", c)
	case c.Name == lending.Age, c.Name == lending.Houses, c.Name == lending.Owner, c.Name == lending.Suspended:
		return words.Message{Key: "reason." + c.Name, Args: map[string]any{"c": c}}
	}
	what := words.M("sum." + c.Name)
	switch c.State {
	case lending.Against:
		return words.M("reason.over", "what", what, "c", c)
	case lending.Unless:
		return words.M("reason.over_unless", "what", what, "c", c, "groups", lending.GroupNames(c.Groups))
	}
	return words.M("reason.sum", "what", what, "c", c)
}

// result is yes only where something is known to fit and nothing is left to
// ask: a product that states no condition fits nobody for sure.
func (v *verdict) result(p words.Printer) (eligible string, reasons []string) {
	reasons = append(v.against, v.open...)
	switch {
	case len(v.against) > 0:
		return EligibleNo, reasons
	case len(v.open) > 0:
		return EligibleUnknown, reasons
	case v.met == 0:
		return EligibleUnknown, []string{p.Say("reason.operator")}
	}
	return EligibleYes, []string{p.Say("reason.fits")}
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
