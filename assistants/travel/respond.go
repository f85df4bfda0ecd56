package travel

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// respond writes the answer from a state and gives the transition that ends
// the run with it and empties what a finished trip needs no more.
func (p *planner) respond(ctx context.Context, t *turn, s *MultiAgentState) change {
	response := p.guide
	if len(s.Steps) > 0 {
		response = p.compose
	}
	r, info, end := response(s), t.Info(), t.Now()
	if len(s.Errors) > 0 {
		p.Logger.Info("errors of a trip", "session_id", info.SessionID, "run_id", info.RunID, "errors", s.Errors)
	}
	text := r.Answer
	if text == "" {
		text = r.Message
	}
	last := change{Label: "respond", Phase: string(StepDone), Response: &r, Updates: []update{func(s *MultiAgentState) {
		s.Messages = AddMessages(s.Messages, []Message{{ID: info.RunID + ":assistant", Role: state.RoleAssistant, Content: text}})
		s.CurrentAgent, s.NextAgent = "", nil
		if s.PlansGenerated {
			s.CurrentStep = StepDone
		}
		s.UpdatedAt = stamp(end)
	}, cleanUp}}
	if s.Turn == 1 && untitled(ctx, t) {
		last.Title = title(info.Query)
		last.Events = []engine.Event{{Type: state.EventSessionUpdated, Body: state.SessionUpdated{Title: last.Title, UpdatedAt: end}}}
	}
	return last
}

// untitled tells whether nobody has named the session yet.
func untitled(ctx context.Context, t *turn) bool {
	session, err := t.Session(ctx)
	return err == nil && session.Title == state.DefaultTitle
}

// maxTitle bounds a session's title, in characters.
const maxTitle = 30

// title is the start of a session's first message.
func title(query string) string {
	query = strings.Join(strings.Fields(clip(query, 4*maxContentBytes)), " ")
	if utf8.RuneCountInString(query) <= maxTitle {
		return query
	}
	return strings.TrimSpace(string([]rune(query)[:maxTitle])) + "…"
}
