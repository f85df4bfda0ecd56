package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"

	fast "github.com/goccy/go-json"

	"github.com/madang-dev/madang/internal/failpoint"
)

// scribe is an encoder with its paper, used again and again.
type scribe struct {
	paper bytes.Buffer
	enc   *fast.Encoder
}

var scribes = sync.Pool{New: func() any {
	s := &scribe{}
	s.enc = fast.NewEncoder(&s.paper)
	s.enc.SetEscapeHTML(false)
	return s
}}

// keepPaper bounds what an idle scribe may hold on to.
const keepPaper = 256 << 10

// encode is JSON as clients and the store get it: Hangul and < > & as they
// are, no trailing newline. The bytes are those of encoding/json, which takes
// five times as long for a state; a build for tests compares them.
func encode(v any) (json.RawMessage, error) {
	s := scribes.Get().(*scribe)
	s.paper.Reset()
	if err := s.enc.Encode(v); err != nil {
		return nil, err // an encoder remembers its errors
	}
	raw := bytes.Clone(bytes.TrimRight(s.paper.Bytes(), "\n"))
	if failpoint.Enabled {
		mustEqual(v, raw)
	}
	if s.paper.Cap() <= keepPaper {
		scribes.Put(s)
	}
	return raw, nil
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
