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
// like, which open them; one that writes such values by putIn and putOf, which seal
// them, or by a method of queries of its own.
func TestSealedStatementsAreCalledSealed(t *testing.T) {
	t.Parallel()
	source := packageText(t)
	queries, seen := reflect.TypeFor[*sqlc.Queries](), 0
	for i := range queries.NumMethod() {
		m := queries.Method(i)
		own := strings.Contains(source, "func (q *queries) "+m.Name+"(")
		if sealedType(m.Type.Out(0)) && !own {
			seen++
			if call := regexp.MustCompile(`\b(q|reads)\.` + m.Name + `\(`).FindString(source); call != "" {
				t.Errorf("%s is called without opening its rows", call)
			}
		}
		if m.Type.NumIn() > 2 && sealedType(m.Type.In(2)) {
			seen++
			if call := regexp.MustCompile(`\bq\.` + m.Name + `\(`).FindString(source); call != "" && !own {
				t.Errorf("%s is called without sealing its row", call)
			}
		}
	}
	if seen < 40 {
		t.Errorf("only %d statements with sealed values were found", seen)
	}
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
