package main

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/testdb"
)

// Nodes find what another process ingests and removes, without a restart.
func TestNodesFindNewKnowledge(t *testing.T) {
	t.Parallel()
	dir, database := t.TempDir(), testdb.Postgres(t)
	var nodes []*house
	for range 2 {
		h, err := built(t, func(s *configs.Settings) {
			s.DatabaseURL, s.DBMaxConns, s.KnowledgeSweep = database, 4, 100*time.Millisecond
		})
		if err != nil {
			t.Fatal(err)
		}
		nodes = append(nodes, h)
	}
	for _, h := range nodes {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- h.shelf.Run(ctx) }()
		t.Cleanup(func() {
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
	await := func(what string, passages int) {
		t.Helper()
		for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			if nodes[0].shelf.Now().Counts().Passages == passages && nodes[1].shelf.Now().Counts().Passages == passages {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("not found: %s", what)
			}
		}
	}
	env := []string{"DATABASE_URL=" + database}
	writeFile(t, filepath.Join(dir, "a.txt"), "전기차는 지하에서 충전한다.")
	if code, _, complaints := runs(t.Context(), env, "ingest", filepath.Join(dir, "a.txt"), "--pack=house"); code != exitOK {
		t.Fatalf("code %d: %s", code, complaints)
	}
	await("what was ingested", 1)
	if code, _, complaints := runs(t.Context(), env, "ingest", "--remove=house"); code != exitOK {
		t.Fatalf("code %d: %s", code, complaints)
	}
	await("what was removed", 0)
}
