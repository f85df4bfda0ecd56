package terminal

import (
	"regexp"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// marker is what an item of a list begins with.
var marker = regexp.MustCompile(`^\s*(?:(?:[-•*]|\d{1,3}[.)])\s+)?`)

// hang wraps a text at a width; what goes on of an item stands below its
// words, not below its mark.
func hang(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		mark := marker.FindString(line)
		under := ansi.StringWidth(mark)
		if under == 0 || under > width/2 {
			lines[i] = wrap(line, width)
			continue
		}
		words := wrap(line[len(mark):], width-under)
		lines[i] = mark + strings.ReplaceAll(words, "\n", "\n"+strings.Repeat(" ", under))
	}
	return strings.Join(lines, "\n")
}

// wrap breaks lines between words.
func wrap(text string, width int) string {
	return whole(text, func(text string) string { return ansi.Wrap(text, width, "") })
}

// sum is KRW 1 of KRW 18,070,265 or 3억 1 of 3억 1,500만원.
var sum = regexp.MustCompile(`\b[A-Z]{3} -?\d|(?:\d\p{Hangul} )+\d`)

// whole has sums laid out as words: broken in two they would be read as less.
func whole(text string, layOut func(string) string) string {
	const unbroken = "\u00a0"
	text = sum.ReplaceAllStringFunc(text, func(s string) string { return strings.ReplaceAll(s, " ", unbroken) })
	return strings.ReplaceAll(layOut(text), unbroken, " ")
}
