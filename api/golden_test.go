package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGolden asks every JSON route once and compares whole answers: they
// are the contract with clients.
func TestGolden(t *testing.T) {
	t.Parallel()
	const id = "session-00000000-0000-4000-8000-000000000001"
	const other = "session-00000000-0000-4000-8000-00000000000f"
	f := newFixture(t, nil)
	f.session(id)
	f.pack()
	calls := []struct{ method, path, body string }{
		{"GET", base + "/sessions?user_id=7", ""},
		{"POST", base + "/start", ""},
		{"POST", base + "/start", `{}`},
		{"POST", base + "/start", `{"user_id":7,"metadata":{"device":"ios"},"assistant":"tutor","language":"en","future":1}`},
		{"POST", base + "/sessions", `{"title":"  전세 상담 ","metadata":null,"user_id":"9"}`},
		{"GET", base + "/sessions?user_id=9&limit=1", ""},
		{"GET", base + "/sessions?user_id=nobody", ""},
		{"PATCH", base + "/sessions/" + id, `{"title":"100% \"증액\" _상담_ \\"}`},
		{"GET", base + "/sessions/" + id + "/messages", ""},
		{"GET", base + "/sessions/" + id + "/messages?limit=1&offset=1", ""},
		{"GET", extension + "/sessions/" + id + "/messages", ""},
		{"GET", extension + "/sessions/" + id + "/messages?limit=1&before_id=2", ""},
		{"GET", extension + "/sessions/" + id + "/messages?before_id=x", ""},
		{"GET", base + "/sessions/" + other + "/messages", ""},
		{"GET", base + "/" + id, ""},
		{"GET", base + "/" + other, ""},
		{"GET", base + "/stats/sessions", ""},
		{"GET", base + "/stats/websockets", ""},
		{"GET", base + "/memory/history?user_id=7", ""},
		{"GET", base + "/memory/history?limit=10", ""},
		{"GET", extension + "/assistants", ""},
		{"GET", extension + "/sessions/" + id + "/runs", ""},
		{"GET", extension + "/sessions/" + other + "/runs", ""},
		{"GET", extension + "/runs/run-1", ""},
		{"GET", extension + "/runs/run-0", ""},
		{"GET", extension + "/runs/run-1/events", ""},
		{"GET", extension + "/runs/run-1/events?limit=0", ""},
		{"POST", extension + "/runs/run-1/cancel", ""},
		{"GET", extension + "/runs/run-1/feedback", ""},
		{"POST", extension + "/runs/run-1/feedback", `{"rating":"great"}`},
		{"POST", extension + "/runs/run-1/feedback", `{"rating":"negative","comment":"조문이 틀려요"}`},
		{"POST", extension + "/runs/run-1/feedback", `{"rating":"positive"}`},
		{"POST", extension + "/runs/run-0/feedback", `{"rating":"positive"}`},
		{"GET", extension + "/runs/run-1/feedback", ""},
		{"GET", extension + "/feedback?rating=positive&limit=10", ""},
		{"GET", extension + "/feedback?rating=negative", ""},
		{"GET", extension + "/feedback?rating=great", ""},
		{"GET", extension + "/interrupts?role=reviewer", ""},
		{"GET", extension + "/interrupts?before=yesterday", ""},
		{"GET", extension + "/interrupts/interrupt-run-1-3", ""},
		{"POST", extension + "/interrupts/interrupt-run-1-3", `{"reply_id":"r1","role":"reviewer"}`},
		{"POST", extension + "/triggers", `{"trigger_event_id":"e1","trigger_event_type":"exam_reminder","user_id":"7","assistant":"realestate","at":"2026-03-02T03:04:05+09:00","metadata":{"day":1},"language":"ko"}`},
		{"POST", extension + "/triggers", `{"trigger_event_id":"e 1"}`},
		{"POST", extension + "/triggers", `{"trigger_event_id":"e1","metadata":[1]}`},
		{"POST", extension + "/triggers", `{"trigger_event_id":"e1","at":"tomorrow"}`},
		{"GET", extension + "/triggers/e1", ""},
		{"GET", extension + "/triggers/e0", ""},
		{"DELETE", extension + "/triggers/e1", ""},
		{"GET", extension + "/sessions/" + id + "/checkpoints?limit=2", ""},
		{"GET", extension + "/sessions/" + id + "/checkpoints?before_step=2&run_id=run-1", ""},
		{"GET", extension + "/checkpoints/" + id + ".1/diff/" + id + ".2", ""},
		{"GET", extension + "/checkpoints/" + id + ".2/diff/" + id + ".2", ""},
		{"GET", extension + "/checkpoints/" + id + ".2/diff/cp-0", ""},
		{"GET", extension + "/sessions/" + id + "/checkpoints/" + id + ".2", ""},
		{"GET", extension + "/sessions/" + id + "/checkpoints/" + id + ".9", ""},
		{"GET", extension + "/sessions/" + id + "/checkpoints/field?path=phase", ""},
		{"GET", extension + "/sessions/" + id + "/checkpoints/field?path=planning_state.steps.0.status&limit=1", ""},
		{"POST", extension + "/sessions/" + id + "/fork", `{"checkpoint_id":"` + id + `.2","title":"다시"}`},
		{"GET", extension + "/sessions/" + id + "/forks", ""},
		{"POST", extension + "/sessions/" + id + "/fork", `{"before_run_id":"run-1","query":"월세는?"}`},
		{"POST", extension + "/sessions/" + id + "/fork", `{"query":"월세는?"}`},
		{"POST", extension + "/sessions/" + id + "/fork", `{"checkpoint_id":"` + id + `.2","changes":{"planning_state.execution_strategy":"sequential"}}`},
		{"POST", extension + "/sessions/" + id + "/fork", `{"checkpoint_id":"` + id + `.2","changes":{"planning_state.nothing":1}}`},
		{"POST", extension + "/sessions/" + id + "/fork", `{"checkpoint_id":"` + id + `.2","changes":{"planning_state.execution_strategy":7}}`},
		{"POST", extension + "/sessions/" + id + "/fork", `{"before_run_id":"run-1","changes":{"a":1}}`},
		{"GET", extension + "/sessions/" + other + "/forks", ""},
		{"GET", extension + "/runs/run-1/results", ""},
		{"GET", extension + "/runs/run-0/results", ""},
		{"POST", extension + "/sessions/" + id + "/copy", ""},
		{"DELETE", extension + "/sessions/" + id + "/checkpoints?keep=2", ""},
		{"DELETE", extension + "/sessions/" + id + "/checkpoints", ""},
		{"GET", extension + "/sessions/" + id + "/documents", ""},
		{"GET", extension + "/documents/doc-1", ""},
		{"GET", extension + "/users/7/memories", ""},
		{"DELETE", extension + "/users/7/memories/none", ""},
		{"GET", extension + "/users/7/preferences", ""},
		{"PUT", extension + "/users/7/preferences/region", `{"value":"성동구"}`},
		{"PUT", extension + "/users/7/preferences/a%2Fb%25_", `{"value":"'; DROP TABLE preferences; --"}`},
		{"GET", extension + "/users/7/preferences", ""},
		{"DELETE", extension + "/users/7/preferences/a%2Fb%25_", ""},
		{"DELETE", extension + "/users/7/preferences/a%2Fb%25_", ""},
		{"DELETE", extension + "/users/7/memories", ""},
		{"GET", extension + "/users/7/memories", ""},
		{"GET", extension + "/knowledge", ""},
		{"GET", extension + "/knowledge/statutes/sources?limit=5", ""},
		{"GET", extension + "/knowledge/none/sources", ""},
		{"GET", extension + "/usage", ""},
		{"GET", extension + "/usage?user_id=7&from=2026-03-01&to=2026-03-01", ""},
		{"GET", extension + "/usage?from=2026-03-02&to=2026-03-01", ""},
		{"GET", extension + "/usage?from=2020-01-01", ""},
		{"GET", extension + "/usage?to=tomorrow", ""},
		{"GET", extension + "/sessions/" + id + "/usage", ""},
		{"GET", extension + "/sessions/" + other + "/usage", ""},
		{"DELETE", extension + "/users/7/usage", ""},
		{"GET", extension + "/usage?user_id=7", ""},
		{"DELETE", base + "/" + id, ""},
		{"DELETE", base + "/" + id, ""},
		{"POST", base + "/sessions/" + id + "/restore", ""},
		{"POST", base + "/sessions/" + id + "/restore", ""},
		{"DELETE", base + "/sessions/" + id, ""},
		{"GET", base + "/sessions/" + id + "/messages", ""},
		{"DELETE", base + "/sessions/" + id + "?hard_delete=true", ""},
		{"POST", base + "/sessions/" + id + "/restore", ""},
		{"POST", base + "/cleanup/sessions", ""},
		{"DELETE", extension + "/users/7", ""},
		{"GET", extension + "/users/7/preferences", ""},
		{"DELETE", extension + "/users/7", ""},
		{"GET", "/health", ""},
		{"GET", "/livez", ""},
		{"GET", "/readyz", ""},
		{"GET", base + "/a/b/c/d", ""},
		{"PUT", base + "/sessions", ""},
	}
	var got strings.Builder
	for i, call := range calls {
		w := f.call(call.method, call.path, call.body, "X-Request-ID", fmt.Sprintf("request-%d", i))
		var body bytes.Buffer
		if err := json.Indent(&body, w.Body.Bytes(), "", "  "); err != nil {
			t.Fatalf("%s %s: %v in %s", call.method, call.path, err, w.Body)
		}
		fmt.Fprintf(&got, "> %s %s %s\n< %d %s\n%s\n\n", call.method, call.path, call.body, w.Code, w.Header().Get("Content-Type"), f.plain(body.String()))
	}
	compareFile(t, "testdata/routes.golden", got.String())
}

