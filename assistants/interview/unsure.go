package interview

import (
	"slices"

	"github.com/madang-dev/madang/assistants/interview/ability"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/internal/words"
)

// unsure tells that what was taken for an answer may be none, so that whoever said
// it is asked before it is marked: more to an answer that was marked already, talk
// of the interview, a request, a complaint, or a short remark beside the question.
// Form without content is an answer, and earns nothing.
func (s *InterviewState) unsure(m *message, text string, beside bool) bool {
	q, c := m.q, s.Task.CurrentQuestion
	switch {
	case m.adds(c) && s.last() != nil, m.corrects():
		return true
	case beside && s.introduces(q, text):
		return true
	case substance(text) == "":
		return false
	case m.length() <= shortCommand && (m.asks && !m.has("rhetoric") || m.has("request") || m.has("blame")):
		return m.has("interview_word") || !q.earns(text)
	}
	if m.length() > shortCommand {
		return beside && c.FollowUp == "" && s.strays(q, text)
	}
	return beside && !q.answeredBy(text) && !q.touches(text) && (c.FollowUp == "" || m.remarks())
}

// remarks tells that what is said to a follow-up resembles no answer, and no word that
// there is nothing more.
func (m *message) remarks() bool {
	meant := examples.Read(m.text, nil)
	return !m.has("nothing_more") && meant.Label != intentAtLoss && (meant.Label != intentAnswer || meant.Sure < dialog.Confident)
}

// introduces tells that a candidate begins as interviews do, by introducing
// himself, which answers nothing of the first question.
func (s *InterviewState) introduces(open *Question, text string) bool {
	return len(s.Task.QuestionsAsked) == 0 && open.Cat != behavioural && phrases.Has(text, "introduction") && s.earning(open, text).Score < strayed
}

// earning is what the open question would earn with a text added to its answer.
func (s *InterviewState) earning(q *Question, text string) scoring.Result {
	return q.mark(s.Task.CurrentQuestion.with(text))
}

// with is the question with one answer more.
func (c CurrentQuestion) with(text string) *CurrentQuestion {
	c.Answers = append(slices.Clip(c.Answers), cut.Runes(text, maxAnswer))
	return &c
}

// touches tells whether a text has a word of the question's own: whoever speaks
// of something else has none.
func (q *Question) touches(text string) bool {
	own := []words.Text{q.Topic, q.Clarify, q.FollowUp}
	for _, p := range q.Points {
		own = append(own, p.Name)
	}
	return q.asksOf(text, own...) > 0
}

// asksOf counts the words of a text that are of what is asked, or of more about it.
func (q *Question) asksOf(text string, more ...words.Text) (n int) {
	for _, language := range texts.Languages() {
		for _, t := range append(more, q.Ask) {
			n = max(n, hits(korean.Words(text), t.In(language)))
		}
	}
	return n
}

// strayed is below which a text may have words of the key points by chance.
const strayed = 25

// strays tells that a text speaks of something else: it has no word of what is asked and
// earns next to nothing, or one by chance and earns nothing. A story has words of its
// own, and who has something wrong speaks of it.
func (s *InterviewState) strays(q *Question, text string) bool {
	marks, n := s.earning(q, text), q.asksOf(text)
	switch {
	case len(marks.Mistakes) > 0:
		return false
	case q.Cat == behavioural:
		return n == 0 && marks.Score == 0
	}
	return n == 0 && marks.Score < strayed || n == 1 && marks.Score == 0
}

// adds tells that a message goes on with an answer where the open question has none.
func (m *message) adds(c *CurrentQuestion) bool { return len(c.Answers) == 0 && m.has("addition") }

// corrects tells that a message corrects what was said before, and answers nothing.
func (m *message) corrects() bool { return m.has("correction") && !m.q.earns(m.text) }

// doubtful is how it is asked whether a text is to be marked.
func (v *interviewer) doubtful(s *InterviewState) string {
	c := s.Task.CurrentQuestion
	quote := cut.Runes(c.Unsure, maxQuote)
	q := v.open(s)
	switch m := v.bank().message(c.Unsure, atQuestion, q); {
	case m.adds(c) && s.last() != nil:
		return texts.Say(s.Language, "guide.unsure_addition", "quote", quote, "topic", v.bank().questions[s.last().ID].Topic)
	case m.corrects():
		return texts.Say(s.Language, "guide.unsure_correction")
	case s.introduces(q, c.Unsure):
		field := ""
		if m.namesPlan() && m.plan != s.Task.Plan {
			field = v.bank().plan(m.plan).Name.In(s.Language)
		}
		return texts.Say(s.Language, "guide.unsure_introduction", "field", field)
	}
	return texts.Say(s.Language, "guide.unsure", "quote", quote, "beside", s.strays(q, c.Unsure), "topic", q.Topic)
}

// answered reads a bare reply to what was asked: whether to end, or whether to mark
// what may be no answer.
func (s *InterviewState) answered(query string, q *Question, read Turn) Turn {
	held := ""
	if q != nil {
		held = s.Task.CurrentQuestion.Unsure
	}
	reply, refused := dialog.Open{}.Read(query), phrases.Named(query, "no_and")["said"]
	// "Would that change how you mark it?" wants nothing.
	marks := phrases.Has(query, "mark_it") && (!korean.Asks(query) || phrases.Has(query, "request")) || phrases.Has(query, "nothing_more")
	switch {
	case held != "" && read.Intent == intentImprove && (s.last() == nil || !phrases.HasAny(query, "behind", "overall")):
		return Turn{Intent: intentUnsure} // how it was: what was found in it is told again
	case held != "" && (reply.No && slices.Contains([]string{intentAnswer, intentUnclear, intentAtLoss, intentOffTopic, intentWhy, intentDispute}, read.Intent) || read.Intent == intentUnmark ||
		refused != "" && read.Intent == intentAnswer && !q.answeredBy(refused)):
		return Turn{Intent: intentNotMarked}
	case held != "" && (marks || reply.Yes):
		return Turn{Intent: intentAnswer, Answer: held}
	case s.Task.OfferedEnd && reply.Yes:
		return Turn{Intent: intentEnd}
	case s.Task.OfferedEnd && reply.No:
		return Turn{Intent: intentStayed}
	}
	return read
}

// unmark takes back what was heard as an answer and was none: the open question has
// none yet, or the last one is passed over.
func (s *InterviewState) unmark() {
	c, a := s.Task.CurrentQuestion, s.last()
	switch {
	case c == nil:
	case len(c.Answers) > 0:
		s.change(func(c *CurrentQuestion) { c.Answers, c.FollowUp, c.Probed = nil, "", 0 })
	case a != nil && !a.Skipped && len(a.Answers) > 0:
		s.Task.QuestionsAsked = slices.Clone(s.Task.QuestionsAsked)
		a = s.last()
		a.Skipped, a.Score, a.Points, a.WrongFacts, a.Unread = true, 0, nil, nil, nil
		e := s.estimate()
		s.Task.Ability, s.Task.CurrentDifficulty = &e, ability.Shown(s.target())
		s.Turn.Closed = true
	}
}

// unmarked tells what was taken back.
func (v *interviewer) unmarked(s *InterviewState) string {
	if s.Turn.Closed {
		return texts.Say(s.Language, "guide.unmarked", "topic", v.bank().questions[s.last().ID].Topic)
	}
	return texts.Say(s.Language, "guide.unmark")
}
