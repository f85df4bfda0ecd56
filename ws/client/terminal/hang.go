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
			lines[i] = ansi.Wrap(line, width, "")
			continue
		}
		words := ansi.Wrap(line[len(mark):], width-under, "")
		lines[i] = mark + strings.ReplaceAll(words, "\n", "\n"+strings.Repeat(" ", under))
	}
	return strings.Join(lines, "\n")
}
