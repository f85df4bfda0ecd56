package company

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/filing"
	"github.com/madang-dev/madang/engine"
	statement "github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// What came of the wish to hand a document in.
const (
	handedIn         = "submitted"
	handedIncomplete = "incomplete"
	handedBlocked    = "blocked"
	handedReview     = "review"
	handedRejected   = "rejected" // by the compliance officer
	handedKept       = "kept"     // the user thought better of it
	handedChanged    = "changed"  // it is another by now than was judged
)

// approvalTTL is how long a yes is waited for; then the document stays.
const approvalTTL = 10 * time.Minute

// approve hands the document in, when it is whole, no rule is broken, and the
// user has said yes, or the compliance officer where a rule is unclear. The
// officer's word comes in a run of its own, and the user may go on meanwhile.
func (d *desk) approve(ctx context.Context, t *turn) (string, error) {
	s, officer := snapshot(t), t.Info().Reply
	if officer == nil {
		// A replay takes what was found then: the rules may be others by now.
		again, err := engine.Read(ctx, t, "recheck", func(context.Context) (*compliance.Outcome, error) { return d.rechecked(&s), nil })
		if err != nil {
			return "", err
		}
		if again != nil {
			paper := *s.Paper
			paper.Outcome, paper.Checks, paper.Status = again, paper.Checks+1, statusOf(again)
			s.Paper = &paper
		}
	}
	actor, handed, referral := s.UserID, "", s.Referral
	if officer == nil {
		handed = s.Paper.mayBeHanded()
	} else if handed = s.judged(*officer); handed == handedChanged {
		return nodeCompleted, t.Update("overtaken", func(s *GlobalSessionState) { s.Handed, s.CurrentPhase = handed, PhaseCompleted })
	}
	switch {
	case officer != nil:
		actor, referral = cmp.Or(officer.Actor, officer.By), nil
	case handed == handedIn:
		reply, err := t.Ask(s.approval())
		if err != nil {
			return "", err
		}
		handed = decided(&reply)
	case handed == handedReview && (referral == nil || referral.DocumentID != s.Paper.ID):
		referral = &Referral{RunID: s.RunID, DocumentID: s.Paper.ID}
	}
	paper := *s.Paper
	line := AuditEntry{At: stamp(t.Now()), RunID: s.RunID, Actor: actor, Action: actionHanded, Subject: paper.ID, Outcome: handed}
	effects := with{Effects: []store.Effect{audit.Write(s.entry(line))}}
	if handed == handedIn {
		paper.Status = StatusSubmitted
		item := paper.item(&s)
		effects.Effects = append(effects.Effects, filing.SaveDocument(d.Store, paper.record(&s), t.Now()))
		if decision := d.schemas().Decide(item); decision.StorageStatus == filing.Pending {
			effects.Effects = append(effects.Effects, d.schemas().Write(d.Store, item, decision, t.Now()))
			paper.Stored = decision.Reasoning(s.Language)
		}
	}
	return nodeCompleted, t.Update("decided", func(s *GlobalSessionState) {
		s.Paper, s.Handed, s.Referral, s.CurrentPhase = &paper, handed, referral, PhaseCompleted
		if s.ExecutionManagerState != nil {
			s.manage(func(m *ExecutionManagerState) { m.ExecutionStatus = ExecutionCompleted })
		}
		s.note(t.Now(), actionHanded, paper.ID, handed)
	}, effects)
}

// rechecked is what the rules of today say of a form that others have passed: a
// draft may be days old. nil is one that these were applied to.
func (d *desk) rechecked(s *GlobalSessionState) *compliance.Outcome {
	p := s.Paper
	if p == nil || p.Draft == nil || p.Outcome == nil || p.Open > 0 || p.Outcome.Version == d.rules().Version() && p.Outcome.Day == s.Today {
		return nil
	}
	outcome := d.rules().Check(d.papers().Target(*p.Draft, s.day()), s.Language)
	return &outcome
}

// judged is what comes of the compliance officer's word: it is about the version
// that was put to them, and no other.
func (s *GlobalSessionState) judged(reply state.Reply) string {
	of := s.Referral
	switch {
	case of == nil || s.Paper == nil || of.RunID != state.InterruptRun(reply.InterruptID) || of.DocumentID != s.Paper.ID || s.Paper.Status != StatusReview:
		return handedChanged
	case reply.Action == state.ActionApprove:
		return handedIn
	}
	return handedRejected
}

