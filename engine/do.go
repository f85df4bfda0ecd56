package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Do does what is no pure function of the state (a model, a tool, another
// store, a payment, chance) and gives its result, which is JSON and durable before
// anything that follows from it is shown or done outside. What was committed before
// is durable when the work begins.
// Asked again under the same name in the run, by whoever carries it on after a
// crash or plays it again, Do gives the record and does not work. The names of
// steps side by side are their own.
//
// Where there may be nothing to do, such as no model to ask, work is nil then:
// the error is ErrNoWork, and a replay hears what the run did.
//
// An error is not recorded for the next attempt, which works anew; a replay
// hears it where the run did, by its words: errors.Is finds what has the same
// text, errors.As a *fault.Error. Work that was done when the process died
// before its result was durable is done again: it should carry Key(ctx) to the
// other side.
func Do[S, T any](ctx context.Context, t *Turn[S], name string, work func(ctx context.Context) (T, error)) (T, error) {
	return once(ctx, t, name, work, false)
}

// Read is Do for work that changes nothing outside and is not paid for, such as a
// look into a database. It does not wait for what was committed before, and its result
// becomes durable together with what comes next. A crash before that has it done anew.
func Read[S, T any](ctx context.Context, t *Turn[S], name string, work func(ctx context.Context) (T, error)) (T, error) {
	return once(ctx, t, name, work, true)
}

func once[S, T any](ctx context.Context, t *Turn[S], name string, work func(ctx context.Context) (T, error), reads bool) (result T, err error) {
	if t.step != "" {
		name = t.step + "/" + name
	}
	var raw json.RawMessage
	if work == nil {
		raw, err = t.do(ctx, name, nil, reads)
	} else {
		raw, err = t.do(ctx, name, func(ctx context.Context) (json.RawMessage, error) {
			v, err := work(ctx)
			if err != nil {
				return nil, err
			}
			return state.Encode(v)
		}, reads)
	}
	if err != nil {
		return result, err
	}
	return result, json.Unmarshal(raw, &result)
}

// ErrNoWork is the error of a Do that has nothing to do.
var ErrNoWork = errors.New("engine: nothing to do")

// Key is what names the work of a Do wherever it is done, for the other side to
// know it again; "" outside of any.
func Key(ctx context.Context) string {
	key, _ := ctx.Value(keyOfDo{}).(string)
	return key
}

type keyOfDo struct{}

// results are what a run's work outside has brought.
type results struct {
	mu     sync.Mutex
	loaded bool
	known  map[string]json.RawMessage
	// noted are the names that were asked for in this claim: each is noted in
	// the journal once, so that a replay hears it where the run did.
	noted map[string]bool
	// busy are the names that are being worked on, closed when they end.
	busy map[string]chan struct{}
}

func (t *Turn[S]) do(ctx context.Context, name string, work func(context.Context) (json.RawMessage, error), reads bool) (json.RawMessage, error) {
	if err := t.flush(); err != nil {
		return nil, err
	}
	if t.run.replay != nil && !t.run.replay.anewFunc(name) {
		return t.run.fromRecord(ctx, name)
	}
	for {
		value, wait, err := t.run.results.acquire(ctx, t.run, name)
		if err != nil || value != nil {
			return value, err
		}
		if wait == nil {
			break
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	value, err := t.reach(ctx, name, work, reads)
	t.run.results.end(t.run, name, value, err)
	return value, err
}

// reach works outside and records what it brought. Unless it only reads, what led to
// it is durable by then, and the run still this node's.
func (t *Turn[S]) reach(ctx context.Context, name string, work func(context.Context) (json.RawMessage, error), reads bool) (value json.RawMessage, err error) {
	if work == nil {
		t.run.journal.add(scopeDo+name, encodeError(ErrNoWork))
		return nil, ErrNoWork
	}
	if !reads {
		if err := t.run.pipeline.flush(); err != nil {
			return nil, err
		}
	}
	value, err = work(context.WithValue(ctx, keyOfDo{}, t.run.row.ID+"/"+name))
	switch {
	case context.Cause(t.ctx) != nil:
		return nil, context.Cause(t.ctx)
	case err != nil && ctx.Err() != nil:
		err = context.Cause(ctx) // it says more than what it broke
	}
	if err != nil && errors.Is(ctx.Err(), context.Canceled) {
		return nil, err // it was stopped: a replay waits until it is again
	}
	if err != nil {
		t.run.journal.add(scopeDo+name, encodeError(err))
		return nil, err
	}
	return value, t.record(name, value, reads)
}

// record keeps a result before all that follows from it. That of reading may wait for
// it: nothing is lost with it that can't be read again.
func (t *Turn[S]) record(name string, value json.RawMessage, reads bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.run.engine.now()
	c := t.run.newCommit(t.node, state.RunRunning, now)
	c.Results = []store.Result{{Key: name, Value: value, At: now}}
	return t.run.pipeline.send(&segment{commit: c, waits: reads})
}

// acquire finds a recorded value, or the channel of who is at work on it, or
// (both nil) makes the caller the one who works.
func (o *results) acquire(ctx context.Context, r *run, name string) (json.RawMessage, chan struct{}, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.load(ctx, r); err != nil {
		return nil, nil, err
	}
	if value, ok := o.known[name]; ok {
		o.note(r, name)
		return value, nil, nil
	}
	if wait, ok := o.busy[name]; ok {
		return nil, wait, nil
	}
	o.busy[name] = make(chan struct{})
	return nil, nil, nil
}

// load reads what is recorded; its caller has the lock.
func (o *results) load(ctx context.Context, r *run) error {
	if o.loaded {
		return nil
	}
	list, err := r.engine.cfg.Store.Results(ctx, store.Server(), r.row.ID)
	if err != nil {
		return fmt.Errorf("recorded results of run %s: %w", r.row.ID, err)
	}
	for _, result := range list {
		if r.replay == nil || !r.replay.anewFunc(result.Key) {
			o.known[result.Key] = result.Value
		}
	}
	o.loaded = true
	return nil
}

// note has the journal say that a result was heard; its caller has the lock.
func (o *results) note(r *run, name string) {
	if !o.noted[name] {
		o.noted[name] = true
		r.journal.add(scopeDo+name, json.RawMessage("{}"))
	}
}

func (o *results) end(r *run, name string, value json.RawMessage, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err == nil {
		o.known[name] = value
		o.note(r, name)
	}
	if wait := o.busy[name]; wait != nil { // else it is of a claim before
		close(wait)
		delete(o.busy, name)
	}
}

// begin readies the results for an attempt. They are read anew, for an outcome
// may be unknown; a run that is fresh has none.
func (o *results) begin(fresh bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.loaded = fresh
	o.known, o.noted, o.busy = map[string]json.RawMessage{}, map[string]bool{}, map[string]chan struct{}{}
}

// fromRecord is do in a replay. Where the recorded work never came back it waits for
// what ended the run or the step.
func (r *run) fromRecord(ctx context.Context, name string) (json.RawMessage, error) {
	o := &r.results
	o.mu.Lock()
	err := o.load(ctx, r)
	if err != nil || o.noted[name] {
		defer o.mu.Unlock()
		return o.known[name], err
	}
	past, _ := r.journal.take(scopeDo + name)
	if past == nil {
		o.mu.Unlock()
		<-ctx.Done()
		return nil, context.Cause(ctx)
	}
	defer o.mu.Unlock()
	var t recordedError
	if err := json.Unmarshal(past, &t); err != nil {
		return nil, fmt.Errorf("record of %q: %w", name, err)
	}
	if len(t.Texts) > 0 {
		return nil, &t
	}
	value, ok := o.known[name]
	if !ok {
		err := fmt.Errorf("%w: the result of %q", ErrNotRecorded, name)
		r.replay.miss(err)
		return nil, err
	}
	o.noted[name] = true
	return value, nil
}

// recordedError is an error as the journal keeps it: the texts of its chain, the
// outermost first, and the code that it has.
type recordedError struct {
	Texts  []string   `json:"e,omitempty"`
	Code   fault.Code `json:"c,omitempty"`
	Detail string     `json:"d,omitempty"`
}

// maxErrorText bounds the text of an error that is recorded, in bytes.
const maxErrorText = 16 << 10

func encodeError(err error) json.RawMessage {
	t := recordedError{}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		t.Code, t.Detail = f.Code, f.Detail
	}
	t.add(err)
	raw, encodeErr := state.Encode(t)
	if encodeErr != nil { // texts can be encoded
		panic(encodeErr)
	}
	return raw
}

func (t *recordedError) add(err error) {
	text := err.Error()
	if text = text[:min(len(text), maxErrorText)]; text == "" {
		text = "no reason given"
	}
	if !slices.Contains(t.Texts, text) {
		t.Texts = append(t.Texts, text)
	}
	switch e := err.(type) { //nolint:errorlint // the chain is walked here
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			t.add(inner)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			t.add(inner)
		}
	}
}

func (t *recordedError) Error() string { return t.Texts[0] }

// Is finds an error of the recorded chain by its text.
func (t *recordedError) Is(target error) bool { return slices.Contains(t.Texts, target.Error()) }

// As gives the code that the recorded error had.
func (t *recordedError) As(target any) bool {
	f, ok := target.(**fault.Error)
	if !ok || t.Code == "" {
		return false
	}
	*f = &fault.Error{Code: t.Code, Detail: t.Detail, Err: errors.New(t.Texts[0])}
	return true
}

// Session is the run's session as the store has it now. It can be another one the
// next time, so it is asked for in the work of a Do.
func Session[S any](ctx context.Context, t *Turn[S]) (state.Session, error) {
	return t.run.engine.cfg.Store.Session(ctx, store.Server(), t.run.row.SessionID)
}
