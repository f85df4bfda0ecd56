package designtest

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// The way of a query in docs/architecture.md names functions that are there.
func TestTheWayOfAQuery(t *testing.T) {
	t.Parallel()
	const root = "../.."
	text, err := os.ReadFile(filepath.Join(root, "docs/architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	steps := regexp.MustCompile("(?m)^\\| `(\\w+/\\w+\\.go)` ((?:`\\w+`(?:, )?)+) \\|").FindAllStringSubmatch(string(text), -1)
	if len(steps) < 20 {
		t.Fatalf("the way has %d steps", len(steps))
	}
	for _, step := range steps {
		source, err := os.ReadFile(filepath.Join(root, step[1]))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, function := range quoted.FindAllStringSubmatch(step[2], -1) {
			if !regexp.MustCompile(`(?m)^func (?:\([^)]*\) )?` + function[1] + `\b`).Match(source) {
				t.Errorf("%s has no function %s", step[1], function[1])
			}
		}
	}
}
