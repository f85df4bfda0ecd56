// Package datafiletest holds the values of the built-in data files to their
// texts, and makes them anew: `make values`.
package datafiletest

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/madang-dev/madang/datafile"
)

var write = flag.Bool("values", false, "write the values of the data files anew")

// Fresh fails when the values of a file differ from what its text says, or
// when there are none. T is what the file is decoded to.
func Fresh[T any](t *testing.T, dir, name string) {
	t.Helper()
	file, err := datafile.Open(os.DirFS(dir), name)
	if err != nil {
		t.Fatal(err)
	}
	var want, got T
	if err := (datafile.File{Text: file.Text}).Decode(&want); err != nil {
		t.Fatal(err)
	}
	if *write {
		if file.Values, err = datafile.Prepare(file.Text, &want); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+datafile.Ext), file.Values, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if !file.Fresh(&got) || !reflect.DeepEqual(got, want) {
		t.Errorf("the values of %s are not those of its text; run `make values`", name)
	}
}
