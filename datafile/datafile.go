// Package datafile reads what the program knows from YAML files that people
// write and operators may replace. Parsing the built-in ones was most of the
// time that a start took, so each has its values beside it, prepared when the
// file last changed: a start reads those. They name the text and the type that
// they were made of, so that what fits them no more is parsed.
package datafile

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"reflect"

	"github.com/goccy/go-yaml"
)

// Ext is what the name of a file's values has behind the file's own.
const Ext = ".values"

// File is a YAML file with its values; without them it is parsed.
type File struct{ Text, Values []byte }

// Open reads a file and, where there are any, its values. Its errors are
// those of the file system.
func Open(files fs.FS, name string) (File, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return File{}, err
	}
	values, err := fs.ReadFile(files, name+Ext)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return File{}, err
	}
	return File{text, values}, nil
}

// Decode reads the file into a pointer to a zero value. A key that the value
// has no field for is an error with its line.
func (f File) Decode(into any) error {
	if values, ok := f.values(reflect.TypeOf(into)); ok {
		// Aside: damaged values may fill half of one.
		read := reflect.New(reflect.TypeOf(into).Elem())
		if unpack(values, read.Elem()) == nil {
			reflect.ValueOf(into).Elem().Set(read.Elem())
			return nil
		}
	}
	return yaml.UnmarshalWithOptions(f.Text, into, yaml.Strict())
}

// Fresh tells whether the file has values that were made of its text for what
// into points to.
func (f File) Fresh(into any) bool {
	_, ok := f.values(reflect.TypeOf(into))
	return ok
}

func (f File) values(pointer reflect.Type) (string, bool) {
	if len(f.Values) == 0 {
		return "", false
	}
	values, ok := bytes.CutPrefix(f.Values, seal(f.Text, pointer.Elem()))
	return string(values), ok
}

// Prepare makes the values of a text that was decoded to what from points to.
func Prepare(text []byte, from any) ([]byte, error) {
	v := reflect.ValueOf(from).Elem()
	values, err := pack(seal(text, v.Type()), v)
	if err != nil {
		return nil, fmt.Errorf("prepare values: %w", err)
	}
	return values, nil
}

// seal names a text and a type.
func seal(text []byte, t reflect.Type) []byte {
	textSum, typeSum := sha256.Sum256(text), sha256.Sum256(describe(nil, t, map[reflect.Type]bool{}))
	return append(textSum[:], typeSum[:8]...)
}
