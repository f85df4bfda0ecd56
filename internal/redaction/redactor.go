// Package redaction hides what is personal from whoever is shown how an
// assistant works: the inspector's pages over REST and the changes of states
// over the socket.
package redaction

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/state"
)

// hidden stands in the place of a sensitive value.
var hidden = json.RawMessage(`"[redacted]"`)

// What is learned of a state: names shorter than minLearned would hide
// half of every text.
const (
	minLearned = 3 // runes
	maxLearned = 200
)

// Redactor hides from a developer's view what is a person's: the fields that
// an assistant has marked as sensitive, what was said in them wherever else
// it stands, and what looks like a person's in any text. One goroutine at a
// time may use it.
type Redactor struct {
	sensitive [][]string
	known     []string
	replacer  *strings.Replacer
}

// New is a Redactor that knows sensitive paths (see state.Sensitive) and the
// states in which their values are found.
func New(sensitive []string, states ...json.RawMessage) *Redactor {
	r := &Redactor{}
	for _, path := range sensitive {
		r.sensitive = append(r.sensitive, strings.Split(path, "."))
	}
	for _, s := range states {
		r.learnAt("", s)
	}
	r.settle()
	return r
}

// learnAt notes the sensitive texts in the value at a path.
func (r *Redactor) learnAt(path string, raw json.RawMessage) {
	switch at := parts(path); {
	case len(raw) == 0:
	case r.under(at):
		r.learn(raw)
	default:
		_ = r.value(at, raw, r.learn) // only to look at it
	}
}

// settle readies what was learned. The longest come first: a name may be
// part of another one.
func (r *Redactor) settle() {
	slices.SortFunc(r.known, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	r.known = slices.Compact(r.known)
	pairs := make([]string, 0, 2*len(r.known))
	for _, text := range r.known {
		pairs = append(pairs, text, "[redacted]")
	}
	r.replacer = strings.NewReplacer(pairs...)
}

func parts(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, ".")
}

// learn notes the texts of a sensitive value.
func (r *Redactor) learn(raw json.RawMessage) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		for _, item := range list {
			r.learn(item)
		}
		return
	}
	var text string
	if json.Unmarshal(raw, &text) == nil && utf8.RuneCountInString(text) >= minLearned && len(r.known) < maxLearned {
		r.known = append(r.known, text)
	}
}

// Text is a text as it may be shown.
func (r *Redactor) Text(s string) string {
	return guard.Hide(r.replacer.Replace(s))
}

// JSON is the value at a path ("" is the whole state) as it may be shown;
// what can't be read is hidden.
func (r *Redactor) JSON(path string, raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return raw
	}
	at := parts(path)
	if r.under(at) {
		return Concealed(raw)
	}
	return r.value(at, raw, nil)
}

// Hides tells whether a path is a sensitive field or within one.
func (r *Redactor) Hides(path string) bool { return r.under(parts(path)) }

// under is Hides. Names may have dots in them, so "*" stands for one part or
// more.
func (r *Redactor) under(at []string) bool {
	return slices.ContainsFunc(r.sensitive, func(pattern []string) bool { return begins(at, pattern) })
}

func begins(at, pattern []string) bool {
	if len(pattern) == 0 {
		return true
	}
	if len(at) == 0 || pattern[0] != "*" && pattern[0] != at[0] {
		return false
	}
	if begins(at[1:], pattern[1:]) {
		return true
	}
	return pattern[0] == "*" && begins(at[1:], pattern)
}

// value rewrites a value, its members in their order. With found it only
// hands over the sensitive values that it meets.
func (r *Redactor) value(at []string, raw json.RawMessage, found func(json.RawMessage)) json.RawMessage {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	w := rewriter{Redactor: r, decoder: d, found: found}
	if !w.next(at) {
		return hidden // what can't be read can't be judged
	}
	return w.out.Bytes()
}

type rewriter struct {
	*Redactor
	decoder *json.Decoder
	out     bytes.Buffer
	found   func(json.RawMessage)
}

// next copies one value.
func (w *rewriter) next(at []string) bool {
	if len(at) > 0 && w.under(at) {
		var raw json.RawMessage
		if w.decoder.Decode(&raw) != nil {
			return false
		}
		if w.found != nil {
			w.found(raw)
		}
		w.out.Write(Concealed(raw))
		return true
	}
	token, err := w.decoder.Token()
	if err != nil {
		return false
	}
	switch v := token.(type) {
	case json.Delim:
		return w.members(at, v)
	case string:
		w.say(v)
	default:
		w.write(v)
	}
	return true
}

// members copies what stands between the brackets of an object or a list.
func (w *rewriter) members(at []string, open json.Delim) bool {
	w.out.WriteByte(byte(open))
	for n := 0; w.decoder.More(); n++ {
		if n > 0 {
			w.out.WriteByte(',')
		}
		name := "*"
		if open == '{' {
			token, err := w.decoder.Token()
			if err != nil {
				return false
			}
			name = token.(string)
			w.say(name)
			w.out.WriteByte(':')
		}
		if !w.next(append(at[:len(at):len(at)], name)) {
			return false
		}
	}
	closing, err := w.decoder.Token()
	if err != nil {
		return false
	}
	w.out.WriteByte(byte(closing.(json.Delim)))
	return true
}

func (w *rewriter) say(s string) {
	if w.found == nil {
		w.write(w.Text(s))
	}
}

func (w *rewriter) write(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		text = hidden
	}
	w.out.Write(text)
}

// Concealed hides a value, but not that there is none.
func Concealed(raw json.RawMessage) json.RawMessage {
	switch string(bytes.TrimSpace(raw)) {
	case "null", `""`, "[]", "{}":
		return raw
	}
	return hidden
}

// Changes are the fields of a transition as they may be shown. What stood in
// them before may be in no state that the redactor has seen.
func (r *Redactor) Changes(list []state.TransitionLog) []state.TransitionLog {
	for _, c := range list {
		r.learnAt(c.FieldChanged, c.OldValue)
	}
	r.settle()
	out := make([]state.TransitionLog, len(list))
	for i, c := range list {
		c.OldValue, c.NewValue = r.JSON(c.FieldChanged, c.OldValue), r.JSON(c.FieldChanged, c.NewValue)
		out[i] = c
	}
	return out
}
