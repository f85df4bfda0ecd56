package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/testdb"
)

// Nodes hear of what another process ingests and removes, though their own
// next look is an hour away.
func TestNodesHearOfNewKnowledge(t *testing.T) {
	t.Parallel()
	dir, database, shared := t.TempDir(), testdb.Postgres(t), testdb.Redis(t)
	var nodes []*house
	for range 2 {
		h, err := built(t, func(s *configs.Settings) {
			s.DatabaseURL, s.DBMaxConns, s.RedisURL, s.KnowledgeSweep = database, 4, shared, time.Hour
		})
		if err != nil {
			t.Fatal(err)
		}
		nodes = append(nodes, h)
	}
	for _, h := range nodes {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- h.engine.Run(ctx) }()
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
				t.Fatalf("not heard: %s", what)
			}
		}
	}
	for deadline := time.Now().Add(30 * time.Second); !nodes[0].bus.Healthy() || !nodes[1].bus.Healthy(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("no connection to Redis")
		}
	}
	env := []string{"DATABASE_URL=" + database, "REDIS_URL=" + shared}
	writeFile(t, filepath.Join(dir, "a.txt"), "전기차는 지하에서 충전한다.")
	if code, _, complaints := runs(t.Context(), env, "ingest", filepath.Join(dir, "a.txt"), "--pack=house"); code != exitOK || strings.Contains(complaints, "not told") {
		t.Fatalf("code %d: %s", code, complaints)
	}
	await("what was ingested", 1)
	if code, _, complaints := runs(t.Context(), env, "ingest", "--remove=house"); code != exitOK {
		t.Fatalf("code %d: %s", code, complaints)
	}
	await("what was removed", 0)
}

// Without Redis the ingestion is done all the same, and says who hears of it
// later. Not beside other tests: go-redis has one logger for the process, which
// houses set.
func TestIngestWithoutItsRedis(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "a.txt"), "글")
	code, out, complaints := runs(t.Context(), []string{"REDIS_URL=redis://127.0.0.1:1"},
		"ingest", filepath.Join(dir, "a.txt"), "--pack=house", "--data-dir="+filepath.Join(dir, "data"))
	if code != exitOK || !strings.Contains(out, "1 added") || !strings.Contains(complaints, "not told at once") {
		t.Errorf("code %d\n%s\n%s", code, out, complaints)
	}
}
