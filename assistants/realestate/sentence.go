package realestate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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

// pick is the run of up to n sentences that says most of what is asked. A run
// rather than the best ones: a sentence often leans on the one before.
func pick(list []string, query, snippet string, n int) []string {
	n = min(n, len(list))
	best, bestScore := 0, -1
	for i := 0; i+n <= len(list); i++ {
		score := 0
		for _, s := range list[i : i+n] {
			score += fit(s, query, snippet)
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
func shorten(list []string, snippet string) []string {
	for len(list) > 1 && utf8.RuneCountInString(strings.Join(list, " ")) > mostTold(list[0]) {
		if list[len(list)-1] == snippet {
			list = list[1:]
			continue
		}
		list = list[:len(list)-1]
	}
	return list
}

// fit is how much of the question a sentence speaks to.
func fit(sentence, query, snippet string) int {
	score := overlap(query, sentence)
	if isEnglish(sentence) {
		score = 3 * wordsInCommon(query, sentence)
	}
	if sentence == snippet {
		score += 4
	}
	for _, word := range []string{"언제", "며칠", "얼마", "몇", "기간", "한도", "%", "when", "how much", "how many", "how long"} {
		if strings.Contains(strings.ToLower(query), word) && strings.ContainsFunc(sentence, unicode.IsDigit) {
			return score + 2
		}
	}
	return score
}

// wordsInCommon counts the longer words that two English texts share; pairs
// of letters tell nothing there.
func wordsInCommon(x, y string) int {
	words := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	n, in := 0, words(y)
	seen := map[string]bool{}
	for _, w := range words(x) {
		if len(w) > 3 && !seen[w] && slices.Contains(in, w) {
			n++
		}
		seen[w] = true
	}
	return n
}

// overlap counts the pairs of neighbouring letters of words that both texts
// have.
func overlap(x, y string) int {
	pairs, n := pairsOf(y), 0
	for p := range pairsOf(x) {
		if pairs[p] {
			n++
		}
	}
	return n
}

// alike tells whether two sentences say the same in nearly the same words.
func alike(x, y string) bool {
	short := min(len(pairsOf(x)), len(pairsOf(y)))
	return short > 0 && overlap(x, y)*10 >= short*6
}

func pairsOf(text string) map[string]bool {
	pairs := map[string]bool{}
	var last rune
	for _, r := range strings.ToLower(text) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			last = 0
			continue
		}
		if last != 0 {
			pairs[string(last)+string(r)] = true
		}
		last = r
	}
	return pairs
}
