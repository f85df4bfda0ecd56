package document

import (
	"cmp"
	"errors"
	"slices"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/words"
)

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

// Check is one automatic check of a document with its outcome.
type Check struct {
	ID       string `json:"id"`
	Severity string `json:"severity"`
	Outcome  string `json:"outcome"`
	TextKo   string `json:"text_ko"`
	TextEn   string `json:"text_en"`
	Law      string `json:"law,omitempty"`
	// byClauses tells that the check failed by clauses that are listed.
	byClauses bool
}

// Text is what the check says in a language.
func (c Check) Text(lang string) string { return words.Text{"ko": c.TextKo, "en": c.TextEn}.In(lang) }

// Failed tells whether the document breaks the check.
func (c Check) Failed() bool { return c.Outcome == CheckFailed }

// OK tells whether nothing speaks against the document.
func (c Check) OK() bool { return c.Outcome == CheckPassed || c.Outcome == CheckNotApplicable }

// checkRule is a check as its file has it.
type checkRule struct {
	ID       string `yaml:"id"`
	Severity string `yaml:"severity"`
	// ErrorWhen makes a failure an error.
	ErrorWhen forms.Cond `yaml:"error_when"`
	Law       string     `yaml:"law"`
	// When tells whether the check applies, Known whether its values are
	// known, Pass whether it is passed.
	When  forms.Cond `yaml:"when"`
	Known forms.Cond `yaml:"known"`
	Pass  forms.Cond `yaml:"pass"`
	// FailWhen are words of the special terms that fail it; Clauses fails it
	// by what a reviewer finds in them, as severely.
	FailWhen forms.Phrases  `yaml:"fail_when"`
	Clauses  bool           `yaml:"clauses"`
	Text     forms.Template `yaml:"text"`
}

func (r *checkRule) prepare(f *forms.Form) error {
	if r.ID == "" || level(r.Severity) == "" {
		return errors.New("it needs an id and a severity: error, warn or info")
	}
	return errors.Join(f.CheckCond(&r.ErrorWhen), f.CheckCond(&r.When), f.CheckCond(&r.Known), f.CheckCond(&r.Pass), f.Check(&r.Text))
}

func (r *checkRule) run(s forms.View, clauses []Risk) Check {
	c := Check{ID: r.ID, Severity: r.Severity, Law: r.Law}
	c.TextKo, c.TextEn = r.Text.Both(s)
	if r.ErrorWhen.Holds(s, false) {
		c.Severity = SeverityError
	}
	pass := r.Pass.Holds(s, true) && (r.FailWhen.Empty() || !r.FailWhen.In(s.All(termsKey)))
	if r.Clauses {
		c.byClauses, pass = true, len(clauses) == 0
		for _, found := range clauses {
			c.Severity = worse(c.Severity, found.Severity)
		}
	}
	c.Outcome = outcome(r.When.Holds(s, true), r.Known.Holds(s, true), pass)
	return c
}

// check runs the checks of a contract; s.Made is the document as it will be
// shown, clauses are what a reviewer found in the special terms. Of several with one
// id the one that applies stands for all.
func (c *contract) check(s forms.View, clauses []Risk) []Check {
	list := make([]Check, 0, len(c.Checks))
	for i := range c.Checks {
		one := c.Checks[i].run(s, clauses)
		switch at := slices.IndexFunc(list, func(other Check) bool { return other.ID == one.ID }); {
		case at < 0:
			list = append(list, one)
		case one.Outcome != CheckNotApplicable:
			list[at] = one
		}
	}
	return list
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

// level is the severity of a failed check as a risk, "" for none.
func level(severity string) string {
	return map[string]string{
		SeverityError: SeverityHigh, SeverityHigh: SeverityHigh,
		SeverityWarn: SeverityMedium, SeverityMedium: SeverityMedium,
		SeverityInfo: SeverityLow, SeverityLow: SeverityLow,
	}[severity]
}

func worse(a, b string) string {
	rank := map[string]int{SeverityLow: 1, SeverityMedium: 2, SeverityHigh: 3}
	if cmp.Less(rank[level(a)], rank[level(b)]) {
		return b
	}
	return a
}
