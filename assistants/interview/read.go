package interview

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/korean"
)

// besideAnswers is what can be wanted in the same message as an answer.
var besideAnswers = []string{intentEnd, intentPause, intentProgress, intentWhy, intentDispute, intentReport, intentVerdict, intentCounts, intentEasier, intentHarder, intentFeedback, intentPrivacy, intentErase, intentAbout}

// read finds out what a message wants. What its last sentence wants goes beside an
// answer before it, and before words that are none.
func (b *bank) read(text string, at place, q *Question) Turn {
	t, sentences := b.readWhole(text, at, q), korean.Sentences(text)
	if cuts := phrases.FindAll(text, "ends_politely"); len(sentences) == 1 && len(cuts) > 0 { // nobody has to type full stops
		cut := cuts[len(cuts)-1][1]
		sentences = []string{text[:cut], text[cut:]}
	}
	n := len(sentences) - 1
	if q == nil || n < 1 || t.Intent != intentAnswer && !slices.Contains(besideAnswers, t.Intent) {
		return t
	}
	front, m := strings.Join(sentences[:n], " "), b.message(sentences[n], at, q)
	last := b.readWhole(m.text, at, q)
	beside := slices.Contains(besideAnswers, last.Intent)
	switch asked := m.asks || m.has("request") || beside && m.length() <= certainCommand; {
	case !asked || slices.Contains([]string{intentAtLoss, intentUnclear, intentClarify}, last.Intent):
	case !q.answeredBy(front) && korean.CountLetters(front) <= shortCommand: // what is longer may answer in other words
		if t.Intent == intentAnswer && beside { // any other question belongs to what is said: "what would you do?"
			return last
		}
	case slices.Contains(costly, last.Intent) && (q.Cat == behavioural || !q.earns(front)) && korean.CountLetters(front) <= shortCommand: // an aside
	case beside && b.readWhole(front, at, q).Intent == intentAnswer:
		last.Answer, last.Beside = front, m.text
		return last
	}
	return t
}

// readWhole reads a message that wants one thing.
func (b *bank) readWhole(text string, at place, q *Question) (t Turn) {
	m := b.message(text, at, q)
	if at != atQuestion {
		examples.Prepare()
	}
	for _, a := range acts() {
		if len(a.at) > 0 && !slices.Contains(a.at, at) {
			continue
		}
		read := a.readFunc
		if read == nil {
			read = func(m *message) bool { return m.says(&a) }
		}
		if read(m) {
			m.weak = a.weak
			intent := m.meant(a.intent)
			// Examples tell that a field is wished for, not which.
			if intent == intentField && !m.namesPlan() && m.at == atQuestion && m.count() > 0 {
				intent = intentNumber
			}
			return m.turn(intent)
		}
	}
	return t
}

// turn is what the run is to do: how many questions are wanted tells only who speaks
// of the interview.
func (m *message) turn(intent string) Turn {
	t := Turn{Intent: intent}
	if intent == intentField || intent == intentLevel || m.at != atQuestion {
		t.Wish = m.wish()
	}
	if intent == intentField || intent == intentTopic {
		t.Plan = m.plan
	}
	if slices.Contains([]string{intentField, intentBegin, intentTopic, intentNumber}, intent) || m.at != atQuestion {
		t.Count = m.count()
		if n := m.more(); n > 0 && intent == intentNumber {
			t.Count, t.More = n, true
		}
	}
	if intent == intentModel && m.wanted == nil {
		m.wishFor(m.words) // a question that is spoken of by its topic
		t.Topics = m.wanted
	}
	if intent == intentTopic || intent == intentHasTopic || intent == intentField {
		t.Avoid = append(m.avoided, m.leftOut()...)
	}
	if intent == intentTopic || intent == intentHasTopic {
		t.Topics, t.Focus = m.wanted, m.wanted != nil && m.has("focus_wish")
		if t.Plan == "" && intent == intentTopic && m.at != atQuestion && m.wanted != nil {
			t.Plan = m.bank.planOf(m.wanted)
			t.Focus = t.Focus || len(m.bank.plan(t.Plan).Quotas) > 1 // else most are on other things
		}
	}
	return t
}

func (b *bank) message(text string, at place, q *Question) *message {
	whole := text
	text = cut.Runes(text, maxCommand)
	m := &message{text: text, words: korean.Words(strings.TrimRight(text, "ㅋㅎㅠㅜ~^;. ")), at: at, bank: b, q: q}
	m.asks = korean.CountLetters(text) >= 2 && (korean.Asks(text) || korean.EndsAsking(text) || m.has("asks"))
	for _, said := range dialog.Acts(text) {
		if said.Act != dialog.Ask {
			m.shared = append(m.shared, said.Act)
		}
	}
	n := m.length()
	m.short = n <= shortCommand && (q == nil || n <= certainCommand || m.asks && (m.has("asks") || !m.has("asserts")) || m.has("request") || !q.earns(whole))
	return m
}

// earns tells whether a text holds something of the question's answer.
func (q *Question) earns(text string) bool { return q.rubric.Earns(substance(text), q.given()...) }

