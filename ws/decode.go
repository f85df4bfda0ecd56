package ws

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/object"
	"github.com/madang-dev/madang/state"
)

// Bounds of the short texts of a command, in bytes.
const (
	maxID        = 128
	maxClientID  = 64
	maxToken     = 16 << 10
	maxComment   = 4 << 10
	maxCapable   = 32
	maxPayload   = 64 << 10
	maxWord      = 256
	maxTimestamp = 64
)

// decode reads one frame. A strict client (of madang.v1) is refused for a
// field that the command does not have; any other's is ignored. The header
// is returned with an error too, as far as it could be read.
func decode(body []byte, strict bool, maxQuery int) (Command, Header, error) {
	fields, err := object.Read(body)
	if err != nil {
		return nil, Header{}, flaw(err)
	}
	f := &form{fields: fields}
	h := Header{Type: f.typeName(), ID: f.text("id", maxID), Timestamp: f.text("timestamp", maxTimestamp)}
	if f.err != nil {
		return nil, h, f.err
	}
	command := f.command(h, maxQuery)
	if command == nil {
		return nil, h, fault.New(fault.UnknownType, "%s", cut(h.Type))
	}
	if strict {
		f.refuseUnknown()
	}
	if f.err != nil {
		return nil, h, f.err
	}
	return command, h, nil
}

// flaw says of a frame that is no object why in the protocol's codes.
func flaw(err error) error {
	var twice object.RepeatedError
	switch {
	case errors.As(err, &twice):
		return fault.New(fault.InvalidMessage, "repeated key %q", cut(twice.Key))
	case errors.Is(err, object.ErrNotText):
		return errNotText
	case errors.Is(err, object.ErrNUL):
		return fault.New(fault.InvalidEncoding, "NUL")
	case errors.Is(err, object.ErrSurrogate):
		return fault.New(fault.InvalidEncoding, "lone surrogate")
	case errors.Is(err, object.ErrKind):
		return fault.New(fault.InvalidMessage, "not an object")
	case errors.Is(err, object.ErrDepth):
		return fault.New(fault.InvalidMessage, "nested too deep")
	case errors.Is(err, object.ErrKeys):
		return fault.New(fault.InvalidMessage, "too many keys")
	}
	return fault.New(fault.InvalidJSON, "")
}

// errNotText ends the socket (RFC 6455, 8.1).
var errNotText = fault.New(fault.InvalidEncoding, "not UTF-8")

// form takes typed values out of a frame and keeps the first complaint.
type form struct {
	fields []object.Field
	err    error
}

func (f *form) command(h Header, maxQuery int) Command {
	if k, is := kinds[h.Type]; is {
		return k.read(f, h, maxQuery)
	}
	return nil
}

func (f *form) query(h Header, maxQuery int) *Query {
	q := &Query{Header: h,
		ClientMsgID: f.text("client_msg_id", maxClientID),
		OnBusy:      f.choice("on_busy", false, "enqueue", "reject", "interrupt"),
		Language:    f.choice("language", false, fault.Languages()...),

		ReviewPlan:          f.isTrue("review_plan"),
		EnableCheckpointing: f.flag("enable_checkpointing"),
		Query:               f.text("query", math.MaxInt),
	}
	switch {
	case f.err != nil:
	case len(q.Query) > maxQuery:
		f.err = fault.New(fault.QueryTooLarge, "")
	case state.Blank(q.Query):
		f.err = fault.New(fault.QueryEmpty, "")
	}
	return q
}

// typeName is the frame's type; a frame without one is of type null.
func (f *form) typeName() string {
	if f.take("type") == nil {
		return "null"
	}
	return f.text("type", math.MaxInt)
}

// take is a field's JSON; nil when it is absent or null.
func (f *form) take(name string) []byte {
	for i := range f.fields {
		if f.fields[i].Name != name {
			continue
		}
		f.fields[i].Seen = true
		if string(f.fields[i].Raw) == "null" {
			return nil
		}
		return f.fields[i].Raw
	}
	return nil
}

func (f *form) refuse(name string) {
	if f.err == nil {
		f.err = fault.New(fault.InvalidArgument, "%s", name)
	}
}

func (f *form) text(name string, most int) string {
	raw := f.take(name)
	if raw == nil {
		return ""
	}
	s, ok := textOf(raw)
	if !ok || len(s) > most {
		f.refuse(name)
		return ""
	}
	return s
}

func textOf(raw []byte) (s string, ok bool) {
	ok = raw[0] == '"' && json.Unmarshal(raw, &s) == nil
	return s, ok
}

func (f *form) needed(name string, most int) string {
	s := f.text(name, most)
	if s == "" {
		f.refuse(name)
	}
	return s
}

func (f *form) choice(name string, needed bool, of ...string) string {
	s := f.text(name, maxWord)
	// An empty text is none of the choices; only a field that is left out is no choice.
	if s == "" && !needed && f.take(name) == nil {
		return ""
	}
	if !slices.Contains(of, s) {
		f.refuse(name)
	}
	return s
}

func (f *form) texts(name string) []string {
	raw := f.take(name)
	if raw == nil {
		return nil
	}
	// Pointers tell null from "", which is a text.
	var list []*string
	if json.Unmarshal(raw, &list) != nil || len(list) > maxCapable {
		f.refuse(name)
		return nil
	}
	texts := make([]string, 0, len(list))
	for _, s := range list {
		if s == nil || len(*s) > maxWord {
			f.refuse(name)
			return nil
		}
		texts = append(texts, *s)
	}
	return texts
}

func (f *form) flag(name string) *bool {
	switch raw := f.take(name); string(raw) {
	case "":
		return nil
	case "true", "false":
		b := raw[0] == 't'
		return &b
	}
	f.refuse(name)
	return nil
}

func (f *form) isTrue(name string) bool {
	flag := f.flag(name)
	return flag != nil && *flag
}

// integer is a number; one that is no position at all (a fraction, beyond
// 64 bits) becomes the absurd position, which no session has reached.
func (f *form) integer(name string) *int64 {
	raw := f.take(name)
	if raw == nil {
		return nil
	}
	if raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		f.refuse(name)
		return nil
	}
	n := position(string(raw))
	return &n
}

// position reads a sequence number that a client claims to have.
func position(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return math.MaxInt64
	}
	return n
}

func (f *form) raw(name string) json.RawMessage {
	raw := f.take(name)
	if len(raw) > maxPayload {
		f.refuse(name)
		return nil
	}
	// The frame's buffer is used again; the command may outlive it.
	return json.RawMessage(slices.Clone(raw))
}

func (f *form) refuseUnknown() {
	for _, field := range f.fields {
		if !field.Seen {
			f.refuse(cut(field.Name))
		}
	}
}

// cut bounds a client's word before it is shown back.
func cut(word string) string {
	const most = 64
	n := 0
	for i := range word {
		if n == most {
			return word[:i]
		}
		n++
	}
	return word
}
