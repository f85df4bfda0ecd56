package documents

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/cut"
)

// Bounds of an export: a document has about 10 KB, a page about 3 KB.
const (
	maxExportBytes = 256 << 10
	maxTitleRunes  = 200
	maxPages       = 200
	maxColumns     = 12
	maxDepth       = 8
)

// Errors of Export.
var (
	ErrFormat   = errors.New("documents: unknown format")
	ErrTooLarge = errors.New("documents: too large to export")
)

// Export renders Markdown as "markdown" (or "md"), "docx" or "pdf", dated
// with the day that the file says it was made on, and tells the content type;
// the zero time leaves a fixed day. The same input gives the same bytes.
// Errors: ErrFormat, ErrTooLarge.
func Export(markdown, title, format string, created time.Time) ([]byte, string, error) {
	if created.IsZero() {
		created = time.Unix(0, 0)
	}
	if len(markdown) > maxExportBytes {
		return nil, "", fmt.Errorf("%w: %d bytes, at most %d", ErrTooLarge, len(markdown), maxExportBytes)
	}
	title = headline(title)
	markdown = printable(markdown)
	switch strings.ToLower(format) {
	case "markdown", "md":
		return []byte(markdown), "text/markdown; charset=utf-8", nil
	case "docx":
		out, err := docxFile(parseBlocks(markdown), title, created.UTC())
		return out, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", err
	case "pdf":
		out, err := pdfFile(parseBlocks(markdown), title, created.UTC())
		return out, "application/pdf", err
	}
	return nil, "", fmt.Errorf("%w: %q", ErrFormat, format)
}

// headline is a title on one line of bounded length.
func headline(title string) string {
	return cut.Runes(strings.Join(strings.Fields(printable(title)), " "), maxTitleRunes)
}

// printable drops what no document shows: broken runes, control characters,
// and characters that neither XML 1.0 nor the font has.
func printable(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "□"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0:
			return -1
		case r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x206f || r == 0xfeff:
			return -1 // invisible and direction characters
		case r == 0x2028 || r == 0x2029:
			return '\n'
		case r == 0xfffe || r == 0xffff || r >= 0xe000 && r <= 0xf8ff:
			return '□'
		}
		return r
	}, s)
}
