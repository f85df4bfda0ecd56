package clause

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSentence bounds a sentence in bytes. Text without any full stop is cut
// at this size, which keeps the matching of hostile text linear and fast.
const maxSentence = 2000

// sentenceOverlap is repeated at such a cut, so that a clause that lies
// across it is still seen whole.
const sentenceOverlap = 300

// span is a part of the text as byte offsets.
type span struct{ start, end int }

// sentences cuts a text at full stops, list items and blank lines. A line
// end inside a sentence, as left by a PDF, is no cut.
func sentences(text string) []span {
	var spans []span
	start := 0
	for i, r := range text {
		if i < start || !isEnd(text, i, r) {
			continue
		}
		end := i + utf8.RuneLen(r)
		spans = appendCut(spans, text, span{start, end})
		start = end
	}
	return appendCut(spans, text, span{start, len(text)})
}

// isEnd tells whether the rune at byte i ends a sentence.
func isEnd(text string, i int, r rune) bool {
	switch r {
	case '!', '?', ';', '。', '•', '●', '■', '□', '※':
		return true
	case '.':
		return !(digitAt(text, i-1) && digitAt(text, i+1))
	case '\n':
		return endsLine(text[:i]) || startsItem(text[i+1:])
	}
	return false
}

func digitAt(text string, i int) bool {
	return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9'
}

// endsLine tells whether a line ends as Korean sentences do ("한다", "있음").
func endsLine(before string) bool {
	before = strings.TrimRight(before, " \t\r")
	for _, ending := range []string{"다", "음", "함", ":", "\n"} {
		if strings.HasSuffix(before, ending) {
			return true
		}
	}
	return before == ""
}

var item = regexp.MustCompile(`^[ \t]*(\d+[.)]|[-*·○▪]|[①-⑳]|제\s*\d+\s*조|\(\d+\)|[가-하]\.|\r?\n)`)

// startsItem looks at the first bytes of the next line only.
func startsItem(after string) bool { return item.MatchString(after[:min(len(after), 64)]) }

// appendCut adds a sentence without its surrounding space, in pieces when
// it is too long.
func appendCut(spans []span, text string, s span) []span {
	s = trimSpan(text, s)
	for s.end-s.start > maxSentence {
		cut := runeStart(text, s.start+maxSentence)
		spans = append(spans, span{s.start, cut})
		s.start = runeStart(text, cut-sentenceOverlap)
	}
	if s.start < s.end {
		spans = append(spans, s)
	}
	return spans
}

func trimSpan(text string, s span) span {
	part := text[s.start:s.end]
	left := len(part) - len(strings.TrimLeftFunc(part, unicode.IsSpace))
	s.start += left
	s.end = s.start + len(strings.TrimRightFunc(part[left:], unicode.IsSpace))
	return s
}
