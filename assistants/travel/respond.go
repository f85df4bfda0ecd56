package travel

import (
	"cmp"
	"context"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

// respond writes the answer from the state, ends the run with it and empties
// what a finished trip needs no more.
func (p *planner) respond(ctx context.Context, t *turn) error {
	info, title := t.Info(), ""
	first := false
	t.View(func(s *MultiAgentState) { first = s.Turn == 1 })
	if first {
		var err error
		if title, err = supervisor.Title(ctx, t); err != nil {
			return err
		}
	}
	var r state.Response
	err := t.Update("respond", func(s *MultiAgentState) {
		if len(s.Errors) > 0 {
			p.Logger.Info("errors of a trip", "session_id", info.SessionID, "run_id", info.RunID, "errors", s.Errors)
		}
		r = p.response(s)
		s.Messages = AddMessages(s.Messages, []Message{{ID: info.RunID + ":assistant", Role: state.RoleAssistant, Content: cmp.Or(r.Answer, r.Message)}})
		s.CurrentAgent, s.NextAgent = "", nil
		if s.PlansGenerated {
			s.CurrentStep = StepDone
		}
		s.UpdatedAt = supervisor.Stamp(t.Now())
		cleanUp(s)
	}, with{Title: title})
	if err != nil {
		return err
	}
	return t.Answer(&r)
}
