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
		plain := phrases.HasAny(said, "topic_wish", "focus_wish", "asks_whether")
		loosely := phrases.HasAny(said, "request", "asks_for", "avoid_wish") || !m.asks && phrases.Has(said, "topic_bare")
		loosely = loosely && (m.q == nil || !m.q.earns(sentence)) && !phrases.HasAny(said, ofAnswers...)
		if plain || loosely {
			m.wishFor(said)
		}
	}
	return m.wanted != nil || m.avoided != nil
}

// howTo is a question how one that may be asked is answered, or answers in general are.
func (m *message) howTo() bool {
	if !m.short || !m.asks && !m.has("request") || m.q != nil && m.q.earns(m.text) {
		return false
	}
	wanted, _ := m.bank.on(m.words, "", "")
	m.plain = m.has("if_asked") || m.has("how_to") && (wanted != nil || m.has("answering"))
	return m.plain
}

// ofAnswers are wishes that are of answers and marks, whatever topic they name.
var ofAnswers = []string{"behind", "act." + intentModel, "act." + intentImprove, "act." + intentWhy, "act." + intentDispute, "act." + intentProgress}

// wishFor adds the questions on what a sentence wishes for, and on what it wishes to be
// left out. What names a field is no topic by itself.
func (m *message) wishFor(said string) {
	name := ""
	if m.namesPlan() {
		name = strings.TrimSpace(m.words[len(m.before) : len(m.words)-len(m.behind)])
		if !m.bank.plan(m.plan).called(name) {
			name = "" // what else it goes by can be one ("statistics")
		}
	}
	wanted, avoided := m.bank.on(said, m.plan, name)
	for _, id := range wanted {
		if m.q == nil || m.q.ID != id {
			m.wanted = append(m.wanted, id)
		}
	}
	m.avoided = append(m.avoided, avoided...)
}

// named is a question that a text names, by which word, and whether to leave it out.
type named struct {
	id, by string
	denied bool
}

// on are the questions on what a text names but for one name, the longest name first,
// and those on what it waves aside: of a plan alone where one is named. Where the name
// of a topic holds that of another, the longer one is meant.
func (b *bank) on(said, plan, but string) (wanted, avoided []string) {
	var list []named
	spoken := b.spoken(said)
	for _, c := range b.categories {
		if plan != "" && !b.plan(plan).asks(c.Key) {
			continue
		}
		for i := range c.Questions {
			n := b.namedIn(&c.Questions[i], said)
			for _, technology := range c.Questions[i].technologies {
				if denied, ok := spoken[technology]; ok && n.by == "" {
					n.by, n.denied = " ", denied // no name of a topic holds it
				}
			}
			if n.by != "" && n.by != but {
				list = append(list, n)
			}
		}
	}
	slices.SortStableFunc(list, func(x, y named) int { return len(y.by) - len(x.by) })
	for _, n := range list {
		switch {
		case slices.ContainsFunc(list, func(o named) bool { return o.by != n.by && strings.Contains(o.by, n.by) }):
		case n.denied:
			avoided = append(avoided, n.id)
		default:
			wanted = append(wanted, n.id)
		}
	}
	return wanted, avoided
}

// wanted is the question to ask of those that were wished for: one of the field that
// is practised before others, one that was asked already where all were.
func (s *InterviewState) wanted(topics []string) string {
	fresh := func(id string) bool { return !s.asked(id) }
	pooled := func(id string) bool {
		return fresh(id) && slices.ContainsFunc(s.Task.QuestionPool, func(p PoolQuestion) bool { return p.ID == id })
	}
	if i := slices.IndexFunc(topics, pooled); i >= 0 {
		return topics[i]
	}
	return topics[max(slices.IndexFunc(topics, fresh), 0)]
}

// level tells how long the candidate has worked, where that is no answer.
func (m *message) level() bool {
	return m.length() <= shortCommand/3 && (m.has("level.junior") || m.has("level.senior")) && m.q.Cat != behavioural && !m.q.earns(m.text)
}

// spoken are the technologies that a text names, and whether it waves each aside.
func (b *bank) spoken(said string) map[string]bool {
	list := map[string]bool{}
	named := b.technologies(said)
	for _, t := range b.settings.Technologies {
		if !slices.Contains(named, t.Name) {
			continue
		}
		for _, w := range t.Words {
			if at := strings.Index(said, w); at >= 0 {
				list[t.Name] = avoided(said[:at], said[at+len(w):])
			}
		}
	}
	return list
}

// avoided tells whether a text leaves out what stands between two parts of it.
func avoided(before, behind string) bool {
	return dialog.Denies(behind) || phrases.Has(behind, "avoided.behind") || phrases.Has(before, "avoided.before")
}

// namedIn is where a text names the question by its topic or a word of it, the
// longest.
func (b *bank) namedIn(q *Question, said string) named {
	n := named{id: q.ID}
	names := slices.Clone(q.Called)
	for _, language := range texts.Languages() {
		name := korean.Words(q.Topic.In(language))
		names = append(names, append(strings.Fields(name), name)...)
	}
	for _, part := range names {
		at := strings.Index(said, part)
		if at >= 0 && len(part) > len(n.by) && len(part) >= 2 && (at == 0 || said[at-1] == ' ') && !phrases.Has(part, "topic_level") && !b.within(said, at, at+len(part)) {
			n.by, n.denied = part, avoided(said[:at], said[at+len(part):])
		}
	}
	return n
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
		if name := v.bank().namedIn(q, said).by; name != "" {
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
	list, c := s.answeredQuestions(), s.Task.CurrentQuestion
	if len(list) == 0 || s.Turn.Intent == intentDispute && c != nil && c.FollowUp != "" { // what was found in its answer was told last
		return nil
	}
	return list[len(list)-1]
}

// hits counts the words of a text that stand in another, whatever their endings;
// words that any answer or any talk of an interview holds are none.
func hits(text, own string) (n int) {
	folded := " " + korean.Words(own)
	for word := range strings.FieldsSeq(text) {
		start, letters := word, []rune(word)
		if korean.BeginsHangul(word) {
			start = " " + string(letters[:min(len(letters), 2)])
		}
		long := len(letters) >= minTouch || start != word && len(letters) >= 2
		// Whether it is there is cheaper to tell than whether it counts.
		if long && strings.Contains(folded, start) && !phrases.HasAny(word, "frame", "interview_word", "question_word") {
			n++
		}
	}
	return n
}
