package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// asking is a graph that works, asks once and tells what it was answered.
func asking(s *script, q engine.Question) *engine.Graph[tally] {
	g := graph(s)
	g.Nodes["second"] = engine.NodeSpec[tally]{Next: engine.To("third"), Enter: func(_ context.Context, t *engine.Turn[tally]) (string, error) {
		s.note("second")
		return "third", did(t, "asked")
	}}
	g.Nodes["third"] = engine.NodeSpec[tally]{Next: engine.To(engine.End), Enter: func(_ context.Context, t *engine.Turn[tally]) (string, error) {
		reply, err := t.Ask(q)
		if err != nil {
			return "", err
		}
		s.note("third")
		line := reply.Action + " by " + reply.By + " " + string(reply.Payload)
		if err := did(t, line); err != nil {
			return "", err
		}
		return answer(t, line)
	}}
	return g
}

func startAsking(t *testing.T, s *store.Store, sc *script, q engine.Question, change func(*engine.Config)) *world {
	t.Helper()
	return start(t, s, sc, func(c *engine.Config) {
		c.Assistants = []engine.Assistant{asking(sc, q)}
		if change != nil {
			change(c)
		}
	})
}

var approval = engine.Question{
	Type: state.InterruptApproval, Message: "진행할까요?",
	Options: []state.InterruptOption{{Value: "approve", Label: "승인"}, {Value: "reject", Label: "거절"}},
}

// awaitQuestion reads the stream up to a question and gives it.
func awaitQuestion(t *testing.T, stream *engine.Stream) state.Interrupt {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		d, err := stream.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if d.Event.Type == state.EventWorkflowInterrupted {
			var q state.Interrupt
			if err := json.Unmarshal(d.Event.Payload, &q); err != nil {
				t.Fatal(err)
			}
			return q
		}
	}
}

func (w *world) answerOf(t *testing.T, sessionID string) string {
	t.Helper()
	messages, err := w.store.Messages(t.Context(), store.Server(), sessionID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return messages[len(messages)-1].Content
}

func TestAQuestionRestsAndTheReplyGoesOnBehindIt(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		w := startAsking(t, s, sc, approval, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		ack := w.ask(t, engine.Query{SessionID: id, Text: "계약서 보내줘"})
		q := awaitQuestion(t, stream)
		if q.Type != state.InterruptApproval || q.Data.Message != "진행할까요?" || len(q.Data.Options) != 2 || q.ExpiresAt.Before(time.Now()) || q.DefaultAction != state.ActionCancel {
			t.Errorf("question %+v", q)
		}
		if got := w.answerOf(t, id); got != "진행할까요?" {
			t.Errorf("the question is no message: %q", got)
		}
		run, err := s.Run(t.Context(), store.Server(), ack.RunID)
		if err != nil || run.Status != state.RunWaiting || run.Interrupt == nil || run.Interrupt.ID != q.ID {
			t.Fatalf("run %+v, %v", run, err)
		}
		if err := w.Reply(t.Context(), id, q.ID, state.ActionApprove, json.RawMessage(`{"note":"네"}`)); err != nil {
			t.Fatal(err)
		}
		got := until(t, stream, 2, 1)
		if diff := cmp.Diff([]string{state.EventInterruptResolved, state.EventFinalResponse}, got); diff != "" {
			t.Error(diff)
		}
		if got := w.answerOf(t, id); got != `approve by user {"note":"네"}` {
			t.Errorf("answer %q", got)
		}
		// Work before the question is not done again.
		if diff := cmp.Diff([]string{"first", "second", "third"}, sc.lines()); diff != "" {
			t.Error(diff)
		}
		if err := w.Reply(t.Context(), id, q.ID, state.ActionApprove, nil); fault.Of(err) != fault.InterruptNotPending {
			t.Errorf("a second reply: %v", err)
		}
	})
}

