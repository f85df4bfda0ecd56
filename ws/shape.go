package ws

import (
	"encoding/json"
	"fmt"

	"github.com/madang-dev/madang/state"
)

// shape is how a client is shown an event.
type shape int

const (
	shapeHidden shape = iota
	// shapeOwn is the event as it is.
	shapeOwn
	// shapeFinal is the event under the name final_response: what a
	// cancelled run ends with for those who don't know the word.
	shapeFinal
	// shapeGuidance is a question shown as a final response: base clients
	// lock their input until one comes, and their next query is the answer.
	shapeGuidance
	// shapeAnswer is a final response whose sections are plain text: base
	// clients read Markdown in the answer alone.
	shapeAnswer
)

// baseShape is how base clients are shown an event. They know six, and ask
// for approval by themselves when they are asked for it.
func baseShape(ev *state.Event) shape {
	switch ev.Type {
	case state.EventPlanningStart, state.EventPlanReady, state.EventExecutionStart,
		state.EventTodoUpdated, state.EventError:
		return shapeOwn
	case state.EventFinalResponse:
		return shapeAnswer
	case state.EventRunCancelled:
		return shapeFinal
	case state.EventWorkflowInterrupted:
		var question struct {
			InterruptType string `json:"interrupt_type"`
			For           string `json:"for"` // a role: nothing that they could answer
		}
		if json.Unmarshal(ev.Payload, &question) == nil && (question.For != "" || state.TextInterrupt(question.InterruptType)) {
			return shapeGuidance
		}
		return shapeOwn
	}
	return shapeHidden
}

// ends tells whether an event in that shape ends what its client waits for.
func (as shape) ends(ev *state.Event) bool {
	return as == shapeFinal || as == shapeGuidance || state.TerminalEvent(ev.Type)
}

// guidance is a question's payload as a final response.
func guidance(ev *state.Event) ([]byte, error) {
	var question struct {
		InterruptData struct {
			Message string `json:"message"`
		} `json:"interrupt_data"`
	}
	if err := json.Unmarshal(ev.Payload, &question); err != nil {
		return nil, fmt.Errorf("encode event %s.%d: %w", ev.SessionID, ev.Seq, err)
	}
	return state.Encode(&state.FinalResponse{Response: state.Response{
		Type: state.ResponseGuidance, Message: question.InterruptData.Message,
	}})
}
