package datafile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"a.yaml": {Data: []byte("text: 전세금\n")}}
	file, err := Open(files, "a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Text string `yaml:"text"`
	}
	if err := file.Decode(&v); err != nil || v.Text != "전세금" {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := Open(files, "b.yaml"); !os.IsNotExist(err) {
		t.Error(err)
	}
}

func TestUnknownKeysAreRefused(t *testing.T) {
	t.Parallel()
	var v struct {
		A string `yaml:"a"`
	}
	err := File{Text: []byte("a: x\nc: y\n")}.Decode(&v)
	if err == nil || !strings.Contains(err.Error(), "2:1: ") {
		t.Errorf("%v does not name the line", err)
	}
}

func TestTheLineOfAValue(t *testing.T) {
	t.Parallel()
	file := File{Text: []byte("a: 1\nb:\n  - c: x\n    d: y\n  - {c: z}\n")}
	for path, want := range map[string]int{"$.a": 1, "$.b[0]": 3, "$.b[0].d": 4, "$.b[1]": 5, "$.b[1].d": 5, "$.b[7].d": 3, "$.z": 1, "$": 1} {
		if got := file.Line(path); got != want {
			t.Errorf("%s is on line %d, not %d", path, got, want)
		}
	}
	var v struct {
		N int `yaml:"n"`
	}
	var at *Error
	if err := (File{Text: []byte("\nn: many\n")}).Decode(&v); !errors.As(err, &at) || at.Line != 2 || at.Text == "" {
		t.Errorf("%+v", at)
	}
}

func TestAFolderStandsOverTheBuiltIn(t *testing.T) {
	t.Parallel()
	builtIn, dir := fstest.MapFS{"a.yaml": {Data: []byte("a")}, "b.yaml": {Data: []byte("b")}}, t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "b.yaml"), []byte("own"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a.yaml": "a", "b.yaml": "own", "c.yaml": ""} {
		if got, err := fs.ReadFile(Over(dir, builtIn), name); string(got) != want || (err != nil) != (want == "") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if got, _ := fs.ReadFile(Over("", builtIn), "b.yaml"); string(got) != "b" {
		t.Errorf("%q", got)
	}
}
