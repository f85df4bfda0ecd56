package terminal

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/documents"
)

// maxColumns is as wide as text is still read with ease.
const maxColumns = 100

// layOut renders Markdown for a terminal of that width.
func layOut(markdown string, width int, color bool) string {
	// The addresses of links are shown: a terminal has nothing to click.
	markdown = link.ReplaceAllString(markdown, "$1 ($2)")
	on, off := "", ""
	if color {
		on, off = "\x1b[1m", "\x1b[22m"
	}
	text := whole(markLoose(markdown), func(text string) string {
		return documents.Terminal(text, min(width, maxColumns), color)
	})
	return strings.NewReplacer(looseOn, on, looseOff, off).Replace(text)
}

var link = regexp.MustCompile(`\[([^\]\n]+)\]\((https?://[^)\s]+)\)`)

// What stands for the signs of bold text until it is laid out: characters
// that mean nothing, of the private use area.
const (
	looseOn  = "\U000F0000"
	looseOff = "\U000F0001"
)

var bold = regexp.MustCompile(`\*\*([^\s*](?:[^*\n]*[^\s*])?)\*\*`)

// markLoose finds the bold text that Markdown does not see: in Korean a
// particle follows it without a space, and behind a bracket or a quotation
// mark that makes its end a beginning, as in **AI(인공지능)**는.
func markLoose(markdown string) string {
	var b strings.Builder
	done := 0
	for _, at := range bold.FindAllStringSubmatchIndex(markdown, -1) {
		inner := markdown[at[2]:at[3]]
		if !isLoose(lastRune(markdown[:at[0]]), firstRune(inner)) && !isLoose(firstRune(markdown[at[1]:]), lastRune(inner)) {
			continue
		}
		b.WriteString(markdown[done:at[0]] + looseOn + inner + looseOff)
		done = at[1]
	}
	return b.String() + markdown[done:]
}

// isLoose tells of a sign between a letter outside and punctuation inside.
func isLoose(outside, inside rune) bool {
	return (unicode.IsLetter(outside) || unicode.IsDigit(outside)) && (unicode.IsPunct(inside) || unicode.IsSymbol(inside))
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}
