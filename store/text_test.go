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
	for _, pattern := range []string{"queries/*.sql", "*.go", "postgres/*.go", "sqlite/*.go"} {
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

// What may change history: the hard delete of a session, and what keeps it
// bounded, which never changes what a row says.
func TestHistoryIsAppendOnly(t *testing.T) {
	t.Parallel()
	change := regexp.MustCompile(`(?is)\b(update|delete\s+from|truncate(?:\s+table)?|replace\s+into)\s+(events|messages|checkpoints)\b[^;]*`)
	onConflict := regexp.MustCompile(`(?is)insert\s+into\s+(events|messages|checkpoints)\b[^;` + "`" + `]*on\s+conflict`)
	allowed := map[string]string{
		"delete from events where session_id = $1":                       "sessions.sql",
		"delete from messages where session_id = $1":                     "sessions.sql",
		"delete from checkpoints where session_id = $1":                  "sessions.sql",
		"delete from checkpoints where session_id = $1 and step_no < $2": "checkpoints.sql",
		"delete from events where session_id = $1 and seq <= $2":         "checkpoints.sql",
		"update checkpoints set base_step = step_no, value = sqlc.arg(value) where session_id = sqlc.arg(session_id)" +
			" and step_no = sqlc.arg(step_no)": "checkpoints.sql",
	}
	found := map[string]bool{}
	for file, text := range sqlTexts(t) {
		for _, text := range change.FindAllString(text, -1) {
			text = strings.ToLower(strings.Join(strings.Fields(text), " "))
			if allowed[text] == filepath.Base(file) {
				found[text] = true
				continue
			}
			t.Errorf("%s changes history: %s", file, text)
		}
		if text := onConflict.FindString(text); text != "" {
			t.Errorf("%s changes history: %s", file, text)
		}
	}
	if len(found) != len(allowed) {
		t.Errorf("only found %v", found)
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
