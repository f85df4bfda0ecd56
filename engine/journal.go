package engine

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"
)

// journal is what time, chance and the world outside brought into a run, in
// the order of each scope. It is stored with the checkpoints, so that the
// run can be played again exactly as it was.
type journal struct {
	mu sync.Mutex
	// fresh is what was recorded since the last commit.
	fresh map[string][]json.RawMessage
	// past is what is still to come in a replay; nil records.
	past map[string][]json.RawMessage
}

// The scopes of the engine's own entries.
const (
	scopeReply = "reply" // the answers that the run was resumed with
	scopeSkip  = "skip"  // the steps that the user asked to skip
	// scopeBudget is the transition that began a step too many.
	scopeBudget = "budget"
	// scopeMaxSteps is how many steps the run may begin.
	scopeMaxSteps = "max_steps"
	// scopeDo, with a name behind it, is how the asking for a Do ended,
	// scopeSkipped, with a step behind it, after how many of its changes that
	// was passed over.
	scopeDo      = "do "
	scopeSkipped = "skipped "
	// skippedAt, with a step behind it, is where that was heard.
	skippedAt = "!"
)

// add records a value.
func (j *journal) add(scope string, value json.RawMessage) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.fresh == nil {
		j.fresh = map[string][]json.RawMessage{}
	}
	j.fresh[scope] = append(j.fresh[scope], value)
}

// take is the scope's next value in a replay; playing is false while
// recording.
func (j *journal) take(scope string) (value json.RawMessage, playing bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.past == nil {
		return nil, false
	}
	list := j.past[scope]
	if len(list) == 0 {
		return nil, true
	}
	j.past[scope] = list[1:]
	return list[0], true
}

// takeOf is take for the scope's next value of a kind: work that is stopped
// may note how it ended before or after the time of its end is read.
func (j *journal) takeOf(scope string, kind func(json.RawMessage) bool) (value json.RawMessage, playing bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.past == nil {
		return nil, false
	}
	list := j.past[scope]
	at := slices.IndexFunc(list, kind)
	if at < 0 {
		return nil, true
	}
	value = list[at]
	j.past[scope] = slices.Concat(list[:at], list[at+1:])
	return value, true
}

// isEntry and isTime tell what Recall and what Now have recorded.
func isEntry(v json.RawMessage) bool { return len(v) > 0 && v[0] == '{' }
func isTime(v json.RawMessage) bool  { return !isEntry(v) }

// peek is take for a value that stays.
func (j *journal) peek(scope string) (value json.RawMessage, playing bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if list := j.past[scope]; len(list) > 0 {
		value = list[0]
	}
	return value, j.past != nil
}

// forget drops what an attempt recorded and did not commit: the next one
// records its own.
func (j *journal) forget() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.fresh = nil
}

// flush is what was recorded since the last flush, nil when nothing was.
func (j *journal) flush() (json.RawMessage, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.fresh) == 0 {
		return nil, nil
	}
	raw, err := json.Marshal(j.fresh)
	j.fresh = nil
	return raw, err
}

// Scope is one line of work in a run: a node by itself, or a step among
// others that go on side by side. What a scope reads of the clock and the
// world is recorded in its order, so one goroutine at a time may use it.
type Scope struct {
	journal *journal
	nowFunc func() time.Time
	name    string
	// landedFunc waits until the run's query is durable; nil when it is.
	landedFunc func(context.Context) error
}

// Scope is the line of work with that name; "" is the node's own.
func (t *Turn[S]) Scope(name string) Scope {
	s := Scope{journal: &t.run.journal, nowFunc: t.run.engine.now, name: "." + name}
	if t.run.arrival != nil {
		s.landedFunc = t.run.landed
	}
	return s
}

// Now is the current time in UTC, to the millisecond.
func (s Scope) Now() time.Time {
	if past, playing := s.journal.takeOf(s.name, isTime); playing {
		var ms int64
		_ = json.Unmarshal(past, &ms) // beyond what was recorded nothing was kept
		return time.UnixMilli(ms).UTC()
	}
	now := s.nowFunc()
	s.journal.add(s.name, strconv.AppendInt(nil, now.UnixMilli(), 10))
	return now
}

