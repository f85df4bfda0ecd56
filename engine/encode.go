package engine

import (
	"bytes"
	"encoding/json"
	"fmt"

	fast "github.com/goccy/go-json"

	"github.com/madang-dev/madang/internal/failpoint"
)

// encode is JSON as clients and the store get it: Hangul and < > & as they
// are. The bytes are those of encoding/json, which takes five times as long
// for a state; a build for tests compares them.
func encode(v any) (json.RawMessage, error) {
	raw, err := fast.MarshalWithOption(v, fast.DisableHTMLEscape())
	if err == nil && failpoint.Enabled {
		mustEqual(v, raw)
	}
	return raw, err
}

// decode is encode's way back.
func decode(raw json.RawMessage, v any) error { return fast.Unmarshal(raw, v) }

// mustEqual panics where raw is not what encoding/json makes of v.
func mustEqual(v any, raw json.RawMessage) {
	var paper bytes.Buffer
	enc := json.NewEncoder(&paper)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	if want := bytes.TrimRight(paper.Bytes(), "\n"); !bytes.Equal(want, raw) {
		panic(fmt.Sprintf("engine: %T is encoded as %s instead of %s", v, raw, want))
	}
}
