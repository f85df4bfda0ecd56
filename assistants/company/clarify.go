package company

import (
	"context"
	"strings"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/state"
)

const (
	// maxClarifications bounds how often a run asks what was meant.
	maxClarifications = 2
	// clarificationTTL is how long the answer is waited for; then the default
	// is taken.
	clarificationTTL = 10 * time.Minute
)

// clarify asks what was meant, and rests until the answer.
func (d *desk) clarify(_ context.Context, t *turn) (string, error) {
	s := snapshot(t)
	open := s.QueryAnalyzerState.Ambiguities[0]
	reply, err := t.Ask(open.question(s.Language))
	if err != nil {
		return "", err
	}
	answer, ok := open.answer(&reply)
	next := ""
	err = t.Update("clarified", func(s *GlobalSessionState) {
		s.CurrentPhase = PhaseCompleted
		if ok {
			s.CurrentPhase = PhaseAnalyzing
			s.Clarified = append(s.Clarified, answer)
		}
		s.note(t.Now(), "query.clarified", open.Key, reply.By)
		next = string(s.CurrentPhase)
	})
	return next, err
}

func (a Ambiguity) question(language string) engine.Question {
	q := engine.Choice(a.Text, clarificationTTL, a.labels()...)
	if len(a.Options) == 0 {
		q.Message += "\n" + texts.Say(language, "clarify.freely")
	}
	return q
}

func (a Ambiguity) labels() (list []string) {
	for _, o := range a.Options {
		list = append(list, o.Label)
	}
	return list
}

// answer reads a reply; false is none, and no default.
func (a Ambiguity) answer(reply *state.Reply) (c Clarification, ok bool) {
	c = Clarification{Key: a.Key, Partial: a.Partial}
	said := reply.Said()
	var chosen int
	switch {
	case reply.Action == state.ActionSkip || reply.Action == state.ActionApprove && said == "":
		chosen = a.Default
		if chosen < 0 {
			return c, false
		}
	case reply.Action == state.ActionReject:
		return c, false
	default:
		chosen = a.chosen(said)
	}
	if chosen >= 0 && chosen < len(a.Options) {
		c.Text, c.Request = a.Options[chosen].Label, a.Requests[chosen]
		return c, true
	}
	c.Text = said
	return c, said != ""
}

// chosen is the option that was said, -1 for none of them.
func (a Ambiguity) chosen(said string) int {
	read := dialog.Open{Options: a.labels()}.Read(said)
	_, kept := noteIn(said)
	switch {
	case kept: // "note that we visit the first two" chooses nothing
		return -1
	case len(read.Choices) == 1 && !a.saysMore(said, read.Choices[0]):
		return read.Choices[0]
	case read.Yes || read.Later:
		return a.Default
	}
	return -1
}

// saysMore tells that a reply has more to say than the option that it names: "sales of clinics
// alone" is read whole, for of the option alone the clinics would be lost.
func (a Ambiguity) saysMore(said string, chosen int) bool {
	label := a.Options[chosen].Label
	return strings.Contains(strings.ToLower(said), strings.ToLower(label)) && len(strings.Fields(said)) > len(strings.Fields(label))+1
}
