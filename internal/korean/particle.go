package korean

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Stems lists the forms that a word is looked up by: itself, then itself
// without particles and endings, each stripped at most twice. The word has
// to be lower case already.
func Stems(word string) []string {
	stems := []string{word}
	if !strings.ContainsFunc(word, IsHangul) {
		return appendEnglishStem(stems, word)
	}
	for round, from := 0, 0; round < 2; round++ {
		end := len(stems)
		for ; from < end; from++ {
			stems = strip(stems, stems[from], particlesByEnd)
			stems = strip(stems, stems[from], endingsByEnd)
		}
	}
	return stems
}

// suffixes are lists by the last syllable of what they hold, each in the
// order of the whole list: a word is compared with the few that it may end in.
type suffixes map[string][]string

var particlesByEnd, endingsByEnd = byEnd(lists.Particles), byEnd(lists.Endings)

// syllable is how many bytes one is in UTF-8.
const syllable = 3

func byEnd(list []string) suffixes {
	s := suffixes{}
	for _, suffix := range list {
		end := lastSyllable(suffix)
		s[end] = append(s[end], suffix)
	}
	return s
}

func strip(stems []string, word string, by suffixes) []string {
	for _, suffix := range by[lastSyllable(word)] {
		stem, ok := strings.CutSuffix(word, suffix)
		if ok && stem != "" && !slices.Contains(stems, stem) && (utf8.RuneCountInString(stem) > 1 || len(suffix) <= 6) {
			stems = append(stems, stem)
		}
	}
	return stems
}

// appendEnglishStem adds the singular and the bare verb of an English word.
func appendEnglishStem(stems []string, word string) []string {
	for _, suffix := range []string{"'s", "ies", "es", "s", "ing", "ed"} {
		if len(word) < len(suffix)+3 || !strings.HasSuffix(word, suffix) {
			continue
		}
		stem := word[:len(word)-len(suffix)]
		if suffix == "ies" {
			stem += "y"
		}
		if !slices.Contains(stems, stem) {
			stems = append(stems, stem)
		}
	}
	return stems
}

// IsParticle tells whether a text is nothing but particles or an ending, as
// what is left of a word behind a known noun.
func IsParticle(rest string) bool {
	if rest == "" || isClosing(rest) {
		return true
	}
	return slices.ContainsFunc(particlesByEnd[lastSyllable(rest)], func(p string) bool {
		before, ok := strings.CutSuffix(rest, p)
		return ok && isClosing(before)
	})
}

// isClosing tells whether a text is one particle or one ending.
func isClosing(text string) bool {
	last := lastSyllable(text)
	return slices.Contains(particlesByEnd[last], text) || slices.Contains(endingsByEnd[last], text)
}

func lastSyllable(text string) string { return text[max(0, len(text)-syllable):] }
