package compliance

import (
	"slices"
	"time"
)

// Target is what is checked.
type Target struct {
	// Kind is document, action or data.
	Kind string `json:"kind"`
	// Type is what the rules name it: visit_report, seminar_request,
	// expense_report, sample_request, contract, data_export, data_query, chat,
	// marketing or incident. "" is an action that is told in free words: the
	// rules of every type are looked at.
	Type string    `json:"type,omitempty"`
	Day  time.Time `json:"day"`
	// Form tells that Fields are a whole form: what is not in it is missing,
	// and not only unsaid.
	Form   bool    `json:"form,omitempty"`
	Fields []Field `json:"fields,omitempty"`
	Text   string  `json:"text,omitempty"`
	// Told are earlier messages of the same case, the oldest first: what a later one
	// says stands in the place of what was said before.
	Told []string `json:"told,omitempty"`
	// Known are answers from a form's typed fields, from data or of a model.
	// They go before what is read in the text.
	Known []Answer `json:"known,omitempty"`
}

// The kinds of a target.
const (
	KindDocument = "document"
	KindAction   = "action"
	KindData     = "data"
)

// Field is one field of a form with what it holds in words, "" for nothing.
// The words of a Typed one are not read: what it answers is known.
type Field struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	Text  string `json:"text,omitempty"`
	Typed bool   `json:"typed,omitempty"`
}

// Answer is the answer to one question of the rules: a number (whole won, a
// count, a rate in basis points), yes or no, or a choice.
type Answer struct {
	Key    string `json:"key"`
	Num    int64  `json:"num,omitempty"`
	Yes    *bool  `json:"yes,omitempty"`
	Choice string `json:"choice,omitempty"`
	Quote  Quote  `json:"quote,omitzero"`

	turn int // which message of a case told it, later ones being higher
}

// Quote is where an answer stands: bytes of a field's text, or of the
// target's text where Field is "". Text is the sentence, with numbers of
// persons masked. From names another source: a table, a model.
type Quote struct {
	Field string `json:"field,omitempty"`
	Text  string `json:"text,omitempty"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	From  string `json:"from,omitempty"`
}

// Verdict is what a rule says of a target.
type Verdict string

// The verdicts. A rule that does not concern the target has none.
const (
	Pass    Verdict = "pass"
	Fail    Verdict = "fail"
	Unclear Verdict = "unclear"
)

// RuleResult is one rule applied.
type RuleResult struct {
	Rule       string   `json:"rule"`
	Version    int      `json:"version"`
	Category   string   `json:"category"`
	Status     Verdict  `json:"status"`
	Severity   Severity `json:"severity"`
	Confidence float64  `json:"confidence"`
	Details    string   `json:"details"`
	Quotes     []Quote  `json:"quotes,omitempty"`
	Missing    []string `json:"missing,omitempty"` // questions that would settle it
}

// Violation is a rule that is broken, or that may be.
type Violation struct {
	Rule     string   `json:"rule"`
	Title    string   `json:"title"`
	Severity Severity `json:"severity"`
	Article  string   `json:"article"`
	Why      string   `json:"why"`
	// Warning tells that the rule is not verified: it blocks nothing.
	Warning bool    `json:"warning,omitempty"`
	Quotes  []Quote `json:"quotes,omitempty"`
	// Sum is the sum, in won, that the rule was held against, 0 for none.
	Sum int64 `json:"sum,omitempty"`
}

// Modification is a change that a broken rule requires.
type Modification struct {
	Rule  string `json:"rule"`
	Field string `json:"field,omitempty"`
	Text  string `json:"text"`
}

// Question is a question whose answer would settle what is unclear.
type Question struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

// Outcome is what a check found.
type Outcome struct {
	ValidationType        string         `json:"validation_type"`
	TargetType            string         `json:"target_type,omitempty"`
	Day                   string         `json:"day"`
	Version               string         `json:"version"`
	AppliedRules          []string       `json:"applied_rules,omitempty"` // categories
	ValidationResults     []RuleResult   `json:"validation_results,omitempty"`
	Violations            []Violation    `json:"violations,omitempty"`
	Unclear               []Violation    `json:"unclear,omitempty"`
	RiskLevel             Severity       `json:"risk_level"`
	Recommendations       []string       `json:"recommendations,omitempty"`
	RequiredModifications []Modification `json:"required_modifications,omitempty"`
	Assumptions           []string       `json:"assumptions,omitempty"`
	Questions             []Question     `json:"questions,omitempty"`
	// Blocked tells that the target may not be handed in, NeedsPerson that
	// somebody has to decide.
	Blocked     bool `json:"blocked,omitempty"`
	NeedsPerson bool `json:"needs_person,omitempty"`
	Truncated   bool `json:"truncated,omitempty"`
}

// Passed tells that no rule is broken and none is unclear; warnings of
// unverified rules do not count.
func (o *Outcome) Passed() bool {
	return !o.NeedsPerson && !slices.ContainsFunc(o.Violations, func(v Violation) bool { return !v.Warning })
}

// First puts what was found of some rules first, in their order: what is asked about before
// what is graver.
func (o *Outcome) First(rules []Told) {
	place := func(rule string) int {
		if i := slices.IndexFunc(rules, func(t Told) bool { return t.Rule == rule }); i >= 0 {
			return i
		}
		return len(rules)
	}
	by := func(a, b Violation) int { return place(a.Rule) - place(b.Rule) }
	slices.SortStableFunc(o.Violations, by)
	slices.SortStableFunc(o.Unclear, by)
	slices.SortStableFunc(o.ValidationResults, func(a, b RuleResult) int { return place(a.Rule) - place(b.Rule) })
}