// compareFile compares with a golden file, or writes it with -update.
func compareFile(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}

// A client of the base contract reads exactly these fields.
func TestBaseShapes(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	const id = "session-00000000-0000-4000-8000-000000000001"
	f.session(id)
	tests := []struct {
		method, path string
		list         bool
		fields       []string
	}{
		{"POST", "/start", false, []string{"created_at", "expires_at", "session_id"}},
		{"GET", "/sessions", true, []string{"created_at", "id", "last_message", "message_count", "title", "updated_at"}},
		{"POST", "/sessions", false, []string{"created_at", "id", "last_message", "message_count", "title", "updated_at"}},
		{"GET", "/sessions/" + id + "/messages", true, []string{"content", "created_at", "id", "role", "structured_data"}},
		{"GET", "/" + id, false, []string{"created_at", "expires_at", "last_activity", "metadata", "session_id"}},
		{"GET", "/memory/history", false, []string{"count", "memories", "timestamp", "user_id"}},
		{"DELETE", "/" + id, false, []string{"message", "session_id"}},
		{"DELETE", "/" + id, false, []string{"detail"}},
		{"POST", "/sessions/" + id + "/restore", false, []string{"created_at", "id", "last_message", "message_count", "title", "updated_at"}},
		{"DELETE", "/sessions/" + id, false, []string{"deleted_at", "message", "session_id"}},
		{"GET", "/sessions/" + id + "/messages", false, []string{"detail"}},
	}
	for _, test := range tests {
		raw := f.call(test.method, base+test.path, "").Body.Bytes()
		var object map[string]json.RawMessage
		var list []map[string]json.RawMessage
		if test.list {
			if err := json.Unmarshal(raw, &list); err != nil || len(list) == 0 {
				t.Errorf("%s %s: no bare array with elements: %s", test.method, test.path, raw)
				continue
			}
			object = list[0]
		} else if err := json.Unmarshal(raw, &object); err != nil {
			t.Errorf("%s %s: %v", test.method, test.path, err)
		}
		got := strings.Split(strings.Join(keys(object), " "), " ")
		if !reflect.DeepEqual(got, test.fields) {
			t.Errorf("%s %s has fields %v, want %v", test.method, test.path, got, test.fields)
		}
	}
}
