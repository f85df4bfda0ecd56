package tutor

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// quizCommand reads what only makes sense while a question is open.
func (m message) quizCommand() (Turn, bool) {
	intent := ""
	switch {
	case !m.short:
	case m.length() <= 15 && m.has("quiz.hint"):
		intent = intentHint
	case m.has("quiz.give_up"):
		intent = intentGiveUp
	case m.has("quiz.at_a_loss"), strings.ContainsAny(m.text, "?？") && m.has("quiz.guess"), m.has("answer.noun") && m.has("answer.verb"):
		intent = intentPeek
	case m.has("quiz.show_question"):
		intent = intentQuestionAgain
	}
	return Turn{Intent: intent}, intent != ""
}

// command reads what steers the lesson.
func (m message) command(at place) (Turn, bool) {
	if !m.short {
		return Turn{}, false
	}
	if key := m.first(intentKorean, intentEnglish); key != "" {
		return Turn{Intent: key}, true
	}
	if t, ok := m.level(at); ok {
		return t, true
	}
	if t, ok := m.chapter(); ok {
		return t, true
	}
	if key := m.first(intentProgress, intentHelp); key != "" {
		return Turn{Intent: key}, true
	}
	if at == atTheory && m.has("once_more") || m.first(intentTheoryAgain) != "" {
		return Turn{Intent: intentTheoryAgain}, true
	}
	if m.asks() {
		return Turn{}, false
	}
	if key := m.first(MultipleChoice, Subjective); key != "" {
		return Turn{Intent: intentType, QuestionType: key}, true
	}
	if m.first(intentQuiz) != "" {
		return Turn{Intent: intentQuiz}, true
	}
	// Assent is short: "yes, but …" is more than that.
	return Turn{Intent: intentNext}, m.length() <= 16 && m.first("assent", intentNext) != ""
}

// first is the first of the commands that the message holds.
func (m message) first(commands ...string) string {
	for _, c := range commands {
		if m.has("command." + c) {
			return c
		}
	}
	return ""
}

// level reads the choice of a level; a bare number only where it was asked.
func (m message) level(at place) (Turn, bool) {
	beginner, advanced := m.has("level.beginner"), m.has("level.advanced")
	if at == atLevel && !beginner && !advanced {
		n, _ := readChoice(m.text, make([]string, 2))
		beginner, advanced = n == 1, n == 2
	}
	switch {
	case at != atLevel && !m.has("level.change"), beginner == advanced, m.asks():
		return Turn{}, false
	case beginner:
		return Turn{Intent: intentLevel, Level: Beginner}, true
	}
	return Turn{Intent: intentLevel, Level: Advanced}, true
}

// chapter reads a wish to go to a chapter, and not to so many sheets of paper.
func (m message) chapter() (Turn, bool) {
	found := phrases.Match(korean.Fold(m.text), "chapter.number")
	if found == nil || m.asks() || korean.CountLetters(m.text) > 3 && !m.has("chapter.go") {
		return Turn{}, false
	}
	n, err := strconv.Atoi(cmp.Or(found[1:]...))
	return Turn{Intent: intentChapter, Chapter: n}, err == nil
}

// courtesy is what is left: a greeting, thanks, or nothing that is known.
func (m message) courtesy() string {
	for _, intent := range []string{intentGreeting, intentThanks} {
		if m.short && m.has("courtesy."+intent) {
			return intent
		}
	}
	return intentUnclear
}
