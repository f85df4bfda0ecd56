package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/bus/bustest"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// greeting is a graph that begins by an event and tells what it was.
func greeting(s *script) *engine.Graph[tally] {
	g := graph(s)
	g.Proactive = true
	entering(g, "second", func(_ context.Context, t *engine.Turn[tally]) (string, error) {
		p := t.Info().Proactive
		if p == nil {
			return answer(t, "답: "+t.Info().Query)
		}
		s.note("began " + p.TriggerEventID)
		return answer(t, p.TriggerEventType+" "+string(p.Metadata)+" "+t.Info().Kind+" '"+t.Info().Query+"' "+t.Info().Language)
	})
	return g
}

func begins(sc *script, change func(*engine.Config)) func(*engine.Config) {
	return func(c *engine.Config) {
		c.Assistants = []engine.Assistant{greeting(sc)}
		if change != nil {
			change(c)
		}
	}
}

func reminder(id string) state.Trigger {
	return state.Trigger{EventID: id, EventType: "exam_reminder", UserID: "u1", Assistant: "tally", Metadata: json.RawMessage(`{"day": "2026-12-01"}`), Language: "en"}
}

func (w *world) trigger(t *testing.T, in state.Trigger) state.Trigger {
	t.Helper()
	out, err := w.Trigger(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// due has the time of a trigger come that waits.
func (w *world) due(t *testing.T, id string) {
	t.Helper()
	known, err := w.store.Trigger(t.Context(), store.Server(), id)
	if err == nil && known.Status == state.TriggerWaiting {
		_, err = w.store.MoveTrigger(t.Context(), known, state.TriggerWaiting, known.Reason, time.Now().Add(-time.Second))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// midday is a place where no day ends soon.
func midday() *time.Location {
	now := time.Now().UTC()
	return time.FixedZone("midday", (12-now.Hour())*3600)
}

// settled waits until a trigger neither waits nor is starting.
func (w *world) settled(t *testing.T, id string) state.Trigger {
	t.Helper()
	for { // as long as it takes: a slow machine sweeps late
		known, err := w.store.Trigger(t.Context(), store.Server(), id)
		if err != nil {
			t.Fatal(err)
		}
		if known.Status != state.TriggerWaiting && known.Status != state.TriggerStarting {
			return known
		}
		time.Sleep(25 * time.Millisecond)
	}
}

func TestATriggerBeginsAConversationOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		w := start(t, s, sc, begins(sc, nil))
		// A socket of another session of the user hears of it, one of another user's doesn't.
		mine, err := s.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "tally", UserID: "u1"})
		if err != nil {
			t.Fatal(err)
		}
		stream := w.Watch(mine.ID, 0)
		defer stream.Close()
		began := w.trigger(t, reminder("e1"))
		if began.Status != state.TriggerStarted || !began.NewSession || began.StartedAt == nil {
			t.Fatalf("began as %+v", began)
		}
		d, err := stream.Next(t.Context())
		if err != nil || d.Event.Type != state.FrameSessionStarted || !d.Ephemeral {
			t.Fatalf("heard %+v, %v", d.Event, err)
		}
		var told state.SessionStarted
		if err := json.Unmarshal(d.Event.Payload, &told); err != nil || told.StartedSessionID != began.SessionID || told.Assistant != "tally" {
			t.Errorf("told %s", d.Event.Payload)
		}
		events := w.Watch(began.SessionID, 0)
		defer events.Close()
		got := until(t, events, 0, 1)
		if diff := cmp.Diff([]string{state.EventProactive, state.EventPlanningStart, state.EventFinalResponse}, got); diff != "" {
			t.Error(diff)
		}
		if got := w.answerOf(t, began.SessionID); got != `exam_reminder {"day":"2026-12-01"} trigger '' en` {
			t.Errorf("answer %q", got)
		}
		messages, err := s.Messages(t.Context(), store.Server(), began.SessionID, 0, 0)
		if err != nil || len(messages) != 1 || messages[0].Role != state.RoleAssistant {
			t.Errorf("messages %+v, %v", messages, err)
		}
		again := reminder("e1")
		again.Metadata = json.RawMessage(`{"day":"2026-12-01"}`)
		if same := w.trigger(t, again); same.RunID != began.RunID || same.SessionID != began.SessionID || same.Status != state.TriggerStarted {
			t.Errorf("the same event again is %+v", same)
		}
		again.Metadata = json.RawMessage(`{"day":"2026-12-02"}`)
		if _, err := w.Trigger(t.Context(), again); code(err) != fault.DuplicateConflict {
			t.Errorf("another event of that name: %v", err)
		}
		report, err := engine.Replay(t.Context(), engine.ReplayConfig{Store: s, Assistants: []engine.Assistant{greeting(&script{})}}, began.RunID)
		if err != nil || !report.Equal {
			t.Errorf("played again: %+v, %v", report, err)
		}
		if gone, err := w.Withdraw(t.Context(), "e1"); err != nil || gone.Status != state.TriggerStarted {
			t.Errorf("one that has begun was withdrawn: %+v, %v", gone, err)
		}
	})
}

