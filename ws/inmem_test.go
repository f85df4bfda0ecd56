package ws

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// inMem is an engine in memory: it numbers and keeps a session's events and
// plays them to its streams, stored ones first, then live.
type inMem struct {
	mu        sync.Mutex
	sessions  map[string]*inMemSession
	submitted []engine.Query
	calls     []string
	// submitFunc is called as the run of a query that is new begins, without the lock.
	submitFunc func(q engine.Query, runID string)
	submitErr  error
	// nextErr is what the streams answer while it is set.
	nextErr error
}

type inMemSession struct {
	session state.Session
	events  []*state.Event
	pruned  int64   // events up to it are not kept any more
	marks   []int64 // what Delivered was called with
	flushed int64   // the mark that other nodes read
	known   map[string]string
	streams map[*inMemStream]struct{}
	// moved is closed and renewed when a mark rises.
	moved chan struct{}
}

func newInMem(ids ...string) *inMem {
	e := &inMem{sessions: make(map[string]*inMemSession)}
	for _, id := range ids {
		e.add(id)
	}
	return e
}

func (e *inMem) add(id string) *inMemSession {
	s := &inMemSession{
		session: state.Session{ID: id, Assistant: "realestate", Title: state.DefaultTitle,
			Language: "ko", Epoch: "epoch-1"},
		known: make(map[string]string), streams: make(map[*inMemStream]struct{}),
		moved: make(chan struct{}),
	}
	e.sessions[id] = s
	return s
}

func (e *inMem) Accept(_ context.Context, q engine.Query) (engine.Accepted, error) {
	e.mu.Lock()
	if e.submitErr != nil {
		defer e.mu.Unlock()
		return engine.Accepted{}, e.submitErr
	}
	s := e.sessions[q.SessionID]
	if runID, ok := s.known[q.ClientMsgID]; ok && q.ClientMsgID != "" {
		defer e.mu.Unlock()
		return engine.Accepted{Ack: engine.Ack{RunID: runID, SessionID: q.SessionID, ClientMsgID: q.ClientMsgID, Duplicate: true}}, nil
	}
	e.submitted = append(e.submitted, q)
	runID := fmt.Sprintf("run-%d", len(e.submitted))
	s.known[q.ClientMsgID] = runID
	submitFunc := e.submitFunc
	e.mu.Unlock()
	accepted := engine.Accepted{Ack: engine.Ack{RunID: runID, SessionID: q.SessionID, ClientMsgID: q.ClientMsgID}}
	if submitFunc != nil {
		accepted.StartFunc = func() { submitFunc(q, runID) }
	}
	return accepted, nil
}

func (e *inMem) call(format string, args ...any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls = append(e.calls, fmt.Sprintf(format, args...))
}

func (e *inMem) called() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.calls)
}

func (e *inMem) queries() []engine.Query {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.submitted)
}

func (e *inMem) Cancel(_ context.Context, sessionID, runID string) error {
	e.call("cancel %s %s", sessionID, runID)
	if runID == "run-done" {
		return fault.New(fault.RunFinished, "")
	}
	return nil
}

func (e *inMem) SkipStep(_ context.Context, sessionID, runID, stepID string) error {
	e.call("skip %s %s %s", sessionID, runID, stepID)
	return nil
}

func (e *inMem) Retry(_ context.Context, sessionID, runID, clientMsgID string) (engine.Accepted, error) {
	e.call("retry %s %s %s", sessionID, runID, clientMsgID)
	if runID == "run-none" {
		return engine.Accepted{}, fault.New(fault.RunNotFound, "")
	}
	return engine.Accepted{Ack: engine.Ack{RunID: "run-again", ClientMsgID: clientMsgID}}, nil
}

func (e *inMem) Feedback(_ context.Context, sessionID, runID, rating, comment string) error {
	e.call("feedback %s %s %s %s", sessionID, runID, rating, comment)
	return nil
}

func (e *inMem) Answer(_ context.Context, a engine.Answer) (engine.Answered, error) {
	if a.InterruptID == "over" {
		return engine.Answered{}, fault.New(fault.InterruptNotPending, "")
	}
	if a.ReplyID == "taken" {
		return engine.Answered{}, fault.New(fault.DuplicateConflict, "")
	}
	e.call("reply %s %s %s %s", a.SessionID, a.InterruptID, a.Action, a.Payload)
	return engine.Answered{Duplicate: a.ReplyID == "again"}, nil
}

