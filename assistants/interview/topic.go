package interview

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// namedTopic is how much more the name of a topic tells than a word of its question.
const namedTopic = 10

// topic reads which questions are wished for by what they are about: a topic ("a
// question on conflict"), a word of one, or a technology ("mostly React").
func (m *message) topic() bool {
	if !m.short && m.at == atQuestion || !m.has("topic_wish") && !m.has("focus_wish") {
		return false
	}
	if !m.namesPlan() {
		m.wanted = m.bank.on(m.words, "", m.q)
		return m.wanted != nil
	}
	// What names a field is no topic, but what else it goes by can be ("statistics").
	m.wanted = m.bank.on(m.before+" "+m.behind, m.plan, m.q)
	name := strings.TrimSpace(m.words[len(m.before) : len(m.words)-len(m.behind)])
	if m.wanted == nil && !m.bank.plan(m.plan).called(name) {
		m.wanted = m.bank.on(name, m.plan, m.q)
	}
	return m.wanted != nil
}

// on are the questions on what a text names most of, but for the open one: of a plan
// alone where one is named.
func (b *bank) on(said, plan string, open *Question) (list []string) {
	longest, technologies := 0, b.technologies(said)
	for _, c := range b.categories {
		if plan != "" && !b.plan(plan).asks(c.Key) {
			continue
		}
		for i := range c.Questions {
			q := &c.Questions[i]
			n := q.topicIn(said)
			if n == 0 && slices.ContainsFunc(technologies, func(name string) bool { return slices.Contains(q.technologies, name) }) {
				n = 1
			}
			switch {
			case n == 0 || n < longest || open != nil && open.ID == q.ID:
			case n > longest:
				longest, list = n, []string{q.ID}
			default:
				list = append(list, q.ID)
			}
		}
	}
	return list
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

// topicIn is how long the question's topic is that a text names, or the word of it,
// 0 for none.
func (q *Question) topicIn(said string) (longest int) {
	for _, language := range texts.Languages() {
		name := korean.Words(q.Topic.In(language))
		for _, part := range append(strings.Fields(name), name) {
			at := strings.Index(said, part)
			if at >= 0 && len(part) >= 2 && (at == 0 || said[at-1] == ' ') && !phrases.Has(part, "topic_level") {
				longest = max(longest, len(part))
			}
		}
	}
	return longest
}

// spokenOf is the asked question that a message names, by its topic or by words of
// it; nil is none.
func (v *interviewer) spokenOf(s *InterviewState, message string) (found *AskedQuestion) {
	most, said := 0, korean.Words(message)
	for i := range slices.Backward(s.Task.QuestionsAsked) {
		a := &s.Task.QuestionsAsked[i]
		q := v.bank().questions[a.ID]
		n := 0
		if q.topicIn(said) > 0 {
			n = namedTopic
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
