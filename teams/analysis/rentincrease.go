package analysis

import (
	"time"

	"github.com/madang-dev/madang/korean"
)

// RentIncreaseTable holds the ceiling of art. 7 of the Housing Lease
// Protection Act and what goes with it.
type RentIncreaseTable struct {
	Source        Source             `yaml:"source"`
	CeilingPct    Rate               `yaml:"ceiling_pct"`
	MonthsBetween int                `yaml:"months_between"`
	Renewal       RenewalTable       `yaml:"renewal"`
	Report        RentReportTable    `yaml:"report"`
	RefusalDamage RefusalDamageTable `yaml:"refusal_damage"`
}

func (t RentIncreaseTable) validate() error {
	return first(
		t.Source.validate("rent_increase"),
		validateRate("rent_increase.ceiling_pct", t.CeilingPct, 20*Percent),
		validateCount("rent_increase.months_between", t.MonthsBetween, 60),
		t.Renewal.validate(), t.Report.validate(), t.RefusalDamage.validate(),
	)
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
	// LastChange is the day of the contract or of the last rise, Effective
	// the day from which the new rent is to hold (default: Today).
	LastChange string `json:"last_change,omitempty"`
	Effective  string `json:"effective,omitempty"`
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
	// MaxMonthlyConverted is the highest rent when the deposit stays and its
	// share of the rise goes into the rent (not verified).
	MaxMonthlyConverted int64 `json:"max_monthly_converted,omitempty"`
	// Earliest is the first day on which a rise is allowed; TooEarly tells
	// that the asked one lies before it.
	Earliest string `json:"earliest,omitempty"`
	TooEarly bool   `json:"too_early,omitempty"`
	Basis
}

// RentIncrease checks a rise against the ceiling of art. 7 (one twentieth of
// the agreed sum, not within a year). The highest sum is current × 105 %, the
// part of a won dropped. With only a percentage it judges the percentage.
func (t *Tables) RentIncrease(in RentIncreaseInput) (*RentIncreaseResult, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	table := t.RentIncrease_()
	r := &RentIncreaseResult{Input: in, Ceiling: table.CeilingPct, Verdict: VerdictRuleOnly}
	r.limits(in, table.CeilingPct)
	r.judge(in)
	if err := r.timing(in, table.MonthsBetween); err != nil {
		return nil, err
	}
	r.Basis = basis(r.formula(), []Citation{cite(lawLease, "제7조"), cite(lawLeaseDecree, "제8조")}, table.Source)
	if in.CurrentDeposit > 0 && in.CurrentMonthly > 0 {
		r.convert(t, in)
	}
	r.remarks(in)
	return r, nil
}

// RentIncrease_ keeps the method above and the table of the same name apart.
func (t *Tables) RentIncrease_() RentIncreaseTable { return t.RentIncreaseRules }
