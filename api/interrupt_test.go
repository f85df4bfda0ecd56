package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// waiting stores a run that waits for an answer to q.
func (f *fixture) waiting(sessionID, runID, role string) {
	f.t.Helper()
	ctx := f.t.Context()
	q := &state.Interrupt{
		ID: state.InterruptID(runID, 1), Type: state.InterruptApproval, For: role, Notice: "검토를 기다리고 있습니다.",
		Data:    state.InterruptData{Message: "점수를 확인해 주세요.", Options: []state.InterruptOption{}, Data: []byte(`{"score":37}`)},
		AskedAt: noon,
	}
	_, err := storetest.Submit(ctx, f.store, store.Submission{At: noon, Run: state.Run{
		ID: runID, SessionID: sessionID, Assistant: "realestate", UserID: "7", Query: "보고서", Kind: state.RunQuery, Language: "ko", Deadline: noon,
	}})
	f.must(err)
	f.must(f.store.Heartbeat(ctx, "node", noon, noon))
	claimed, _, err := f.store.Claim(ctx, runID, "node", noon)
	f.must(err)
	f.must(storetest.Apply(ctx, f.store, []*store.Commit{{
		SessionID: sessionID, RunID: runID, Owner: "node", Fence: claimed.Fence, Status: state.RunWaiting, Interrupt: q, At: noon,
	}})[0])
}

func TestInterrupts(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) { c.Gate = gateOf(t, c) })
	other := "session-00000000-0000-4000-8000-000000000002"
	f.session(known)
	f.session(other)
	f.waiting(known, "run-review", "reviewer")
	f.waiting(other, "run-user", "")
	list := func(query string) (ids []string, next string) {
		t.Helper()
		var page waitingPage
		f.must(json.Unmarshal(f.call("GET", extension+"/interrupts"+query, "").Body.Bytes(), &page))
		for _, w := range page.Interrupts {
			ids = append(ids, w.RunID)
		}
		return ids, page.Next
	}
	for _, test := range []struct {
		roles []string
		query string
		want  []string
	}{
		{[]string{"reviewer", "user"}, "", []string{"run-user", "run-review"}},
		{[]string{"reviewer", "user"}, "?role=user", []string{"run-user"}},
		{[]string{"reviewer", "user"}, "?session_id=" + known, []string{"run-review"}},
		{[]string{"reviewer", "user"}, "?assistant=tutor", nil},
		{[]string{"user"}, "", []string{"run-user"}},
	} {
		f.token = tokenOf(t, "7", test.roles...)
		if got, _ := list(test.query); !cmp.Equal(got, test.want) {
			t.Errorf("%v see %v at %q, not %v", test.roles, got, test.query, test.want)
		}
	}
	f.token = tokenOf(t, "7", "reviewer")
	f.token = tokenOf(t, "lee", "reviewer") // who sees no question to another
	first, next := list("?role=reviewer&limit=1")
	if behind, end := list("?role=reviewer&limit=1&before=" + next); len(first) != 1 || len(behind) != 0 || end != "" {
		t.Errorf("pages %v, %v, %q", first, behind, end)
	}

	one := f.call("GET", extension+"/interrupts/interrupt-run-review-1", "").Body.String()
	for _, want := range []string{`"session_title":"새 대화"`, `"data":{"score":37}`, `"role":"reviewer"`, `"message":"점수를 확인해 주세요."`, `"query":"보고서"`} {
		if !strings.Contains(one, want) {
			t.Errorf("%s is not in %s", want, one)
		}
	}
	// The user's own view of the run has nothing of it.
	f.token = tokenOf(t, "7")
	if run := f.call("GET", extension+"/runs/run-review", "").Body.String(); strings.Contains(run, "score") || !strings.Contains(run, "검토를 기다리고") {
		t.Errorf("the run is shown as %s", run)
	}
	f.token = tokenOf(t, "lee", "reviewer")
	answer := func(id, body string) int {
		return f.call("POST", extension+"/interrupts/"+id, body).Code
	}
	for body, want := range map[string]int{
		`{"reply_id":"r","role":"reviewer","action":"approve","actor":"E023"}`: http.StatusOK,
		`{"role":"reviewer","action":"approve"}`:                               http.StatusUnprocessableEntity,
		`{"reply_id":"r","action":"approve"}`:                                  http.StatusUnprocessableEntity,
		`{"reply_id":"r","role":"admin","action":"approve"}`:                   http.StatusNotFound, // a role that it has not
		`{"reply_id":"r","role":"reviewer","action":"burn"}`:                   http.StatusUnprocessableEntity,
		`{"reply_id":"r","role":"reviewer","action":"approve","more":1}`:       http.StatusUnprocessableEntity,
	} {
		if got := answer("interrupt-run-review-1", body); got != want {
			t.Errorf("%s: %d, not %d", body, got, want)
		}
	}
	for _, id := range []string{"interrupt-run-review-2", "interrupt-", "run-review"} {
		if got := f.call("GET", extension+"/interrupts/"+id, "").Code; got != http.StatusNotFound {
			t.Errorf("%s: %d", id, got)
		}
	}
	f.token = tokenOf(t, "7", "reviewer")
	f.call("DELETE", base+"/sessions/"+known, "")
	f.token = tokenOf(t, "lee", "reviewer")
	if got, _ := list(""); len(got) != 0 || f.call("GET", extension+"/interrupts/interrupt-run-review-1", "").Code != http.StatusNotFound {
		t.Errorf("a hidden session's question is shown: %v", got)
	}
}
