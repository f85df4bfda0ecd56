package ws

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
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
	b = append(b, `{"type":`...)
	b = appendText(b, eventType)
	if inner := bytes.TrimSpace(body[1 : len(body)-1]); len(inner) > 0 {
		b = append(b, ',')
		b = append(b, inner...)
	}
	if ev.Seq > 0 {
		b = append(b, `,"seq":`...)
		b = strconv.AppendInt(b, ev.Seq, 10)
	}
	if ev.RunID != "" {
		b = append(b, `,"run_id":`...)
		b = appendText(b, ev.RunID)
	}
	b = appendEventID(b, ev)
	at := ev.CreatedAt
	if at.IsZero() { // a frame that is not stored
		at = time.Now()
	}
	b = appendTime(append(b, `,"timestamp":`...), at)
	return append(b, '}'), nil
}

// appendEventID appends a durable event's id: <session_id>.<seq>, unless it
// has one of its own.
func appendEventID(b []byte, ev *state.Event) []byte {
	switch {
	case ev.ID != "":
		return appendText(append(b, `,"event_id":`...), ev.ID)
	case ev.Seq <= 0:
		return b
	}
	b = appendText(append(b, `,"event_id":`...), ev.SessionID)
	b = append(b[:len(b)-1], '.') // in place of the quotation mark
	b = strconv.AppendInt(b, ev.Seq, 10)
	return append(b, '"')
}

// appendTime appends a time of the protocol: UTC, at most milliseconds.
func appendTime(b []byte, at time.Time) []byte {
	b = append(b, '"')
	b = at.UTC().Truncate(time.Millisecond).AppendFormat(b, time.RFC3339Nano)
	return append(b, '"')
}

// appendText appends a JSON string; ids and types need no escape.
func appendText(b []byte, v string) []byte {
	for i := range len(v) {
		if c := v[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(v) // a string can always be encoded
			return append(b, quoted...)
		}
	}
	b = append(b, '"')
	b = append(b, v...)
	return append(b, '"')
}
