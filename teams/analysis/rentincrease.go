package analysis

import (
	"time"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

// RentIncreaseTable holds the ceiling of art. 7 of the Housing Lease
// Protection Act and what goes with it.
type RentIncreaseTable struct {
	Source        Source             `yaml:"source"`
	CeilingPct    Rate               `yaml:"ceiling_pct" most:"20"`
	MonthsBetween int                `yaml:"months_between" most:"60"`
	Renewal       RenewalTable       `yaml:"renewal"`
	Report        RentReportTable    `yaml:"report"`
	RefusalDamage RefusalDamageTable `yaml:"refusal_damage"`
}

// What a rise is asked for in.
const (
	LeaseRenewal = "renewal"      // the tenant uses the renewal right
	LeaseNew     = "new_contract" // another contract, freely agreed
	LeaseRunning = "running"      // within the term
)

// RentIncreaseInput is a rise that a landlord asks for. Zero is not known.
type RentIncreaseInput struct {
	CurrentDeposit  int64  `json:"current_deposit,omitempty"`
	ProposedDeposit int64  `json:"proposed_deposit,omitempty"`
	CurrentMonthly  int64  `json:"current_monthly,omitempty"`
	ProposedMonthly int64  `json:"proposed_monthly,omitempty"`
	Percent         *Rate  `json:"percent,omitempty"` // the rise asked for
	Kind            string `json:"kind,omitempty"`    // a Lease constant, "" is not known
	// LastChange is the day of the contract or of the last rise.
	LastChange string `json:"last_change,omitempty"`
	Today      string `json:"today,omitempty"`
}

// The verdicts on a rise.
const (
	VerdictWithin   = "within"
	VerdictOver     = "over"
	VerdictRuleOnly = "rule_only" // nothing is proposed, the ceiling is told
)

// RentIncreaseResult tells how far the rent may rise.
type RentIncreaseResult struct {
	Input   RentIncreaseInput `json:"input"`
	Ceiling Rate              `json:"ceiling_pct"`
	Verdict string            `json:"verdict"`
	// MaxDeposit and MaxMonthly are the highest sums allowed.
	MaxDeposit      int64 `json:"max_deposit,omitempty"`
	MaxMonthly      int64 `json:"max_monthly,omitempty"`
	ProposedDeposit int64 `json:"proposed_deposit,omitempty"`
	ProposedMonthly int64 `json:"proposed_monthly,omitempty"`
	// Rise is the larger of the two rises, rounded to 0.01 %.
	Rise        Rate  `json:"rise_pct,omitempty"`
	OverDeposit int64 `json:"over_deposit,omitempty"`
	OverMonthly int64 `json:"over_monthly,omitempty"`
	// Earliest is the first day on which a rise is allowed; TooEarly tells
	// that the asked one lies before it.
	Earliest string `json:"earliest,omitempty"`
	TooEarly bool   `json:"too_early,omitempty"`
	Basis
}

// Check holds a rise against the ceiling of art. 7 (one twentieth of the
// agreed sum, not within a year). The highest sum is current × 105 %, the
// part of a won dropped. With only a percentage it judges the percentage.
func (t RentIncreaseTable) Check(in RentIncreaseInput) (*RentIncreaseResult, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	r := &RentIncreaseResult{Input: in, Ceiling: t.CeilingPct, Verdict: VerdictRuleOnly}
	r.limits(in, t.CeilingPct)
	r.judge(in)
	if err := r.timing(in, t.MonthsBetween); err != nil {
		return nil, err
	}
	r.Basis = basis(r.formula(), []Citation{cite(lawLease, "7"), cite(lawLeaseDecree, "8")}, t.Source)
	r.remarks(in)
	return r, nil
}

func (in RentIncreaseInput) validate() error {
	if in.Percent != nil {
		if err := rateWithin("percent", *in.Percent, 0, 1000*Percent); err != nil {
			return err
		}
	}
	switch in.Kind {
	case "", LeaseRenewal, LeaseNew, LeaseRunning:
	default:
		return refuse("kind", in.Kind, "input.lease_kind")
	}
	return first(
		amountOrZero("current_deposit", in.CurrentDeposit),
		amountOrZero("proposed_deposit", in.ProposedDeposit),
		amountOrZero("current_monthly", in.CurrentMonthly),
		amountOrZero("proposed_monthly", in.ProposedMonthly),
	)
}

// limits works out the highest sums and what a percentage proposes.
func (r *RentIncreaseResult) limits(in RentIncreaseInput, ceiling Rate) {
	r.MaxDeposit = (Whole + ceiling).of(in.CurrentDeposit)
	r.MaxMonthly = (Whole + ceiling).of(in.CurrentMonthly)
	r.ProposedDeposit, r.ProposedMonthly = in.ProposedDeposit, in.ProposedMonthly
	if in.Percent != nil && r.ProposedDeposit == 0 && r.ProposedMonthly == 0 {
		r.ProposedDeposit = (Whole + *in.Percent).of(in.CurrentDeposit)
		r.ProposedMonthly = (Whole + *in.Percent).of(in.CurrentMonthly)
	}
}

func (r *RentIncreaseResult) judge(in RentIncreaseInput) {
	compared := false
	check := func(current, proposed, most int64, over *int64) {
		if current == 0 || proposed == 0 {
			return
		}
		compared = true
		*over = max(0, proposed-most)
		if proposed > current {
			r.Rise = max(r.Rise, share(proposed-current, current))
		}
	}
	check(in.CurrentDeposit, r.ProposedDeposit, r.MaxDeposit, &r.OverDeposit)
	check(in.CurrentMonthly, r.ProposedMonthly, r.MaxMonthly, &r.OverMonthly)
	switch {
	case compared && (r.OverDeposit > 0 || r.OverMonthly > 0):
		r.Verdict = VerdictOver
	case compared:
		r.Verdict = VerdictWithin
	case in.Percent != nil && *in.Percent > r.Ceiling:
		r.Verdict, r.Rise = VerdictOver, *in.Percent
	case in.Percent != nil:
		r.Verdict, r.Rise = VerdictWithin, *in.Percent
	}
}

// timing applies the rule of one year since the contract or the last rise.
func (r *RentIncreaseResult) timing(in RentIncreaseInput, months int) error {
	if in.LastChange == "" {
		return nil
	}
	last, err := parseDay("last_change", in.LastChange)
	if err != nil {
		return err
	}
	earliest := korean.AddMonths(last, months)
	r.Earliest = earliest.Format(time.DateOnly)
	r.TooEarly = in.Today != "" && in.Today < r.Earliest
	return nil
}

func (r *RentIncreaseResult) formula() words.Message {
	in := r.Input
	var parts []words.Message
	add := func(m words.Message) { parts = append(parts, m) }
	if in.CurrentDeposit > 0 {
		add(words.M("rent_increase.formula_deposit", "in", in, "r", r))
	}
	if in.CurrentMonthly > 0 {
		add(words.M("rent_increase.formula_rent", "in", in, "r", r))
	}
	if in.Percent != nil && len(parts) == 0 {
		sign := "≤"
		if *in.Percent > r.Ceiling {
			sign = ">"
		}
		add(words.M("rent_increase.formula_percent", "percent", *in.Percent, "sign", sign, "r", r))
	}
	if len(parts) == 0 {
		add(words.M("rent_increase.formula_rule", "r", r))
	}
	return joined(formulas, parts...)
}

func (r *RentIncreaseResult) remarks(in RentIncreaseInput) {
	switch in.Kind {
	case LeaseNew:
		r.note(answer.KindCondition, "rent_increase.new_contract")
	case "":
		r.note(answer.KindCondition, "rent_increase.by_right")
	}
	if r.Verdict == VerdictOver {
		r.Statute = append(r.Statute, cite(lawLease, "10-2"))
		r.note(answer.KindRule, "rent_increase.reclaim", "cite", cite(lawLease, "10-2"))
	}
	if r.TooEarly {
		r.note(answer.KindCondition, "rent_increase.too_soon", "r", r)
	}
	r.note(answer.KindCondition, "rent_increase.ceiling", "r", r)
	if in.Kind != LeaseNew && !r.TooEarly && (r.Verdict == VerdictOver || r.Verdict == VerdictWithin) {
		r.note(answer.KindCondition, "rent_increase.yearly")
	}
}
