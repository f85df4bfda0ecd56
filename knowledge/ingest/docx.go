package ingest

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// What a DOCX may hold, so that a small file can't unpack to a large one.
const (
	maxParts    = 2000
	maxDocument = 64 << 20
	maxNesting  = 200 // elements that are open at once
)

var (
	errParagraphTooLong = errors.New("a paragraph is longer than 1 MiB")
	errNesting          = errors.New("it is nested too deeply")
)

// readDOCX reads the paragraphs of a Word document, headings as sections.
func readDOCX(ctx context.Context, f *file) []Record {
	files, err := zip.NewReader(bytes.NewReader(f.raw), int64(len(f.raw)))
	if err != nil || len(files.File) > maxParts {
		f.problems.refuse(ErrBroken, "this is no DOCX")
		return nil
	}
	part, err := files.Open("word/document.xml")
	if err != nil {
		f.problems.refuse(ErrBroken, "this is no DOCX: it has no document")
		return nil
	}
	defer part.Close()
	// Part fails where it holds more than it says.
	most := int64(maxDocument)
	if f.most > 0 {
		most = min(most, int64(f.most)*unpackedPerText)
	}
	if info, err := part.Stat(); err != nil || info.Size() > most {
		f.problems.refuse(ErrTooLong, "its text is larger than %d MiB when unpacked", most>>20)
		return nil
	}
	w := &word{outline: f.outline(), in: xml.NewDecoder(part)}
	err = w.read(ctx)
	switch {
	case errors.Is(err, errParagraphTooLong):
		f.problems.refuse(ErrTooLong, "%v", err)
		return nil
	case errors.Is(err, errNesting):
		f.problems.refuse(ErrBroken, "%v", err)
		return nil
	case err != nil:
		f.problems.refuse(ErrBroken, "its document is broken")
		return nil
	}
	return w.done()
}

// word is a document on its way through.
type word struct {
	*outline
	in *xml.Decoder

	text   strings.Builder
	level  int  // of the paragraph's heading style, 0 for none
	taking bool // within a run's text
	hidden bool // the run is not shown
	cells  int  // of the row, before the one that is read
	table  int  // how many tables are open
	depth  int  // how many elements are
	para   int
}

func (w *word) read(ctx context.Context) error {
	for ctx.Err() == nil {
		token, err := w.in.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			// The decoder remembers all that is open, at a hundred times its length.
			if w.depth++; w.depth > maxNesting {
				return errNesting
			}
			w.open(t)
		case xml.EndElement:
			w.depth--
			w.close(t.Name.Local)
		case xml.CharData:
			if w.taking && !w.hidden {
				w.text.Write(t)
			}
			if w.text.Len() > maxLine {
				return errParagraphTooLong
			}
		}
	}
	return ctx.Err()
}

func (w *word) open(t xml.StartElement) {
	value := ""
	for _, a := range t.Attr {
		if a.Name.Local == "val" {
			value = a.Value
		}
	}
	switch t.Name.Local {
	case "p":
		w.para++
		w.level, w.item = 0, false
	case "numPr":
		w.item = true
	case "pStyle":
		w.level = headingLevel(value)
	case "r":
		w.hidden = false
	case "vanish":
		w.hidden = value != "false" && value != "0"
	case "t":
		w.taking = true
	case "tab":
		w.text.WriteByte('\t')
	case "br", "cr":
		w.text.WriteByte('\n')
	case "tbl":
		w.table++
	case "tr":
		w.cells = 0
	case "tc":
		if w.cells++; w.cells > 1 {
			w.text.WriteString(" | ")
		}
	}
}

func (w *word) close(name string) {
	switch {
	case name == "t":
		w.taking = false
	case name == "tbl":
		w.table--
	case name == "p" && w.table > 0: // a row is one line
		w.text.WriteByte('\v')
	case name == "p", name == "tr":
		w.flush()
	}
}

func (w *word) flush() {
	text := strings.TrimSpace(w.text.String())
	w.text.Reset()
	w.see(strings.ReplaceAll(strings.ReplaceAll(text, "\v | ", " | "), "\v", "\n") + "\n")
	text = strings.ReplaceAll(text, "\v", " ")
	if w.level > 0 && text != "" {
		w.head(w.level, text, w.para)
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		w.line(line, w.para)
	}
}

// headingLevel is the level that a paragraph's style gives it, 0 for none.
func headingLevel(style string) int {
	if strings.EqualFold(style, "title") {
		return 1
	}
	if m := phrases.Match(style, "word.heading"); m != nil {
		return int(m[1][0] - '0')
	}
	return 0
}
