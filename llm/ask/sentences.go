package ask

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/madang-dev/madang/llm"
)

// maxText bounds what is read of a model, in bytes: an answer is a
// tenth of it.
const maxText = 64 << 10

// Sentences lets the sentences of an answer out while a model writes them as JSON:
// objects in a list of an object, as in {"sentences":[{"text":"…"}]}. After the
// first that may not be shown none is.
type Sentences[T any] struct {
	Writer *Writer
	// SayFunc is what is shown of a sentence behind those before it; where ok
	// is false it may not be. It may change the sentence.
	SayFunc func(before []T, s *T) (text string, ok bool)

	stopFunc context.CancelCauseFunc // ends the asking where more of it is no use
	parser   parser[T]
	shown    []T
	held     bool
}

// Delta takes more of the model's text in: an llm.Call's DeltaFunc.
func (p *Sentences[T]) Delta(text string) {
	list, ok := p.parser.add(text)
	if !ok && p.stopFunc != nil && p.parser.text.Len()+len(text) > maxText {
		p.stopFunc(fmt.Errorf("%w: it does not end", llm.ErrBadAnswer))
	}
	for _, s := range list {
		if p.held {
			break
		}
		said, fine := p.SayFunc(p.shown, &s)
		if !fine {
			p.held = true
			break
		}
		p.Writer.Write(said)
		p.shown = append(p.shown, s)
	}
	p.held = p.held || !ok
}

// Reset begins anew with the model: an llm.Call's ResetFunc.
func (p *Sentences[T]) Reset() {
	p.parser, p.shown, p.held = parser[T]{}, nil, false
	p.Writer.Restart()
}

// Separator stands before a sentence, in Markdown: first is that of the text,
// item one of a list, after that the one before it was.
func Separator(first, after, item bool) string {
	mark := ""
	if item {
		mark = "- "
	}
	switch {
	case first:
		return mark
	case after != item:
		return "\n\n" + mark
	case item:
		return "\n" + mark
	}
	return " "
}

// parser reads a text while it comes, sentence by sentence.
type parser[T any] struct {
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
func (t *parser[T]) add(piece string) (list []T, ok bool) {
	if t.text.Len()+len(piece) > maxText {
		return nil, false
	}
	t.text.WriteString(piece)
	text := t.text.String()
	for ; t.at < len(text); t.at++ {
		if !t.closes(text[t.at]) {
			continue
		}
		var s T
		if json.Unmarshal([]byte(text[t.start:t.at+1]), &s) != nil {
			return list, false
		}
		list = append(list, s)
	}
	return list, true
}

// closes follows the JSON by one byte; it tells whether that ends a sentence.
func (t *parser[T]) closes(c byte) bool {
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
