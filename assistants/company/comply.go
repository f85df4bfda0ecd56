package company

import (
	"context"
	"slices"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/drafts"
	statement "github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

// ComplianceValidationAgentState is a check against the rules: what was checked
// and, in the outcome, the design's validation_results, violations, risk_level,
// recommendations and required_modifications.
type ComplianceValidationAgentState struct {
	ValidationTarget ValidationTarget   `json:"validation_target"`
	Outcome          compliance.Outcome `json:"outcome"`
}

// ValidationTarget is what was checked.
type ValidationTarget struct {
	Kind     string `json:"kind"` // document | action | data
	Type     string `json:"type,omitempty"`
	Document string `json:"document_id,omitempty"`
	Version  int    `json:"version,omitempty"`
}

// checkRules is the compliance validation agent. It is a function of the state.
func (d *desk) checkRules(_ context.Context, step *step) (result, error) {
	task, _ := step.State.PlanningState.task(step.StepID)
	s := step.State
	target, on, err := d.target(s, task)
	if err != nil {
		return result{}, err
	}
	outcome := d.rules().Check(target, s.Language)
	if on.Document == "" {
		outcome.First(d.rules().Search(task.Told, task.Question, s.Language, s.day(), maxRules))
	}
	shown := state.StepResult{
		Summary:      texts.Say(s.Language, "shown.check", "violations", len(outcome.Violations), "unclear", len(outcome.Unclear)),
		TotalResults: len(outcome.ValidationResults), Sources: articles(&outcome),
	}
	return done(step, shown, 1, func(s *GlobalSessionState, a *AgentState) {
		a.Compliance = &ComplianceValidationAgentState{ValidationTarget: on, Outcome: outcome}
		if on.Document == "" || s.Paper == nil {
			return
		}
		paper := *s.Paper
		paper.Outcome, paper.Checks, paper.Status = &outcome, paper.Checks+1, statusOf(&outcome)
		s.Paper = &paper
		s.note(step.Now(), "document.checked", paper.ID, paper.Status)
	}), nil
}

// target is what a task has to check: the document that was just made, or what
// the message tells of.
func (d *desk) target(s *GlobalSessionState, task Task) (compliance.Target, ValidationTarget, error) {
	if task.Document == "" || task.Document == docExport {
		kind := compliance.KindAction
		if task.Document == docExport {
			kind = compliance.KindData
		}
		t := compliance.Target{Kind: kind, Type: task.Document, Day: s.day(), Told: task.Told, Text: task.Question}
		return t, ValidationTarget{Kind: t.Kind, Type: t.Type}, nil
	}
	p := s.Paper
	if p == nil || p.Type != task.Document || s.unmade(p.Type) {
		return compliance.Target{}, ValidationTarget{}, teams.Permanent(errDependency)
	}
	if s.supposes(p.Type) && p.Draft != nil {
		draft := *p.Draft
		draft.FormData = draft.FormData.Clone()
		if draft.Said = slices.Clone(draft.Said); supposes(task.Question) {
			d.papers().Fill(&draft, task.Question, drafts.Input{Now: s.day(), Supposed: true})
		}
		t := d.papers().Target(draft, s.day())
		t.Form = p.Open == 0 // what is not told yet is not missing
		return t, ValidationTarget{Kind: t.Kind, Type: t.Type}, nil
	}
	t := compliance.Target{Kind: compliance.KindDocument, Type: "data_query", Day: s.day(), Text: p.Markdown}
	if p.Draft != nil {
		t = d.papers().Target(*p.Draft, s.day())
	}
	return t, ValidationTarget{Kind: t.Kind, Type: t.Type, Document: p.ID, Version: p.Version}, nil
}

// unmade tells that the run was to make a document of a kind and could not: the one
// before it is not checked in its place.
func (s *GlobalSessionState) unmade(document string) bool {
	planned := false
	for _, t := range s.PlanningState.tasks() {
		if t.Agent != DocumentGenerationAgent || t.Document != document {
			continue
		}
		if a, ok := s.agent(t.ID); ok && a.ErrorMessage == nil {
			return false
		}
		planned = true
	}
	return planned
}

// supposes tells that the message asks whether the document under way passes as it is,
// or would if it said something else.
func (s *GlobalSessionState) supposes(document string) bool {
	a := s.QueryAnalyzerState
	return a != nil && slices.ContainsFunc(a.ParsedIntents, func(p ParsedIntent) bool {
		return p.Intent == IntentCompliance && p.Document == document
	})
}

// articles are the sources of what was found.
func articles(o *compliance.Outcome) (list []string) {
	for _, v := range slices.Concat(o.Violations, o.Unclear) {
		list = statement.Add(list, v.Article)
	}
	return list
}

// addLimits tells what of a form that goes on breaks a rule already, once: of what the
// message changed.
func (d *desk) addLimits(a *answer, draft *drafts.Draft, open bool) {
	if !open || a.s.Heard == nil || len(a.s.Heard.Changed) == 0 {
		return
	}
	told := d.papers().Target(*draft, a.s.day())
	told.Form, told.Text = false, ""
	o := d.rules().Check(told, a.Language())
	for _, v := range blocking(&o) {
		if slices.ContainsFunc(v.Quotes, func(q compliance.Quote) bool { return slices.Contains(a.s.Heard.Changed, q.Field) }) {
			a.findings = append(a.findings, a.finding("check.violation", v))
		}
	}
}

// addOutcome tells what a check found. Of a case that goes on it is the verdict, and besides it
// only what is new.
func (a *answer) addOutcome(c *ComplianceValidationAgentState, t Task) {
	o := &c.Outcome
	if c.ValidationTarget.Document == "" {
		a.core = append(a.core, a.checked(o))
	}
	if p := a.s.Paper; p != nil && a.s.supposes(p.Type) {
		a.addSupposed(o, t, p)
		return
	}
	before := a.s.ruledBefore().Compliance
	anew := len(t.Told) == 0 || phrases.Has(t.Question, "wish.recap") || before == nil || len(before.Outcome.ValidationResults) == 0
	if anew || len(o.ValidationResults) == 0 {
		a.addCheck(o)
		return
	}
	fresh := since(o, &before.Outcome)
	leads := o.ValidationResults[0].Rule == before.Outcome.ValidationResults[0].Rule
	if leads && len(fresh.Violations)+len(fresh.Unclear) == 0 && len(o.Violations) == len(before.Outcome.Violations) {
		a.core = append(a.core, a.Say("check.same"))
	} else {
		a.addCheck(&fresh)
	}
	a.check = o
}

// since is what an outcome finds that another did not: a rule that is broken now, or that may be
// and still asks something else.
func since(o, before *compliance.Outcome) compliance.Outcome {
	fresh := *o
	result := func(o *compliance.Outcome, rule string) (r compliance.RuleResult) {
		if i := slices.IndexFunc(o.ValidationResults, func(r compliance.RuleResult) bool { return r.Rule == rule }); i >= 0 {
			r = o.ValidationResults[i]
		}
		return r
	}
	same := func(v compliance.Violation) bool {
		now, was := result(o, v.Rule), result(before, v.Rule)
		return now.Status == was.Status && slices.Equal(now.Missing, was.Missing)
	}
	fresh.Violations = slices.DeleteFunc(slices.Clone(o.Violations), same)
	fresh.Unclear = slices.DeleteFunc(slices.Clone(o.Unclear), same)
	fresh.RequiredModifications = without(o.RequiredModifications, before.RequiredModifications)
	fresh.Questions = without(o.Questions, before.Questions)
	fresh.Assumptions = without(o.Assumptions, before.Assumptions)
	fresh.Recommendations = nil
	return fresh
}

// without are the values of a list that are in no other.
func without[T comparable](list, other []T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(v T) bool { return slices.Contains(other, v) })
}

// addSupposed adds what the check of the form under way found, as it is or if it said
// something else; which rules it keeps as it is is what was asked.
func (a *answer) addSupposed(o *compliance.Outcome, t Task, p *Paper) {
	if supposes(t.Question) {
		a.core = append(a.core, a.Say("check.supposed"))
		a.addCheck(o)
		return
	}
	a.core = append(a.core, a.Say("check.as_is", "title", p.Title))
	a.addCheck(o)
	for _, r := range o.ValidationResults {
		if r.Status == compliance.Pass && len(r.Quotes) > 0 && len(a.findings) < maxFindings {
			args := []any{"rule", r.Rule, "why", r.Details, "quote", r.Quotes[0].Text}
			a.findings = append(a.findings, a.Say("check.kept", args...))
		}
	}
}

// maxFindings bounds the findings that are told, those of rules that are kept among them.
const maxFindings = 5
