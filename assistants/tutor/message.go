package tutor

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/scoring"
)

// message is a text as acts are looked for in it, and where it is said.
type message struct {
	whole  string // as it came
	text   string // its beginning, as acts are looked for in it
	words  string // folded, without punctuation
	said   string // without spaces too
	shared []dialog.Act
	asks   bool
	laughs bool
	short  bool // can be an act
	// meaning is what the message resembles, of what can be meant here; guessed
	// tells that nothing else was found.
	meaning dialog.Meaning
	guessed bool
	// contents tells that besides a level it is asked what the course holds.
	contents bool

	course *course
	at     place
	q      *Question // the newest one
	last   *Finding  // the answer that it stands behind, if it does
}

const (
	// maxCommand is how much of a message is looked at for acts, in characters;
	// what is longer can only be an answer.
	maxCommand = 500
	// shortCommand is how long an act can be, in syllables, and where an answer
	// may be written.
	shortCommand, shortInAnswer = 40, 30
	// shortest is how long what tells of a situation is at least.
	shortest = 8
	// What shares of its meaning a message mostly and hardly means, and from which on what
	// looks like an answer is talk.
	mostly, hardly, talkative = 0.5, 0.05, 0.4
	// maxWork bounds the line of work that an example is wanted for.
	maxWork = 30
)

func newMessage(c *course, text string, at place, q *Question) *message {
	whole := text
	text = korean.Spoken(cut.Runes(text, maxCommand))
	m := &message{whole: whole, text: text, laughs: phrases.Has(whole, "laughs"), words: korean.Words(text), said: korean.Plain(text), course: c, at: at, q: q}
	m.asks = korean.CountLetters(text) >= 2 && (korean.Asks(text) || strings.Contains(m.words, " ") && korean.EndsAsking(text) || m.has("asks"))
	for _, said := range dialog.Acts(text) {
		if said.Act != dialog.Ask {
			m.shared = append(m.shared, said.Act)
		}
	}
	m.short = m.length() <= shortCommand
	if m.writes() {
		m.short = m.length() <= shortInAnswer && (m.requests() || !q.earns(whole)) || q.askedBack(text)
	}
	if at == atLevel { // a level is chosen, which phrases read
		examples.Prepare()
		return m
	}
	m.resemble()
	m.short = m.short || m.talks()
	if at == atQuiz && m.has("thinking") { // who thinks it over wants no hint
		m.meaning = dialog.Meaning{Label: intentAtLoss, Sure: 1}
	}
	return m
}

// kinds are the kinds of questions by the labels of who wants them.
var kinds = map[string]string{"choose_written": Subjective, "choose_multiple": MultipleChoice}

// meant is the intent of a label at a place: what has nothing to do with the course
// is a question that it does not answer, either kind of question is a choice, and
// why a choice is wrong can't be told before it is made.
func meant(label string, at place) string {
	switch {
	case label == "off_topic":
		return intentQuestion
	case kinds[label] != "":
		return intentType
	case label == "why" && at == atQuiz:
		return intentAskForAnswer
	case label == intentSkip && at == atTheory: // the explanation
		return intentNext
	}
	return label
}

// talk are the labels of messages that want nothing, or nothing certain.
var talk = []string{"small_talk", "thanks", intentGreeting, "help"}

// means tells whether an intent is meant that phrases say or don't: what the
// message resembles decides where that is sure, or nothing else was found.
func (m *message) means(intent string, said bool) bool {
	if said && slices.Contains(talk, m.meaning.Label) {
		return true // "I'm hungry, back later" is more than talk
	}
	if m.guessed || m.meaning.Sure >= dialog.Confident {
		return meant(m.meaning.Label, m.at) == intent || said && !examples.Has(intent)
	}
	return said && (intent == intentQuestion || !m.outvoted(intent)) // how it ends tells a question
}

// outvoted tells that a message hardly resembles what phrases find in it, and another thing
// that they find too, or more than all else.
func (m *message) outvoted(intent string) bool {
	least := mostly
	if m.has("act." + m.meaning.Label) {
		least = dialog.Likely
	}
	return examples.Has(intent) && meant(m.meaning.Label, m.at) != intent && m.meaning.Sure >= least && m.meaning.Shares[intent] < hardly
}

