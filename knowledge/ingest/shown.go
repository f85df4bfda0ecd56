package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Why a file can't be shown as text.
var (
	ErrKind    = errors.New("ingest: no kind of file that has a text")
	ErrBroken  = errors.New("ingest: the file is broken, locked or not what its name says")
	ErrNoText  = errors.New("ingest: there is no text in the file")
	ErrTooLong = errors.New("ingest: the text is too long")
	ErrNoTool  = errors.New("ingest: the tool that reads PDF is missing")
)

// unpackedPerText is how many bytes of markup a byte of text may take.
const unpackedPerText = 128

// pageMark is the number of a page, in the middle of the sentence that goes on
// behind it.
var pageMark = regexp.MustCompile(`\n+[ \t]*(?:-[ \t]*\d{1,4}[ \t]*-|\d{1,4}[ \t]*/[ \t]*\d{1,4})[ \t]*(?:\n+|$)`)

// blanks are lines without words between two with.
var blanks = regexp.MustCompile(`\n(?:[ \t]*\n)+`)

// Text is what the reader of a document sees, line by line, of at most so many
// bytes: a DOCX, PDF, TXT, MD or HTML file by its name. It reads as Ingest
// does, within the same bounds, and stores nothing.
func Text(ctx context.Context, name string, raw []byte, most int) (string, error) {
	how, ok := formatOf(name)
	if !ok || !slices.Contains([]string{".docx", ".pdf", ".txt", ".md", ".markdown", ".html", ".htm"}, strings.ToLower(path.Ext(name))) {
		return "", ErrKind
	}
	f := &file{uri: name, raw: raw, most: most}
	f.read(ctx, how)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case f.problems.why != nil:
		return "", fmt.Errorf("%w: %s", f.problems.why, cmp.Or(f.problems.list...).Message)
	case f.out == nil:
		return "", ErrBroken
	case f.out.left < 0:
		return "", ErrTooLong
	}
	seen := strings.Join(f.out.seen, "\n")
	if how.media == "application/pdf" {
		seen = pageMark.ReplaceAllString(seen, "\n")
	}
	text := blanks.ReplaceAllString(strings.TrimSpace(visible(seen)), "\n\n")
	if strings.IndexFunc(text, unicode.IsLetter) < 0 { // a scan has its pages' numbers
		return "", ErrNoText
	}
	return text, nil
}
