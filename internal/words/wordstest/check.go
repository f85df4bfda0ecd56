// Package wordstest finds what a room says that its catalogue lacks, and what
// the catalogue has that nobody says.
package wordstest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/words"
)

// Check reads the Go files of a folder. It fails on a key that is said and is
// not in the catalogue, on an argument that a text needs and is not given, and
// on a key that no literal of the source names. A literal that ends in a dot
// ("step.") stands for all keys below it, as do the prefixes.
func Check(t *testing.T, c *words.Catalogue, dir string, prefixes ...string) {
	t.Helper()
	s := source{catalogue: c, prefixes: prefixes, literals: map[string]bool{}}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if problem := s.look(n); problem != "" {
				t.Errorf("%s: %s", set.Position(n.Pos()), problem)
			}
			return true
		})
	}
	for _, key := range c.Keys("") {
		if !s.used(key) {
			t.Errorf("%q is in the catalogue and nobody says it", key)
		}
	}
}

// source is what the Go files say.
type source struct {
	catalogue *words.Catalogue
	prefixes  []string
	literals  map[string]bool
}

func (s *source) look(n ast.Node) (problem string) {
	if text, ok := literal(n); ok {
		s.literals[text] = true
	}
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return ""
	}
	named, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || named.Sel.Name != "Say" && named.Sel.Name != "M" && named.Sel.Name != "List" {
		return ""
	}
	key, rest := s.key(call.Args)
	switch {
	case key == "" || named.Sel.Name == "List":
		return ""
	case !s.catalogue.Has(key):
		return "no text " + strconv.Quote(key)
	}
	return s.lacks(key, rest, call.Ellipsis.IsValid())
}

// key is a call's key, behind the language where that comes first.
func (s *source) key(args []ast.Expr) (key string, rest []ast.Expr) {
	for i := range min(2, len(args)) {
		text, ok := literal(args[i])
		if !ok || i == 0 && slices.Contains(s.catalogue.Languages(), text) {
			continue
		}
		return text, args[i+1:]
	}
	return "", nil
}

// lacks tells of an argument that the text needs and the call does not give.
func (s *source) lacks(key string, args []ast.Expr, spread bool) string {
	if spread {
		return ""
	}
	given := map[string]bool{}
	for i := 0; i < len(args); i += 2 {
		name, ok := literal(args[i])
		if !ok {
			return ""
		}
		given[name] = true
	}
	for _, name := range s.catalogue.Args(key) {
		if !given[name] {
			return strconv.Quote(key) + " needs the argument " + strconv.Quote(name)
		}
	}
	return ""
}

func literal(n ast.Node) (string, bool) {
	basic, ok := n.(*ast.BasicLit)
	if !ok || basic.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(basic.Value)
	return text, err == nil
}

func (s *source) used(key string) bool {
	if s.literals[key] {
		return true
	}
	for _, prefix := range s.prefixes {
		if key == prefix || strings.HasPrefix(key, strings.TrimSuffix(prefix, ".")+".") {
			return true
		}
	}
	for i := range key {
		if key[i] == '.' && (s.literals[key[:i+1]] || list(key[i+1:]) && s.literals[key[:i]]) {
			return true
		}
	}
	return false
}

// list tells whether the end of a key is a place in a list.
func list(end string) bool {
	_, err := strconv.Atoi(end)
	return err == nil
}
