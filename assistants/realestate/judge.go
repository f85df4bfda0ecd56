package realestate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/llm"
)

// check is for the model, which may mend what is wrong.
func (w *writing) check(answer llm.Answer) []string {
	_, wrong := w.read(answer)
	return wrong
}

// read takes an answer apart and lists what is wrong with it.
func (w *writing) read(answer llm.Answer) (manuscript, []string) {
	var m manuscript
	raw := answer.JSON
	if raw == nil {
		raw = json.RawMessage(answer.Text)
	}
	switch {
	case len(answer.ToolCalls) > 0:
		return m, []string{"there are no tools"}
	case json.Unmarshal(raw, &m) != nil:
		return m, []string{"it is not the JSON that was asked for"}
	case len(m.Sentences) == 0 || len(m.Sentences) > maxWritten:
		return m, []string{fmt.Sprintf("it has %d sentences; 1 to %d are wanted", len(m.Sentences), maxWritten)}
	}
	var wrong []string
	letters := 0
	for i := range m.Sentences {
		m.Sentences[i].Text = trimmed(m.Sentences[i].Text)
		letters += utf8.RuneCountInString(m.Sentences[i].Text)
		wrong = append(wrong, w.wrong(m.Sentences[i])...)
	}
	if letters > maxLetters {
		wrong = append(wrong, fmt.Sprintf("it has %d letters, at most %d are wanted", letters, maxLetters))
	}
	if !slices.ContainsFunc(m.Sentences, w.concludes) {
		wrong = append(wrong, "it names none of the facts that answer the question: "+strings.Join(idsOf(w.conclusions), ", "))
	}
	return m, append(wrong, w.wrongUnfound(m.NotFound)...)
}

// wrong is what is wrong with a sentence. Each is checked once, though it is asked
// for while it is written, at the end, and where the answer is used.
func (w *writing) wrong(s evidence.Sentence) []string {
	key := s.Text + "\x00" + strings.Join(s.Facts, "\x00")
	if found, ok := w.checked.Load(key); ok {
		return found.([]string)
	}
	found := w.evidence.Check(s, w.state.Language, w.state.Query)
	w.checked.Store(key, found)
	return found
}

// concludes tells whether a sentence names a fact that the rules' key answer
// rests on, or that a tool has brought for it.
func (w *writing) concludes(s evidence.Sentence) bool {
	if slices.ContainsFunc(s.Facts, func(id string) bool {
		f := w.evidence.Fact(id)
		return f != nil && strings.HasPrefix(f.Key, calledPrefix)
	}) {
		return true
	}
	return slices.ContainsFunc(w.conclusions, func(f *evidence.Fact) bool { return slices.Contains(s.Facts, f.ID) })
}

// wrongUnfound lists what is wrong with what was not found: it has to be
// something that was asked for.
func (w *writing) wrongUnfound(list []string) []string {
	if len(list) > maxNotFound {
		return []string{fmt.Sprintf("not_found has more than %d entries", maxNotFound)}
	}
	var wrong []string
	for _, text := range list {
		if !w.evidence.Asked(text, w.state.Query, w.state.Language) {
			wrong = append(wrong, fmt.Sprintf("%.60q in not_found was not asked for", text))
		}
	}
	return wrong
}

// trimmed is a sentence without the mark of a list.
func trimmed(text string) string {
	text = strings.TrimSpace(text)
	for _, mark := range []string{"- ", "• ", "* "} {
		text = strings.TrimPrefix(text, mark)
	}
	return text
}
