package store

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/madang-dev/madang/store/sqlc"
)

// A statement that brings rows with sealed values is called by one, many and their
// like, which open them; one that writes such values by putIn and its like, which
// seal them.
func TestSealedStatementsAreCalledSealed(t *testing.T) {
	t.Parallel()
	source := packageText(t)
	unsealed := regexp.MustCompile(`(putIn|putOf|moveIn)\(ctx, q, [\w.]+, q\.\w+`).ReplaceAllString(source, "")
	called, named := namesIn(source, `\b(?:q|reads)\.(\w+)\(`), namesIn(unsealed, `\bq\.(\w+)\b`)
	queries, seen := reflect.TypeFor[*sqlc.Queries](), 0
	for m := range queries.Methods() {
		if sealedType(m.Type.Out(0)) {
			seen++
			if called[m.Name] {
				t.Errorf("%s is called without opening its rows", m.Name)
			}
		}
		if m.Type.NumIn() > 2 && sealedType(m.Type.In(2)) {
			seen++
			if named[m.Name] {
				t.Errorf("%s is called without sealing its row", m.Name)
			}
		}
	}
	if seen < 40 {
		t.Errorf("only %d statements with sealed values were found", seen)
	}
}

// namesIn are what the expression's group finds in a source.
func namesIn(source, expression string) map[string]bool {
	names := map[string]bool{}
	for _, found := range regexp.MustCompile(expression).FindAllStringSubmatch(source, -1) {
		names[found[1]] = true
	}
	return names
}

func sealedType(of reflect.Type) bool {
	if of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	return len(sealedIn(reflect.New(of).Interface())) > 0
}

// packageText is the package's own source, without what was generated.
func packageText(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}
