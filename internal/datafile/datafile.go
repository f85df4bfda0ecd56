// Package datafile reads what the program knows from YAML files that people
// write and operators may replace.
package datafile

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// File is the text of a YAML file.
type File struct{ Text []byte }

// Open reads a file. Its errors are those of the file system.
func Open(files fs.FS, name string) (File, error) {
	text, err := fs.ReadFile(files, name)
	return File{text}, err
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

// Decode reads the file into a pointer to a zero value. A key that the value
// has no field for is an error with its line.
func (f File) Decode(into any) error {
	return yaml.UnmarshalWithOptions(f.Text, into, yaml.Strict())
}

// Line is the line that the value at a YAML path ("$.a[2].b") stands on, or the
// nearest part of the path that is there: checks name it where they refuse a
// value. It parses the file, so it is for errors only.
func (f File) Line(path string) int {
	tree, err := parser.ParseBytes(f.Text, 0)
	if err != nil {
		return 1
	}
	for path != "$" {
		if at, err := yaml.PathString(path); err == nil {
			if node, err := at.FilterFile(tree); err == nil && node != nil {
				return first(node)
			}
		}
		path = path[:max(strings.LastIndexAny(path, ".["), 1)]
	}
	return 1
}

// first is the line that a node begins on: a mapping's own token is the colon
// behind its first key.
func first(n ast.Node) int {
	switch n := n.(type) {
	case *ast.MappingNode:
		if len(n.Values) > 0 {
			return first(n.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return first(n.Key)
	}
	return n.GetToken().Position.Line
}

// ErrorLine is the line of an error of Decode and what it says, without the
// text around it; 0 where it names none.
func ErrorLine(err error) (line int, message string) {
	var at yaml.Error
	if !errors.As(err, &at) || at.GetToken() == nil {
		return 0, err.Error()
	}
	return at.GetToken().Position.Line, at.GetMessage()
}