// Recorded tells whether this is a replay and, if so, whether something of
// the scope is still to come: what a run has made of its surroundings, such
// as that there was a model to ask, is repeated where these differ.
// The zero Scope, of work outside of any run, has no record.
func (s Scope) Recorded() (replay, more bool) {
	if s.journal == nil {
		return false, false
	}
	s.journal.mu.Lock()
	defer s.journal.mu.Unlock()
	return s.journal.past != nil, len(s.journal.past[s.name]) > 0
}

// viewsOf is where a scope's looks at the state are recorded: after which
// step of the session each was.
const viewsOf = "@"

// ViewIn is View for a step that goes on beside others: what it sees depends
// on what these have committed by then, so a replay lets it look at the same
// moment.
func (t *Turn[S]) ViewIn(ctx context.Context, s Scope, f func(*S)) error {
	past, playing := s.journal.take(s.name + viewsOf)
	if !playing {
		t.mu.Lock()
		defer t.mu.Unlock()
		s.journal.add(s.name+viewsOf, strconv.AppendInt(nil, t.run.step, 10))
		f(&t.s)
		return nil
	}
	p, ok := t.run.writer.(*playback)
	if past == nil || !ok { // the recorded run never looked
		<-ctx.Done()
		return context.Cause(ctx)
	}
	step, err := strconv.ParseInt(string(past), 10, 64)
	if err != nil {
		return err
	}
	if err := p.await(ctx, step); err != nil {
		return err
	}
	t.View(f)
	p.viewed(step)
	return nil
}

// entry is the record of a result.
type entry struct {
	Value json.RawMessage `json:"v,omitempty"`
	Err   string          `json:"e,omitempty"`
	// Stopped tells that the work failed because its context was over.
	Stopped bool `json:"s,omitempty"`
}

// Recall is the result of work whose outcome the state does not decide: a
// model's answer, a tool's, another store's content. The result is recorded;
// a replay gets the record instead. The run's query is durable when the work
// begins.
func Recall[T any](ctx context.Context, s Scope, work func(context.Context) (T, error)) (result T, err error) {
	return recall(ctx, s, s.landedFunc, work)
}

// RecallAhead is Recall of work that may begin before the run's query is
// durable, and be in vain when it never is: it only reads, costs nothing, and
// does not look for what the query has left in the store.
func RecallAhead[T any](ctx context.Context, s Scope, work func(context.Context) (T, error)) (result T, err error) {
	return recall(ctx, s, nil, work)
}

func recall[T any](ctx context.Context, s Scope, ready func(context.Context) error, work func(context.Context) (T, error)) (result T, err error) {
	if past, playing := s.journal.takeOf(s.name, isEntry); playing {
		return recalled[T](ctx, past)
	}
	if ready != nil {
		if err := ready(ctx); err != nil {
			return result, err
		}
	}
	result, err = work(ctx)
	e := entry{}
	if err != nil {
		e.Err, e.Stopped = err.Error(), ctx.Err() != nil
	} else if e.Value, err = encode(result); err != nil {
		return result, err
	}
	raw, encodeErr := encode(e)
	if encodeErr != nil {
		return result, encodeErr
	}
	s.journal.add(s.name, raw)
	return result, err
}

func recalled[T any](ctx context.Context, past json.RawMessage) (result T, err error) {
	if past == nil {
		// It never came: the run was stopped, or the step skipped, before.
		<-ctx.Done()
		return result, context.Cause(ctx)
	}
	var e entry
	if err := json.Unmarshal(past, &e); err != nil {
		return result, err
	}
	if e.Stopped {
		<-ctx.Done()
		return result, context.Cause(ctx)
	}
	if e.Err != "" {
		return result, errors.New(e.Err)
	}
	return result, json.Unmarshal(e.Value, &result)
}

// Mark records that the scope's work has come this far. In a replay it
// waits for ever, that is for ctx, where the recorded run never did.
func (s Scope) Mark(ctx context.Context) error {
	_, err := Recall(ctx, s, func(context.Context) (bool, error) { return true, nil })
	return err
}