// A cancel that another node took while the run came to rest is found then.
func TestACancelThatMeetsAQuestion(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		g := asking(sc, approval)
		second := g.Nodes["second"].Enter
		entering(g, "second", func(ctx context.Context, turn *engine.Turn[tally]) (string, error) {
			if err := engine.Settle(turn); err != nil {
				return "", err
			}
			if err := s.AddControl(ctx, store.Server(), store.Control{RunID: turn.Info().RunID, Kind: store.ControlCancel, At: time.Now()}); err != nil {
				t.Error(err)
			}
			return second(ctx, turn)
		})
		w := start(t, s, sc, func(c *engine.Config) {
			c.Assistants, c.Lease, c.Beat = []engine.Assistant{g}, 5*time.Minute, time.Minute
		})
		id := w.session(t)
		w.ask(t, engine.Query{SessionID: id, Text: "하나"})
		stream := w.Watch(id, 0)
		defer stream.Close()
		got := until(t, stream, 0, 1)
		want := []string{state.EventPlanningStart, state.EventWorkflowInterrupted, state.EventInterruptResolved, state.EventRunCancelled}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// The time that a query waits behind others is not its run's.
func TestTheTimeInTheQueueIsNotTheRuns(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		w := startAsking(t, s, &script{}, approval, func(c *engine.Config) { c.RunDeadline = 3 * time.Second })
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		w.ask(t, engine.Query{SessionID: id, Text: "하나"})
		first := awaitQuestion(t, stream)
		queued := w.ask(t, engine.Query{SessionID: id, Text: "둘"})
		time.Sleep(3200 * time.Millisecond)
		if err := w.Reply(t.Context(), id, first.ID, state.ActionApprove, nil); err != nil {
			t.Fatal(err)
		}
		if second := awaitQuestion(t, stream); second.ID == first.ID {
			t.Errorf("question %s again", second.ID)
		}
		run, err := s.Run(t.Context(), store.Server(), queued.RunID)
		if err != nil || run.StartedAt == nil || run.Deadline.Sub(*run.StartedAt) != 3*time.Second {
			t.Errorf("run %+v, %v", run, err)
		}
	})
}

func TestAQuestionSurvivesARestart(t *testing.T) {
	t.Parallel()
	dir := storetest.SQLite(t)
	first := openSQLite(t, dir)
	sc := &script{}
	w := startAsking(t, first, sc, approval, nil)
	id := w.session(t)
	stream := w.Watch(id, 0)
	w.ask(t, engine.Query{SessionID: id, Text: "q"})
	q := awaitQuestion(t, stream)
	stream.Close()
	w.stop()
	first.Close()

	again := openSQLite(t, dir)
	t.Cleanup(func() { again.Close() })
	after := &script{}
	w = startAsking(t, again, after, approval, nil)
	stream = w.Watch(id, 0)
	defer stream.Close()
	if err := w.Reply(t.Context(), id, "", state.ActionReject, nil); err != nil {
		t.Fatal(err)
	}
	until(t, stream, 0, 1)
	if got := w.answerOf(t, id); got != "reject by user " {
		t.Errorf("answer %q", got)
	}
	if diff := cmp.Diff([]string{"third"}, after.lines()); diff != "" {
		t.Errorf("question %s: %s", q.ID, diff)
	}
}

