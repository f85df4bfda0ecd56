package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// A document whose metadata carries dates can be had as a calendar; others,
// and servers that make none, refuse.
func TestACalendarIsDownloaded(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.document("doc-dates", `{"calendar":{"zone":"Asia/Seoul","events":[]}}`)
	f.document("doc-plain", `{"pages":1}`)
	w := f.call("GET", extension+"/documents/doc-dates/download?format=ics", "")
	if w.Code != http.StatusOK || !strings.HasPrefix(w.Body.String(), "BEGIN:VCALENDAR 제주 일정") || w.Header().Get("Content-Type") != "text/calendar; charset=utf-8" {
		t.Errorf("%d %s %s", w.Code, w.Header().Get("Content-Type"), w.Body)
	}
	if got := w.Header().Get("Content-Disposition"); !strings.Contains(got, `filename="document.ics"`) {
		t.Error(got)
	}
	for id, offered := range map[string]bool{"doc-dates": true, "doc-plain": false} {
		var entry documentEntry
		if err := json.Unmarshal(f.call("GET", extension+"/documents/"+id, "").Body.Bytes(), &entry); err != nil || (entry.Downloads["ics"] != "") != offered {
			t.Errorf("%s: %v %v", id, err, entry.Downloads)
		}
	}
	if w := f.call("GET", extension+"/documents/doc-plain/download?format=ics", ""); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// document stores a document of its own session.
func (f *fixture) document(id, metadata string) {
	f.t.Helper()
	ctx := f.t.Context()
	s, err := f.store.CreateSession(ctx, store.Server(), state.Session{ID: "session-" + id, Assistant: "realestate", Title: "t", CreatedAt: noon, ExpiresAt: noon.Add(time.Hour)})
	f.must(err)
	run := state.Run{ID: "run-" + id, SessionID: s.ID, Assistant: "realestate", Kind: state.RunQuery, Query: "q", Status: state.RunQueued, CreatedAt: noon, Deadline: noon.Add(time.Hour)}
	_, err = storetest.Submit(ctx, f.store, store.Submission{
		Run: run, Message: &state.Message{SessionID: s.ID, RunID: run.ID, Role: state.RoleUser, Content: "q", CreatedAt: noon}, MaxQueued: 1, ExpiresAt: noon.Add(time.Hour), At: noon,
	})
	f.must(err)
	claimed, _, err := f.store.Claim(ctx, run.ID, "node", noon)
	f.must(err)
	for _, err := range storetest.Apply(ctx, f.store, []*store.Commit{{
		SessionID: s.ID, RunID: run.ID, Owner: "node", Fence: claimed.Fence, Status: state.RunCompleted, At: noon,
		Documents: []state.Document{{ID: id, SessionID: s.ID, RunID: run.ID, Type: "travel_itinerary", Title: "제주 일정", Markdown: "# 제주\n", Metadata: []byte(metadata), CreatedAt: noon}},
	}}) {
		f.must(err)
	}
}
