package ws

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/madang-dev/madang/state"
)

// sheet is a reusable buffer that frames are encoded on.
type sheet struct {
	buf bytes.Buffer
	enc *json.Encoder
}

var sheets = sync.Pool{New: func() any {
	s := &sheet{}
	s.enc = json.NewEncoder(&s.buf)
	s.enc.SetEscapeHTML(false)
	return s
}}

// keepSheet bounds what an idle buffer may hold on to.
const keepSheet = 64 << 10

func newSheet() *sheet {
	s := sheets.Get().(*sheet)
	s.buf.Reset()
	return s
}

func (s *sheet) free() {
	if s.buf.Cap() <= keepSheet {
		sheets.Put(s)
	}
}

// frame encodes one of the frame types.
func (s *sheet) frame(f any) ([]byte, error) {
	if err := s.enc.Encode(f); err != nil {
		return nil, fmt.Errorf("encode frame %T: %w", f, err)
	}
	return bytes.TrimSuffix(s.buf.Bytes(), []byte("\n")), nil
}

// event encodes a stored event by setting the envelope's fields around its
// payload, which is JSON already and is not parsed again.
func (s *sheet) event(ev *state.Event, eventType string) ([]byte, error) {
	body := bytes.TrimSpace(ev.Payload)
	if len(body) < 2 || body[0] != '{' || body[len(body)-1] != '}' {
		return nil, fmt.Errorf("encode event %s: payload is not an object", ev.ID)
	}
	b := &s.buf
	b.WriteString(`{"type":`)
	s.text(eventType)
	if inner := bytes.TrimSpace(body[1 : len(body)-1]); len(inner) > 0 {
		b.WriteByte(',')
		b.Write(inner)
	}
	if ev.Seq > 0 {
		b.WriteString(`,"seq":`)
		b.Write(strconv.AppendInt(b.AvailableBuffer(), ev.Seq, 10))
	}
	if ev.RunID != "" {
		b.WriteString(`,"run_id":`)
		s.text(ev.RunID)
	}
	if ev.ID != "" {
		b.WriteString(`,"event_id":`)
		s.text(ev.ID)
	}
	at := ev.CreatedAt
	if at.IsZero() { // a frame that is not stored
		at = time.Now()
	}
	b.WriteString(`,"timestamp":"`)
	b.Write(at.UTC().AppendFormat(b.AvailableBuffer(), "2006-01-02T15:04:05.999Z07:00"))
	b.WriteString(`"}`)
	return b.Bytes(), nil
}

// text writes a JSON string; ids and types need no escape.
func (s *sheet) text(v string) {
	for i := range len(v) {
		if c := v[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(v) // a string can always be encoded
			s.buf.Write(quoted)
			return
		}
	}
	s.buf.WriteByte('"')
	s.buf.WriteString(v)
	s.buf.WriteByte('"')
}