func TestWhatIsOverOrNotYoursIsNotPending(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	w := startAsking(t, s, &script{}, approval, nil)
	mine, other := w.session(t), w.session(t)
	stream := w.Watch(mine, 0)
	defer stream.Close()
	w.ask(t, engine.Query{SessionID: mine, Text: "q"})
	q := awaitQuestion(t, stream)
	for name, c := range map[string]struct {
		session, id, action string
		want                fault.Code
	}{
		"another session's": {other, q.ID, state.ActionApprove, fault.InterruptNotPending},
		"unknown":           {mine, "interrupt-none", state.ActionApprove, fault.InterruptNotPending},
		"no session":        {"session-none", q.ID, state.ActionApprove, fault.InterruptNotPending},
		"no such action":    {mine, q.ID, "delete", fault.InvalidArgument},
		"cancel by reply":   {mine, q.ID, state.ActionCancel, fault.InvalidArgument},
	} {
		if err := w.Reply(t.Context(), c.session, c.id, c.action, nil); fault.Of(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := w.Reply(t.Context(), mine, q.ID, state.ActionApprove, make([]byte, 65<<10)); fault.Of(err) != fault.QueryTooLarge {
		t.Errorf("64 KiB and more: %v", err)
	}
	if err := w.Reply(t.Context(), mine, q.ID, state.ActionApprove, nil); err != nil {
		t.Errorf("the right one after all of them: %v", err)
	}
	until(t, stream, 2, 1)
}

func TestTheDefaultAnswersWhenTimeIsOver(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		q := approval
		q.TTL, q.DefaultAction = 30*time.Millisecond, state.ActionApprove
		w := startAsking(t, s, &script{}, q, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		w.ask(t, engine.Query{SessionID: id, Text: "q"})
		got := until(t, stream, 0, 1)
		want := []string{state.EventPlanningStart, state.EventWorkflowInterrupted, state.EventInterruptResolved, state.EventFinalResponse}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if got := w.answerOf(t, id); got != "approve by expiry " {
			t.Errorf("answer %q", got)
		}
	})
}

// unswept is an engine whose sweeper has looked once and then does not for
// long: a question's time is over before its default has answered.
func unswept(c *engine.Config) { c.Sweep = time.Hour }

func TestAReplyAfterTheQuestionsTimeIsRefused(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		q := approval
		q.TTL, q.DefaultAction = 50*time.Millisecond, state.ActionReject
		w := startAsking(t, s, &script{}, q, unswept)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
		asked := awaitQuestion(t, stream)
		// Clocks of nodes may differ by half a second.
		time.Sleep(time.Until(*asked.ExpiresAt) + 600*time.Millisecond)
		if err := w.Reply(t.Context(), id, asked.ID, state.ActionApprove, nil); fault.Of(err) != fault.InterruptNotPending {
			t.Errorf("a late reply: %v", err)
		}
		if run, err := s.Run(t.Context(), store.Server(), ack.RunID); err != nil || run.Status != state.RunWaiting || run.Reply != nil {
			t.Errorf("run %+v, %v", run, err)
		}
		w.stop()
		next := startAsking(t, s, &script{}, q, nil)
		after := next.Watch(id, 2)
		defer after.Close()
		until(t, after, 2, 1)
		if got := next.answerOf(t, id); got != "reject by expiry " {
			t.Errorf("answer %q", got)
		}
	})
}

// A text that comes when the question's time is over is a query of its own,
// behind what the default makes of the run.
func TestATextAfterTheQuestionsTimeIsAQuery(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		q := engine.Question{Type: state.InterruptInput, Message: "며칠 가시나요?", TakesText: true, TTL: 50 * time.Millisecond}
		w := startAsking(t, s, &script{}, q, unswept)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		asked := w.ask(t, engine.Query{SessionID: id, Text: "여행 가고 싶어"})
		question := awaitQuestion(t, stream)
		time.Sleep(time.Until(*question.ExpiresAt) + 600*time.Millisecond)
		text := engine.Query{SessionID: id, Text: "3박 4일", ClientMsgID: "m-2", OnBusy: engine.BusyReject}
		if _, err := w.Submit(t.Context(), text); fault.Of(err) != fault.SessionBusy {
			t.Errorf("reject: %v", err)
		}
		text.OnBusy = ""
		ack := w.ask(t, text)
		if ack.RunID == asked.RunID || !ack.Queued {
			t.Errorf("ack %+v", ack)
		}
	})
}

func TestAQuestionWithoutADefaultCancels(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		q := approval
		q.TTL = 30 * time.Millisecond
		w := startAsking(t, s, &script{}, q, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
		next := w.ask(t, engine.Query{SessionID: id, Text: "다음"})
		got := until(t, stream, 0, 2)
		if got[len(got)-1] != state.EventRunCancelled {
			t.Errorf("events %q", got)
		}
		for _, runID := range []string{ack.RunID, next.RunID} {
			if run, err := s.Run(t.Context(), store.Server(), runID); err != nil || run.Status != state.RunCancelled {
				t.Errorf("run %+v, %v", run, err)
			}
		}
	})
}

