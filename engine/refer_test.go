package engine_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// referring answers what it is asked, and refers a report to the reviewers.
func referring() *engine.Graph[tally] {
	return &engine.Graph[tally]{
		Assistant: "tally", SchemaVersion: 1, Start: "work",
		Nodes: engine.Nodes[tally]{"work": {Next: engine.To(engine.End), Enter: func(_ context.Context, t *engine.Turn[tally]) (string, error) {
			line := t.Info().Query
			if r := t.Info().Reply; r != nil {
				line = r.Action + " by " + r.Actor + " " + string(r.Payload)
			}
			if line == "보고서" {
				if err := t.Refer(review); err != nil {
					return "", err
				}
			}
			if err := t.Update(line, func(s *tally) { s.Done = append(s.Done, line) }); err != nil {
				return "", err
			}
			lines := ""
			t.View(func(s *tally) { lines = strings.Join(s.Done, ", ") })
			return engine.End, t.Answer(&state.Response{Type: state.ResponseAnswer, Answer: lines})
		}}},
	}
}

// A question that is referred lets the session go on, also over a restart; its
// answer counts once and begins a run, which a replay plays again.
func TestAReferredQuestionLetsTheSessionGoOn(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		ctx, config := t.Context(), func(c *engine.Config) { c.Assistants = []engine.Assistant{referring()} }
		w := start(t, s, &script{}, config)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		asked := w.ask(t, engine.Query{SessionID: id, Text: "보고서"})
		second := w.ask(t, engine.Query{SessionID: id, Text: "언제 나와요?"})
		if got := until(t, stream, 0, 2); slices.Contains(got, state.EventWorkflowInterrupted) {
			t.Errorf("the user is asked: %q", got)
		}
		if got := w.answerOf(t, id); got != "보고서, 언제 나와요?" || second.RunID == asked.RunID {
			t.Errorf("answer %q", got)
		}
		if err := w.Reply(ctx, id, "", state.ActionApprove, nil); code(err) != fault.InterruptNotPending {
			t.Errorf("the user's reply: %v", err)
		}
		list, err := s.Waiting(ctx, store.Server(), store.WaitingFilter{Role: "reviewer", SessionID: id})
		if err != nil || len(list) != 1 || list[0].ID != asked.RunID || list[0].Interrupt.Data.Message != review.Message {
			t.Fatalf("what waits: %+v, %v", list, err)
		}
		reply := engine.Answer{InterruptID: list[0].Interrupt.ID, ReplyID: "r1", Role: "reviewer", Actor: "E023", Action: state.ActionModify, Payload: json.RawMessage(`{"score":41}`)}
		done, err := w.Answer(ctx, reply)
		if err != nil || done.Duplicate || done.RunID == asked.RunID || done.SessionID != id {
			t.Fatalf("answered %+v, %v", done, err)
		}
		until(t, stream, lastOf(t, s, id, asked.RunID, second.RunID), 1)
		if got := w.answerOf(t, id); got != `보고서, 언제 나와요?, modify by E023 {"score":41}` {
			t.Errorf("answer %q", got)
		}
		if again, err := w.Answer(ctx, reply); err != nil || !again.Duplicate || again.RunID != done.RunID {
			t.Errorf("the same again: %+v, %v", again, err)
		}
		reply.ReplyID = "r2"
		if _, err := w.Answer(ctx, reply); code(err) != fault.InterruptNotPending {
			t.Errorf("a second answer: %v", err)
		}
		if list, err := s.Waiting(ctx, store.Server(), store.WaitingFilter{SessionID: id}); err != nil || len(list) != 0 {
			t.Errorf("still waits: %+v, %v", list, err)
		}
		for _, run := range []string{asked.RunID, second.RunID, done.RunID} {
			report, err := engine.Replay(ctx, engine.ReplayConfig{Store: s, Assistants: []engine.Assistant{referring()}, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}, run)
			if err != nil || !report.Equal {
				t.Errorf("replay of %s: %+v, %v", run, report, err)
			}
		}
	})
}

// lastOf is the number of the newest event of runs.
func lastOf(t *testing.T, s *store.Store, sessionID string, runIDs ...string) (seq int64) {
	t.Helper()
	events, err := s.Events(t.Context(), store.Server(), sessionID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, ev := range events {
		if slices.Contains(runIDs, ev.RunID) {
			seq = ev.Seq
		}
	}
	return seq
}
