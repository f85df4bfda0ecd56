package tutor

import (
	"embed"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml phrases/*.yaml examples/*.txt
var files embed.FS

var (
	texts   = words.Must(files, "texts")
	phrases = dialog.Must(files, "phrases")
	// examples are labelled by intent (see actOf).
	examples = dialog.MustExamples(files, "examples")
)

// compact leaves out empty texts.
func compact(parts ...string) []string {
	return slices.DeleteFunc(parts, func(p string) bool { return p == "" })
}

// heading is a section's title in Markdown.
func heading(title string) string { return "### " + title + "\n\n" }

// bullets is a list in Markdown.
func bullets(lines []string) string { return "- " + strings.Join(lines, "\n- ") }

func in(language string, list []words.Text) []string {
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = t.In(language)
	}
	return out
}