func TestAQueryIsTheAnswerOfAQuestionThatTakesText(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		q := engine.Question{Type: state.InterruptInput, Message: "며칠 가시나요?", TakesText: true}
		sc := &script{}
		w := startAsking(t, s, sc, q, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		asked := w.ask(t, engine.Query{SessionID: id, Text: "여행 가고 싶어"})
		awaitQuestion(t, stream)
		answer := engine.Query{SessionID: id, Text: "3박 4일", ClientMsgID: "m-2"}
		ack := w.ask(t, answer)
		if ack.RunID != asked.RunID || ack.Duplicate || ack.Queued {
			t.Errorf("ack %+v", ack)
		}
		until(t, stream, 2, 1)
		if got := w.answerOf(t, id); got != `answer by user {"text":"3박 4일"}` {
			t.Errorf("answer %q", got)
		}
		if diff := cmp.Diff([]string{"first", "second", "third"}, sc.lines()); diff != "" {
			t.Error(diff)
		}
		// The same message again is no new query.
		again := w.ask(t, answer)
		if again.RunID != asked.RunID || !again.Duplicate {
			t.Errorf("ack %+v", again)
		}
		messages, err := s.Messages(t.Context(), store.Server(), id, 0, 0)
		if err != nil || len(messages) != 4 {
			t.Errorf("%d messages, %v", len(messages), err)
		}
	})
}

// Different words that race for one question under one client_msg_id: those of
// one count, and all others are told that theirs do not.
func TestOtherWordsUnderAKnownIDAreRefusedWhenTheyRaceToo(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		q := engine.Question{Type: state.InterruptInput, Message: "며칠 가시나요?", TakesText: true}
		w := startAsking(t, s, &script{}, q, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		asked := w.ask(t, engine.Query{SessionID: id, Text: "여행 가고 싶어"})
		awaitQuestion(t, stream)
		errs := make([]error, 12)
		var group sync.WaitGroup
		for i := range errs {
			group.Go(func() {
				text := engine.Query{SessionID: id, Text: fmt.Sprint(i, "일"), ClientMsgID: "m-2"}
				if i%2 == 0 {
					text.OnBusy = engine.BusyReject
				}
				ack, err := w.Submit(t.Context(), text)
				if errs[i] = err; err == nil && (ack.RunID != asked.RunID || ack.Duplicate) {
					t.Errorf("ack %+v", ack)
				}
			})
		}
		group.Wait()
		counted := -1
		for i, err := range errs {
			switch {
			case err == nil && counted < 0:
				counted = i
			case fault.Of(err) != fault.DuplicateConflict:
				t.Errorf("%d: %v", i, err)
			}
		}
		until(t, stream, 2, 1)
		if got, want := w.answerOf(t, id), fmt.Sprintf(`answer by user {"text":"%d일"}`, counted); got != want {
			t.Errorf("answer %q, want %q", got, want)
		}
		messages, err := s.Messages(t.Context(), store.Server(), id, 0, 0)
		if err != nil || len(messages) != 4 {
			t.Errorf("%d messages, %v", len(messages), err)
		}
		if open, err := s.OpenRuns(t.Context(), store.Server(), id); err != nil || len(open) != 0 {
			t.Errorf("open runs %+v, %v", open, err)
		}
	})
}

func TestAQueryWaitsBehindAQuestionThatTakesNoText(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	w := startAsking(t, s, &script{}, approval, nil)
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	w.ask(t, engine.Query{SessionID: id, Text: "하나"})
	q := awaitQuestion(t, stream)
	if ack := w.ask(t, engine.Query{SessionID: id, Text: "둘"}); !ack.Queued {
		t.Errorf("ack %+v", ack)
	}
	if _, err := w.Submit(t.Context(), engine.Query{SessionID: id, Text: "셋", OnBusy: engine.BusyReject}); fault.Of(err) != fault.SessionBusy {
		t.Errorf("reject: %v", err)
	}
	if err := w.Reply(t.Context(), id, q.ID, state.ActionApprove, nil); err != nil {
		t.Fatal(err)
	}
	// The second query comes to its own question.
	if second := awaitQuestion(t, stream); second.ID == q.ID {
		t.Error("the same question again")
	}
	ack := w.ask(t, engine.Query{SessionID: id, Text: "넷", OnBusy: engine.BusyInterrupt})
	third := awaitQuestion(t, stream)
	run, err := s.Run(t.Context(), store.Server(), ack.RunID)
	if err != nil || run.Interrupt == nil || run.Interrupt.ID != third.ID {
		t.Errorf("run %+v, %v", run, err)
	}
}

