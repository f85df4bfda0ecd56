package interview

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// namedTopic is how much more the name of a topic tells than a word of its question.
const namedTopic = 10

// topic reads which questions are wished for by what they are about: a topic ("a
// question on conflict"), a word of one, or a technology ("mostly React").
func (m *message) topic() bool {
	if !m.short && m.at == atQuestion {
		return false
	}
	for _, sentence := range korean.Sentences(m.text) {
		said := korean.Words(sentence)
		if phrases.HasAny(said, "topic_wish", "focus_wish", "asks_whether") {
			m.wishFor(said)
		}
	}
	return m.wanted != nil
}

// wishFor adds the questions on what a sentence wishes for. What names a field is no
// topic, but what else it goes by can be ("statistics").
func (m *message) wishFor(said string) {
	if !m.namesPlan() {
		m.wanted = append(m.wanted, m.bank.on(said, "", m.q)...)
		return
	}
	name := strings.TrimSpace(m.words[len(m.before) : len(m.words)-len(m.behind)])
	found := m.bank.on(strings.Replace(said, name, " ", 1), m.plan, m.q)
	if found == nil && !m.bank.plan(m.plan).called(name) {
		found = m.bank.on(said, m.plan, m.q)
	}
	m.wanted = append(m.wanted, found...)
}

// on are the questions on what a text names, but for the open one: of a plan alone
// where one is named. Where the name of a topic holds that of another, the longer one
// is meant.
func (b *bank) on(said, plan string, open *Question) (list []string) {
	technologies, named := b.technologies(said), map[string]string{}
	for _, c := range b.categories {
		if plan != "" && !b.plan(plan).asks(c.Key) {
			continue
		}
		for i := range c.Questions {
			q := &c.Questions[i]
			name := q.topicIn(said)
			if name == "" && !slices.ContainsFunc(technologies, func(name string) bool { return slices.Contains(q.technologies, name) }) || open != nil && open.ID == q.ID {
				continue
			}
			list = append(list, q.ID)
			named[q.ID] = name
		}
	}
	return slices.DeleteFunc(list, func(id string) bool {
		for _, name := range named {
			if name != named[id] && strings.Contains(name, named[id]) {
				return true
			}
		}
		return false
	})
}

// wanted is the question to ask of those that were wished for: one of the field that
// is practised before others, one that was asked already where all were.
func (s *InterviewState) wanted(topics []string) string {
	fresh := func(id string) bool { return !s.asked(id) }
	pooled := func(p PoolQuestion) bool { return fresh(p.ID) && slices.Contains(topics, p.ID) }
	if i := slices.IndexFunc(s.Task.QuestionPool, pooled); i >= 0 {
		return s.Task.QuestionPool[i].ID
	}
	return topics[max(slices.IndexFunc(topics, fresh), 0)]
}

// noTopic is a wish for questions on what none are on.
func (m *message) noTopic() bool {
	return m.short && m.has("focus_wish") && (m.has("request") || m.length() <= certainCommand) && !m.q.earns(m.text)
}

// level tells how long the candidate has worked, where that is no answer.
func (m *message) level() bool {
	return m.length() <= maxLevel && (m.has("level.junior") || m.has("level.senior")) && m.q.Cat != behavioural && !m.q.earns(m.text)
}

// maxLevel is how long it may be to be nothing else, in syllables.
const maxLevel = 15

// topicIn is the question's topic that a text names, or the word of it; "" is none, as
// of one that it waves aside.
func (q *Question) topicIn(said string) (longest string) {
	for _, language := range texts.Languages() {
		name := korean.Words(q.Topic.In(language))
		for _, part := range append(strings.Fields(name), name) {
			at := strings.Index(said, part)
			if at >= 0 && len(part) > len(longest) && len(part) >= 2 && (at == 0 || said[at-1] == ' ') && !phrases.Has(part, "topic_level") && !dialog.Denies(said[at+len(part):]) {
				longest = part
			}
		}
	}
	return longest
}

// spokenOf is the asked question that a message names, by its topic or by words of
// it; nil is none.
func (v *interviewer) spokenOf(s *InterviewState, message string) (found *AskedQuestion) {
	most, said := 0, korean.Words(message)
	if a := s.numbered(said); a != nil {
		return a
	}
	for i := range slices.Backward(s.Task.QuestionsAsked) {
		a := &s.Task.QuestionsAsked[i]
		q := v.bank().questions[a.ID]
		n := 0
		if name := q.topicIn(said); name != "" {
			n = namedTopic + len(name)
		}
		for _, language := range texts.Languages() {
			n += hits(said, q.Ask.In(language))
		}
		if n > most {
			most, found = n, a
		}
	}
	return found
}

// numbered is the question of a number, as they were asked with; nil is none.
func (s *InterviewState) numbered(said string) *AskedQuestion {
	n, ok := korean.ParseCount(phrases.Named(said, "question_number")["n"])
	if list := s.answeredQuestions(); ok && n >= 1 && n <= len(list) {
		return list[n-1]
	}
	return nil
}

// about is the question that a message about marks is of: the one that it names,
// else the last that was marked.
func (v *interviewer) about(s *InterviewState) *AskedQuestion {
	if a := v.spokenOf(s, s.query()); a != nil {
		return a
	}
	list := s.answeredQuestions()
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// hits counts the words of a text that stand in another, whatever their endings;
// words that any answer or any talk of an interview holds are none.
func hits(text, own string) (n int) {
	folded := korean.Fold(own)
	for word := range strings.FieldsSeq(text) {
		letters := []rune(word)
		switch {
		case phrases.Has(word, "frame") || phrases.Has(word, "interview_word") || phrases.Has(word, "question_word"):
		case korean.BeginsHangul(word):
			if len(letters) >= 2 && strings.Contains(folded, string(letters[:2])) {
				n++
			}
		case len(letters) >= minTouch && strings.Contains(folded, word):
			n++
		}
	}
	return n
}
