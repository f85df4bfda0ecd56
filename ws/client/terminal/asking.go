package terminal

import (
	"context"
	"errors"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client"
)

// asking is one question under way.
type asking struct {
	*talk
	words
	view
	msgID string // "" where we took up a run that was there
	runID string // "" until the ack
	// early are numbered frames that came before the ack told which run is
	// ours.
	early    []client.Frame
	outcome  error
	finished bool
	stopping bool // the user asked to cancel
	down     bool // the user was told that the connection is lost

	// pending is the question that our run waits with, nil for none.
	pending *question
	picking bool          // the user is to name the steps to leave out
	answers <-chan string // what is typed, while an answer is wanted
	replyID string        // our last reply's, "" for none to this question
}

// follow shows the run to its end.
func (a *asking) follow(ctx context.Context) error {
	done := ctx.Done()
	var giveUp <-chan time.Time
	stop := func() error {
		if a.stopping {
			return ErrCancelled // asked twice: don't wait any longer
		}
		a.stopping, a.answers = true, nil
		giveUp = time.After(cancelWait)
		a.drop()
		return errors.Join(a.note(a.Say("cancelling")), a.cancel())
	}
	for !a.finished {
		var err error
		select {
		case f, ok := <-a.client.Frames():
			if !ok {
				return a.client.Err()
			}
			// Of two that are ready select takes either, and the frame may be the last.
			for len(a.statuses) > 0 && err == nil {
				err = a.tell(<-a.statuses)
			}
			err = errors.Join(err, a.take(ctx, f))
		case text, ok := <-a.answers:
			err = a.hear(text, ok)
		case s := <-a.statuses:
			err = a.tell(s)
		case <-a.Interrupts:
			err = stop()
		case <-done:
			// Once: a channel that is closed would be chosen again and again.
			done = nil
			if !a.stopping { // Ctrl-C may come both ways
				err = stop()
			}
		case <-giveUp:
			return ErrCancelled
		}
		if err != nil {
			return err
		}
	}
	return a.outcome
}

// cancel asks the server to end our run. Without its id yet it waits for
// the ack: a cancel that names no run would end somebody else's.
func (a *asking) cancel() error {
	if a.runID == "" {
		return nil
	}
	return a.client.Cancel(a.runID)
}

func (a *asking) tell(s client.Status) error {
	if s.Connected && !a.down {
		return nil // the first connection
	}
	a.down = !s.Connected
	if s.Connected {
		return a.note(a.Say("regained"))
	}
	return a.note(a.Say("lost", "pause", s.Pause.Round(100*time.Millisecond)))
}

// take handles one frame of the session's stream.
func (a *asking) take(ctx context.Context, f client.Frame) error {
	if err := a.raw(f); err != nil {
		return err
	}
	switch {
	case f.Type == state.FrameAck && a.msgID != "" && f.ClientMsgID == a.msgID:
		a.runID = f.RunID
		if a.stopping {
			return errors.Join(a.cancel(), a.replayEarly())
		}
		return a.replayEarly()
	case f.Type == state.FrameResumed:
		return a.resumed(ctx, f)
	case f.Type == state.EventError && f.ID != "" && f.ID == a.replyID:
		return a.refused(ctx, f)
	case f.Type == state.EventError && a.msgID != "" && (f.ClientMsgID == a.msgID || f.ID == a.msgID):
		return a.event(f)
	case f.Type == state.EventError && f.Seq == 0 && f.RunID == "" && f.ID == "":
		return a.event(f) // why the server is about to close, a sign-in that is over, say
	case f.RunID == "":
		return nil // of the session, or of a command that was not ours
	case a.runID == "":
		a.early = append(a.early, f)
		return nil
	case f.RunID == a.runID:
		return a.event(f)
	}
	return nil // another run of this session
}

func (a *asking) replayEarly() error {
	early := a.early
	a.early = nil
	for _, f := range early {
		if f.RunID == a.runID && !a.finished {
			if err := a.event(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// event handles a frame of our run.
func (a *asking) event(f client.Frame) error {
	switch f.Type {
	case state.EventFinalResponse, state.EventRunCancelled:
		return decoded(f, func(r state.FinalResponse) error { return a.end(r.Response) })
	case state.EventError:
		return decoded(f, func(e state.ErrorEvent) error {
			return a.end(state.Response{Type: state.ResponseError, Message: a.fault(e), Error: e.Code})
		})
	case state.EventRunQueued:
		return decoded(f, func(q state.QueuedRun) error { return a.note(a.Say("queued", "n", q.Position)) })
	case state.EventWorkflowInterrupted:
		return decoded(f, func(q state.Interrupt) error {
			if q.For != "" { // somebody else answers, and it may take days
				return a.end(state.Response{Type: state.ResponseGuidance, Message: q.Data.Message})
			}
			return a.show(newQuestion(q))
		})
	case state.EventInterruptResolved:
		return decoded(f, a.resolved)
	case state.EventPlanningStart:
		return decoded(f, func(p state.PlanningStart) error { return a.note(line(p.Message)) })
	}
	return a.frame(f)
}

// decoded hands on what a frame says.
func decoded[T any](f client.Frame, take func(T) error) error {
	var v T
	if err := f.Decode(&v); err != nil {
		return err
	}
	return take(v)
}

func (a *asking) end(r state.Response) error {
	a.finished = true
	a.drop()
	switch r.Type {
	case state.ResponseError:
		a.outcome = ErrAnswer
		if r.Message == "" && r.Answer == "" {
			r.Message = a.fault(state.ErrorEvent{Code: r.Error})
		}
	case state.ResponseCancelled:
		a.outcome = ErrCancelled
		if r.Message == "" {
			r.Message = a.Say("cancelled")
		}
	}
	return a.finish(r)
}
