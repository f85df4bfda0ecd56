package terminal

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client"
)

// takeUp goes on with the run that waited for an answer when we came. done
// tells that Options.Query was the answer.
func (t *talk) takeUp(ctx context.Context) (done bool, err error) {
	run := t.waiting
	w := t.words(run.Query)
	a := &asking{talk: t, words: w, view: t.newView(w), runID: run.ID}
	q := newQuestion(*run.Interrupt)
	if r, unclear := q.read(t.Query); t.Query != "" && unclear == nil {
		a.pending = q
		if err := a.send(q.ID, r.action, r.payload); err != nil {
			return true, err
		}
		return true, a.follow(ctx)
	}
	if err := errors.Join(a.announce(run), a.show(q)); err != nil {
		return false, err
	}
	return false, a.follow(ctx)
}

// announce says why there is a question that nobody asked for; as JSON it is
// the frame that the first connection was sent.
func (a *asking) announce(run *client.Run) error {
	if !a.JSON {
		return a.note(a.Say("waits"))
	}
	raw, err := json.Marshal(struct {
		Type  string `json:"type"`
		RunID string `json:"run_id"`
		*state.Interrupt
	}{state.EventWorkflowInterrupted, run.ID, run.Interrupt})
	if err != nil {
		return fmt.Errorf("encode question: %w", err)
	}
	return a.raw(client.Frame{Raw: raw})
}

// show asks the user.
func (a *asking) show(q *question) error {
	if a.stopping {
		return nil // the run is being cancelled
	}
	a.pending, a.picking, a.replyID = q, false, ""
	a.answers = a.input()
	return a.prompted(q.text(a.words, time.Now()))
}

// prompted shows a text that wants an answer.
func (a *asking) prompted(text string) error {
	err := a.question(text)
	if a.tty() {
		fmt.Fprint(a.Err, a.words.Say("prompt"))
	}
	return err
}

// drop ends the asking, if there is any.
func (a *asking) drop() { a.pending, a.answers = nil, nil }

// resolved is the end of a question, by whomever.
func (a *asking) resolved(r state.InterruptResolved) error {
	q := a.pending
	if q == nil || q.ID != r.InterruptID {
		return nil
	}
	var err error
	switch {
	case r.By == state.ReplyByExpiry:
		err = a.note(a.Say("expired", "action", q.label(a.words, r.Action)))
	case a.replyID == "":
		err = a.note(a.Say("elsewhere", "action", q.label(a.words, r.Action)))
	}
	a.drop()
	return err
}

// hear takes a line that the user typed, or the end of the input.
func (a *asking) hear(text string, ok bool) error {
	q := a.pending
	if !ok {
		a.answers = nil
		return a.tellNoInput(q)
	}
	if a.JSON {
		return a.hearJSON(text)
	}
	var r reply
	var err error
	switch {
	case a.picking && strings.TrimSpace(text) == "":
		return a.show(q)
	case a.picking:
		r, err = q.leaveOut(text)
	default:
		r, err = q.read(text)
	}
	switch {
	case errors.Is(err, errPick):
		a.picking = true
		return a.prompted(q.stepList(a.words))
	case errors.Is(err, errNoStep):
		return a.prompted(a.Say("no_step") + "\n")
	case errors.Is(err, errUnclear) && q.wantsText() && len(q.Data.Options) == 0:
		return a.prompted(a.Say("type_answer") + "\n")
	case errors.Is(err, errUnclear):
		return a.prompted(a.Say("choose_one") + "\n")
	case err != nil:
		return err
	}
	return a.send(q.ID, r.action, r.payload)
}

// send replies; more is typed to this question only if the server refuses.
func (a *asking) send(interruptID, action string, payload json.RawMessage) (err error) {
	a.answers, a.picking = nil, false
	a.replyID, err = a.client.Reply(interruptID, action, payload)
	return err
}

// tellNoInput says what becomes of a question that nobody will answer.
func (a *asking) tellNoInput(q *question) error {
	text := a.Say("no_input", "left", a.time(q.left(time.Now())), "action", q.label(a.words, q.DefaultAction))
	if a.JSON {
		_, err := fmt.Fprintln(a.Err, text)
		return err
	}
	return a.note(text)
}

// hearJSON takes an answer of a program.
func (a *asking) hearJSON(text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	var r struct {
		InterruptID string          `json:"interrupt_id"`
		Action      string          `json:"action"`
		Payload     json.RawMessage `json:"payload"`
	}
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil || d.More() || r.Action == "" {
		_, err := fmt.Fprintln(a.Err, a.Say("json_answer"))
		return err
	}
	r.InterruptID = cmp.Or(r.InterruptID, a.pending.ID)
	return a.send(r.InterruptID, r.Action, r.Payload)
}

// refused is the server's no to our reply: to one that came too late the
// run has gone on, any other can be given better.
func (a *asking) refused(f client.Frame) error {
	var e state.ErrorEvent
	if err := f.Decode(&e); err != nil {
		return err
	}
	if a.pending == nil || a.stopping {
		return nil
	}
	if e.Code == string(fault.InterruptNotPending) {
		a.drop()
		return a.note(a.fault(e))
	}
	q := a.pending
	if !a.JSON {
		q.Data.Message = a.fault(e) + "\n" + q.Data.Message
	}
	return a.show(q)
}
