// Package dialogtest finds keys of phrases that a room reads and that are not
// there, and phrases that nobody reads.
package dialogtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/dialog"
)

// readers are the methods of Phrases that take a key, and where.
var readers = map[string]int{"Has": 1, "Find": 1, "FindAll": 1, "Match": 1, "Named": 1}

// Check reads the Go files of a folder. It fails on a key that is looked for
// and has no phrase, and on a key that no literal of the source names. A
// literal that names a group ("act") stands for all below it, as do prefixes.
func Check(t *testing.T, p *dialog.Phrases, dir string, prefixes ...string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set, literals := token.NewFileSet(), slices.Clone(prefixes)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := literal(n); ok {
				literals = append(literals, text)
			}
			if key, ok := read(n); ok && len(p.Phrases(key)) == 0 {
				t.Errorf("%s: no phrase %q", set.Position(n.Pos()), key)
			}
			return true
		})
	}
	for _, key := range p.Under("") {
		if !slices.ContainsFunc(literals, func(l string) bool {
			l = strings.TrimSuffix(l, ".")
			return l == key || l != "" && strings.HasPrefix(key, l+".")
		}) {
			t.Errorf("phrases of %q are looked for by nobody", key)
		}
	}
}

// read is the key of a call such as phrases.Has(text, "act.reset").
func read(n ast.Node) (string, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return "", false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	on, ok := method.X.(*ast.Ident)
	at, known := readers[method.Sel.Name]
	if !ok || !known || on.Name != "phrases" || len(call.Args) <= at {
		return "", false
	}
	return literal(call.Args[at])
}

func literal(n ast.Node) (string, bool) {
	basic, ok := n.(*ast.BasicLit)
	if !ok || basic.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(basic.Value)
	return text, err == nil
}
