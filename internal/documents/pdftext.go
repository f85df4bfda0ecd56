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

// piece is a stretch of text that is kept on one line if it fits: a word
// with the spaces before it.
type piece struct {
	styled
	space, breaks bool
}

// wrap breaks styled text into lines of a width. Korean is broken between
// words as long as they fit, within a word where it does not.
func (p *page) wrap(spans []styled, width, size float64) []textLine {
	w := &wrapper{page: p, limit: width, size: size}
	for _, part := range pieces(spans) {
		w.put(part)
	}
	w.endLine()
	return w.lines
}

// pieces cuts spans at spaces and line breaks.
func pieces(spans []styled) []piece {
	var out []piece
	for _, s := range spans {
		word := s
		flush := func(text string) {
			if text != "" {
				word.text = text
				out = append(out, piece{styled: word})
			}
		}
		start := 0
		for i, r := range s.text {
			if !unicode.IsSpace(r) {
				continue
			}
			flush(s.text[start:i])
			start = i + len(string(r))
			word.text = " "
			out = append(out, piece{styled: word, space: true, breaks: r == '\n'})
		}
		flush(s.text[start:])
	}
	return out
}

type wrapper struct {
	page  *page
	limit float64
	size  float64
	lines []textLine
	line  textLine
	// gap is a space that is drawn only if a word follows on the line.
	gap *styled
	// word collects pieces without a space between them ("**갑**은").
	word []styled
}

func (w *wrapper) put(p piece) {
	if !p.space {
		w.word = append(w.word, p.styled)
		return
	}
	w.endWord()
	if p.breaks {
		w.newLine()
		return
	}
	space := p.styled
	w.gap = &space
}

// endWord sets the collected word: on this line, on the next, or cut.
func (w *wrapper) endWord() {
	if len(w.word) == 0 {
		return
	}
	word := w.word
	w.word = nil
	total, gap := 0.0, 0.0
	for _, s := range word {
		total += w.page.textWidth(s.text, s.bold, w.size)
	}
	if w.gap != nil && len(w.line.spans) > 0 {
		gap = w.page.textWidth(" ", w.gap.bold, w.size)
	}
	if w.line.width+gap+total <= w.limit {
		if gap > 0 {
			w.add(*w.gap, gap)
		}
	} else if len(w.line.spans) > 0 && (total <= w.limit || w.line.width > w.limit/2) {
		w.newLine()
	} else if gap > 0 {
		w.add(*w.gap, gap)
	}
	w.gap = nil
	for _, s := range word {
		w.setRunes(s)
	}
}

// setRunes puts text on the line, breaking between runes where it is full.
func (w *wrapper) setRunes(s styled) {
	start, width := 0, 0.0
	for i, r := range s.text {
		rw := w.page.runeWidth(r, s.bold, w.size)
		if w.line.width+width+rw > w.limit && (len(w.line.spans) > 0 || i > start) {
			if i > start {
				part := s
				part.text = s.text[start:i]
				w.add(part, width)
			}
			w.newLine()
			start, width = i, 0
		}
		width += rw
	}
	s.text = s.text[start:]
	w.add(s, width)
}

func (w *wrapper) add(s styled, width float64) {
	if s.text == "" {
		return
	}
	w.line.spans = join(w.line.spans, s)
	w.line.width += width
}

func (w *wrapper) newLine() {
	w.lines = append(w.lines, w.line)
	w.line, w.gap = textLine{}, nil
}

func (w *wrapper) endLine() {
	w.endWord()
	if len(w.line.spans) > 0 || len(w.lines) == 0 {
		w.newLine()
	}
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
		if r == '☐' || r == '☑' {
			w = 4.3
		} else {
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
