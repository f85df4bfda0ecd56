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
	msgID    string // "" where we took up a run that was there
	runID    string // "" until the ack
	outcome  error
	finished bool
	stopping bool // the user asked to cancel

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
		giveUp = time.After(cancelWait)
		return a.stop()
	}
	for !a.finished {
		var err error
		select {
		case f, ok := <-a.client.Frames():
			if !ok {
				return a.client.Err()
			}
			err = a.take(f)
		case text, ok := <-a.answers:
			err = a.hear(text, ok)
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

func (a *asking) stop() error {
	a.stopping = true
	a.drop()
	return errors.Join(a.note(a.Say("cancelling")), a.cancel())
}

// cancel asks the server to end our run. Without its id yet it waits for
// the ack: a cancel that names no run would end somebody else's.
func (a *asking) cancel() error {
	if a.runID == "" {
		return nil
	}
	return a.client.Cancel(a.runID)
}

// take handles one frame of the session's stream.
func (a *asking) take(f client.Frame) error {
	if err := a.raw(f); err != nil {
		return err
	}
	switch {
	case f.Type == state.FrameAck && a.msgID != "" && f.ClientMsgID == a.msgID:
		a.runID = f.RunID // before anything of the run
		if a.stopping {
			return a.cancel()
		}
	case f.Type == state.EventError && f.ID != "" && f.ID == a.replyID:
		return a.refused(f)
	case f.Type == state.EventError && a.msgID != "" && (f.ClientMsgID == a.msgID || f.ID == a.msgID):
		return a.event(f)
	case f.Type == state.EventError && f.Seq == 0 && f.RunID == "" && f.ID == "":
		return a.event(f) // why the server is about to close, a sign-in that is over, say
	case f.RunID != "" && f.RunID == a.runID:
		return a.event(f)
	}
	return nil // of another run, of the session, or of a command that was not ours
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
