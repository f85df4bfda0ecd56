package travel

import (
	"bytes"
	"encoding/json"

	"github.com/madang-dev/madang/assistants/travel/slot"
)

// snapshot is a trip before a change.
type snapshot struct {
	raw   json.RawMessage
	total int64
	band  string
}

// snapshot keeps the trip without its conversation; of the run that is under way
// nothing is in it.
func (p *planner) snapshot(s *MultiAgentState) snapshot {
	if !s.PlansGenerated {
		return snapshot{}
	}
	raw, err := encode(s.tripOnly())
	if err != nil {
		p.Logger.Error("trip before a change", "session_id", s.SessionID, "error", err)
	}
	return snapshot{raw, s.pick().Costs.Total, s.pick().Type}
}

// of tells whether a trip differs from the snapshot.
func (b snapshot) of(s *MultiAgentState) bool {
	raw, err := encode(s.tripOnly())
	return err == nil && !bytes.Equal(raw, b.raw)
}

// tripOnly is the trip without what belongs to the conversation or to one run.
func (s *MultiAgentState) tripOnly() MultiAgentState {
	t := *s
	t.Messages, t.Previous, t.Errors, t.AgentHistory, t.Steps, t.Notices, t.RunErrors = nil, nil, nil, nil, nil, nil, nil
	t.Focus, t.Deed, t.Document, t.Asked, t.Suggested = Focus{}, nil, nil, "", ""
	t.Turn, t.RunID, t.Query, t.Language, t.Intent, t.Topic, t.About = 0, "", "", "", "", "", ""
	t.CurrentAgent, t.NextAgent, t.CurrentStep, t.UpdatedAt, t.Opened = "", nil, "", "", false
	return t
}

// undo puts the trip back as it was before its last change.
func (p *planner) undo(s *MultiAgentState, _ *slot.Reading) {
	var t MultiAgentState
	if s.Previous == nil || json.Unmarshal(s.Previous, &t) != nil {
		s.Deed = &Deed{Code: deedNoUndo}
		return
	}
	t.Messages, t.Errors, t.AgentHistory, t.Steps, t.Notices, t.RunErrors = s.Messages, s.Errors, s.AgentHistory, s.Steps, s.Notices, s.RunErrors
	t.Turn, t.RunID, t.Query, t.Language, t.Today = s.Turn, s.RunID, s.Query, s.Language, s.Today
	t.CurrentAgent, t.CurrentStep, t.UpdatedAt = s.CurrentAgent, s.CurrentStep, s.UpdatedAt
	t.SampleFlights, t.SampleHotels = s.SampleFlights, s.SampleHotels
	*s = t
	complete(s)
	s.Deed = &Deed{Code: deedUndone, After: s.pick().Costs.Total}
}