func TestCancelOfARunThatWaits(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		w := startAsking(t, s, &script{}, approval, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
		q := awaitQuestion(t, stream)
		if err := w.Cancel(t.Context(), id, ack.RunID); err != nil {
			t.Fatal(err)
		}
		got := until(t, stream, 2, 1)
		if diff := cmp.Diff([]string{state.EventInterruptResolved, state.EventRunCancelled}, got); diff != "" {
			t.Error(diff)
		}
		if err := w.Reply(t.Context(), id, q.ID, state.ActionApprove, nil); fault.Of(err) != fault.InterruptNotPending {
			t.Errorf("reply to a cancelled run: %v", err)
		}
		if err := w.Cancel(t.Context(), id, ack.RunID); fault.Of(err) != fault.RunFinished {
			t.Errorf("cancel again: %v", err)
		}
	})
}

func TestManyQuestionsAreNoFailedAttempts(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	sc := &script{}
	g := graph(sc)
	left := 8
	entering(g, "second", func(_ context.Context, turn *engine.Turn[tally]) (string, error) {
		_, err := turn.Ask(approval)
		if err == nil && left > 1 {
			left--
			_, err = turn.Ask(approval) // once more
		}
		if err != nil {
			return "", err
		}
		return answer(turn, "끝")
	})
	w := start(t, s, sc, func(c *engine.Config) { c.Assistants = []engine.Assistant{g} })
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	w.ask(t, engine.Query{SessionID: id, Text: "q"})
	for range 8 {
		q := awaitQuestion(t, stream)
		if err := w.Reply(t.Context(), id, q.ID, state.ActionApprove, nil); err != nil {
			t.Fatal(err)
		}
	}
	until(t, stream, 1+8*2-1, 1)
	if got := w.answerOf(t, id); got != "끝" {
		t.Errorf("answer %q", got)
	}
}

// An answer may come while the run that asked is still at its end.
func TestAnAnswerThatComesAtOnceIsNotLeftToTheSweep(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		answered := make(chan struct{})
		held := func() {
			select {
			case <-answered:
			case <-t.Context().Done(): // the test has failed
			}
		}
		w := start(t, s, &script{}, func(c *engine.Config) {
			c.Assistants, c.Sweep = []engine.Assistant{asking(&script{}, approval)}, time.Hour
			c.AtWorkFunc = func(string, string) func() { return held }
		})
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		w.ask(t, engine.Query{SessionID: id, Text: "q"})
		q := awaitQuestion(t, stream)
		if err := w.Reply(t.Context(), id, q.ID, state.ActionApprove, nil); err != nil {
			t.Fatal(err)
		}
		close(answered)
		until(t, stream, 2, 1)
	})
}

// A cancel that another node took while the run came to its end, whichever it
// was to be, is what it ends with, and a replay tells the same.
func TestACancelThatMeetsAnEnd(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]error{"answer": nil, "failure": errors.New("broken")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, s *store.Store) {
				sc := &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
					if err := engine.Settle(turn); err != nil {
						return err
					}
					if err := s.AddControl(ctx, store.Server(), store.Control{RunID: turn.Info().RunID, Kind: store.ControlCancel, At: time.Now()}); err != nil {
						t.Error(err)
					}
					return end
				}}
				w := start(t, s, sc, func(c *engine.Config) { c.Lease, c.Beat = 5*time.Minute, time.Minute })
				id := w.session(t)
				stream := w.Watch(id, 0)
				defer stream.Close()
				ack := w.ask(t, engine.Query{SessionID: id, Text: "하나"})
				if diff := cmp.Diff([]string{state.EventPlanningStart, state.EventRunCancelled}, until(t, stream, 0, 1)); diff != "" {
					t.Error(diff)
				}
				if run, err := s.Run(t.Context(), store.Server(), ack.RunID); err != nil || run.Status != state.RunCancelled {
					t.Errorf("run is %s, %v", run.Status, err)
				}
				if err := w.Cancel(t.Context(), id, ack.RunID); fault.Of(err) != fault.RunFinished {
					t.Errorf("cancel of what is over: %v", err)
				}
				again := &script{work: func(context.Context, *engine.Turn[tally]) error { return end }}
				if report := play(t, s, graph(again), ack.RunID); !report.Equal {
					t.Errorf("replay %+v", report)
				}
			})
		})
	}
}
