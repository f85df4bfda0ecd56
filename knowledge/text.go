package knowledge

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// maxEnd is how much of a long text is read at either end, in bytes: about
// two hundred words. A question stands at the beginning of a message or
// behind its story.
const maxEnd = 2 << 10

// ends is a text without its middle where it is longer than its two ends.
func ends(text string) string {
	if len(text) <= 2*maxEnd {
		return text
	}
	return strings.ToValidUTF8(text[:maxEnd], "") + "\n" + strings.ToValidUTF8(text[len(text)-maxEnd:], "")
}

// Terms of the index are of three kinds: a word without its particles and a pair
// of its neighbouring syllables, which have a mark before them, and a run of
// letters of the whole text. Words make a match sure, pairs find compounds
// and inflected verbs that no stemmer splits ("전세보증금반환" for "보증금"),
// and runs what people say with spaces set at will ("며칠안에").
const (
	wordMark = "="
	pairMark = "~"
)

// termsOf lists the terms of one word of normalised text.
func termsOf(word string) []string {
	stems := stemsOf(word)
	var terms []string
	for _, s := range stems {
		terms = append(terms, wordMark+s)
	}
	for _, run := range strings.FieldsFunc(stems[len(stems)-1], notKorean) {
		runes := []rune(run)
		for i := range len(runes) - 1 {
			terms = append(terms, pairMark+string(runes[i:i+2]))
		}
	}
	return terms
}

// runsOf lists the runs of two and three letters of normalised text. Spaces
// count between words of other languages only.
func runsOf(text string) iter.Seq[string] {
	var b strings.Builder
	for _, w := range words(text) {
		if b.Len() > 0 && w.text[0] < utf8.RuneSelf {
			b.WriteByte(' ')
		}
		b.WriteString(w.text)
	}
	letters := b.String()
	return func(yield func(string) bool) {
		for i := range letters {
			end := i
			for n := 1; n <= 3 && end < len(letters); n++ {
				_, size := utf8.DecodeRuneInString(letters[end:])
				if end += size; n > 1 && !yield(letters[i:end]) {
					return
				}
			}
		}
	}
}

func notKorean(r rune) bool { return !korean.IsHangul(r) }

// stemsOf is the word and its forms without particles, the shortest last.
// Forms of one syllable are left out: too many nouns end in what could be
// a particle.
func stemsOf(word string) []string {
	stems := korean.Stems(word)
	short := func(s string) bool { return utf8.RuneCountInString(s) < 2 }
	stems = append(stems[:1], slices.DeleteFunc(stems[1:], short)...)
	slices.SortStableFunc(stems, func(a, b string) int { return len(b) - len(a) })
	return stems
}

// span is a word and its place in a text, in bytes.
type span struct {
	text       string
	start, end int
}

var percent = regexp.MustCompile(`(\d)\s*(?:퍼센트|프로|percent|%)`)

// separators spells what stands between words one way. The middle dot of
// statutes ("표시ㆍ광고") is a letter to Unicode.
var separators = strings.NewReplacer("’", "'", "ㆍ", " ", "·", " ", "․", " ")

// normalise lowers the text and gives numbers one spelling: "5 퍼센트" and
// "5프로" become "5%", "6,500" becomes "6500". Apostrophes are straight.
func normalise(text string) string {
	text = separators.Replace(strings.ToLower(text))
	if !strings.ContainsAny(text, "0123456789") { // most phrases
		return text
	}
	if strings.ContainsAny(text, "%퍼프p") {
		text = percent.ReplaceAllString(text, "$1%")
	}
	var b strings.Builder
	for i := range len(text) {
		if text[i] != ',' || i == 0 || i+1 == len(text) || !digit(text[i-1]) || !digit(text[i+1]) {
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

// words splits normalised text into runs of letters, digits and "%".
func words(text string) []span {
	out := make([]span, 0, len(text)/8) // of Korean words
	start := -1
	for i, r := range text + " " {
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
	return out
}

// Chunks cuts a text into pieces of at most limit runes, at the ends of
// lines where possible, else of sentences, else of words. Nothing is lost
// but the white space at the cuts.
func Chunks(text string, limit int) []string {
	var chunks []string
	rest := strings.TrimSpace(text)
	for rest != "" {
		end, runes := len(rest), 0
		for i := range rest {
			if runes++; runes > limit {
				end = lastCut(rest[:i])
				break
			}
		}
		chunks = append(chunks, strings.TrimSpace(rest[:end]))
		rest = strings.TrimSpace(rest[end:])
	}
	return chunks
}

// lastCut is where to cut within a window: never in its first third, so
// that a short line does not become a chunk of its own.
func lastCut(window string) int {
	for _, sep := range []string{"\n", "다. ", ". ", " "} {
		if i := strings.LastIndex(window, sep); i > len(window)/3 {
			return i + len(sep)
		}
	}
	return len(window)
}

// editorial is what editors of statutes put into their text: when a
// paragraph was changed, and Chinese characters.
var editorial = regexp.MustCompile(`<[^<>]*\d{4}[^<>]*>|\[[^\[\]]*\d{4}[^\[\]]*\]|\(\p{Han}+\)`)

// plain is a text without editorial notes and the path of headings in front
// of it: they are in many articles and about none.
func plain(text string) string {
	if strings.ContainsAny(text, "<[(") {
		text = editorial.ReplaceAllString(text, "")
	}
	for strings.HasPrefix(text, "제") {
		head, rest, ok := strings.Cut(text, " > ")
		if !ok || len(head) > maxHeading {
			break
		}
		text = rest
	}
	return text
}

const maxHeading = 120 // bytes
