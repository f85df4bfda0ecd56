package engine_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/bus/bustest"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

var review = engine.Question{
	Type: state.InterruptApproval, For: "reviewer", Notice: "검토를 기다리고 있습니다.",
	Message: "점수 37점에 근거가 하나입니다.", Data: json.RawMessage(`{"score":37}`),
	Options: []state.InterruptOption{{Value: "approve", Label: "승인"}},
}

// code is the code of an error, "" for none.
func code(err error) fault.Code {
	if err == nil {
		return ""
	}
	return fault.Of(err)
}

func TestAQuestionToARoleRestsUntilTheRoleAnswers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		w := startAsking(t, s, &script{}, review, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		ack := w.ask(t, engine.Query{SessionID: id, Text: "보고서"})
		seen := awaitQuestion(t, stream)
		if seen.For != "reviewer" || seen.Data.Message != review.Notice || len(seen.Data.Options) != 0 || seen.Data.Data != nil || seen.ExpiresAt != nil || seen.DefaultAction != "" {
			t.Errorf("the user sees %+v", seen)
		}
		if got := w.answerOf(t, id); got != review.Notice {
			t.Errorf("the conversation says %q", got)
		}
		events, err := s.Events(ctx, store.Server(), id, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, ev := range events {
			if strings.Contains(string(ev.Payload), "37점") || strings.Contains(string(ev.Payload), "score") {
				t.Errorf("an event tells the user what the reviewer is asked: %s", ev.Payload)
			}
		}
		all, err := s.Waiting(ctx, store.Server(), store.WaitingFilter{Role: "reviewer"})
		if err != nil || len(all) != 1 || all[0].Interrupt.Data.Message != review.Message || string(all[0].Interrupt.Data.Data) != `{"score":37}` {
			t.Fatalf("what waits: %+v, %v", all, err)
		}
		if due, err := s.DueInterrupts(ctx, time.Now().Add(1000*time.Hour), 0); err != nil || len(due) != 0 {
			t.Errorf("due after years: %v, %v", due, err)
		}

		if err := w.Reply(ctx, id, seen.ID, state.ActionApprove, nil); code(err) != fault.InterruptNotYours {
			t.Errorf("the user's reply: %v", err)
		}
		answer := engine.Answer{InterruptID: seen.ID, ReplyID: "r1", Role: "reviewer", Actor: "E023", Action: state.ActionModify, Payload: json.RawMessage(`{"score": 41}`)}
		written := 0 // each answer's attempts are refused before it, and a repetition is none
		answer.Effects = []store.Effect{func(context.Context, store.Tx) error { written++; return nil }}
		for name, change := range map[string]func(*engine.Answer){
			"of the user":         func(a *engine.Answer) { a.Role = state.ReplyByUser },
			"of another role":     func(a *engine.Answer) { a.Role = "auditor" },
			"of nobody":           func(a *engine.Answer) { a.Role = "" },
			"to another question": func(a *engine.Answer) { a.InterruptID = state.InterruptID(ack.RunID, 99) },
			"to no question":      func(a *engine.Answer) { a.InterruptID = "interrupt-" },
			"by no action":        func(a *engine.Answer) { a.Action = "burn" },
		} {
			wrong := answer
			change(&wrong)
			want := map[string]fault.Code{"to another question": fault.InterruptNotPending, "to no question": fault.InterruptNotPending, "by no action": fault.InvalidArgument}[name]
			if want == "" {
				want = fault.InterruptNotYours
			}
			if _, err := w.Answer(ctx, wrong); code(err) != want {
				t.Errorf("an answer %s: %v", name, err)
			}
		}
		done, err := w.Answer(ctx, answer)
		if err != nil || done.RunID != ack.RunID || done.SessionID != id || done.Duplicate {
			t.Fatalf("answered %+v, %v", done, err)
		}
		got := until(t, stream, 2, 1)
		if diff := cmp.Diff([]string{state.EventInterruptResolved, state.EventFinalResponse}, got); diff != "" {
			t.Error(diff)
		}
		if got := w.answerOf(t, id); got != `modify by reviewer {"score":41}` {
			t.Errorf("answer %q", got)
		}

		again := answer
		again.Payload = json.RawMessage(`{"score":41}`) // another spacing
		if done, err := w.Answer(ctx, again); err != nil || !done.Duplicate || done.RunID != ack.RunID {
			t.Errorf("the same again: %+v, %v", done, err)
		}
		if written != 1 {
			t.Errorf("what comes with the answer was written %d times", written)
		}
		again.Payload = json.RawMessage(`{"score":42}`)
		if _, err := w.Answer(ctx, again); code(err) != fault.DuplicateConflict {
			t.Errorf("another answer by the same name: %v", err)
		}
		again.ReplyID = "r2"
		if _, err := w.Answer(ctx, again); code(err) != fault.InterruptNotPending {
			t.Errorf("a second answer: %v", err)
		}
		again = answer
		again.SessionID = w.session(t)
		if _, err := w.Answer(ctx, again); code(err) != fault.InterruptNotPending {
			t.Errorf("the same in another session: %v", err)
		}
	})
}

// A question that can't be put fails its run in the user's sight.
func TestAQuestionToARoleMustBeWhole(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		for name, change := range map[string]func(*engine.Question){
			"without words for the user": func(q *engine.Question) { q.Notice = "" },
			"that text answers":          func(q *engine.Question) { q.TakesText = true },
			"to no role":                 func(q *engine.Question) { q.For = "Rev iewer" },
			"to the user by name":        func(q *engine.Question) { q.For = state.ReplyByUser },
		} {
			q := review
			change(&q)
			w := startAsking(t, s, &script{}, q, nil)
			id := w.session(t)
			ack := w.ask(t, engine.Query{SessionID: id, Text: "보고서"})
			stream := w.Watch(id, 0)
			until(t, stream, 0, 1)
			stream.Close()
			if run, err := s.Run(t.Context(), store.Server(), ack.RunID); err != nil || run.Status != state.RunFailed {
				t.Errorf("a question %s: %s, %v", name, run.Status, err)
			}
		}
	})
}

// The same answer sent to two nodes at once counts once, and both are told so.
func TestAnAnswerOnTwoNodesCountsOnce(t *testing.T) {
	t.Parallel()
	s := openPostgres(t)
	t.Cleanup(func() { s.Close() })
	b := &bustest.InMem{}
	asks := func(c *engine.Config) { c.Assistants = []engine.Assistant{asking(&script{}, review)} }
	one, two := node(t, s, b, "one", &script{}, asks), node(t, s, b, "two", &script{}, asks)
	for range 5 {
		id := one.session(t)
		stream := two.Watch(id, 0)
		one.ask(t, engine.Query{SessionID: id, Text: "보고서"})
		answer := engine.Answer{InterruptID: awaitQuestion(t, stream).ID, ReplyID: "r", Role: "reviewer", Action: state.ActionApprove}
		var group sync.WaitGroup
		var mu sync.Mutex
		first := 0
		for _, w := range []*world{one, two, one, two} {
			group.Go(func() {
				done, err := w.Answer(t.Context(), answer)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
				} else if !done.Duplicate {
					first++
				}
			})
		}
		group.Wait()
		if first != 1 {
			t.Errorf("%d answers counted", first)
		}
		if diff := cmp.Diff([]string{state.EventInterruptResolved, state.EventFinalResponse}, until(t, stream, 2, 1)); diff != "" {
			t.Error(diff)
		}
		stream.Close()
	}
}
