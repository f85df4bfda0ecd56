package engine

import (
	"bytes"
	"encoding/json"
	"sync"
)

// scribe is an encoder with its paper, used again and again.
type scribe struct {
	paper bytes.Buffer
	enc   *json.Encoder
}

var scribes = sync.Pool{New: func() any {
	s := &scribe{}
	s.enc = json.NewEncoder(&s.paper)
	s.enc.SetEscapeHTML(false)
	return s
}}

// keepPaper bounds what an idle scribe may hold on to.
const keepPaper = 256 << 10

// encode is JSON as clients and the store get it: Hangul and < > & as they
// are, no trailing newline.
func encode(v any) (json.RawMessage, error) {
	s := scribes.Get().(*scribe)
	s.paper.Reset()
	if err := s.enc.Encode(v); err != nil {
		return nil, err // an encoder remembers its errors
	}
	raw := bytes.Clone(bytes.TrimRight(s.paper.Bytes(), "\n"))
	if s.paper.Cap() <= keepPaper {
		scribes.Put(s)
	}
	return raw, nil
}
