package tutor

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// choiceReading is what a message says about the choices of a question.
type choiceReading int

const (
	choiceNone    choiceReading = iota // nothing
	choiceOne                          // one of them
	choiceBeyond                       // a number that none of them has
	choiceSeveral                      // more than one
)

// readChoice finds the choice, from 1, that a message means: by number ("2",
// ②), by letter, by ordinal or by its text.
func readChoice(message string, choices []string) (int, choiceReading) {
	if strings.ContainsAny(message, "?？") {
		return 0, choiceNone
	}
	if n := byText(message, choices); n > 0 {
		return n, choiceOne
	}
	folded := strings.TrimSpace(korean.Fold(message))
	numbers := slices.Concat(byNumber(folded), byLetter(folded), byOrdinal(folded, len(choices)))
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	switch {
	case len(numbers) > 1:
		return 0, choiceSeveral
	case len(numbers) == 1 && (numbers[0] < 1 || numbers[0] > len(choices)):
		return 0, choiceBeyond
	case len(numbers) == 1:
		return numbers[0], choiceOne
	}
	if n := closest(message, choices); n > 0 {
		return n, choiceOne
	}
	return 0, choiceNone
}

// byText finds the only choice that the message quotes, in whole or in a
// part that can't be a number or a single word like "AI".
func byText(message string, choices []string) int {
	said := korean.Plain(message)
	length := utf8.RuneCountInString(said)
	mixed := length >= 2 && strings.ContainsAny(said, "0123456789") && korean.CountLetters(said) > 0
	if !mixed && length < 4 {
		return 0
	}
	found := 0
	for i, c := range choices {
		option := korean.Plain(c)
		if strings.Contains(option, said) || strings.Contains(said, option) {
			if found > 0 {
				return 0
			}
			found = i + 1
		}
	}
	return found
}

// byNumber lists the numbers that can mean a choice, less those denied.
func byNumber(text string) []int {
	not := map[string]bool{}
	for _, at := range phrases.FindAll(text, "choice.denied") {
		not[phrases.Match(text[at[0]:at[1]], "choice.denied")[1]] = true
	}
	prose := korean.CountLetters(text) > 12
	var list []int
	for _, at := range phrases.FindAll(text, "choice.number") {
		m := phrases.Match(text[at[0]:at[1]], "choice.number")
		number, unit := m[1], m[2]
		counted := unit != "" && !phrases.Has(unit, "choice.unit")
		if not[number] || counted || prose && !phrases.Has(unit, "choice.counter") {
			continue
		}
		n, err := strconv.Atoi(number)
		if err != nil {
			n = -1
		}
		list = append(list, n)
	}
	return list
}

// byLetter reads a message that is one letter of an alphabet: A, b).
func byLetter(text string) []int {
	m := phrases.Match(text, "choice.letter")
	if m == nil {
		return nil
	}
	letter := strings.Join(m[1:], "")
	for _, row := range phrases.Phrases("alphabet") {
		if i := strings.Index(row.Text, letter); i >= 0 {
			return []int{utf8.RuneCountInString(row.Text[:i]) + 1}
		}
	}
	return nil
}

// byOrdinal reads ordinals in words.
func byOrdinal(text string, count int) []int {
	var list []int
	for _, key := range phrases.Under("ordinal") {
		if !phrases.Has(plainWords(text), key) {
			continue
		}
		n, err := strconv.Atoi(strings.TrimPrefix(key, "ordinal."))
		if err != nil {
			n = count
		}
		list = append(list, n)
	}
	return list
}

// closest is the choice that the message clearly resembles, 0 for none.
func closest(message string, choices []string) int {
	said := korean.Plain(message)
	if utf8.RuneCountInString(said) < 6 {
		return 0
	}
	best, second, at := 0.0, 0.0, 0
	for i, c := range choices {
		switch like := korean.Likeness(said, korean.Plain(c)); {
		case like > best:
			best, second, at = like, best, i+1
		case like > second:
			second = like
		}
	}
	if best < 0.55 || best-second < 0.15 {
		return 0
	}
	return at
}
