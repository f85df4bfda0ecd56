package realestate

import (
	"encoding/json"
	"strings"

	"github.com/madang-dev/madang/assistants/realestate/evidence"
)

// manuscript is the key answer as a model writes it: sentences, each with
// the facts that it rests on, and what the facts do not tell.
type manuscript struct {
	Sentences []evidence.Sentence `json:"sentences"`
	NotFound  []string            `json:"not_found"`
}

// maxManuscript bounds what is read of a model, in bytes: an answer is a
// tenth of it.
const maxManuscript = 64 << 10

// typescript reads a manuscript while it comes, sentence by sentence.
type typescript struct {
	text strings.Builder
	// at is how much of the text was looked at.
	at       int
	depth    int
	inString bool
	escaped  bool
	start    int // of the sentence under way
}

// sentenceDepth is how deep in the JSON a sentence stands: in the object, in
// its list.
const sentenceDepth = 3

// add takes more text in and returns the sentences that it completes. ok is
// false where there is too much of it, or a sentence is none.
func (t *typescript) add(piece string) (list []evidence.Sentence, ok bool) {
	if t.text.Len()+len(piece) > maxManuscript {
		return nil, false
	}
	t.text.WriteString(piece)
	text := t.text.String()
	for ; t.at < len(text); t.at++ {
		if !t.closes(text[t.at]) {
			continue
		}
		var s evidence.Sentence
		if json.Unmarshal([]byte(text[t.start:t.at+1]), &s) != nil {
			return list, false
		}
		list = append(list, s)
	}
	return list, true
}

// closes follows the JSON by one byte; it tells whether that ends a sentence.
func (t *typescript) closes(c byte) bool {
	switch {
	case t.escaped:
		t.escaped = false
	case t.inString && c == '\\':
		t.escaped = true
	case c == '"':
		t.inString = !t.inString
	case t.inString:
	case c == '{' || c == '[':
		t.depth++
		if t.depth == sentenceDepth {
			t.start = t.at
		}
	case c == '}' || c == ']':
		t.depth--
		return t.depth == sentenceDepth-1 && c == '}'
	}
	return false
}
