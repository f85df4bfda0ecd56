// Package object reads the one JSON object that a client may send, and refuses
// what encoding/json lets pass: bad UTF-8, NUL and lone surrogates (which
// databases refuse, so that one text could poison a session), repeated keys and
// deep nesting. Both doors ask it, and each tells it in its own words.
package object

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/limit"
)

// What is wrong with a text that is no such object.
var (
	ErrNotText   = errors.New("object: not UTF-8")
	ErrNUL       = errors.New("object: NUL")
	ErrSurrogate = errors.New("object: lone surrogate")
	ErrSyntax    = errors.New("object: not JSON")
	ErrKind      = errors.New("object: not an object")
	ErrDepth     = errors.New("object: nested too deep")
	ErrKeys      = errors.New("object: too many keys")
)

// RepeatedError is a key that an object has twice.
type RepeatedError struct{ Key string }

func (e RepeatedError) Error() string { return "object: repeated key " + strconv.Quote(e.Key) }

// Field is one member of the object; Raw is its value's JSON, Seen that somebody
// asked for it. Both point into the text.
type Field struct {
	Name, Raw []byte
	Seen      bool
}

// usualFields is more than most objects have.
const usualFields = 8

// Read gives the fields of the outermost object.
func Read(text []byte) ([]Field, error) {
	switch {
	case !utf8.Valid(text):
		return nil, ErrNotText
	case bytes.IndexByte(text, 0) >= 0:
		return nil, ErrNUL
	case !json.Valid(text):
		return nil, ErrSyntax
	}
	s := &scanner{body: text}
	s.space()
	if s.body[s.at] != '{' {
		return nil, ErrKind
	}
	s.fields = make([]Field, 0, usualFields)
	err := s.object(1)
	return s.fields, err
}

// scanner walks over JSON that is known to be valid.
type scanner struct {
	body   []byte
	at     int
	keys   int     // of all objects
	fields []Field // of the outermost object
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
		return ErrDepth
	}
	var seen names
	for s.more('}') {
		name, err := s.key()
		if err != nil {
			return err
		}
		if s.keys++; s.keys > limit.MaxKeys {
			return ErrKeys
		}
		if seen.add(name) {
			return RepeatedError{string(name)}
		}
		s.space()
		s.at++ // the colon
		s.space()
		start := s.at
		if err := s.value(depth); err != nil {
			return err
		}
		if depth == 1 {
			s.fields = append(s.fields, Field{Name: name, Raw: s.body[start:s.at]})
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
		return ErrDepth
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
	if name, ok := Plain(raw); ok {
		return name, nil
	}
	var name string
	err := json.Unmarshal(raw, &name)
	return []byte(name), err
}

// Plain is a JSON string's content when it has no escapes.
func Plain(raw []byte) ([]byte, bool) {
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
		return ErrNUL
	case unit >= 0xdc00 && unit <= 0xdfff:
		return ErrSurrogate
	case unit < 0xd800 || unit > 0xdbff:
		return nil
	}
	if !bytes.HasPrefix(s.body[s.at+1:], []byte(`\u`)) {
		return ErrSurrogate
	}
	if low := s.unit(s.at + 2); low < 0xdc00 || low > 0xdfff {
		return ErrSurrogate
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
