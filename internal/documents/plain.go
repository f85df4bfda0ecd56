package documents

import (
	"regexp"
	"strings"
)

// Plain is Markdown as plain text, line by line: its signs are left out, items
// get a bullet and the cells of a row stand behind each other.
func Plain(markdown string) string {
	markdown = address.ReplaceAllString(markdown, "$1 ($2)")
	lines := strings.Split(markdown, "\n")
	var out []string
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(strings.TrimSpace(lines[i]), "|") {
			out = append(out, plainLine(lines[i]))
			continue
		}
		from := i // a table is known by its first two lines
		for i+1 < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[i+1]), "|") {
			i++
		}
		out = append(out, plainBlocks(strings.Join(lines[from:i+1], "\n")))
	}
	return strings.TrimSpace(blankLines.ReplaceAllString(strings.Join(out, "\n"), "\n\n"))
}

// PlainLines is Plain for a list of lines; one text stays one.
func PlainLines(lines []string) []string {
	if len(lines) == 0 {
		return lines
	}
	plain := Plain(strings.Join(lines, "\n"))
	if len(lines) == 1 {
		return []string{plain}
	}
	return strings.Split(emptyLines.ReplaceAllString(plain, "\n"), "\n")
}

var (
	address    = regexp.MustCompile(`\[([^\]\n]+)\]\((https?://[^)\s]+)\)`) // nothing to click
	emptyLines = regexp.MustCompile(`\n{2,}`)
	blankLines = regexp.MustCompile(`\n{3,}`)
	fence      = regexp.MustCompile("^\\s*(?:```|~~~)")
	// markdownSigns are what a line of plain text has none of.
	markdownSigns = regexp.MustCompile("^\\s*(?:#{1,6}\\s|[-+*>]\\s|\\d+[.)]\\s|-{3,}\\s*$|\\t| {4})|[*_`\\[\\\\&]")
)

func plainLine(line string) string {
	switch {
	case fence.MatchString(line):
		return ""
	case !markdownSigns.MatchString(line):
		return strings.TrimRight(line, " ")
	}
	return plainBlocks(line)
}

func plainBlocks(markdown string) string {
	var lines []string
	for _, b := range parseBlocks(markdown) {
		switch b.kind {
		case blockRule:
		case blockTable:
			for _, row := range b.rows {
				var cells []string
				for _, cell := range row {
					cells = append(cells, plainSpans(cell))
				}
				lines = append(lines, strings.Join(cells, " · "))
			}
		case blockItem:
			lines = append(lines, strings.TrimSpace(b.marker+" "+plainSpans(b.spans)))
		default:
			lines = append(lines, plainSpans(b.spans))
		}
	}
	return strings.Join(lines, "\n")
}

func plainSpans(spans []styled) string {
	return strings.TrimRight(lettersOf(spans), "\n")
}
