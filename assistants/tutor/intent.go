package tutor

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// What a message can want. Those of commands and courtesies are the keys of
// their phrases.
const (
	intentLevel         = "choose_level"
	intentNext          = "go_on"
	intentQuiz          = "quiz"
	intentAnswer        = "answer"
	intentGiveUp        = "give_up"
	intentHint          = "hint"
	intentQuestion      = "question"
	intentTheoryAgain   = "explain_again"
	intentQuestionAgain = "show_question"
	intentPeek          = "ask_for_answer"
	intentBeyond        = "no_such_choice"
	intentSeveral       = "several_choices"
	intentChapter       = "choose_chapter"
	intentType          = "choose_type"
	intentKorean        = "speak_korean"
	intentEnglish       = "speak_english"
	intentProgress      = "progress"
	intentHelp          = "help"
	intentGreeting      = "greeting"
	intentThanks        = "thanks"
	intentUnclear       = "unclear"
)

// message is a text as the readers below look at it.
type message struct {
	text  string // as it came
	words string // folded, without punctuation
	said  string // without spaces too
	short bool   // can be a command
}

const (
	// shortCommand is how long a command can be, in characters.
	shortCommand = 30
	// maxCommand is how much of a message is looked at for commands, choices
	// and questions, in characters; what is longer can only be an answer.
	maxCommand = 500
)

func newMessage(text string) message {
	text = cut(text, maxCommand)
	m := message{text: text, words: plainWords(text), said: korean.Plain(text)}
	m.short = m.length() <= shortCommand
	return m
}

// plainWords is a folded text of words with one space between.
func plainWords(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if korean.InWord(r) || unicode.IsSpace(r) {
			return r
		}
		return -1
	}, korean.Fold(text))), " ")
}

func (m message) length() int { return utf8.RuneCountInString(m.said) }

func (m message) has(key string) bool { return phrases.Has(m.words, key) }

// asks tells whether the message is a question to be answered.
func (m message) asks() bool {
	return korean.CountLetters(m.text) >= 2 &&
		(strings.ContainsAny(m.text, "?？") || m.has("question.anywhere") || m.has("question.first"))
}

// requests tells whether a short message can only be a wish: a written
// answer may well hold words like "problem" or "course".
func (m message) requests() bool {
	n := m.length()
	return n <= 6 || m.asks() && n <= 12 || n <= 24 && m.has("request")
}

// read finds out what a message wants at a place; q is the open question.
func (c *course) read(text string, at place, q *Question) Turn {
	m := newMessage(text)
	if at == atQuiz {
		return c.readInQuiz(m, q)
	}
	if t, ok := m.command(at); ok {
		return t
	}
	if m.asks() || at != atLevel && c.glossary.isTerm(m.said) {
		return Turn{Intent: intentQuestion}
	}
	return Turn{Intent: m.courtesy()}
}

// readInQuiz reads a message while a question is open: what is no command
// and no question is the answer.
func (c *course) readInQuiz(m message, q *Question) Turn {
	for _, language := range texts.Languages() {
		if n := byText(m.text, in(language, q.Choices)); n > 0 && !m.asks() {
			return Turn{Intent: intentAnswer, Choice: n}
		}
	}
	if t, ok := m.quizCommand(); ok {
		return t
	}
	if q.Type == MultipleChoice {
		if t, ok := m.choice(q); ok {
			return t
		}
	}
	if q.Type == MultipleChoice || m.requests() {
		if t, ok := m.command(atQuiz); ok {
			return t
		}
	}
	long := q.Type == Subjective && !m.short
	if !long && m.asks() {
		return Turn{Intent: intentQuestion}
	}
	if q.Type == Subjective && korean.CountLetters(m.text) >= 6 && m.courtesy() == intentUnclear {
		return Turn{Intent: intentAnswer}
	}
	return Turn{Intent: m.courtesy()}
}

// choice reads which of a question's choices the message means, in whatever
// language it quotes them.
func (m message) choice(q *Question) (Turn, bool) {
	for _, language := range texts.Languages() {
		switch n, found := readChoice(m.text, in(language, q.Choices)); found {
		case choiceOne:
			return Turn{Intent: intentAnswer, Choice: n}, true
		case choiceBeyond:
			return Turn{Intent: intentBeyond}, true
		case choiceSeveral:
			return Turn{Intent: intentSeveral}, true
		case choiceNone:
		}
	}
	return Turn{}, false
}