// writes tells that an answer in own words is waited for.
func (m *message) writes() bool { return m.at == atQuiz && m.q != nil && m.q.Type == Subjective }

// requests tells whether a short message can only be a wish: a written
// answer may well hold words like "summary" or "course".
func (m *message) requests() bool {
	n := m.length()
	return n <= 6 || m.asks && (n <= 12 || m.has("question.wh")) || n <= 24 && m.has("request")
}

// earns tells whether the rubric finds something in a text.
func (q *Question) earns(text string) bool { return q.marking().Earns(text, q.given()...) }

// askedBack tells whether a text is one sentence that asks, which states nothing to be
// marked; a copy of the question is no question of the learner's, and neither is an answer
// that would pass, put to be agreed to.
func (q *Question) askedBack(text string) bool {
	if asks := korean.Asks(text) || korean.EndsAsking(text); !asks || len(korean.Sentences(text)) > 1 || strings.TrimSpace(scoring.Own(text, q.given()...)) == "" {
		return false
	}
	return phrases.Has(korean.Words(text), "question.wh") || q.marking().Mark(text, q.given()...).Score < passScore
}

// talks tells that where an answer is written one sentence resembles talk or a wish, and
// the rubric finds nothing in it; a copy of the question is neither.
func (m *message) talks() bool {
	return m.writes() && m.meaning.Sure >= talkative && !slices.Contains(stated, m.meaning.Label) && len(korean.Sentences(m.text)) == 1 &&
		!m.q.earns(m.whole) && strings.TrimSpace(scoring.Own(m.text, m.q.given()...)) != ""
}

// stated are labels that statements of facts resemble, which written answers are.
var stated = []string{intentQuestion, "off_topic", "dispute", intentTentative, intentGreeting}

// length is in syllables.
func (m *message) length() int { return korean.Syllables(m.words) }

func (m *message) has(key string) bool { return phrases.Has(m.words, key) }

// topic tells whether the message names a word of the glossary besides "AI".
func (m *message) topic() bool {
	return slices.ContainsFunc(m.course.glossary.find(m.text), func(t *term) bool { return t.ID != "ai" })
}

// teaching reads a wish for another explanation: of the chapter, or of a word
// that is named, which is a question.
func teaching(a *act, m *message) (Turn, bool) {
	t, ok := says(a, m)
	if !ok {
		return t, false
	}
	told := m.course.likeliest(m.text, nil, likely) // in a subject, whose words speak of no lesson
	switch {
	case a.intent == intentAtLoss && m.at == atTheory && m.has("act.onward"):
		t.Intent = intentNext // "모르겠어요 넘어가요"
	case m.topic(), m.at != atQuiz && told != nil && m.course.chapter(told.Chapter).Subject != nil, a.intent != intentAtLoss && m.asks && (m.at == atLevel || m.has("manner")):
		t.Intent = intentQuestion
	default:
		t.Lines, _ = korean.ParseCount(phrases.Named(m.words, "lines")["n"])
		t.Work = cut.Runes(phrases.Named(m.text, "work")["work"], maxWork)
	}
	return t, true
}

// readAgain reads a wish to hear it once more; with a question open that is
// the question.
func readAgain(a *act, m *message) (Turn, bool) {
	t, ok := teaching(a, m)
	if !ok && m.at != atFeedback && m.short && slices.Contains(m.shared, dialog.Again) && !m.topic() {
		ok = true
	}
	if ok && m.at == atQuiz && t.Intent == "" {
		t.Intent = intentQuestionAgain
	}
	return t, ok
}

// readNext reads assent and the wish to go on; assent is short ("yes, but …"
// is more than that). Who goes on from an open question leaves it.
func readNext(_ *act, m *message) (t Turn, ok bool) {
	if m.at == atQuiz && m.has("act.onward") {
		t.Intent = intentSkip
	}
	assents := m.length() <= 16 && slices.Contains(m.shared, dialog.Confirm)
	said := m.has("act.propose") || !m.asks && (assents || m.length() <= 24 && m.has("act.go_on"))
	return t, m.short && m.means(intentNext, said) && (m.has("act.propose") || !m.has("question.wh"))
}

