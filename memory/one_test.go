package memory_test

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// An exchange that is forgotten on one node is not told on another.
func TestAForgottenExchangeIsToldNowhere(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	at := time.Now().UTC().Truncate(time.Millisecond)
	session, err := db.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "a", UserID: "alice", CreatedAt: at})
	if err != nil {
		t.Fatal(err)
	}
	submitted, err := storetest.Submit(t.Context(), db, store.Submission{
		Run:     state.Run{SessionID: session.ID, Assistant: "a", Kind: state.RunQuery, Query: "q", Deadline: at.Add(time.Hour)},
		Message: &state.Message{Role: state.RoleUser, Content: "q"}, Owner: "node", At: at,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range storetest.Apply(t.Context(), db, []*store.Commit{{
		SessionID: session.ID, RunID: submitted.Run.ID, Owner: "node", Fence: submitted.Run.Fence, Status: state.RunRunning, At: at,
		Memories: []state.Memory{
			{UserID: "alice", ConversationID: "s1", RunID: "r1", Query: "비밀", Response: "답", Intent: "x", Timestamp: at},
			{UserID: "alice", ConversationID: "s1", RunID: "r2", Query: "보통", Response: "답", Intent: "x", Timestamp: at.Add(time.Second)},
		},
	}}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	nodes := []*memory.Memory{memory.New(memory.Config{Store: db}), memory.New(memory.Config{Store: db})}
	for _, n := range nodes {
		for _, m := range load(t, n, "alice").Memories {
			if m.ID != "" {
				t.Errorf("a run is told the id %s", m.ID)
			}
		}
	}
	kept, err := db.Memories(t.Context(), store.Server(), "alice", time.Time{}, 0)
	if err != nil || len(kept) != 2 {
		t.Fatalf("%+v, %v", kept, err)
	}
	if err := db.DeleteMemory(t.Context(), store.Server(), "alice", kept[1].ID); err != nil {
		t.Fatal(err)
	}
	for i, n := range nodes {
		if got := load(t, n, "alice").Memories; len(got) != 1 || got[0].Query != "보통" {
			t.Errorf("node %d tells %+v", i, got)
		}
	}
}
