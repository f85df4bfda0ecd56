package analysis

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The rooms that may hold no figure of law: they read them from the packs.
var lawless = []string{"teams", "internal/forms", "internal/documents", "assistants/realestate", "planning"}

// exceptions are figures that look like the law's and are not, with the reason.
var exceptions = map[string]string{
	"teams/document/readletter.go 5000000": "the size of a rent, not the relief of parents",
}

var (
	saidFigure = regexp.MustCompile(`\d+(\.\d+)?\s?(%|퍼센트)|\d+분의 \d+|\d[\d,]*\s?(억|천만|백만|만\s?원)`)
	// A power of ten says nothing of where it comes from.
	packFigure = regexp.MustCompile(`\b\d{6,}\b`)
	formatted  = regexp.MustCompile(`%[a-z]|\(\?`) // a format, an expression
	powerOfTen = regexp.MustCompile(`^10*$`)
)

// No figure of law stands in Go: a sum of the packs, a rate in percent, or a
// sentence that tells one.
func TestFiguresOfLawStandInThePacks(t *testing.T) {
	t.Parallel()
	known := map[int64]bool{}
	for _, name := range []string{"rates.yaml", "loans.yaml"} {
		text, err := os.ReadFile(packs + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range packFigure.FindAllString(string(text), -1) {
			n, _ := strconv.ParseInt(m, 10, 64)
			known[n] = !powerOfTen.MatchString(m)
		}
	}
	seen := map[string]bool{}
	for _, room := range lawless {
		err := filepath.WalkDir("../../"+room, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			for _, f := range figuresIn(t, path, known) {
				place := strings.TrimPrefix(filepath.ToSlash(path), "../../") + " " + f
				if exceptions[place] == "" {
					t.Errorf("%s: figures of law stand in the packs (assistants/realestate/packs), with source and day", place)
				}
				seen[place] = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for place := range exceptions {
		if !seen[place] {
			t.Errorf("%s is excepted and not there any more", place)
		}
	}
}

// figuresIn lists the figures of a file that look like the law's.
func figuresIn(t *testing.T, path string, known map[int64]bool) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr: // bounds of rates and tables are no figures of law
			return !strings.HasPrefix(calledName(n), "validate") && calledName(n) != "rateWithin"
		case *ast.BinaryExpr:
			if x, ok := n.X.(*ast.BasicLit); ok && n.Op == token.MUL && fmt.Sprint(n.Y) == "Percent" {
				found = append(found, x.Value+" percent")
			}
		case *ast.BasicLit:
			if f := figureOf(n, known); f != "" {
				found = append(found, f)
			}
		}
		return true
	})
	return found
}

func calledName(c *ast.CallExpr) string {
	id, _ := c.Fun.(*ast.Ident)
	if id == nil {
		return ""
	}
	return id.Name
}

func figureOf(n *ast.BasicLit, known map[int64]bool) string {
	switch n.Kind {
	case token.INT:
		if v, err := strconv.ParseInt(strings.ReplaceAll(n.Value, "_", ""), 0, 64); err == nil && known[v] {
			return strconv.FormatInt(v, 10)
		}
	case token.STRING:
		if text, err := strconv.Unquote(n.Value); err == nil && !formatted.MatchString(text) {
			return saidFigure.FindString(text)
		}
	}
	return ""
}
