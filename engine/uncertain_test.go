package engine_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// A last commit that was stored though its answer was lost, and that the node
// has given up meanwhile, is found again with the run: those who watch it
// there get its end, alone on the store or not.
func TestAnEndThatWasStoredWithoutAnAnswerIsTold(t *testing.T) {
	t.Parallel()
	asked := &state.Interrupt{
		ID: "q1", Type: state.InterruptApproval, Data: state.InterruptData{Message: "?", Options: []state.InterruptOption{}},
		DefaultAction: state.ActionCancel, Node: "second",
	}
	for name, last := range map[string]store.Commit{
		"terminal": {Status: state.RunCompleted, NextNode: engine.End, Events: []*state.Event{{Type: state.EventFinalResponse, Payload: []byte(`{}`)}}},
		"asking": {
			Status: state.RunWaiting, NextNode: "second", Interrupt: asked,
			Events: []*state.Event{{Type: state.EventWorkflowInterrupted, Payload: []byte(`{}`)}},
		},
		"neither": {Status: state.RunRunning, NextNode: "second", Events: []*state.Event{{Type: state.EventTodoUpdated, Payload: []byte(`{}`)}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, s *store.Store) {
				heard, taken := make(chan struct{}), make(chan struct{})
				first := true
				w := start(t, s, &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
					if !first { // claimed again after a commit that did not end it
						close(taken)
						<-ctx.Done()
						return context.Cause(ctx)
					}
					first = false
					if err := engine.Settle(turn); err != nil {
						return err
					}
					<-heard
					if err := storeBehind(ctx, s, turn.Info(), last); err != nil {
						return err
					}
					return fmt.Errorf("commit: %w", store.ErrUnavailable)
				}}, nil)
				id := w.session(t)
				stream := w.Watch(id, 0)
				defer stream.Close()
				w.ask(t, engine.Query{SessionID: id, Text: "q"})
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				if _, err := stream.Next(ctx); err != nil {
					t.Fatal(err)
				}
				close(heard)
				d, err := stream.Next(ctx)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(last.Events[0].Type, d.Event.Type); diff != "" || d.Event.Seq != 2 {
					t.Errorf("event %d: %s", d.Event.Seq, diff)
				}
				if name == "neither" {
					<-taken
				}
			})
		})
	}
}

// storeBehind is a commit of a run that its node does not hear of.
func storeBehind(ctx context.Context, s *store.Store, info engine.RunInfo, c store.Commit) error {
	row, err := s.Run(ctx, store.Server(), info.RunID)
	if err != nil {
		return err
	}
	if c.Head, err = s.Head(ctx, store.Server(), info.SessionID); err != nil {
		return err
	}
	c.SessionID, c.RunID, c.Owner, c.Fence, c.At = info.SessionID, info.RunID, row.Owner, row.Fence, time.Now()
	events := c.Events
	c.Events = nil
	for _, ev := range events {
		own := *ev
		own.SessionID, own.RunID, own.CreatedAt = info.SessionID, info.RunID, c.At
		c.Events = append(c.Events, &own)
	}
	return storetest.Apply(ctx, s, []*store.Commit{&c})[0]
}