func readQuestion(_ *act, m *message) (Turn, bool) {
	if m.writes() && !m.short {
		return Turn{}, false
	}
	said := m.asks || m.at != atLevel && m.course.glossary.isTerm(m.said)
	return Turn{}, m.means(intentQuestion, said) && (m.asks || !m.writes() || m.requests())
}

// readOwnText reads a text that is sent for marking where no question is open.
func readOwnText(_ *act, m *message) (Turn, bool) {
	return Turn{}, !(m.short && m.asks) && phrases.Has(korean.Words(m.whole), "act.own_text")
}

// readTitle reads the title of an answer, as it is named where one may be meant.
func readTitle(_ *act, m *message) (Turn, bool) { return Turn{}, m.course.titled(m.whole) != nil }

// readFollowing reads what goes on with the answer before and names nothing else: what
// would be of the lesson is of that.
func readFollowing(_ *act, m *message) (Turn, bool) {
	longest := shortCommand / 2
	if m.has("example_of") {
		longest = shortCommand
	}
	if m.last == nil || m.length() > longest || m.topic() || m.has("marks") || named(m.text) > 0 || m.at != atLevel && len(byNumber(korean.Fold(m.text))) > 0 {
		return Turn{}, false
	}
	for _, aspect := range aspects {
		if m.has("aspect."+aspect) || m.has("act."+aspect) {
			return Turn{Aspect: aspect}, true
		}
	}
	return Turn{}, false
}

// readSituation reads what learners tell of their own work with AI, for which the course
// has an answer: "my document is too long" complains of no lesson.
func readSituation(_ *act, m *message) (Turn, bool) {
	ofMarks := m.at == atFeedback && m.meaning.Label == "why" && m.has("act.why") // as both tell
	sure := m.meaning.Sure >= dialog.Confident || ofMarks && m.meaning.Sure >= dialog.Likely
	switch {
	case m.length() < shortest, m.has("request"), m.writes(), sure && meant(m.meaning.Label, m.at) != intentQuestion:
		return Turn{}, false
	}
	if m.at == atQuiz {
		if t, _ := readAnswer(nil, m); t.Choice > 0 { // surely, or perhaps
			return Turn{}, false
		}
	}
	return Turn{}, m.course.likeliest(m.text, nil, likelySaid) != nil
}

// readAnswered reads what is put as no question, and answered all the same.
func readAnswered(_ *act, m *message) (Turn, bool) {
	in := asking{language: texts.Languages()[0]}
	near, _, _ := m.course.near(m.text, in)
	tries := m.last != nil && (m.guessed || m.meaning.Sure < dialog.Likely) && (len(m.course.asked.Subjects(m.text)) > 1 || tellsBack(m.text))
	return Turn{}, m.course.alone(m.text, in).Finding.Found || m.at != atQuiz && (len(near) > 0 || tries)
}

// readProse reads what is left as a written answer.
func readProse(_ *act, m *message) (Turn, bool) {
	return Turn{}, m.writes() && korean.CountLetters(m.text) >= 6 && !m.talks()
}

// readAskForAnswer reads the wish to be told the answer, which who gives one has
// not ("답 삼번").
func readAskForAnswer(a *act, m *message) (Turn, bool) {
	if t, ok := says(a, m); !ok || m.writes() {
		return t, ok
	}
	t, _ := readAnswer(a, m)
	if m.has("act.at_a_loss") && t.Intent != intentAnswer {
		return Turn{Intent: intentGiveUp}, true // who does not know and wants it told
	}
	return Turn{}, t.Intent != intentAnswer
}

// readStop reads a wish to stop and nothing else: what another sentence wants is done. A
// single word that may mean it does only where it is nearly all that is said.
func readStop(a *act, m *message) (Turn, bool) {
	t, ok := says(a, m)
	stops := func(said string) bool { return phrases.Has(said, "act.stop") }
	if !ok || m.meaning.Sure < dialog.Confident && !stops(m.words) && m.length() > maxBare/2 {
		return Turn{}, false
	}
	return t, !slices.ContainsFunc(korean.Sentences(m.text), func(sentence string) bool {
		said := korean.Words(sentence)
		return !stops(said) && slices.ContainsFunc(wanted, func(key string) bool { return phrases.Has(said, "act."+key) })
	})
}

