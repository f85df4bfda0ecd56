package company

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/drafts"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/supervisor"
)

// answer is an answer on its way.
type answer struct {
	words.Printer
	s      *GlobalSessionState
	sample bool
	// covers is what can be asked, for who asked something else.
	covers []string

	core, notes, missing []string
	findings, advice     []string
	known                []string // of a form
	form                 *formCard
	check                *compliance.Outcome
	document             *state.DocumentLink
	tables               []string
	sources              []state.Source
	names                []string // of sources
	dataDay              string
	// Where a model was asked to say it: who, what that took, and why the
	// rules' sentences stand for its own.
	model, prompt, fallback string
	retryAfterMS            int64 // of the fallback
	asked                   ResourceUsage
	// found tells that there is more than guidance to give.
	found bool
}

// complete answers from the state and ends the run.
func (d *desk) complete(ctx context.Context, t *turn) (string, error) {
	s := snapshot(t)
	a := d.answered(&s)
	for _, doc := range s.Rechecked {
		a.findings = append(a.findings, a.Say("check.again", "title", doc.Title, "rules", doc.Rules))
	}
	if err := d.tell(ctx, t, &s, a); err != nil {
		return "", err
	}
	title := ""
	if s.Turn == 1 {
		var err error
		if title, err = supervisor.Title(ctx, t); err != nil {
			return "", err
		}
	}
	r := a.response()
	if s.Referral != nil && s.Referral.RunID == s.RunID {
		if err := t.Refer(s.review()); err != nil {
			return "", err
		}
	}
	err := t.Update("completed", func(s *GlobalSessionState) {
		s.use(a.asked)
		s.warn(t.Now())
		s.conclude(&r, d.rules(), t.Now())
	}, with{
		Title: title, Effects: []store.Effect{audit.Write(append(s.entries(), s.answered(t.Now(), r.Type))...)},
	})
	if err != nil {
		return "", err
	}
	return engine.End, t.Answer(&r)
}

// conclude notes the answer in the session.
func (s *GlobalSessionState) conclude(r *state.Response, rules *compliance.Rules, at time.Time) {
	text := cmp.Or(r.Answer, r.Message)
	s.CurrentPhase, s.CurrentAgent, s.FinalResponse = PhaseCompleted, nil, &text
	s.WorkflowStatus.Status, s.WorkflowStatus.Waiting = "completed", ""
	s.addMessage(Message{ID: s.RunID + ":" + state.RoleAssistant, Role: state.RoleAssistant, Content: text})
	said := Exchange{Turn: s.Turn, RunID: s.RunID, Query: s.said(), Intents: []string{}, Agents: []string{}}
	said.Verdict, _, _ = strings.Cut(text, "\n")
	if a := s.QueryAnalyzerState; a != nil {
		said.Intents = a.intents()
		if p := a.ParsedIntents; len(p) == 1 && (p[0].Intent == IntentCompliance || p[0].Intent == IntentRetrieval) {
			said.Case = s.caseWith(p[0], rules)
		}
		s.remember()
	}
	if s.Heard != nil {
		said.Elsewhere = s.Heard.Elsewhere
		if f := s.Heard.refusal(); f.Measure {
			said.Lacking = f.Lacking
		}
	}
	if r.StructuredData != nil {
		m := r.StructuredData.Metadata
		said.Agents = assistant.All(r.TeamsUsed)
		s.ResponseMetadata = ResponseMetadata{Intent: m.IntentType, Confidence: m.Confidence, Agents: said.Agents, Sources: assistant.All(m.Sources), AnsweredBy: m.AnsweredBy}
	}
	s.ConversationHistory = append(s.ConversationHistory, said)
	s.note(at, "query.answered", r.Type, s.ResponseMetadata.Intent)
}

// caseWith is the case that a message is of: what was told of it, and the message itself
// where it tells a fact. A question about rules amid a case leaves it as it was, and the
// first message, which says what it is about, is never dropped.
func (s *GlobalSessionState) caseWith(p ParsedIntent, rules *compliance.Rules) []string {
	told := p.Told
	if phrases.Has(p.Text, "rule.papers") { // tells nothing of the case
		return s.toldBefore()
	}
	if !rules.Tells(p.Text) && len(told) == 0 {
		told = s.toldBefore()
	}
	if rules.Tells(p.Text) || len(told) == 0 {
		told = append(slices.Clone(told), p.Text)
	}
	if len(told) > maxCase {
		told = append(told[:1:1], told[len(told)-maxCase+1:]...)
	}
	return told
}

