// Package storetest is the contract that a store keeps on every database:
// one suite, run on SQLite and on Postgres.
package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Run checks the contract; empty gives a store that isn't migrated yet, ready
// an empty one that is. Both close it when its test ends.
func Run(t *testing.T, empty, ready func(t *testing.T) *store.Store) {
	t.Helper()
	for _, group := range [][]test{
		migrateTests(), sessionTests(), submitTests(), claimTests(),
		applyTests(), batchTests(), writeTests(), chainTests(), resumeTests(), historyTests(), userTests(), checkpointTests(), knowledgeTests(), usageTests(), ownerTests(),
	} {
		for _, c := range group {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				open := empty
				if c.migrated {
					open = ready
				}
				c.run(t, &harness{Store: open(t), t: t})
			})
		}
	}
}

type test struct {
	name     string
	migrated bool
	run      func(t *testing.T, y *harness)
}

// on is a test of a migrated store.
func on(name string, run func(t *testing.T, y *harness)) test {
	return test{name: name, migrated: true, run: run}
}

// harness is a store under test with the sentences that tests are made of.
type harness struct {
	*store.Store
	t *testing.T
}

// noon is when every test happens; after counts minutes from there.
var noon = time.Date(2026, 3, 4, 12, 0, 0, 123_000_000, time.UTC)

func after(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }

// nasty is text that breaks what isn't quoted, counted or encoded right.
const nasty = `한글 '따옴표' "둘" 100% _밑줄_ \역슬래시\ $1 ? ; -- 😀 é` + "\n\t"

func (y *harness) session(user string) state.Session {
	y.t.Helper()
	s, err := y.CreateSession(y.t.Context(), store.Server(), state.Session{
		Assistant: "realestate", UserID: user, Language: "ko", CreatedAt: noon,
	})
	y.must(err)
	return s
}

// submit queues a run with a message.
func (y *harness) submit(sessionID, query string) state.Run {
	y.t.Helper()
	out, err := y.Submit(y.t.Context(), submission(sessionID, "", query))
	y.must(err)
	return out.Run
}

func submission(sessionID, clientMsgID, query string) store.Submission {
	return store.Submission{
		Run: state.Run{
			SessionID: sessionID, Assistant: "realestate", Kind: state.RunQuery,
			ClientMsgID: clientMsgID, Query: query, Language: "ko", Deadline: after(60),
		},
		Message: &state.Message{Role: state.RoleUser, Content: query},
		QueuedFunc: func(ahead int) *state.Event {
			return &state.Event{Type: state.EventRunQueued, Payload: fmt.Appendf(nil, `{"position":%d}`, ahead)}
		},
		At: noon,
	}
}

// running is a claimed run in a session of its own.
func (y *harness) running(owner string) state.Run {
	y.t.Helper()
	y.beat(owner, after(10))
	return y.claim(y.submit(y.session("u1").ID, "질문").ID, owner)
}

func (y *harness) claim(runID, owner string) state.Run {
	y.t.Helper()
	r, head, err := y.Claim(y.t.Context(), runID, owner, noon)
	y.must(err)
	stands, err := y.Head(y.t.Context(), store.Server(), r.SessionID)
	y.must(err)
	same(y, head, stands)
	return r
}

func (y *harness) beat(node string, until time.Time) {
	y.t.Helper()
	y.must(y.Heartbeat(y.t.Context(), node, noon, until))
}

// commit is a transition of a claimed run with one row of everything, by a
// writer who knows where the session stands.
func (y *harness) commit(r state.Run, label string) *store.Commit {
	c := bare(r, label)
	head, err := y.Head(y.t.Context(), store.Server(), r.SessionID)
	if err != nil {
		return c
	}
	c.Head = head
	if last, err := y.LatestCheckpoint(y.t.Context(), store.Server(), r.SessionID); err == nil {
		c.Previous = &last
	}
	return c
}

// bare is commit by a writer who knows nothing.
func bare(r state.Run, label string) *store.Commit {
	return &store.Commit{
		SessionID: r.SessionID, RunID: r.ID, Owner: r.Owner, Fence: r.Fence,
		Checkpoints: []*state.Checkpoint{{
			Node: "planning", Phase: "plan", Label: label, SchemaVersion: 1,
			State: []byte(`{"label":"` + label + `"}`),
		}},
		Events:   []*state.Event{{Type: "todo_updated", Payload: []byte(`{"label":"` + label + `"}`)}},
		Messages: []*state.Message{{Role: state.RoleAssistant, Content: label}},
		Status:   state.RunRunning, NextNode: "teams", At: after(1),
	}
}

func (y *harness) apply(commits ...*store.Commit) {
	y.t.Helper()
	for i, err := range y.Apply(y.t.Context(), commits) {
		if err != nil {
			y.t.Fatalf("commit %d: %v", i, err)
		}
	}
}

// finish ends a run.
func (y *harness) finish(r state.Run) {
	y.t.Helper()
	c := y.commit(r, "end")
	c.Status = state.RunCompleted
	y.apply(c)
}

func (y *harness) must(err error) {
	y.t.Helper()
	if err != nil {
		y.t.Fatal(err)
	}
}

// is checks what a caller branches on.
func (y *harness) is(err, want error) {
	y.t.Helper()
	if !errors.Is(err, want) {
		y.t.Errorf("error is %v, want %v", err, want)
	}
}

// same checks two values field by field.
func same[T any](y *harness, got, want T) {
	y.t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		y.t.Errorf("-want +got:\n%s", diff)
	}
}

// gapless checks that the session's history is numbered 1, 2, 3 … as the
// session's own marks say.
func (y *harness) gapless(sessionID string) {
	y.t.Helper()
	ctx := y.t.Context()
	s, err := y.Session(ctx, store.Server(), sessionID)
	y.must(err)
	events, err := y.Events(ctx, store.Server(), sessionID, 0, 0)
	y.must(err)
	for i, e := range events {
		if e.Seq != int64(i+1) {
			y.t.Fatalf("event %d has seq %d", i+1, e.Seq)
		}
	}
	if s.LastSeq != int64(len(events)) {
		y.t.Errorf("last_seq is %d with %d events", s.LastSeq, len(events))
	}
	messages, err := y.Messages(ctx, store.Server(), sessionID, 0, 0)
	y.must(err)
	for i, m := range messages {
		if m.ID != int64(i+1) {
			y.t.Fatalf("message %d has id %d", i+1, m.ID)
		}
	}
	if s.MessageCount != int64(len(messages)) {
		y.t.Errorf("message_count is %d with %d messages", s.MessageCount, len(messages))
	}
	parent := ""
	points, err := y.Checkpoints(ctx, store.Server(), sessionID, "", 0, 0)
	y.must(err)
	for i := range points {
		p := points[len(points)-1-i]
		if p.StepNo != int64(i+1) || p.ParentID != parent {
			y.t.Fatalf("checkpoint %d has step %d and parent %q, want %q", i+1, p.StepNo, p.ParentID, parent)
		}
		parent = p.ID
	}
	if s.CheckpointID != parent {
		y.t.Errorf("checkpoint_id is %q, want %q", s.CheckpointID, parent)
	}
	open, err := y.OpenRuns(ctx, store.Server(), sessionID)
	y.must(err)
	head, err := y.Head(ctx, store.Server(), sessionID)
	y.must(err)
	if head.OpenRuns != int64(len(open)) {
		y.t.Errorf("open_runs is %d with %d runs", head.OpenRuns, len(open))
	}
}

func id(prefix string, n int) string { return fmt.Sprintf("%s-%03d", prefix, n) }