// answeredBy tells that a text answers, be it by a deed that no rubric knows.
func (q *Question) answeredBy(text string) bool {
	return q.earns(text) || q.Cat == behavioural && phrases.Has(text, "deed")
}

// length is in syllables.
func (m *message) length() int { return korean.Syllables(m.words) }

func (m *message) has(key string) bool { return phrases.Has(m.words, key) }

// wishes tells that phrases are said for a wish: in few words, of which none answer.
func (m *message) wishes(key string) bool { return m.short && m.has(key) && !m.q.earns(m.text) }

func (m *message) says(a *act) bool {
	if a.wish && m.q != nil && !m.asks && !m.has("request") && m.length() > certainCommand {
		return false
	}
	at := phrases.FindAll(m.words, "act."+a.intent)
	told := len(at) > 0 && !dialog.Denies(m.words[at[len(at)-1][1]:]) // "no hint, but the marks"
	return (m.short || a.whole) && (told || a.shared != "" && m.length() <= shortCommand/2 && slices.Contains(m.shared, a.shared))
}

// wish is how a message that begins an interview shifts its questions.
func (m *message) wish() float64 {
	switch {
	case m.at == atReview:
	case m.has("act."+intentHarder) || m.has("level.senior"):
		return wishStep
	case m.has("act."+intentEasier) || m.has("level.junior"):
		return -wishStep
	}
	return 0
}

// shifts is a wish for easier or harder questions, which a question about them is
// not, and which another field goes before.
func (m *message) shifts(intent string) bool {
	return m.short && m.has("act."+intent) && (!m.asks || m.has("request") || m.has("asks_whether") || m.has("asks_for")) && !m.field()
}

// english is a wish for English; who names a field in it is understood already.
func (m *message) english() bool {
	return m.short && m.has("act."+intentEnglish) && !(m.at == atGreeting && m.namesPlan() && !strings.ContainsFunc(m.text, korean.IsHangul))
}

// personal is a message that told personal data, which is masked now, and
// nothing of an answer.
func (m *message) personal() bool {
	return masked(m.text) && (m.q == nil || !m.q.earns(m.text))
}

// masked tells whether something was masked in a text.
func masked(text string) bool {
	return strings.Contains(text, guard.Hidden) || strings.Contains(text, "-****")
}

// disputes is an objection to marks, or the wish to have them looked at again. It says
// anew what was answered, so that to earn something makes it no answer.
func (m *message) disputes() bool {
	if m.at == atGreeting || m.length() > 3*shortCommand {
		return false
	}
	blames := m.asks || phrases.HasAny(m.words, "interview_word", "blame")
	told := m.has("said_so") && m.has("counted") && (m.q == nil || m.q.Cat != behavioural)
	return blames && told || m.has("act.dispute") && (m.q == nil || blames || !m.q.earns(m.text))
}

// organises is a wish of who has others interviewed.
func (m *message) organises() bool {
	return m.q == nil && m.at == atGreeting && m.has("others") && (m.asks || m.has("request")) || m.has("act.organiser") && (m.q == nil || m.short)
}

// why asks for the reason of marks, and is no answer with "why" in it.
func (m *message) why() bool {
	return m.length() <= shortCommand && m.has("marks_told") || m.short && (m.has("act.why") || m.asks && m.at != atGreeting && m.length() <= 12 && slices.Contains(m.shared, dialog.Why))
}

// likes is praise, or thanks with praise, which an answer's words are no part of.
func (m *message) likes() bool {
	praises := m.has("act.positive") || phrases.Has(m.text, "picture.praise") // which words have none of
	return praises && (m.short || m.length() <= shortCommand && slices.Contains(m.shared, dialog.Thanks))
}

// lost tells that nothing is known. "I am not sure, but …" is an answer, and so is
// what earns something, however modestly it is said.
func (m *message) lost() bool {
	return m.short && m.has("act.at_a_loss") && !m.has("hedged") && !m.q.earns(m.text) || m.has("nothing_known")
}

// offTopic is a request for something else than the interview.
func (m *message) offTopic() bool {
	return m.short && m.has("act.off_topic") && (m.asks || m.has("request") || m.length() <= 12)
}

// asksBack is a question to the interviewer about the one that is open; who tells
// what they did asks nothing.
func (m *message) asksBack() bool {
	return m.strays() && !phrases.Has(m.text, "deed") && (m.has("points_back") || m.q.touches(m.text))
}

// strays is a question that is no part of an answer.
func (m *message) strays() bool {
	return m.short && m.asks && !m.has("rhetoric") && !m.q.earns(m.text)
}

// behavioural is the category of what candidates did: to tell of something done is
// an answer there, whatever its words.
const behavioural = "behavioural"

// answers is whatever else says something while a question is open; lone jamo
// (ㅋㅋㅋ) say nothing.
func (m *message) answers() bool {
	return korean.CountLetters(strings.Map(func(r rune) rune {
		if r >= 'ㄱ' && r <= 'ㅣ' {
			return -1
		}
		return r
	}, m.text)) >= 2
}
