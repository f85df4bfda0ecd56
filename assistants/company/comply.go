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
