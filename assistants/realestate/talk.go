package realestate

import (
	"cmp"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/planning"
)

// Talk is the question that a conversation is about.
type Talk struct {
	// Asked is the last question with all that was said of it since, as a text
	// that can be read by itself; Before is what it was, the newest first.
	Asked  string   `json:"asked"`
	Before []string `json:"before,omitempty"`
	// Of is what Asked went on with; "" is a question that says everything.
	// BeforeOf is that of each of Before: without it who takes a message back is
	// asked what he means.
	Of       string   `json:"of,omitempty"`
	BeforeOf []string `json:"before_of,omitempty"`
	// Supposed is what the last answer was to, where that only supposed something
	// else than Asked: who asks on or why means what was shown.
	Supposed string `json:"supposed,omitempty"`
	// Act is how the answer is wanted in this run, Changes what is read in
	// another way than before, as the user is told.
	Act     dialog.Act `json:"act,omitempty"`
	Changes []string   `json:"changes,omitempty"`
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

// ofBefore is what the question before the last one went on with.
func (t *Talk) ofBefore() string {
	if len(t.BeforeOf) == 0 {
		return ""
	}
	return t.BeforeOf[0]
}

// note keeps what the conversation is about now: a question that is no
// revision is its new one, unless there is nothing to do for it.
func (r *revision) note(s *State, query string, revised bool, result planning.Result) {
	talk := Talk{Act: r.act, Changes: r.changes}
	switch {
	case revised && r.passing && (!r.onlyAdds() || phrases.Has(r.message, "supposes")),
		r.act != "" && r.act != dialog.Undo && s.Talk != nil && r.query == s.Talk.Supposed:
		talk.Supposed = query
	}
	if s.Talk != nil {
		talk.Asked, talk.Before, talk.Of, talk.BeforeOf = s.Talk.Asked, s.Talk.Before, s.Talk.Of, s.Talk.BeforeOf
	}
	switch {
	case r.act == dialog.Undo:
		talk.Asked, talk.Before, talk.Of = r.query, talk.Before[1:], talk.ofBefore()
		talk.BeforeOf = talk.BeforeOf[min(1, len(talk.BeforeOf)):]
	case talk.Supposed != "", revised && r.query == talk.Asked, !revised && result.Exit, len(query) > maxAsked:
	case revised && r.asked == talk.Asked:
		talk.ask(query, talk.Of)
	case !revised && result.Leans && s.Talk != nil:
		talk.ask(query, s.Talk.goesOnWith())
	default:
		talk.ask(query, "")
	}
	s.Talk = &talk
}

// ask makes a question that goes on with another the one that the conversation
// is about.
func (t *Talk) ask(query, of string) {
	if t.Asked != "" {
		before, ofs := append([]string{t.Asked}, t.Before...), append([]string{t.Of}, t.BeforeOf...)
		t.Before, t.BeforeOf = before[:min(len(before), maxBefore)], ofs[:min(len(ofs), maxBefore)]
	}
	t.Asked, t.Of = query, of
}
