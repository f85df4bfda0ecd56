package engine_test

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/bus/bustest"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// personal is a run that learns whose home it is about, in a transition
// without events.
func personal(name, phone string) *script {
	return &script{work: func(ctx context.Context, t *engine.Turn[tally]) error {
		return commit(t, change{Label: "owner", Updates: []func(*tally){func(s *tally) {
			s.Owner = name
			s.Done = append(s.Done, name+" "+phone)
		}}})
	}}
}

// told gathers the fields that changed and the text of all such frames, until
// as many fields as wanted have come.
func told(t *testing.T, s *engine.Stream, want int) (fields []string, text string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for len(fields) < want {
		d, err := s.Next(ctx)
		if err != nil {
			t.Fatalf("%v after %q", err, fields)
		}
		if d.Event.Type != state.EventStateChanged {
			continue
		}
		if !d.Ephemeral || d.Event.Seq != 0 || d.Event.RunID == "" {
			t.Errorf("event %+v", d.Event)
		}
		var body state.StateChanged
		if err := json.Unmarshal(d.Event.Payload, &body); err != nil {
			t.Fatal(err)
		}
		for _, c := range body.Changes {
			fields = append(fields, c.FieldChanged)
		}
		text += string(d.Event.Payload)
	}
	return fields, text
}

// quiet is what of the state's changes comes in a while.
func quiet(t *testing.T, s *engine.Stream) (n int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	for d, err := s.Next(ctx); err == nil; d, err = s.Next(ctx) {
		if d.Event.Type == state.EventStateChanged {
			n++
		}
	}
	return n
}

// Changes are told on every node, in the same words, and name nobody.
func TestChangesAreToldOnEveryNode(t *testing.T) {
	t.Parallel()
	s := openPostgres(t)
	t.Cleanup(func() { s.Close() })
	b := &bustest.InMem{}
	slow := func(c *engine.Config) { c.Sweep = time.Minute }
	one := node(t, s, b, "one", personal("홍길동", "010-1234-5678"), slow)
	two := node(t, s, b, "two", &script{}, slow)
	acquainted(t, one, two)
	id := one.session(t)
	streams := map[string]*engine.Stream{"one": one.Watch(id, 0), "two": two.Watch(id, 0)}
	plain := two.Watch(id, 0)
	defer plain.Close()
	for _, stream := range streams {
		defer stream.Close()
		stream.WantChanges()
	}
	one.ask(t, engine.Query{SessionID: id, Text: "q"})
	want := []string{"done", "owner", "done"}
	var texts []string
	for name, stream := range streams {
		fields, text := told(t, stream, len(want))
		if diff := cmp.Diff(want, fields); diff != "" {
			t.Errorf("on %s:\n%s", name, diff)
		}
		if strings.Contains(text, "홍길동") || strings.Contains(text, "1234") || !strings.Contains(text, `[redacted] 010-****-5678`) {
			t.Errorf("on %s: %s", name, text)
		}
		texts = append(texts, text)
	}
	if texts[0] != texts[1] {
		t.Errorf("told differently:\n%s\n%s", texts[0], texts[1])
	}
	if n := quiet(t, plain); n != 0 {
		t.Errorf("%d frames for one who did not ask", n)
	}
}

// A transition without events is told at once where it happens.
func TestChangesAreToldWithoutEvents(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	ready, over := make(chan struct{}), make(chan struct{})
	defer close(over)
	work := personal("홍길동", "").work
	w := start(t, s, &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
		defer func() { <-over }()
		<-ready
		return work(ctx, turn)
	}}, func(c *engine.Config) { c.Sweep = time.Minute })
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	stream.WantChanges()
	w.ask(t, engine.Query{SessionID: id, Text: "q"})
	quiet(t, stream) // all that has an event has been looked for
	close(ready)
	fields, _ := told(t, stream, 2)
	if !slices.Contains(fields, "owner") {
		t.Errorf("told of %q", fields)
	}
}

// Who comes back is told what was missed, and nothing from before.
func TestChangesSinceAPosition(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		w := start(t, s, personal("홍길동", ""), nil)
		id := w.session(t)
		events := w.Watch(id, 0)
		defer events.Close()
		w.ask(t, engine.Query{SessionID: id, Text: "첫째"})
		first := len(until(t, events, 0, 1))
		w.ask(t, engine.Query{SessionID: id, Text: "둘째"})
		last := first + len(until(t, events, int64(first), 1))
		for after, want := range map[int][]string{
			0:     {"done", "owner", "done", "done", "owner", "query", "turn", "done", "owner", "done"},
			first: {"done", "owner", "query", "turn", "done", "owner", "done"},
			last:  nil,
		} {
			stream := w.Watch(id, int64(after))
			stream.WantChanges()
			fields, _ := told(t, stream, len(want))
			if diff := cmp.Diff(want, fields); diff != "" {
				t.Errorf("after %d:\n%s", after, diff)
			}
			if n := quiet(t, stream); n != 0 {
				t.Errorf("after %d: %d more", after, n)
			}
			stream.Close()
		}
	})
}

// Of many transitions behind a position the newest are told.
func TestChangesOfLongAgoAreNotTold(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		w := start(t, s, &script{work: func(_ context.Context, turn *engine.Turn[tally]) error {
			for i := range 30 {
				if err := commit(turn, change{Label: "more", Updates: []func(*tally){func(s *tally) {
					s.Done = append(s.Done, strconv.Itoa(i))
				}}}); err != nil {
					return err
				}
			}
			return nil
		}}, nil)
		id := w.session(t)
		events := w.Watch(id, 0)
		defer events.Close()
		w.ask(t, engine.Query{SessionID: id, Text: "많이"})
		until(t, events, 0, 1)
		points, err := s.Checkpoints(t.Context(), store.Server(), id, "", 0, 20)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, listed := range slices.Backward(points) {
			p, err := s.Checkpoint(t.Context(), store.Server(), listed.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range p.Changes {
				want = append(want, c.FieldChanged)
			}
		}
		stream := w.Watch(id, 0)
		defer stream.Close()
		stream.WantChanges()
		fields, _ := told(t, stream, len(want))
		if diff := cmp.Diff(want, fields); diff != "" {
			t.Error(diff)
		}
		if n := quiet(t, stream); n != 0 {
			t.Errorf("%d more than the newest 20 are told", n)
		}
		edited, err := s.Checkpoint(t.Context(), store.Server(), points[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		edited.State = []byte(`{"done":["edited"]}`)
		fork, _, err := s.Fork(t.Context(), store.Server(), points[0].ID, state.Session{}, edited)
		if err != nil {
			t.Fatal(err)
		}
		first := w.Watch(fork.ID, 0)
		defer first.Close()
		first.WantChanges()
		if n := quiet(t, first); n != 0 {
			t.Errorf("%d changes are told of a fork's first state", n)
		}
	})
}