// remember keeps what was understood, whether it was answered, asked back or refused, for
// what points back at it or completes it.
func (s *GlobalSessionState) remember() {
	var asked []*semantic.Request
	if s.Heard != nil {
		for _, p := range s.Heard.Parts {
			if p.Reading == nil {
				continue
			}
			of, f := p.Reading.Understood(), p.Reading.Refusal
			open := f != nil && !f.Measure && len(s.LastRequests) > 0
			if of != nil && !(open && len(of.Metrics) == 0 && of.Rows == "") { // what was answered is gone on with
				asked = append(asked, of)
			}
		}
	}
	if len(asked) > 0 {
		s.LastRequests, s.EarlierRequests, s.AskedTurn = asked, s.LastRequests, s.Turn
		if len(s.FirstRequests) == 0 {
			s.FirstRequests = asked
		}
	}
}

// answered puts the answer together: what was found, verdict first, then what
// could not be answered and why.
func (d *desk) answered(s *GlobalSessionState) *answer {
	a := &answer{Printer: texts.In(s.Language), s: s, sample: d.Sample}
	if s.Handed != "" {
		a.addHanded()
		if s.Handed == handedIncomplete {
			d.addDraft(a)
		}
		return a
	}
	if s.Heard == nil || s.QueryAnalyzerState == nil {
		return a
	}
	a.covers = d.covers(s)
	if s.Heard.Talk != "" {
		d.addTalk(a)
		return a
	}
	if s.Heard.Dropped {
		a.notes = append(a.notes, a.Say("talk.dropped"))
	}
	if p := s.PlanningState; p != nil {
		for _, t := range p.tasks() {
			d.addTask(a, t)
		}
	}
	for _, p := range s.QueryAnalyzerState.ParsedIntents {
		a.addRefused(p)
	}
	if open := s.QueryAnalyzerState.Ambiguities; len(open) > 0 && len(a.core) == 0 {
		a.core = append(a.core, open[0].Text)
	}
	d.askAgain(a)
	return a
}

// askAgain asks what the form under way still needs where the message asked something else,
// which is answered first.
func (d *desk) askAgain(a *answer) {
	p := a.s.Paper
	about := func(i ParsedIntent) bool { return i.Intent == IntentDocument || i.Document != "" }
	if p == nil || p.Draft == nil || p.Open == 0 || p.Status == StatusSubmitted || slices.ContainsFunc(a.s.QueryAnalyzerState.ParsedIntents, about) {
		return
	}
	asked := forms.NextQuestions(d.lacks(*p.Draft, a.s.day()))
	a.core = append(a.core, a.Say("paper.waits", "title", p.Title, "ask", strings.Join(forms.AskTogether(asked, a.Language()), " ")))
}

// addTask adds what became of a task.
func (d *desk) addTask(a *answer, t Task) {
	agent, ok := a.s.agent(t.ID)
	switch {
	case !ok || agent.ErrorMessage != nil && a.replaced(t.ID):
		return
	case agent.ErrorMessage != nil:
		a.missing = append(a.missing, *agent.ErrorMessage)
		return
	}
	a.found = a.found || agent.Document == nil || a.s.Paper.Open == 0
	if t.Fallback != "" {
		args := []any{"task", t.Title}
		a.notes = append(a.notes, a.Say("fallback."+string(a.s.PlanningState.ContingencyTriggers[t.Fallback]), args...))
	}
	ruleless := agent.Compliance != nil && len(agent.Compliance.Outcome.ValidationResults) == 0
	if len(t.Told) > 0 && !ruleless { // which case it was added to
		a.notes = append(a.notes, a.Say("check.with_case", "told", forms.OneLine(t.Told[0], maxTitle)))
	}
	switch {
	case agent.Data != nil:
		a.addData(agent.Data)
	case agent.Retrieval != nil && len(t.Told) > 0 && !phrases.Has(t.Question, "basis") && a.toldAlready(t.Question, agent.Retrieval):
		first := agent.Retrieval.FilteredResults[0]
		a.core = []string{a.Say("found.same", "title", first.Title, "text", first.Snippet, "words", agent.Retrieval.Unruled)}
	case agent.Retrieval != nil:
		a.addFound(agent.Retrieval)
	case agent.Document != nil:
		a.addPaper(true)
		d.addDraft(a)
	case agent.Storage != nil && t.Document == "":
		a.core = append(a.core, a.Say("kept.core", "title", agent.Storage.DataToStore.Title, "where", agent.Storage.DecisionReasoning))
	case agent.Storage != nil:
		a.notes = append(a.notes, a.Say("kept.note", "where", agent.Storage.DecisionReasoning))
	case agent.Compliance != nil:
		a.addOutcome(agent.Compliance, t)
	}
}

