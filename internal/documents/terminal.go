package documents

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// Terminal lays Markdown out for a terminal of width cells. Without color
// nothing but the text is written, headings in brackets.
func Terminal(markdown string, width int, color bool) string {
	t := &terminal{width: max(width, 8), color: color}
	for _, b := range parseBlocks(markdown) {
		t.block(&b)
	}
	return t.out.String()
}

type terminal struct {
	out    strings.Builder
	width  int
	color  bool
	before string // the kind of the last block
	under  string // the room below the last item's marker
}

func (t *terminal) block(b *block) {
	// Items of a list stand close together, all else apart.
	if t.before != "" && !(t.before == blockItem && b.kind == blockItem) {
		t.out.WriteByte('\n')
	}
	t.before = b.kind
	switch b.kind {
	case blockHeading:
		t.lines(t.heading(b), "", "")
	case blockItem:
		first := t.under // it goes on with the item before
		if b.marker != "" {
			first = strings.Repeat("  ", b.level) + b.marker + " "
			t.under = strings.Repeat(" ", ansi.StringWidth(first))
		}
		t.lines(t.styled(b.spans), first, t.under)
	case blockQuote:
		t.lines(t.styled(b.spans), "│ ", "│ ")
	case blockCode:
		for line := range strings.Lines(b.spans[0].text) {
			t.out.WriteString(ansi.Hardwrap("  "+strings.TrimRight(line, "\n"), t.width, true) + "\n")
		}
	case blockTable:
		t.table(b)
	case blockRule:
		t.out.WriteString(strings.Repeat("─", min(t.width, 8)) + "\n")
	default:
		t.lines(t.styled(b.spans), "", "")
	}
}

func (t *terminal) heading(b *block) string {
	if t.color {
		return "\x1b[1m" + t.styled(b.spans) + "\x1b[22m"
	}
	return "[" + t.styled(b.spans) + "]"
}

// styled is spans with the terminal's signs for bold and italic.
func (t *terminal) styled(spans []styled) string {
	var b strings.Builder
	for _, s := range spans {
		text := s.text
		if t.color && s.bold {
			text = "\x1b[1m" + text + "\x1b[22m"
		}
		if t.color && s.italic {
			text = "\x1b[3m" + text + "\x1b[23m"
		}
		b.WriteString(text)
	}
	return b.String()
}

// lines writes a text in lines of whole words; first stands before the first
// of them, next before the others. Only a word longer than a line is cut: a
// line break within 315,000,000 would be read as two numbers. A space that
// does not break holds words together.
func (t *terminal) lines(text, first, next string) {
	for part := range strings.SplitSeq(text, "\n") {
		line, used := first, ansi.StringWidth(first)
		empty := true
		for _, word := range strings.FieldsFunc(part, breaks) {
			w := ansi.StringWidth(word)
			switch {
			case empty:
			case used+1+w > t.width:
				t.out.WriteString(line + "\n")
				line, used = next, ansi.StringWidth(next)
			default:
				line, used = line+" ", used+1
			}
			line, used, empty = line+word, used+w, false
			if used > t.width {
				cut := strings.Split(ansi.Hardwrap(line, t.width, true), "\n")
				t.out.WriteString(strings.Join(cut[:len(cut)-1], "\n") + "\n")
				line = cut[len(cut)-1]
				used = ansi.StringWidth(line)
			}
		}
		t.out.WriteString(line + "\n")
		first = next
	}
}

func breaks(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' }

// table writes the columns beside each other, or, where they don't fit, the
// cells of a row below each other, each behind its column's name.
func (t *terminal) table(b *block) {
	widths := make([]int, len(b.aligns))
	total := 2 * (len(widths) - 1)
	for i := range widths {
		for _, row := range b.rows {
			widths[i] = max(widths[i], ansi.StringWidth(t.styled(row[i])))
		}
		total += widths[i]
	}
	for n, row := range b.rows {
		if total > t.width {
			t.stacked(b, n)
			continue
		}
		cells := make([]string, len(row))
		for i, cell := range row {
			text := t.styled(cell)
			room := strings.Repeat(" ", widths[i]-ansi.StringWidth(text))
			if b.aligns[i] == 'R' {
				cells[i] = room + text
			} else {
				cells[i] = text + room
			}
		}
		t.out.WriteString(strings.TrimRight(strings.Join(cells, "  "), " ") + "\n")
		if n == 0 {
			t.out.WriteString(strings.Repeat("─", total) + "\n")
		}
	}
}

func (t *terminal) stacked(b *block, n int) {
	if n == 0 {
		return // the head's names stand before each cell
	}
	for i, cell := range b.rows[n] {
		marker := "  "
		if i == 0 {
			marker = "• "
		}
		t.lines(t.styled(b.rows[0][i])+": "+t.styled(cell), marker, "  ")
	}
}
