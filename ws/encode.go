package ws

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// appendDelivery appends an event as a whole frame in the shape given. What
// several sockets are handed is encoded for the first of them.
func appendDelivery(b []byte, d engine.Delivery, as shape) ([]byte, error) {
	if d.Memo == nil {
		return appendEventFrame(b, d.Event, as)
	}
	made, err := d.Memo.Do(memoKeys[as], func() (any, error) {
		return appendEventFrame(make([]byte, 0, len(d.Event.Payload)+envelopeRoom), d.Event, as)
	})
	if err != nil {
		return b, err
	}
	return append(b, made.([]byte)...), nil
}

// envelopeRoom is what an event's frame needs besides its payload.
const envelopeRoom = 320

var memoKeys = [...]string{shapeOwn: "ws", shapeFinal: "ws final", shapeGuidance: "ws guidance"}

func appendEventFrame(b []byte, ev *state.Event, as shape) ([]byte, error) {
	start := len(b)
	eventType, payload := ev.Type, []byte(ev.Payload)
	switch as {
	case shapeFinal:
		eventType = state.EventFinalResponse
	case shapeGuidance:
		eventType = state.EventFinalResponse
		var err error
		if payload, err = guidance(ev); err != nil {
			return b, err
		}
	}
	framed, err := appendEvent(openFrame(b), ev, eventType, payload)
	if err != nil {
		return b, err
	}
	return sealFrame(framed, start, websocket.TextMessage), nil
}

// appendEvent appends a stored event's JSON by setting the envelope's
// fields around its payload, which is JSON already and is not parsed again.
func appendEvent(b []byte, ev *state.Event, eventType string, payload []byte) ([]byte, error) {
	body := trimSpace(payload)
	if len(body) < 2 || body[0] != '{' || body[len(body)-1] != '}' {
		return b, fmt.Errorf("encode event %s.%d: payload is not an object", ev.SessionID, ev.Seq)
	}
	b = append(b, `{"type":`...)
	b = appendText(b, eventType)
	if inner := trimSpace(body[1 : len(body)-1]); len(inner) > 0 {
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

// trimSpace is JSON without the white space around it; it hardly ever has.
func trimSpace(b []byte) []byte {
	for len(b) > 0 && b[0] <= ' ' {
		b = b[1:]
	}
	for len(b) > 0 && b[len(b)-1] <= ' ' {
		b = b[:len(b)-1]
	}
	return b
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

// appendFrame appends the JSON of one of the server's own frames. Those
// that come with every query are written by hand.
func appendFrame(b []byte, f any) ([]byte, error) {
	switch f := f.(type) {
	case *Ack:
		return f.append(b), nil
	case *Pong:
		b = appendHead(b, &f.Frame)
		b = appendField(b, "id", f.ID)
		return append(b, '}'), nil
	}
	return appendJSON(b, f)
}

func (a *Ack) append(b []byte) []byte {
	b = appendHead(b, &a.Frame)
	b = appendField(b, "id", a.ID)
	b = appendField(b, "client_msg_id", a.ClientMsgID)
	b = appendField(b, "run_id", a.RunID)
	b = strconv.AppendBool(append(b, `,"duplicate":`...), a.Duplicate)
	if a.Queued {
		b = append(b, `,"queued":true`...)
	}
	return append(b, '}')
}

func appendHead(b []byte, f *Frame) []byte {
	b = appendText(append(b, `{"type":`...), f.Type)
	return appendTime(append(b, `,"timestamp":`...), f.Timestamp)
}

// appendField appends a text that is left out when it is empty.
func appendField(b []byte, name, v string) []byte {
	if v == "" {
		return b
	}
	b = append(b, ',', '"')
	b = append(b, name...)
	return appendText(append(b, '"', ':'), v)
}

var sheets = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// keepSheet bounds what an idle buffer may hold on to.
const keepSheet = 64 << 10

func appendJSON(b []byte, f any) ([]byte, error) {
	s := sheets.Get().(*bytes.Buffer)
	s.Reset()
	defer func() {
		if s.Cap() <= keepSheet {
			sheets.Put(s)
		}
	}()
	enc := json.NewEncoder(s)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(f); err != nil {
		return b, fmt.Errorf("encode frame %T: %w", f, err)
	}
	return append(b, bytes.TrimSuffix(s.Bytes(), []byte("\n"))...), nil
}
