package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/knowledge/ingest"
	"github.com/madang-dev/madang/store"
)

func writeFile(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestIngestCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	laws, data := filepath.Join(dir, "laws"), filepath.Join(dir, "data")
	writeFile(t, filepath.Join(laws, "a.txt"), "전기차는 지하에서 충전한다.")
	into := []string{"--pack", "house", "--data-dir=" + data}
	for _, c := range []struct {
		args       []string
		code       int
		out, wrong string
	}{
		{[]string{"-h"}, exitOK, "-dry-run", ""},
		{[]string{laws}, exitUsage, "", "--pack NAME"},
		{[]string{"--remove", "house", laws}, exitUsage, "", "--pack NAME"},
		{append([]string{}, into...), exitUsage, "", "--pack NAME"},
		{append([]string{laws, "--colour"}, into...), exitUsage, "", "colour"},
		{append([]string{laws, "--max-mb", "0"}, into...), exitUsage, "", "1 to 1000"},
		{append([]string{filepath.Join(dir, "none")}, into...), exitUsage, "", "is not there"},
		{append([]string{laws, "--dry-run"}, into...), exitOK, "nothing was changed", ""},
		{append([]string{laws}, into...), exitOK, "house: 1 added", "1 of 1 files"},
		{append(slices.Clone(into), laws), exitOK, "1 unchanged", ""},
		{append([]string{laws, "--assistant", "travel"}, into...), exitUsage, "", "belongs to the assistant realestate"},
		{[]string{"--remove", "none", "--data-dir", data}, exitFailed, "", "there is no pack none"},
		{[]string{"--remove", "house", "--data-dir", data}, exitOK, "", ""},
		{[]string{"--remove", "house", "--data-dir", data}, exitFailed, "", "there is no pack house"},
	} {
		code, out, complaints := runs(t.Context(), nil, append([]string{"ingest"}, c.args...)...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(complaints, c.wrong) {
			t.Errorf("%q: code %d, want %d\n%s\n%s", c.args, code, c.code, out, complaints)
		}
	}
}

// What is left out is told by file and line, and by the exit code.
func TestIngestCommandTellsProblems(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	laws := filepath.Join(dir, "laws")
	writeFile(t, filepath.Join(laws, "good.csv"), "법률명,내용\n민법,글\n")
	writeFile(t, filepath.Join(laws, "bad\x1b[2J.jsonl"), "{\"text\":\"가\"}\nx\n")
	args := []string{"ingest", laws, "--pack=house", "--data-dir", filepath.Join(dir, "data")}
	code, out, complaints := runs(t.Context(), nil, args...)
	if code != exitSkipped || strings.Contains(out, "\x1b") || !strings.Contains(out, "laws/bad?[2J.jsonl  2     this is no JSON object") {
		t.Errorf("code %d\n%s\n%s", code, out, complaints)
	}
	code, out, _ = runs(t.Context(), nil, append(args, "--json")...)
	var r ingest.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitSkipped || r.Unchanged != 1 || len(r.Failed) != 1 || r.Problems[0].Line != 2 {
		t.Errorf("code %d, %v\n%s", code, err, out)
	}
}

// A database that a server has can be filled all the same, but not one of
// another version.
func TestIngestCommandBesideAServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	writeFile(t, filepath.Join(dir, "a.txt"), "글")
	server, err := store.Open(t.Context(), store.Config{DataDir: data})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	args := []string{"ingest", filepath.Join(dir, "a.txt"), "--pack", "house", "--data-dir", data}
	if code, _, complaints := runs(t.Context(), nil, args...); code != exitFailed || !strings.Contains(complaints, "another version") {
		t.Errorf("code %d\n%s", code, complaints)
	}
	if _, err := server.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if code, _, complaints := runs(t.Context(), nil, args...); code != exitOK {
		t.Errorf("code %d\n%s", code, complaints)
	}
	packs, err := server.KnowledgePacks(t.Context())
	if err != nil || len(packs) != 1 || packs[0].Chunks != 1 {
		t.Errorf("the server sees %+v, %v", packs, err)
	}
}
