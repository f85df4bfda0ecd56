package korean

import (
	"strings"
	"unicode/utf8"
)

// Span is a part of a text in bytes.
type Span struct{ Start, End int }

// Sentences are the sentences of a text without the space around them: they
// end at the end of a line and at a full stop, question or exclamation mark
// with a space behind it. "2.5%", the "1." of a list and what stands in
// brackets or quotation marks stay whole.
func Sentences(text string) []string {
	spans := SentenceSpans(text)
	list := make([]string, len(spans))
	for i, s := range spans {
		list[i] = text[s.Start:s.End]
	}
	return list
}

// SentenceSpans are the places of the sentences of a text.
func SentenceSpans(text string) []Span {
	var spans []Span
	depth, from := 0, 0
	add := func(to int) {
		if part := text[from:to]; strings.TrimSpace(part) != "" {
			start := to - len(strings.TrimLeft(part, " \t\r\n"))
			spans = append(spans, Span{start, start + len(strings.TrimSpace(part))})
		}
		from = to
	}
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch r {
		case '(', '「', '“':
			depth++
		case ')', '」', '”':
			depth = max(0, depth-1)
		case '\n':
			depth = 0
			add(end)
		case '.', '?', '!', '。':
			if depth == 0 && endsSentence(text, from, i, end) {
				add(end)
			}
		}
	}
	add(len(text))
	return spans
}

// endsSentence tells whether the mark at s[i:end] ends the sentence that
// begins at from.
func endsSentence(s string, from, i, end int) bool {
	if s[i] == '.' && listNumber(s[from:i]) {
		return false
	}
	return end == len(s) || strings.IndexByte(" \t\r\n\"'", s[end]) >= 0 || s[i] >= utf8.RuneSelf
}

// listNumber tells whether a text is nothing but a short number: "1" of "1.".
func listNumber(s string) bool {
	s = strings.TrimSpace(s[max(0, len(s)-8):])
	return s != "" && len(s) < 4 && strings.Trim(s, "0123456789") == ""
}
