package knowledge

import (
	"embed"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/dialog"
)

//go:embed phrases/*.yaml
var phraseFiles embed.FS

// phrases are what the words of a question do in it.
var phrases = dialog.Must(phraseFiles, "phrases")

// IsExistence tells a question whether there is a rule at all: then all that
// it says of the rule is asked for.
func IsExistence(text string) bool { return phrases.Has(text, "question.existence") }

// asked are the words of a normalised text for the thing that is asked
// about: the run of nouns before the question word, or, where the question is
// whether there is such a rule, all of them.
func (l *lexicon) asked(text string) []span {
	all := words(text)
	if IsExistence(text) {
		return nouns(all)
	}
	all = all[lastClause(text, all):]
	for i, w := range all {
		if phrases.Has(w.text, "word.asks") {
			return chain(all[:i])
		}
	}
	return nil
}

// nouns are the words without those that are verbs before a bound noun.
func nouns(all []span) []span {
	var list []span
	for i, w := range all {
		if !bindsNext(all, i) {
			list = append(list, w)
		}
	}
	return list
}

// bindsNext tells a verb by the bound noun behind it: "내보낼 수", "뜯은 것".
func bindsNext(all []span, i int) bool {
	return i+1 < len(all) && adnominal(all[i].text) && phrases.Has(all[i+1].text, "word.bound")
}

// adnominal tells whether a word may be a verb before a noun, by its last
// syllable: it ends in ㄴ or ㄹ.
func adnominal(word string) bool {
	const first, finals, finalN, finalL = 0xAC00, 28, 4, 8
	last, _ := utf8.DecodeLastRuneInString(word)
	final := (last - first) % finals
	return last >= first && (final == finalN || final == finalL)
}

// lastClause is the place of the first word behind the story that a question
// begins with.
func lastClause(text string, all []span) int {
	asks := false // whether anything from the word on does
	for i := len(all) - 1; i > 0; i-- {
		asks = asks || phrases.Has(all[i].text, "word.asks")
		if asks && i < len(all)-1 &&
			(strings.ContainsAny(text[all[i-1].end:all[i].start], ".,?!\n") || phrases.Has(all[i-1].text, "word.story")) {
			return i
		}
	}
	return 0
}

// chain is the nouns at the end of the words: the last one with its particle,
// and those right before it without any.
func chain(list []span) []span {
	from := len(list)
	for ; from > 0; from-- {
		word, last := list[from-1].text, from == len(list)
		marked := phrases.Has(word, "word.topic")
		switch {
		case phrases.Has(word, "word.bound"), verbLike(word):
			return list[from:]
		case !last && marked && !phrases.Has(word, "word.of"):
			return list[from:]
		case last && !marked && len(stemsOf(word)) > 1: // an adverb or a place
			return list[from:]
		}
	}
	return list
}

// verbLike tells a verb or adjective by its ending.
func verbLike(word string) bool { return phrases.Has(word, "word.verb") }

// nounOf is what a word speaks of without what makes a verb of it.
func nounOf(word string) string {
	if m := phrases.Match(word, "word.attribute"); m != nil {
		return m[1]
	}
	stems := stemsOf(word)
	return stems[len(stems)-1]
}
