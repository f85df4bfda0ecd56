package ingest

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"time"
)

// What pdftotext may take for one file.
const (
	pdfTool    = "pdftotext"
	pdfTimeout = 30 * time.Second
	pdfPages   = "5000"
	maxPDFText = 32 << 20
)

// readPDF reads the text of a PDF with pdftotext, which has to be installed.
// The tool gets the bytes that were hashed and no path, a bounded address
// space and a bounded time.
func readPDF(ctx context.Context, f *file) []Record {
	if !bytes.HasPrefix(f.raw, []byte("%PDF-")) {
		f.problems.refuse(ErrBroken, "this is no PDF")
		return nil
	}
	tool, err := exec.LookPath(pdfTool)
	if err != nil {
		f.problems.refuse(ErrNoTool, "pdftotext is not installed")
		return nil
	}
	text, err := pdfText(ctx, tool, f.raw)
	switch {
	case errors.Is(err, errPDFTooLong):
		f.problems.refuse(ErrTooLong, "its text is larger than 32 MiB")
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		f.problems.refuse(err, "pdftotext took longer than %s", pdfTimeout)
		return nil
	case err != nil:
		f.problems.refuse(ErrBroken, "pdftotext can't read it: it is broken or locked")
		return nil
	case len(bytes.TrimSpace(text)) == 0:
		f.problems.refuse(ErrNoText, "there is no text in it; a scanned page has to go through character recognition first")
		return nil
	}
	shown, ok := decode(text, &f.problems)
	if !ok {
		return nil
	}
	o := f.outline()
	o.plain(shown)
	records := o.done()
	for i := range records {
		records[i].Line = 0 // a line of the text is none of the file
	}
	return records
}

var errPDFTooLong = errors.New("ingest: text of a PDF is too long")

func pdfText(ctx context.Context, tool string, raw []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, pdfTimeout)
	defer cancel()
	args := []string{"-q", "-nopgbrk", "-enc", "UTF-8", "-l", pdfPages, "-", "-"}
	command := exec.CommandContext(ctx, tool, args...)
	if shell, err := exec.LookPath("sh"); err == nil {
		// 1 GiB of address space, where the shell can bound it.
		command = exec.CommandContext(ctx, shell, append([]string{"-c", `ulimit -v 1048576 2>/dev/null; exec "$0" "$@"`, tool}, args...)...)
	}
	out := &capped{left: maxPDFText}
	command.Stdin, command.Stdout = bytes.NewReader(raw), out
	command.WaitDelay = time.Second
	err := command.Run()
	switch {
	case out.over:
		return nil, errPDFTooLong
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return out.kept.Bytes(), err
}

// capped keeps what fits and fails beyond, which ends the tool.
type capped struct {
	kept bytes.Buffer // not embedded: its ReadFrom would go past the bound
	left int
	over bool
}

func (c *capped) Write(p []byte) (int, error) {
	if c.left -= len(p); c.left < 0 {
		c.over = true
		return 0, errPDFTooLong
	}
	return c.kept.Write(p)
}
