package evidence

import (
	"strings"
)

// Heard is a sentence that was taken apart, for those that come again and
// again. It is safe for concurrent use.
type Heard struct {
	question bool // which states nothing
	reading  reading
	lower    string // while the words are not taken
	words    words
}

// Hear takes a sentence apart.
func Hear(sentence string) *Heard {
	h := hear(sentence)
	if len(h.reading.figures)+len(h.reading.articles) > 0 {
		h.split()
	}
	h.lower = "" // what states nothing needs no source, and is not compared
	return &h
}

// hear is Hear without the words, which most sentences are not asked for.
func hear(sentence string) Heard {
	if strings.HasSuffix(strings.TrimRight(sentence, " )*"), "?") {
		return Heard{question: true}
	}
	lower := strings.ToLower(sentence)
	return Heard{lower: lower, reading: readLower(lower)}
}

// split takes the words, once.
func (h *Heard) split() {
	if h.lower != "" {
		h.words, h.lower = wordsOfLower(h.lower), ""
	}
}
