package datafile

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Flaw is what is wrong with a file of data, and where in it.
type Flaw struct {
	Path string // "criteria[1].points", as Line takes it
	Text string // what is wrong, and what would mend it
}

// Flaws collects what is wrong with a file.
type Flaws []Flaw

// Need adds a flaw unless something is good.
func (f *Flaws) Need(good bool, path, text string, args ...any) {
	if !good {
		*f = append(*f, Flaw{Path: path, Text: fmt.Sprintf(text, args...)})
	}
}

// Checked decodes a file into a pointer and has check, which may be nil, find what
// else is wrong. Errors name the file, and the line of each flaw.
func Checked(files fs.FS, name string, into any, check func() Flaws) error {
	file, err := Open(files, name)
	if err != nil {
		return err
	}
	if err := file.Decode(into); err != nil {
		return fmt.Errorf("%s:%w", name, err)
	}
	if check == nil {
		return nil
	}
	var errs []error
	for _, f := range check() {
		errs = append(errs, fmt.Errorf("%s:%d: %s: %s", name, file.Line(f.Path), strings.TrimPrefix(f.Path, "$."), f.Text))
	}
	return errors.Join(errs...)
}
