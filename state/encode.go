package state

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
)

// Encode is JSON as clients and the store get it: Hangul and < > & as they
// are.
func Encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Blank tells whether a text shows nothing: white space, controls, marks
// and characters without width, and letters that are drawn as a blank.
func Blank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool {
		switch r {
		case '\u115f', '\u1160', '\u3164', '\uffa0', '\u2800':
			return false // fillers: letters to Unicode, nothing to the eye
		}
		return unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.Is(unicode.Mn, r)
	}) < 0
}
