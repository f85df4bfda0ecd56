package tutor

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// readAnswer reads which of the open question's choices the message means, in
// whatever language it quotes them; of a written answer, that it holds
// something of the rubric.
func readAnswer(_ *act, m *message) (Turn, bool) {
	if m.q.Type != MultipleChoice {
		return Turn{}, !m.short && m.q.earns(m.text)
	}
	for _, language := range texts.Languages() {
		if t := readChoice(m.text, in(language, m.q.Choices)); t.Intent != "" {
			if t.Intent == intentAnswer && m.wavers() {
				t.Intent = intentTentative
			}
			return t, true
		}
	}
	if all := korean.Sentences(m.text); len(all) > 1 { // what is said behind a choice may doubt it
		first := readChoice(all[0], in(texts.Languages()[0], m.q.Choices))
		return Turn{Intent: intentTentative, Choice: first.Choice}, first.Choice > 0
	}
	return Turn{}, false
}

// wavers tells that more than a choice is said, and nothing in it makes up the mind.
func (m *message) wavers() bool {
	made := m.has("choice.decided") || m.has("choice.final") || m.has("choice.left")
	return !made && m.length() > maxBare && m.meaning.Label == intentTentative && m.meaning.Sure >= mostly
}

// readChoice finds the choice, from 1, that a message means: by number ("2",
// ②), by letter, by ordinal or by its text. Of several the last counts where
// the message says that it is final. It is an answer, a tentative one, several,
// or a number that no choice has; else there is no intent.
func readChoice(message string, choices []string) Turn {
	folded := strings.TrimSpace(korean.Fold(message))
	asks := strings.Contains(folded, "?")
	if n := byText(message, choices); n > 0 && !asks {
		return Turn{Intent: intentAnswer, Choice: n}
	}
	hedged := phrases.Has(folded, "choice.hedge")
	numbers := slices.Concat(byNumber(folded), byLetter(folded))
	if !hedged && phrases.Has(folded, "choice.asks") || len(numbers) == 0 && phrases.Has(folded, "choice.denied") {
		return Turn{} // something else is asked, or one is ruled out and none chosen
	}
	if len(numbers) == 0 && (korean.CountLetters(folded) <= maxOrdinal || phrases.Has(folded, "choice.ordinal")) {
		numbers = byOrdinal(folded, len(choices))
	}
	switch n := len(numbers); {
	case n > 1 && slices.Contains(numbers[:n-1], numbers[n-1]): // narrowed to it: "1 or 3, I'd say 3"
		numbers, hedged = numbers[n-1:], hedged && !phrases.Has(folded, "choice.decided")
	case n == 1 && deniedLast(folded): // what is left
		hedged = true
	}
	if left := unnamed(folded, len(choices)); len(left) == 1 && phrases.Has(folded, "choice.left") {
		numbers, hedged = left, false
	}
	if len(numbers) > 1 && (phrases.Has(folded, "choice.final") || !hedged && phrases.Has(folded, "choice.decided")) {
		numbers = numbers[len(numbers)-1:]
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	switch {
	case len(numbers) == 0:
		return resembled(message, choices, hedged || asks)
	case len(numbers) > 1:
		return Turn{Intent: intentSeveral}
	case numbers[0] < 1 || numbers[0] > len(choices):
		return Turn{Intent: intentBeyond}
	case hedged || asks:
		return Turn{Intent: intentTentative, Choice: numbers[0]}
	}
	return Turn{Intent: intentAnswer, Choice: numbers[0]}
}

// unnamed are the numbers of choices that a text does not name.
func unnamed(text string, count int) (list []int) {
	for n := range count {
		list = append(list, n+1)
	}
	for _, at := range phrases.FindAll(text, "choice.number") {
		n, _ := strconv.Atoi(phrases.Match(text[at[0]:at[1]], "choice.number")[1])
		list = slices.DeleteFunc(list, func(left int) bool { return left == n })
	}
	return list
}

// How many letters a message has at most that chooses by an ordinal alone ("not sure about
// the last bit" chooses none), and one that is marked as a choice in other words.
const maxOrdinal, maxTold = 24, 40

// deniedLast tells whether a message ends in ruling a choice out.
func deniedLast(text string) bool {
	all, denied := phrases.FindAll(text, "choice.number"), phrases.FindAll(text, "choice.denied")
	return len(denied) > 0 && all[len(all)-1][0] >= denied[len(denied)-1][0]-1 && all[len(all)-1][0] < denied[len(denied)-1][1]
}

// How many letters a part of a choice has at least that stands for it; Latin ones are
// more to a word.
const minQuoted, minLatin = 4, 8

// byText finds the only choice that the message quotes, in whole or in a
// part that can't be a number or a single word like "AI".
func byText(message string, choices []string) int {
	said := korean.Plain(message)
	length := utf8.RuneCountInString(said)
	mixed := length >= 2 && strings.ContainsAny(said, "0123456789") && korean.CountLetters(said) > 0
	if !mixed && length < minQuoted {
		return 0
	}
	whole := length < minLatin && !strings.ContainsFunc(said, korean.IsHangul) // "more" quotes nothing
	found := 0
	for i, c := range choices {
		option := korean.Plain(c)
		if option != "" && (option == said || !whole && (strings.Contains(option, said) || strings.Contains(said, option))) {
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
		if phrases.Has(text, "choice.rest") { // all but that one are
			break
		}
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

// byLetter reads a message of one letter of an alphabet (A, b), or of two to
// choose from.
func byLetter(text string) (list []int) {
	for _, key := range []string{"choice.letter", "choice.letters"} {
		m := phrases.Match(text, key)
		if m == nil {
			continue
		}
		for _, letter := range m[1:] {
			for _, row := range phrases.Phrases("alphabet") {
				if i := strings.Index(row.Text, letter); i >= 0 && letter != "" {
					list = append(list, utf8.RuneCountInString(row.Text[:i])+1)
					break
				}
			}
		}
	}
	return list
}

// byOrdinal reads an ordinal in words.
func byOrdinal(text string, count int) []int {
	reply := dialog.Open{Options: make([]string, count)}.Read(text)
	if reply.OutOfRange {
		return []int{count + 1}
	}
	for i := range reply.Choices {
		reply.Choices[i]++
	}
	return reply.Choices
}

// stems are the beginnings of the longer words of a message, each once: endings differ.
func stems(message string) (list []string) {
	for _, w := range strings.FieldsFunc(korean.Fold(message), func(r rune) bool { return !korean.InWord(r) }) {
		letters, n := []rune(w), latinStem
		if korean.IsHangul(letters[0]) {
			n = wordStem
		}
		if stem := string(letters[:min(len(letters), n)]); len(letters) >= n && !slices.Contains(list, stem) {
			list = append(list, stem)
		}
	}
	return list
}

// shared counts the stems that stand in a choice.
func shared(stems []string, choice string) (hits float64) {
	for _, stem := range stems {
		if strings.Contains(choice, stem) {
			hits++
		}
	}
	return hits
}

// resembled is the choice that a message resembles clearly, or in which clearly more of its
// words stand than in any other: what a short one tells in other words is chosen, and what
// says more is asked back. So is the choice in which half of the words stand.
func resembled(message string, choices []string, doubted bool) Turn {
	said, words := korean.Plain(message), stems(message)
	hits := func(choice string) float64 { return shared(words, choice) }
	var n []int
	if utf8.RuneCountInString(said) >= 6 {
		n = ahead(choices, 0.55, 0.15, func(choice string) float64 { return korean.Likeness(said, choice) })
	}
	sure := !doubted && (n != nil || korean.CountLetters(message) <= maxTold)
	if n == nil {
		n = ahead(choices, 3, 2, hits)
	}
	if n == nil && !doubted {
		least := max(2, float64(len(words))/2)
		if phrases.Has(korean.Words(message), "choice.points") {
			least = 1 // "the one on drafts"
		}
		n, sure = ahead(choices, least, 1, hits), phrases.Has(korean.Words(message), "choice.takes") && ahead(choices, 2, 2, hits) != nil
	}
	switch {
	case n == nil:
		return Turn{}
	case sure:
		return Turn{Intent: intentAnswer, Choice: n[0]}
	}
	return Turn{Intent: intentTentative, Choice: n[0]}
}

// readNumbers reads numbers of choices where none are open.
func readNumbers(_ *act, m *message) (Turn, bool) {
	numbers := slices.DeleteFunc(byNumber(m.text), func(n int) bool { return n < 1 || n > maxChoices })
	return Turn{}, m.writes() && m.short && (len(numbers) > 1 || len(numbers) == 1 && korean.CountLetters(m.text) <= maxNumbered)
}

// maxNumbered is how much a message says besides numbers at most, in letters, and
// maxChoices how many choices a question has at most.
const maxNumbered, maxChoices = 12, 9

// ahead is the choice, from 1, that has so much at least, and so much more than any
// other; nil is none.
func ahead(choices []string, least, lead float64, score func(choice string) float64) []int {
	best, second, at := 0.0, 0.0, 0
	for i, c := range choices {
		n := score(korean.Plain(c))
		if second = max(second, min(n, best)); n > best {
			best, at = n, i+1
		}
	}
	if best < least || best-second < lead {
		return nil
	}
	return []int{at}
}

// How much of a word is compared, in letters.
const wordStem, latinStem = 2, 4
