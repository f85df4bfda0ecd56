package datafile

import (
	"os"
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
	if err == nil || !strings.Contains(err.Error(), "[2:1]") {
		t.Errorf("%v does not name the line", err)
	}
}
