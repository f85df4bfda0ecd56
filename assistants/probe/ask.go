package probe

import (
	"context"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

// hearReply asks what the query wants to be asked and keeps the answer for the
// response, which tells it; whatever it is, the work goes on.
func (p *probe) hearReply(_ context.Context, t *turn) (string, error) {
	work := t.State().Work
	reply, err := t.Ask(question(work, t.Info().Language))
	if err != nil {
		return "", err
	}
	next, phase := "execute_teams", supervisor.PhasePlanning
	if work.AskLate {
		next, phase = "aggregate_results", supervisor.PhaseExecuting
	}
	return next, t.Update("reply heard", func(s *State) { s.Phase, s.Reply = phase, &reply })
}

// question is what the query wants to be asked.
func question(work Work, language string) engine.Question {
	say := texts.In(language).Say
	message := say("ask")
	if work.AskLate {
		message = say("ask_late")
	}
	q := engine.Question{
		Type: work.Ask, Message: message, DefaultAction: work.Default,
		TTL: time.Duration(work.AskMS) * time.Millisecond,
	}
	if work.Ask != state.InterruptApproval {
		q.TakesText = true
		return q
	}
	if work.AskFor != "" {
		q.For, q.Notice = work.AskFor, say("asked", "role", work.AskFor)
	}
	q.Options = []state.InterruptOption{
		{Value: state.ActionApprove, Label: say("approve")}, {Value: state.ActionReject, Label: say("reject")},
	}
	return q
}
