// Package datafile reads what the program knows from YAML files that people
// write and operators may replace.
package datafile

import (
	"io/fs"

	"github.com/goccy/go-yaml"
)

// File is the text of a YAML file.
type File struct{ Text []byte }

// Open reads a file. Its errors are those of the file system.
func Open(files fs.FS, name string) (File, error) {
	text, err := fs.ReadFile(files, name)
	return File{text}, err
}

// Decode reads the file into a pointer to a zero value. A key that the value
// has no field for is an error with its line.
func (f File) Decode(into any) error {
	return yaml.UnmarshalWithOptions(f.Text, into, yaml.Strict())
}