// mayBeHanded tells what stands against handing a document in; handedIn is
// nothing.
func (p *Paper) mayBeHanded() string {
	switch {
	case p.Open > 0 || p.Outcome == nil:
		return handedIncomplete
	case p.Status == StatusBlocked:
		return handedBlocked
	case p.Status == StatusReview:
		return handedReview
	}
	return handedIn
}

// review is what the compliance officer is asked of a document that the rules
// alone can't judge.
func (s *GlobalSessionState) review() engine.Question {
	say := texts.In(s.Language)
	a := answer{Printer: say, s: s}
	a.addCheck(s.Paper.Outcome)
	q := engine.Approval(say.Say("review.question", "title", s.Paper.Title, "version", s.Paper.Version)+"\n- "+strings.Join(a.findings, "\n- "),
		state.InterruptOption{Value: state.ActionApprove, Label: say.Say("review.yes")}, state.InterruptOption{Value: state.ActionReject, Label: say.Say("review.no")})
	q.For, q.Data = "compliance", assistant.Packed(s.Paper.Outcome).Data
	return q
}

func (s *GlobalSessionState) approval() engine.Question {
	say := texts.In(s.Language)
	q := engine.Approval(say.Say("approve.question", "title", s.Paper.Title, "version", s.Paper.Version),
		state.InterruptOption{Value: state.ActionApprove, Label: say.Say("approve.yes")}, state.InterruptOption{Value: state.ActionReject, Label: say.Say("approve.no")})
	q.TakesText, q.TTL, q.DefaultAction = true, approvalTTL, state.ActionReject
	return q
}

// decided is what a reply says; only a plain yes hands anything in.
func decided(reply *state.Reply) string {
	said := reply.Said()
	if reply.Action == state.ActionApprove || reply.Action == state.ActionAnswer && (said == state.ActionApprove || dialog.Open{}.Read(said).Yes || phrases.Has(said, "paper.submit")) && !phrases.Has(said, "paper.unsent") {
		return handedIn
	}
	return handedKept
}

// addPaper says where the document stands after this run.
func (a *answer) addPaper(link bool) {
	p := a.s.Paper
	if p == nil {
		return
	}
	args := []any{"title", p.Title, "version", p.Version, "kind", p.Type}
	if p.Open > 0 {
		a.core = append(a.core, a.Say("paper.open", args...))
		return
	}
	if link {
		a.document = state.LinkTo(p.ID, p.Title)
	}
	a.core = append(a.core, a.Say("paper."+p.Status, append(args, "violations", len(blocking(p.Outcome)))...))
}

// blocking are the violations that are no mere warnings.
func blocking(o *compliance.Outcome) (list []compliance.Violation) {
	if o == nil {
		return nil
	}
	for _, v := range o.Violations {
		if !v.Warning {
			list = append(list, v)
		}
	}
	return list
}

// addCheck adds what a check found: what is broken, what nobody can tell yet,
// and what to change.
func (a *answer) addCheck(o *compliance.Outcome) {
	for _, v := range o.Violations {
		key := "check.violation"
		if v.Warning {
			key = "check.warning"
		}
		a.findings = append(a.findings, a.finding(key, v))
	}
	for i, v := range o.Unclear {
		if i == maxUnclear && len(o.Violations) > 0 { // what is broken decides it
			a.findings = append(a.findings, a.Say("check.more", "n", len(o.Unclear)-i))
			break
		}
		a.findings = append(a.findings, a.finding("check.unclear", v))
	}
	for _, m := range o.RequiredModifications {
		a.advice = statement.Add(a.advice, m.Text)
	}
	if len(o.RequiredModifications) == 0 {
		a.advice = statement.Add(a.advice, o.Recommendations...)
	}
	for _, q := range o.Questions {
		a.advice = statement.Add(a.advice, q.Text)
	}
	a.notes = statement.Add(a.notes, o.Assumptions...)
	if n := len(o.ValidationResults); n > 0 { // where none was found nothing is said to be kept
		a.notes = statement.Add(a.notes, a.Say("note.rules", "n", n, "day", o.Day))
	}
	a.names = statement.Add(a.names, articles(o)...)
	a.check = o
}

// maxUnclear is how many rules are named that may be broken, beside some that are.
const maxUnclear = 2

// finding is a rule that is or may be broken, with the words that it was found
// in.
func (a *answer) finding(key string, v compliance.Violation) string {
	quote := ""
	for _, q := range v.Quotes {
		if q.Text != "" {
			quote = q.Text
			break
		}
	}
	args := []any{"rule", v.Rule, "title", v.Title, "why", v.Why, "article", v.Article, "quote", quote}
	return a.Say(key, args...)
}
