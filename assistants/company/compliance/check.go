package compliance

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/answer"
)

// How sure a verdict is: by fields and data, by words that were read, and
// where somebody has to decide.
const (
	sureByData  = 0.95
	sureByWords = 0.8
	sureUnclear = 0.5
)

// Check applies the rules of the target's day. Texts of the outcome are in the
// language. The same target gives the same outcome.
func (r *Rules) Check(t Target, lang string) Outcome {
	f, truncated := r.gather(t)
	o := Outcome{
		ValidationType: cmp.Or(t.Kind, KindAction), TargetType: t.Type, Day: t.Day.Format(time.DateOnly),
		Version: r.version, RiskLevel: Low, Truncated: truncated, NeedsPerson: truncated,
	}
	for _, x := range r.on(t.Day) {
		if x.concerns(t.Type, f) {
			r.apply(x, f, &o, lang)
		}
	}
	o.conclude(lang)
	return o
}

// concerns tells whether a rule is looked at for a target at all.
func (x *Rule) concerns(typ string, f *facts) bool {
	if typ != "" && !slices.Contains(x.Targets, typ) {
		return false
	}
	if len(x.About) == 0 { // free words don't show what is missing
		return f.form
	}
	return slices.ContainsFunc(x.About, func(topic string) bool { return f.raised[topic] })
}

func (r *Rules) apply(x *Rule, f *facts, o *Outcome, lang string) {
	verdict, missing, assumed, concerned := r.judge(x, f)
	if !concerned {
		return
	}
	v := &view{lang: lang, rule: x, facts: f}
	res := RuleResult{
		Rule: x.ID, Version: x.Version, Category: x.Category, Status: verdict, Severity: x.Severity,
		Quotes: x.quotes(f), Missing: missing, Details: strings.TrimSpace(x.Message.In(v)),
	}
	if res.Confidence = confidence(res); verdict == Fail || verdict == Unclear {
		r.report(x, f, o, res, v)
	}
	o.ValidationResults = append(o.ValidationResults, res)
	o.AppliedRules = answer.Add(o.AppliedRules, x.Category)
	for _, key := range assumed {
		if say := r.byKey[key].Assume.Say; say != "" {
			o.Assumptions = answer.Add(o.Assumptions, texts.Say(lang, "assumed."+say))
		}
	}
}

// report puts a rule that is broken or unclear into the outcome.
func (r *Rules) report(x *Rule, f *facts, o *Outcome, res RuleResult, v *view) {
	violation := Violation{
		Rule: x.ID, Title: x.Title.In(v.lang), Severity: x.Severity, Article: x.Article.In(v.lang),
		Why: res.Details, Warning: x.Status == Unverified, Quotes: res.Quotes,
	}
	violation.Sum = r.weighed(x, f)
	if res.Status == Unclear {
		o.Unclear = append(o.Unclear, violation)
		for _, key := range res.Missing {
			o.Questions = answer.Add(o.Questions, Question{Key: key, Text: r.byKey[key].Ask.In(v.lang)})
		}
		return
	}
	o.Violations = append(o.Violations, violation)
	if x.Change == nil {
		return
	}
	change := strings.TrimSpace(x.Change.In(v))
	if violation.Warning {
		o.Recommendations = answer.Add(o.Recommendations, change)
		return
	}
	o.RequiredModifications = append(o.RequiredModifications, x.modifications(f, res, change)...)
}

// weighed is the sum that a rule is held against, or the one that bounds it; 0 for none.
func (r *Rules) weighed(x *Rule, f *facts) (sum int64) {
	for _, key := range x.Keep.Calls("Num") {
		if q := r.byKey[key]; q != nil && q.Kind == kindWon {
			sum = cmp.Or(sum, f.known[key].num)
			if q.Within != nil {
				sum = cmp.Or(sum, f.known[q.Within.Of].num)
			}
		}
	}
	return sum
}

// modifications are the change that a rule requires: of each field that is
// missing, else of the field that its first quote is from.
func (x *Rule) modifications(f *facts, res RuleResult, change string) []Modification {
	var list []Modification
	for _, key := range x.Keep.Calls("Has") {
		if f.lacks(key) {
			text := change
			if label := f.labels[key]; label != "" {
				text = label + ": " + change
			}
			list = append(list, Modification{Rule: x.ID, Field: key, Text: text})
		}
	}
	if len(list) > 0 {
		return list
	}
	m := Modification{Rule: x.ID, Text: change}
	if len(res.Quotes) > 0 {
		m.Field = res.Quotes[0].Field
	}
	return []Modification{m}
}

// maxQuotes is how many places are quoted for a rule.
const maxQuotes = 4

// quotes are the places of the answers that the rule asked for, and of what
// raised it.
func (x *Rule) quotes(f *facts) []Quote {
	var list []Quote
	for _, keys := range [][]string{x.Keep.Calls("Num", "Yes", "No", "Is"), x.When.Calls("Num", "Yes", "No", "Is"), x.About} {
		for _, key := range keys {
			for _, q := range f.quotes[key] {
				if !slices.ContainsFunc(list, func(o Quote) bool { return o.Field == q.Field && o.Text == q.Text && o.From == q.From }) && len(list) < maxQuotes {
					list = append(list, q)
				}
			}
		}
	}
	return list
}

func confidence(r RuleResult) float64 {
	switch {
	case r.Status == Unclear:
		return sureUnclear
	case slices.ContainsFunc(r.Quotes, func(q Quote) bool { return q.From == "" && q.End > q.Start }):
		return sureByWords
	}
	return sureByData
}

// conclude weighs what was found: the gravest breach is the risk, and a
// critical one blocks. What only warns raises the risk to medium at most.
func (o *Outcome) conclude(lang string) {
	for _, v := range o.Violations {
		severity := v.Severity
		if v.Warning && severity.over(Medium) {
			severity = Medium
		}
		if severity.over(o.RiskLevel) {
			o.RiskLevel = severity
		}
		o.Blocked = o.Blocked || severity == Critical
	}
	gravest := func(a, b Violation) int {
		return slices.Index(severities, b.Severity) - slices.Index(severities, a.Severity)
	}
	slices.SortStableFunc(o.Violations, gravest)
	slices.SortStableFunc(o.Unclear, gravest)
	o.NeedsPerson = o.NeedsPerson || o.Blocked || len(o.Unclear) > 0
	for _, next := range []struct {
		key string
		is  bool
	}{{"advice.blocked", o.Blocked}, {"advice.unclear", len(o.Unclear) > 0}, {"advice.truncated", o.Truncated}, {"advice.disclaimer", len(o.ValidationResults) > 0}} {
		if next.is {
			o.Recommendations = append(o.Recommendations, texts.Say(lang, next.key))
		}
	}
}
