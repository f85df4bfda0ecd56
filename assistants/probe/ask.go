package probe

import (
	"context"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// asking is a node's outcome that has the query's question in it, if it wants
// one at this place: late is behind the steps.
func asking(t *turn, out outcome, late bool) outcome {
	var work Work
	t.View(func(s *State) { work = s.Work })
	if work.Ask != "" && work.AskLate == late {
		out.Next, out.Ask = "hear_reply", question(t)
	}
	return out
}

// question is what the query wants to be asked.
func question(t *turn) *engine.Question {
	var work Work
	t.View(func(s *State) { work = s.Work })
	w := wordsFor(t.Info().Language)
	message := w.ask
	if work.AskLate {
		message = w.askLate
	}
	q := &engine.Question{
		Type: work.Ask, Message: message, DefaultAction: work.Default,
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
	next, phase := "execute_teams", PhasePlanning
	t.View(func(s *State) {
		if s.Work.AskLate {
			next, phase = "aggregate_results", PhaseExecuting
		}
	})
	return outcome{Next: next, Last: []change{{
		Label: "reply heard", Phase: phase,
		Updates: []func(*State){func(s *State) { s.Reply = reply }},
	}}}, nil
}
