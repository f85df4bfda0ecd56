package api

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// What is exported is all that is there, and after an erasure nothing of it.
func TestExportAndErase(t *testing.T) {
	t.Parallel()
	const id = "session-00000000-0000-4000-8000-000000000001"
	var cancelled, forgotten []string
	f := newFixture(t, func(c *Config) {
		c.CancelFunc = func(_ context.Context, _, runID string) error {
			cancelled = append(cancelled, runID)
			return nil
		}
		c.ForgottenFunc = func(_ context.Context, userID string) { forgotten = append(forgotten, userID) }
	})
	f.session(id)
	f.must(f.store.SaveFeedback(t.Context(), store.Server(), store.Feedback{RunID: "run-1", SessionID: id, UserID: "7", Rating: "positive", At: noon}))
	_, err := f.store.Submit(t.Context(), store.Submission{At: noon, Run: state.Run{
		ID: "run-open", SessionID: id, Assistant: "realestate", UserID: "7", Kind: state.RunQuery, Query: "더", Language: "ko", Deadline: noon,
	}})
	f.must(err)

	w := f.call(http.MethodGet, extension+"/users/7/export", "")
	var got userExport
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatalf("%v in %s", err, w.Body)
	}
	if len(got.Memories) != 1 || len(got.Preferences) != 1 || len(got.Preferences[0].History) != 1 || len(got.Feedback) != 1 ||
		got.Assistants["tutor"] == nil || len(got.Sessions) != 1 || len(got.Sessions[0].Messages) == 0 || len(got.Sessions[0].Documents) != 1 {
		t.Errorf("exported %s", w.Body)
	}

	w = f.call(http.MethodDelete, extension+"/users/7", "")
	var erased erasedReply
	if err := json.Unmarshal(w.Body.Bytes(), &erased); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if erased.Cancelled != 1 || len(cancelled) != 1 || cancelled[0] != "run-open" || erased.Sessions != 1 || erased.Documents != 1 || erased.Memories != 1 || erased.Preferences != 1 {
		t.Errorf("erased %s, cancelled %v", w.Body, cancelled)
	}
	if len(forgotten) != 1 || forgotten[0] != "7" {
		t.Errorf("copies of %v are to go", forgotten)
	}
	w = f.call(http.MethodGet, extension+"/users/7/export", "")
	got = userExport{}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Memories)+len(got.Preferences)+len(got.Feedback)+len(got.Sessions) != 0 {
		t.Errorf("left over: %s", w.Body)
	}
}

// One exchange is forgotten for its user alone, and is in no export then.
func TestForgetOneExchange(t *testing.T) {
	t.Parallel()
	var told []string
	f := newFixture(t, func(c *Config) {
		c.CancelFunc = func(context.Context, string, string) error { return nil }
		c.ForgottenFunc = func(_ context.Context, userID string) { told = append(told, userID) }
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
	if len(told) != 0 {
		t.Errorf("told of %q", told)
	}
	if w := f.call("DELETE", extension+"/users/7/memories/"+kept[0].ID, ""); w.Code != 200 || !slices.Equal(told, []string{"7"}) {
		t.Errorf("%d %s, told of %q", w.Code, w.Body, told)
	}
	var export userExport
	f.must(json.Unmarshal(f.call("GET", extension+"/users/7/export", "").Body.Bytes(), &export))
	if len(export.Memories) != 0 || len(export.Preferences) == 0 {
		t.Errorf("the export holds %+v", export.Memories)
	}
}
