package eval_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/eval"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// rated stores a finished run with its answer, and a rating of it.
func rated(t *testing.T, s *store.Store, runID, query, data, rating, comment string, at time.Time) {
	t.Helper()
	ctx := t.Context()
	session, err := s.CreateSession(ctx, store.Server(), state.Session{Assistant: "realestate", UserID: "7", Title: state.DefaultTitle, CreatedAt: at})
	if err != nil {
		t.Fatal(err)
	}
	run := state.Run{ID: runID, SessionID: session.ID, Assistant: "realestate", UserID: "7", Kind: state.RunQuery, Query: query, Language: "ko", Deadline: at.Add(time.Minute)}
	if _, err := storetest.Submit(ctx, s, store.Submission{Run: run, At: at, Message: &state.Message{SessionID: session.ID, RunID: runID, Role: state.RoleUser, Content: query}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Heartbeat(ctx, "node", at, at.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	claimed, _, err := s.Claim(ctx, runID, "node", at)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range storetest.Apply(ctx, s, []*store.Commit{{
		SessionID: session.ID, RunID: runID, Owner: "node", Fence: claimed.Fence, Status: state.RunCompleted, At: at,
		Messages: []*state.Message{{SessionID: session.ID, RunID: runID, Role: state.RoleAssistant, Content: "답", Data: []byte(data)}},
	}}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SaveFeedback(ctx, store.Server(), store.Feedback{RunID: runID, SessionID: session.ID, UserID: "7", Rating: rating, Comment: comment, At: at}); err != nil {
		t.Fatal(err)
	}
}

func TestFromFeedback(t *testing.T) {
	t.Parallel()
	const answer = `{"type":"answer","structured_data":{"sections":[],"metadata":{"confidence":0.9,"sources":["주택임대차보호법 제7조"],"intent_type":"legal_consult","answered_by":"rules"}}}`
	for name, config := range map[string]func(t *testing.T) store.Config{
		"SQLite":   func(t *testing.T) store.Config { return store.Config{DataDir: storetest.SQLite(t)} },
		"Postgres": func(t *testing.T) store.Config { return store.Config{DatabaseURL: storetest.Postgres(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := store.Open(t.Context(), config(t))
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			at := noon()
			rated(t, s, "run-1", "010-1234-5678인데 전세금 5% 올려도 되나요", answer, "positive", "", at)
			rated(t, s, "run-2", "전세금 10% 올려도 되나요", answer, "negative", "틀렸어요. me@example.com", at.Add(time.Second))
			rated(t, s, "run-3", "전세금 10% 올려도 되나요", answer, "negative", "", at.Add(-time.Second)) // the later rating counts
			rated(t, s, "run-4", "안녕하세요", `{"type":"guidance","message":"안녕하세요"}`, "positive", "", at.Add(2*time.Second))
			set, err := eval.FromFeedback(t.Context(), s, "realestate")
			if err != nil {
				t.Fatal(err)
			}
			want := []eval.Case{{ID: "run-1", Text: "010-****-5678인데 전세금 5% 올려도 되나요", Language: "ko", Expect: &eval.Expect{Cites: []string{"주택임대차보호법 제7조"}}}}
			if diff := cmp.Diff(want, set.Cases); diff != "" {
				t.Error(diff)
			}
			review := []eval.Complaint{{ID: "run-2", Text: "전세금 10% 올려도 되나요", Comment: "틀렸어요. m**@example.com"}}
			if diff := cmp.Diff(review, set.Review); diff != "" {
				t.Error(diff)
			}
			data, err := set.YAML()
			if err != nil {
				t.Fatal(err)
			}
			again, err := eval.ParseSet("x", data)
			if err != nil {
				t.Fatalf("%v\n%s", err, data)
			}
			if diff := cmp.Diff(set, again); diff != "" {
				t.Error(diff)
			}
			if other, err := eval.FromFeedback(t.Context(), s, "tutor"); err != nil || len(other.Cases)+len(other.Review) > 0 || strings.Contains(string(data), "1234") {
				t.Errorf("%+v, %v", other, err)
			}
		})
	}
}
