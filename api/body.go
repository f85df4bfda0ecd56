package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/limit"
)

// maxBody is the most that a request's body may hold, in bytes.
const maxBody = 1 << 20

// body decodes the body into v; an empty body is {}. Base clients may
// send fields that nobody knows, so strict is for bodies of the extension.
func (q *request) body(v any, strict bool) error {
	if q.err != nil {
		return q.err
	}
	raw, err := io.ReadAll(q.Request().Body)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return fault.Wrap(fault.QueryTooLarge, invalid{"body", "must be at most 1 MiB"})
	case err != nil:
		return fault.Wrap(fault.InvalidJSON, invalid{"body", "could not be read to its end"})
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	if err := checkJSON(raw); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if strict {
		decoder.DisallowUnknownFields()
	}
	return bodyFault(decoder.Decode(v))
}

// bodyFault says in the client's words what a decoder found.
func bodyFault(err error) error {
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind):
		return wrong(kind.Field, "must not be a JSON "+kind.Value)
	case strings.HasPrefix(err.Error(), "json: unknown field "):
		return wrong(strings.Trim(strings.TrimPrefix(err.Error(), "json: unknown field "), `"`), "is not known here")
	}
	var f *fault.Error
	if errors.As(err, &f) {
		return err
	}
	return fault.Wrap(fault.InvalidJSON, invalid{"body", "is not valid JSON"})
}

// checkJSON refuses a body that is not one JSON object, and what the
// decoder would let through to poison a database or a later reader: broken
// UTF-8, NUL, half surrogates and keys given twice.
func checkJSON(raw []byte) error {
	if !utf8.Valid(raw) || halfSurrogate(raw) {
		return fault.Wrap(fault.InvalidEncoding, invalid{"body", "must be UTF-8 text"})
	}
	if !json.Valid(raw) {
		return fault.Wrap(fault.InvalidJSON, invalid{"body", "is not valid JSON"})
	}
	if raw = bytes.TrimSpace(raw); raw[0] != '{' {
		return fault.Wrap(fault.InvalidMessage, invalid{"body", "must be a JSON object"})
	}
	return checkTokens(json.NewDecoder(bytes.NewReader(raw)))
}

// scope is an object or list that the token walk is inside of.
type scope struct {
	keys map[string]bool // nil in a list
	key  bool            // the next string is a key
}

func checkTokens(decoder *json.Decoder) error {
	var open []scope
	keys := 0
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil { // a number beyond all range
			return fault.Wrap(fault.InvalidJSON, invalid{"body", "holds a value that can't be read"})
		}
		if s, isText := token.(string); isText && strings.ContainsRune(s, 0) {
			return fault.Wrap(fault.InvalidEncoding, invalid{"body", "must not hold NUL"})
		}
		if delim, is := token.(json.Delim); is && (delim == '}' || delim == ']') {
			open = open[:len(open)-1]
			continue
		}
		if n := len(open); n > 0 && open[n-1].keys != nil {
			top := &open[n-1]
			if top.key {
				key := token.(string)
				if top.keys[key] {
					return fault.Wrap(fault.InvalidJSON, invalid{key, "is given twice"})
				}
				top.keys[key] = true
				if keys++; keys > limit.MaxKeys {
					return fault.Wrap(fault.InvalidMessage, invalid{"body", "has too many keys"})
				}
			}
			top.key = !top.key
		}
		switch token {
		case json.Delim('{'):
			open = append(open, scope{keys: map[string]bool{}, key: true})
		case json.Delim('['):
			open = append(open, scope{})
		}
		if len(open) > limit.MaxDepth {
			return fault.Wrap(fault.InvalidMessage, invalid{"body", "is nested too deeply"})
		}
	}
}

// halfSurrogate finds a \ud800-\udfff escape without its other half, which
// the decoder would silently turn into another character.
func halfSurrogate(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		unit, is := escapedUnit(raw[i:])
		if !is {
			i++ // an escape of one character
			continue
		}
		i += 5
		if !utf16.IsSurrogate(unit) {
			continue
		}
		next, is := escapedUnit(raw[i+1:])
		if !is || utf16.DecodeRune(unit, next) == utf8.RuneError {
			return true
		}
		i += 6
	}
	return false
}

// escapedUnit reads a \uXXXX at the start of raw.
func escapedUnit(raw []byte) (rune, bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	var unit rune
	for _, b := range raw[2:6] {
		digit := strings.IndexByte("0123456789abcdef", b|0x20)
		if digit < 0 {
			return 0, false
		}
		unit = unit<<4 | rune(digit)
	}
	return unit, true
}
