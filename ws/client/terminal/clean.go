package terminal

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// clean takes out of a server's text what a terminal would obey: escape
// sequences and control characters, and with them what means nothing or
// something to this package alone, the area of private use. A retrieved document could hold one
// that rewrites the screen or the clipboard.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case unicode.IsControl(r), r == '\u2028', r == '\u2029', unicode.Is(unicode.Bidi_Control, r), r >= '\uE000' && r <= '\uF8FF':
			return -1
		}
		return r
	}, ansi.Strip(strings.ToValidUTF8(text, "\uFFFD")))
}

// line is a cleaned text on one line.
func line(text string) string { return strings.Join(strings.Fields(clean(text)), " ") }

// pad fills a text with spaces up to a width in terminal cells; a Hangul
// syllable takes two.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-ansi.StringWidth(text)))
}
