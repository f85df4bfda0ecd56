package store_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/madang-dev/madang/migrations"
)

// sqlTexts are the files that hold SQL: the queries, the migrations, and
// the Go files of this package.
func sqlTexts(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"queries/*.sql", "*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %v", pattern, files, err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			out[f] = string(b)
		}
	}
	files, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("migrations: %v, %v", files, err)
	}
	for _, f := range files {
		b, err := fs.ReadFile(migrations.FS, f)
		if err != nil {
			t.Fatal(err)
		}
		out[f] = string(b)
	}
	return out
}

func TestHistoryIsAppendOnly(t *testing.T) {
	t.Parallel()
	change := regexp.MustCompile(`(?is)\b(update|delete\s+from|truncate(?:\s+table)?|replace\s+into)\s+(events|messages|checkpoints)\b[^;]*`)
	onConflict := regexp.MustCompile(`(?is)insert\s+into\s+(events|messages|checkpoints)\b[^;` + "`" + `]*on\s+conflict`)
	removal := regexp.MustCompile(`(?i)^delete from (events|messages|checkpoints) where session_id = \$1$`)
	removals := 0
	for file, text := range sqlTexts(t) {
		for _, found := range change.FindAllString(text, -1) {
			if removal.MatchString(strings.TrimSpace(found)) && file == filepath.Join("queries", "sessions.sql") {
				removals++ // the hard delete of a session
				continue
			}
			t.Errorf("%s changes history: %s", file, found)
		}
		if found := onConflict.FindString(text); found != "" {
			t.Errorf("%s changes history: %s", file, found)
		}
	}
	if removals != 3 {
		t.Errorf("found %d removals, want the three of the hard delete", removals)
	}
}

func TestSQLIsOfTheCommonSubset(t *testing.T) {
	t.Parallel()
	banned := regexp.MustCompile(`(?i)::|\bnow\(\)|\bskip\s+locked\b|\b(big)?serial\b|\bautoincrement\b|\bjsonb?\b\s*(,|not)|\btimestamptz?\b|\bany\s*\(|\barray\b|\bilike\b|\bboolean\b`)
	comment := regexp.MustCompile(`--.*`)
	for file, text := range sqlTexts(t) {
		if strings.HasSuffix(file, ".go") {
			continue
		}
		if found := banned.FindString(comment.ReplaceAllString(text, "")); found != "" {
			t.Errorf("%s has %q, which one of the databases lacks", file, found)
		}
	}
}
