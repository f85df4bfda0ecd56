package analysis

import (
	"github.com/madang-dev/madang/internal/answer"

	"time"

	"github.com/madang-dev/madang/internal/korean"
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
	// ConversionRate turns a deposit into rent for MaxMonthlyConverted; 0
	// leaves that out.
	ConversionRate Rate `json:"conversion_rate_pct,omitempty"`
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
	r.Basis = basis(r.formula(), []Citation{cite(lawLease, "제7조"), cite(lawLeaseDecree, "제8조")}, t.Source)
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
		return refuse("kind", in.Kind, "renewal, new_contract, running 중 하나여야 합니다", "it has to be renewal, new_contract or running")
	}
	return first(
		amountOrZero("current_deposit", in.CurrentDeposit),
		amountOrZero("proposed_deposit", in.ProposedDeposit),
		amountOrZero("current_monthly", in.CurrentMonthly),
		amountOrZero("proposed_monthly", in.ProposedMonthly),
		rateWithin("conversion_rate_pct", in.ConversionRate, 0, 20*Percent),
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
	if in.CurrentDeposit > 0 && in.CurrentMonthly > 0 && in.ConversionRate > 0 {
		r.MaxMonthlyConverted = convertedMax(in.CurrentDeposit, in.CurrentMonthly, in.ConversionRate, ceiling)
	}
}

// convertedMax is floor((monthly + deposit × rate/12) × (1 + ceiling) −
// deposit × rate/12), without rounding in between.
func convertedMax(deposit, monthly int64, rate, ceiling Rate) int64 {
	year := bigInt(12 * int64(Whole))
	share := product(bigInt(deposit), bigInt(int64(rate)))
	total := product(bigInt(monthly), year)
	total.Add(total, share)
	total.Mul(total, bigInt(int64(Whole+ceiling)))
	total.Sub(total, product(share, bigInt(int64(Whole))))
	return floorQuo(total, product(year, bigInt(int64(Whole)))).Int64()
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
	day := in.Effective
	if day == "" {
		day = in.Today
	}
	if day == "" {
		return nil
	}
	effective, err := parseDay("effective", day)
	if err != nil {
		return err
	}
	r.TooEarly = effective.Before(earliest)
	return nil
}

func (r *RentIncreaseResult) formula() Text {
	in := r.Input
	var f Text
	add := func(t Text) {
		if f.Empty() {
			f = t
			return
		}
		f = Text{KO: f.KO + " / " + t.KO, EN: f.EN + " / " + t.EN}
	}
	if in.CurrentDeposit > 0 {
		add(say("보증금 상한 %s × (100%% + %s) = %s", "deposit ceiling %s × (100 %% + %s) = %s", won(in.CurrentDeposit), r.Ceiling, won(r.MaxDeposit)))
	}
	if in.CurrentMonthly > 0 {
		add(say("월세 상한 %s × (100%% + %s) = %s", "rent ceiling %s × (100 %% + %s) = %s", won(in.CurrentMonthly), r.Ceiling, won(r.MaxMonthly)))
	}
	if in.Percent != nil && f.Empty() {
		sign := "≤"
		if *in.Percent > r.Ceiling {
			sign = ">"
		}
		add(say("요구 인상률 %s %s 상한 %s", "asked rise %s %s ceiling %s", *in.Percent, sign, r.Ceiling))
	}
	if f.Empty() {
		add(say("최대 = 현재 금액 × (100%% + %s)", "highest = current sum × (100 %% + %s)", r.Ceiling))
	}
	return f
}

func (r *RentIncreaseResult) remarks(in RentIncreaseInput) {
	switch in.Kind {
	case LeaseNew:
		r.note(answer.KindCondition, "rent_increase.new_contract", say("세입자가 바뀌는 등 새로 맺는 계약에는 이 상한이 적용되지 않습니다. 갱신요구권을 쓰지 않고 합의로 다시 계약하는 경우는 해석이 나뉘므로 확인이 필요합니다.",
			"The ceiling does not cover a brand-new contract. Where the same parties agree anew without the renewal right, views differ; have it checked."))
	case "":
		r.note(answer.KindCondition, "rent_increase.by_right", say("갱신요구권을 쓰는 갱신이나 계약 기간 중의 증액이면 상한이 적용됩니다. 합의로 새로 계약하는 경우는 해석이 나뉘므로 확인이 필요합니다.",
			"The ceiling covers a renewal by right and a rise within the term. Where the parties freely agree on a new contract, views differ; have it checked."))
	}
	if r.Verdict == VerdictOver {
		r.Statute = append(r.Statute, cite(lawLease, "제10조의2"))
		r.note(answer.KindRule, "rent_increase.reclaim", say("상한을 넘겨 낸 돈은 돌려 달라고 할 수 있습니다(%s).", "What was paid above the ceiling can be claimed back (%s).", cite(lawLease, "제10조의2")))
	}
	if r.TooEarly {
		r.note(answer.KindCondition, "rent_increase.too_soon", say("계약이나 지난 증액 뒤 1년이 지나지 않아 %s 전에는 올릴 수 없습니다.", "Within a year of the contract or the last rise no rise is allowed: not before %s.", r.Earliest))
	}
	if r.MaxMonthlyConverted > 0 {
		r.note(answer.KindCaveat, "rent_increase.converted", say("보증금은 두고 월세만 올리되 보증금 몫까지 %s로 환산하면 월 %s까지라는 계산도 있으나, 이 방식은 확인되지 않았습니다.",
			"With the deposit left alone and its share converted at %s the rent could reach %s a month; this method is not verified.", in.ConversionRate, won(r.MaxMonthlyConverted)))
	}
	r.note(answer.KindCondition, "rent_increase.ceiling", say("%s는 상한일 뿐 당연히 오르는 비율이 아니며, 시·도 조례가 더 낮게 정할 수 있습니다.", "%s is a ceiling, not a due rise; a local ordinance may set a lower one.", r.Ceiling))
}
