// Package datafile reads what the program knows from YAML files that people
// write and operators may replace.
package datafile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v4"
)

// File is the text of a YAML file.
type File struct{ Text []byte }

// Open reads a file. Its errors are those of the file system.
func Open(files fs.FS, name string) (File, error) {
	text, err := fs.ReadFile(files, name)
	return File{text}, err
}

// Shipped is what is read of files that are built in. The first who needs it has it
// read, for a start would wait for what nobody uses; what can't be read is a fault of
// the build and panics then, and a test reads all of it before.
func Shipped[T any](read func() (T, error)) func() T {
	return sync.OnceValue(func() T {
		v, err := read()
		if err != nil {
			panic(err)
		}
		return v
	})
}

// ShippedFile is Shipped of one file.
func ShippedFile[T any](files fs.FS, name string) func() T {
	return Shipped(func() (v T, err error) {
		err = Checked(files, name, &v, nil)
		return v, err
	})
}

// Sub is a folder of files that are built in.
func Sub(files fs.FS, dir string) fs.FS {
	sub, err := fs.Sub(files, dir)
	if err != nil {
		panic(err) // only for what is no path
	}
	return sub
}

// Over is a folder's files over built-in ones: each file of the folder stands
// in for that of its name. "" is the built-in ones alone.
func Over(dir string, builtIn fs.FS) fs.FS {
	if dir == "" {
		return builtIn
	}
	return overlay{os.DirFS(dir), builtIn}
}

type overlay struct{ over, under fs.FS }

func (o overlay) Open(name string) (fs.File, error) {
	f, err := o.over.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return o.under.Open(name)
	}
	return f, err
}

// ReadDir lists the files of both, each name once.
func (o overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(o.over, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	under, err := fs.ReadDir(o.under, name)
	if err != nil && (len(list) == 0 || !errors.Is(err, fs.ErrNotExist)) {
		return nil, err
	}
	for _, e := range under {
		if !slices.ContainsFunc(list, func(own fs.DirEntry) bool { return own.Name() == e.Name() }) {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, nil
}

// Folder fails for one that can't be read: what it is meant to bring would be missing
// without a word. "" is none, and no mistake.
func Folder(dir string) error {
	if dir == "" {
		return nil
	}
	if _, err := os.ReadDir(dir); err != nil {
		return fmt.Errorf("a folder that can't be read: %w", err)
	}
	return nil
}

// Decode reads the file into a pointer to a zero value. A key that the value
// has no field for is refused. What is wrong with the text is an *Error.
func (f File) Decode(into any) error { return Decode(f.Text, into) }

// Decode is File.Decode of a text. One that has nothing in it sets nothing.
func Decode(text []byte, into any) error {
	tree, err := Node(text)
	if err != nil || tree == nil {
		return err
	}
	return located(text, tree.Load(into, yaml.WithKnownFields()))
}

// Node is the tree of a text of one document; nil of a text that has nothing in
// it.
func Node(text []byte) (*yaml.Node, error) {
	documents, err := yaml.NewLoader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	var first, second yaml.Node
	switch err := documents.Load(&first); {
	case errors.Is(err, io.EOF), err == nil && len(first.Content) == 0:
		return nil, nil
	case err != nil:
		return nil, located(text, err)
	}
	switch err := documents.Load(&second); {
	case err == nil:
		return nil, &Error{second.Line, second.Column, "only one YAML document is allowed", nil}
	case !errors.Is(err, io.EOF):
		return nil, located(text, err)
	}
	return first.Content[0], nil
}

// Line is the line that the value at a YAML path ("$.a[2].b" or "a[2].b") stands on, or the
// nearest part of the path that is there: checks name it where they refuse a
// value. It parses the file, so it is for errors only.
func (f File) Line(path string) int {
	line, _ := f.Position(path)
	return line
}

// Position is Line with the column, both from 1.
func (f File) Position(path string) (line, column int) {
	at, err := Node(f.Text)
	if err != nil || at == nil {
		return 1, 1
	}
	for name := range strings.FieldsFuncSeq(strings.TrimPrefix(path, "$"), func(r rune) bool { return strings.ContainsRune(".[]", r) }) {
		below := child(at, name)
		if below == nil {
			break
		}
		at = below
	}
	return at.Line, at.Column
}

// child is the value below a key of a mapping or at an index of a list; nil is
// none.
func child(n *yaml.Node, name string) *yaml.Node {
	switch n.Kind {
	case yaml.AliasNode:
		return child(n.Alias, name)
	case yaml.SequenceNode:
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(n.Content) {
			return n.Content[i]
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == name {
				return n.Content[i+1]
			}
		}
	}
	return nil
}

// At is what a dotted path ("a.b.0.c") leads to in a decoded value, "" to the value
// itself; nil is nothing. A negative number counts from a list's end.
func At(v any, path string) any {
	if path == "" {
		return v
	}
	for name := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[name]
		case []any:
			i, err := strconv.Atoi(name)
			if i < 0 {
				i += len(in)
			}
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// Error is what is wrong with a text and where: line and column from 1, 0 where
// the place is not known.
type Error struct {
	Line, Column int
	Text         string
	cause        error
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Text) }
func (e *Error) Unwrap() error { return e.cause }

// unknownField is how the library tells of a key without a field: with a type
// of ours, which nobody who writes the file knows.
var unknownField = regexp.MustCompile(`^field (.*) not found in type .*$`)

// located is an error of the YAML library with its place.
func located(text []byte, err error) error {
	var at *yaml.LoadError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &at):
		// What ends too early is placed behind the last line.
		line := min(at.Mark.Line, bytes.Count(text, []byte("\n"))+1)
		return &Error{line, at.Mark.Column, unknownField.ReplaceAllString(at.Message, `unknown field "$1"`), err}
	}
	return &Error{Text: err.Error(), cause: err}
}

var variable = regexp.MustCompile(`\$\{([^}]*)\}`)

// Expand puts variables of the environment in the place of ${NAME}; one that is
// not set is an error, for what it stands for would be missing without a word.
func Expand(text string, lookup func(name string) (string, bool)) (string, error) {
	if strings.Count(text, "${") != len(variable.FindAllString(text, -1)) {
		return "", errors.New("${ without }")
	}
	var missing []string
	text = variable.ReplaceAllStringFunc(text, func(s string) string {
		name := strings.Trim(s, "${}")
		value, ok := lookup(name)
		if !ok {
			missing = append(missing, name)
		}
		return value
	})
	if len(missing) > 0 {
		return "", fmt.Errorf("the environment has no %s: set it", strings.Join(missing, ", "))
	}
	return text, nil
}
