package tutor

import (
	"regexp"
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
// "2번", ②), by letter, by ordinal or by its text.
func readChoice(message string, choices []string) (int, choiceReading) {
	if strings.ContainsAny(message, "?？") {
		return 0, choiceNone
	}
	if n := byText(message, choices); n > 0 {
		return n, choiceOne
	}
	numbers := slices.Concat(byNumber(message), byLetter(message), byOrdinal(message, len(choices)))
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
	return closest(message, choices), reading(closest(message, choices))
}

func reading(n int) choiceReading {
	if n > 0 {
		return choiceOne
	}
	return choiceNone
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

var (
	// A number that counts something else ("3시간", "5줄") is no choice.
	numberPattern = regexp.MustCompile(`(-?\d+)\s*(번째|번|[가-힣a-z%.]?)`)
	letterPattern = regexp.MustCompile(`^(?:정답은|답은|정답|답|option|choice|answer|the answer is|it is|it's)?[\s:(]*([a-h가나다라마ㄱㄴㄷㄹㅁ])(?:번|[).])?\s*(?:입니다|이에요|예요|이요|요|같아요|일까요)?[.!~\s]*$`)
	denied        = regexp.MustCompile(`(\d+)\s*번?\s*(?:은|는|이|가|도)?\s*(?:아니|아닌|아닙|빼고|말고)`)
)

// byNumber lists the numbers that can mean a choice, less those denied.
func byNumber(message string) []int {
	text := korean.Fold(message)
	not := map[string]bool{}
	for _, m := range denied.FindAllStringSubmatch(text, -1) {
		not[m[1]] = true
	}
	// In longer prose only "2번" is a choice, not any number.
	prose := korean.CountLetters(text) > 12
	var list []int
	for _, m := range numberPattern.FindAllStringSubmatch(text, -1) {
		if not[m[1]] || !slices.Contains([]string{"", ".", "번", "번째", "이", "입", "요", "으", "로", "같", "가", "은", "는", "와", "과", "랑", "하", "or", "a", "i"}, m[2]) {
			continue
		}
		if prose && !strings.HasPrefix(m[2], "번") {
			continue
		}
		n, err := strconv.Atoi(m[1])
		if err != nil {
			n = -1
		}
		list = append(list, n)
	}
	return list
}

// byLetter reads a message that is one letter: A, b), 다번, ㄴ.
func byLetter(message string) []int {
	m := letterPattern.FindStringSubmatch(strings.TrimSpace(korean.Fold(message)))
	if m == nil {
		return nil
	}
	for _, row := range [][]string{
		{"a", "b", "c", "d", "e", "f", "g", "h"},
		{"가", "나", "다", "라", "마"},
		{"ㄱ", "ㄴ", "ㄷ", "ㄹ", "ㅁ"},
	} {
		if i := slices.Index(row, m[1]); i >= 0 {
			return []int{i + 1}
		}
	}
	return nil
}

// byOrdinal reads ordinals in words.
func byOrdinal(message string, count int) []int {
	said := korean.Plain(message)
	var list []int
	for i, names := range [][]string{
		{"첫번째", "첫째", "첫번", "first", "일번"},
		{"두번째", "둘째", "second"},
		{"세번째", "셋째", "third", "삼번"},
		{"네번째", "넷째", "fourth", "사번"},
	} {
		if containsAny(said, names...) {
			list = append(list, i+1)
		}
	}
	// "이번" is also "this time", so it has to stand alone.
	if slices.Contains([]string{"이번", "이번이요", "이번요", "이번입니다"}, said) {
		list = append(list, 2)
	}
	if containsAny(said, "다섯번째", "fifth") {
		list = append(list, 5)
	}
	if containsAny(said, "마지막", "맨끝", "lastone", "thelast") {
		list = append(list, count)
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
