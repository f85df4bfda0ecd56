package engine

import (
	"bytes"
	"encoding/json"
)

// encode is JSON as clients and the store get it: Hangul and < > & as they
// are, no trailing newline.
func encode(v any) (json.RawMessage, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(buf.Bytes(), "\n"), nil
}
