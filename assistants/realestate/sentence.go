package realestate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/korean"
)

// sentences are the sentences of a text. A full stop within brackets or a
// number ends none.
func sentences(text string) []string {
	var list []string
	depth, from := 0, 0
	for i, r := range text {
		switch r {
		case '(', '「', '“':
			depth++
		case ')', '」', '”':
			depth = max(0, depth-1)
		case '.', '?', '!':
			end := i + utf8.RuneLen(r)
			if depth == 0 && (end == len(text) || text[end] == ' ' || text[end] == '\n') {
				list = append(list, strings.TrimSpace(text[from:end]))
				from = end
			}
		}
	}
	if rest := strings.TrimSpace(text[from:]); rest != "" {
		list = append(list, rest)
	}
	return list
}

// sentence is one of an article, with what is asked of it whatever the
// question. Nobody changes it.
type sentence struct {
	text string
	// told is how it is said to the user.
	told    string
	pairs   korean.Pairs
	words   []string // of an English one
	letters int
	english bool
	// figures tells that it has digits, steers that it speaks to a machine.
	figures, steers bool
}

// taken are the sentences of a text, taken apart.
func taken(text string) []sentence {
	all := sentences(text)
	list := make([]sentence, len(all))
	for i, s := range all {
		list[i] = newSentence(s)
	}
	return list
}

func newSentence(text string) sentence {
	s := sentence{
		text: text, told: clip(korean.Polite(text)), pairs: korean.PairsOf(text), letters: utf8.RuneCountInString(text), english: isEnglish(text),
		figures: strings.ContainsFunc(text, unicode.IsDigit), steers: guard.Orders(text),
	}
	if s.english {
		s.words = latinWords(text)
	}
	return s
}

// alikePercent is from when on two sentences say the same in nearly the same
// words.
const alikePercent = 60

// question is what is compared with sentences of what the user asks.
type question struct {
	lower string
	pairs korean.Pairs
	words []string // the longer ones, each once
	// number tells that it asks for one.
	number bool
}

func newQuestion(text string) *question {
	q := &question{lower: strings.ToLower(text), pairs: korean.PairsOf(text)}
	for _, w := range latinWords(text) {
		if len(w) > 3 && !slices.Contains(q.words, w) {
			q.words = append(q.words, w)
		}
	}
	q.number = phrases.Has(text, "number")
	return q
}

// question is the user's, taken apart once an answer.
func (a *answer) question() *question {
	if a.asked == nil {
		a.asked = newQuestion(a.state.Query)
	}
	return a.asked
}

// choose is the run of up to n sentences that says most of what is asked. A run
// rather than the best ones: a sentence often leans on the one before.
func choose(list []sentence, q *question, snippet string, n int) []sentence {
	n = min(n, len(list))
	fits := make([]int, len(list))
	for i := range list {
		fits[i] = q.fit(&list[i], snippet)
	}
	best, bestScore := 0, -1
	for i := 0; i+n <= len(list); i++ {
		score := 0
		for _, fit := range fits[i : i+n] {
			score += fit
		}
		if i == 0 {
			score += opening
		}
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	return shorten(list[best:best+n], snippet)
}

// opening favours the sentences that an article begins with: they say the
// rule, later ones its edges.
const opening = 6

// How much is told of one article, in letters: English takes about twice as
// many as Korean for the same.
const (
	maxTold        = 250
	maxToldEnglish = 480
)

// mostTold is the bound for a text in its language.
func mostTold(text string) int {
	if isEnglish(text) {
		return maxToldEnglish
	}
	return maxTold
}

// isEnglish tells a text that begins in Latin letters, as no sentence of the
// Korean library does.
func isEnglish(text string) bool {
	for _, r := range text {
		if unicode.IsLetter(r) {
			return r <= unicode.MaxASCII
		}
	}
	return false
}

// shorten drops sentences from the end, or from the start where the one that
// fits best stands at the end, until the rest is short.
func shorten(list []sentence, snippet string) []sentence {
	for len(list) > 1 && lettersOf(list) > mostTold(list[0].text) {
		if list[len(list)-1].text == snippet {
			list = list[1:]
			continue
		}
		list = list[:len(list)-1]
	}
	return list
}

// lettersOf counts the letters of sentences with a blank between them.
func lettersOf(list []sentence) int {
	n := len(list) - 1
	for i := range list {
		n += list[i].letters
	}
	return n
}

// fit is how much of the question a sentence speaks to.
func (q *question) fit(s *sentence, snippet string) int {
	score := q.pairs.Common(s.pairs)
	if s.english {
		score = 3 * q.wordsIn(s)
	}
	if s.text == snippet {
		score += 4
	}
	if q.number && s.figures {
		score += 2
	}
	return score
}

// wordsIn counts the longer words that an English sentence has too; pairs of
// letters tell nothing there.
func (q *question) wordsIn(s *sentence) int {
	n := 0
	for _, w := range q.words {
		if slices.Contains(s.words, w) {
			n++
		}
	}
	return n
}

// latinWords are the words of a text in lower case.
func latinWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !korean.InWord(r) })
}
