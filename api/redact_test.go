package api

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/redaction"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

func TestRedactedDifferences(t *testing.T) {
	t.Parallel()
	r := redaction.New([]string{"draft.name"}, json.RawMessage(`{"draft":{"name":"김철수"}}`))
	for _, test := range []struct{ in, want engine.Difference }{
		{engine.Difference{Where: "step 2 (T2) state.draft.name", Recorded: `"강"`, Replayed: `"윤"`}, engine.Difference{Where: "step 2 (T2) state.draft.name", Recorded: `"[redacted]"`, Replayed: `"[redacted]"`}},
		{engine.Difference{Where: "step 2 (T2) state.draft", Recorded: `{"name":"강"}`, Replayed: `cut 김철수…`}, engine.Difference{Where: "step 2 (T2) state.draft", Recorded: `{"name":"[redacted]"}`, Replayed: `cut [redacted]…`}},
		{engine.Difference{Where: "event 3", Recorded: `"01012345678"`, Replayed: ``}, engine.Difference{Where: "event 3", Recorded: `"010****5678"`, Replayed: ``}},
	} {
		if diff := cmp.Diff(test.want, difference(r, test.in)); diff != "" {
			t.Error(diff)
		}
	}
}

// What a developer is shown names nobody, whichever way it is asked for.
func TestNothingPersonalIsShown(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) {
		c.SensitiveFunc = func(string) []string { return []string{"draft.name", "draft.account"} }
		c.ReplayFunc = func(_ context.Context, runID string) (engine.ReplayReport, error) {
			return engine.ReplayReport{RunID: runID, Differences: []engine.Difference{{Where: "step 1 (T1) state.draft.name", Recorded: `"홍길동"`, Replayed: `"임꺽정"`}}}, nil
		}
	})
	f.session(known)
	f.turnOf("임대인 홍길동 900101-1234567, 010-1111-2222, hong@example.com", "임대인 임꺽정 010-3333-4444")
	secrets := []string{"홍길동", "임꺽정", "1234567", "010-1111", "010-3333", "hong@", "77-88-99", "55-44-33"}
	at := extension + "/sessions/" + known
	for path, marks := range map[string]string{
		at + "/checkpoints/" + known + ".4":                             "[redacted]",
		extension + "/checkpoints/" + known + ".4/diff/" + known + ".5": "[redacted]",
		at + "/checkpoints/field?path=draft.name":                       "[redacted]",
		at + "/checkpoints/field?path=query":                            "****-4444",
		extension + "/runs/run-secret/events":                           "[redacted]",
		extension + "/runs/run-secret/replay":                           "[redacted]",
	} {
		w := f.call("GET", path, "")
		body := w.Body.String()
		if w.Code != 200 || !strings.Contains(body, marks) {
			t.Errorf("%s: %d without %s: %s", path, w.Code, marks, body)
		}
		for _, s := range secrets {
			if strings.Contains(body, s) {
				t.Errorf("%s shows %s: %s", path, s, body)
			}
		}
	}
	// Hidden values are still told apart.
	var page fieldPage
	if err := json.Unmarshal(f.call("GET", at+"/checkpoints/field?path=draft.name", "").Body.Bytes(), &page); err != nil || len(page.Values) != 2 {
		t.Errorf("%d values of a hidden field, want 2: %v", len(page.Values), err)
	}
}

// turnOf stores a second run of the known session, with two states that hold
// the texts and what is sensitive in them.
func (f *fixture) turnOf(first, second string) {
	f.t.Helper()
	ctx := f.t.Context()
	run := state.Run{ID: "run-secret", SessionID: known, Assistant: "realestate", Kind: state.RunQuery, Query: first, Language: "ko", Deadline: noon}
	_, err := storetest.Submit(ctx, f.store, store.Submission{Run: run, At: noon, Message: &state.Message{SessionID: known, RunID: run.ID, Role: state.RoleUser, Content: first}})
	f.must(err)
	claimed, _, err := f.store.Claim(ctx, run.ID, "node", noon)
	f.must(err)
	point := func(name, account, query string) *state.Checkpoint {
		whole, err := json.Marshal(map[string]any{"query": query, "draft": map[string]any{"name": name, "account": account}})
		f.must(err)
		return &state.Checkpoint{SessionID: known, RunID: run.ID, Node: "planning", Phase: "planning", Label: "T1", SchemaVersion: 1, State: whole, CreatedAt: noon}
	}
	payload, err := json.Marshal(map[string]any{"message": second})
	f.must(err)
	for _, err := range storetest.Apply(ctx, f.store, []*store.Commit{{
		SessionID: known, RunID: run.ID, Owner: "node", Fence: claimed.Fence, Status: state.RunCompleted, At: noon,
		Checkpoints: []*state.Checkpoint{point("홍길동", "77-88-99", first), point("임꺽정", "55-44-33", second)},
		Events:      []*state.Event{{Type: state.EventPlanningStart, Payload: payload}},
	}}) {
		f.must(err)
	}
}

func TestEventPages(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.session(known)
	f.turnOf("질문", "답")
	var first, rest []runEvent
	at := extension + "/runs/run-1/events"
	f.must(json.Unmarshal(f.call("GET", at+"?limit=1", "").Body.Bytes(), &first))
	f.must(json.Unmarshal(f.call("GET", at+"?after_seq=1", "").Body.Bytes(), &rest))
	if len(first) != 1 || first[0].Seq != 1 || first[0].Type != state.EventPlanningStart || len(rest) != 1 || rest[0].Seq != 2 || rest[0].EventID != known+".2" {
		t.Errorf("pages are %+v and %+v", first, rest)
	}
	f.call("DELETE", base+"/"+known, "")
	if w := f.call("GET", at, ""); w.Code != 404 {
		t.Errorf("of a hidden session: %d %s", w.Code, w.Body)
	}
}
