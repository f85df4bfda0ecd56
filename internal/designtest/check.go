// Package designtest holds the table of a design in docs/ against the code: it
// is test support of the assistants whose states follow one, so that no field is
// only named and no test of the table is gone.
package designtest

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A line of a table is | what | fields or rule | files | tests |; what names a
// state in backticks, whose fields stand in backticks behind it.
var (
	row    = regexp.MustCompile(`(?m)^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$`)
	quoted = regexp.MustCompile("`([^`]+)`")
	named  = regexp.MustCompile("`((?:Test|Fuzz)\\w+)`(?: in ([\\w/]+))?")
)

// Check reads a document of docs/ for the package of the test that calls it,
// which lies dir below the module's root. Each of states has a line, each field
// of a line is in its state's JSON, and files and tests are there.
func Check(t *testing.T, dir, doc string, states map[string]reflect.Type) {
	t.Helper()
	root := strings.Repeat("../", strings.Count(dir, "/")+1)
	text, err := os.ReadFile(filepath.Join(root, "docs", doc))
	if err != nil {
		t.Fatal(err)
	}
	seen, tests := map[string]bool{}, map[string]string{}
	for _, line := range row.FindAllStringSubmatch(string(text), -1) {
		if strings.HasPrefix(line[1], "--") || line[4] == "test" {
			continue
		}
		if of := quoted.FindStringSubmatch(line[1]); of != nil && states[of[1]] != nil {
			seen[of[1]] = true
			known := fields(states[of[1]], map[reflect.Type]bool{})
			for _, field := range quoted.FindAllStringSubmatch(line[2], -1) {
				if !slices.Contains(known, field[1]) {
					t.Errorf("%s has no field %s", of[1], field[1])
				}
			}
		}
		for _, file := range quoted.FindAllStringSubmatch(line[3], -1) {
			if _, err := os.Stat(filepath.Join(root, dir, file[1])); err != nil {
				if _, err := os.Stat(filepath.Join(root, file[1])); err != nil {
					t.Errorf("%s: there is no %s", line[1], file[1])
				}
			}
		}
		all := named.FindAllStringSubmatch(line[4], -1)
		if len(all) == 0 {
			t.Errorf("%s: no test is named", line[1])
		}
		for _, test := range all {
			in := filepath.Join(root, dir)
			if test[2] != "" {
				in = filepath.Join(root, test[2])
			}
			if tests[in] == "" {
				tests[in] = testsBelow(t, in)
			}
			if !strings.Contains(tests[in], "\nfunc "+test[1]+"(") {
				t.Errorf("%s: there is no %s below %s", line[1], test[1], strconv.Quote(in))
			}
		}
	}
	for name := range states {
		if !seen[name] {
			t.Errorf("%s has no line", name)
		}
	}
}

// fields are the JSON names of a type and of what it holds.
func fields(of reflect.Type, seen map[reflect.Type]bool) (names []string) {
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice || of.Kind() == reflect.Map {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || seen[of] {
		return nil
	}
	seen[of] = true
	for i := range of.NumField() {
		f := of.Field(i)
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			names = append(names, name)
		}
		names = append(names, fields(f.Type, seen)...)
	}
	return names
}

// testsBelow is the text of the tests of a folder and of those in it.
func testsBelow(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range []string{"*_test.go", "*/*_test.go"} {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
	}
	return all.String()
}
