package terminal

import (
	"strings"
	"unicode"
)

// clean takes out of a server's text what a terminal would obey: control
// characters, and with them the beginning of each escape sequence. A
// retrieved document could hold one that rewrites the screen or the
// clipboard.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case unicode.IsControl(r), r == '\u2028', r == '\u2029', unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// line is a cleaned text on one line.
func line(text string) string { return strings.Join(strings.Fields(clean(text)), " ") }
