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
	"unicode/utf16"
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

// Field is one member of the object; Raw is its value's JSON, which points into
// the text, Seen that somebody asked for it.
type Field struct {
	Name string
	Raw  []byte
	Seen bool
}

// Read gives the fields of the outermost object.
func Read(text []byte) ([]Field, error) {
	switch {
	case !utf8.Valid(text):
		return nil, ErrNotText
	case bytes.IndexByte(text, 0) >= 0:
		return nil, ErrNUL
	case !json.Valid(text):
		return nil, ErrSyntax
	case bytes.TrimLeft(text, " \t\r\n")[0] != '{':
		return nil, ErrKind
	}
	if err := escapes(text); err != nil {
		return nil, err
	}
	// Token by token: the values of a hostile megabyte would take thirty.
	r := &reader{text: text, tokens: json.NewDecoder(bytes.NewReader(text))}
	r.tokens.UseNumber()
	err := r.value(1)
	return r.fields, err
}

// reader goes through JSON that is known to be valid.
type reader struct {
	text   []byte
	tokens *json.Decoder
	keys   int     // of all objects
	fields []Field // of the outermost object
}

func (r *reader) value(depth int) error {
	token, err := r.tokens.Token()
	if err != nil {
		return err
	}
	open, nests := token.(json.Delim)
	switch {
	case !nests:
		return nil
	case depth > limit.MaxDepth:
		return ErrDepth
	}
	for names := map[string]bool{}; r.tokens.More(); {
		if open == '[' {
			err = r.value(depth + 1)
		} else {
			err = r.member(depth, names)
		}
		if err != nil {
			return err
		}
	}
	_, err = r.tokens.Token()
	return err
}

func (r *reader) member(depth int, names map[string]bool) error {
	token, err := r.tokens.Token()
	if err != nil {
		return err
	}
	name, _ := token.(string)
	if r.keys++; r.keys > limit.MaxKeys {
		return ErrKeys
	}
	if names[name] {
		return RepeatedError{name}
	}
	names[name] = true
	start := r.tokens.InputOffset()
	if err := r.value(depth + 1); err != nil {
		return err
	}
	if depth == 1 {
		raw := bytes.TrimLeft(r.text[start:r.tokens.InputOffset()], ": \t\r\n")
		r.fields = append(r.fields, Field{Name: name, Raw: raw})
	}
	return nil
}

// escapes looks at those of valid JSON, which stand in its strings alone.
func escapes(text []byte) error {
	for at := bytes.IndexByte(text, '\\'); at >= 0; at = bytes.IndexByte(text, '\\') {
		if text[at+1] != 'u' {
			text = text[at+2:]
			continue
		}
		unit := unitOf(text[at:])
		text = text[at+6:]
		switch {
		case unit == 0:
			return ErrNUL
		case !utf16.IsSurrogate(unit):
		case !bytes.HasPrefix(text, []byte(`\u`)) || utf16.DecodeRune(unit, unitOf(text)) == utf8.RuneError:
			return ErrSurrogate
		default:
			text = text[6:]
		}
	}
	return nil
}

// unitOf is the code unit of the escape \uXXXX that a text begins with.
func unitOf(text []byte) rune {
	unit, _ := strconv.ParseUint(string(text[2:6]), 16, 16)
	return rune(unit)
}