func TestATriggerInASessionOfTheUser(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		w := start(t, s, sc, begins(sc, nil))
		ctx := t.Context()
		mine, err := s.CreateSession(ctx, store.Server(), state.Session{Assistant: "tally", UserID: "u1", Language: "ko"})
		if err != nil {
			t.Fatal(err)
		}
		in := reminder("e1")
		in.SessionID, in.Language = mine.ID, ""
		began := w.trigger(t, in)
		stream := w.Watch(mine.ID, 0)
		defer stream.Close()
		until(t, stream, 0, 1)
		if began.Status != state.TriggerStarted || began.SessionID != mine.ID || w.answerOf(t, mine.ID) != `exam_reminder {"day":"2026-12-01"} trigger '' ko` {
			t.Errorf("began %+v with %q", began, w.answerOf(t, mine.ID))
		}
		for name, change := range map[string]func(*state.Trigger){
			"of another user": func(t *state.Trigger) { t.UserID = "u2" },
			"that is not":     func(t *state.Trigger) { t.SessionID = "session-none" },
		} {
			wrong := in
			wrong.EventID = "e2"
			change(&wrong)
			if _, err := w.Trigger(ctx, wrong); code(err) != fault.SessionNotFound {
				t.Errorf("a session %s: %v", name, err)
			}
		}
		later := in
		later.EventID, later.At = "e3", new(time.Now().Add(time.Hour))
		w.trigger(t, later)
		if err := s.DeleteSession(ctx, store.Server(), mine.ID, true, time.Now()); err != nil {
			t.Fatal(err)
		}
		w.due(t, "e3")
		if got := w.settled(t, "e3"); got.Status != state.TriggerWithdrawn || got.Reason != state.TriggerSessionGone {
			t.Errorf("in a session that is gone: %+v", got)
		}
	})
}

