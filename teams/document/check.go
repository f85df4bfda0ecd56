package document

// The severities of a check and of a risk.
const (
	SeverityError = "error"
	SeverityWarn  = "warn"
	SeverityInfo  = "info"

	SeverityHigh   = "high"
	SeverityMedium = "medium"
	SeverityLow    = "low"
)

// The outcomes of a check.
const (
	CheckPassed        = "passed"
	CheckFailed        = "failed"
	CheckNotApplicable = "not_applicable"
	CheckUnknown       = "unknown" // a value it needs has not been said
)

// Check is one automatic check of a contract (L-1…L-13 of a lease, S-1…S-8
// of a sale) with its outcome.
type Check struct {
	ID       string `json:"id"`
	Severity string `json:"severity"`
	Outcome  string `json:"outcome"`
	TextKo   string `json:"text_ko"`
	TextEn   string `json:"text_en"`
	Law      string `json:"law,omitempty"`
}

// Text is what the check says in "ko" or "en".
func (c Check) Text(lang string) string { return pick(lang, c.TextKo, c.TextEn) }

// Failed tells whether the contract breaks the check.
func (c Check) Failed() bool { return c.Outcome == CheckFailed }

// OK tells whether nothing speaks against the contract.
func (c Check) OK() bool { return c.Outcome == CheckPassed || c.Outcome == CheckNotApplicable }

// Limits are the numbers of the law that change with time.
type Limits struct {
	// BaseRateBP is the Bank of Korea's base rate in basis points; 0 is 300
	// (3.00 %, since 2026-08-27).
	BaseRateBP int
}

// conversionCapBP is the highest yearly rate at which a deposit may be
// turned into rent: 10 % or base rate + 2 %p, whichever is lower (Housing
// Lease Protection Act Art. 7-2, Decree Art. 9).
func (l Limits) conversionCapBP() int64 {
	base := l.BaseRateBP
	if base == 0 {
		base = 300
	}
	return int64(min(1000, base+200))
}

// checker collects the outcomes for one contract.
type checker struct{ list []Check }

// add notes a check; outcome decides between passed and failed.
func (k *checker) add(id, severity, outcome, law, ko, en string) {
	k.list = append(k.list, Check{ID: id, Severity: severity, Outcome: outcome, TextKo: ko, TextEn: en, Law: law})
}

func outcome(applies, known, passed bool) string {
	switch {
	case !applies:
		return CheckNotApplicable
	case !known:
		return CheckUnknown
	case passed:
		return CheckPassed
	}
	return CheckFailed
}

// level is the severity of a failed check as a risk.
func level(severity string) string {
	switch severity {
	case SeverityError, SeverityHigh:
		return SeverityHigh
	case SeverityWarn, SeverityMedium:
		return SeverityMedium
	}
	return SeverityLow
}
