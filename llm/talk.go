package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// talk is one Ask: requests until an answer can be used.
type talk struct {
	c        *Client
	call     Call
	outer    context.Context // the caller's
	messages []Message
	answer   Answer // sums up what was spent
	shown    bool   // text was handed out
	mute     bool   // no more is
}

// until asks, and asks once more when the answer is not what was wanted.
func (t *talk) until(ctx context.Context) (Answer, error) {
	for {
		r, err := t.generate(ctx)
		if err != nil {
			return t.spent(), err
		}
		a := &t.answer
		a.Text, a.ToolCalls, a.Finish = r.Text, r.ToolCalls, r.Finish
		if r.Model != "" {
			a.Model = r.Model
		}
		wrong := t.c.wrong(t.call, a)
		if len(wrong) == 0 {
			return *a, nil
		}
		if a.Repaired {
			return t.spent(), fmt.Errorf("%w: %s", ErrBadAnswer, strings.Join(wrong, "; "))
		}
		a.Repaired, a.JSON = true, nil
		t.reset()
		t.mend(r, wrong)
	}
}

// spent is what there is to tell of an answer that is none.
func (t *talk) spent() Answer {
	a := t.answer
	a.Text, a.JSON, a.ToolCalls, a.Finish = "", nil, nil, ""
	return a
}

// mend tells the model what is wrong with its answer. Its calls of tools are
// repeated as text, since providers want an answer to each.
func (t *talk) mend(r Response, wrong []string) {
	said := r.Text
	for _, call := range r.ToolCalls {
		said += "\n" + call.Name + "(" + string(call.Arguments) + ")"
	}
	if said = strings.TrimSpace(said); said == "" {
		said = "…"
	}
	t.messages = append(t.messages,
		Message{Role: RoleAssistant, Text: said},
		Message{Role: RoleUser, Text: "The answer can't be used: " + strings.Join(wrong, "; ") + ". Answer again, in full, in the form asked for."})
}

// reset begins the text that is handed out anew.
func (t *talk) reset() {
	if !t.shown {
		return
	}
	if t.call.ResetFunc == nil {
		t.mute = true
		return
	}
	t.shown = false
	t.call.ResetFunc()
}

// generate asks until the provider answers, or it is no use.
func (t *talk) generate(ctx context.Context) (r Response, err error) {
	err = t.c.tries(ctx, t.again, func() error {
		t.reset()
		r, err = t.once(ctx)
		return err
	})
	return r, t.reason(ctx, err)
}

// tries asks the provider once, and again with pauses while that may help.
func (c *Client) tries(ctx context.Context, again func(error) bool, once func() error) error {
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval = 200*time.Millisecond, 2*time.Second
	for n := 1; ; n++ {
		err := once()
		if err == nil || n >= c.cfg.Attempts || !again(err) || !rest(ctx, max(pauses.NextBackOff(), retryAfter(err))) {
			return err
		}
	}
}

// again tells whether asking again may help, and harms nobody who has read
// the beginning already.
func (t *talk) again(err error) bool {
	return errors.Is(err, ErrUnavailable) && !errors.Is(err, errResting) && !(t.call.Silence > 0 && errors.Is(err, errSilent)) &&
		(!t.shown || t.call.ResetFunc != nil)
}

func retryAfter(err error) time.Duration {
	if u, ok := errors.AsType[*Unavailable](err); ok {
		return u.RetryAfter
	}
	return 0
}

// rest waits, unless the time that is left is too short for it.
func rest(ctx context.Context, d time.Duration) bool {
	if end, bounded := ctx.Deadline(); bounded && time.Until(end) <= d {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// once makes one request within the budget.
func (t *talk) once(ctx context.Context) (Response, error) {
	r, err := t.c.gate.pass(ctx, func() (Response, error) {
		req := t.request()
		it := item{call: t.call, purpose: req.Purpose, model: t.c.cfg.Name, price: t.c.cfg.Price}
		holds, err := t.c.budget.hold(ctx, it, Usage{InputTokens: EstimateInput(req), OutputTokens: req.MaxTokens})
		if err != nil {
			return Response{}, err
		}
		t.answer.Attempts++
		r, err := t.send(ctx, req)
		if r.Model != "" {
			it.model = r.Model
		}
		cost := t.c.budget.settle(ctx, it, holds, r.Usage)
		t.c.cfg.Meter.SpentFunc(r.Usage, cost)
		t.answer.Usage.Add(r.Usage)
		t.answer.CostMicros += cost
		if err != nil && t.outer.Err() != nil { // the caller's doing, not the provider's
			err = notSent{context.Cause(t.outer)}
		}
		return r, err
	})
	return r, t.reason(ctx, err)
}

func (t *talk) request() Request {
	p := t.call.Prompt
	most := p.MaxTokens
	if most <= 0 {
		most = t.c.cfg.MaxTokens
	}
	return Request{
		Purpose: p.Name, Messages: t.messages, Schema: p.Schema, Tools: t.call.Tools,
		MaxTokens: most, Temperature: p.Temperature,
	}
}

// send makes one request and watches over it.
func (t *talk) send(ctx context.Context, req Request) (Response, error) {
	ctx, watch := newAttempt(ctx, cmp.Or(t.call.Silence, t.c.cfg.Silence), req.MaxTokens)
	defer watch.close()
	if hide := t.c.cfg.HideFunc; hide != nil {
		req.Messages = hidden(req.Messages, hide)
	}
	req.AliveFunc = watch.alive
	req.DeltaFunc = func(text string) {
		if watch.wrote(text) {
			t.show(text)
		}
	}
	r, err := t.c.cfg.Model.Generate(ctx, req)
	if err == nil && r.Finish == FinishContentFilter {
		err = fmt.Errorf("%w: by the provider's filter", ErrRefused)
	}
	return r, t.reason(ctx, err)
}

func (t *talk) show(text string) {
	if t.call.DeltaFunc == nil || t.mute || text == "" {
		return
	}
	t.shown = true
	t.call.DeltaFunc(text)
}

// reason is the error as Ask tells it: of a context that ended it tells whose.
func (t *talk) reason(ctx context.Context, err error) error {
	var unsent notSent
	switch {
	case err == nil:
		return nil
	case t.outer.Err() != nil:
		return context.Cause(t.outer)
	case errors.As(err, &unsent):
		return err
	}
	return reason(ctx, err)
}

func reason(ctx context.Context, err error) error {
	switch cause := context.Cause(ctx); {
	case cause == nil:
	case errors.Is(cause, errEndless):
		return fmt.Errorf("%w: %w", ErrBadAnswer, errEndless)
	case !errors.Is(err, cause):
		return fmt.Errorf("%w: %w", ErrUnavailable, cause)
	}
	switch Outcome(err) {
	case OutcomeCancelled, OutcomeFailed:
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}
