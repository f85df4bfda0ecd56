package probe

import (
	"context"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// question is what the query wants to be asked, nil for nothing.
func question(t *turn) *engine.Question {
	var work Work
	t.View(func(s *State) { work = s.Work })
	if work.Ask == "" {
		return nil
	}
	w := wordsFor(t.Info().Language)
	q := &engine.Question{
		Type: work.Ask, Message: w.ask, DefaultAction: work.Default,
		TTL: time.Duration(work.AskMS) * time.Millisecond,
	}
	if work.Ask != state.InterruptApproval {
		q.TakesText = true
		return q
	}
	q.Options = []state.InterruptOption{
		{Value: state.ActionApprove, Label: w.approve}, {Value: state.ActionReject, Label: w.reject},
	}
	return q
}

// hearReply keeps the answer for the response, which tells it; whatever it
// is, the work goes on.
func (p *probe) hearReply(_ context.Context, t *turn) (outcome, error) {
	reply := t.Reply()
	if reply == nil { // forked from the moment of the question
		return outcome{Next: "hear_reply", Ask: question(t)}, nil
	}
	return outcome{Next: "execute_teams", Last: []change{{
		Label: "reply heard", Phase: PhasePlanning,
		Updates: []func(*State){func(s *State) { s.Reply = reply }},
	}}}, nil
}
