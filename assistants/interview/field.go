package interview

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// field reads which field is wanted; amid a question only as a wish.
func (m *message) field() bool {
	if !m.short && m.at != atGreeting || m.at == atQuestion && !m.fieldWished() && m.count() == 0 && !m.only() && !m.introduces() {
		return false
	}
	return m.namesPlan() || m.at == atQuestion && m.has("act.field")
}

// fieldWished tells that something is wished for where a field is named, if one is:
// "I applied for front end. Skip this one" wishes for none.
func (m *message) fieldWished() bool {
	named := m.namesPlan()
	return slices.ContainsFunc(korean.Sentences(m.text), func(sentence string) bool {
		s := *m
		s.words = korean.Words(sentence)
		return s.has("field_wish") && (!named || s.namesPlan())
	})
}

// introduces tells who the candidate is, by another field than the open question's.
func (m *message) introduces() bool {
	return m.namesPlan() && !m.bank.plan(m.plan).asks(m.q.Cat) && m.level()
}

// only tells that a message is the name of a field, and how many questions of it.
func (m *message) only() bool {
	return m.namesPlan() && (m.behind == "" || phrases.Has(m.behind, "field_bare")) && !m.q.earns(m.text)
}

// namesPlan finds the plan that a message names: of several that whose questions are
// spoken of ("behavioural questions, I am a frontend developer"), else the first.
func (m *message) namesPlan() bool {
	found := false
	m.left = nil
	for _, p := range m.bank.settings.Plans {
		at, end, ok := p.named(m.words)
		switch {
		case !ok || m.bank.within(m.words, at, end):
			continue
		case avoided(m.words[:at], m.words[end:]):
			if m.bank.namesNone(m.words[at:end], p) {
				m.left = append(m.left, p.Key)
			}
			continue
		case phrases.Has(m.words[end:], "field_told."+p.Key):
			continue
		}
		asked := phrases.Has(m.words[end:], "field_questions")
		if !found || asked {
			m.plan, m.before, m.behind = p.Key, m.words[:at], m.words[end:]
		}
		if found = true; asked {
			break
		}
	}
	if !found && m.left != nil && m.at == atGreeting { // whatever else there is
		widest := slices.MaxFunc(m.bank.settings.Plans, func(a, b plan) int { return len(a.Quotas) - len(b.Quotas) })
		m.plan, m.before, m.behind, found = widest.Key, m.words, "", true
	}
	return found
}

// namesNone tells that what a field is called by is not what some of its questions are on.
func (b *bank) namesNone(name string, p plan) bool {
	topics, _ := b.on(name, p.Key, "")
	return topics == nil || slices.ContainsFunc(texts.Languages(), func(language string) bool {
		return strings.Contains(korean.Plain(name), korean.Plain(p.Name.In(language))) || strings.Contains(korean.Plain(p.Name.In(language)), korean.Plain(name))
	})
}

// leftOut are the questions of the fields that are to be left out, one category each.
func (m *message) leftOut() (ids []string) {
	for _, key := range m.left {
		if p := m.bank.plan(key); len(p.Quotas) == 1 {
			for _, q := range m.bank.pool(p) {
				ids = append(ids, q.ID)
			}
		}
	}
	return ids
}

// within tells that words are a part of a technology's name: 데이터 of 데이터베이스.
func (b *bank) within(said string, at, end int) bool {
	return slices.ContainsFunc(b.settings.Technologies, func(t technology) bool {
		return slices.ContainsFunc(t.Words, func(w string) bool { return len(w) > end-at && strings.HasPrefix(said[at:], w) })
	})
}

// named is where the words stand that choose the plan.
func (p *plan) named(words string) (at, end int, ok bool) {
	if at, end, ok = phrases.Find(words, "field."+p.Key); ok {
		return at, end, true
	}
	for _, w := range p.Words {
		w = korean.Words(w)
		if at := strings.Index(words, w); at >= 0 {
			return at, at + len(w), true
		}
	}
	return 0, 0, false
}

// called tells whether a name is the plan's own in a language.
func (p *plan) called(name string) bool {
	return slices.ContainsFunc(texts.Languages(), func(language string) bool { return korean.Words(p.Name.In(language)) == name })
}

// count is how many questions are asked for, 0 for none named.
func (m *message) count() int {
	found := phrases.Named(m.words, "count")
	told := m.at == atGreeting && phrases.HasAny(m.words, "introduction", "level.junior", "level.senior") // "two projects"
	if found == nil && (m.at == atGreeting && !told || m.at != atGreeting && m.plan != "" || m.has("number_wish")) {
		if all := phrases.FindAll(m.words, "count_bare"); len(all) > 0 { // "why 3? I want 10"
			last := all[len(all)-1]
			found = phrases.Named(m.words[last[0]:last[1]], "count_bare")
		}
	}
	n, ok := korean.ParseCount(found["n"])
	if !ok || n < 1 || n > maxWanted || m.at != atGreeting && (!m.short || m.asks && !m.has("number_wish")) {
		return 0
	}
	return n
}

// more is how many questions are wanted besides those behind, 0 for none named.
func (m *message) more() int {
	n, _ := korean.ParseCount(phrases.Named(m.words, "count_more")["n"])
	return min(n, maxWanted)
}

// roles is a question which fields there are.
func (m *message) roles() bool {
	return m.short && m.has("act.roles") && (m.asks || m.length() <= certainCommand) && (m.q == nil || !m.q.earns(m.text))
}

// otherRole is a role that there are no questions for.
func (m *message) otherRole() bool {
	introduces := m.at == atGreeting && phrases.HasAny(m.words, "act.begin", "introduction", "level.junior", "level.senior")
	return (m.short || introduces) && m.has("act.other_role") && (m.at != atQuestion || m.has("request") || m.asks && m.length() <= certainCommand || m.has("field_wish") && !m.q.earns(m.text))
}

// planOf is the first plan that asks questions of the categories of all of some.
func (b *bank) planOf(ids []string) string {
	for _, p := range b.settings.Plans {
		if !slices.ContainsFunc(ids, func(id string) bool { return !p.asks(b.questions[id].Cat) }) {
			return p.Key
		}
	}
	return b.settings.Plans[0].Key
}

// asks tells whether a plan has questions of a category.
func (p *plan) asks(category string) bool {
	return slices.ContainsFunc(p.Quotas, func(o quota) bool { return o.Category == category })
}
