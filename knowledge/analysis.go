package knowledge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// Terms of the index are of two kinds, told apart by their first byte: a
// word without its particles, and a pair of neighbouring syllables. Words
// make a match sure, pairs find compounds and inflected verbs that no
// stemmer splits ("전세보증금반환" for "보증금").
const (
	wordMark   = "="
	bigramMark = "~"
)

// analyzer turns text into terms. One belongs to one goroutine: it remembers
// the words it has seen.
type analyzer struct {
	seen map[string][]string
}

func newAnalyzer() *analyzer { return &analyzer{seen: map[string][]string{}} }

// terms lists the terms of one word of normalised text.
func (a *analyzer) terms(word string) []string {
	if t, ok := a.seen[word]; ok {
		return t
	}
	var terms []string
	stems := stemsOf(word)
	for _, s := range stems {
		terms = appendNew(terms, wordMark+s)
	}
	for _, run := range hangulRuns(stems[len(stems)-1]) {
		terms = appendNew(terms, bigrams(run)...)
	}
	a.seen[word] = terms
	return terms
}

// stemsOf is the word and its forms without particles, the shortest last.
// Forms of one syllable are left out: too many nouns end in what could be
// a particle.
func stemsOf(word string) []string {
	stems := []string{word}
	for _, s := range korean.Stems(word)[1:] {
		if utf8.RuneCountInString(s) < 2 {
			continue
		}
		stems = append(stems, s)
	}
	for i := range stems {
		if len(stems[i]) < len(stems[len(stems)-1]) {
			stems[i], stems[len(stems)-1] = stems[len(stems)-1], stems[i]
		}
	}
	return stems
}

type span struct {
	text       string
	start, end int
}

// percents are the words for a percentage.
var percents = [...]string{"퍼센트", "프로", "percent", "%"}

// normalise lowers the text and gives numbers one spelling: "5 퍼센트" and
// "5프로" become "5%", "6,500" becomes "6500". Apostrophes are straight.
func normalise(text string) string {
	text = strings.ToLower(text)
	if containsAny(text, "’", "ㆍ", "·", "․") { // most texts hold none: looking is cheaper
		text = separators.Replace(text)
	}
	if containsAny(text, percents[:]...) {
		text = percented(text)
	}
	if !strings.Contains(text, ",") {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		if text[i] == ',' && i > 0 && i+1 < len(text) && digit(text[i-1]) && digit(text[i+1]) {
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// percented writes "%" right behind a number for each word that says so.
func percented(text string) string {
	var b strings.Builder
	from := 0
	for i := 0; i < len(text); i++ {
		if !digit(text[i]) {
			continue
		}
		at := i + 1
		for at < len(text) && strings.IndexByte(" \t\n\f\r", text[at]) >= 0 {
			at++
		}
		for _, word := range percents {
			if strings.HasPrefix(text[at:], word) {
				b.WriteString(text[from : i+1])
				b.WriteByte('%')
				from = at + len(word)
				i = from - 1
				break
			}
		}
	}
	if from == 0 {
		return text
	}
	return b.String() + text[from:]
}

// separators spells what stands between words one way. The middle dot of
// statutes ("표시ㆍ광고") is a letter to Unicode.
var separators = strings.NewReplacer("’", "'", "ㆍ", " ", "·", " ", "․", " ")

func containsAny(text string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

// words splits normalised text into runs of letters, digits and "%".
func words(text string) []span {
	var out []span
	start := -1
	for i, r := range text {
		in := unicode.IsLetter(r) || unicode.IsDigit(r) || r == '%' ||
			r == '.' && i > 0 && digit(text[i-1]) && i+1 < len(text) && digit(text[i+1])
		switch {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			out = append(out, span{text[start:i], start, i})
			start = -1
		}
	}
	if start >= 0 {
		out = append(out, span{text[start:], start, len(text)})
	}
	return out
}

func hangulRuns(word string) []string {
	return strings.FieldsFunc(word, func(r rune) bool { return !unicode.Is(unicode.Hangul, r) })
}

func bigrams(run string) []string {
	r := []rune(run)
	var out []string
	for i := 0; i+1 < len(r); i++ {
		out = append(out, bigramMark+string(r[i:i+2]))
	}
	return out
}
