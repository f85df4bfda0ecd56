package tutor

import (
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// What a message can want.
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
	said  string // plain
	short bool   // can be a command
}

// shortCommand is how long a command can be, in characters.
const shortCommand = 30

// maxCommand is how much of a message is looked at for commands, choices
// and questions, in characters; what is longer can only be an answer.
const maxCommand = 500

func newMessage(text string) message {
	text = cut(text, maxCommand)
	m := message{text: text, said: korean.Plain(text)}
	m.short = utf8.RuneCountInString(m.said) <= shortCommand
	return m
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
	if n := byText(m.text, q.Choices); n > 0 && !m.asks() {
		return Turn{Intent: intentAnswer, Choice: n}
	}
	if t, ok := m.quizCommand(); ok {
		return t
	}
	if q.Type == MultipleChoice {
		switch n, found := readChoice(m.text, q.Choices); found {
		case choiceOne:
			return Turn{Intent: intentAnswer, Choice: n}
		case choiceBeyond:
			return Turn{Intent: intentBeyond}
		case choiceSeveral:
			return Turn{Intent: intentSeveral}
		case choiceNone:
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