func (e *inMem) Position(_ context.Context, sessionID string) (engine.Position, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.sessions[sessionID]
	if s == nil {
		return engine.Position{}, fault.New(fault.SessionNotFound, "")
	}
	first := s.pruned + 1
	if first > s.session.LastSeq {
		first = 0
	}
	return engine.Position{
		Epoch: s.session.Epoch, FirstSeq: first, LastSeq: s.session.LastSeq,
		DeliveredSeq: s.session.DeliveredSeq, Session: s.session,
	}, nil
}

func (e *inMem) Delivered(sessionID string, seq int64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.sessions[sessionID]
	s.marks = append(s.marks, seq)
	if seq > s.session.DeliveredSeq {
		s.session.DeliveredSeq = seq
		close(s.moved)
		s.moved = make(chan struct{})
	}
}

func (e *inMem) FlushDelivered(context.Context) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, s := range e.sessions {
		s.flushed = s.session.DeliveredSeq
	}
}

func (e *inMem) flushed(sessionID string) int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sessions[sessionID].flushed
}

func (e *inMem) delivered(sessionID string) (int64, <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.sessions[sessionID]
	return s.session.DeliveredSeq, s.moved
}

// awaitDelivered waits until the session's mark is seq.
func (e *inMem) awaitDelivered(t *testing.T, sessionID string, seq int64) {
	t.Helper()
	deadline := time.After(5 * time.Second)
	for {
		have, moved := e.delivered(sessionID)
		if have == seq {
			return
		}
		select {
		case <-moved:
		case <-deadline:
			t.Fatalf("delivered mark is %d, want %d", have, seq)
		}
	}
}

// emit numbers, stores and plays an event.
func (e *inMem) emit(sessionID, runID, eventType string, body any) {
	payload, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.sessions[sessionID]
	s.session.LastSeq++
	s.events = append(s.events, &state.Event{
		SessionID: sessionID, Seq: s.session.LastSeq, RunID: runID, Type: eventType,
		ID: fmt.Sprintf("event-%d", s.session.LastSeq), Payload: payload, CreatedAt: time.Now(),
	})
	for stream := range s.streams {
		stream.wake()
	}
}

// prune drops the oldest events up to a number.
func (e *inMem) prune(sessionID string, upTo int64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sessions[sessionID].pruned = upTo
}

// whisper plays a frame that is not stored.
func (e *inMem) whisper(sessionID, eventType string, body any) {
	payload, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for stream := range e.sessions[sessionID].streams {
		stream.ephemeral = append(stream.ephemeral, &state.Event{Type: eventType, Payload: payload})
		stream.wake()
	}
}

func (e *inMem) fail(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.nextErr = err
}

func (e *inMem) watch(sessionID string, after int64) Stream {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.sessions[sessionID]
	stream := &inMemStream{engine: e, session: s, after: after}
	s.streams[stream] = struct{}{}
	return stream
}

// awaitStreams waits until n streams of the session are open.
func (e *inMem) awaitStreams(t *testing.T, sessionID string, n int) {
	t.Helper()
	await(t, fmt.Sprintf("%d streams", n), func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return len(e.sessions[sessionID].streams) == n
	})
}

type inMemStream struct {
	engine    *inMem
	session   *inMemSession
	after     int64
	ephemeral []*state.Event
	readyFunc func()
}

// WantChanges changes nothing: the test whispers what it wants heard.
func (s *inMemStream) WantChanges() {}

func (s *inMemStream) OnReady(f func()) {
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	s.readyFunc = f
}

func (s *inMemStream) wake() {
	if s.readyFunc != nil {
		s.readyFunc()
	}
}

func (s *inMemStream) take() (engine.Delivery, bool, error) {
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	if s.engine.nextErr != nil {
		return engine.Delivery{}, false, s.engine.nextErr
	}
	if int64(len(s.session.events)) > max(s.after, s.session.pruned) {
		s.after = max(s.after, s.session.pruned)
		s.after++
		return engine.Delivery{Event: s.session.events[s.after-1]}, true, nil
	}
	if len(s.ephemeral) > 0 {
		ev := s.ephemeral[0]
		s.ephemeral = s.ephemeral[1:]
		return engine.Delivery{Event: ev, Ephemeral: true}, true, nil
	}
	return engine.Delivery{}, false, nil
}

func (s *inMemStream) Next(context.Context) (engine.Delivery, error) {
	d, ok, err := s.take()
	if err == nil && !ok {
		err = engine.ErrNothing
	}
	return d, err
}

func (s *inMemStream) Close() {
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	delete(s.session.streams, s)
}

// await polls a condition that no channel tells of.
func await(t testing.TB, what string, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(5 * time.Second)
	for !ok() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("timed out waiting for %s", what)
		}
	}
}