func TestATriggerThatIsRefused(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	w := start(t, s, &script{}, func(c *engine.Config) {
		mute := graph(&script{})
		mute.Assistant = "mute"
		c.Assistants = []engine.Assistant{greeting(&script{}), mute}
	})
	for name, test := range map[string]struct {
		change func(*state.Trigger)
		want   fault.Code
	}{
		"no id":           {func(t *state.Trigger) { t.EventID = "" }, fault.InvalidArgument},
		"no user":         {func(t *state.Trigger) { t.UserID = "" }, fault.InvalidArgument},
		"no assistant":    {func(t *state.Trigger) { t.Assistant = "none" }, fault.UnknownAssistant},
		"one that waits":  {func(t *state.Trigger) { t.Assistant = "mute" }, fault.InvalidArgument},
		"no language":     {func(t *state.Trigger) { t.Language = "xx" }, fault.InvalidArgument},
		"broken metadata": {func(t *state.Trigger) { t.Metadata = []byte("{") }, fault.InvalidArgument},
	} {
		in := reminder("e-" + name)
		test.change(&in)
		if _, err := w.Trigger(t.Context(), in); code(err) != test.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestATriggerWaitsForItsTime(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		w := start(t, s, sc, begins(sc, nil))
		ctx := t.Context()
		in := reminder("soon")
		in.At = new(time.Now().Add(time.Hour))
		if got := w.trigger(t, in); got.Status != state.TriggerWaiting || got.Reason != state.TriggerScheduled || got.DueAt.Sub(*in.At).Abs() > time.Millisecond {
			t.Errorf("recorded as %+v", got)
		}
		w.due(t, "soon")
		if got := w.settled(t, "soon"); got.Status != state.TriggerStarted {
			t.Errorf("began as %+v", got)
		}
		in = reminder("never")
		in.At = new(time.Now().Add(time.Hour))
		w.trigger(t, in)
		for range 2 {
			if got, err := w.Withdraw(ctx, "never"); err != nil || got.Status != state.TriggerWithdrawn || got.Reason != state.TriggerDeleted {
				t.Errorf("withdrawn as %+v, %v", got, err)
			}
		}
		if _, err := w.Withdraw(ctx, "unknown"); code(err) != fault.NotFound {
			t.Errorf("an unknown one: %v", err)
		}
		// A message of the user to this assistant comes first; one to another doesn't.
		mine, err := s.CreateSession(ctx, store.Server(), state.Session{Assistant: "tally", UserID: "u1"})
		if err != nil {
			t.Fatal(err)
		}
		in = reminder("late")
		in.At = new(time.Now().Add(time.Hour))
		w.trigger(t, in)
		other := in
		other.EventID, other.UserID = "other", "u2"
		w.trigger(t, other)
		w.ask(t, engine.Query{SessionID: mine.ID, Text: "면접이 언제죠?"})
		w.due(t, "late")
		w.due(t, "other")
		if got := w.settled(t, "late"); got.Status != state.TriggerWithdrawn || got.Reason != state.TriggerUserSpoke {
			t.Errorf("after the user spoke: %+v", got)
		}
		if got := w.settled(t, "other"); got.Status != state.TriggerStarted {
			t.Errorf("of a user who said nothing: %+v", got)
		}
	})
}

func TestTriggersInQuietHoursAndOverTheCap(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		now := time.Now().UTC()
		minute := func(at time.Time) time.Duration {
			return time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute
		}
		sc := &script{}
		quiet := start(t, s, sc, begins(sc, func(c *engine.Config) {
			c.Proactive = engine.Proactive{QuietFrom: minute(now.Add(-time.Hour)), QuietTo: minute(now.Add(2 * time.Hour))}
		}))
		got := quiet.trigger(t, reminder("night"))
		if got.Status != state.TriggerWaiting || got.Reason != state.TriggerQuietHours || got.DueAt.Before(now.Add(time.Hour)) {
			t.Errorf("in quiet hours: %+v", got)
		}
		quiet.stop()
		w := start(t, s, sc, begins(sc, func(c *engine.Config) { c.Proactive = engine.Proactive{PerDay: 2, Location: midday()} }))
		held := 0
		for i := range 4 {
			if got := w.trigger(t, reminder(fmt.Sprint("day", i))); got.Status == state.TriggerHeld {
				held++
				if got.Reason != state.TriggerDailyCap || got.StartedAt != nil {
					t.Errorf("held as %+v", got)
				}
			}
		}
		other := reminder("else")
		other.UserID = "u2"
		if got := w.trigger(t, other); held != 2 || got.Status != state.TriggerStarted {
			t.Errorf("%d of 4 held, another user's is %s", held, got.Status)
		}
	})
}

