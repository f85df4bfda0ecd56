package terminal

import (
	"regexp"

	"github.com/madang-dev/madang/internal/documents"
)

// maxColumns is as wide as text is still read with ease.
const maxColumns = 100

// layOut renders Markdown for a terminal of that width.
func layOut(markdown string, width int, color bool) string {
	// The addresses of links are shown: a terminal has nothing to click.
	markdown = link.ReplaceAllString(markdown, "$1 ($2)")
	return whole(markdown, func(text string) string {
		return documents.Terminal(text, min(width, maxColumns), color)
	})
}

var link = regexp.MustCompile(`\[([^\]\n]+)\]\((https?://[^)\s]+)\)`)
