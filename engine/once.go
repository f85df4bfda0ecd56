package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// once keeps the recorded results of a run's work outside the database.
type once struct {
	mu     sync.Mutex
	loaded bool
	known  map[string]json.RawMessage
	// busy are the keys that are being worked on, closed when they end.
	busy map[string]chan struct{}
}

// Once does work that reaches outside the database (a payment, a message, a
// model's answer that costs money) and records what it brought under a key
// that is unique in the run. Asked again, by whoever carries the run on, it
// returns the record without working. An error is not recorded. Work that
// was done when the process died before the record was durable is done
// again: it should carry the key to the other side.
func (t *Turn[S]) Once(ctx context.Context, key string, work func(ctx context.Context) (json.RawMessage, error)) (json.RawMessage, error) {
	o := &t.run.once
	for {
		value, wait, err := o.look(ctx, t.run, key)
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
	value, err := t.work(ctx, work)
	if err == nil {
		err = t.record(ctx, key, value)
	}
	o.end(key, value, err)
	if err != nil {
		return nil, fmt.Errorf("once %q: %w", key, err)
	}
	return value, nil
}

// work reaches outside. What led to it is durable by then, and the run still
// this node's.
func (t *Turn[S]) work(ctx context.Context, work func(ctx context.Context) (json.RawMessage, error)) (json.RawMessage, error) {
	if err := t.run.settle(); err != nil {
		return nil, err
	}
	return work(ctx)
}

// look finds a recorded value, or the channel of who is at work on it, or
// (both nil) makes the caller the one who works.
func (o *once) look(ctx context.Context, r *run, key string) (json.RawMessage, chan struct{}, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.load(ctx, r); err != nil {
		return nil, nil, err
	}
	if value, ok := o.known[key]; ok {
		return value, nil, nil
	}
	if wait, ok := o.busy[key]; ok {
		return nil, wait, nil
	}
	o.busy[key] = make(chan struct{})
	return nil, nil, nil
}

func (o *once) load(ctx context.Context, r *run) error {
	if o.loaded {
		return nil
	}
	results, err := r.engine.cfg.Store.Results(ctx, r.row.ID)
	if err != nil {
		return fmt.Errorf("recorded results of run %s: %w", r.row.ID, err)
	}
	o.known, o.busy = make(map[string]json.RawMessage, len(results)), map[string]chan struct{}{}
	for _, result := range results {
		o.known[result.Key] = result.Value
	}
	o.loaded = true
	return nil
}

func (o *once) end(key string, value json.RawMessage, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err == nil {
		o.known[key] = value
	}
	close(o.busy[key])
	delete(o.busy, key)
}

// record makes a result durable before anything is done with it.
func (t *Turn[S]) record(ctx context.Context, key string, value json.RawMessage) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	now := t.run.engine.now()
	c := t.run.newCommit(t.node, state.RunRunning, now)
	c.Results = []store.Result{{Key: key, Value: value, At: now}}
	return t.run.commit(c)
}
