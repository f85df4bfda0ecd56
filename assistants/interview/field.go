package interview

import (
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// field reads which field is wanted; amid a question only as a wish.
func (m *message) field() bool {
	if !m.short && m.at != atGreeting || m.at == atQuestion && !m.has("field_wish") && m.count() == 0 {
		return false
	}
	return m.namesPlan() || m.at == atQuestion && m.has("act.field")
}

// namesPlan finds the plan that a message names.
func (m *message) namesPlan() bool {
	for _, p := range m.bank.settings.Plans {
		if end, ok := p.named(m.words); ok && !dialog.Denies(m.words[end:]) {
			m.plan = p.Key
			return true
		}
	}
	return false
}

// named is where the words end that choose the plan.
func (p *plan) named(words string) (end int, ok bool) {
	if _, end, ok = phrases.Find(words, "field."+p.Key); ok {
		return end, true
	}
	for _, w := range p.Words {
		w = korean.Words(w)
		if at := strings.Index(words, w); at >= 0 {
			return at + len(w), true
		}
	}
	return 0, false
}

// count is how many questions are asked for, 0 for none named.
func (m *message) count() int {
	found := phrases.Named(m.words, "count")
	if found == nil && m.at == atGreeting {
		found = phrases.Named(m.words, "count_bare")
	}
	n, ok := korean.ParseCount(found["n"])
	if !ok || n < 1 || n > maxWanted || m.at != atGreeting && (!m.short || m.asks) {
		return 0
	}
	return n
}
