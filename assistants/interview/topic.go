package interview

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// namedTopic is how much more the name of a topic tells than a word of its question.
const namedTopic = 10

// topic reads which question is wished for by its topic ("a question on conflict").
func (m *message) topic() bool {
	if !m.short || !m.has("topic_wish") {
		return false
	}
	longest := 0
	for _, c := range m.bank.categories {
		for i := range c.Questions {
			q := &c.Questions[i]
			if n := q.topicIn(m.words); n > longest && (m.q == nil || m.q.ID != q.ID) {
				longest, m.wanted = n, q
			}
		}
	}
	return m.wanted != nil
}

// another is a question on the same topic that is not behind, or the same where all
// are.
func (v *interviewer) another(s *InterviewState, id string) string {
	topic, open := v.bank().questions[id].Topic.In(s.Language), v.open(s)
	for _, c := range v.bank().categories {
		for i := range c.Questions {
			if q := &c.Questions[i]; q.Topic.In(s.Language) == topic && !s.asked(q.ID) && q != open {
				return q.ID
			}
		}
	}
	return id
}

// topicIn is how long the question's topic is that a text names, 0 for none.
func (q *Question) topicIn(said string) (longest int) {
	for _, language := range texts.Languages() {
		name := korean.Words(q.Topic.In(language))
		if at := strings.Index(said, name); at >= 0 && len(name) >= 2 && (at == 0 || said[at-1] == ' ') {
			longest = max(longest, len(name))
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
