package terminal

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/glamour/v2"
	"charm.land/glamour/v2/ansi"
	"charm.land/glamour/v2/styles"
)

// maxColumns is as wide as text is still read with ease.
const maxColumns = 100

// layOut renders Markdown for a terminal of that width; text that can't be
// rendered is shown as it is.
func layOut(markdown string, width int, color bool) string {
	r, err := glamour.NewTermRenderer(glamour.WithStyles(style(color)), glamour.WithWordWrap(min(width, maxColumns)))
	if err != nil {
		return markdown
	}
	text, err := r.Render(holdNumbers(markLoose(markdown)))
	if err != nil {
		return markdown
	}
	on, off := "", ""
	if color {
		on, off = "\x1b[1m", "\x1b[22m"
	}
	return strings.NewReplacer(looseOn, on, looseOff, off, heldComma, ",", heldDash, "-", heldPoint, ".").Replace(text)
}

// style shows headings and bold text without Markdown's signs.
func style(color bool) ansi.StyleConfig {
	s := styles.DarkStyleConfig
	before, after := "", ""
	if !color {
		s = styles.NoTTYStyleConfig
		s.Strong.BlockPrefix, s.Strong.BlockSuffix = "", ""
		s.Emph.BlockPrefix, s.Emph.BlockSuffix = "", ""
		before, after = "[", "]"
	}
	for _, h := range []*ansi.StyleBlock{&s.H1, &s.H2, &s.H3, &s.H4, &s.H5, &s.H6} {
		h.Prefix, h.Suffix = before, after
	}
	// The terminal's own foreground, which can be read on its background
	// whether that is dark or light.
	s.Document.Color = nil
	return s
}

// What stands for the signs of bold text until it is laid out: characters
// that mean nothing, of the private use area.
const (
	looseOn   = "\uE000"
	looseOff  = "\uE001"
	heldComma = "\uE002"
	heldDash  = "\uE003"
	heldPoint = "\uE004"
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

var word = regexp.MustCompile(`\S+`)

// holdNumbers keeps the renderer from breaking a line within a number, as
// it would behind the comma of 315,000,000 or the dash of 2026-05.
func holdNumbers(markdown string) string {
	return word.ReplaceAllStringFunc(markdown, func(w string) string {
		if strings.Contains(w, "://") {
			return w
		}
		runes := []rune(w)
		for i := 1; i+1 < len(runes); i++ {
			if unicode.IsDigit(runes[i-1]) && unicode.IsDigit(runes[i+1]) {
				runes[i] = held(runes[i])
			}
		}
		return string(runes)
	})
}

func held(r rune) rune {
	switch r {
	case ',':
		return firstRune(heldComma)
	case '-':
		return firstRune(heldDash)
	case '.':
		return firstRune(heldPoint)
	}
	return r
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
