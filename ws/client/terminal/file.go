package terminal

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/madang-dev/madang/ws/client"
)

// maxFile is a byte more than servers take, who say so themselves.
const maxFile = 10<<20 + 1

// fromFile is the message that has a file reviewed, "" where it can't be read,
// which the user is told.
func (t *talk) fromFile(ctx context.Context, path string) string {
	w := t.words("")
	path = unquoted(strings.TrimSpace(path))
	content, err := readFile(path)
	if err != nil {
		t.say(w.Say("file_unread", "name", line(path)))
		return ""
	}
	c := t.clientConfig()
	c.Language = cmp.Or(c.Language, t.Locale)
	name, text, err := client.FileText(ctx, c, filepath.Base(path), content)
	if err != nil {
		t.say(w.trouble(err, t.Options))
		return ""
	}
	return w.Say("file_review") + "\n\n[" + name + "]\n\n" + text
}

// unquoted is a path as terminals write it that a file is dragged into.
func unquoted(path string) string {
	for _, quote := range []string{"'", `"`} {
		if inner, ok := strings.CutPrefix(path, quote); ok {
			return strings.TrimSuffix(inner, quote)
		}
	}
	return strings.ReplaceAll(path, `\ `, " ")
}

// readFile reads a plain file, as much of it as could be sent: a pipe would
// hold the prompt.
func readFile(path string) ([]byte, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, cmp.Or(err, os.ErrInvalid)
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, maxFile))
}
