package ws

import (
	"bytes"
	"fmt"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// prepared is an event as a message in the shape given, encoded once for all
// sockets that are handed it.
func prepared(d engine.Delivery, as shape) (*websocket.PreparedMessage, error) {
	message, err := d.Memo.Do(memoKeys[as], func() (any, error) {
		body, err := encodeEvent(d.Event, as)
		if err != nil {
			return nil, err
		}
		return websocket.NewPreparedMessage(websocket.TextMessage, body)
	})
	if err != nil {
		return nil, err
	}
	return message.(*websocket.PreparedMessage), nil
}

// envelopeRoom is what an event's frame needs besides its payload.
const envelopeRoom = 320

var memoKeys = [...]string{shapeOwn: "ws", shapeFinal: "ws final", shapeGuidance: "ws guidance", shapeAnswer: "ws answer"}

// encodeEvent is an event's JSON in the shape given.
func encodeEvent(ev *state.Event, as shape) ([]byte, error) {
	eventType, payload := ev.Type, []byte(ev.Payload)
	switch as {
	case shapeFinal:
		eventType = state.EventFinalResponse
	case shapeGuidance:
		eventType = state.EventFinalResponse
		var err error
		if payload, err = guidance(ev); err != nil {
			return nil, err
		}
	case shapeAnswer:
		var err error
		if payload, err = plainSections(payload); err != nil {
			return nil, fmt.Errorf("encode event %s.%d: %w", ev.SessionID, ev.Seq, err)
		}
	}
	return appendEvent(make([]byte, 0, len(payload)+envelopeRoom), ev, eventType, payload)
}

// appendEvent appends a stored event's JSON by setting the envelope's
// fields around its payload, which is JSON already and is not parsed again.
func appendEvent(b []byte, ev *state.Event, eventType string, payload []byte) ([]byte, error) {
	body := bytes.TrimSpace(payload)
	if len(body) < 2 || body[0] != '{' || body[len(body)-1] != '}' {
		return b, fmt.Errorf("encode event %s.%d: payload is not an object", ev.SessionID, ev.Seq)
	}
	around, err := state.Encode(envelopeOf(ev))
	if err != nil {
		return b, fmt.Errorf("encode event %s.%d: %w", ev.SessionID, ev.Seq, err)
	}
	b = append(b, `{"type":"`+eventType+`"`...)
	if inner := bytes.TrimSpace(body[1 : len(body)-1]); len(inner) > 0 {
		b = append(b, ',')
		b = append(b, inner...)
	}
	b = append(b, ',')
	return append(b, around[1:]...), nil
}

// envelope is what every event's frame says behind its payload.
type envelope struct {
	Seq       int64  `json:"seq,omitempty"`
	RunID     string `json:"run_id,omitempty"`
	EventID   string `json:"event_id,omitempty"`
	Timestamp string `json:"timestamp"`
}

// envelopeOf names a durable event <session_id>.<seq>, unless it has a name of its
// own; one that is not stored has neither a number nor a time.
func envelopeOf(ev *state.Event) envelope {
	e := envelope{Seq: max(0, ev.Seq), RunID: ev.RunID, EventID: ev.ID}
	if e.EventID == "" && e.Seq > 0 {
		e.EventID = fmt.Sprintf("%s.%d", ev.SessionID, e.Seq)
	}
	at := ev.CreatedAt
	if at.IsZero() {
		at = time.Now()
	}
	e.Timestamp = at.UTC().Truncate(time.Millisecond).Format(time.RFC3339Nano)
	return e
}