// wanted are wishes that a lesson goes on with.
var wanted = []string{intentQuiz, intentHint, "example", "summary", "easier", "explain_again"}

// readBack reads the wish to see the explanation once more that the question
// rests on: its chapter begins anew.
func readBack(a *act, m *message) (Turn, bool) {
	_, ok := says(a, m)
	if !ok || m.q == nil {
		return Turn{}, false
	}
	return Turn{Intent: intentChapter, Chapter: m.q.Chapter}, true
}

// readSmall reads what is only talk; so is laughter behind nothing else.
func readSmall(a *act, m *message) (Turn, bool) {
	t, ok := says(a, m)
	return t, (ok || m.short && m.laughs) && (m.last == nil || !tellsBack(m.text))
}

// readType reads which kind of question is wanted ("글로 쓰는 걸로", not
// "객관식 말고"); of both it is the one named last.
func readType(_ *act, m *message) (Turn, bool) {
	if !m.short || m.asks {
		return Turn{}, false
	}
	named, last := "", -1
	for _, kind := range []string{MultipleChoice, Subjective} {
		start, end, ok := phrases.Find(m.text, "type."+kind)
		if ok && start > last && !dialog.Denies(m.text[end:]) && !phrases.Has(m.text[:start], "type.not") {
			named, last = kind, start
		}
	}
	if named != "" {
		return Turn{QuestionType: named}, true
	}
	return Turn{QuestionType: kinds[m.meaning.Label]}, m.means(intentType, false)
}

// ofAChoice are acts that only what names a choice is, which readAnswer reads.
func ofAChoice(*act, *message) (Turn, bool) { return Turn{}, false }

// readChapter reads a wish to go to a chapter, and not to so many sheets of
// paper.
func readChapter(_ *act, m *message) (Turn, bool) {
	said := korean.Fold(m.text)
	if start, end, ok := phrases.Find(said, "chapter.number"); ok && dialog.Denies(said[end:]) {
		said = said[:start] + said[end:] // which one it is not
	}
	found := phrases.Match(said, "chapter.number")
	sure := m.meaning.Sure >= dialog.Confident && m.means(intentChapter, false)
	if found == nil && m.short && (sure || !m.asks && m.has("chapter.unit") && m.has("chapter.go")) {
		n := m.course.wished(said) // "the chapter on prompts"; which there are is told where it names none
		if n > 0 || sure && !m.asks {
			return Turn{Chapter: n}, true
		}
	}
	if found == nil || !m.short || m.asks && !m.has("chapter.may") || korean.CountLetters(m.text) > 3 && !m.has("chapter.go") && !m.has("chapter.may") {
		return Turn{}, false
	}
	n, err := strconv.Atoi(cmp.Or(found[1:]...))
	t, kind := readType(nil, m)
	if t.Chapter = n; n <= len(m.course.chapters) && (kind || m.has("act.quiz")) { // a question there
		t.Intent = map[bool]string{true: intentType, false: intentQuiz}[kind]
	}
	return t, err == nil
}

// readWhy reads a question for the reason of the marks, or of one choice.
func readWhy(a *act, m *message) (Turn, bool) {
	t, ok := says(a, m)
	if n := byNumber(korean.Fold(m.text)); len(n) > 0 && m.q != nil && n[0] >= 1 && n[0] <= len(m.q.Choices) {
		t.Choice = n[0]
	}
	return t, ok || t.Choice > 0 && m.short && m.has("act.why") // whatever else the message resembles
}

// readMarks reads what is asked of the marks that were given just now.
func readMarks(a *act, m *message) (Turn, bool) {
	t, ok := readOffered(a, m)
	return t, ok && !m.has("overall")
}

// readLate reads an answer to a question that is marked already.
func readLate(a *act, m *message) (Turn, bool) {
	t, ok := says(a, m)
	if ok || m.q == nil || m.q.Type != MultipleChoice || m.asks || !m.short {
		return t, ok
	}
	t = readChoice(m.text, in(texts.Languages()[0], m.q.Choices))
	return Turn{Choice: t.Choice}, t.Intent == intentAnswer
}