// What a node left in the middle is begun by another, once.
func TestTriggersOfANodeThatDied(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		ctx, now := t.Context(), time.Now()
		record := func(id string) state.Trigger {
			in := reminder(id)
			in.SessionID, in.NewSession, in.RunID = "session-"+id, true, "run-"+id
			in.Metadata, in.Status, in.CreatedAt, in.DueAt = nil, state.TriggerWaiting, now, now
			out, err := s.AddTrigger(ctx, store.Server(), in)
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		record("recorded")
		if _, err := s.BeginTrigger(ctx, record("decided"), now, now, 0); err != nil {
			t.Fatal(err)
		}
		submitted := record("submitted")
		if _, err := s.BeginTrigger(ctx, submitted, now, now, 0); err != nil {
			t.Fatal(err)
		}
		if _, err := s.CreateSession(ctx, store.Server(), state.Session{ID: submitted.SessionID, Assistant: "tally", UserID: "u1"}); err != nil {
			t.Fatal(err)
		}
		if _, err := storetest.Submit(ctx, s, store.Submission{At: now, Run: state.Run{
			ID: submitted.RunID, SessionID: submitted.SessionID, Assistant: "tally", UserID: "u1", Kind: state.RunTrigger, Language: "en",
			Input: json.RawMessage(`{"proactive":{"trigger_event_type":"exam_reminder","trigger_event_id":"submitted"}}`), Deadline: now.Add(time.Minute),
		}}); err != nil {
			t.Fatal(err)
		}
		sc := &script{}
		w := start(t, s, sc, begins(sc, nil))
		for _, id := range []string{"recorded", "decided", "submitted"} {
			if got := w.settled(t, id); got.Status != state.TriggerStarted || got.RunID != "run-"+id {
				t.Errorf("%s is %+v", id, got)
			}
			stream := w.Watch("session-"+id, 0)
			until(t, stream, 0, 1)
			stream.Close()
			if runs, err := s.Runs(ctx, store.Server(), "session-"+id, 0, 0); err != nil || len(runs) != 1 {
				t.Errorf("%s has the runs %+v, %v", id, runs, err)
			}
		}
	})
}

// heardFar tells whether a socket of a user on one node soon hears of the session that a
// trigger on another has begun for him.
func heardFar(t *testing.T, s *store.Store, from, to *world, user string) bool {
	t.Helper()
	mine, err := s.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "tally", UserID: user})
	if err != nil {
		t.Fatal(err)
	}
	stream := to.Watch(mine.ID, 0)
	defer stream.Close()
	far := reminder(user)
	far.UserID = user
	from.trigger(t, far)
	ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond)
	defer cancel()
	d, err := stream.Next(ctx)
	return err == nil && d.Event.Type == state.FrameSessionStarted
}

// One event sent to three nodes at once, and found due by all, begins once; who has a
// socket on another node hears of it.
func TestTriggersOverNodes(t *testing.T) {
	t.Parallel()
	s := openPostgres(t)
	t.Cleanup(func() { s.Close() })
	b, sc := &bustest.InMem{}, &script{}
	capped := func(c *engine.Config) { c.Proactive = engine.Proactive{PerDay: 3, Location: midday()} }
	one, two, three := node(t, s, b, "one", sc, begins(sc, capped)), node(t, s, b, "two", sc, begins(sc, capped)), node(t, s, b, "three", sc, begins(sc, capped))
	acquainted(t, one, two)
	// Whichever of them begins it tells the others once it knows of them, which a node that
	// has just started does not.
	for n := 0; !heardFar(t, s, one, two, fmt.Sprint("far", n)); n++ {
		if n == 100 {
			t.Fatal("nobody heard of a session on another node")
		}
	}
	soon := time.Now().Add(200 * time.Millisecond)
	var group sync.WaitGroup
	for i := range 6 {
		for n, w := range []*world{one, two, three} {
			group.Go(func() {
				in := reminder(fmt.Sprint("e", i))
				if i%2 == 0 {
					in.At = &soon
				}
				if _, err := w.Trigger(t.Context(), in); err != nil {
					t.Errorf("%d by %d: %v", i, n, err)
				}
			})
		}
	}
	group.Wait()
	status := map[state.TriggerStatus]int{}
	for i := range 6 {
		got := one.settled(t, fmt.Sprint("e", i))
		if status[got.Status]++; got.Status != state.TriggerStarted {
			continue
		}
		stream := one.Watch(got.SessionID, 0)
		until(t, stream, 0, 1)
		stream.Close()
		if runs, err := s.Runs(t.Context(), store.Server(), got.SessionID, 0, 0); err != nil || len(runs) != 1 {
			t.Errorf("%s has %d runs, %v", got.EventID, len(runs), err)
		}
	}
	if diff := cmp.Diff(map[state.TriggerStatus]int{state.TriggerStarted: 3, state.TriggerHeld: 3}, status); diff != "" {
		t.Error(diff)
	}
}
