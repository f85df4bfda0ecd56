package documents

import (
	"strings"
	"unicode"
)

// textLine is one line of a paragraph, ready to draw.
type textLine struct {
	spans []styled
	width float64 // mm
}

// glyph is a character with its width in millimetres.
type glyph struct {
	r     rune
	bold  bool
	width float64
}

// wrap breaks styled text into lines of a width. Korean is broken between
// words as long as they fit, within a word where it does not.
func (p *page) wrap(spans []styled, limit, size float64) []textLine {
	var text []glyph
	for _, s := range spans {
		for _, r := range s.text {
			text = append(text, glyph{r, s.bold, p.runeWidth(r, s.bold, size)})
		}
	}
	var lines []textLine
	for from := 0; from < len(text) || len(lines) == 0; {
		end, next := lineEnd(text, from, limit)
		lines = append(lines, lineOf(text[from:end]))
		from = next
	}
	return lines
}

// lineEnd is where the line that begins at from ends, and where the next one
// begins: behind the last space that fits, unless the word there is longer
// than a line and would leave most of this one empty.
func lineEnd(text []glyph, from int, limit float64) (end, next int) {
	space, used, upToSpace := -1, 0.0, 0.0
	for i := from; i < len(text); i++ {
		g := text[i]
		switch {
		case g.r == '\n':
			return i, i + 1
		case unicode.IsSpace(g.r):
			space, upToSpace = i, used
		case used+g.width > limit && i > from:
			if space > from && (upToSpace > limit/2 || fits(text[space+1:], limit)) {
				return space, space + 1
			}
			return i, i
		}
		used += g.width
	}
	return len(text), len(text)
}

// fits tells whether the word at the beginning of a text fits on a line.
func fits(text []glyph, limit float64) bool {
	used := 0.0
	for _, g := range text {
		if unicode.IsSpace(g.r) {
			return true
		}
		if used += g.width; used > limit {
			return false
		}
	}
	return true
}

// lineOf joins glyphs of one style and drops the spaces around the line.
func lineOf(text []glyph) textLine {
	for len(text) > 0 && unicode.IsSpace(text[0].r) {
		text = text[1:]
	}
	for len(text) > 0 && unicode.IsSpace(text[len(text)-1].r) {
		text = text[:len(text)-1]
	}
	var line textLine
	for from := 0; from < len(text); {
		var b strings.Builder
		to := from
		for ; to < len(text) && text[to].bold == text[from].bold; to++ {
			b.WriteRune(text[to].r)
			line.width += text[to].width
		}
		line.spans = append(line.spans, styled{text: b.String(), bold: text[from].bold})
		from = to
	}
	return line
}

// textWidth is the width of a text in millimetres.
func (p *page) textWidth(s string, bold bool, size float64) float64 {
	sum := 0.0
	for _, r := range s {
		sum += p.runeWidth(r, bold, size)
	}
	return sum
}

// runeWidth is the width of a rune in millimetres, measured once a font at
// 10 points.
func (p *page) runeWidth(r rune, bold bool, size float64) float64 {
	key := widthKey{r, bold}
	w, ok := p.width[key]
	if !ok {
		switch r {
		case '☐', '☑':
			w = 4.3
		default:
			style := ""
			if bold {
				style = "B"
			}
			p.pdf.SetFont(family, style, 10)
			p.size = 0
			w = p.pdf.GetStringWidth(string(r))
		}
		p.width[key] = w
	}
	return w * size / 10
}

// drawable replaces what the font can't draw: fpdf's width table ends at
// U+FFFF.
func drawable(blocks []block) {
	fix := func(spans []styled) {
		for i := range spans {
			spans[i].text = strings.Map(func(r rune) rune {
				if r >= 0xffff {
					return '□'
				}
				return r
			}, spans[i].text)
		}
	}
	for _, b := range blocks {
		fix(b.spans)
		for _, row := range b.rows {
			for _, cell := range row {
				fix(cell)
			}
		}
	}
}
