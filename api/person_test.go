package api

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// What is exported is all that is there, and after an erasure nothing of it.
func TestExportAndErase(t *testing.T) {
	t.Parallel()
	const id = "session-00000000-0000-4000-8000-000000000001"
	var cancelled []string
	f := newFixture(t, func(c *Config) {
		c.CancelFunc = func(_ context.Context, _, runID string) error {
			cancelled = append(cancelled, runID)
			return nil
		}
	})
	f.session(id)
	f.must(f.store.SaveFeedback(t.Context(), store.Server(), store.Feedback{RunID: "run-1", SessionID: id, UserID: "7", Rating: "positive", At: noon}))
	_, err := storetest.Submit(t.Context(), f.store, store.Submission{At: noon, Run: state.Run{
		ID: "run-open", SessionID: id, Assistant: "realestate", UserID: "7", Kind: state.RunQuery, Query: "더", Language: "ko", Deadline: noon,
	}})
	f.must(err)

	w := f.call(http.MethodGet, extension+"/users/7/export", "")
	got := storetest.Archive(t, w.Body.Bytes())
	for _, file := range []string{"sessions", "messages", "runs", "events", "states", "documents", "memories", "preferences", "feedback"} {
		if len(got[file+".jsonl"]) == 0 {
			t.Errorf("%s is empty", file)
		}
	}
	if _, found := got["assistants/tutor/tutor_quizzes.jsonl"]; !found || got["user.json"][0]["user_id"] != "7" || w.Header().Get("Content-Type") != zipType {
		t.Errorf("exported %v", got)
	}

	w = f.call(http.MethodDelete, extension+"/users/7", "")
	var erased erasedReply
	if err := json.Unmarshal(w.Body.Bytes(), &erased); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if erased.Cancelled != 1 || len(cancelled) != 1 || cancelled[0] != "run-open" || erased.Sessions != 1 || erased.Documents != 1 || erased.Memories != 1 || erased.Preferences != 1 {
		t.Errorf("erased %s, cancelled %v", w.Body, cancelled)
	}
	w = f.call(http.MethodGet, extension+"/users/7/export", "")
	for file, rows := range storetest.Archive(t, w.Body.Bytes()) {
		if file != "user.json" && len(rows) > 0 {
			t.Errorf("left over in %s: %v", file, rows)
		}
	}
}

// One exchange is forgotten for its user alone, and is in no export then.
func TestForgetOneExchange(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) {
		c.CancelFunc = func(context.Context, string, string) error { return nil }
	})
	f.session(known)
	var kept []state.Memory
	f.must(json.Unmarshal(f.call("GET", extension+"/users/7/memories", "").Body.Bytes(), &kept))
	if len(kept) != 1 || kept[0].ID == "" {
		t.Fatalf("remembered %+v", kept)
	}
	for _, path := range []string{"/users/8/memories/" + kept[0].ID, "/users/7/memories/none"} {
		w := f.call("DELETE", extension+path, "")
		var p problem
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != 404 || p.ErrorCode != fault.NotFound {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if w := f.call("DELETE", extension+"/users/7/memories/"+kept[0].ID, ""); w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	export := storetest.Archive(t, f.call("GET", extension+"/users/7/export", "").Body.Bytes())
	if len(export["memories.jsonl"]) != 0 || len(export["preferences.jsonl"]) == 0 {
		t.Errorf("the export holds %+v", export["memories.jsonl"])
	}
}
