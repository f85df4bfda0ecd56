package documents_test

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/documents"
)

// FuzzExport renders any Markdown to a well-formed file or an error.
func FuzzExport(f *testing.F) {
	for _, seed := range []string{"# 가\n\n> 나\n\n| a | b |\n|-|-|\n| 1 | 2 |\n\n- ☐ x\n1. y\n---\n**b** _i_ `c`", "| | |\n|-|\n", ">>>>> -", "<div>\n<b", "\\| &#0; &amp;"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range []string{"docx", "pdf"} {
			if _, _, err := documents.Export(text, text, format, time.Time{}); err != nil && len(text) < 10_000 {
				t.Fatalf("%s: %v", format, err)
			}
		}
	})
}
