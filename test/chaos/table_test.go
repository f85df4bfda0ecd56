package chaos

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// faultRow is a line of the table of fault tests in docs/chaos.md: | 14 | what | where |.
var (
	faultRow  = regexp.MustCompile(`(?m)^\| (\d+) \| .* \| (.*) \|$`)
	faultTest = regexp.MustCompile("`((?:Test|Fuzz)\\w+)(?:/([^`]+))?` in ([\\w/]+)")
)

// Each fault of the table has a test, and every test that it names is there.
func TestFaultTable(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../../docs/chaos.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := faultRow.FindAllStringSubmatch(string(doc), -1)
	if len(rows) != 32 {
		t.Errorf("%d rows, not 32", len(rows))
	}
	for i, row := range rows {
		if row[1] != strconv.Itoa(i+1) {
			t.Errorf("row %d has number %s", i+1, row[1])
		}
		tests := faultTest.FindAllStringSubmatch(row[2], -1)
		if len(tests) == 0 {
			t.Errorf("fault %s names no test", row[1])
		}
		for _, test := range tests {
			code := testsOf(t, test[3])
			if !strings.Contains(code, "\nfunc "+test[1]+"(") {
				t.Errorf("fault %s: there is no %s in %s", row[1], test[1], test[3])
			}
			if test[2] != "" && !strings.Contains(code, strconv.Quote(test[2])) {
				t.Errorf("fault %s: %s has no part %q", row[1], test[1], test[2])
			}
		}
	}
}

// testsOf is the text of a folder's tests.
func testsOf(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}
