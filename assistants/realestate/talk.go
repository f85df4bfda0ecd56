package realestate

import (
	"cmp"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/teams/document"
)

// Subject is a question with what it went on with.
type Subject struct {
	// Asked is the question with all that was said of it since, as a text that can
	// be read by itself; Of is what it went on with, "" for one that says everything.
	Asked string `json:"asked"`
	Of    string `json:"of,omitempty"`
	// Other tells that it is of somebody else than the user, such as a friend.
	Other bool `json:"other,omitempty"`
}

// Talk is what a conversation is about: its last question, and those before it.
type Talk struct {
	Subject
	// Earlier are the questions before, the newest first.
	Earlier []Subject `json:"earlier,omitempty"`
	// Supposed is what the last answer was to, where that only supposed something
	// else than Asked: who asks on or why means what was shown.
	Supposed string `json:"supposed,omitempty"`
	// Told are the conclusions that answers before have told, the newest first.
	Told []string `json:"told,omitempty"`
	// Side is who the user is in a lease, "landlord" or "tenant", as last told.
	Side string `json:"side,omitempty"`
	// Guides are the ids of guides that they have told, the newest last.
	Guides []string `json:"guides,omitempty"`
	// Intent is the kind of work that the last question is.
	Intent string `json:"intent,omitempty"`
	// Verdicts are what the answers so far came to, the newest last.
	Verdicts []Verdict `json:"verdicts,omitempty"`
	// Shown is the key answer before.
	Shown Shown `json:"shown,omitzero"`
	// Act is how the answer is wanted in this run, Changes what is read in
	// another way than before, as the user is told.
	Act     dialog.Act `json:"act,omitempty"`
	Changes []string   `json:"changes,omitempty"`
	// Added is what the message says, where it was only added to the question.
	Added string `json:"added,omitempty"`
	// Adds tells that more is asked with what the message says.
	Adds bool `json:"adds,omitempty"`
	// Most is how many sentences the answer of this run may have, 0 is any.
	Most int `json:"most,omitempty"`
}

// Shown are the lines of a key answer, without their sources, and the message that
// they were told to.
type Shown struct {
	Message string   `json:"message,omitempty"`
	Lines   []string `json:"lines,omitempty"`
}

// goesOnWith is what a question goes on with after this one: all of it that may
// be kept, else what it began with. Where the last answer was to what was only
// supposed it goes on with that.
func (t *Talk) goesOnWith() string {
	if all := strings.TrimSpace(t.Of + " " + cmp.Or(t.Supposed, t.Asked)); len(all) <= maxAsked {
		return all
	}
	return t.Of
}

// all are the questions, the newest first.
func (t *Talk) all() []Subject { return append([]Subject{t.Subject}, t.Earlier...) }

// keep notes the conclusions and guides that an answer tells in its key part, each
// once: what is only folded nobody has been told.
func (t *Talk) keep(s *State, answer string) {
	if t == nil {
		return
	}
	core, _, _ := strings.Cut(answer, "\n### ")
	said := func(text string) bool { // a source may stand before its end
		return strings.Contains(core, strings.TrimSuffix(text, "."))
	}
	if s.AnalysisTeamState != nil {
		var told []string
		for _, f := range s.AnalysisTeamState.Findings {
			if said(f.Headline) {
				told = appendNew(told, f.Headline)
			}
		}
		for _, headline := range t.Told {
			told = appendNew(told, headline)
		}
		t.Told = told[:min(len(told), maxToldBefore)]
	}
	if s.SearchTeamState != nil {
		for _, r := range s.SearchTeamState.LegalResults {
			if h := newHit(&r, s.Language); r.Guide && len(h.sentences) > 0 && said(h.sentences[0].told) {
				t.Guides = appendNew(t.Guides, r.ID)
			}
		}
		t.Guides = t.Guides[max(0, len(t.Guides)-maxToldBefore):]
	}
}

// back are the questions that a message may go back to, the newest first: what was
// only supposed is left for the last question itself.
func (t *Talk) back() []Subject {
	if t.Supposed != "" {
		return t.all()
	}
	return t.Earlier
}

// own is the newest question that is of the user, "" where all are of others.
func (t *Talk) own() string {
	for _, s := range t.all() {
		if !s.Other {
			return s.Asked
		}
	}
	return ""
}

// before are the texts of the questions before the last one, the newest first.
func (t *Talk) before() (list []string) {
	for _, s := range t.Earlier {
		list = append(list, s.Asked)
	}
	return list
}

// note keeps what the conversation is about now: a question that is no
// revision is its new one, unless there is nothing to do for it.
func (r *revision) note(s *State, query string, revised bool, result planning.Result) {
	talk := Talk{Act: r.act, Changes: r.changes, Added: r.told, Adds: r.adds, Most: r.most}
	switch {
	case revised && r.passing && (!r.onlyAdds() || phrases.Has(r.message, "supposes")),
		r.act != "" && r.act != dialog.Undo && s.Talk != nil && r.query == s.Talk.Supposed:
		talk.Supposed = query
	}
	if s.Talk != nil {
		talk.Subject, talk.Earlier = s.Talk.Subject, s.Talk.Earlier
		talk.Told, talk.Guides = s.Talk.Told, s.Talk.Guides
		talk.Side, talk.Shown, talk.Verdicts = s.Talk.Side, s.Talk.Shown, s.Talk.Verdicts
	}
	if !aboutOther(s.Query, talk.Other) {
		talk.Side = cmp.Or(document.SideOf(s.Query), talk.Side)
	}
	switch {
	case r.act == dialog.Undo:
		back := s.Talk.back()
		talk.Subject, talk.Earlier = back[0], back[1:]
	case talk.Supposed != "", revised && r.query == talk.Asked, !revised && result.Exit, len(query) > maxAsked:
	case revised && r.asked == talk.Asked:
		talk.ask(Subject{query, talk.Of, aboutOther(s.Query, talk.Other)})
	case !revised && (result.FollowUp || result.Leans || result.Text != "") && s.Talk != nil:
		talk.ask(Subject{query, s.Talk.goesOnWith(), aboutOther(s.Query, talk.Other)})
	default:
		talk.ask(Subject{query, "", aboutOther(s.Query, false)})
	}
	if s.Talk != nil {
		talk.Intent = s.Talk.Intent
	}
	if !result.Exit {
		talk.Intent = result.Planning.AnalyzedIntent.IntentType
	}
	s.Talk = &talk
}

// ask makes a question that goes on with another the one that the conversation
// is about.
func (t *Talk) ask(s Subject) {
	if t.Asked != "" {
		t.Earlier = t.all()
		t.Earlier = t.Earlier[:min(len(t.Earlier), maxBefore)]
	}
	t.Subject = s
}

// aboutOther tells whether a message is of somebody else than its user: one that names
// nobody is of whom the question before is of.
func aboutOther(message string, before bool) bool {
	return phrases.Has(message, "others") || before && !phrases.Has(message, "mine")
}
