package ws

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/limit"
)

// field is one member of a frame's object; raw is its value's JSON, seen
// that somebody asked for it. Both point into the frame.
type field struct {
	name, raw []byte
	seen      bool
}

// usualFields is more than most frames have.
const usualFields = 8

// errNotText ends the socket (RFC 6455, 8.1).
var errNotText = fault.New(fault.InvalidEncoding, "not UTF-8")

// scan reads a frame as one JSON object and refuses what encoding/json lets
// pass: bad UTF-8, NUL and lone surrogates (which databases refuse, so one
// frame could poison a session), repeated keys and deep nesting.
func scan(body []byte) ([]field, error) {
	switch {
	case !utf8.Valid(body):
		return nil, errNotText
	case bytes.IndexByte(body, 0) >= 0:
		return nil, fault.New(fault.InvalidEncoding, "NUL")
	case !json.Valid(body):
		return nil, fault.New(fault.InvalidJSON, "")
	}
	s := &scanner{body: body}
	s.space()
	if s.body[s.at] != '{' {
		return nil, fault.New(fault.InvalidMessage, "not an object")
	}
	s.fields = make([]field, 0, usualFields)
	err := s.object(1)
	return s.fields, err
}

// scanner walks over JSON that is known to be valid.
type scanner struct {
	body   []byte
	at     int
	keys   int     // of all objects
	fields []field // of the outermost object
}

func (s *scanner) space() {
	for s.at < len(s.body) {
		switch s.body[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

func (s *scanner) value(depth int) error {
	s.space()
	switch s.body[s.at] {
	case '{':
		return s.object(depth + 1)
	case '[':
		return s.array(depth + 1)
	case '"':
		return s.text()
	}
	for s.at < len(s.body) && bytes.IndexByte([]byte(" \t\r\n,]}"), s.body[s.at]) < 0 {
		s.at++
	}
	return nil
}

func (s *scanner) object(depth int) error {
	if depth > limit.MaxDepth {
		return fault.New(fault.InvalidMessage, "nested too deep")
	}
	var seen names
	for s.more('}') {
		name, err := s.key()
		if err != nil {
			return err
		}
		if s.keys++; s.keys > limit.MaxKeys {
			return fault.New(fault.InvalidMessage, "too many keys")
		}
		if seen.add(name) {
			return fault.New(fault.InvalidMessage, "repeated key %q", cut(string(name)))
		}
		s.space()
		s.at++ // the colon
		s.space()
		start := s.at
		if err := s.value(depth); err != nil {
			return err
		}
		if depth == 1 {
			s.fields = append(s.fields, field{name: name, raw: s.body[start:s.at]})
		}
	}
	return nil
}

// names are the keys of an object: few, as a rule, but not for someone who
// means harm.
type names struct {
	few  [usualFields][]byte
	n    int
	many map[string]struct{}
}

// add tells whether the name was there already.
func (k *names) add(name []byte) bool {
	if k.many != nil {
		_, twice := k.many[string(name)]
		k.many[string(name)] = struct{}{}
		return twice
	}
	for _, have := range k.few[:k.n] {
		if bytes.Equal(have, name) {
			return true
		}
	}
	if k.n < len(k.few) {
		k.few[k.n] = name
		k.n++
		return false
	}
	k.many = make(map[string]struct{}, 2*len(k.few))
	for _, have := range k.few {
		k.many[string(have)] = struct{}{}
	}
	return k.add(name)
}

func (s *scanner) array(depth int) error {
	if depth > limit.MaxDepth {
		return fault.New(fault.InvalidMessage, "nested too deep")
	}
	for s.more(']') {
		if err := s.value(depth); err != nil {
			return err
		}
	}
	return nil
}

// more steps over the opening bracket or a comma, to the next member; at
// the closing bracket it steps over that and is false.
func (s *scanner) more(end byte) bool {
	s.space()
	if s.body[s.at] != end {
		s.at++
		s.space()
	}
	if s.body[s.at] == end {
		s.at++
		return false
	}
	return true
}

func (s *scanner) key() ([]byte, error) {
	start := s.at
	if err := s.text(); err != nil {
		return nil, err
	}
	raw := s.body[start:s.at]
	if name, ok := plain(raw); ok {
		return name, nil
	}
	var name string
	err := json.Unmarshal(raw, &name)
	return []byte(name), err
}

// plain is a JSON string's content when it has no escapes.
func plain(raw []byte) ([]byte, bool) {
	content := raw[1 : len(raw)-1]
	return content, bytes.IndexByte(content, '\\') < 0
}

// text steps over a string and looks at its escapes.
func (s *scanner) text() error {
	for s.at++; s.body[s.at] != '"'; s.at++ {
		if s.body[s.at] != '\\' {
			continue
		}
		s.at++
		if s.body[s.at] != 'u' {
			continue
		}
		if err := s.escape(); err != nil {
			return err
		}
	}
	s.at++
	return nil
}

// escape steps from the u of \uXXXX to its last digit, or to that of the
// second half of a surrogate pair.
func (s *scanner) escape() error {
	unit := s.unit(s.at)
	s.at += 4
	switch {
	case unit == 0:
		return fault.New(fault.InvalidEncoding, "NUL")
	case unit >= 0xdc00 && unit <= 0xdfff:
		return fault.New(fault.InvalidEncoding, "lone surrogate")
	case unit < 0xd800 || unit > 0xdbff:
		return nil
	}
	if !bytes.HasPrefix(s.body[s.at+1:], []byte(`\u`)) {
		return fault.New(fault.InvalidEncoding, "lone surrogate")
	}
	if low := s.unit(s.at + 2); low < 0xdc00 || low > 0xdfff {
		return fault.New(fault.InvalidEncoding, "lone surrogate")
	}
	s.at += 6
	return nil
}

// unit is the code unit of the four hex digits after the u at position at.
func (s *scanner) unit(at int) uint64 {
	// The digits are valid: the whole frame is.
	unit, _ := strconv.ParseUint(string(s.body[at+1:at+5]), 16, 32)
	return unit
}

// cut bounds a client's word before it is shown back.
func cut(word string) string {
	const most = 64
	if runes := []rune(word); len(runes) > most {
		return string(runes[:most])
	}
	return word
}
