package store_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// All that is kept of a user is in the archive, readable, and of nobody else;
// behind an erasure nothing is.
func TestArchiveHoldsAllOfAUser(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, cfg store.Config) {
		cfg.Keyset = storetest.Keyset(t)
		s := open(t, cfg)
		sessionID, _ := confide(t, s, "minji")
		foreign, _ := confide(t, s, "jun")
		archived := func() map[string][]map[string]any {
			var out bytes.Buffer
			if err := s.ExportUser(t.Context(), store.Server(), "minji", time.Now(), &out); err != nil {
				t.Fatal(err)
			}
			return storetest.Archive(t, out.Bytes())
		}
		files := archived()
		for _, name := range []string{"sessions", "messages", "runs", "results", "events", "states", "documents", "memories", "preferences", "feedback", "triggers"} {
			rows := fmt.Sprint(files[name+".jsonl"])
			if !strings.Contains(rows, canary) || strings.Contains(rows, foreign) {
				t.Errorf("%s: %.300s", name, rows)
			}
		}
		if len(files["sessions.jsonl"]) != 2 || !strings.Contains(fmt.Sprint(files), sessionID) { // and its copy
			t.Errorf("sessions %v", files["sessions.jsonl"])
		}
		document := fmt.Sprint(files["documents.jsonl"][0]["id"])
		if text := files["documents/"+document+".md"]; len(text) != 1 || text[0]["text"] != canary {
			t.Errorf("document %q: %v", document, text)
		}
		if user := files["user.json"]; len(user) != 1 || user[0]["user_id"] != "minji" {
			t.Errorf("user.json: %v", user)
		}
		if _, err := s.EraseUser(t.Context(), store.Server(), "minji"); err != nil {
			t.Fatal(err)
		}
		for name, rows := range archived() {
			if name != "user.json" && len(rows) > 0 {
				t.Errorf("behind the erasure %s has %v", name, rows)
			}
		}
	})
}

// What was erased is in no byte of the database's files, its log included, though
// nothing was encrypted.
func TestErasedIsInNoFile(t *testing.T) {
	t.Parallel()
	dir := storetest.SQLite(t)
	s := open(t, store.Config{DataDir: dir})
	confide(t, s, "minji")
	holding := func() (files []string) {
		all, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range all {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(data, []byte(canary)) {
				files = append(files, filepath.Base(path))
			}
		}
		return files
	}
	if len(holding()) == 0 {
		t.Fatal("the canary is in no file to begin with")
	}
	if _, err := s.EraseUser(t.Context(), store.Server(), "minji"); err != nil {
		t.Fatal(err)
	}
	if left := holding(); len(left) > 0 {
		t.Errorf("what was erased is still in %v", left)
	}
}
