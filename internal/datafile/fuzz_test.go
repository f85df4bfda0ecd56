package datafile

import (
	"errors"
	"strings"
	"testing"
)

// A pack's file is decoded, or refused with a line that it has.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		"", "a: 1\nb:\n  - c: x\n    d: y\n", "a: [1, 2]\n", "{", "a: &x 1\nb: *x\n", "a: *none\n", "b: [{c: {}}]\n", "? a\n: b\n",
		"a: |\n  text\n", "a: !!binary x\n", "\t", "a: \"\\x\"\n", "<<: {a: 1}\n", "a: 1\na: 2\n", "# nothing\n---\n...\n", "b:\n- c: x\n  e: y\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Count(text, "*") > 3 {
			t.Skip("aliases of aliases are the author's own")
		}
		var v struct {
			A string `yaml:"a"`
			B []struct {
				C string `yaml:"c"`
				D string `yaml:"d"`
			} `yaml:"b"`
		}
		file := File{Text: []byte(text)}
		lines := strings.Count(text, "\n") + strings.Count(text, "\r") + 1
		if err := file.Decode(&v); err != nil {
			var at *Error
			if errors.As(err, &at) && (at.Line < 0 || at.Line > lines) {
				t.Fatalf("line %d of %d: %v", at.Line, lines, err)
			}
		}
		for _, path := range []string{"$", "$.a", "$.b[0].d", "$.z"} {
			if line := file.Line(path); line < 0 || line > lines {
				t.Fatalf("%s is on line %d of %d", path, line, lines)
			}
		}
	})
}