// addDraft adds what is known of the form under way, and asks for what it needs. A report is
// shown as it is, where its figures are not in the answer already.
func (d *desk) addDraft(a *answer) {
	p := a.s.Paper
	if p.Draft == nil {
		if found := a.s.figures(); len(found) > 0 && found[0].ExecutionContext.RunID != a.s.RunID {
			a.core = append(a.core, p.Markdown)
		}
		return
	}
	if phrases.Has(a.s.said(), "paper.total") && a.s.Heard.Talk == "" {
		d.addTotal(a, *p.Draft)
	}
	open := d.lacks(*p.Draft, a.s.day())
	asked := forms.NextQuestions(open)
	a.known = d.papers().Known(*p.Draft, a.s.day())
	a.form = &formCard{p.Type, open, asked, d.papers().Entries(*p.Draft, a.s.day())}
	a.core = append(a.core, forms.AskTogether(asked, a.Language())...)
	var later []string
	for _, m := range open[min(len(asked), len(open)):] { // they are asked in their order
		later = append(later, m.Label(a.Language()))
	}
	if len(later) > 0 {
		a.core = append(a.core, a.Say("paper.left", "labels", later))
	}
	d.addLimits(a, p.Draft, len(open) > 0)
}

// addTotal tells what the sums of a form come to, before all else.
func (d *desk) addTotal(a *answer, draft drafts.Draft) {
	if total := d.papers().Total(draft, a.s.said(), a.s.day()); total != "" {
		a.core = append([]string{total}, a.core...)
	}
}

// checked is the verdict on what a message told of, with the rule that it goes by.
func (a *answer) checked(o *compliance.Outcome) string {
	key, of := "check.passed", []compliance.Violation{}
	switch broken := blocking(o); {
	case len(broken) > 0:
		key, of = "check.failed", broken
	case len(o.Violations) > 0:
		key, of = "check.warned", o.Violations
	case o.NeedsPerson:
		key, of = "check.person", o.Unclear
		if first := o.ValidationResults; len(first) > 0 && first[0].Status == compliance.Pass { // what is asked is kept to
			key, of = "check.within", []compliance.Violation{{Why: first[0].Details}}
		}
	case len(o.ValidationResults) == 0:
		key = "check.nothing"
	default:
		of = []compliance.Violation{{Why: o.ValidationResults[0].Details}}
	}
	// That nothing is broken is no leave where it is not known whether any of it applies.
	applies := len(o.Violations) > 0 || slices.ContainsFunc(o.ValidationResults, func(r compliance.RuleResult) bool {
		return r.Status == compliance.Pass && len(r.Missing) == 0
	})
	first, ask := compliance.Violation{}, ""
	if len(of) > 0 {
		first = of[0]
	}
	if len(o.Questions) > 0 {
		ask = o.Questions[0].Text
	}
	args := []any{"n", len(of), "why", first.Why, "sum", first.Sum, "ask", ask, "may", applies && phrases.Has(a.s.said(), "wish.may")}
	return a.Say(key, args...)
}

// addHanded says what came of handing the document in.
func (a *answer) addHanded() {
	p := a.s.Paper
	args := []any{"title", p.Title, "version", p.Version}
	a.core = append(a.core, a.Say("handed."+a.s.Handed, args...))
	if a.s.Handed == handedChanged {
		a.core = []string{a.Say("handed.changed")}
		return
	}
	if p.Outcome != nil && a.s.Handed != handedIn {
		a.addCheck(p.Outcome)
	}
	if a.s.Handed == handedIn {
		a.found, a.document = true, state.LinkTo(p.ID, p.Title)
		if p.Stored != "" {
			a.notes = append(a.notes, a.Say("kept.note", "where", p.Stored))
		}
	}
}

// replaced tells that another task stands in for a failed one.
func (a *answer) replaced(taskID string) bool {
	return slices.ContainsFunc(a.s.ExecutionManagerState.FailedTasks, func(f TaskFailure) bool { return f.TaskID == taskID && f.Replaced })
}
